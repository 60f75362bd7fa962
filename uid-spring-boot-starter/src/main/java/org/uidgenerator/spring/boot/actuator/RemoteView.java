package org.uidgenerator.spring.boot.actuator;

import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.client.RemoteSegmentStore;
import org.uidgenerator.client.RemoteStatus;
import org.uidgenerator.client.RemoteUidGenerator;
import org.uidgenerator.client.ServerStatus;
import org.uidgenerator.spring.boot.actuator.UidHealth.Condition;
import org.uidgenerator.spring.boot.actuator.UidHealth.Verdict;

/**
 * The view that operators have of generators that take their UIDs from an id service. The module uid-client may be
 * absent, so no other class here but {@link RemoteMeters} names its classes.
 */
final class RemoteView {
    private RemoteView() {}

    /** Returns what a bean says, if it is such a generator. */
    static Optional<Verdict> of(Object bean) {
        return isOf("RemoteUidGenerator", bean)
                ? Optional.of(judge(((RemoteUidGenerator) bean).status()))
                : Optional.empty();
    }

    /** Returns the meters of a bean, if it is such a generator, or the counters of such a service. */
    static Optional<MeterBinder> meters(String name, Object bean) {
        if (isOf("RemoteUidGenerator", bean)) {
            return Optional.of(RemoteMeters.of((RemoteUidGenerator) bean, name));
        }
        return isOf("RemoteSegmentStore", bean)
                ? Optional.of(RemoteMeters.of((RemoteSegmentStore) bean, name))
                : Optional.empty();
    }

    /**
     * Compares names, because the class cannot be asked if it is absent. It has no subclasses. Until this is known
     * nothing may be executed that names the class, and a lambda does when it is made.
     */
    private static boolean isOf(String type, Object bean) {
        return bean.getClass().getName().equals("org.uidgenerator.client." + type);
    }

    private static Verdict judge(RemoteStatus status) {
        return new Verdict(Condition.of(status.failure(), null, status.available()), describe(status));
    }

    private static Map<String, Object> describe(RemoteStatus status) {
        Map<String, Object> described = new LinkedHashMap<>();
        status.identity().ifPresent(identity -> described.put("identity", identity));
        described.put("issued", status.issued());
        described.put("available", status.available());
        described.put("waits", status.waits());
        described.put("rejectedTakes", status.rejectedTakes());
        described.put("age", status.age().toString());
        described.put("lastServer", status.lastServer().toString());
        putFailure(described, status.failure());
        Map<String, Object> servers = new LinkedHashMap<>();
        status.servers().forEach(server -> servers.put(server.uri().toString(), describe(server)));
        described.put("servers", servers);
        return described;
    }

    private static Map<String, Object> describe(ServerStatus server) {
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("ranges", server.ranges());
        described.put("failures", server.failures());
        server.age().ifPresent(age -> described.put("age", age.toString()));
        putFailure(described, server.failure());
        return described;
    }

    private static void putFailure(Map<String, Object> described, @Nullable Throwable failure) {
        if (failure != null) {
            described.put("failure", failure.toString());
        }
    }
}
