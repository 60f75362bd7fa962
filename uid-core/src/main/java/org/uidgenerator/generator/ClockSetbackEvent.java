package org.uidgenerator.generator;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** In a flight recording: a generator has seen its clock go back. It costs as much as {@link LeaseEvent}. */
@Name("org.uidgenerator.ClockSetback")
@Label("Clock Setback")
@Description("A UID generator has seen its clock go back")
@Category("UID Generator")
@StackTrace(false)
final class ClockSetbackEvent extends Event {
    @Label("Generator")
    String generator = "";

    @Label("Step")
    @Description("By how much the clock went back")
    @Timespan(Timespan.MILLISECONDS)
    long step;

    static void commit(String generator, long stepMillis) {
        ClockSetbackEvent event = new ClockSetbackEvent();
        if (event.shouldCommit()) {
            event.generator = generator;
            event.step = stepMillis;
            event.commit();
        }
    }
}
