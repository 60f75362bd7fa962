package org.uidgenerator.client;

import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lets all servers of an id service have one store identity, since UIDs of two may be equal: that of the first answer
 * that names one. The text of an identity is its name, and after a slash its number if it has one, as in
 * {@code default/482903117264}. For any thread.
 */
final class IdentityRule {
    private static final int LONGEST_QUOTE = 100;

    private final @Nullable String expected;
    private volatile @Nullable String identity;
    private @Nullable URI namedBy;

    /**
     * Makes a rule that no server has been held to yet.
     *
     * @param expected what the first answer has to name: the text, the name or the number of an identity; null for any
     */
    IdentityRule(@Nullable String expected) {
        this.expected = expected;
    }

    /**
     * Checks which identity a server has named.
     *
     * @param answered the text of the identity, or null if it named none
     * @throws RefusedException if another one was expected, or named before
     */
    synchronized void require(URI server, @Nullable String answered) throws RefusedException {
        String identity = this.identity;
        if (identity != null && !identity.equals(answered)) {
            throw refusal(identity, "as of " + namedBy, answered);
        }
        if (expected != null && !isExpected(expected, answered)) {
            throw refusal(expected, "as of option expectedIdentity", answered);
        }
        if (identity == null && answered != null) {
            this.identity = answered;
            namedBy = server;
        }
    }

    private static boolean isExpected(String expected, @Nullable String answered) {
        if (answered == null) {
            return false;
        }
        int slash = answered.lastIndexOf('/');
        return expected.equals(answered)
                || expected.equals(answered.substring(slash + 1))
                || expected.equals(answered.substring(0, Math.max(0, slash)));
    }

    private static RefusedException refusal(String required, String why, @Nullable String answered) {
        String message = String.format(
                Locale.ROOT,
                "its store identity must be %s, %s: %s",
                RangeAnswer.quote(required, LONGEST_QUOTE),
                why,
                answered == null ? "it names none" : "identity=" + RangeAnswer.quote(answered, LONGEST_QUOTE));
        return new RefusedException(message, RefusedException.Reason.OTHER_IDENTITY, Duration.ZERO);
    }

    /** Returns the text of the identity, or nothing if no server has named one. From any thread. */
    Optional<String> identity() {
        return Optional.ofNullable(identity);
    }
}
