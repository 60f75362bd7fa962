package org.uidgenerator.text;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Writes UIDs as labels that people read out and type: a prefix that says what is numbered, the UID, and a check
 * character that catches typing errors before a search does.
 *
 * <pre>{@code
 * LabelFormat invoices = new LabelFormat("INV-", UidFormat.CROCKFORD32);
 * invoices.format(9007199254740993L)      // "INV-0080000000001N"
 * invoices.parse("INV-0080000000001N")    // 9007199254740993L
 * }</pre>
 *
 * <p>The check character is that of ISO/IEC 7064's hybrid system MOD M+1,M over the M digits of the format: MOD 11,10
 * for {@link UidFormat#DECIMAL}, MOD 37,36 for {@link UidFormat#BASE36}. It finds every single mistyped character and
 * all but one of the M(M-1)/2 swaps of two neighbours that are possible at a place ("nearly all" in the words of the
 * standard), so it misses 1 in 45 for decimals and 1 in 496 for base 32. It is no signature, so outsiders can forge a
 * label. Labels of one format sort as their UIDs do.
 *
 * @param prefix what each label begins with: letters, digits, {@code -}, {@code _} and {@code .}, possibly none
 * @param digits how the UID is written
 */
public record LabelFormat(String prefix, UidFormat digits) {
    // Characters that need no escape in a URL or a file name.
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9._-]*");

    /**
     * Makes the format.
     *
     * @param prefix what each label begins with
     * @param digits how the UID is written
     * @throws IllegalArgumentException if {@code prefix} has a character that is not allowed
     */
    public LabelFormat {
        Objects.requireNonNull(prefix, "prefix");
        Objects.requireNonNull(digits, "digits");
        if (!PREFIX.matcher(prefix).matches()) {
            throw new IllegalArgumentException(
                    "prefix must have letters, digits, '-', '_' and '.' of ASCII only: prefix=\"" + prefix + '"');
        }
    }

    /**
     * Writes a UID.
     *
     * @param uid the UID
     * @return its label
     * @throws IllegalArgumentException if {@code uid} is negative
     */
    public String format(long uid) {
        String number = digits.format(uid);
        return prefix + number + digits.character(digits.checkDigit(number, 0, number.length()));
    }

    /**
     * Reads a UID.
     *
     * @param text what {@link #format} wrote
     * @return the UID
     * @throws IllegalArgumentException if {@code text} has another width or prefix, a character that is no digit of the
     *     format, a check character that does not match, or a value beyond {@link Long#MAX_VALUE}
     */
    public long parse(CharSequence text) {
        int from = prefix.length();
        int to = from + digits.width();
        if (text.length() != to + 1) {
            throw Refusal.of(
                    "text must have %d characters, prefix and check character included: text=\"%s\" has %d",
                    to + 1, text, text.length());
        }
        if (!prefix.contentEquals(text.subSequence(0, from))) {
            throw Refusal.of("text must begin with \"%s\": text=\"%s\"", prefix, text);
        }
        if (digits.digitAt(text, to) != digits.checkDigit(text, from, to)) {
            throw Refusal.of(
                    "text must end with its check character, a character is mistyped or two are swapped: text=\"%s\"",
                    text);
        }
        return digits.parse(text, from);
    }
}
