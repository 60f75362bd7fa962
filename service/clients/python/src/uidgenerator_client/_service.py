"""The servers of an id service, any of which may be asked."""

from __future__ import annotations

import random
import re
import ssl
from time import monotonic
from typing import Callable, Optional, Union

from ._answer import Answer, parse_answer
from ._failures import RefusedError, ServerError, ServerStatus, UidUnavailableError, quote
from ._http import get
from ._layout import Layout

Token = Union[str, Callable[[], str]]

_FIRST_BACKOFF = 0.1
_LONGEST_BACKOFF = 5.0
_LONGEST_BACKOFF_WITHOUT_OTHERS = 1.0
_LONGEST_RETRY_AFTER = 60.0
_TOO_FAR_AHEAD = 422
_FOR_GOOD = (401, 403)
_TOKEN = re.compile(r"[!-~]+")


class Server:
    """One server, which is left alone for a while after it has failed."""

    def __init__(self, url: str, token: Optional[Token], timeout: float, context: Optional[ssl.SSLContext]):
        self.url = url
        self.failure: Optional[Exception] = None
        self.ask_again_at = 0.0
        self.ask_without_others_at = 0.0
        self._token = token
        self._timeout = timeout
        self._context = context
        self._failures = 0
        self._ranges = 0

    def ask(self, count: int, above: int) -> tuple[Optional[str], Answer]:
        """Asks for ranges. Returns the store identity that the answer names, and the answer.

        :raises ServerError: if it does not answer in time, or not with ranges
        """
        after = "" if above < 0 else f"&after={above}"
        headers = {"Accept": "text/plain", **self._authorization()}
        response = get(self.url, f"/api/ranges?count={count}{after}", headers, self._timeout, self._context)
        if response.status != 200:
            body = response.body.decode(errors="replace")
            raise RefusedError(response.status, body, _seconds(response.retry_after))
        try:
            return response.identity, parse_answer(response.body.decode(), above)
        except ValueError as e:
            raise ServerError(f"it answers with what are no ranges: {e}") from e

    def _authorization(self) -> dict[str, str]:
        if self._token is None:
            return {}
        try:
            token = self._token if isinstance(self._token, str) else self._token()
        except Exception as e:
            raise ServerError(f"there is no token for it: {e!r}") from e
        if not _TOKEN.fullmatch(token):
            raise ServerError(f"the token for it must be visible ASCII characters: length={len(token)}")
        return {"Authorization": f"Bearer {token}"}

    def succeeded(self, ranges: int) -> None:
        self._ranges += ranges
        self._failures = 0
        self.failure = None
        self.ask_again_at = self.ask_without_others_at = 0.0

    def failed(self, why: ServerError) -> None:
        self.failure = why
        if isinstance(why, RefusedError) and why.status == _TOO_FAR_AHEAD:
            return  # that is no fault of the server's
        backoff = _FIRST_BACKOFF * 2 ** min(self._failures, 10)
        part = random.uniform(0.5, 1)
        asked_for = _left_alone(why) if isinstance(why, RefusedError) else 0.0
        self._failures += 1
        now = monotonic()
        self.ask_again_at = now + max(part * min(backoff, _LONGEST_BACKOFF), asked_for)
        self.ask_without_others_at = now + max(part * min(backoff, _LONGEST_BACKOFF_WITHOUT_OTHERS), asked_for)

    def status(self) -> ServerStatus:
        return ServerStatus(self.url, self._ranges, self.failure)


def _left_alone(why: RefusedError) -> float:
    """How long a server wants to be left alone. No retry gives a client another token."""
    return _LONGEST_RETRY_AFTER if why.status in _FOR_GOOD else min(why.retry_after, _LONGEST_RETRY_AFTER)


def _seconds(text: Optional[str]) -> float:
    """What is no number of seconds counts as not said."""
    return float(text) if text is not None and re.fullmatch("[0-9]{1,9}", text) else 0.0


class IdService:
    """All servers. For one thread at the same time, except :meth:`status`."""

    def __init__(self, servers: list[Server], identity: Optional[str]):
        self._servers = servers
        self._expected_identity = identity
        self.layout: Optional[Layout] = None
        self.identity: Optional[str] = None
        self._named_by: Optional[str] = None

    def take(self, count: int, above: int, deadline: float) -> list[range]:
        """Takes ranges from one of the servers: those that are due are asked first and, if none of them answers, those
        that are left alone unless they have failed just now. After the deadline no further server is asked.

        :param above: all ids are to be greater than this one; -1 for any
        :raises UidUnavailableError: if none has any
        """
        now = monotonic()
        in_random_order = random.sample(self._servers, len(self._servers))
        asked = False
        for server in sorted(in_random_order, key=lambda each: each.ask_again_at > now):
            if server.ask_without_others_at > monotonic():
                continue
            if asked and monotonic() >= deadline:
                break
            asked = True
            try:
                return self._take(server, count, above)
            except ServerError as e:
                server.failed(e)
        raise self.unavailable()

    def _take(self, server: Server, count: int, above: int) -> list[range]:
        identity, answer = server.ask(count, above)
        if self.layout is not None and answer.layout != self.layout:
            raise ServerError(f"its layout must be {self.layout.text}: layout={answer.layout.text}")
        self._require_identity(identity)
        self.layout = answer.layout  # of the first answer that is used, as the identity
        if self.identity is None and identity is not None:
            self.identity, self._named_by = identity, server.url
        server.succeeded(len(answer.ranges))
        return answer.ranges

    def _require_identity(self, answered: Optional[str]) -> None:
        """Ids of two identities may be equal."""
        said = "it names none" if answered is None else f"identity={quote(answered, 100)}"
        if self.identity is not None and answered != self.identity:
            raise ServerError(f"its store identity must be {self.identity}, as of {self._named_by}: {said}")
        expected = self._expected_identity
        if expected is not None and expected not in _names(answered):
            raise ServerError(f"its store identity must be {expected}, as of option expected_identity: {said}")

    def due_at(self) -> float:
        """When the first of the servers may be asked."""
        return min(server.ask_without_others_at for server in self._servers)

    def unavailable(self) -> UidUnavailableError:
        reasons = [f"{server.url}: {server.failure or 'no answer yet'}" for server in self._servers]
        failure = UidUnavailableError("no server of the id service hands out a range: " + "; ".join(reasons))
        failure.__cause__ = next((server.failure for server in reversed(self._servers) if server.failure), None)
        return failure

    def status(self) -> list[ServerStatus]:
        return [server.status() for server in self._servers]


def _names(identity: Optional[str]) -> tuple[str, ...]:
    """The text of an identity, its name and its number."""
    return () if identity is None else (identity, *identity.rsplit("/", 1))
