package org.uidgenerator.internal.engine;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes virtual threads from platform threads. JDK 21 and later have both, JDK 17, for which this is compiled,
 * does not.
 */
final class VirtualThreads {
    private static final @Nullable MethodHandle IS_VIRTUAL = find();

    private VirtualThreads() {}

    private static @Nullable MethodHandle find() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (NoSuchMethodException e) {
            return null;
        } catch (IllegalAccessException e) {
            throw new LinkageError("Thread.isVirtual is not accessible", e);
        }
    }

    /**
     * Loads the class while there is memory, as {@link Waiter#load()} does, and not in a virtual thread, which it would
     * pin.
     */
    static void load() {
        assert IS_VIRTUAL == null || IS_VIRTUAL.type().returnType() == boolean.class;
    }

    static boolean contains(Thread thread) {
        try {
            return IS_VIRTUAL != null && (boolean) IS_VIRTUAL.invokeExact(thread);
        } catch (Throwable e) {
            throw new LinkageError("Thread.isVirtual failed", e);
        }
    }
}
