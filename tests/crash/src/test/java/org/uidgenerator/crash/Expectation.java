package org.uidgenerator.crash;

/**
 * The promise of a cell of the matrix. Whatever it is, except {@link Kind#NOT_COVERED}, nothing is issued twice.
 *
 * @param kind what the running process and the next ones do
 * @param text part of the message of the calls that fail, empty if any message will do
 * @param textOfStart part of the message of the starts that fail
 */
record Expectation(Kind kind, String text, String textOfStart) {
    /** The behaviour of the processes. */
    enum Kind {
        /** No call of the running process fails, and the next processes start. */
        CONTINUES("continues", "#1a7f37"),

        /** Calls may fail while the fault lasts. Afterwards all continue without a restart, within two minutes. */
        HEALS("heals", "#4ac26b"),

        /** The running process continues. Starts are refused while the fault lasts. */
        REFUSES_STARTS("starts refused", "#d4a72c"),

        /** The running process and the next one are refused, until an operator acts. */
        REFUSED("refused", "#bf8700"),

        /** No check detects it: ids may be issued twice. */
        NOT_COVERED("not covered", "#8c959f"),

        /** There is no such fault of this store, or nothing that could make it happen here. */
        NONE("", "none");

        private final String word;
        private final String color;

        Kind(String word, String color) {
            this.word = word;
            this.color = color;
        }

        String word() {
            return word;
        }

        String color() {
            return color;
        }
    }

    static final Expectation CONTINUES = new Expectation(Kind.CONTINUES, "", "");
    static final Expectation HEALS = new Expectation(Kind.HEALS, "", "");
    static final Expectation NOT_COVERED = new Expectation(Kind.NOT_COVERED, "", "");
    static final Expectation NONE = new Expectation(Kind.NONE, "", "");

    /** Calls or starts fail with a text while the fault lasts. */
    static Expectation heals(String text) {
        return new Expectation(Kind.HEALS, text, text);
    }

    static Expectation refusesStarts(String text) {
        return new Expectation(Kind.REFUSES_STARTS, "", text);
    }

    static Expectation refused(String text, String textOfStart) {
        return new Expectation(Kind.REFUSED, text, textOfStart);
    }
}
