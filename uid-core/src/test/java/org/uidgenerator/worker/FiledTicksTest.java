package org.uidgenerator.worker;

import java.time.Instant;
import org.uidgenerator.UidLayout;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.internal.file.LockedFile;
import org.uidgenerator.internal.file.TickFile;
import org.uidgenerator.internal.file.TickFileContract;

/** What is in the file of a static worker id after each step. */
class FiledTicksTest extends TickFileContract<FiledTicks> {
    private static final String NAMESPACE = FiledTicksTest.class.getSimpleName();
    private static final UidLayout LAYOUT = UidLayout.DEFAULT;
    private static final long START =
            LAYOUT.tickAt(Instant.parse("2026-11-21T10:30:15Z").toEpochMilli());

    FiledTicksTest() {
        super(START, 2, LAYOUT.maxTick());
    }

    @Override
    protected TickFile<FiledTicks> begin(LockedFile file) {
        return new RememberedLease(
                NAMESPACE,
                7,
                new FiledTicks(NAMESPACE, LAYOUT, 7, START),
                file,
                TakenWorkerId.take(NAMESPACE, LeaseRequest.of(LAYOUT), 7),
                BackgroundThreads::newThread);
    }

    @Override
    protected FiledTicks parse(String text) {
        return FiledTicks.parse(text);
    }
}
