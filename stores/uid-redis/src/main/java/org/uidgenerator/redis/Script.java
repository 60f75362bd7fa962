package org.uidgenerator.redis;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.List;

/** Runs scripts, which the server keeps once it has run them. */
final class Script {
    private Script() {}

    /**
     * Sends the text if the server does not have it: at first, after its restart or failover, or {@code SCRIPT FLUSH}.
     */
    @SuppressWarnings("TypeParameterUnusedInFormals") // T goes with the output type, as in Lettuce
    static <T> T run(
            RedisCommands<String, String> commands,
            String text,
            ScriptOutputType type,
            List<String> keys,
            String... arguments) {
        String[] declared = keys.toArray(String[]::new);
        try {
            return commands.evalsha(commands.digest(text), type, declared, arguments);
        } catch (RedisNoScriptException notLoaded) {
            return commands.eval(text, type, declared, arguments);
        }
    }
}
