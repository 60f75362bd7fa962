package org.uidgenerator.cli;

import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidLayout;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The worker id of a UID that is put together: one number, or data centre and machine separately. */
final class MadeWorkerOption {
    @Option(names = "--worker-id", paramLabel = "<id>", description = "The worker id, default 0.")
    private long workerId;

    @ArgGroup(exclusive = false)
    private @Nullable Parts parts;

    /**
     * Returns the worker id.
     *
     * @throws IllegalArgumentException if a part does not fit the layout
     */
    long in(UidLayout layout) {
        return parts == null ? layout.requireWorkerId(workerId) : parts.in(layout);
    }

    /** A worker id as its two parts, for layouts that divide worker ids. */
    static final class Parts {
        @Option(
                names = "--data-center",
                paramLabel = "<id>",
                description = "The data centre, default 0, in a layout that has one.")
        private long dataCenterId;

        @Option(names = "--machine", paramLabel = "<id>", description = "The machine in the data centre, default 0.")
        private long machineId;

        /**
         * Returns the worker id.
         *
         * @throws IllegalArgumentException if a part does not fit the layout
         */
        long in(UidLayout layout) {
            return layout.workerId(dataCenterId, machineId);
        }
    }
}
