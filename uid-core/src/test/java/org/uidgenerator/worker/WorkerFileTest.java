package org.uidgenerator.worker;

import java.time.Instant;
import org.uidgenerator.UidLayout;
import org.uidgenerator.internal.background.BackgroundThreads;
import org.uidgenerator.internal.file.LockedFile;
import org.uidgenerator.internal.file.TickFile;
import org.uidgenerator.internal.file.TickFileContract;

/** What is in the file of a static worker id after each step. */
class WorkerFileTest extends TickFileContract<WorkerFile> {
    private static final String NAMESPACE = WorkerFileTest.class.getSimpleName();
    private static final UidLayout LAYOUT = UidLayout.DEFAULT;
    private static final long START =
            LAYOUT.tickAt(Instant.parse("2026-11-21T10:30:15Z").toEpochMilli());

    WorkerFileTest() {
        super(START, 2, LAYOUT.maxTick());
    }

    @Override
    protected TickFile<WorkerFile> begin(LockedFile file) {
        return new RememberedLease(
                NAMESPACE,
                7,
                new WorkerFile(NAMESPACE, LAYOUT, 7, START),
                file,
                TakenWorkerId.take(NAMESPACE, LeaseRequest.of(LAYOUT), 7),
                BackgroundThreads::newThread);
    }

    @Override
    protected WorkerFile parse(String text) {
        return WorkerFile.parse(text);
    }
}
