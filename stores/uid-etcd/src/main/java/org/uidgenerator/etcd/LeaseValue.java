package org.uidgenerator.etcd;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import com.google.gson.reflect.TypeToken;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.uidgenerator.worker.lease.LeaseColumns;
import org.uidgenerator.worker.lease.StoredLease;

/** A row as the value of its key: a JSON object with the names of the SQL columns. */
final class LeaseValue {
    private static final Gson JSON = new GsonBuilder().disableHtmlEscaping().create();
    private static final Type COLUMNS =
            TypeToken.getParameterized(Map.class, String.class, String.class).getType();

    private LeaseValue() {}

    static String of(StoredLease lease) {
        return JSON.toJson(LeaseColumns.of(lease));
    }

    /** Reads a row; empty if the text is none. */
    static Optional<StoredLease> parse(long workerId, String text) {
        try {
            Map<String, String> columns = JSON.fromJson(text, COLUMNS);
            return Optional.of(LeaseColumns.read(workerId, Objects.requireNonNullElse(columns, Map.of())));
        } catch (JsonParseException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
