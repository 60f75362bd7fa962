package org.uidgenerator.cli;

import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidLayout;
import picocli.CommandLine.Option;

/** The layout of UIDs. */
final class LayoutOption extends LayoutDetails {
    @Option(
            names = "--layout",
            paramLabel = "<layout>",
            completionCandidates = LayoutDetails.PresetNames.class,
            description =
                    "A preset or a whole layout, as 'uid layout' lists them, or the bits of time/worker/sequence, as"
                            + " 31/14/18, or 41/5+5/12 with worker ids divided among data centres; default 31/14/18.")
    private @Nullable String layout;

    @Override
    boolean isGiven() {
        return layout != null || super.isGiven();
    }

    /**
     * Returns the layout.
     *
     * @throws IllegalArgumentException if there is none
     */
    UidLayout layout() {
        return applyTo(layout == null ? DEFAULT : layout);
    }
}
