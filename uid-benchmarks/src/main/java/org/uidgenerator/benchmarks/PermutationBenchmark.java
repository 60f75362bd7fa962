package org.uidgenerator.benchmarks;

import java.security.GeneralSecurityException;
import java.util.concurrent.TimeUnit;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.uidgenerator.UidLayout;
import org.uidgenerator.benchmarks.alternatives.WalkingSpeck;
import org.uidgenerator.permutation.UidPermutation;

/**
 * The cost of hiding the volume, per UID, beside one block of AES, of which FF1 takes ten or more. Also measures the
 * fastest cipher that was considered instead, which the report leaves out.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Thread)
public class PermutationBenchmark {
    private static final byte[] KEY = new byte[16];

    private final UidPermutation allBits = UidPermutation.ofAllBits(KEY);
    private final UidPermutation workerAndSequence = UidPermutation.ofWorkerAndSequence(UidLayout.DEFAULT, KEY);
    private final WalkingSpeck speck = new WalkingSpeck(0, 0, 0, 0);
    private final byte[] block = new byte[16];

    private long uid = 1L << 60;

    @SuppressWarnings("NullAway.Init") // JMH calls keyAes() first
    private Cipher aes;

    @Setup(Level.Trial)
    public void keyAes() throws GeneralSecurityException {
        aes = Cipher.getInstance("AES/ECB/NoPadding");
        aes.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(KEY, "AES"));
    }

    @Benchmark
    public long permuteAllBits() {
        return allBits.permute(uid++);
    }

    @Benchmark
    public long restoreAllBits() {
        return allBits.restore(uid++);
    }

    @Benchmark
    public long permuteWorkerAndSequence() {
        return workerAndSequence.permute(uid++);
    }

    @Benchmark
    public long restoreWorkerAndSequence() {
        return workerAndSequence.restore(uid++);
    }

    @Benchmark
    public long permuteAllBitsBySpeck() {
        return speck.permute(uid++);
    }

    @Benchmark
    public int aesBlock() throws GeneralSecurityException {
        return aes.update(block, 0, block.length, block);
    }
}
