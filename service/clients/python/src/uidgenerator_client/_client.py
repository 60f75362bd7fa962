"""The client for threads."""

from __future__ import annotations

import os
import re
import ssl
from collections import deque
from operator import length_hint
from threading import Lock
from time import monotonic, sleep
from typing import Iterator, Optional
from urllib.parse import urlsplit
from weakref import WeakSet

from ._failures import ServerStatus, UidUnavailableError
from ._layout import Layout
from ._service import IdService, Server, Token

_PAUSE = 0.1
"""How many seconds are at least between two rounds of questions."""


class UidClient:
    """Hands out ids that an id service has claimed. For any number of threads.

    Ids ascend, whichever server answers. A process that was forked begins without ids, and fetches its own. Nothing is open
    between two fetches, so there is nothing to close; ids that are left when the process ends are lost.

    :param servers: where the servers are, as in ``http://ids-1:8080``; at least one
    :param token: what the servers know the caller by, or what returns it for each request
    :param count: how many ids are fetched at once, 1 to 10,000,000
    :param timeout: how many seconds the answer of one server may take, before another one is asked
    :param max_age: how many seconds after it was fetched an id may be handed out, 0.1 to 86,400
    :param max_wait: for how many seconds a call asks servers; a request that has begun by then adds ``timeout`` at most
    :param expected_identity: which store identity the ids must be of: its text, name or number; that of the first answer if it is not given
    :param ssl_context: what TLS needs, such as certificates of your own; that of Python if it is not given
    :raises ValueError: if an option is out of its range
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
        if not servers:
            raise ValueError("servers must name at least one: servers=()")
        for server in servers:
            _require_server(server)
        _require("count", count, 1 <= count <= 10_000_000, "in [1, 10000000]")
        _require("timeout", timeout, 0 < timeout <= 3600, "in (0, 3600]")
        _require("max_age", max_age, 0.1 <= max_age <= 86_400, "in [0.1, 86400]")
        _require("max_wait", max_wait, 0 <= max_wait <= 3600, "in [0, 3600]")
        _require("expected_identity", repr(expected_identity), expected_identity is None or expected_identity.strip() != "", "a name, a number or both")
        if ssl_context is None and any(server.startswith("https:") for server in servers):
            ssl_context = ssl.create_default_context()
        self._service = IdService([Server(server, token, timeout, ssl_context) for server in servers], expected_identity)
        self._count = count
        self._timeout = timeout
        self._max_age = max_age
        self._max_wait = max_wait
        self._highest = -1
        self._begin()
        _clients.add(self)

    def _begin(self) -> None:
        """Also in a fork, where the ids belong to the parent, and the lock may be held by a thread that is not there."""
        self._lock = Lock()
        self._ids: Iterator[int] = iter(())
        self._further: deque[range] = deque()
        self._fresh_until = 0.0

    def next_id(self) -> int:
        """Returns an id that no other caller gets.

        :raises UidUnavailableError: if no server hands out a range within ``max_wait``
        """
        deadline = monotonic() + self._max_wait
        waits = not self._lock.acquire(blocking=False)
        if waits and not self._lock.acquire(timeout=self._max_wait + self._timeout):
            raise self._service.unavailable()
        try:
            uid = self._take()
            if uid is None:
                if waits and monotonic() >= deadline:
                    raise self._service.unavailable()
                self._fetch(deadline)
                uid = next(self._ids)
            return uid
        finally:
            self._lock.release()

    def next_ids(self, count: int) -> list[int]:
        """Returns as many ids, which ascend.

        :raises UidUnavailableError: as :meth:`next_id`; the ids that were taken before are lost
        """
        return [self.next_id() for _ in range(count)]

    def poll(self) -> Optional[int]:
        """Returns an id if one can be had without waiting, or None."""
        if not self._lock.acquire(blocking=False):
            return None
        try:
            return self._take()
        finally:
            self._lock.release()

    def fill(self) -> None:
        """Fetches ids if none are left. Another thread may take them at once.

        :raises UidUnavailableError: as :meth:`next_id`
        """
        deadline = monotonic() + self._max_wait
        with self._lock:
            if monotonic() >= self._fresh_until or not (length_hint(self._ids) or self._further):
                self._fetch(deadline)

    @property
    def layout(self) -> Optional[Layout]:
        """The layout of all ids, or None before the first."""
        return self._service.layout

    @property
    def identity(self) -> Optional[str]:
        """The store identity, such as ``default/482903117264``, or None if no server has named one."""
        return self._service.identity

    def status(self) -> list[ServerStatus]:
        """Returns what the servers do, in the order in which they were named."""
        return self._service.status()

    def _take(self) -> Optional[int]:
        if monotonic() >= self._fresh_until:
            return None
        uid = next(self._ids, None)
        if uid is None and self._further:
            self._ids = iter(self._further.popleft())
            uid = next(self._ids)
        return uid

    def _fetch(self, deadline: float) -> None:
        while True:
            try:
                ranges = self._service.take(self._count, self._highest, deadline)
                break
            except UidUnavailableError:
                now = monotonic()
                due_at = max(self._service.due_at(), now + _PAUSE)
                if due_at >= deadline:
                    raise
                sleep(due_at - now)
        self._highest = ranges[-1][-1]
        self._fresh_until = monotonic() + self._max_age
        self._further = deque(ranges)
        self._ids = iter(self._further.popleft())


def _require_server(server: str) -> None:
    try:
        address = urlsplit(server)
        well_formed = (
            address.scheme in ("http", "https")
            and (address.hostname or "").encode("idna") != b""
            and address.port != 0
            and re.fullmatch(r"[!-~]+", server) is not None
            and not any(character in server for character in "@?#")
            and not server.endswith("/")
        )
    except ValueError:  # no port, or no name that can be looked up
        well_formed = False
    if not well_formed:
        rule = "http(s)://host[:port][/path], without a slash at the end"
        raise ValueError(f"a server must be {rule}: server={server}")


def _require(option: str, value: object, holds: bool, rule: str) -> None:
    if not holds:
        raise ValueError(f"{option} must be {rule}: {option}={value}")


def _begin_again() -> None:
    for client in list(_clients):
        client._begin()


_clients: WeakSet[UidClient] = WeakSet()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_again)
