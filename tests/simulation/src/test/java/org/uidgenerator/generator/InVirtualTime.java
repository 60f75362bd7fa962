package org.uidgenerator.generator;

/** Opens what the generators show to their own tests. */
public final class InVirtualTime {
    private InVirtualTime() {}

    public static CachedUidGenerator build(VirtualTime time, CachedUidGenerator.Builder builder) {
        return builder.clock(time.clock).nanoClock(time).threadFactory(time).build();
    }
}
