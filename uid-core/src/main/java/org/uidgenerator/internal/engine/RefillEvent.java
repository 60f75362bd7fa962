package org.uidgenerator.internal.engine;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * In a flight recording: the padder has put blocks into the ring. Not to be touched before
 * {@link jdk.jfr.FlightRecorder} is initialized: the first event of a process costs some tens of milliseconds, recorded
 * or not.
 */
@Name("org.uidgenerator.Refill")
@Label("Ring Refill")
@Description("The padder of a UID generator has put blocks into the ring")
@Category("UID Generator")
@StackTrace(false)
final class RefillEvent extends Event {
    @Label("Generator")
    String generator = "";

    @Label("Blocks Put")
    int blocks;

    @Label("Blocks in the Ring")
    int size;

    static RefillEvent begun() {
        RefillEvent event = new RefillEvent();
        event.begin();
        return event;
    }

    void commit(String generator, int blocks, int size) {
        if (shouldCommit()) {
            this.generator = generator;
            this.blocks = blocks;
            this.size = size;
            commit();
        }
    }
}
