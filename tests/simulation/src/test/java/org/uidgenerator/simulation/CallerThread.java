package org.uidgenerator.simulation;

/**
 * The one thread of a simulation, which plays all callers. Generators find a thread's block by the thread id, and the
 * places of the ids from 0 on are far apart.
 */
final class CallerThread extends Thread {
    private long playing;
    private Throwable thrown;

    private CallerThread(Runnable work) {
        super(work, "simulation");
        setUncaughtExceptionHandler((thread, e) -> thrown = e);
    }

    static void run(Runnable simulation) throws InterruptedException {
        CallerThread thread = new CallerThread(simulation);
        thread.start();
        thread.join();
        if (thread.thrown instanceof Error error) {
            throw error;
        } else if (thread.thrown instanceof RuntimeException exception) {
            throw exception;
        }
    }

    /** Runs an action as the thread with an id. */
    static void play(long id, Runnable call) {
        CallerThread thread = (CallerThread) Thread.currentThread();
        long before = thread.playing;
        thread.playing = id;
        try {
            call.run();
        } finally {
            thread.playing = before;
        }
    }

    @Override
    public long getId() {
        return playing;
    }
}
