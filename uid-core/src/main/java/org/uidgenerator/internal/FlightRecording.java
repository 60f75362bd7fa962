package org.uidgenerator.internal;

import jdk.jfr.FlightRecorder;

/** A test for flight recordings in progress. Runtimes that were cut down may lack the module {@code jdk.jfr}. */
public final class FlightRecording {
    private static final boolean AVAILABLE =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private FlightRecording() {}

    /** {@return whether events can be recorded, so that it makes sense to make one, and their classes can be loaded} */
    public static boolean isOn() {
        return AVAILABLE && FlightRecorder.isInitialized();
    }
}
