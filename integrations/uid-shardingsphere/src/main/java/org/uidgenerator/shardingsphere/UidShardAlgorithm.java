package org.uidgenerator.shardingsphere;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Properties;
import java.util.Set;
import org.apache.shardingsphere.sharding.api.sharding.standard.PreciseShardingValue;
import org.uidgenerator.OptionException;
import org.uidgenerator.ShardedUids;
import org.uidgenerator.UidLayout;

/**
 * The sharding algorithm of type {@code UID_SHARD}. A row is in the table or data source of the shard that its UID
 * names, as {@link ShardedUids} makes them. Its properties are those of ShardingSphere's {@code COSID_MOD}, and the
 * layout. All must be set:
 *
 * <ul>
 *   <li>{@code layout}: the layout of the UIDs, in the form of {@link UidLayout#parse}, with bits of the data centre
 *   <li>{@code logic-name-prefix}: what the names of the tables or data sources begin with, as {@code orders_}
 *   <li>{@code mod}: how many of them there are, at most 10,000 and one per shard; the number after the prefix is the
 *       shard modulo {@code mod}
 * </ul>
 *
 * <p>A range of UIDs that is shorter than a tick touches the shards that it can hold, a longer one touches all.
 */
public final class UidShardAlgorithm extends UidRouting {
    private static final String MOD = "mod";
    private static final int MOST = 10_000;

    private String prefix = "";
    private long mod = 1;
    private int shardShift;

    /** Called by ShardingSphere. */
    public UidShardAlgorithm() {}

    /**
     * Reads the properties. Called by ShardingSphere.
     *
     * @param properties those of this algorithm
     * @throws IllegalArgumentException if one is missing, unknown or out of its range
     */
    @Override
    public void init(Properties properties) {
        AlgorithmProperties set =
                new AlgorithmProperties("the sharding algorithm UID_SHARD", properties, LAYOUT, PREFIX, MOD);
        layout = UidLayout.parse(set.required(LAYOUT));
        if (layout.dataCenterBits() == 0) {
            throw new OptionException(LAYOUT, layout, "must have bits of the data centre, because they hold the shard");
        }
        prefix = set.required(PREFIX);
        mod = set.count(MOD, Math.min(1L << layout.dataCenterBits(), MOST));
        shardShift = Long.numberOfTrailingZeros(layout.encode(0, layout.workerId(1, 0), 0));
    }

    @Override
    String nameOf(long uid, PreciseShardingValue<Comparable<?>> value) {
        return name(layout.decode(uid).dataCenterId());
    }

    @Override
    Collection<String> namesOf(long first, long last) {
        Set<String> touched = new LinkedHashSet<>();
        // Read as one number, the bits from the shard on count all shards through, again and again.
        for (long shard = first >>> shardShift; shard <= last >>> shardShift && touched.size() < mod; shard++) {
            touched.add(name(shard & ((1L << layout.dataCenterBits()) - 1)));
        }
        return touched;
    }

    private String name(long shard) {
        return prefix + shard % mod;
    }

    @Override
    public String getType() {
        return "UID_SHARD";
    }
}
