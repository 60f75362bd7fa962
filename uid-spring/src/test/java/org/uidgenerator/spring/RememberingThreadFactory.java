package org.uidgenerator.spring;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;

/** Remembers the threads that it made. */
final class RememberingThreadFactory implements ThreadFactory {
    final List<Thread> threads = new CopyOnWriteArrayList<>();

    @Override
    public Thread newThread(Runnable task) {
        Thread thread = new Thread(task);
        threads.add(thread);
        return thread;
    }
}
