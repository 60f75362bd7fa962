package org.uidgenerator.spring.boot.actuator;

import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;

/** Shows Boot 3 the health of the generators. */
final class UidHealthBoot3Indicator implements HealthIndicator {
    private final UidHealth health;

    UidHealthBoot3Indicator(UidHealth health) {
        this.health = health;
    }

    @Override
    public Health health() {
        UidHealth.Verdict verdict = health.judge();
        return Health.status(verdict.worst().name())
                .withDetails(verdict.details())
                .build();
    }
}
