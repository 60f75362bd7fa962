package org.uidgenerator.contract;

import java.util.concurrent.ThreadFactory;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.internal.background.BackgroundThreads;

/** What a thread factory does when the process may have no more threads, or when it is wrong. */
public enum ThreadTrouble {
    THROWS("no thread for you") {
        @Override
        public Thread make(Runnable work) {
            throw new IllegalStateException("no thread for you");
        }
    },
    CANNOT_START("unable to create native thread") {
        @Override
        public Thread make(Runnable work) {
            return new Thread(work) {
                @Override
                public synchronized void start() {
                    throw new OutOfMemoryError("unable to create native thread");
                }
            };
        }
    },
    RETURNS_NULL("the threadFactory of %s must return a thread that is not started: thread=null, threadFactory=") {
        @Override
        public @Nullable Thread make(Runnable work) {
            return null;
        }
    },
    RETURNS_A_STARTED_ONE("the threadFactory of %s must return a thread that is not started: thread=Thread[") {
        @Override
        public Thread make(Runnable work) {
            return Thread.currentThread();
        }
    };

    private final String message;

    ThreadTrouble(String message) {
        this.message = message;
    }

    /** Makes what is no thread that could be started. */
    public abstract @Nullable Thread make(Runnable work);

    /** Returns a factory of daemons that has this trouble as long as something holds. */
    public ThreadFactory whenever(BooleanSupplier holds) {
        return work -> holds.getAsBoolean() ? make(work) : BackgroundThreads.newThread(work);
    }

    /** Returns how the message begins that a caller gets whose thread is to have this name. */
    public String message(String thread) {
        return message.replace("%s", thread);
    }
}
