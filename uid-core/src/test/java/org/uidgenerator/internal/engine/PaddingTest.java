package org.uidgenerator.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;
import org.uidgenerator.contract.ChildJvm;

/**
 * Each hot field lies in another 128 bytes (two cache lines, fetched in pairs) than whatever is before and behind it.
 */
@Tag("proof")
class PaddingTest {
    private static final long PADDING = 128;

    @Test
    void keepsOtherDataAwayFromTheHotFields() throws Exception {
        // In a JVM of its own: JOL needs the Unsafe that our tests are denied on newer JDKs.
        Map<String, Long> offsets = ChildJvm.run(List.of(), PrintsOffsets.class)
                .lines()
                .filter(line -> line.startsWith("offset "))
                .map(line -> line.split(" "))
                .collect(Collectors.toMap(words -> words[1], words -> Long.parseLong(words[2])));

        assertThat(offsets.get("PaddedLong.value")).isGreaterThanOrEqualTo(PADDING);
        assertThat(offsets.get("PaddedLong.size") - offsets.get("PaddedLong.value"))
                .isGreaterThanOrEqualTo(PADDING);
        assertThat(offsets.get("Stripe.value")).isGreaterThanOrEqualTo(PADDING);
        assertThat(offsets.get("Stripe.end") - offsets.get("Stripe.value")).isGreaterThanOrEqualTo(PADDING);
        assertThat(offsets.get("Stripe.lock") - offsets.get("Stripe.end")).isGreaterThanOrEqualTo(PADDING);
    }

    static final class PrintsOffsets {
        private PrintsOffsets() {}

        public static void main(String[] args) {
            for (Class<?> type : List.of(PaddedLong.class, Stripe.class)) {
                ClassLayout layout = ClassLayout.parseClass(type);
                for (FieldLayout field : layout.fields()) {
                    print(type, field.name(), field.offset());
                }
                print(type, "size", layout.instanceSize());
            }
        }

        private static void print(Class<?> type, String name, long offset) {
            System.out.println("offset " + type.getSimpleName() + "." + name + " " + offset);
        }
    }
}
