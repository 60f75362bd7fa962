package org.uidgenerator.internal.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that remembers ticks, whatever else it has. */
public abstract class TickFileContract<C extends TickFile.Contents<C>> {
    private static final String DAMAGED = "it is damaged, or was written by another version";

    @TempDir
    protected Path folder;

    protected final DisturbedFile.Disk disk = new DisturbedFile.Disk();
    protected TickFile<C> ticks;
    private final long start;
    private final long step;
    private final long last;

    /**
     * @param start the last tick that may have been used before
     * @param step how many ticks are reserved with the first write
     * @param last the last tick that may ever be used
     */
    protected TickFileContract(long start, long step, long last) {
        this.start = start;
        this.step = step;
        this.last = last;
    }

    protected abstract TickFile<C> begin(LockedFile file);

    protected abstract C parse(String text);

    @BeforeEach
    void open() throws IOException {
        ticks = begin(disk.open(path()));
    }

    @AfterEach
    void close() {
        ticks.close();
    }

    protected final Path path() {
        return folder.resolve("ticks");
    }

    protected final long usedThrough() throws IOException {
        return parse(Files.readString(path())).usedThrough();
    }

    @Test
    void allowsNoTickThatIsNotInIt() throws IOException {
        assertThat(ticks.usableThrough()).isEqualTo(start);

        ticks.cover(start);

        assertThat(usedThrough()).isEqualTo(start + step);
        assertThat(ticks.usableThrough()).isEqualTo(start + step);
    }

    @Test
    void asksForTheNextWriteWhenHalfIsUsedUp() throws IOException {
        ticks.cover(start);

        assertThat(ticks.dueAfter()).isEqualTo(start + step / 2);
        ticks.cover(start + step / 2);
        assertThat(usedThrough()).isEqualTo(start + step);
        ticks.cover(start + step / 2 + 1);
        assertThat(usedThrough()).isGreaterThan(start + step);
    }

    @Test
    void asksForNothingWhereAllTicksAreCovered() throws IOException {
        ticks.cover(last);

        assertThat(usedThrough()).isEqualTo(last);
        assertThat(ticks.usableThrough()).isEqualTo(last);
        assertThat(ticks.dueAfter()).isEqualTo(Long.MAX_VALUE);
    }

    /** By a task that looked whether its owner has ended right before that did. */
    @Test
    void coversNothingAfterTheEnd() throws IOException {
        ticks.cover(start + 20);
        ticks.endAt(start + 3);
        ticks.cover(last);

        assertThat(usedThrough()).isEqualTo(start + 3);
    }

    @Test
    void coversNothingOnceItIsClosed() throws IOException {
        ticks.cover(start);
        ticks.close();
        ticks.cover(last);

        assertThat(usedThrough()).isEqualTo(start + step);
    }

    @Test
    void isWrittenOnceHoweverOftenItEndsInOneWay() {
        ticks.cover(start);
        ticks.endAt(start);
        ticks.endAt(start);
        ticks.endAt(last);

        assertThat(disk.writes()).isEqualTo(2);
    }

    private byte[] written() throws IOException {
        ticks.cover(start);
        return Files.readAllBytes(path());
    }

    private void assertDamaged(byte[] text) {
        assertThatThrownBy(() -> parse(new String(text, StandardCharsets.UTF_8)))
                .isInstanceOf(LockedFileException.class)
                .hasMessageStartingWith(DAMAGED);
    }

    @Test
    void isRefusedTruncatedAtAnyLength() throws IOException {
        byte[] text = written();
        for (int length = 1; length < text.length; length++) {
            assertDamaged(Arrays.copyOf(text, length));
        }
    }

    @Test
    void isRefusedWithAnyBitFlipped() throws IOException {
        byte[] text = written();
        for (int bit = 0; bit < 8 * text.length; bit++) {
            byte[] flipped = text.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            assertDamaged(flipped);
        }
    }

    @Test
    void isRefusedWithManyBytesDamaged() throws IOException {
        SplittableRandom random = new SplittableRandom(4_711);
        byte[] text = written();
        for (int attempt = 0; attempt < 2_000; attempt++) {
            byte[] damaged = text.clone();
            for (int i = random.nextInt(1, 64); i > 0; i--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            assertThat(damaged).isNotEqualTo(text);
            assertDamaged(damaged);
        }
    }

    @Test
    void isRefusedWithSomethingBehindIt() throws IOException {
        String text = new String(written(), StandardCharsets.UTF_8);
        assertDamaged((text + "\n").getBytes(StandardCharsets.UTF_8));
        assertDamaged((text + text).getBytes(StandardCharsets.UTF_8));
    }
}
