package org.uidgenerator;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What ids are unique within, as the store of its leases or counters keeps it: a name, and an identity that tells it
 * from all others of that name. The identity is a random number that is made with the first use of the store, so two
 * stores have different ones, and a copy of a store has the same. Immutable.
 *
 * <p>Ids of two id spaces may be equal. So whoever has taken ids of one refuses those of another. As text, an id space
 * is {@code default/482903117264}.
 */
public final class IdSpace {
    private static final long LEAST_IDENTITY = 100_000_000_000L;
    private static final long GREATEST_IDENTITY = 999_999_999_999L;
    private static final String PLAIN = "[A-Za-z0-9._-]{1,64}";
    private static final Pattern TEXT = Pattern.compile(
            "(?<name>.*)/(?<identity>[1-9][0-9]{11})(\nmade=(?<made>\\S+)\nlayout=(?<layout>.*)\nmaker=(?<maker>(?s:.*)))?");

    private final String name;
    private final long identity;
    private final String layout;
    private final String maker;
    private final Instant made;

    private IdSpace(String name, long identity, String layout, String maker, Instant made) {
        this.name = Objects.requireNonNull(name, "name");
        this.identity = identity;
        this.layout = Objects.requireNonNull(layout, "layout");
        this.maker = Objects.requireNonNull(maker, "maker");
        this.made = Objects.requireNonNull(made, "made");
        if (identity < LEAST_IDENTITY || identity > GREATEST_IDENTITY) {
            throw new IllegalArgumentException(
                    "the identity of an id space must have 12 digits: name=" + name + ", identity=" + identity);
        }
    }

    /**
     * Makes an id space as a store has read it.
     *
     * @param name what {@link #name()} returns
     * @param identity what {@link #identity()} returns
     * @param layout what {@link #layout()} returns
     * @param maker what {@link #maker()} returns
     * @param made what {@link #made()} returns
     * @return the id space
     * @throws IllegalArgumentException if the identity has not 12 digits
     */
    public static IdSpace of(String name, long identity, String layout, String maker, Instant made) {
        return new IdSpace(name, identity, layout, maker, made);
    }

    /**
     * Reads what {@link #text()} or {@link #toString()} has written.
     *
     * @param text an id space
     * @return the same one; what the text does not say is empty
     * @throws IllegalArgumentException if the text is something else
     */
    public static IdSpace parse(String text) {
        Matcher space = TEXT.matcher(Objects.requireNonNull(text, "text"));
        if (!space.matches()) {
            throw new IllegalArgumentException(
                    "an id space must be a name, a slash and 12 digits: space=\"" + text + "\"");
        }
        boolean isLong = space.group("made") != null;
        return new IdSpace(
                space.group("name"),
                Long.parseLong(space.group("identity")),
                isLong ? space.group("layout") : "",
                isLong ? space.group("maker") : "",
                isLong ? Instant.parse(space.group("made")) : Instant.EPOCH);
    }

    /**
     * Makes an id space that no store has yet.
     *
     * @param name what {@link #name()} returns
     * @param layout what {@link #layout()} returns
     * @param maker what {@link #maker()} returns
     * @param made what {@link #made()} returns
     * @param random makes the identity
     * @return an id space that differs from all others, but for a chance of 1 in 9·10^11 for each
     */
    public static IdSpace random(String name, String layout, String maker, Instant made, RandomGenerator random) {
        long identity = Objects.requireNonNull(random, "random").nextLong(LEAST_IDENTITY, GREATEST_IDENTITY + 1);
        return new IdSpace(name, identity, layout, maker, made);
    }

    /**
     * Returns the name, such as the namespace of a store.
     *
     * @return the name
     */
    public String name() {
        return name;
    }

    /**
     * Returns the number that tells it from other id spaces.
     *
     * @return a number of 12 digits
     */
    public long identity() {
        return identity;
    }

    /**
     * Returns what its ids were like when it was made: the {@linkplain UidLayout#text() text} of a layout, or
     * {@code numbers} where they are counted.
     *
     * @return the text; empty if the store does not keep it
     */
    public String layout() {
        return layout;
    }

    /**
     * Returns who has made it.
     *
     * @return such as host and process id; empty if the store does not keep it
     */
    public String maker() {
        return maker;
    }

    /**
     * Returns when it was made, by the clock of the store if that has one.
     *
     * @return the time; {@link Instant#EPOCH} if the store does not keep it
     */
    public Instant made() {
        return made;
    }

    /**
     * Checks the name of an id space.
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
     * Returns whether this is the id space that somebody expects.
     *
     * @param expected a name, an identity, or both as {@link #toString()} returns them
     * @return whether it says the same as this one
     */
    public boolean isCalled(String expected) {
        return expected.equals(name) || expected.equals(Long.toString(identity)) || expected.equals(toString());
    }

    /**
     * Checks that a store holds this id space, before anything is taken from it.
     *
     * @param store what messages call the store
     * @param found what it holds, or empty if that is none
     * @throws OtherIdSpaceException if it is another one, or none
     */
    public void requireIn(String store, Optional<IdSpace> found) {
        if (!found.equals(Optional.of(this))) {
            throw new OtherIdSpaceException(OptionText.of("id space %s", describe()), store, found);
        }
    }

    /**
     * Returns all that is known, in lines, for a store that keeps texts.
     *
     * @return what {@link #parse} reads
     */
    public String text() {
        return this + "\nmade=" + made + "\nlayout=" + layout + "\nmaker=" + maker;
    }

    /** Returns whether the other one has the same name and identity. */
    @Override
    public boolean equals(Object other) {
        return other instanceof IdSpace space && name.equals(space.name) && identity == space.identity;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(identity);
    }

    /** Returns the name and, after a slash, the identity. */
    @Override
    public String toString() {
        return name + "/" + identity;
    }

    /**
     * Describes it for messages.
     *
     * @return name, identity, and as far as they are known when and by whom it was made
     */
    public String describe() {
        String when = made.equals(Instant.EPOCH) ? "" : " at " + made;
        String by = maker.isEmpty() ? "" : " by " + maker;
        return (when + by).isEmpty() ? toString() : this + " (made" + when + by + ")";
    }
}
