package org.uidgenerator.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.uidgenerator.test.internal.Patience;

/**
 * The promise of everything that needs a background thread: if none can be started, the caller is told why, and the
 * next attempt that can have one works. A test class implements this interface for each such thread.
 */
public interface BackgroundThreadContract {

    /** Makes a user that does not need the thread yet. */
    User newUser(ThreadFactory threads);

    /** A user of a thread. */
    interface User extends AutoCloseable {

        /** Does what needs the thread. */
        void work();

        /** Returns the name of the threads of which one is needed. */
        String threads();

        /** Checks that an attempt which has failed has left nothing behind. */
        default void assertNothingLeft() {}

        @Override
        void close();
    }

    @ParameterizedTest
    @EnumSource
    default void failsWithTheReasonAndWorksAsSoonAsAThreadCanBeStarted(ThreadTrouble trouble) {
        AtomicBoolean troubled = new AtomicBoolean();
        try (User user = newUser(trouble.whenever(troubled::get))) {
            troubled.set(true);
            for (int i = 0; i < 2; i++) {
                assertThat(catchThrowable(user::work))
                        .as("attempt %d", i)
                        .isNotNull()
                        .hasStackTraceContaining(trouble.message(user.threads()));
                user.assertNothingLeft();
            }

            troubled.set(false);
            Patience.spinUntil(() -> catchThrowable(user::work) == null);
        }
    }
}
