package org.uidgenerator.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.UidSource;

/** What the extension does is seen in tests that use it. */
@ExtendWith(UidExtension.class)
class UidExtensionTest {
    private final TestUidGenerator fromConstructor;

    UidExtensionTest(TestUidGenerator uids) {
        fromConstructor = uids;
    }

    @BeforeEach
    void takeOne(UidSource uids) {
        assertThat(uids.getUID()).isEqualTo(1);
    }

    @RepeatedTest(2)
    void handsTheSameGeneratorToAllParametersAndANewOneToEachTest(
            TestUidGenerator uids, UidGenerator generator, UidSource source) {
        assertThat(fromConstructor).isSameAs(uids).isSameAs(generator).isSameAs(source);
        assertThat(uids.getUID()).isEqualTo(2);
    }

    @RepeatedTest(2)
    void setsTheClockForEachTest(SettableClock clock) {
        assertThat(clock.instant()).isEqualTo("2030-01-01T00:00:00Z");
        clock.advance(Duration.ofDays(1));
    }

    @Test
    void resetsWhatTestsShare() {
        EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(OneObjectForAllTests.class), selectClass(StaticField.class))
                .execute()
                .testEvents()
                .assertStatistics(events -> events.started(4).succeeded(4));
    }

    @Test
    void leavesOtherParametersToOthers() {
        EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(OtherParameter.class))
                .execute()
                .testEvents()
                .assertStatistics(events -> events.started(1).failed(1));
    }

    @ExtendWith(UidExtension.class)
    @TestInstance(Lifecycle.PER_CLASS)
    static class OneObjectForAllTests {
        private final TestUidGenerator shared;

        OneObjectForAllTests(TestUidGenerator uids) {
            shared = uids;
        }

        @RepeatedTest(2)
        void beginsWithOne(TestUidGenerator uids, SettableClock clock) {
            assertThat(uids).isSameAs(shared);
            assertThat(shared.getUID()).isEqualTo(1);
            assertThat(clock.instant()).isEqualTo(UidExtension.START);
            clock.advance(Duration.ofDays(1));
        }
    }

    @ExtendWith(UidExtension.class)
    static class StaticField {
        private static TestUidGenerator shared = TestUidGenerator.numbered();

        @BeforeAll
        static void share(TestUidGenerator uids) {
            shared = uids;
        }

        @RepeatedTest(2)
        void beginsWithOne() {
            assertThat(shared.getUID()).isEqualTo(1);
        }
    }

    @ExtendWith(UidExtension.class)
    static class OtherParameter {
        @Test
        void wantsAText(String text) {
            assertThat(text).isEmpty();
        }
    }
}
