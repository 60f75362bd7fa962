package org.uidgenerator.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonKey;
import com.fasterxml.jackson.annotation.JsonValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.permutation.UidPermutation;
import org.uidgenerator.text.UidFormat;

/** Tests of public forms, for Jackson 2 and for Jackson 3. */
abstract class PublicUidSuite {
    private static final long UID = 120_476_834_834_998_163L;
    private static final byte[] KEY = HexFormat.of().parseHex("000102030405060708090a0b0c0d0e0f");
    static final PublicUidFormat FORMAT = PublicUidFormat.of(UidPermutation.ofAllBits(KEY), UidFormat.CROCKFORD32);

    abstract Mapper mapper();

    /** A mapper that knows nothing of the module. */
    abstract Mapper plainMapper();

    /** Mappers with the module that write the names of types beside values. */
    abstract List<Mapper> typingMappers();

    record Order(
            @PublicUid long id,
            @PublicUid Long parent,
            @JsonUid long customer,
            long cents) {}

    @Test
    void writesTheMarkedOnesInTheirPublicFormAndReadsThem() throws IOException {
        Order order = new Order(UID, null, UID, 7);

        String json = mapper().write(order);

        assertThat(json)
                .isEqualTo("{\"id\":\"" + FORMAT.format(UID)
                        + "\",\"parent\":null,\"customer\":\"120476834834998163\",\"cents\":7}");
        assertThat(mapper().read(json, Order.class)).isEqualTo(order);
    }

    @Test
    void thePublicFormIsThatOfThePermutationForGood() {
        assertThat(FORMAT.format(UID)).isEqualTo("1Q3ERNDMXGW0E");
        assertThat(FORMAT.parse(FORMAT.format(UID))).isEqualTo(UID);
    }

    record Many(
            @PublicUid List<Long> list,
            @PublicUid Map<String, Long> map,
            @PublicUid AtomicReference<Long> reference) {}

    @Test
    void appliesToTheContentOfContainers() throws IOException {
        String json = mapper().write(new Many(List.of(1L, 2L), Map.of("a", 3L), new AtomicReference<>(4L)));

        assertThat(json)
                .isEqualTo(
                        "{\"list\":[\"%s\",\"%s\"],\"map\":{\"a\":\"%s\"},\"reference\":\"%s\"}",
                        FORMAT.format(1), FORMAT.format(2), FORMAT.format(3), FORMAT.format(4));
        Many read = mapper().read(json, Many.class);
        assertThat(read.list()).containsExactly(1L, 2L);
        assertThat(read.map()).containsEntry("a", 3L);
        assertThat(read.reference()).hasValue(4L);
    }

    static class Typed {
        @PublicUid
        public long id = UID;

        @PublicUid
        public Long parent = UID;

        @PublicUid
        public List<Long> list = new ArrayList<>(List.of(1L, 2L));

        @PublicUid
        public Map<String, Long> map = new HashMap<>(Map.of("a", 3L));

        @PublicUid
        public AtomicReference<Long> reference = new AtomicReference<>(4L);

        public Object other = "x";
    }

    @Test
    void keepsThePublicFormAmongNamesOfTypes() throws IOException {
        for (Mapper mapper : typingMappers()) {
            String json = mapper.write(new Typed());
            Typed read = mapper.read(json, Typed.class);

            assertThat(json)
                    .contains("\"id\":\"" + FORMAT.format(UID) + "\"", "\"parent\":\"" + FORMAT.format(UID) + "\"")
                    .contains("[\"" + FORMAT.format(1) + "\",\"" + FORMAT.format(2) + "\"]")
                    .doesNotContain(Long.toString(UID), "java.lang.Long");
            assertThat(read).usingRecursiveComparison().isEqualTo(new Typed());
        }
    }

    record Listed(@PublicUid List<Long> ids, long cents) {}

    /** A client would see what is to be hidden, such as in a test of a controller that leaves the configuration out. */
    @Test
    void leavesThemOutWithoutTheModule() throws IOException {
        Bean bean = new Bean();
        bean.setId(UID);
        bean.setOther(UID);

        assertThat(plainMapper().write(new Order(UID, UID, 1, 7))).isEqualTo("{\"customer\":\"1\",\"cents\":7}");
        assertThat(plainMapper().write(bean)).isEqualTo("{\"cents\":7}");
        assertThat(plainMapper().write(new Listed(List.of(UID), 7))).isEqualTo("{\"cents\":7}");
    }

    /** As JPA has them: fields, getters and setters. */
    static class Bean {
        @PublicUid
        private long id;

        private Long other;

        public long cents = 7;

        public long getId() {
            return id;
        }

        public void setId(long id) {
            this.id = id;
        }

        @PublicUid
        public Long getOther() {
            return other;
        }

        public void setOther(Long other) {
            this.other = other;
        }
    }

    @Test
    void appliesToFieldsGettersAndSetters() throws IOException {
        Bean bean = new Bean();
        bean.setId(5);
        bean.setOther(6L);

        String json = mapper().write(bean);
        Bean read = mapper().read(json, Bean.class);

        assertThat(json).contains(FORMAT.format(5), FORMAT.format(6));
        assertThat(read.getId()).isEqualTo(5);
        assertThat(read.getOther()).isEqualTo(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"120476834834998163", "\"120476834834998163\"", "\"abc\"", "\"\"", "true"})
    void refusesWhatIsNoPublicForm(String id) {
        assertThatThrownBy(() -> mapper().read("{\"id\":" + id + "}", Order.class))
                .hasMessageContaining(
                        id.startsWith("\"")
                                ? "text must have 13 characters of Crockford base 32"
                                : "a public UID must be a string");
    }

    static class Misplaced {
        @PublicUid
        public final int id = 1;
    }

    static class Array {
        @PublicUid
        public final long[] ids = {1};
    }

    record OfOptional(@PublicUid Optional<String> id) {}

    @Test
    void refusesWhatIsNoUidRatherThanToShowIt() {
        for (Object misplaced : List.of(new Misplaced(), new Array(), new OfOptional(Optional.of("1")))) {
            assertThatThrownBy(() -> mapper().write(misplaced))
                    .hasMessageContaining(
                            "@PublicUid must be on a long, a Long, or a collection, map or Optional of Long: ");
        }
    }

    record Value(@JsonValue @PublicUid long id) {}

    record Values(@JsonValue @PublicUid List<Long> ids) {}

    record Key(@JsonKey @PublicUid long id) {}

    record Got(long id) {
        @JsonValue
        @PublicUid
        public long value() {
            return id;
        }
    }

    /** Jackson would write some of these as they are, and read a UID in place of its public form. */
    @Test
    void refusesWhatStandsForItsObject() {
        String refusal = "@PublicUid must not be with @JsonValue or @JsonKey: ";
        for (Object whole : List.of(new Value(UID), new Values(List.of(UID)), new Key(UID), new Got(UID))) {
            assertThatThrownBy(() -> mapper().write(whole)).hasMessageContaining(refusal);
            assertThatThrownBy(() -> mapper().write(Map.of(whole, 1))).hasMessageContaining(refusal);
            assertThatThrownBy(() -> mapper().read("7", whole.getClass())).hasMessageContaining(refusal);
        }
    }

    @Test
    void refusesANegativeNumber() {
        assertThatThrownBy(() -> mapper().write(new Order(-1, null, 0, 0)))
                .hasMessageContaining("uid must be in [0, 9223372036854775807]: uid=-1");
    }
}
