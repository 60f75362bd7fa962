package org.uidgenerator.client;

import java.util.regex.Pattern;

/** What a server says, in a message: of bounded length, in one line. */
final class Quote {
    private static final Pattern NOT_PRINTABLE = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

    private Quote() {}

    /** Returns the beginning of a text, without characters that are not printable. */
    static String of(String text) {
        return of(text, 300);
    }

    static String of(String text, int longest) {
        String beginning = text.length() <= longest ? text : text.substring(0, longest) + "...";
        return NOT_PRINTABLE.matcher(beginning).replaceAll(" ");
    }
}
