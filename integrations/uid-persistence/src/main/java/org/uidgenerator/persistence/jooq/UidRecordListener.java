package org.uidgenerator.persistence.jooq;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jooq.Record;
import org.jooq.RecordContext;
import org.jooq.RecordListener;
import org.jooq.TableField;
import org.jooq.TableRecord;
import org.jooq.types.ULong;
import org.uidgenerator.UidSource;
import org.uidgenerator.persistence.internal.UidTarget;

/**
 * Fills fields of records that are {@code null} or 0 before jOOQ inserts the records, each from one generator or
 * counter: by {@code insert()}, {@code store()}, and in batches of records. A field that is set keeps its value.
 *
 * <p>jOOQ tells listeners of records alone. Statements such as {@code insertInto(...)} and {@code mergeInto(...)} are
 * not filled: name a UID as one of their values.
 *
 * <p>A configuration may have several, such as one for each counter. For all threads.
 */
public final class UidRecordListener implements RecordListener {
    private static final Set<Class<?>> TYPES = Set.of(Long.class, ULong.class, String.class);

    private final UidSource source;
    private final List<TableField<?, ?>> fields;

    private UidRecordListener(UidSource source, List<TableField<?, ?>> fields) {
        this.source = source;
        this.fields = fields;
        if (fields.isEmpty()) {
            throw new IllegalArgumentException("fields must be at least one: fields=[]");
        }
        fields.forEach(UidRecordListener::requireWide);
    }

    /**
     * Returns a listener.
     *
     * @param source where the UIDs come from, a generator or the tag of a counter; it is not closed here
     * @param fields the fields to fill, of one table or several, each a {@code Long}, {@code ULong} or {@code String}
     *     in the database
     * @return the listener
     * @throws IllegalArgumentException if there is no field, or one of another type
     */
    public static UidRecordListener of(UidSource source, TableField<?, ?>... fields) {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(fields, "fields");
        return new UidRecordListener(source, List.of(fields));
    }

    private static void requireWide(TableField<?, ?> field) {
        Class<?> type = field.getConverter().fromType();
        if (!TYPES.contains(type)) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "field must be a Long, ULong or String: %s is of type %s",
                    field,
                    type.getSimpleName()));
        }
    }

    /**
     * Fills the fields of a record.
     *
     * @throws org.uidgenerator.UidGenerateException if there is no UID
     */
    @Override
    public void insertStart(RecordContext context) {
        if (context.record() instanceof TableRecord<?> inserted) {
            for (TableField<?, ?> field : fields) {
                if (field.getTable().equals(inserted.getTable())) {
                    fill(inserted, field);
                }
            }
        }
    }

    private <T> void fill(Record inserted, TableField<?, T> field) {
        T held = inserted.get(field);
        if (held == null || UidTarget.isEmpty(field.getConverter().to(held))) {
            inserted.set(field, field.getDataType().convert(source.getUID()));
        }
    }
}
