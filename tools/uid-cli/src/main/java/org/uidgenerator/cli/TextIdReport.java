package org.uidgenerator.cli;

import java.util.List;
import java.util.Locale;
import org.uidgenerator.DecodedUid;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidLayout;
import org.uidgenerator.text.ForeignId;
import picocli.CommandLine.Help.Ansi;

/** For people. */
final class TextIdReport implements IdReport {
    private final Lines lines;

    TextIdReport(Lines lines) {
        this.lines = lines;
    }

    @Override
    public void uid(DecodedUid uid, UidLayout layout) {
        lines.add(String.format(Locale.ROOT, "%d = 0x%x, tick %d", uid.uid(), uid.uid(), layout.tickOf(uid.uid())));
        new BitPicture(uid, layout).print(lines, Ansi.AUTO);
    }

    @Override
    public void fitting(long uid, List<LayoutPreset.Reading> readings) {
        lines.add(String.format(Locale.ROOT, "%d = 0x%x, which may be", uid, uid));
        Table table = new Table().row("", "layout", "time", "worker id", "sequence");
        for (LayoutPreset.Reading reading : readings) {
            DecodedUid decoded = reading.decoded();
            table.row(
                    "",
                    reading.preset().text(),
                    decoded.time().toString(),
                    worker(decoded, reading.preset().layout()),
                    Long.toString(decoded.sequence()));
        }
        table.print(lines);
    }

    private static String worker(DecodedUid uid, UidLayout layout) {
        return layout.dataCenterBits() == 0
                ? Long.toString(uid.workerId())
                : String.format(
                        Locale.ROOT,
                        "%d (data centre %d, machine %d)",
                        uid.workerId(),
                        uid.dataCenterId(),
                        uid.machineId());
    }

    @Override
    public void foreign(String text, ForeignId id) {
        StringBuilder line = new StringBuilder(text)
                .append(": ")
                .append(id.kind())
                .append(", ")
                .append(id.time().map(time -> "made at " + time).orElse("without a time"));
        for (ForeignId.Part part : id.parts()) {
            line.append(", ").append(part.name()).append(' ').append(part.value());
        }
        lines.add(line.toString());
    }
}
