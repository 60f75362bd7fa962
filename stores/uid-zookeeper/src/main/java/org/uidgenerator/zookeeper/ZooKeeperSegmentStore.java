package org.uidgenerator.zookeeper;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.OptionText;
import org.uidgenerator.PendingWrite;
import org.uidgenerator.StoreException;
import org.uidgenerator.StoreIdentity;
import org.uidgenerator.StoreIdentityRecord;
import org.uidgenerator.UidRange;
import org.uidgenerator.segment.CounterSettings;
import org.uidgenerator.segment.ExhaustedCounterException;
import org.uidgenerator.segment.NoSuchCounterException;
import org.uidgenerator.segment.SegmentStore;
import org.uidgenerator.segment.UnknownTags;

/**
 * Counters in ZooKeeper, each the number in a persistent node {@code /uid/default:segments/orders}: the last one that a
 * generator has taken.
 *
 * <p>ZooKeeper acknowledges a write when a majority of its servers has it on disk, and loses none of these while the
 * disks of a majority survive. So a number comes twice only after an operator has restored a backup, lowered or removed
 * a node, or run servers with {@code forceSync=no}. A generator skips those that it has taken itself, but it does not
 * know those of others. A client with the right {@code WRITE} on a counter can set it back.
 *
 * <p>A counter is raised if its node still has the version that was read, over the same session. If another process was
 * faster, the counter is read again after a random time of up to an eighth of a second, until the client's connection
 * time-out has passed since the first attempt. A write whose answer is lost is not repeated: the range is lost, and no
 * caller gets it.
 *
 * <p>The caller starts the client, and closes it after the generators. {@link ZooKeeperLeaseStore} says which rights it
 * needs and how long a call may take. Set its time-outs to less than half of the {@code maxWait} of generators. All
 * methods may be called from any thread, possibly from several at the same time.
 */
public final class ZooKeeperSegmentStore implements SegmentStore {
    /** No namespace has a colon, so no leases are there. */
    private static final String COUNTERS = ":segments";

