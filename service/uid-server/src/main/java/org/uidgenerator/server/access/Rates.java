package org.uidgenerator.server.access;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.uidgenerator.server.SettingException;
import org.uidgenerator.server.access.ServerProperties.ClientProperties;

/**
 * The rates that properties set. If none limits ids, clients share equally what the layout sustains. So clients in a
 * loop cannot use up the time that the generator may borrow, and each of them gets its share whatever the others do.
 */
final class Rates {
    /** How long a client's unused share of UIDs is kept, as far as the {@link Lead} allows. */
    static final Duration BURST = Duration.ofMinutes(5);

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final long GREATEST_PER_SECOND = 1_000_000_000;

    private final ServerProperties properties;
    private final Lead lead;
    private final double share;

    /**
     * Reads the rates.
     *
     * @param lead of the server, which knows how many UIDs the layout sustains
     * @throws SettingException if one is out of range
     */
    Rates(ServerProperties properties, Lead lead) {
        this.properties = properties;
        this.lead = lead;
        requireRates("uid.server", properties.requestsPerSecond(), properties.idsPerSecond());
        for (Map.Entry<String, ClientProperties> client : properties.clients().entrySet()) {
            requireRates(
                    "uid.server.clients." + client.getKey(),
                    client.getValue().requestsPerSecond(),
                    client.getValue().idsPerSecond());
        }
        long sharers = properties.clients().values().stream()
                .filter(client ->
                        client.idsPerSecond() == null && client.scopes().contains(Scope.IDS))
                .count();
        share = Math.min(lead.uidsPerSecond(), GREATEST_PER_SECOND) / Math.max(1, sharers);
    }

    private static void requireRates(String prefix, @Nullable Long requestsPerSecond, @Nullable Long idsPerSecond) {
        requireRate(prefix + ".requests-per-second", requestsPerSecond);
        requireRate(prefix + ".ids-per-second", idsPerSecond);
    }

    private static void requireRate(String name, @Nullable Long rate) {
        if (rate != null && (rate < 1 || rate > GREATEST_PER_SECOND)) {
            throw new SettingException(
                    String.format(Locale.ROOT, "%s must be in [1, %d]: %d", name, GREATEST_PER_SECOND, rate));
        }
    }

    /** Makes a client, whose properties have a prefix, with its rates: its own, else those of all. */
    Client client(String name, String prefix, ClientProperties own) {
        Rate requests = rate(
                "requests", ".requests-per-second", prefix, own.requestsPerSecond(), properties.requestsPerSecond());
        Rate ids = rate("ids", ".ids-per-second", prefix, own.idsPerSecond(), properties.idsPerSecond());
        UidRate uids =
                ids == Rate.UNLIMITED ? share(prefix + ".ids-per-second") : new UidRate(ids, Rate.UNLIMITED, lead);
        return new Client(name, own.scopes(), own.tags(), requests, uids, ids);
    }

    private UidRate share(String setting) {
        return new UidRate(share(setting, BURST), share(setting, UidRate.STEADY), lead);
    }

    private Rate share(String setting, Duration period) {
        return limit("ids", setting, (long) Math.max(1, share * period.toSeconds()), period);
    }

    private static Rate rate(String what, String setting, String prefix, @Nullable Long own, @Nullable Long common) {
        if (own != null) {
            return limit(what, prefix + setting, own, SECOND);
        }
        return common == null ? Rate.UNLIMITED : limit(what, "uid.server" + setting, common, SECOND);
    }

    private static Rate limit(String what, String setting, long count, Duration period) {
        return new Rate.Limited(what, setting, count, period, Rate.CLOCK);
    }
}
