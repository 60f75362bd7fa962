package org.uidgenerator.segment;

/** The answer of a {@link SegmentStore} to a tag that has no counter yet. */
public enum UnknownTags {
    /** It is refused, so that a misspelt tag is noticed. Counters are created by a method of the store, or by hand. */
    REFUSE,

    /** It gets a counter that starts at 1. So does each misspelt tag. */
    CREATE
}
