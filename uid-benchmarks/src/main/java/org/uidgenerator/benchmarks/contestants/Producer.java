package org.uidgenerator.benchmarks.contestants;

/** The thread that keeps a ring of single ids full. */
final class Producer implements AutoCloseable {
    private final Thread thread;

    Producer(Runnable untilInterrupted) {
        thread = new Thread(untilInterrupted, "ring-producer");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
