package org.uidgenerator.cli;

import com.google.gson.JsonObject;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidLayout;
import org.uidgenerator.simpleflake.Simpleflakes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what a layout holds. */
@Command(
        name = "layout",
        description = "Shows until when a layout lasts and how much it holds; without a layout, lists all presets.",
        sortOptions = false)
final class LayoutCommand extends ContextCommand implements Runnable {
    private static final int EXACT_IN_DOUBLES = 53;
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration YEAR = Duration.ofDays(365);

    @Parameters(
            arity = "0..1",
            paramLabel = "<layout>",
            completionCandidates = LayoutDetails.PresetNames.class,
            description =
                    "A preset, or the bits of time/worker/sequence, as 31/14/18, or 41/5+5/12 with worker ids divided"
                            + " among data centres.")
    private @Nullable String layout;

    @Mixin
    private LayoutDetails details = new LayoutDetails();

    @Option(
            names = "--rate",
            paramLabel = "<ids>",
            description =
                    "Show the odds of collisions as well, if as many ids a second, of all processes together, were made"
                            + " of the time and random bits, as simpleflakes are.")
    private @Nullable Double rate;

    @Option(names = "--json", description = "Print one JSON object per layout.")
    private boolean json;

    @Override
    public void run() {
        Lines lines = context().lines();
        if (rate != null && !(rate > 0)) {
            throw new IllegalArgumentException("--rate must be positive: " + rate);
        }
        if (layout != null || details.isGiven() || (rate != null && !json)) {
            String name = layout == null ? LayoutDetails.DEFAULT : layout;
            describe(name, details.applyTo(name), lines);
        } else if (json) {
            for (LayoutPreset preset : LayoutPreset.values()) {
                lines.add(json(preset.text(), preset.layout()));
            }
        } else {
            listPresets(lines);
        }
    }

    private void describe(String name, UidLayout layout, Lines lines) {
        if (json) {
            lines.add(json(name, layout));
            return;
        }
        Table table = new Table()
                .row("layout", layout.text())
                .row("ends", end(layout) + (hasEnded(layout) ? ": no UIDs can be made" : ""))
                .row("worker ids", Long.toString(layout.maxWorkerId() + 1))
                .row("uids per tick", Long.toString(uidsPerTick(layout)) + " per worker")
                .row("uids per second", rate(layout.uidsPerSecond()) + " per worker, sustained")
                .row("highest uid", Long.toString(highestUid(layout)))
                .row("exact in JavaScript", fitsDoubles(layout) ? "yes" : "no, more than 53 bits");
        if (rate != null) {
            addOdds(table, layout, rate);
        }
        table.print(lines);
    }

    /** The odds for random ids, from which generators of this library are free. */
    private static void addOdds(Table table, UidLayout layout, double rate) {
        double aDay = Simpleflakes.expectedCollisions(layout, rate, DAY);
        table.row("random ids", String.format(Locale.ROOT, "%s a second, all processes together", rate(rate)))
                .row("collisions", String.format(Locale.ROOT, "%.3g a day, one in %.3g days", aDay, 1 / aDay))
                .row(
                        "odds of any",
                        String.format(
                                Locale.ROOT,
                                "%.3g %% within a day, %.3g %% within a year",
                                100 * Simpleflakes.oddsOfCollision(layout, rate, DAY),
                                100 * Simpleflakes.oddsOfCollision(layout, rate, YEAR)));
    }

    private static String rate(double idsPerSecond) {
        return String.format(Locale.ROOT, "%.0f", idsPerSecond);
    }

    private void listPresets(Lines lines) {
        Table table = new Table().row("name", "layout", "ends", "worker ids", "uids a second and worker", "53 bits");
        for (LayoutPreset preset : LayoutPreset.values()) {
            UidLayout layout = preset.layout();
            table.row(
                    preset.text(),
                    layout.text(),
                    end(layout),
                    Long.toString(layout.maxWorkerId() + 1),
                    rate(layout.uidsPerSecond()),
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
        if (rate != null) {
            object.addProperty("randomIdsPerSecond", rate);
            object.addProperty("collisionsPerDay", Simpleflakes.expectedCollisions(layout, rate, DAY));
            object.addProperty("oddsOfCollisionInADay", Simpleflakes.oddsOfCollision(layout, rate, DAY));
            object.addProperty("oddsOfCollisionInAYear", Simpleflakes.oddsOfCollision(layout, rate, YEAR));
        }
        return object.toString();
    }

    private String end(UidLayout layout) {
        return layout.expiresAt() + (hasEnded(layout) ? ", has ended" : "");
    }

    private boolean hasEnded(UidLayout layout) {
        return !context().clock().instant().isBefore(layout.expiresAt());
    }

    private static long uidsPerTick(UidLayout layout) {
        return layout.maxSequence() + 1;
    }

    private static long highestUid(UidLayout layout) {
        return layout.encode(layout.maxTick(), layout.maxWorkerId(), layout.maxSequence());
    }

    private static boolean fitsDoubles(UidLayout layout) {
        return layout.totalBits() <= EXACT_IN_DOUBLES;
    }
}
