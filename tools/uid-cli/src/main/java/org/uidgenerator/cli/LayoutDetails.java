package org.uidgenerator.cli;

import java.time.Duration;
import java.util.Iterator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.FieldOrder;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidLayout;
import picocli.CommandLine.Option;

/** The values of a layout that its name leaves open. */
class LayoutDetails {
    /** The name of the layout that is used unless another is given: 31/14/18. */
    static final String DEFAULT = LayoutPreset.UID_GENERATOR.text();

    private static final Pattern TICK = Pattern.compile("(\\d{1,8})(ms|s|m|h)");

    @Option(names = "--epoch", paramLabel = "<time>", description = "Another epoch: " + Times.FORMS + ".")
    private @Nullable String epoch;

    @Option(names = "--tick", paramLabel = "<duration>", description = "Another length of a tick: 10ms, 1s, 1m, 1h.")
    private @Nullable String tick;

    @Option(names = "--worker-last", description = "The worker id has the lowest bits, as Sonyflake's.")
    private boolean workerLast;

    boolean isGiven() {
        return epoch != null || tick != null || workerLast;
    }

    /**
     * Returns the layout of a name with these details.
     *
     * @throws IllegalArgumentException if there is none
     */
    UidLayout applyTo(String name) {
        UidLayout.Builder layout = LayoutPreset.layoutOf(name).toBuilder();
        if (epoch != null) {
            layout.epoch(Times.instant("epoch", epoch));
        }
        if (tick != null) {
            layout.tick(duration(tick));
        }
        if (workerLast) {
            layout.fieldOrder(FieldOrder.TIME_SEQUENCE_WORKER);
        }
        return layout.build();
    }

    private static Duration duration(String tick) {
        Matcher parts = TICK.matcher(tick);
        if (!parts.matches()) {
            throw new IllegalArgumentException("tick must be a number of ms, s, m or h, as 10ms: tick=" + tick);
        }
        return parts.group(2).equals("ms")
                ? Duration.ofMillis(Long.parseLong(parts.group(1)))
                : Duration.parse("PT" + tick);
    }

    /** The words with which shells complete a layout. */
    static final class PresetNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stream.of(LayoutPreset.values()).map(LayoutPreset::text).iterator();
        }
    }
}
