"""The server that breaks the rules of clients, for tests. The environment says where it is, and service/clients/README.md how to start it."""

import json
import os
import unittest
import uuid
from typing import NamedTuple
from urllib.request import ProxyHandler, build_opener

from uidgenerator_client import UidClient

_URL = os.environ.get("UID_BAD_SERVER")


class Fault(NamedTuple):
    name: str
    url: str
    says: str
    timeout: float


class BadServerTest(unittest.TestCase):
    """A test against the bad server, at which this test has a name of its own."""

    @classmethod
    def setUpClass(cls) -> None:
        if _URL is None:
            raise unittest.SkipTest("no bad server: start one, and set UID_BAD_SERVER=http://127.0.0.1:8099")

    def setUp(self) -> None:
        self.me = "python-" + uuid.uuid4().hex

    def client(self, *servers: str, **options) -> UidClient:
        """A client that gives a busy machine time, unless the options say otherwise."""
        return UidClient(*servers, **{"timeout": 20, "max_wait": 60, **options})

    def well(self) -> str:
        return f"{_URL}/well/{self.me}"

    def faults(self) -> list[Fault]:
        return [
            Fault(fault["name"], f"{fault['url']}/{self.me}", fault["says"], fault["timeoutMillis"] / 1000)
            for fault in _get("/faults")
        ]

    def fault(self, name: str) -> str:
        return next(fault.url for fault in self.faults() if fault.name == name)

    def requests(self, server: str) -> list[str]:
        """The heads of the requests that a server has had."""
        assert _URL is not None
        return _get("/requests" + server.removeprefix(_URL))


def _get(path: str):
    with build_opener(ProxyHandler({})).open(f"{_URL}{path}", timeout=30) as answer:
        return json.load(answer)
