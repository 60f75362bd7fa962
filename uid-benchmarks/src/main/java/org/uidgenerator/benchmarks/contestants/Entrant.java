package org.uidgenerator.benchmarks.contestants;

import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;
import org.uidgenerator.benchmarks.alternatives.AtomicStripes;
import org.uidgenerator.benchmarks.alternatives.OneAtomicBlock;
import org.uidgenerator.benchmarks.alternatives.OwnedStripes;
import org.uidgenerator.benchmarks.alternatives.ThreadLocalBlock;

/** All contestants, with their name in reports, their kind, and what becomes of their rate in the long run. */
public enum Entrant {
    CACHED("CachedUidGenerator 31/4/28", Kind.OURS, Cached::perThread),
    CACHED_STRICT("CachedUidGenerator 31/4/28, STRICT", Kind.OURS, Cached::strict),
    CACHED_DEFAULT_LAYOUT("CachedUidGenerator, default layout", Kind.OURS, Cached::defaultLayout),
    CACHED_UNLIMITED("CachedUidGenerator, unlimited borrowing", Kind.OURS, Pace.DRIFTING, Cached::unlimited),
    UNBUFFERED("DefaultUidGenerator 31/2/30", Kind.OURS, Unbuffered::wide),
    UNBUFFERED_DEFAULT_LAYOUT("DefaultUidGenerator, default layout", Kind.OURS, Unbuffered::defaultLayout),
    REMOTE("RemoteUidGenerator, its server in the same JVM", Kind.OURS, Pace.SUPPLIED, Remote::new),
    SEGMENTS("SegmentIdGenerator", Kind.OURS, Segments::inMemory),
    SEGMENTS_OF_DATABASE("SegmentIdGenerator, counter in PostgreSQL", Kind.OURS, Pace.SUPPLIED, Segments::inPostgreSql),

    ONE_ATOMIC_BLOCK("one atomic block", Kind.ALTERNATIVE, OneAtomicBlock::new),
    THREAD_LOCAL_BLOCK("block in a ThreadLocal", Kind.ALTERNATIVE, ThreadLocalBlock::new),
    ATOMIC_STRIPES("atomic block per stripe", Kind.ALTERNATIVE, AtomicStripes::new),
    OWNED_STRIPES("stripes with owners", Kind.ALTERNATIVE, OwnedStripes::new),

    PLAIN_FIELD("field of each thread", Kind.LIMIT, PlainField::new),
    THREAD_LOCAL("ThreadLocal counter", Kind.LIMIT, ThreadLocalCounter::new),
    CURRENT_TIME("System.currentTimeMillis()", Kind.LIMIT, CurrentTime::new),
    ATOMIC_LONG("AtomicLong", Kind.COUNTER, SharedAtomicLong::new),
    ATOMIC_LONG_PADDED("AtomicLong, padded", Kind.COUNTER, PaddedAtomic::new),

    ORIGINAL("original CachedUidGenerator 31/19/13", Kind.RING, Pace.DRIFTING, () -> new Original(31, 19, 13)),
    ORIGINAL_WIDE("original CachedUidGenerator 31/14/18", Kind.RING, Pace.DRIFTING, () -> new Original(31, 14, 18)),
    SPMC_QUEUE("JCTools SPMC queue of Long", Kind.RING, SpmcRing::new),
    BLOCKING_QUEUE("ArrayBlockingQueue of Long", Kind.RING, BlockingRing::new),

    COSID_CHAIN("CosId SegmentChainId", Kind.SEGMENT, CosIdChain::inMemory),

