package org.uidgenerator.persistence.mybatisplus;

import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.UidGenerator;

/**
 * Makes UIDs for MyBatis-Plus ids of type {@code ASSIGN_ID}, in place of its own. {@code ASSIGN_UUID} remains a random UUID.
 *
 * <p>Such an id must be a {@code Long}, {@code BigInteger}, {@code BigDecimal} or {@code String}. MyBatis-Plus takes
 * an {@code Integer} too and truncates the id to it, which causes duplicates.
 */
public final class UidIdentifierGenerator implements IdentifierGenerator {
    private final UidGenerator generator;

    /**
     * Makes an identifier generator.
     *
     * @param generator where the UIDs come from; it is not closed here
     */
    public UidIdentifierGenerator(UidGenerator generator) {
        this.generator = Objects.requireNonNull(generator, "generator");
    }

    @Override
    public Long nextId(@Nullable Object entity) {
        return generator.getUID();
    }
}
