"""64-bit ids of an id service, taken as ranges: one request for a thousand ids.

>>> from uidgenerator_client import UidClient
>>> ids = UidClient("http://ids-1:8080", "http://ids-2:8080")  # doctest: +SKIP
>>> ids.next_id()  # doctest: +SKIP
120830259103799965
"""

from ._asyncio import AsyncUidClient
from ._client import UidClient
from ._failures import ServerStatus, UidUnavailableError
from ._layout import Fields, Layout
from ._text import from_text, to_text

__all__ = [
    "AsyncUidClient",
    "Fields",
    "Layout",
    "ServerStatus",
    "UidClient",
    "UidUnavailableError",
    "from_text",
    "to_text",
]
