package org.uidgenerator.worker.db;

/** Where a process runs, with its code in the column {@code TYPE}. */
enum WorkerNodeType {
    CONTAINER(1),
    ACTUAL(2);

    private final int code;

    WorkerNodeType(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }
}
