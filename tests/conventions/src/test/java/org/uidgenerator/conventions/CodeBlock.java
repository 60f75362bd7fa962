package org.uidgenerator.conventions;

/**
 * A fenced block of a {@link MarkdownPage}.
 *
 * @param fence the line that opens it
 * @param line the line of the page on which the code begins, counted from 1
 * @param code without the fences
 */
record CodeBlock(String fence, int line, String code) {
    @Override
    public String toString() {
        return fence + '\n' + code;
    }
}
