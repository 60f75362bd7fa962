package org.uidgenerator.shardingsphere;

import java.util.Collection;
import java.util.Locale;
import java.util.Properties;
import java.util.stream.LongStream;
import org.apache.shardingsphere.infra.algorithm.core.context.AlgorithmSQLContext;
import org.apache.shardingsphere.infra.algorithm.keygen.core.KeyGenerateAlgorithm;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidSource;

/**
 * The key generator of type {@code UID}. Keys are UIDs of a source in {@link UidKeySources}. Its property
 * {@code source} is the name there; it may be left out if there is only one. The source is looked up when keys are
 * needed, so it may be registered after the data source of ShardingSphere has been made.
 */
public final class UidKeyGenerateAlgorithm implements KeyGenerateAlgorithm {
    private static final String SOURCE = "source";

    private @Nullable String source;

    /** Called by ShardingSphere. */
    public UidKeyGenerateAlgorithm() {}

    /**
     * Reads the properties. Called by ShardingSphere.
     *
     * @param properties none, or {@code source}
     * @throws IllegalArgumentException if there are others
     */
    @Override
    public void init(Properties properties) {
        source = new AlgorithmProperties("the key generator UID", properties, SOURCE).text(SOURCE);
    }

    /**
     * Takes keys for a statement, all of them at once.
     *
     * @param context which column they are for
     * @param count how many
     * @return UIDs in the order of the source
     * @throws IllegalStateException if the source is not registered
     * @throws org.uidgenerator.UidGenerateException if the source has no UIDs
     */
    @Override
    public Collection<Long> generateKeys(AlgorithmSQLContext context, int count) {
        long[] keys = new long[count];
        find(context).getUIDs(keys);
        return LongStream.of(keys).boxed().toList();
    }

    private UidSource find(AlgorithmSQLContext context) {
        try {
            return UidKeySources.find(source);
        } catch (IllegalStateException e) {
            throw new IllegalStateException(
                    String.format(
                            Locale.ROOT,
                            "no keys for %s.%s: %s",
                            context.getTableName(),
                            context.getColumnName(),
                            e.getMessage()),
                    e);
        }
    }

    /** Returns that the keys can be asked for as generated ones. */
    @Override
    public boolean isSupportAutoIncrement() {
        return true;
    }

    @Override
    public String getType() {
        return "UID";
    }
}
