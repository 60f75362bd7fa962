"""What a client asks for, and what it does with the answers."""

from __future__ import annotations

import math
import os
import re
import ssl
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

from bad_server import BadServerTest
from uidgenerator_client import UidClient, UidUnavailableError
from uidgenerator_client._failures import ServerError
from uidgenerator_client._service import IdService, Server


class ClientTest(BadServerTest):
    def test_asks_for_ids_above_all_that_it_has(self) -> None:
        client = self.client(self.well(), count=10)
        ids = client.next_ids(25)
        first, second, third = self.requests(self.well())
        self.assertRegex(first, r"^GET \S+/api/ranges\?count=10 HTTP/1\.1\r\n")
        self.assertIn(f"?count=10&after={ids[9]} ", second)
        self.assertIn(f"?count=10&after={ids[19]} ", third)
        self.assertRegex(first, r"(?i)\r\naccept: text/plain\r\n")
        self.assertNotRegex(first, r"(?i)\r\nauthorization:")

    def test_knows_layout_and_identity(self) -> None:
        client = self.client(self.well(), count=10)
        self.assertIsNone(client.layout)
        uid = client.next_id()
        self.assertEqual(client.layout.text, "31/14/18 bits of PT1S from 2026-01-01T00:00:00Z")
        self.assertEqual(client.identity, "default/482903117264")
        self.assertLess(abs(client.layout.decode(uid).time_millis / 1000 - time.time()), 3600)
        self.assertEqual(client.status()[0].ranges, 2)

    def test_asks_all_servers(self) -> None:
        servers = [f"{self.well()}/{i}" for i in range(3)]
        ids = self.client(*servers, count=1).next_ids(100)
        self.assertEqual(ids, sorted(set(ids)))
        for server in servers:
            self.assertGreater(len(self.requests(server)), 10)

    def test_gives_no_id_twice_to_threads(self) -> None:
        client = self.client(self.well(), count=100)
        with ThreadPoolExecutor(8) as threads:
            taken = list(threads.map(client.next_ids, [2_000] * 8))
        for ids in taken:
            self.assertEqual(ids, sorted(ids))
        self.assertEqual(len({uid for ids in taken for uid in ids}), 16_000)
        self.assertEqual(len(self.requests(self.well())), 160)

    @unittest.skipUnless(hasattr(os, "fork"), "there is no fork")
    def test_a_fork_fetches_ids_of_its_own(self) -> None:
        client = self.client(self.well(), count=10)
        taken = client.next_id()
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.write(writer, str(client.next_ids(3)[0]).encode())
            finally:
                os._exit(0)
        os.close(writer)
        with open(reader, encoding="ascii") as pipe:
            of_child = int(pipe.read())
        os.waitpid(child, 0)
        self.assertGreater(of_child, taken + 9)
        self.assertEqual(client.next_id(), taken + 1)

    @unittest.skipUnless(hasattr(os, "fork"), "there is no fork")
    def test_a_fork_waits_for_no_thread_of_its_parent(self) -> None:
        client = self.client(self.well())
        with client._lock:  # as a thread holds it that fetches
            child = os.fork()
            if child == 0:
                os._exit(0 if client._lock.acquire(blocking=False) else 1)
            self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_drops_ids_that_are_too_old(self) -> None:
        client = self.client(self.well(), count=10, max_age=0.1)
        first = client.next_id()
        time.sleep(0.15)
        self.assertGreater(client.next_id(), first + 9)
        self.assertEqual(len(self.requests(self.well())), 2)

    def test_leaves_a_server_alone_that_has_failed(self) -> None:
        client = self.client(self.fault("unavailable"), max_wait=0)
        start = time.monotonic()
        for _ in range(100):
            with self.assertRaisesRegex(UidUnavailableError, "it answers with status 503"):
                client.next_id()
        elapsed = time.monotonic() - start
        self.assertLessEqual(len(self.requests("/unavailable/" + self.me)), 1 + elapsed / 0.05)

    def test_comes_back_to_a_server_that_has_failed_less_and_less_often(self) -> None:
        client = self.client(self.fault("unavailable"), max_wait=2)
        with self.assertRaises(UidUnavailableError):
            client.next_id()
        self.assertIn(len(self.requests("/unavailable/" + self.me)), range(2, 8))

    def test_leaves_a_server_alone_for_less_long_if_no_other_one_answers(self) -> None:
        server = Server(self.well(), None, 2.0, None)
        for _ in range(12):
            before = time.monotonic()
            server.failed(ServerError("out of order"))
            self.assertGreaterEqual(server.ask_again_at, server.ask_without_others_at)
        after = time.monotonic()
        self.assertTrue(before + 2.5 <= server.ask_again_at <= after + 5, server.ask_again_at - before)
        self.assertTrue(before + 0.5 <= server.ask_without_others_at <= after + 1, server.ask_without_others_at - before)

    def test_asks_a_server_that_is_left_alone_only_if_no_other_one_answers(self) -> None:
        one, other = (Server(f"{self.well()}/{i}", None, 2.0, None) for i in range(2))
        service = IdService([one, other], None)
        one.ask_again_at = math.inf
        highest = -1
        for _ in range(20):
            highest = service.take(1, highest, math.inf)[0][-1]
        self.assertEqual(self.requests(one.url), [])
        other.ask_again_at = other.ask_without_others_at = math.inf
        service.take(1, highest, math.inf)
        self.assertEqual(len(self.requests(one.url)), 1)
        one.ask_again_at = one.ask_without_others_at = math.inf
        with self.assertRaises(UidUnavailableError):
            service.take(1, highest, math.inf)

    def test_leaves_a_server_alone_for_as_long_as_it_says(self) -> None:
        client = self.client(self.fault("busy"), max_wait=20)
        with self.assertRaisesRegex(UidUnavailableError, "it answers with status 429"):
            client.next_id()
        self.assertEqual(len(self.requests("/busy/" + self.me)), 1)

    def test_leaves_no_server_alone_whose_clock_is_behind(self) -> None:
        client = self.client(self.fault("too-far-ahead"), max_wait=0)
        for _ in range(3):
            with self.assertRaisesRegex(UidUnavailableError, "it answers with status 422"):
                client.next_id()
        self.assertEqual(len(self.requests("/too-far-ahead/" + self.me)), 3)

    def test_does_not_storm_a_server_whose_clock_is_behind(self) -> None:
        client = self.client(self.fault("too-far-ahead"), max_wait=0.5)
        with self.assertRaises(UidUnavailableError):
            client.next_id()
        self.assertLessEqual(len(self.requests("/too-far-ahead/" + self.me)), 6)

    def test_sends_the_token_of_now(self) -> None:
        tokens = iter(["one", "two"])
        self.client(self.well(), count=1, token=lambda: next(tokens)).next_ids(2)
        first, second = self.requests(self.well())
        self.assertRegex(first, r"(?i)\r\nauthorization: Bearer one\r\n")
        self.assertRegex(second, r"(?i)\r\nauthorization: Bearer two\r\n")

    def test_shows_no_token_that_cannot_be_sent(self) -> None:
        for token in ("secret\n", "", "my secret", "gehe\u00edm"):
            client = self.client(self.well(), token=token, max_wait=0)
            with self.assertRaises(UidUnavailableError) as failure:
                client.next_id()
            rule = f"the token for it must be visible ASCII characters: length={len(token)}"
            self.assertEqual(str(failure.exception), f"no server of the id service hands out a range: {self.well()}: {rule}")
        self.assertEqual(self.requests(self.well()), [])

    def test_takes_the_space_that_is_expected(self) -> None:
        for identity in ("default/482903117264", "default", "482903117264"):
            self.assertGreater(self.client(self.well(), expected_identity=identity).next_id(), 0)
        for identity in ("orders", "default/", "/482903117264", "48290311726"):
            rule = f"its store identity must be {identity}, as of option expected_identity: identity=default/482903117264"
            with self.assertRaisesRegex(UidUnavailableError, re.escape(rule)):
                self.client(self.well(), expected_identity=identity, max_wait=0).next_id()


