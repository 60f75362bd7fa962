"""The client for asyncio."""

from __future__ import annotations

import asyncio
import ssl
from typing import Optional

from ._client import UidClient
from ._failures import ServerStatus
from ._layout import Layout
from ._service import Token


class AsyncUidClient:
    """Hands out ids that an id service has claimed, to the coroutines of one event loop.

    Takes the arguments of :class:`UidClient`. The loop never waits for a server: a thread of its executor does so, one for
    all coroutines that need ids at the same time. A coroutine that is cancelled meanwhile takes the ids of no other one.
    """

    def __init__(
        self,
        *servers: str,
        token: Optional[Token] = None,
        count: int = 1000,
        timeout: float = 2.0,
        max_age: float = 60.0,
        max_wait: float = 5.0,
        expected_identity: Optional[str] = None,
        ssl_context: Optional[ssl.SSLContext] = None,
    ):
        self._client = UidClient(
            *servers,
            token=token,
            count=count,
            timeout=timeout,
            max_age=max_age,
            max_wait=max_wait,
            expected_identity=expected_identity,
            ssl_context=ssl_context,
        )
        self._filling: Optional[asyncio.Future[None]] = None

    async def next_id(self) -> int:
        """Returns an id that no other caller gets.

        :raises UidUnavailableError: if no server hands out a range within ``max_wait``
        """
        while True:
            uid = self._client.poll()
            if uid is not None:
                return uid
            await self._fill()

    async def next_ids(self, count: int) -> list[int]:
        """Returns as many ids, which ascend.

        :raises UidUnavailableError: as :meth:`next_id`; the ids that were taken before are lost
        """
        return [await self.next_id() for _ in range(count)]

    async def _fill(self) -> None:
        if self._filling is None or self._filling.done():
            self._filling = asyncio.get_running_loop().run_in_executor(None, self._client.fill)
        await asyncio.shield(self._filling)

    @property
    def layout(self) -> Optional[Layout]:
        """The layout of all ids, or None before the first."""
        return self._client.layout

    @property
    def identity(self) -> Optional[str]:
        """The store identity, such as ``default/482903117264``, or None if no server has named one."""
        return self._client.identity

    def status(self) -> list[ServerStatus]:
        """Returns what the servers do, in the order in which they were named."""
        return self._client.status()
