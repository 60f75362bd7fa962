package org.uidgenerator.redis;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs scripts, which the server keeps once it has run them. */
final class Script {
    private Script() {}

    /**
     * Sends the text if the server does not have it: at first, after its restart or failover, or {@code SCRIPT FLUSH}.
     */
    @SuppressWarnings("TypeParameterUnusedInFormals") // T goes with the output type, as in Lettuce
    static <T> T run(Link link, String text, ScriptOutputType type, List<String> keys, String... arguments) {
        String[] declared = keys.toArray(String[]::new);
        try {
            return link.await(commands -> commands.evalsha(commands.digest(text), type, declared, arguments));
        } catch (RedisNoScriptException notLoaded) {
            return link.await(commands -> commands.eval(text, type, declared, arguments));
        }
    }

    /** Makes a map of the names and values by turns that a script has read from a hash. */
    static Map<String, String> fields(List<String> namesAndValues) {
        Map<String, String> fields = new HashMap<>();
        for (int i = 0; i < namesAndValues.size(); i += 2) {
            fields.put(namesAndValues.get(i), namesAndValues.get(i + 1));
        }
        return fields;
    }
}
