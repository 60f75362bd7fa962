package org.uidgenerator.badserver;

import java.io.IOException;
import java.util.Locale;

/**
 * A fault of a server: one way to break a rule of {@code service/clients/RULES.md}. If the first answer of a client
 * binds it to something, such as a store identity, a server behaves well until it is asked with {@code after}.
 */
public enum Fault {
    /** Takes the request and says nothing. */
    HANG(Said.TOO_LATE, Patience.SHORT, Exchange::hang),

    /** Sends the body byte by byte, without end. */
    DRIP(Said.TOO_LATE, Patience.SHORT, exchange -> {
        exchange.head("200 OK", "Content-Length: 1000000");
        exchange.drip(BadServer.LAYOUT + "\n" + "1 2 1\n".repeat(100_000));
    }),

    /** Sends the head byte by byte, without end. */
    DRIP_HEAD(
            Said.TOO_LATE, Patience.SHORT, exchange -> exchange.drip("HTTP/1.1 200 OK\r\nX: " + "x".repeat(1_000_000))),

    /** Accepts a connection, and never answers the first message of TLS. */
    TLS_HANG(Said.TOO_LATE, Patience.SHORT, Exchange::hang),

    /** Answers the first message of TLS byte by byte, without end. */
    TLS_DRIP(Said.TOO_LATE, Patience.SHORT, Exchange::dripTls),

    /** Sends headers as fast as it can, without end. */
    ENDLESS_HEAD(Said.NO_ANSWER, exchange -> {
        exchange.send("HTTP/1.1 200 OK\r\n");
        exchange.sendForEver("X-Header: " + "x".repeat(1_000) + "\r\n");
    }),

    /** Sends ranges as fast as it can, without end. */
    ENDLESS("its answer has more than 16777216 bytes", exchange -> {
        exchange.head("200 OK", "Transfer-Encoding: chunked");
        exchange.sendForEver("1770\r\n" + "1 2 1\n".repeat(1_000) + "\r\n");
    }),

    /** Refuses with a body without end. */
    ENDLESS_ERROR("it answers with status 500|its answer has more than 16777216 bytes", exchange -> {
        exchange.head("500 Internal Server Error", "Transfer-Encoding: chunked");
        exchange.sendForEver("1770\r\n" + "sorry\n".repeat(1_000) + "\r\n");
    }),

    /** Answers as a page of another server would. */
    GARBAGE(Said.NO_RANGES, exchange -> exchange.ok("<html>\n<body>\n")),

    /** Answers without a body. */
    EMPTY(Said.NO_RANGES, exchange -> exchange.ok("")),

    /** Answers with a layout only. */
    NO_RANGE("it has no range", exchange -> exchange.ok(BadServer.LAYOUT + "\n")),

    /** Ends in the middle of a line, and says that this is the end. */
    CUT_LINE("a range must be \"first last increment\"", exchange -> exchange.ranges("1000 1999 1", "2000 29")),

    /** Writes numbers as some languages read them, and HTTP services do not. */
    NO_NUMBER(Said.NO_RANGES, exchange -> exchange.lines(exchange.wellRanges().replaceAll("(\\d{3}\\b)", "_$1"))),

    /** Writes numbers with the sign that some languages allow. */
    PLUS_SIGN(Said.NO_RANGES, exchange -> exchange.lines(exchange.wellRanges().replaceAll("\\b(\\d)", "+$1"))),

    /** Writes numbers in other digits, which some languages read as those of ASCII. */
    OTHER_DIGITS(
            Said.NO_RANGES, exchange -> exchange.lines(exchange.wellRanges().replace('1', '\u0661'))),

    /** Ends its lines as some operating systems do. */
    CARRIAGE_RETURN(
            Said.NO_RANGES,
            exchange -> exchange.ok((BadServer.LAYOUT + "\n" + exchange.wellRanges()).replace("\n", "\r\n"))),

    /** Ends one of its lines so. */
    ONE_CARRIAGE_RETURN(
            Said.NO_RANGES, exchange -> exchange.lines(exchange.wellRanges().replaceAll("\n$", "\r\n"))),

    /** Leaves a line empty. */
    EMPTY_LINE(Said.NO_RANGES, exchange -> exchange.lines(exchange.wellRanges() + "\n")),

    /** Writes a line that no message should quote. */
    LONG_LINE(Said.NO_RANGES, exchange -> exchange.ok("x".repeat(1_000_000))),

    /** Closes the connection before the end that it has announced. */
    CUT_OFF(Said.NO_ANSWER, exchange -> {
        exchange.head("200 OK", "Content-Length: 1000");
        exchange.send(BadServer.LAYOUT + "\n1000 1999 1\n");
    }),

    /** Closes the connection in place of an answer. */
    CLOSES(Said.NO_ANSWER, exchange -> {}),

    /** Speaks another protocol. */
    NO_HTTP(Said.NO_ANSWER, exchange -> exchange.send("SSH-2.0-OpenSSH_9.2\r\n")),

