package org.uidgenerator.jdbc;

import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionText;
import org.uidgenerator.UidGenerateException;

/** Thrown when a table is missing, and {@link TableCreation} does not allow to create it. */
public final class MissingTableException extends UidGenerateException {
    private static final long serialVersionUID = 1L;

    /** What is wrong, and how to create the table by hand. */
    private final String byHand;

    /**
     * Makes an exception.
     *
     * @param byHand what is wrong, and how to create the table by hand
     * @param orOnDemand which option has it created, as the rest of the sentence
     * @param cause what the database said, or null if it was not asked for the table
     */
    public MissingTableException(OptionText byHand, OptionText orOnDemand, @Nullable Throwable cause) {
        super(OptionText.of("%s %s", byHand, orOnDemand), cause);
        this.byHand = byHand.toString();
    }

    /**
     * Returns the message up to the script to run, for whoever has no option that creates the table.
     *
     * @return what is wrong, and how to create the table by hand
     */
    public String byHand() {
        return byHand;
    }
}
