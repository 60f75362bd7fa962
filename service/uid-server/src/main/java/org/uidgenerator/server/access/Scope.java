package org.uidgenerator.server.access;

/** A right of a client besides reading ids and layouts. Counters are not among them. A client has those of its tags. */
public enum Scope {
    /** Take UIDs and ranges of them. */
    IDS,

    /** See worker ids, meters and the details of the health. */
    OPERATIONS
}
