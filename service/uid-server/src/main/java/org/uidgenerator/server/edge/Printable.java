package org.uidgenerator.server.edge;

/** Text that may be a client's, made fit for answers and for the log. */
final class Printable {
    private Printable() {}

    /**
     * Shortens a text, and replaces what would end a line or be invisible.
     *
     * @param longest how many characters it may have
     */
    static String of(String text, int longest) {
        StringBuilder printable = new StringBuilder(Math.min(text.length(), longest));
        text.chars()
                .limit(longest)
                .map(c -> Character.isISOControl(c) || Character.isSurrogate((char) c) ? '?' : c)
                .forEach(c -> printable.append((char) c));
        if (text.length() > longest) {
            printable.replace(longest - 3, longest, "...");
        }
        return printable.toString();
    }
}
