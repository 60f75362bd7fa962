package org.uidgenerator.cli;

import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidLayout;

/** What layouts are called on the command line: the name of a preset, or bits. */
final class LayoutName {
    static final String DEFAULT = of(LayoutPreset.UID_GENERATOR);

    private static final int LEAST_BITS = 3;
    private static final Pattern BITS = Pattern.compile("(\\d{1,2})/(?:(\\d{1,2})\\+)?(\\d{1,2})/(\\d{1,2})");

    private LayoutName() {}

    static String of(LayoutPreset preset) {
        return preset.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** As it can be parsed: {@code 41/5+5/12}. */
    static String bits(UidLayout layout) {
        int dataCenter = layout.dataCenterBits();
        String worker = (dataCenter == 0 ? "" : dataCenter + "+") + (layout.workerBits() - dataCenter);
        return layout.timeBits() + "/" + worker + "/" + layout.seqBits();
    }

    /**
     * Starts the layout of a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    static UidLayout.Builder parse(String name) {
        Matcher bits = BITS.matcher(name);
        return bits.matches() ? ofBits(bits) : preset(name).layout().toBuilder();
    }

    private static UidLayout.Builder ofBits(Matcher bits) {
        int time = Integer.parseInt(bits.group(1));
        int dataCenter = bits.group(2) == null ? 0 : Integer.parseInt(bits.group(2));
        int worker = dataCenter + Integer.parseInt(bits.group(3));
        int sequence = Integer.parseInt(bits.group(4));
        int total = time + worker + sequence;
        if (total < LEAST_BITS || total > UidLayout.TOTAL_BITS) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "the bits of a layout must add up to %d to %d: %s = %d",
                    LEAST_BITS,
                    UidLayout.TOTAL_BITS,
                    bits.group().replace("+", " + ").replace("/", " + "),
                    total));
        }
        return UidLayout.builder()
                .totalBits(total)
                .timeBits(time)
                .workerBits(worker)
                .dataCenterBits(dataCenter)
                .seqBits(sequence);
    }

    private static LayoutPreset preset(String name) {
        return Arrays.stream(LayoutPreset.values())
                .filter(preset -> of(preset).equals(name))
                .findAny()
                .orElseThrow(() -> new IllegalArgumentException(String.format(
                        Locale.ROOT, "layout must be bits, as 31/19/13, or one of %s: layout=%s", presets(), name)));
    }

    private static String presets() {
        return Arrays.stream(LayoutPreset.values()).map(LayoutName::of).collect(Collectors.joining(", "));
    }
}
