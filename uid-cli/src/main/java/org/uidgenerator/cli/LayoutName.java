package org.uidgenerator.cli;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidLayout;

/** What layouts are called on the command line: the name of a preset, or the {@link UidLayout#text()}. */
final class LayoutName {
    static final String DEFAULT = of(LayoutPreset.UID_GENERATOR);

    private LayoutName() {}

    static String of(LayoutPreset preset) {
        return preset.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns the layout of a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    static UidLayout parse(String name) {
        boolean preset = !name.isEmpty() && Character.isLetter(name.charAt(0));
        return preset ? preset(name).layout() : UidLayout.parse(name);
    }

    private static LayoutPreset preset(String name) {
        return Arrays.stream(LayoutPreset.values())
                .filter(preset -> of(preset).equals(name))
                .findAny()
                .orElseThrow(() -> new IllegalArgumentException(String.format(
                        Locale.ROOT, "layout must be bits, as 31/14/18, or one of %s: layout=%s", presets(), name)));
    }

    private static String presets() {
        return Arrays.stream(LayoutPreset.values()).map(LayoutName::of).collect(Collectors.joining(", "));
    }
}
