package org.uidgenerator.segment;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;

/**
 * The initial settings of a counter: its first number, and, if the {@link SegmentStore} keeps more, its last one, how
 * long its ranges are at most, and what it counts.
 *
 * <pre>{@code
 * CounterSettings.startingAt(10_001).max(99_999).step(100).description("orders of the shop")
 * }</pre>
 *
 * <p>Immutable.
 */
public final class CounterSettings {
    private static final int LONGEST_DESCRIPTION = 256;

    private final long first;
    private final @Nullable Long max;
    private final @Nullable Long step;
    private final @Nullable String description;

    private CounterSettings(long first, @Nullable Long max, @Nullable Long step, @Nullable String description) {
        this.first = first;
        this.max = max;
        this.step = step;
        this.description = description;
    }

    /**
     * Begins with the first number. Nothing else is set.
     *
     * @param first zero or more; to continue old ids, above all of them
     * @return the settings
     * @throws IllegalArgumentException if it is negative
     */
    public static CounterSettings startingAt(long first) {
        if (first < 0) {
            throw new OptionException("first", first, "must not be negative");
        }
        return new CounterSettings(first, null, null, null);
    }

    /**
     * Sets the last number. When it was taken, the counter is exhausted.
     *
     * @param max not less than the first number; unless set, the greatest that a counter can have
     * @return other settings
     * @throws IllegalArgumentException if it is less
     */
    public CounterSettings max(long max) {
        if (max < first) {
            throw new OptionException("max", max, OptionText.of("must not be less than {first} (%d)", first));
        }
        return new CounterSettings(first, max, step, description);
    }

    /**
     * Sets how many numbers a range has at most, whatever a generator wants: half of what a crash may lose. Generators
     * ask for each range separately, so this also says how often a busy tag asks the store.
     *
     * @param step positive; unless set, generators get as many as they want
     * @return other settings
     * @throws IllegalArgumentException if it is not positive
     */
    public CounterSettings step(long step) {
        if (step < 1) {
            throw new OptionException("step", step, "must be positive");
        }
        return new CounterSettings(first, max, step, description);
    }

    /**
     * Says to people what is counted.
     *
     * @param description at most 256 characters
     * @return other settings
     * @throws IllegalArgumentException if it is longer
     */
    public CounterSettings description(String description) {
        if (Objects.requireNonNull(description, "description").length() > LONGEST_DESCRIPTION) {
            throw new OptionException(
                    "description", description, OptionText.of("must have at most %d characters", LONGEST_DESCRIPTION));
        }
        return new CounterSettings(first, max, step, description);
    }

    /** {@return the first number, zero or more} */
    public long first() {
        return first;
    }

    /** {@return the last number, or empty if it is not set} */
    public OptionalLong max() {
        return max == null ? OptionalLong.empty() : OptionalLong.of(max);
    }

    /** {@return how many numbers a range has at most, or empty if that is not set} */
    public OptionalLong step() {
        return step == null ? OptionalLong.empty() : OptionalLong.of(step);
    }

    /** {@return what is counted, a text for people, or empty if it is not set} */
    public Optional<String> description() {
        return Optional.ofNullable(description);
    }

    /**
     * Checks that nothing but the first number is set, for a store that keeps no more.
     *
     * @param store what messages call the store
     * @return the first number
     * @throws IllegalArgumentException if more is set
     */
    public long requireFirstOnly(Object store) {
        OptionText rule =
                OptionText.of("must not be set, because %s keeps nothing but the numbers of a counter", store);
        if (max != null) {
            throw new OptionException("max", max, rule);
        }
        if (step != null) {
            throw new OptionException("step", step, rule);
        }
        if (description != null) {
            throw new OptionException("description", description, rule);
        }
        return first;
    }
}
