"""What goes wrong with servers."""

from __future__ import annotations

from typing import NamedTuple, Optional


class ServerError(Exception):
    """A server has not answered with ranges that can be used."""


class RefusedError(ServerError):
    """A server has answered with a status other than 200."""

    def __init__(self, status: int, body: str, retry_after: float):
        super().__init__(f"it answers with status {status}: {quote(body).strip()}")
        self.status = status
        self.retry_after = retry_after


class UidUnavailableError(Exception):
    """No server hands out a range. The message says of each of them why; the cause is the failure of the last one."""

    __module__ = "uidgenerator_client"


class ServerStatus(NamedTuple):
    """What one server did for a client."""

    url: str
    """Where it is."""
    ranges: int
    """How many ranges came from it."""
    failure: Optional[Exception]
    """Why it handed out none when it was asked last, or None if it did or was not asked yet."""


def quote(text: str, longest: int = 300) -> str:
    """The beginning of what a server says, for one line of a message."""
    printable = "".join(character if character.isprintable() else " " for character in text[:longest])
    return printable if len(text) <= longest else printable + "..."
