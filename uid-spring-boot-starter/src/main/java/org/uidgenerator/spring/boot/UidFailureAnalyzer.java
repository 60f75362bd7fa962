package org.uidgenerator.spring.boot;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.env.Environment;
import org.uidgenerator.OptionException;
import org.uidgenerator.OptionText;
import org.uidgenerator.UidGenerateException;

/**
 * Shows why generators or counters do not start without a stack trace: the rule that a value breaks or what the store
 * said, in the names of properties, and where these are set.
 */
final class UidFailureAnalyzer implements FailureAnalyzer {
    private static final Pattern SCRIPT = Pattern.compile("\\bsql/([\\w-]+\\.sql)");

    private final BeanFactory beanFactory;
    private final GeneratorProperties properties;

    /** Called by Boot. */
    UidFailureAnalyzer(BeanFactory beanFactory, Environment environment) {
        this.beanFactory = beanFactory;
        properties = new GeneratorProperties(environment);
    }

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        Optional<MadeBean> bean = Optional.empty();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException) {
                return null; // Boot's own analyzers know more
            }
            if (cause instanceof PublicIdsKeyException) {
                return new FailureAnalysis(String.valueOf(cause.getMessage()), null, cause);
            }
            if (cause instanceof BeanCreationException creation) {
                bean = MadeBean.named(creation.getBeanName(), beanFactory);
            } else if (cause instanceof UidGenerateException || (bean.isPresent() && isRefusal(cause))) {
                return analysis(cause, bean);
            }
        }
        return null;
    }

    /** Returns whether it is what builders throw. */
    private static boolean isRefusal(Throwable cause) {
        return cause instanceof IllegalArgumentException || cause instanceof IllegalStateException;
    }

    private FailureAnalysis analysis(Throwable cause, Optional<MadeBean> bean) {
        String description = bean.map(made -> subject(made) + " could not start: " + inProperties(cause, made))
                .orElse("There are no UIDs: " + cause.getMessage());
        return new FailureAnalysis(description, action(String.valueOf(cause.getMessage()), bean), cause);
    }

    private String subject(MadeBean bean) {
        if (bean.kind() == MadeBean.Kind.COUNTERS) {
            return "The counters";
        }
        return properties.isNamed(bean.generator()) ? "The UID generator " + bean.generator() : "A UID generator";
    }

    private String inProperties(Throwable cause, MadeBean bean) {
        PropertyNames names = new PropertyNames(properties, bean);
        String message = OptionText.saidBy(cause).with(names);
        if (cause instanceof OptionException refused) {
            names.apply(refused.option()); // the rule need not name it
        }
        List<String> origins = names.origins();
        return origins.isEmpty() ? message : message + "\n\n    " + String.join("\n    ", origins);
    }

    /** Returns what the message does not say itself: where a script is, and where a client or a server is told what. */
    private static @Nullable String action(String message, Optional<MadeBean> bean) {
        List<String> hints = new ArrayList<>();
        Matcher script = SCRIPT.matcher(message);
        if (script.find()) {
            hints.add("The script is in the jar uid-worker-db: org/uidgenerator/worker/db/" + script.group(1));
        }
        if (message.startsWith("no worker id from Redis: ")) {
            hints.add("Servers, user and password are those of the client: spring.data.redis.url, .username, .password,"
                    + " .sentinel.* and .cluster.*, or the RedisURI of the RedisClient bean.");
        }
        if (message.contains("appendonly=")) {
            boolean counters =
                    bean.filter(made -> made.kind() == MadeBean.Kind.COUNTERS).isPresent();
            hints.add(
                    "appendonly, appendfsync and maxmemory-policy are settings of the Redis server; acceptDataLoss is uid."
                            + (counters ? "segments" : "worker") + ".redis.accept-data-loss.");
        }
        if (message.startsWith("no worker id from ZooKeeper ")) {
            hints.add(
                    "Servers, time-outs, retry policy and authorization are those of the CuratorFramework bean:"
                            + " connectString, sessionTimeoutMs, connectionTimeoutMs, retryPolicy and authorization of its builder.");
        }
        return hints.isEmpty() ? null : String.join("\n", hints);
    }
}
