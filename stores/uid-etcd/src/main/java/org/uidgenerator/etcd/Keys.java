package org.uidgenerator.etcd;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The keys of a namespace. Worker ids have as many digits as the greatest one, so that keys are in their order.
 *
 * @param namespace has no slash
 */
record Keys(String namespace) {
    private String key(String name) {
        return "/uid/" + namespace + "/" + name;
    }

    String identity() {
        return key("identity");
    }

    String dealt() {
        return key("dealt");
    }

    String lease(long workerId) {
        return key("lease/" + digits(workerId));
    }

    /**
     * Returns the key by which a row is found that a holder has or had last. With the length of the name first, none
     * that begins with one name belongs to another, whatever characters they have.
     */
    String holder(String holder, long workerId) {
        int length = holder.getBytes(StandardCharsets.UTF_8).length;
        return key("holder/" + length + ":" + holder + ":" + digits(workerId));
    }

    private static String digits(long workerId) {
        return String.format(Locale.ROOT, "%019d", workerId);
    }

    /** Returns the worker id of a key. */
    static long workerId(String key) {
        return Long.parseLong(key.substring(key.length() - 19));
    }

    /** Returns the key after a key, before any other. */
    static String after(String key) {
        return key + '\0';
    }
}
