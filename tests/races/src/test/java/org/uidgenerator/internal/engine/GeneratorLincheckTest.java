package org.uidgenerator.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashSet;
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.generator.Ordering;
import org.uidgenerator.generator.Small;
import org.uidgenerator.races.Mode;
import org.uidgenerator.worker.WorkerLease;

/** Callers of one generator, which opens ticks and blocks of two UIDs and is closed, never get the same UID. */
@Tag("proof")
@Timeout(value = 1, unit = TimeUnit.DAYS) // for -Draces.mode
class GeneratorLincheckTest {
    @BeforeAll
    static void loadWhatMessagesNeed() {
        // The JDK loads it at its first use, which the model checker would take for a call that hangs.
        assertThat(String.format(Locale.ROOT, "%d", 1)).isEqualTo("1");
    }

    private static void check(Class<?> calls, int scenarios) {
        new ModelCheckingOptions()
                .threads(2)
                .actorsPerThread(2)
                .iterations(scenarios)
                .invocationsPerIteration(Mode.FEW_SCHEDULES) // some fifty milliseconds each
                .verifier(EpsilonVerifier.class) // which UID a call gets depends on those lost: see Calls.requireUnique
                .minimizeFailedScenario(false)
                .check(calls);
    }

    @Test
    void defaultGeneratorGivesNoUidTwiceInEachScheduleTried() {
        check(Unbuffered.class, Mode.SCENARIOS);
    }

    @Test
    void cachedGeneratorGivesNoUidTwiceInEachScheduleTried() {
        check(Cached.class, Mode.SCENARIOS);
    }

    @Test
    void threadsThatOwnTheirBlocksGetNoUidTwiceInEachScheduleTried() {
        check(Owning.class, Mode.SCENARIOS);
    }

    @Test
    void isFoundOutWhenItOpensATickThatAnotherHasOpened() {
        assertThatThrownBy(() -> check(OpensAllTheSame.class, 20))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("issued twice");
    }

    @Test
    void isFoundOutWhenItForgetsWhatItWasShown() {
        assertThatThrownBy(() -> check(Forgets.class, 20))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("not greater than what was shown");
    }

    public abstract static class Calls {
        final UidGenerator generator;
        final Queue<Long> given = new ConcurrentLinkedQueue<>();

        Calls(UidGenerator generator) {
            this.generator = generator;
        }

        @Operation
        public void getUID() {
            try {
                given.add(generator.getUID());
            } catch (UidGenerateException closedOrEmpty) {
                return;
            }
        }

        @Operation(runOnce = true)
        public void close() {
            generator.close();
        }

        @Validate
        public final void keepsItsPromises() {
            requireUnique();
        }

        void requireUnique() {
            Set<Long> seen = new HashSet<>();
            for (long uid : given) {
                if (uid >= 0 && !seen.add(uid)) {
                    throw new IllegalStateException("issued twice: " + uid);
                }
            }
        }
    }

    /** Calls that show the generator UIDs of others, too. */
    public abstract static class CallsOfMany extends Calls {
        private final Queue<Long> notGreater = new ConcurrentLinkedQueue<>();

        CallsOfMany(UidGenerator generator) {
            super(generator);
        }

        @Operation
        public void advance() {
            long shown = 0;
            for (long uid : given) {
                shown = Math.max(shown, uid + 1);
            }
            try {
                generator.advancePast(shown);
                long uid = generator.getUID();
                given.add(uid);
                if (uid <= shown) {
                    notGreater.add(uid);
                }
            } catch (UidGenerateException closedOrEmpty) {
                return;
            }
        }

        @Override
        void requireUnique() {
            super.requireUnique();
            if (!notGreater.isEmpty()) {
                throw new IllegalStateException("not greater than what was shown: " + notGreater);
            }
        }
    }

    public static class Unbuffered extends CallsOfMany {
        public Unbuffered() {
            super(withItsThread(
                    Small.unbuffered(layout -> WorkerLease.neverReused(0)).build()));
        }
    }

    /** The model checker loses its way if a thread is made in the middle of a call. */
    private static UidGenerator withItsThread(DefaultUidGenerator generator) {
        Small.blocksOf(generator).task.start(Duration.ZERO);
        return generator;
    }

    public static class Cached extends CallsOfMany {
        public Cached() {
            super(Small.cached(layout -> WorkerLease.neverReused(0)).build());
        }
    }

    /** The calls before the race open two blocks and more, so that their thread owns the one that it is at. */
    public static class Owning extends CallsOfMany {
        public Owning() {
            super(Small.cached(layout -> WorkerLease.neverReused(0))
                    .boostPower(3)
                    .ordering(Ordering.PER_THREAD)
                    .build());
        }
    }

    public static class Forgets extends CallsOfMany {
        public Forgets() {
            super(new UnbufferedCopy() {
                @Override
                public void advancePast(long uid) {}
            });
        }
    }

    public static class OpensAllTheSame extends Calls {
        public OpensAllTheSame() {
            super(new UnbufferedCopy() {
                @Override
                void openAfter(long last) {
                    stripe.lock.lock();
                    try {
                        open(last + 1);
                    } finally {
                        stripe.lock.unlock();
                    }
                }
            });
        }
    }
}
