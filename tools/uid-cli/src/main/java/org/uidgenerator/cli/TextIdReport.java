package org.uidgenerator.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.uidgenerator.DecodedUid;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidLayout;
import org.uidgenerator.text.ForeignId;
import picocli.CommandLine.Help.Ansi;

/** For people. */
final class TextIdReport implements ParseCommand.IdReport {
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

    /** Draws the 64 bits of a UID, field by field, with names and values. */
    private static final class BitPicture {
        private static final String GAP = "  ";

        private final UidLayout layout;
        private final String bits;
        private final List<Field> fields = new ArrayList<>();
        private int drawn;

        BitPicture(DecodedUid uid, UidLayout layout) {
            this.layout = layout;
            bits = "0"
                    + Long.toBinaryString(uid.uid() | Long.MIN_VALUE).substring(1); // the sign bit keeps leading zeros
            add("unused", Long.SIZE - layout.totalBits(), "", "faint");
            switch (layout.fieldOrder()) {
                case TIME_WORKER_SEQUENCE -> {
                    addTime(uid);
                    addWorker(uid);
                    addSequence(uid);
                }
                case TIME_SEQUENCE_WORKER -> {
                    addTime(uid);
                    addSequence(uid);
                    addWorker(uid);
                }
                case WORKER_TIME_SEQUENCE -> {
                    addWorker(uid);
                    addTime(uid);
                    addSequence(uid);
                }
            }
        }

        private void addTime(DecodedUid uid) {
            add("time", layout.timeBits(), uid.time().toString(), "cyan");
        }

        private void addWorker(DecodedUid uid) {
            if (layout.dataCenterBits() == 0) {
                add("worker id", layout.workerBits(), "" + uid.workerId(), "yellow");
            } else {
                add("data centre", layout.dataCenterBits(), "" + uid.dataCenterId(), "magenta");
                add("machine", layout.workerBits() - layout.dataCenterBits(), "" + uid.machineId(), "yellow");
            }
        }

        private void addSequence(DecodedUid uid) {
            add("sequence", layout.seqBits(), "" + uid.sequence(), "green");
        }

        private void add(String name, int count, String value, String style) {
            if (count > 0) {
                String label = String.format(Locale.ROOT, "%s (%d)", name, count);
                fields.add(new Field(bits.substring(drawn, drawn + count), label, value, style));
                drawn += count;
            }
        }

        void print(Lines lines, Ansi ansi) {
            for (int row = 0; row < Field.ROWS; row++) {
                StringBuilder line = new StringBuilder();
                for (Field field : fields) {
                    line.append(GAP).append(field.cell(row, ansi));
                }
                lines.add(line.toString().stripTrailing());
            }
        }

        private record Field(String bits, String label, String value, String style) {
            static final int ROWS = 3;

            String cell(int row, Ansi ansi) {
                String text = List.of(bits, label, value).get(row);
                int width = Math.max(bits.length(), Math.max(label.length(), value.length()));
                String styled = text.isEmpty() ? "" : ansi.string(String.format(Locale.ROOT, "@|%s %s|@", style, text));
                return styled + " ".repeat(width - text.length());
            }
        }
    }
}
