package org.uidgenerator.server.web;

/** Thrown when a parameter of a request breaks its rule. */
final class BadParameterException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String parameter;
    private final String rule;

    /**
     * Makes an exception.
     *
     * @param rule what the value must be: {@code a whole number from 1 to 10}
     * @param value what it is; shown as far as the first 40 characters
     */
    BadParameterException(String parameter, String rule, String value) {
        super(parameter + " must be " + rule + ": " + parameter + "=" + shown(value));
        this.parameter = parameter;
        this.rule = rule;
    }

    /**
     * Makes an exception of one that says what is wrong.
     *
     * @param rule what the value must be
     * @param why what refused it, whose message shows the value
     */
    BadParameterException(String parameter, String rule, IllegalArgumentException why) {
        super(why.getMessage(), why);
        this.parameter = parameter;
        this.rule = rule;
    }

    private static String shown(String value) {
        return value.length() <= 40 ? value : value.substring(0, 40) + "...";
    }

    String parameter() {
        return parameter;
    }

    String rule() {
        return rule;
    }
}
