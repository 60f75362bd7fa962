package org.uidgenerator.redis;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisLoadingException;
import java.util.Locale;
import java.util.Map;

/**
 * The acknowledged writes that a server may lose when its host crashes or its memory is full.
 *
 * @param loss how much
 * @param settings the settings that say so, or why they cannot be read
 */
record Persistence(Loss loss, String settings) {
    enum Loss {
        /** Each write is on disk before it is acknowledged. */
        NONE(INFO, "Redis loses no write in a crash: {3}"),

        /** A write is on disk about a second after it was acknowledged. */
        A_SECOND(INFO, "Redis may lose the last second in a crash, so each {1} is read again {2} later: {3}"),

        /** Unknown, because the server does not say. */
        UNKNOWN(
                WARNING,
                "Redis does not say what it may lose, so each {1} is read again {2} later; make sure of appendonly=yes and maxmemory-policy=noeviction: {3}"),

        /** Any leases, however old. */
        ANYTHING(
                WARNING, "Redis may lose {0}, and UIDs would be issued twice; accepted with acceptDataLoss(true): {3}");

        private static final System.Logger LOG = System.getLogger(Durability.class.getName());

        private final System.Logger.Level level;
        private final String meaning;

        Loss(System.Logger.Level level, String meaning) {
            this.level = level;
            this.meaning = meaning;
        }

        /** Logs what it means: for what is kept, for a write of it, after what time, by which settings. */
        void log(Object... words) {
            LOG.log(level, meaning, words);
        }
    }

    /** Returns whether a write may be lost just after it was acknowledged, but is safe a little later. */
    boolean mayLoseASecond() {
        return loss == Loss.A_SECOND || loss == Loss.UNKNOWN;
    }

    /** Asks the server. Users without the right to ask, and some managed services, get no answer. */
    static Persistence of(Link link) {
        try {
            return of(
                    setting(link, "appendonly"),
                    setting(link, "appendfsync"),
                    setting(link, "maxmemory"),
                    setting(link, "maxmemory-policy"));
        } catch (RedisLoadingException e) {
            throw e;
        } catch (RedisCommandExecutionException e) {
            return new Persistence(Loss.UNKNOWN, "CONFIG GET: " + e.getMessage());
        }
    }

    private static String setting(Link link, String name) {
        Map<String, String> settings = link.await(commands -> commands.configGet(name));
        return settings.getOrDefault(name, "");
    }

    static Persistence of(String appendonly, String appendfsync, String maxmemory, String maxmemoryPolicy) {
        if (!maxmemory.equals("0") && maxmemoryPolicy.startsWith("allkeys-")) {
            return new Persistence(
                    Loss.ANYTHING,
                    String.format(Locale.ROOT, "maxmemory=%s, maxmemory-policy=%s", maxmemory, maxmemoryPolicy));
        }
        String settings = String.format(Locale.ROOT, "appendonly=%s, appendfsync=%s", appendonly, appendfsync);
        if (appendonly.isEmpty() || appendfsync.isEmpty()) {
            return new Persistence(Loss.UNKNOWN, "CONFIG GET: " + settings);
        }
        if (appendonly.equals("yes") && appendfsync.equals("always")) {
            return new Persistence(Loss.NONE, settings);
        }
        boolean everySecond = appendonly.equals("yes") && appendfsync.equals("everysec");
        return new Persistence(everySecond ? Loss.A_SECOND : Loss.ANYTHING, settings);
    }
}
