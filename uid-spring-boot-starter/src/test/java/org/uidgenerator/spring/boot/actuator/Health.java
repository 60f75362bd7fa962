package org.uidgenerator.spring.boot.actuator;

import java.util.Map;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * What the health indicators of both lines of Boot show, for tests elsewhere.
 *
 * @param condition that of the worst generator
 * @param details what each says
 */
public record Health(String condition, Map<String, Object> details) {
    /** Judges the generators of a context that are made. */
    public static Health of(ConfigurableListableBeanFactory beanFactory) {
        UidHealth.Verdict verdict = UidHealth.of(beanFactory).judge();
        return new Health(verdict.worst().name(), verdict.details());
    }
}
