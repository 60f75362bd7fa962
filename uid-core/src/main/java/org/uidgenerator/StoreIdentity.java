package org.uidgenerator;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The identity of a store of leases or counters, within which ids are unique: a name, and a number that tells it from
 * all others of that name. The number is a random number that is made with the first use of the store, so two stores
 * have different ones, and a copy of a store has the same. Immutable.
 *
 * <p>Ids of two store identities may be equal. So a process that has taken ids of one refuses those of another. As
 * text, a store identity is {@code default/482903117264}.
 */
public final class StoreIdentity {
    private static final long LEAST_NUMBER = 100_000_000_000L;
    private static final long GREATEST_NUMBER = 999_999_999_999L;
    private static final String PLAIN = "[A-Za-z0-9._-]{1,64}";
    private static final Pattern TEXT = Pattern.compile(
            "(?<name>.*)/(?<number>[1-9][0-9]{11})(\nmade=(?<made>\\S+)\nlayout=(?<layout>.*)\nmaker=(?<maker>(?s:.*)))?");

    private final String name;
    private final long number;
    private final String layout;
    private final String maker;
    private final Instant made;

    private StoreIdentity(String name, long number, String layout, String maker, Instant made) {
        this.name = Objects.requireNonNull(name, "name");
        this.number = number;
        this.layout = Objects.requireNonNull(layout, "layout");
        this.maker = Objects.requireNonNull(maker, "maker");
        this.made = Objects.requireNonNull(made, "made");
        if (number < LEAST_NUMBER || number > GREATEST_NUMBER) {
            throw new IllegalArgumentException(
                    "the number of a store identity must have 12 digits: name=" + name + ", number=" + number);
        }
    }

    /**
     * Makes a store identity as a store has read it.
     *
     * @param name what {@link #name()} returns
     * @param number what {@link #number()} returns
     * @param layout what {@link #layout()} returns
     * @param maker what {@link #maker()} returns
     * @param made what {@link #made()} returns
     * @return the store identity
     * @throws IllegalArgumentException if the number has not 12 digits
     */
    public static StoreIdentity of(String name, long number, String layout, String maker, Instant made) {
        return new StoreIdentity(name, number, layout, maker, made);
    }

    /**
     * Reads what {@link #text()} or {@link #toString()} has written.
     *
     * @param text a store identity
     * @return the same one; what the text does not say is empty
     * @throws IllegalArgumentException if the text is something else
     */
    public static StoreIdentity parse(String text) {
        Matcher identity = TEXT.matcher(Objects.requireNonNull(text, "text"));
        if (!identity.matches()) {
            throw new IllegalArgumentException(
                    "a store identity must be a name, a slash and 12 digits: identity=\"" + text + "\"");
        }
        boolean isLong = identity.group("made") != null;
        return new StoreIdentity(
                identity.group("name"),
                Long.parseLong(identity.group("number")),
                isLong ? identity.group("layout") : "",
                isLong ? identity.group("maker") : "",
                isLong ? Instant.parse(identity.group("made")) : Instant.EPOCH);
    }

    /**
     * Makes a store identity that no store has yet.
     *
     * @param name what {@link #name()} returns
     * @param layout what {@link #layout()} returns
     * @param maker what {@link #maker()} returns
     * @param made what {@link #made()} returns
     * @param random makes the number
     * @return a store identity that differs from all others, but for a chance of 1 in 9·10^11 for each
     */
    public static StoreIdentity random(String name, String layout, String maker, Instant made, RandomGenerator random) {
        long number = Objects.requireNonNull(random, "random").nextLong(LEAST_NUMBER, GREATEST_NUMBER + 1);
        return new StoreIdentity(name, number, layout, maker, made);
    }

    /** {@return the name, such as the namespace of a store} */
    public String name() {
        return name;
    }

    /** {@return the number that tells it from other store identities, of 12 digits} */
    public long number() {
        return number;
    }

    /**
     * {@return what its ids were like when it was made: the {@linkplain UidLayout#text() text} of a layout, or
     * {@code numbers} where they are counted; empty if the store does not keep it}
     */
    public String layout() {
        return layout;
    }

    /** {@return who has made it, such as host and process id; empty if the store does not keep it} */
    public String maker() {
        return maker;
    }

    /**
     * {@return when it was made, by the clock of the store if that has one; {@link Instant#EPOCH} if the store does not
     * keep it}
     */
    public Instant made() {
        return made;
    }

    /**
     * Checks the name of a store identity.
     *
     * @param option how the option is called that sets it
     * @param name the name
     * @return the same
     * @throws IllegalArgumentException if it is not 1 to 64 letters, digits, {@code .}, {@code _} and {@code -}
     */
    public static String requireName(String option, String name) {
        Objects.requireNonNull(option, "option");
        if (!Objects.requireNonNull(name, "name").matches(PLAIN)) {
            throw new OptionException(option, name, OptionText.of("must be plain text %s", PLAIN));
        }
        return name;
    }

    /**
     * Returns whether this is the expected store identity.
     *
     * @param expected a name, a number, or both as {@link #toString()} returns them
     * @return whether it says the same as this one
     */
    public boolean isCalled(String expected) {
        return expected.equals(name) || expected.equals(Long.toString(number)) || expected.equals(toString());
    }

    /**
     * Checks that a store holds this store identity, before anything is taken from it.
     *
     * @param store what messages call the store
     * @param found what it holds, or empty if that is none
     * @throws OtherStoreIdentityException if it is another one, or none
     */
    public void requireIn(String store, Optional<StoreIdentity> found) {
        if (!found.equals(Optional.of(this))) {
            throw new OtherStoreIdentityException(OptionText.of("store identity %s", describe()), store, found);
        }
    }

    /** {@return all that is known, in lines that {@link #parse} reads, for a store that keeps texts} */
    public String text() {
        return this + "\nmade=" + made + "\nlayout=" + layout + "\nmaker=" + maker;
    }

    /** Returns whether the other one has the same name and number. */
    @Override
    public boolean equals(Object other) {
        return other instanceof StoreIdentity identity && name.equals(identity.name) && number == identity.number;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(number);
    }

    /** Returns the name and, after a slash, the number. */
    @Override
    public String toString() {
        return name + "/" + number;
    }

    /**
     * Describes it for messages.
     *
     * @return name, number, and as far as they are known when and by whom it was made
     */
    public String describe() {
        String when = made.equals(Instant.EPOCH) ? "" : " at " + made;
        String by = maker.isEmpty() ? "" : " by " + maker;
        return (when + by).isEmpty() ? toString() : this + " (made" + when + by + ")";
    }
}
