package org.uidgenerator.segment.db;

/** What happens to a tag that has no counter yet. */
public enum UnknownTags {
    /** It is refused: a misspelt tag is noticed. Counters are made by {@link SegmentTable#create} or by SQL. */
    REFUSE,

    /** It gets a counter that starts at 1: each misspelt tag, too. */
    CREATE
}
