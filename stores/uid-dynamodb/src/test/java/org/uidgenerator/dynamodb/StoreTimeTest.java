package org.uidgenerator.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/** What the date of an answer, in whole seconds, says about the clock of this host. */
class StoreTimeTest {
    private static final Instant NOON = Instant.parse("2027-01-01T12:00:00Z");

    private static SdkResponse answer(SdkHttpResponse http) {
        return GetItemResponse.builder().sdkHttpResponse(http).build();
    }

    private static SdkResponse answerOf(String date) {
        return answer(SdkHttpResponse.builder().putHeader("date", date).build());
    }

    private static Instant seen(String host, SdkResponse answer) {
        StoreTime time = new StoreTime(InstantSource.fixed(Instant.parse(host)));
        time.observe(answer);
        return time.now();
    }

    @Test
    void takesTheClockOfThisHostToBeRightWithinTheSecond() {
        for (String host : new String[] {"2027-01-01T12:00:00Z", "2027-01-01T12:00:00.999Z"}) {
            assertThat(seen(host, answerOf("Fri, 01 Jan 2027 12:00:00 GMT"))).isEqualTo(host);
        }
    }

    @Test
    void seesThatTheClockOfThisHostIsWrong() {
        assertThat(seen("2027-01-01T11:00:00.7Z", answerOf("Fri, 01 Jan 2027 12:00:00 GMT")))
                .isEqualTo(NOON);
        assertThat(seen("2027-01-01T13:00:00.7Z", answerOf("Fri, 01 Jan 2027 12:00:00 GMT")))
                .isEqualTo("2027-01-01T12:00:00.999999999Z");
    }

    @Test
    void hasNothingAgainstTheClockOfThisHostWhereAnAnswerHasNoDate() {
        String host = "2027-01-01T13:00:00Z";

        assertThat(seen(host, answer(SdkHttpResponse.builder().build()))).isEqualTo(host);
        assertThat(seen(host, answerOf("noon"))).isEqualTo(host);
        assertThat(seen(host, GetItemResponse.builder().build())).isEqualTo(host);
    }

    @Test
    void countsOnFromTheLatestAnswer() {
        Instant[] host = {Instant.parse("2027-01-01T13:00:00Z")};
        StoreTime time = new StoreTime(() -> host[0]);
        time.observe(answerOf("Fri, 01 Jan 2027 14:00:00 GMT"));
        host[0] = host[0].plusSeconds(600);

        assertThat(time.now()).isEqualTo("2027-01-01T14:10:00Z");
    }

    @Test
    void forgetsADifferenceThatTheLatestAnswerDoesNotShow() {
        StoreTime time = new StoreTime(InstantSource.fixed(NOON));
        for (SdkResponse latest :
                List.of(answerOf("noon"), answer(SdkHttpResponse.builder().build()))) {
            time.observe(answerOf("Fri, 01 Jan 2027 14:00:00 GMT"));
            time.observe(latest);

            assertThat(time.now()).isEqualTo(NOON);
        }
    }
}
