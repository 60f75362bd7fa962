package org.uidgenerator.cli;

import com.google.gson.JsonObject;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidLayout;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what a layout holds. */
@Command(
        name = "layout",
        description = "Shows until when a layout lasts and how much it holds; without a layout, lists all presets.",
        sortOptions = false)
final class LayoutCommand implements Callable<Integer> {
    private static final int EXACT_IN_DOUBLES = 53;

    private final World world;

    @Parameters(
            arity = "0..1",
            paramLabel = "<layout>",
            description =
                    "A preset, or the bits of time/worker/sequence, as 31/14/18, or 41/5+5/12 with worker ids divided"
                            + " among data centres.")
    private @Nullable String layout;

    @Mixin
    private LayoutDetails details = new LayoutDetails();

    @Option(names = "--json", description = "Print a JSON object a layout.")
    private boolean json;

    LayoutCommand(World world) {
        this.world = world;
    }

    @Override
    public Integer call() throws OutputException {
        Lines lines = new Lines(world.out());
        if (layout != null || details.isGiven()) {
            String name = layout == null ? LayoutDetails.DEFAULT : layout;
            describe(name, details.applyTo(name), lines);
        } else if (json) {
            for (LayoutPreset preset : LayoutPreset.values()) {
                lines.add(json(preset.text(), preset.layout()));
            }
        } else {
            listPresets(lines);
        }
        lines.flush();
        return ExitCode.OK;
    }

    private void describe(String name, UidLayout layout, Lines lines) throws OutputException {
        if (json) {
            lines.add(json(name, layout));
            return;
        }
        new Table()
                .row("layout", layout.text())
                .row("ends", end(layout) + (hasEnded(layout) ? ": no UIDs can be made" : ""))
                .row("worker ids", Long.toString(layout.maxWorkerId() + 1))
                .row("uids a tick", Long.toString(uidsPerTick(layout)) + " a worker")
                .row("uids a second", rate(layout) + " a worker, sustained")
                .row("highest uid", Long.toString(highestUid(layout)))
                .row("exact in JavaScript", fitsDoubles(layout) ? "yes" : "no, more than 53 bits")
                .print(lines);
    }

    private void listPresets(Lines lines) throws OutputException {
        Table table = new Table().row("name", "layout", "ends", "worker ids", "uids a second and worker", "53 bits");
        for (LayoutPreset preset : LayoutPreset.values()) {
            UidLayout layout = preset.layout();
            table.row(
                    preset.text(),
                    layout.text(),
                    end(layout),
                    Long.toString(layout.maxWorkerId() + 1),
                    rate(layout),
                    fitsDoubles(layout) ? "yes" : "no");
        }
        table.print(lines);
    }

    private String json(String name, UidLayout layout) {
        JsonObject object = new JsonObject();
        object.addProperty("layout", name);
        object.addProperty("timeBits", layout.timeBits());
        object.addProperty("workerBits", layout.workerBits());
        object.addProperty("dataCenterBits", layout.dataCenterBits());
        object.addProperty("seqBits", layout.seqBits());
        object.addProperty(
                "fieldOrder",
                layout.fieldOrder().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        object.addProperty("epoch", layout.epoch().toString());
        object.addProperty("tickMillis", layout.tick().toMillis());
        object.addProperty("ends", layout.expiresAt().toString());
        object.addProperty("hasEnded", hasEnded(layout));
        object.addProperty("workerIds", layout.maxWorkerId() + 1);
        object.addProperty("uidsPerTick", uidsPerTick(layout));
        object.addProperty("uidsPerSecond", layout.uidsPerSecond());
        object.addProperty("highestUid", Long.toString(highestUid(layout)));
        object.addProperty("exactInJavaScript", fitsDoubles(layout));
        return object.toString();
    }

    private String end(UidLayout layout) {
        return layout.expiresAt() + (hasEnded(layout) ? ", has ended" : "");
    }

    private boolean hasEnded(UidLayout layout) {
        return !world.clock().instant().isBefore(layout.expiresAt());
    }

    private static long uidsPerTick(UidLayout layout) {
        return layout.maxSequence() + 1;
    }

    private static String rate(UidLayout layout) {
        return String.format(Locale.ROOT, "%.0f", layout.uidsPerSecond());
    }

    private static long highestUid(UidLayout layout) {
        return layout.encode(layout.maxTick(), layout.maxWorkerId(), layout.maxSequence());
    }

    private static boolean fitsDoubles(UidLayout layout) {
        return layout.totalBits() <= EXACT_IN_DOUBLES;
    }
}
