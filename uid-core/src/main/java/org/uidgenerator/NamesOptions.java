package org.uidgenerator;

/**
 * An exception whose message may name options of a builder. Code that shows it to people who set these options under
 * other names asks for {@link #optionText()} with those, and leaves the messages of all other exceptions as they are.
 */
public interface NamesOptions {
    /** {@return the text of which {@link Throwable#getMessage()} is the form with the builder's names} */
    OptionText optionText();
}
