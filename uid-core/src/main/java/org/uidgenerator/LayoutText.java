package org.uidgenerator;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@link UidLayout#text()}. Databases keep the text, so it stays readable for all later versions. */
final class LayoutText {
    private static final Pattern TEXT = Pattern.compile("(?<time>\\d{1,2})"
            + "/(?:(?<dataCenter>\\d{1,2})\\+)?(?<machine>\\d{1,2})"
            + "/(?<sequence>\\d{1,2})"
            + "(?:, worker (?<worker>first|last)(?:$|,(?= )))?"
            + "(?: bits of (?<tick>\\S+) from (?<epoch>\\S+))?");

    private LayoutText() {}

    static UidLayout parse(CharSequence text) {
        Matcher parts = TEXT.matcher(Objects.requireNonNull(text, "text"));
        if (!parts.matches()) {
            throw malformed(text, null);
        }
        int dataCenterBits = parts.group("dataCenter") == null ? 0 : Integer.parseInt(parts.group("dataCenter"));
        boolean bitsOnly = parts.group("tick") == null;
        Instant epoch = bitsOnly ? UidLayout.DEFAULT.epoch() : read(Instant::parse, parts.group("epoch"), text);
        Duration tick = bitsOnly ? UidLayout.DEFAULT.tick() : read(Duration::parse, parts.group("tick"), text);
        try {
            return new UidLayout(
                    Integer.parseInt(parts.group("time")),
                    dataCenterBits + Integer.parseInt(parts.group("machine")),
                    Integer.parseInt(parts.group("sequence")),
                    dataCenterBits,
                    order(parts.group("worker")),
                    epoch,
                    tick);
        } catch (OptionException e) { // of a part, which the caller has not set as an option
            throw new OptionException(
                    "layout", text, OptionText.of("must be a possible layout (%s)", e.getMessage()), e);
        }
    }

    private static FieldOrder order(@Nullable String worker) {
        if (worker == null) {
            return FieldOrder.TIME_WORKER_SEQUENCE;
        }
        return worker.equals("last") ? FieldOrder.TIME_SEQUENCE_WORKER : FieldOrder.WORKER_TIME_SEQUENCE;
    }

    private static <T> T read(Function<CharSequence, T> parser, String part, CharSequence text) {
        try {
            return parser.apply(part);
        } catch (DateTimeParseException e) {
            throw malformed(text, e);
        }
    }

    private static OptionException malformed(CharSequence text, @Nullable DateTimeParseException cause) {
        return new OptionException(
                "layout",
                text,
                OptionText.of(
                        "must be the bits of time/worker/sequence, as 31/14/18, or these with tick and epoch, as %s",
                        UidLayout.DEFAULT),
                cause);
    }
}
