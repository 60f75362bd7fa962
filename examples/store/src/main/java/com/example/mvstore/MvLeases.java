package com.example.mvstore;

import java.util.List;
import java.util.Optional;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.uidgenerator.OptionText;
import org.uidgenerator.spring.boot.LeaseStoreProvider;
import org.uidgenerator.spring.boot.StoreRequest;
import org.uidgenerator.worker.lease.store.WorkerLeaseStore;

/** Makes {@code uid.worker.store=mvstore} known to the starter. */
public final class MvLeases implements LeaseStoreProvider<MvLeases.Properties> {
    /** Found by {@code spring.factories}. */
    public MvLeases() {}

    /**
     * The properties of the store.
     *
     * @param mapPrefix What the names of the maps begin with.
     */
    @ConfigurationProperties("uid.worker.mvstore")
    public record Properties(@DefaultValue("leases") String mapPrefix) {}

    @Override
    public String name() {
        return "mvstore";
    }

    @Override
    public String storeType() {
        return MvLeaseStore.class.getName();
    }

    @Override
    public String module() {
        return "com.example:mvstore-leases";
    }

    @Override
    public List<String> beanTypes() {
        return List.of("org.h2.mvstore.MVStore");
    }

    @Override
    public Class<Properties> properties() {
        return Properties.class;
    }

    @Override
    public String remedy() {
        return "Add an MVStore bean. Leased from a file that this process has open.";
    }

    @Override
    public Optional<OptionText> advice(Throwable failure) {
        return failure instanceof MVStoreException
                ? Optional.of(OptionText.plain("The file is that of the MVStore bean: MVStore.Builder.fileName."))
                : Optional.empty();
    }

    @Override
    public WorkerLeaseStore open(StoreRequest<Properties> request, String namespace) {
        return new MvLeaseStore((MVStore) request.bean(), request.properties().mapPrefix(), namespace);
    }
}