class OptionsTest(unittest.TestCase):
    def test_refuses_options_that_are_out_of_range(self) -> None:
        wrong = ("ids", "ftp://ids", "http://ids/", "http://ids?x=1", "http://me@ids", "http://ids:x", "http://i ds", "http://ids..example")
        for url in wrong:
            rule = "a server must be http(s)://host[:port][/path], without a slash at the end: server=" + url
            self.refuses(rule, url)
        self.refuses("servers must name at least one: servers=()")
        self.refuses("count must be in [1, 10000000]: count=0", "http://ids", count=0)
        self.refuses("count must be in [1, 10000000]: count=10000001", "http://ids", count=10_000_001)
        self.refuses("timeout must be in (0, 3600]: timeout=0", "http://ids", timeout=0)
        self.refuses("timeout must be in (0, 3600]: timeout=nan", "http://ids", timeout=float("nan"))
        self.refuses("max_age must be in [0.1, 86400]: max_age=0.09", "http://ids", max_age=0.09)
        self.refuses("max_wait must be in [0, 3600]: max_wait=-1", "http://ids", max_wait=-1)
        self.refuses("expected_identity must be a name, a number or both: expected_identity=' '", "http://ids", expected_identity=" ")

    def refuses(self, message: str, *servers: str, **options) -> None:
        with self.assertRaises(ValueError) as failure:
            UidClient(*servers, **options)
        self.assertEqual(str(failure.exception), message)

    def test_checks_certificates(self) -> None:
        server = UidClient("https://ids")._service._servers[0]
        self.assertEqual(server._context.verify_mode, ssl.CERT_REQUIRED)
        self.assertTrue(server._context.check_hostname)


if __name__ == "__main__":
    unittest.main()
