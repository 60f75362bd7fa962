package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DeferredImportSelector;
import org.springframework.context.annotation.Import;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.TestCompiler;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.data.repository.CrudRepository;
import org.springframework.javapoet.ClassName;
import org.springframework.util.ClassUtils;
import org.uidgenerator.persistence.hibernate.Uid;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;

/** What Spring's processing makes of entities: from Spring Data 4 on it starts Hibernate, without any beans. */
@Tag("proof")
@CompileWithForkedClassLoader
public class JpaAheadOfTimeTest {
    @Entity
    public static class Ticket {
        @Id
        @Uid
        Long id;

        String owner = "Ada";
    }

    public interface Tickets extends CrudRepository<Ticket, Long> {
        Ticket findByOwner(String owner);
    }

    /** By name, because they have moved from Boot 3 to Boot 4. */
    static final class OfBoot implements DeferredImportSelector {
        @Override
        public String[] selectImports(AnnotationMetadata importing) {
            return Stream.of(
                            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
                            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
                            UidWorkerAutoConfiguration.class.getName(),
                            UidAutoConfiguration.class.getName(),
                            "org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration",
                            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration")
                    .filter(name -> ClassUtils.isPresent(name, getClass().getClassLoader()))
                    .toArray(String[]::new);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @AutoConfigurationPackage
    @EnableJpaRepositories(considerNestedRepositories = true)
    @Import(OfBoot.class)
    static class Application {}

    @Test
    @SuppressWarnings("unchecked") // what is generated is of this type
    void anEntityGetsItsIdAsGenerated() {
        TestPropertyValues properties =
                TestPropertyValues.of("spring.datasource.url=jdbc:h2:mem:aot", "spring.jpa.hibernate.ddl-auto=create");
        TestGenerationContext generation = new TestGenerationContext();
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        properties.applyTo(context);
        context.register(Application.class);
        ClassName initializer = new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
        generation.writeGeneratedContent();

        TestCompiler.forSystem().with(generation).compile(compiled -> {
            try (GenericApplicationContext started = new GenericApplicationContext()) {
                properties.applyTo(started);
                compiled.getInstance(ApplicationContextInitializer.class, initializer.reflectionName())
                        .initialize(started);
                started.refresh();
                Tickets tickets = started.getBean(Tickets.class);
                assertThat(tickets.save(new Ticket()).id).isPositive();
                assertThat(tickets.findByOwner("Ada").id).isPositive();
            }
        });
    }
}
