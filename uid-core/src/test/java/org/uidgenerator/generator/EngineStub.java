package org.uidgenerator.generator;

import java.lang.reflect.Proxy;
import org.uidgenerator.internal.engine.Engine;
import org.uidgenerator.internal.engine.EngineMeter;

/** An engine that hands nothing out. */
final class EngineStub {
    static final Engine<?> IDLE = of(() -> {}, 0);

    private EngineStub() {}

    /** Returns one that runs something when it is woken, and for which so many calls wait. */
    static Engine<?> of(Runnable whenWoken, int waiting) {
        EngineMeter meter = new EngineMeter();
        return (Engine<?>) Proxy.newProxyInstance(
                EngineStub.class.getClassLoader(),
                new Class<?>[] {Engine.class},
                (engine, method, arguments) -> switch (method.getName()) {
                    case "wake" -> {
                        whenWoken.run();
                        yield null;
                    }
                    case "issued" -> 0L;
                    case "waiting" -> waiting;
                    case "meter" -> meter;
                    default -> throw new AssertionError(method);
                });
    }
}