    /** Does not listen. */
    NOBODY(Said.NO_ANSWER, exchange -> {}),

    /** Hands out a range whose last id is below its first. */
    REVERSED("0 <= first <= last must hold", exchange -> exchange.ranges("1999 1000 1")),

    /** Hands out negative ids. */
    NEGATIVE(Said.NO_RANGES, exchange -> exchange.ranges("-1999 -1000 1")),

    /** Hands out an id of 64 bits. */
    TOO_GREAT(Said.NO_RANGES, exchange -> exchange.ranges("1000 9223372036854775808 1")),

    /** Hands out ids of more bits than its layout has. */
    MORE_BITS(Said.NO_RANGES, exchange -> exchange.ok(BadServer.SHORT_LAYOUT + "\n" + exchange.wellRanges())),

    /** Hands out one id again and again. */
    ZERO_STEP("increment must divide last - first", exchange -> exchange.ranges("1000 1999 0")),

    /** Hands out ids of other steps than its layout has. */
    OTHER_STEP("the increment must be 1", exchange -> exchange.ranges("1000 1998 2")),

    /** Answers each request with the same ranges. */
    REPEATS("a range must begin above [0-9]+", exchange -> exchange.ranges("1000 " + (999 + exchange.count()) + " 1")),

    /** Hands out ranges that have an id in common. */
    OVERLAPS("a range must begin above 1999", exchange -> exchange.ranges("1000 1999 1", "1999 2998 1")),

    /** Comes to have another layout. */
    OTHER_LAYOUT(
            "its layout must be 31/14/18 bits",
            exchange -> exchange.okThen(() -> {
                exchange.ok("31/19/13 bits of PT1S from 2026-01-01T00:00:00Z\n" + exchange.wellRanges());
            })),

    /** Comes to have another store identity. */
    OTHER_IDENTITY(
            "its store identity must be default/482903117264, as of http:.*: identity=default/730519284406",
            exchange -> exchange.okThen(() -> {
                exchange.head("200 OK", "Uid-Store-Identity: default/730519284406");
                exchange.send(BadServer.LAYOUT + "\n" + exchange.wellRanges());
            })),

    /** Comes to name no store identity. */
    NO_IDENTITY(
            "its store identity must be default/482903117264, as of http:.*: it names none",
            exchange -> exchange.okThen(() -> {
                exchange.head("200 OK");
                exchange.send(BadServer.LAYOUT + "\n" + exchange.wellRanges());
            })),

    /** Sends clients to another server, {@code well/redirected} and the name of the client. */
    REDIRECT(
            "it answers with status 302",
            exchange -> exchange.head("302 Found", "Location: " + exchange.redirected(), "Content-Length: 0")),

    /** Is shutting down. */
    UNAVAILABLE(
            "it answers with status 503", exchange -> exchange.head("503 Service Unavailable", "Content-Length: 0")),

    /** Wants to be left alone for half a minute. */
    BUSY(
            "it answers with status 429",
            exchange -> exchange.head("429 Too Many Requests", "Retry-After: 30", "Content-Length: 0")),

    /** Knows no client of this token, and will not later. */
    STRANGER(
            "it answers with status 401",
            exchange -> exchange.head("401 Unauthorized", "WWW-Authenticate: Bearer", "Content-Length: 0")),

    /** Has a clock that is far behind those of others. */
    TOO_FAR_AHEAD(
            "it answers with status 422", exchange -> exchange.head("422 Unprocessable Content", "Content-Length: 0"));

    private final String says;
    private final Patience patience;

    @SuppressWarnings("ImmutableEnumChecker") // all of them are lambdas that capture nothing
    private final Misdeed misdeed;

    Fault(String says, Misdeed misdeed) {
        this(says, Patience.LONG, misdeed);
    }

    Fault(String says, Patience patience, Misdeed misdeed) {
        this.says = says;
        this.patience = patience;
        this.misdeed = misdeed;
    }

    /** Returns the name of its server in addresses: lower case, with hyphens. */
    public String path() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns a regular expression of what a client says of such a server. */
    public String says() {
        return says;
    }

    /** Returns for how long a client should wait for such a server, in milliseconds. */
    public int timeoutMillis() {
        return patience.millis;
    }

    void commit(Exchange exchange) throws IOException {
        misdeed.commit(exchange);
    }

    /** Sentences of clients that belong to several faults. */
    private static final class Said {
        static final String TOO_LATE = "it has not answered within";
        static final String NO_ANSWER = "it does not answer";
        static final String NO_RANGES = "it answers with what are no ranges";
    }

    private enum Patience {
        /** Its faults show only when it is over, and a good server answers within it on a busy machine, too. */
        SHORT(1_000),
        /** A busy machine reads 16 MB within this, and any other answer that there is. */
        LONG(20_000);

        private final int millis;

        Patience(int millis) {
            this.millis = millis;
        }
    }

    @FunctionalInterface
    interface Misdeed {
        void commit(Exchange exchange) throws IOException;
    }
}
