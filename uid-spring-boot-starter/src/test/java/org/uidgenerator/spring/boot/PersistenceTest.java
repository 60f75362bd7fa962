package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import javax.sql.DataSource;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Select;
import org.junit.jupiter.api.Test;
import org.mybatis.spring.SqlSessionTemplate;
import org.mybatis.spring.boot.autoconfigure.MybatisAutoConfiguration;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.jdbc.core.mapping.JdbcMappingContext;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.r2dbc.mapping.R2dbcMappingContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.persistence.Uid;
import org.uidgenerator.persistence.UidSegment;
import org.uidgenerator.persistence.jdbc.UidCallback;
import org.uidgenerator.persistence.mongodb.UidMongoCallback;
import org.uidgenerator.persistence.mongodb.UidReactiveMongoCallback;
import org.uidgenerator.persistence.mybatis.UidInterceptor;
import org.uidgenerator.persistence.mybatisplus.UidIdentifierGenerator;
import org.uidgenerator.persistence.r2dbc.UidR2dbcCallback;
import org.uidgenerator.spring.boot.counters.UidSegmentAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;
import org.uidgenerator.spring.boot.persistence.UidPersistenceAutoConfiguration;

/** What fills ids is there with the libraries that have them; the slices try it with entities. */
class PersistenceTest {
    private final ApplicationContextRunner context = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    UidWorkerAutoConfiguration.class,
                    UidAutoConfiguration.class,
                    UidSegmentAutoConfiguration.class,
                    UidPersistenceAutoConfiguration.class))
            .withUserConfiguration(Databases.One.class);

    static class Invoice {
        @TableId
        @UidSegment("invoices")
        Long id;
    }

    @Test
    void givesMyBatisPlusIdsOfBothKinds() {
        context.withPropertyValues("uid.segments.tags.invoices.first=501").run(started -> {
            IdentifierGenerator ids = started.getBean(IdentifierGenerator.class);
            assertThat(started.getBeanFactory().containsSingleton("uidGenerator"))
                    .isFalse();

            assertThat(ids.nextId(new Invoice())).isEqualTo(501L);
            assertThat(ids.nextId(new Object()).longValue()).isPositive();
            assertThat(started.getBeanFactory().containsSingleton("uidGenerator"))
                    .isTrue();
        });
    }

    static class Note {
        @Uid
        Long id;
    }

    interface Notes {
        @Insert("INSERT INTO note (id) VALUES (#{id})")
        void insert(Note note);

        @Select("SELECT id FROM note")
        long id();
    }

    @Test
    void fillsWhatMyBatisInserts() {
        context.withConfiguration(AutoConfigurations.of(MybatisAutoConfiguration.class))
                .run(started -> {
                    new JdbcTemplate(started.getBean(DataSource.class))
                            .execute("CREATE TABLE note (id BIGINT PRIMARY KEY)");
                    SqlSessionTemplate session = started.getBean(SqlSessionTemplate.class);
                    session.getConfiguration().addMapper(Notes.class);
                    Note note = new Note();

                    session.getMapper(Notes.class).insert(note);

                    assertThat(session.getMapper(Notes.class).id())
                            .isEqualTo(note.id)
                            .isPositive();
                });
    }

    @Test
    void doesNotGuessAmongGenerators() {
        String[] two = {"uid.generators.orders.type=unbuffered", "uid.generators.logs.type=unbuffered"};
        context.withPropertyValues(two)
                .run(started -> assertThatThrownBy(
                                () -> started.getBean(IdentifierGenerator.class).nextId(new Object()))
                        .isInstanceOf(NoUniqueBeanDefinitionException.class)
                        .hasMessageContaining("orders,logs"));
        context.withPropertyValues(two)
                .withPropertyValues("uid.primary=orders")
                .run(started -> assertThat(started.getBean(IdentifierGenerator.class)
                                .nextId(new Object())
                                .longValue())
                        .isPositive());
    }

    @Test
    void fillsTheIdsOfSpringDataJdbcWhereItIsUsed() {
        context.run(started -> assertThat(started).doesNotHaveBean(UidCallback.class));
        context.withBean(JdbcMappingContext.class)
                .run(started -> assertThat(started).hasSingleBean(UidCallback.class));
    }

    @Test
    void fillsTheIdsOfSpringDataR2dbcWhereItIsUsed() {
        context.run(started -> assertThat(started).doesNotHaveBean(UidR2dbcCallback.class));
        context.withBean(R2dbcMappingContext.class)
                .run(started -> assertThat(started).hasSingleBean(UidR2dbcCallback.class));
        context.withBean(R2dbcMappingContext.class)
                .withBean("own", UidR2dbcCallback.class)
                .run(started -> assertThat(started)
                        .hasSingleBean(UidR2dbcCallback.class)
                        .hasBean("own"));
    }

    @Test
    void fillsTheIdsOfSpringDataMongoWhereItIsUsed() {
        context.run(started -> assertThat(started)
                .doesNotHaveBean(UidMongoCallback.class)
                .doesNotHaveBean(UidReactiveMongoCallback.class));
        context.withBean(MongoMappingContext.class)
                .run(started -> assertThat(started)
                        .hasSingleBean(UidMongoCallback.class)
                        .hasSingleBean(UidReactiveMongoCallback.class));
        context.withBean(MongoMappingContext.class)
                .withClassLoader(new FilteredClassLoader("reactor"))
                .run(started -> assertThat(started)
                        .hasSingleBean(UidMongoCallback.class)
                        .doesNotHaveBean("uidReactiveMongoCallback"));
        context.withBean(MongoMappingContext.class)
                .withBean("own", UidMongoCallback.class)
                .withBean("ownReactive", UidReactiveMongoCallback.class)
                .run(started -> assertThat(started)
                        .hasSingleBean(UidMongoCallback.class)
                        .hasSingleBean(UidReactiveMongoCallback.class)
                        .hasBean("own")
                        .hasBean("ownReactive"));
    }

    @Test
    void leavesItToTheApplication() {
        context.withBean(JdbcMappingContext.class)
                .withBean("own", UidCallback.class)
                .withBean(
                        "interceptor",
                        UidInterceptor.class,
                        () -> UidInterceptor.ofBeans(new StaticListableBeanFactory()))
                .withBean("ids", IdentifierGenerator.class, () -> entity -> 42)
                .run(started -> {
                    assertThat(started).hasSingleBean(UidCallback.class).hasBean("own");
                    assertThat(started).hasSingleBean(UidInterceptor.class).hasBean("interceptor");
                    assertThat(started).doesNotHaveBean(UidIdentifierGenerator.class);
                });
    }

    @Test
    void needsUidPersistenceAndGenerators() {
        context.withBean(JdbcMappingContext.class)
                .withClassLoader(new FilteredClassLoader("org.uidgenerator.persistence"))
                .run(started -> assertThat(started)
                        .hasSingleBean(UidGenerator.class)
                        .doesNotHaveBean(UidCallback.class)
                        .doesNotHaveBean("uidInterceptor")
                        .doesNotHaveBean(IdentifierGenerator.class));
        context.withBean(JdbcMappingContext.class)
                .withPropertyValues("uid.enabled=false")
                .run(started -> assertThat(started)
                        .doesNotHaveBean(UidCallback.class)
                        .doesNotHaveBean("uidInterceptor")
                        .doesNotHaveBean(IdentifierGenerator.class));
    }
}
