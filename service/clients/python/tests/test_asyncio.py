"""The client for coroutines."""

from __future__ import annotations

import asyncio
import inspect
import ssl
import unittest
from unittest.mock import Mock, patch

from bad_server import BadServerTest
from uidgenerator_client import AsyncUidClient, UidClient, UidUnavailableError


class AsyncClientTest(BadServerTest):
    def test_gives_no_id_twice_to_coroutines(self) -> None:
        async def take() -> list[list[int]]:
            client = AsyncUidClient(self.well(), count=100, timeout=20, max_wait=60)
            return await asyncio.gather(*(client.next_ids(100) for _ in range(50)))

        taken = asyncio.run(take())
        for ids in taken:
            self.assertEqual(ids, sorted(ids))
        self.assertEqual(len({uid for ids in taken for uid in ids}), 5_000)
        self.assertEqual(len(self.requests(self.well())), 50)

    def test_does_not_hold_up_the_loop(self) -> None:
        async def count_meanwhile() -> int:
            client = AsyncUidClient(self.fault("drip"), timeout=1, max_wait=0)
            call = asyncio.ensure_future(client.next_id())
            turns = 0
            while not call.done():
                await asyncio.sleep(0.01)
                turns += 1
            with self.assertRaisesRegex(UidUnavailableError, "it has not answered within 1 s"):
                await call
            return turns

        self.assertGreater(asyncio.run(count_meanwhile()), 3)  # it would be 1 otherwise

    def test_asks_once_for_all_that_wait(self) -> None:
        async def fail() -> None:
            client = AsyncUidClient(self.fault("hang"), timeout=0.3, max_wait=0)
            client._client.fill = Mock(wraps=client._client.fill)
            calls = await asyncio.gather(*(client.next_id() for _ in range(100)), return_exceptions=True)
            self.assertEqual({type(call) for call in calls}, {UidUnavailableError})
            client._client.fill.assert_called_once()

        asyncio.run(fail())
        self.assertEqual(len(self.requests("/hang/" + self.me)), 1)

    def test_a_coroutine_that_is_cancelled_costs_the_others_nothing(self) -> None:
        async def take() -> int:
            client = AsyncUidClient(self.well(), timeout=20, max_wait=60)
            one, other = asyncio.ensure_future(client.next_id()), asyncio.ensure_future(client.next_id())
            await asyncio.sleep(0)
            one.cancel()
            uid = await other
            with self.assertRaises(asyncio.CancelledError):
                await one
            self.assertEqual((client.identity, client.status()[0].ranges), ("default/482903117264", 2))
            self.assertIsNotNone(client.layout)
            return uid

        self.assertGreater(asyncio.run(take()), 0)


class OptionsTest(unittest.TestCase):
    def test_takes_the_options_of_the_client_for_threads(self) -> None:
        self.assertEqual(inspect.signature(AsyncUidClient), inspect.signature(UidClient))

    def test_passes_each_option_on(self) -> None:
        options = {
            "token": "secret",
            "count": 7,
            "timeout": 0.5,
            "max_age": 30.0,
            "max_wait": 1.0,
            "expected_identity": "orders",
            "ssl_context": ssl.create_default_context(),
        }
        self.assertEqual(["servers", *options], list(inspect.signature(UidClient).parameters))
        with patch("uidgenerator_client._asyncio.UidClient") as client:
            AsyncUidClient("http://ids-1", "http://ids-2", **options)
        client.assert_called_once_with("http://ids-1", "http://ids-2", **options)


if __name__ == "__main__":
    unittest.main()
