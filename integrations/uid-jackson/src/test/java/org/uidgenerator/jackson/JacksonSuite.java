package org.uidgenerator.jackson;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonValue;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Test;

/** Tests for Jackson 2 and for Jackson 3. */
abstract class JacksonSuite {
    private static final long UID = 120_476_834_834_998_163L;

    private static boolean ids(Class<?> type, String property) {
        return type != Foreign.class && (property.equals("id") || property.endsWith("Id"));
    }

    abstract Mapper mapper();

    abstract Mapper mapperWithModule(BiPredicate<Class<?>, String> rule);

    abstract Mapper snakeCaseMapperWithModule(BiPredicate<Class<?>, String> rule);

    record Order(@JsonUid long id, @JsonUid Long parent, long cents) {}

    @Test
    void writesAnnotatedPropertiesAsStringsAndNoOthers() throws IOException {
        assertThat(mapper().write(new Order(UID, null, UID)))
                .isEqualTo("{\"id\":\"120476834834998163\",\"parent\":null,\"cents\":120476834834998163}");
    }

    @Test
    void readsStringsAndNumbers() throws IOException {
        Order order = new Order(UID, UID, UID);

        assertThat(mapper().read(mapper().write(order), Order.class)).isEqualTo(order);
        assertThat(mapper().read(
                                "{\"id\":120476834834998163,\"parent\":120476834834998163,\"cents\":\"120476834834998163\"}",
                                Order.class))
                .isEqualTo(order);
    }

    record Many(
            @JsonUid List<Long> list,
            @JsonUid Map<String, Long> map,
            @JsonUid AtomicReference<Long> reference) {}

    @Test
    void writesTheElementsOfAnnotatedContainersAsStrings() throws IOException {
        assertThat(mapper().write(new Many(List.of(1L, 2L), Map.of("a", 3L), new AtomicReference<>(4L))))
                .isEqualTo("{\"list\":[\"1\",\"2\"],\"map\":{\"a\":\"3\"},\"reference\":\"4\"}");
    }

    static class Getters {
        public long getID() {
            return 1;
        }

        public long getURLId() {
            return 7;
        }

        public Long getOrderId() {
            return 2L;
        }

        public long getPaid() {
            return 3;
        }

        public String getTextId() {
            return "4";
        }

        public int getSmallId() {
            return 5;
        }

        @JsonFormat(shape = JsonFormat.Shape.NUMBER)
        public long getTaxId() {
            return 6;
        }
    }

    @Test
    void theRuleChoosesAmongLongPropertiesAndAnAnnotationWins() throws IOException {
        assertThat(mapperWithModule(JacksonSuite::ids).write(new Getters()))
                .contains("\"orderId\":\"2\"", "\"paid\":3", "\"textId\":\"4\"", "\"smallId\":5", "\"taxId\":6")
                // The Jacksons do not agree on where these have capitals.
                .containsIgnoringCase("\"id\":\"1\"")
                .containsIgnoringCase("\"urlid\":\"7\"");
    }

    record Invoice(long orderId, List<Long> itemId, long cents) {}

    @Test
    void theRuleKnowsRecordsByTheirNamesInJava() throws IOException {
        assertThat(snakeCaseMapperWithModule(JacksonSuite::ids).write(new Invoice(1, List.of(2L), 3)))
                .isEqualTo("{\"order_id\":\"1\",\"item_id\":[\"2\"],\"cents\":3}");
    }

    static class Arrays {
        @JsonUid
        public final long[] uids = {1, 2};
    }

    @Test
    void writesTheElementsOfArraysAsNumbersAllTheSame() throws IOException {
        assertThat(mapper().write(new Arrays())).isEqualTo("{\"uids\":[1,2]}");
    }

    record OrderId(@JsonValue @JsonUid long value) {}

    record OrderIdAsText(long value) {
        @JsonValue
        String text() {
            return Long.toString(value);
        }
    }

    record WithValues(
            OrderId bare, @JsonUid OrderId id, @JsonUid List<OrderId> ids, List<OrderIdAsText> texts) {}

    /** Jackson writes such a value in the format of the property that it is in. */
    @Test
    void writesAValueOfAnAnnotatedPropertyAsAString() throws IOException {
        OrderId id = new OrderId(UID);

        assertThat(mapper().write(id)).isEqualTo("120476834834998163");
        assertThat(mapper().write(new WithValues(id, id, List.of(id), List.of(new OrderIdAsText(UID)))))
                .isEqualTo(
                        "{\"bare\":120476834834998163,\"id\":\"120476834834998163\",\"ids\":[\"120476834834998163\"],\"texts\":[\"120476834834998163\"]}");
        assertThat(mapper().read("\"120476834834998163\"", OrderId.class)).isEqualTo(id);
    }

    record Foreign(long id) {}

    @Test
    void theRuleKnowsTheDeclaringClass() throws IOException {
        assertThat(mapperWithModule(JacksonSuite::ids).write(new Foreign(1))).isEqualTo("{\"id\":1}");
    }

    @Test
    void readsBackWhatTheRuleWrote() throws IOException {
        Invoice invoice = new Invoice(UID, List.of(UID), 3);
        Mapper mapper = mapperWithModule(JacksonSuite::ids);

        assertThat(mapper.read(mapper.write(invoice), Invoice.class)).isEqualTo(invoice);
    }
}
