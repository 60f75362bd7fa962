package org.uidgenerator.persistence.hibernate;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.Map;
import org.hibernate.HibernateException;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.Test;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.persistence.TestGenerators;

/** A persistence unit that could not fill its ids does not start. */
class MissingGeneratorTest {
    @Test
    void saysWhereAGeneratorCanComeFrom() {
        assertThatThrownBy(() -> start(Parcel.class, Map.of()))
                .isInstanceOf(HibernateException.class)
                .hasMessage(
                        "@Uid needs the setting org.uidgenerator.generator or, in a bean container, one bean of type"
                                + " UidGenerator: there is neither");
    }

    @Test
    void namesTheGeneratorThatIsMissing() {
        try (UidGenerator ids = TestGenerators.ofWorker(1)) {
            assertThatThrownBy(() -> start(Customer.class, Map.of(UidValueGenerator.SETTING, ids)))
                    .isInstanceOf(HibernateException.class)
                    .hasMessage(
                            "@Uid needs the setting org.uidgenerator.generator.numbers or, in a bean container, a bean"
                                    + " of type UidGenerator named numbers: there is neither");
        }
    }

    @Test
    void refusesAGeneratorsNameForTheGenerator() {
        assertThatThrownBy(() -> start(Parcel.class, Map.of(UidValueGenerator.SETTING, "orders")))
                .isInstanceOf(HibernateException.class)
                .hasMessage("setting org.uidgenerator.generator must be a UidGenerator, the object itself:"
                        + " org.uidgenerator.generator=orders");
    }

    @Test
    void refusesAttributesThatHoldNoUid() {
        try (UidGenerator ids = TestGenerators.ofWorker(1)) {
            assertThatThrownBy(() -> start(Narrow.class, Map.of(UidValueGenerator.SETTING, ids)))
                    .isInstanceOf(HibernateException.class)
                    .hasMessage("@Uid must be on a long or Long:"
                            + " org.uidgenerator.persistence.hibernate.MissingGeneratorTest$Narrow.id is of type int");
        }
    }

    private static void start(Class<?> entity, Map<String, ?> settings) {
        Configuration configuration =
                new Configuration().addAnnotatedClass(entity).setProperty("hibernate.connection.url", "jdbc:h2:mem:");
        configuration.getProperties().putAll(settings);
        configuration.buildSessionFactory().close();
    }

    @Entity
    static class Narrow {
        @Id
        @Uid
        int id;
    }
}
