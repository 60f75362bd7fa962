package org.uidgenerator.text;

/** A number that a pattern can name. */
enum NumberField {
    WORKER("worker"),
    SEQUENCE("sequence"),
    COUNTER("counter"),
    SHARD("shard"),
    CHILD("child");

    private final String label;

    NumberField(String label) {
        this.label = label;
    }

    /** Returns its name in a pattern. */
    String label() {
        return label;
    }
}
