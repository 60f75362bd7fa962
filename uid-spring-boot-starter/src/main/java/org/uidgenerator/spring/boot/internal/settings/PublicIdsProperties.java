package org.uidgenerator.spring.boot.internal.settings;

import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.uidgenerator.spring.boot.internal.ConfigurationException;
import org.uidgenerator.text.UidFormat;

/**
 * The properties {@code uid.public-ids.*} of UIDs that are marked with {@code @PublicUid}.
 *
 * @param key Secret key of the permutation: 32 hexadecimal digits, as "openssl rand -hex 16" makes them. With another
 *     key, published ids stand for other UIDs.
 * @param format How the permuted number is written.
 */
@ConfigurationProperties("uid.public-ids")
public record PublicIdsProperties(
        @Nullable String key, @DefaultValue("crockford32") UidFormat format) {
    /** The annotation that they are for. */
    static final String ANNOTATION = "org.uidgenerator.jackson.PublicUid";

    private static final Pattern KEY = Pattern.compile("[0-9a-fA-F]{32}");

    /**
     * Returns the key.
     *
     * @throws ConfigurationException if it is none, in a message that does not have it
     */
    public static byte[] parse(String key) {
        if (!KEY.matcher(key).matches()) {
            throw new ConfigurationException(
                    "uid.public-ids.key must be 32 hexadecimal digits, as \"openssl rand -hex 16\" makes them: it has "
                            + key.length() + " characters",
                    null);
        }
        return HexFormat.of().parseHex(key);
    }

    /** Does not have the key. */
    @Override
    public String toString() {
        return "PublicIdsProperties[format=" + format + "]";
    }
}
