"""One GET request that is over at a certain time, whatever the other side does.

The time-outs of sockets bound each read, so a server that sends a byte now and then is waited for without end. Here the time that
is left bounds each read, and TLS and the connection as well. Not bounded is the look-up of a name in the operating system.
"""

from __future__ import annotations

import io
import socket
import ssl
from http.client import HTTPConnection, HTTPException, IncompleteRead
from time import monotonic
from typing import NamedTuple, Optional
from urllib.parse import urlsplit

from ._failures import ServerError, quote

MOST_BYTES = 16 << 20
"""More than any answer of an id service has: a million ids whose ranges have three ids each."""

_MOST_BYTES_OF_A_REFUSAL = 1 << 10


class Response(NamedTuple):
    status: int
    identity: Optional[str]
    retry_after: Optional[str]
    body: bytes


def get(server: str, path: str, headers: dict[str, str], timeout: float, context: Optional[ssl.SSLContext]) -> Response:
    """Asks a server. Follows no redirect, and asks no proxy.

    :param timeout: after how many seconds it is over, all told
    :param context: what TLS needs, for servers that begin with https
    :raises ServerError: if there is no whole answer by then, or one of more than :data:`MOST_BYTES`
    """
    deadline = monotonic() + timeout
    try:
        with _connect(server, deadline, context) as connection:
            return _ask(connection, server, path, headers, deadline)
    except TimeoutError as e:
        raise ServerError(f"it has not answered within {timeout:g} s") from e
    except (OSError, HTTPException) as e:
        raise ServerError(f"it does not answer: {quote(str(e)).strip() or type(e).__name__}") from e


def _connect(server: str, deadline: float, context: Optional[ssl.SSLContext]) -> socket.socket:
    address = urlsplit(server)
    assert address.hostname is not None
    port = address.port or (443 if address.scheme == "https" else 80)
    failure: Optional[OSError] = None
    for family, kind, protocol, _, target in socket.getaddrinfo(address.hostname, port, type=socket.SOCK_STREAM):
        connection = socket.socket(family, kind, protocol)
        try:
            connection.settimeout(_left(deadline))
            connection.connect(target)
            if context is None or address.scheme != "https":
                return connection
            # The time-out of the socket bounds the whole handshake. The socket that TLS makes takes the place of this one.
            connection.settimeout(_left(deadline))
            return context.wrap_socket(connection, server_hostname=address.hostname)
        except OSError as e:
            connection.close()
            failure = e
        except BaseException:
            connection.close()
            raise
    raise failure or OSError(f"{address.hostname} has no address")


def _ask(connection: socket.socket, server: str, path: str, headers: dict[str, str], deadline: float) -> Response:
    address = urlsplit(server)
    http = HTTPConnection(address.hostname or "")
    http.sock = _TimedSocket(connection, deadline)
    http.request("GET", address.path + path, headers={"Host": address.netloc, "Connection": "close", **headers})
    with http.getresponse() as response:
        most = MOST_BYTES if response.status == 200 else _MOST_BYTES_OF_A_REFUSAL
        body = response.read(most + 1)
        if response.status == 200 and len(body) > most:
            raise ServerError(f"its answer has more than {most} bytes")
        if len(body) <= most and response.length:
            raise IncompleteRead(body, response.length)
        return Response(response.status, response.headers["Uid-Store-Identity"], response.headers["Retry-After"], body)


def _left(deadline: float) -> float:
    left = deadline - monotonic()
    if left <= 0:
        raise TimeoutError
    return left


class _TimedSocket:
    """As much of a socket as HTTPConnection needs."""

    def __init__(self, connection: socket.socket, deadline: float):
        self._connection = connection
        self._deadline = deadline

    def sendall(self, data: bytes) -> None:
        self._connection.settimeout(_left(self._deadline))
        self._connection.sendall(data)

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_TimedReader(self._connection, self._deadline))

    def close(self) -> None:
        """Leaves the connection open, because the response still reads from it."""


class _TimedReader(io.RawIOBase):
    def __init__(self, connection: socket.socket, deadline: float):
        self._connection = connection
        self._deadline = deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        self._connection.settimeout(_left(self._deadline))
        return self._connection.recv_into(buffer)
