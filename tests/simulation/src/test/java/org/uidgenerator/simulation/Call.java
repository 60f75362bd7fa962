package org.uidgenerator.simulation;

import java.util.Locale;

/**
 * A call of a simulated thread for UIDs, as it was when it began.
 *
 * @param process the process that is asked
 * @param caller the thread
 * @param began the number of the event
 * @param above the number that its UIDs must exceed
 * @param closed whether the generator was closed, so that the call must fail
 * @param millis what the clock of the host showed
 * @param jumps how often that clock had been set
 * @param fresh whether the padder had looked after the open blocks in time
 */
record Call(
        String process, int caller, long began, long above, boolean closed, long millis, long jumps, boolean fresh) {
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "caller %d of %s", caller, process);
    }
}
