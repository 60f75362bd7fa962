package org.uidgenerator.benchmarks.contestants;

import java.util.function.Supplier;
import org.uidgenerator.benchmarks.alternatives.AtomicStripes;
import org.uidgenerator.benchmarks.alternatives.OneAtomicBlock;
import org.uidgenerator.benchmarks.alternatives.ThreadLocalBlock;

/** All contestants: what they are called, of what kind they are, and how fast their settings let them be. */
public enum Entrant {
    CACHED("CachedUidGenerator", Kind.OURS, Cached::perThread),
    CACHED_STRICT("CachedUidGenerator STRICT", Kind.OURS, Cached::strict),
    CACHED_UNLIMITED("CachedUidGenerator, unlimited borrowing", Kind.OURS, Cached::unlimited),
    ON_DEMAND("DefaultUidGenerator", Kind.OURS, OnDemand::new),

    ONE_ATOMIC_BLOCK("one atomic block", Kind.ALTERNATIVE, OneAtomicBlock::new),
    THREAD_LOCAL_BLOCK("block in a ThreadLocal", Kind.ALTERNATIVE, ThreadLocalBlock::new),
    ATOMIC_STRIPES("atomic block per stripe", Kind.ALTERNATIVE, AtomicStripes::new),

    PLAIN_FIELD("field of each thread", Kind.LIMIT, PlainField::new),
    THREAD_LOCAL("ThreadLocal counter", Kind.LIMIT, ThreadLocalCounter::new),
    CURRENT_TIME("System.currentTimeMillis()", Kind.LIMIT, CurrentTime::new),
    ATOMIC_LONG("AtomicLong", Kind.COUNTER, SharedAtomicLong::new),
    ATOMIC_LONG_PADDED("AtomicLong, padded", Kind.COUNTER, PaddedAtomic::new),

    ORIGINAL("original CachedUidGenerator 31/19/13", Kind.RING, () -> new Original(31, 19, 13)),
    ORIGINAL_WIDE("original CachedUidGenerator 31/14/18", Kind.RING, () -> new Original(31, 14, 18)),
    SPMC_QUEUE("JCTools SPMC queue of Long", Kind.RING, SpmcRing::new),
    BLOCKING_QUEUE("ArrayBlockingQueue of Long", Kind.RING, BlockingRing::new),

    COSID_CHAIN("CosId SegmentChainId", Kind.SEGMENT, CosIdChain::new),

    COSID("CosId snowflake", Kind.SNOWFLAKE, Cap.TWELVE_BITS, CosIdSnowflake::twelveBits),
    COSID_UNCAPPED("CosId snowflake, 20 bits", Kind.SNOWFLAKE, CosIdSnowflake::twentyBits),
    TSID_CREATOR("tsid-creator", Kind.SNOWFLAKE, TsidCreator::new),
    HYPERSISTENCE_TSID("hypersistence-tsid", Kind.SNOWFLAKE, HypersistenceTsid::new),
    YITTER("Yitter", Kind.SNOWFLAKE, Cap.SIX_BITS, () -> new Yitter(6, 6)),
    YITTER_UNCAPPED("Yitter, 15 bits", Kind.SNOWFLAKE, () -> new Yitter(1, 15)),
    HUTOOL("Hutool", Kind.SNOWFLAKE, Cap.TWELVE_BITS, Hutool::new),
    MYBATIS_PLUS("MyBatis-Plus", Kind.SNOWFLAKE, Cap.TWELVE_BITS, MyBatisPlus::new),
    SEATA("Seata", Kind.SNOWFLAKE, Cap.TWELVE_BITS, Seata::new),
    AGRONA("Agrona", Kind.SNOWFLAKE, Cap.TWELVE_BITS, () -> new Agrona(10, 12)),
    AGRONA_UNCAPPED("Agrona, 20 bits", Kind.SNOWFLAKE, () -> new Agrona(2, 20)),
    TEXTBOOK("textbook snowflake", Kind.SNOWFLAKE, Cap.TWELVE_BITS, () -> new Textbook(12)),
    TEXTBOOK_UNCAPPED("textbook snowflake, 22 bits", Kind.SNOWFLAKE, () -> new Textbook(22)),

    UUID_V4("UUIDv4, java.util", Kind.UUID, RandomUuid::new),
    UUID_V7("UUIDv7, uuid-creator", Kind.UUID, TimeOrderedUuid::new);

    private final String shownName;
    private final Kind kind;
    private final long capPerSecond;

    @SuppressWarnings("ImmutableEnumChecker") // constructors, which hold no state
    private final Supplier<Contestant> factory;

    Entrant(String shownName, Kind kind, Supplier<Contestant> factory) {
        this(shownName, kind, 0, factory);
    }

    Entrant(String shownName, Kind kind, long capPerSecond, Supplier<Contestant> factory) {
        this.shownName = shownName;
        this.kind = kind;
        this.capPerSecond = capPerSecond;
        this.factory = factory;
    }

    public String shownName() {
        return shownName;
    }

    public Kind kind() {
        return kind;
    }

    /** Ids a second that the bits of the sequence allow in real time; zero if they allow more than the code can make. */
    public long capPerSecond() {
        return capPerSecond;
    }

    public boolean isCapped() {
        return capPerSecond > 0;
    }

    /** Starts the contestant. */
    public Contestant start() {
        return factory.get();
    }

    private static final class Cap {
        static final long TWELVE_BITS = 4_096_000;

        /** Sequences start at 5. */
        static final long SIX_BITS = 59_000;
    }
}
