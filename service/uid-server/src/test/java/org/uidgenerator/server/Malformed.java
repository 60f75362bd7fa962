package org.uidgenerator.server;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Makes requests that are almost right: a sound one, of which some bytes are changed, repeated, left out or added. */
final class Malformed {
    private static final String[] SOUND = {
        "GET /api/ids?count=3&after=5",
        "GET /api/ranges?count=100",
        "GET /api/ids/120803059076694548",
        "GET /api/parse?text=0190163d-8694-739b-aea5-966c26f8ad91",
        "GET /api/segments/orders/ids?count=2",
        "GET /api/segment/get/orders",
        "GET /decodeSnowflakeId?snowflakeId=120803059076694548",
        "POST /tinyid/id/nextId?bizType=orders&token=x&batchSize=2",
        "GET /tinyid/id/nextSegmentIdSimple?bizType=orders&token=x",
        "GET /actuator/health?x=1",
        "GET /page/main.js",
        "GET /",
    };

    private static final String HEADERS = String.join(
            "\r\n",
            " HTTP/1.1",
            "Host: localhost",
            "Connection: close",
            "Accept: text/plain, */*;q=0.5",
            "Range: bytes=0-9",
            "Authorization: Bearer abc",
            "Content-Length: 0",
            "",
            "");

    private static final String[] INSERTED = {
        "%",
        "%zz",
        ";%zz",
        ";a=%00",
        "%00",
        "%00=1&",
        "%0d%0a",
        "\u0001",
        "\u007f",
        "[",
        "|",
        "%ff%fe",
        "%c0%af",
        "\0",
        "\r",
        "\n",
        "\r\n",
        "\r\n\r\n",
        "/",
        "//",
        "..",
        ";",
        "?",
        "&",
        "=",
        "#",
        "\"",
        "<",
        "{",
        "\u00e9",
        "\u00ff",
        "99999999999999999999",
        "-1",
        "0x",
        "\t",
        " "
    };

    private Malformed() {}

    static byte[] request(Random random) {
        StringBuilder request = new StringBuilder(SOUND[random.nextInt(SOUND.length)] + HEADERS);
        for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
            change(request, random);
        }
        return request.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void change(StringBuilder request, Random random) {
        // Most of them where the path and the parameters are.
        int place = random.nextInt(random.nextInt(3) > 0 ? Math.min(60, request.length()) : request.length());
        switch (random.nextInt(5)) {
            case 0 -> request.setCharAt(place, (char) random.nextInt(256));
            case 1 -> request.deleteCharAt(place);
            case 2 -> request.insert(place, INSERTED[random.nextInt(INSERTED.length)]);
            case 3 -> request.insert(place, request.substring(place, Math.min(request.length(), place + 30)));
            default -> request.insert(place, "x".repeat(random.nextInt(3_000)));
        }
    }
}
