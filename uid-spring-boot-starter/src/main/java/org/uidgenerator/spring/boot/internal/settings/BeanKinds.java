package org.uidgenerator.spring.boot.internal.settings;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The few of the {@link UidProperties} that decide which beans there are. They are read for the definitions; the rest
 * is read when a bean needs it.
 */
public record BeanKinds(
        UidProperties.@Nullable Type type,
        @DefaultValue Client client,
        @DefaultValue Worker worker) {

    /** Returns the type that is meant, in so many words or by what else is set. */
    public UidProperties.Type kind() {
        if (type != null) {
            return type;
        }
        boolean isRemote = client.servers() != null || client.serviceId() != null;
        return isRemote ? UidProperties.Type.REMOTE : UidProperties.Type.CACHED;
    }

    public record Client(
            @Nullable List<String> servers, @Nullable String serviceId) {}

    public record Worker(
            @Nullable Assigner assigner,
            @Nullable Long id,
            @Nullable String variable,
            @Nullable String store) {

        /** Returns the assigner that is meant, in so many words or by what else is set. */
        public Assigner kind() {
            if (assigner != null) {
                return assigner;
            }
            if (id != null) {
                return Assigner.FIXED;
            }
            return variable != null ? Assigner.ENV : Assigner.LEASED;
        }
    }
}
