package org.uidgenerator.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.uidgenerator.UidLayout;
import org.uidgenerator.test.SettableClock;
import org.uidgenerator.test.TestUidGenerator;
import org.uidgenerator.test.UidExtension;

/** The bean alone, with UIDs that the test knows beforehand. */
@ExtendWith(UidExtension.class)
class OrdersTest {
    @Test
    void printsWhatTheUidsSay(SettableClock clock) {
        TestUidGenerator uids = TestUidGenerator.timed(UidLayout.DEFAULT, 5, clock);

        String printed = printed(new Orders(uids));

        assertThat(printed.lines())
                .hasSize(7)
                .startsWith(
                        "                UID  time                  worker  sequence",
                        " 542155439762309120  2030-01-01T00:00:00Z       5         0",
                        " 542155439762309121  2030-01-01T00:00:00Z       5         1")
                .endsWith(
                        "{\"UID\":\"542155439762309125\",\"timestamp\":\"2030-01-01 00:00:00\",\"workerId\":\"5\",\"sequence\":\"5\"}");
    }

    private static String printed(Orders orders) {
        PrintStream standardOut = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        try {
            orders.printSome();
        } finally {
            System.setOut(standardOut);
        }
        return out.toString(StandardCharsets.UTF_8);
    }
}
