package org.uidgenerator.text;

import java.util.List;
import java.util.Locale;

/**
 * The pieces of a serial number in order, as a pattern names them.
 *
 * @param period the least unit of time among them
 * @param pieces the pieces
 */
record SerialNumberPattern(PeriodUnit period, List<Piece> pieces) {
    String write(SerialNumber number) {
        StringBuilder text = new StringBuilder(width());
        for (Piece piece : pieces) {
            piece.write(number, text);
        }
        return text.toString();
    }

    SerialNumber read(CharSequence text) {
        if (text.length() != width()) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "text must have %d characters: text=\"%s\" has %d", width(), text, text.length()));
        }
        SerialNumber number = SerialNumber.UNREAD;
        int from = 0;
        for (Piece piece : pieces) {
            number = piece.read(text, from, number);
            from += piece.width();
        }
        return number;
    }

    private int width() {
        return pieces.stream().mapToInt(Piece::width).sum();
    }
}
