package org.uidgenerator.shardingsphere;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.contract.ClosingContract;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.worker.StaticWorkerIdAssigner;

/** Registrations that end. */
class UidKeySourcesClosingTest implements ClosingContract<UidKeySources.Registration> {
    private static final AtomicLong NAMES = new AtomicLong();

    @Override
    public Scene<UidKeySources.Registration> newScene() {
        String name = "closed-source-" + NAMES.incrementAndGet();
        UidGenerator generator =
                DefaultUidGenerator.builder(StaticWorkerIdAssigner.of(7)).build();
        return new Scene<>() {
            @Override
            public UidKeySources.Registration open() {
                return UidKeySources.register(name, () -> generator);
            }

            @Override
            public void call(UidKeySources.Registration opened) {
                UidKeySources.find(name).getUID();
            }

            @Override
            public String refusal() {
                return "source must be one of []: source=" + name;
            }

            @Override
            public Class<? extends Throwable> refusalType() {
                return IllegalStateException.class;
            }

            /** A registration that is left is found, and what it leads to is not collected. */
            @Override
            public List<String> held() {
                try {
                    UidKeySources.find(name);
                    return List.of(name);
                } catch (IllegalStateException e) {
                    return List.of();
                }
            }

            @Override
            public void close() {
                generator.close();
            }
        };
    }
}
