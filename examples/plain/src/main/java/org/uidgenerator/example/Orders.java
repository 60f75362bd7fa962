package org.uidgenerator.example;

import java.util.Locale;
import org.uidgenerator.DecodedUid;
import org.uidgenerator.UidGenerator;

/** A bean that needs ids. */
class Orders {
    private static final int TO_PRINT = 5;
    private static final int TO_COUNT = 10_000_000;

    private final UidGenerator uidGenerator;

    Orders(UidGenerator uidGenerator) {
        this.uidGenerator = uidGenerator;
    }

    void printSome() {
        System.out.printf(Locale.ROOT, "%19s  %-20s  %6s  %8s%n", "UID", "time", "worker", "sequence");
        for (int i = 0; i < TO_PRINT; i++) {
            DecodedUid order = uidGenerator.decode(uidGenerator.getUID());
            System.out.printf(
                    Locale.ROOT,
                    "%19d  %-20s  %6d  %8d%n",
                    order.uid(),
                    order.time(),
                    order.workerId(),
                    order.sequence());
        }
        System.out.println(uidGenerator.parseUID(uidGenerator.getUID()));
    }

    void printRate() {
        long start = System.nanoTime();
        for (int i = 0; i < TO_COUNT; i++) {
            uidGenerator.getUID();
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf(
                Locale.ROOT,
                "%,d UIDs on one thread in %.3f s: %,.0f million a second, a cold start included%n",
                TO_COUNT,
                seconds,
                TO_COUNT / seconds / 1e6);
    }
}
