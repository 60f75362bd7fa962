package org.uidgenerator.spring.boot.actuator;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Shows Boot 4 the health of the generators. */
final class UidHealthIndicator implements HealthIndicator {
    private final UidHealth health;

    UidHealthIndicator(UidHealth health) {
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
