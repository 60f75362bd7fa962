package org.uidgenerator.spring.boot;

/** Worker ids are to come from a database, and there is none. */
final class NoWorkerIdsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoWorkerIdsException() {
        super(
                "UID generators take their worker ids from a database unless told otherwise, and there is no DataSource bean");
    }
}
