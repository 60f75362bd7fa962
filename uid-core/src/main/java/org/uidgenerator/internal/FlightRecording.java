package org.uidgenerator.internal;

import jdk.jfr.FlightRecorder;

/** Whether somebody may record events. Runtimes that were cut down may lack the module {@code jdk.jfr}. */
public final class FlightRecording {
    private static final boolean AVAILABLE =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private FlightRecording() {}

    /**
     * Returns whether events can be recorded.
     *
     * @return whether it makes sense to make an event, and the classes of events can be loaded
     */
    public static boolean isOn() {
        return AVAILABLE && FlightRecorder.isInitialized();
    }
}
