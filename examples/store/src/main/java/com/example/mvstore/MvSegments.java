package com.example.mvstore;

import java.util.List;
import org.h2.mvstore.MVStore;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.UnknownTags;
import org.uidgenerator.spring.boot.SegmentStoreProvider;
import org.uidgenerator.spring.boot.StoreRequest;

/** Makes {@code uid.segments.store=mvstore} known to the starter. */
public final class MvSegments implements SegmentStoreProvider<MvSegments.Properties> {
    /** Found by {@code spring.factories}. */
    public MvSegments() {}

    /** There is nothing to set. */
    @ConfigurationProperties("uid.segments.mvstore")
    public record Properties() {}

    @Override
    public String name() {
        return "mvstore";
    }

    @Override
    public String storeType() {
        return MvSegmentStore.class.getName();
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
        return "Add an MVStore bean. Counters are in a file that this process has open.";
    }

    @Override
    public SegmentStore open(StoreRequest<Properties> request, UnknownTags unknownTags) {
        return new MvSegmentStore((MVStore) request.bean(), unknownTags);
    }
}