    COSID("CosId snowflake", Kind.SNOWFLAKE, Cap.TWELVE_BITS, () -> Peer.cosId(10, 12)),
    COSID_UNCAPPED("CosId snowflake, 20 bits", Kind.SNOWFLAKE, () -> Peer.cosId(2, 20)),
    TSID_CREATOR("tsid-creator", Kind.SNOWFLAKE, Pace.DRIFTING, Peer::tsidCreator),
    HYPERSISTENCE_TSID("hypersistence-tsid", Kind.SNOWFLAKE, Pace.DRIFTING, Peer::hypersistenceTsid),
    YITTER("Yitter", Kind.SNOWFLAKE, Cap.SIX_BITS, () -> Peer.yitter(6, 6)),
    YITTER_UNCAPPED("Yitter, 15 bits", Kind.SNOWFLAKE, () -> Peer.yitter(1, 15)),
    HUTOOL("Hutool", Kind.SNOWFLAKE, Cap.TWELVE_BITS, Peer::hutool),
    MYBATIS_PLUS("MyBatis-Plus", Kind.SNOWFLAKE, Cap.TWELVE_BITS, Peer::myBatisPlus),
    SEATA("Seata", Kind.SNOWFLAKE, Cap.TWELVE_BITS, Peer::seata),
    AGRONA("Agrona", Kind.SNOWFLAKE, Cap.TWELVE_BITS, () -> Peer.agrona(10, 12)),
    AGRONA_UNCAPPED("Agrona, 20 bits", Kind.SNOWFLAKE, () -> Peer.agrona(2, 20)),
    TEXTBOOK("textbook snowflake", Kind.SNOWFLAKE, Cap.TWELVE_BITS, () -> new Textbook(12)),
    TEXTBOOK_UNCAPPED("textbook snowflake, 22 bits", Kind.SNOWFLAKE, () -> new Textbook(22)),

    UUID_V4("UUIDv4, java.util", Kind.UUID, Peer::uuidV4),
    UUID_V7("UUIDv7, uuid-creator", Kind.UUID, Peer::uuidV7),
    UUID_V7_OF_UIDS("UUIDv7 of UIDs, UuidFormat", Kind.UUID, UidUuids::new);

    private final String shownName;
    private final Kind kind;
    private final Pace pace;
    private final long capPerSecond;

    @SuppressWarnings("ImmutableEnumChecker") // constructors, which hold no state
    private final Supplier<Contestant> factory;

    @SuppressWarnings("ImmutableEnumChecker") // as above
    private final Supplier<Contestant> nothingToBorrow;

    Entrant(String shownName, Kind kind, Supplier<Contestant> factory) {
        this(shownName, kind, Pace.STEADY, factory);
    }

    Entrant(String shownName, Kind kind, Pace pace, Supplier<Contestant> factory) {
        this(shownName, kind, pace, 0, factory, factory);
    }

    Entrant(String shownName, Kind kind, long capPerSecond, Supplier<Contestant> factory) {
        this(shownName, kind, Pace.CAPPED, capPerSecond, factory, factory);
    }

    Entrant(String shownName, Kind kind, Function<Duration, Contestant> ofMaxBorrow) {
        this(
                shownName,
                kind,
                Pace.BORROWING,
                0,
                () -> ofMaxBorrow.apply(Duration.ofHours(24)),
                () -> ofMaxBorrow.apply(Duration.ZERO));
    }

    Entrant(
            String shownName,
            Kind kind,
            Pace pace,
            long capPerSecond,
            Supplier<Contestant> factory,
            Supplier<Contestant> nothingToBorrow) {
        this.shownName = shownName;
        this.kind = kind;
        this.pace = pace;
        this.capPerSecond = capPerSecond;
        this.factory = factory;
        this.nothingToBorrow = nothingToBorrow;
    }

    public String shownName() {
        return shownName;
    }

    public Kind kind() {
        return kind;
    }

    public Pace pace() {
        return pace;
    }

    /**
     * Returns how many ids a second the bits of the sequence allow in real time; zero unless it is {@link Pace#CAPPED}.
     */
    public long capPerSecond() {
        return capPerSecond;
    }

    /** Starts the contestant. One that borrows time may be as far ahead of the clock as is the default, a day. */
    public Contestant start() {
        return factory.get();
    }

    /**
     * Starts the contestant so that it has, from the beginning, the rate that it has when it has borrowed all that it
     * may.
     */
    public Contestant startWithNothingToBorrow() {
        return nothingToBorrow.get();
    }

    private static final class Cap {
        static final long TWELVE_BITS = 4_096_000;

        /** Sequences start at 5. */
        static final long SIX_BITS = 59_000;
    }
}