    /** What a tag may have and the name of a node may not, and what is written in place of it. */
    private static final Pattern NOT_IN_NAMES = Pattern.compile("[%/]|^\\.{1,2}$");

    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,19}");

    private final Nodes nodes;
    private final String path;
    private final IdentityNode identity;
    private final UnknownTags unknownTags;

    private ZooKeeperSegmentStore(Builder builder) {
        nodes = Nodes.of(builder.client);
        String namespace = Nodes.requireNamespace(builder.namespace);
        path = ZooKeeperLeaseStore.ROOT + "/" + namespace + COUNTERS;
        identity = new IdentityNode(nodes, namespace, path);
        unknownTags = builder.unknownTags;
    }

    /**
     * Makes a store of the namespace {@code default}, whose counters must exist.
     *
     * @param client a client that is started
     * @return the store, which is not read yet
     * @throws IllegalArgumentException if the client is not started
     */
    public static ZooKeeperSegmentStore on(CuratorFramework client) {
        return builder(client).build();
    }

    /**
     * Starts a store with other settings than {@link #on} has.
     *
     * @param client a client that is started
     * @return a builder with the defaults
     */
    public static Builder builder(CuratorFramework client) {
        return new Builder(client);
    }

    /**
     * Returns the node above the counters. The name of the store identity is the namespace. Leases of the same
     * namespace have a store identity of their own.
     *
     * @return the record
     */
    @Override
    public Optional<StoreIdentityRecord> identityRecord() {
        return Optional.of(identity);
    }

    private String path(String tag) {
        String name = NOT_IN_NAMES
                .matcher(SegmentStore.requireTag(tag))
                .replaceAll(found ->
                        found.group().replace("%", "%25").replace("/", "%2F").replace(".", "%2E"));
        return path + "/" + name;
    }

    /**
     * Takes the next range of a tag.
     *
     * @throws IllegalArgumentException if it is no tag
     */
    @Override
    public UidRange take(String tag, long length) {
        return beginTake(null, tag, length).confirm();
    }

    @Override
    public PendingWrite<UidRange> beginTake(@Nullable StoreIdentity identity, String tag, long length) {
        String counter = path(tag);
        Contention contention = new Contention(nodes.patience());
        while (true) {
            Nodes.Branch branch = nodes.readBranch(counter);
            requireIdentity(identity, branch);
            if (branch.parent().isPresent() && branch.child().isPresent()) {
                UidRange next = next(tag, lastOf(tag, branch.child().get()), length);
                if (nodes.write(branch, Long.toString(next.last()))) {
                    return PendingWrite.confirmed(next);
                }
                pause(contention, tag);
            } else if (unknownTags == UnknownTags.CREATE) {
                nodes.create(counter); // without a number, so it is no counter until a range is taken
            } else {
                throw noCounter(tag);
            }
        }
    }

    @Override
    public boolean giveBack(@Nullable StoreIdentity identity, String tag, UidRange rest) {
        Nodes.Branch branch = nodes.readBranch(path(tag));
        requireIdentity(identity, branch);
        String last = Long.toString(rest.last());
        return branch.parent().isPresent()
                && branch.child().filter(node -> node.text().equals(last)).isPresent()
                && nodes.write(branch, Long.toString(rest.first() - 1));
    }

    private void requireIdentity(@Nullable StoreIdentity expected, Nodes.Branch branch) {
        if (expected != null) {
            expected.requireIn(toString(), branch.parent().flatMap(identity::of));
        }
    }

    private long lastOf(String tag, Node node) {
        if (node.isEmpty()) {
            if (unknownTags == UnknownTags.CREATE) {
                return 0;
            }
            throw noCounter(tag);
        }
        try {
            if (NUMBER.matcher(node.text()).matches()) {
                return Long.parseLong(node.text());
            }
        } catch (NumberFormatException e) {
            // more than a long holds
        }
        throw nodes.foreign(path(tag), node.quote(), "a counter", "write the last number into it that was taken", null);
    }

    private NoSuchCounterException noCounter(String tag) {
        return new NoSuchCounterException(
                "no counter of tag " + tag + " in " + this + ", ZooKeeperSegmentStore.create makes one");
    }

    private UidRange next(String tag, long last, long length) {
        if (last == Long.MAX_VALUE) {
            throw new ExhaustedCounterException(String.format(
                    Locale.ROOT, "the counter of tag %s in %s is exhausted: it stands at %d", tag, this, last));
        }
        long before = Math.max(-1, last);
        return new UidRange(before + 1, before + Math.min(length, Long.MAX_VALUE - Math.max(0, before)), 1);
    }

    private void pause(Contention contention, String tag) {
        if (!nodes.pause(contention)) {
            throw new StoreException(
                    OptionText.of(
                            "the counter of tag %s in %s was not raised within %s: other processes were faster each time",
                            tag, this, nodes.patience()),
                    null);
        }
    }

    @Override
    public boolean create(String tag, long first) {
        return nodes.fill(
                path(tag), Long.toString(CounterSettings.startingAt(first).first() - 1));
    }

    /** Returns the path above the counters. */
    @Override
    public String toString() {
        return "ZooKeeper " + nodes.fullPath(path);
    }

    /** Makes stores. A builder is for one thread; everything is checked in {@link #build()}. */
    public static final class Builder {
        private final CuratorFramework client;
        private String namespace = "default";
        private UnknownTags unknownTags = UnknownTags.REFUSE;

        private Builder(CuratorFramework client) {
            this.client = Objects.requireNonNull(client, "client");
        }

        /**
         * Names the place of the counters. Those of different namespaces are independent of each other.
         *
         * @param namespace 1 to 64 letters, digits, {@code .}, {@code _} and {@code -}, but neither {@code .} nor
         *     {@code ..}; default {@code default}
         * @return this
         */
        public Builder namespace(String namespace) {
            this.namespace = Objects.requireNonNull(namespace, "namespace");
            return this;
        }

        /**
         * Sets what happens to a tag that has no counter.
         *
         * @param unknownTags default {@link UnknownTags#REFUSE}
         * @return this
         */
        public Builder unknownTags(UnknownTags unknownTags) {
            this.unknownTags = Objects.requireNonNull(unknownTags, "unknownTags");
            return this;
        }

        /**
         * Makes the store. The servers are not asked yet.
         *
         * @return the store
         * @throws IllegalArgumentException if the client is not started, or the namespace is no name of a node
         */
        public ZooKeeperSegmentStore build() {
            return new ZooKeeperSegmentStore(this);
        }
    }
}
