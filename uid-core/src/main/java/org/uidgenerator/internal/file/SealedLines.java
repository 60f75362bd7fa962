package org.uidgenerator.internal.file;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A text of a title and lines {@code name=value} for people to read, the last of which is a checksum of those before.
 * Read in the order in which they were written.
 */
public final class SealedLines {
    private static final String CHECKSUM = "checksum=";
    private static final int CHECKSUM_LENGTH = CHECKSUM.length() + 64;

    private final Iterator<String> lines;

    private SealedLines(Iterator<String> lines) {
        this.lines = lines;
    }

    /**
     * Writes a text whose length is a multiple of a block, so that one text takes the place of another by a single
     * write.
     *
     * @param block how many bytes a block has, if the lines are of ASCII
     * @param lines the title, and the lines
     */
    public static String write(int block, String... lines) {
        String joined = String.join("\n", lines) + "\npadding=";
        int left = block - (joined.length() + CHECKSUM_LENGTH + 2) % block;
        String padded = joined + " ".repeat(left) + "\n";
        return padded + CHECKSUM + checksum(padded) + "\n";
    }

    private static String checksum(String lines) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(lines.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java platform has SHA-256", e);
        }
    }

    /**
     * Reads what was written, to the letter.
     *
     * @param reader makes a value of the lines after the title
     * @param writer writes the text of a value
     * @throws LockedFileException if the text is not what would be written for the value read
     */
    public static <T> T read(String title, String text, Function<SealedLines, T> reader, Function<T, String> writer) {
        try {
            SealedLines lines = new SealedLines(List.of(text.split("\n", -1)).iterator());
            lines.value(title);
            T read = reader.apply(lines);
            if (writer.apply(read).equals(text)) {
                return read;
            }
        } catch (IllegalArgumentException e) {
            throw damaged(e);
        }
        throw damaged(null);
    }

    private static LockedFileException damaged(@Nullable Throwable cause) {
        return new LockedFileException("it is damaged, or was written by another version", cause);
    }

    /**
     * Returns the value of the next line.
     *
     * @throws IllegalArgumentException if that has another name
     */
    public String text(String name) {
        return value(name + "=");
    }

    /**
     * Returns the number in the next line.
     *
     * @throws IllegalArgumentException if that has another name, or no number
     */
    public long number(String name) {
        return Long.parseLong(text(name));
    }

    private String value(String start) {
        String line = lines.hasNext() ? lines.next() : "";
        if (!line.startsWith(start)) {
            throw new IllegalArgumentException("expected " + start);
        }
        return line.substring(start.length());
    }
}
