package org.uidgenerator.jdbc;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionText;
import org.uidgenerator.UidGenerateException;

/** Thrown when a table is missing, and neither {@link TableCreation} nor the rights of the user allow to create it. */
public final class MissingTableException extends UidGenerateException {
    private static final long serialVersionUID = 1L;

    /** What is wrong, and how to create the table by hand. */
    private final String byHand;

    /** The name of the script, or null if there is none. */
    private final @Nullable String script;

    /**
     * Makes an exception.
     *
     * @param byHand what is wrong, and how to create the table by hand
     * @param orOnDemand which option has it created, as the rest of the sentence
     * @param script the script that creates it, as {@link #script()} returns it, or null if the dialect has none
     * @param cause what the database said, or null if it was not asked for the table
     */
    public MissingTableException(
            OptionText byHand, OptionText orOnDemand, @Nullable String script, @Nullable Throwable cause) {
        super(OptionText.of("%s%s", byHand, orOnDemand), cause);
        this.byHand = byHand.toString();
        this.script = script;
    }

    /** {@return what is wrong and how to create the table by hand: the message without the option that creates it} */
    public String byHand() {
        return byHand;
    }

    /**
     * {@return the file name of the script that creates the table, such as {@code worker-lease-h2.sql}, beside this
     * class in the jar; empty for a dialect that was defined with a script of its own}
     */
    public Optional<String> script() {
        return Optional.ofNullable(script);
    }
}
