"""Rules 4 to 18: a client gets nothing from a server that breaks one, and does not miss it where another one is well."""

from __future__ import annotations

import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from unittest.mock import Mock

from bad_server import BadServerTest, Fault
from uidgenerator_client import UidUnavailableError

COUNT = 100


class FaultsTest(BadServerTest):
    def each_fault(self, check) -> None:
        """A few at the same time: some take as long as a time-out, and all at once would leave a good server no time."""
        faults = self.faults()
        self.assertGreater(len(faults), 25)
        with ThreadPoolExecutor(4) as threads:
            for fault, checked in [(fault, threads.submit(check, fault)) for fault in faults]:
                with self.subTest(fault.name):
                    checked.result()

    def test_hands_out_nothing_of_a_bad_server(self) -> None:
        self.each_fault(self.fails)

    def fails(self, fault: Fault) -> None:
        client = self.client(fault.url, count=COUNT, timeout=fault.timeout, max_wait=0.2)
        start = time.monotonic()
        ids = []
        with self.assertRaisesRegex(UidUnavailableError, fault.says) as failure:
            for _ in range(3 * COUNT):
                ids.append(client.next_id())
        self.assertLess(time.monotonic() - start, fault.timeout + 60)
        self.assertLess(len(str(failure.exception)), 1000)
        self.assertEqual(ids, sorted(set(ids)))
        self.assertIn(str(client.status()[0].failure), str(failure.exception))

    def test_does_not_miss_a_bad_server_where_another_one_is_well(self) -> None:
        self.each_fault(self.works)

    def works(self, fault: Fault) -> None:
        client = self.client(fault.url, self.well(), count=COUNT, timeout=fault.timeout, max_wait=60)
        ids = client.next_ids(10 * COUNT)
        self.assertEqual(ids, sorted(set(ids)))

    def test_asks_the_next_server_at_once(self) -> None:
        for i in range(20):
            bad = f"{self.fault('unavailable')}/{i}"
            self.client(bad, self.well()).next_id()
            self.assertLessEqual(len(self.requests(f"/unavailable/{self.me}/{i}")), 1)

    def test_asks_no_server_again_that_knows_no_such_token(self) -> None:
        client = self.client(self.fault("stranger"), token="wrong", max_wait=30)
        for _ in range(2):
            with self.assertRaisesRegex(UidUnavailableError, "status 401"):
                client.next_id()
        self.assertEqual(len(self.requests(f"/stranger/{self.me}")), 1)

    def test_follows_no_redirect(self) -> None:
        client = self.client(self.fault("redirect"), token="secret", max_wait=0)
        with self.assertRaises(UidUnavailableError):
            client.next_id()
        self.assertEqual(self.requests(f"/well/redirected/{self.me}"), [])

    def test_a_call_that_has_waited_for_others_asks_no_further_server(self) -> None:
        client = self.client(self.well(), timeout=30, max_wait=0.1)
        lock = client._lock
        client._lock = Mock(wraps=lock)
        with ThreadPoolExecutor(1) as threads:
            with lock:
                call = threads.submit(client.next_id)
                while client._lock.acquire.call_count < 2:
                    time.sleep(0.001)
                time.sleep(0.15)
            self.assertIsInstance(call.exception(), UidUnavailableError)
        self.assertEqual(self.requests(self.well()), [])

    def test_a_call_does_not_wait_for_others_for_ever(self) -> None:
        client = self.client(self.well(), timeout=0.1, max_wait=0.1)
        with ThreadPoolExecutor(1) as threads, client._lock:
            self.assertIsInstance(threads.submit(client.next_id).exception(30), UidUnavailableError)


if __name__ == "__main__":
    unittest.main()
