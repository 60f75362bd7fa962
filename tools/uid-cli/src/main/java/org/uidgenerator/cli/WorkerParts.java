package org.uidgenerator.cli;

import org.uidgenerator.UidLayout;
import picocli.CommandLine.Option;

/** A worker id as its two parts, for layouts that divide worker ids. */
final class WorkerParts {
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
