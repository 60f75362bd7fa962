"""How the bits of an id are divided."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

_TEXT = re.compile(
    r"([0-9]{1,2})/(?:([0-9]{1,2})\+)?([0-9]{1,2})/([0-9]{1,2})(, worker last,)? bits"
    r" of PT(?:([0-9]+)H)?(?:([0-9]+)M)?(?:([0-9]+(?:\.[0-9]+)?)S)? from ([0-9TZ:.-]+)"
)
_MOST_BITS = 63


class Fields(NamedTuple):
    """What an id is made of."""

    time_millis: int
    """The time in milliseconds since 1970."""
    worker_id: int
    data_center_id: int
    """The high part of the worker id; 0 in layouts without data centres."""
    machine_id: int
    """The low part of the worker id."""
    sequence: int


@dataclass(frozen=True)
class Layout:
    """A layout, as servers write it: ``31/14/18 bits of PT1S from 2026-01-01T00:00:00Z``."""

    text: str
    """The text form, by which layouts are compared."""
    time_bits: int
    data_center_bits: int
    """How many of the bits of the worker id are those of the data centre."""
    worker_bits: int
    sequence_bits: int
    worker_last: bool
    """Whether the worker id has the lowest bits, in place of the sequence."""
    tick_millis: int
    epoch_millis: int
    """The beginning of time, in milliseconds since 1970."""

    @staticmethod
    def parse(text: str) -> Layout:
        """Reads the text form.

        :raises ValueError: if it is no layout
        """
        match = _TEXT.fullmatch(text)
        if match is None:
            raise ValueError(f"it is no layout: {text[:300]!r}")
        time_bits, data_center_bits, machine_bits, sequence_bits = (int(bits or 0) for bits in match.group(1, 2, 3, 4))
        hours, minutes, seconds = match.group(6, 7, 8)
        tick_millis = round(int(hours or 0) * 3_600_000 + int(minutes or 0) * 60_000 + float(seconds or 0) * 1000)
        layout = Layout(
            text=text,
            time_bits=time_bits,
            data_center_bits=data_center_bits,
            worker_bits=data_center_bits + machine_bits,
            sequence_bits=sequence_bits,
            worker_last=match.group(5) is not None,
            tick_millis=tick_millis,
            epoch_millis=_epoch_millis(match.group(9)),
        )
        if layout.total_bits > _MOST_BITS or tick_millis == 0:
            raise ValueError(f"it is no layout: {text!r}")
        return layout

    @property
    def total_bits(self) -> int:
        """How many bits an id has at most."""
        return self.time_bits + self.worker_bits + self.sequence_bits

    @property
    def increment(self) -> int:
        """How far apart the ids of a range are."""
        return 1 << self.worker_bits if self.worker_last else 1

    def decode(self, uid: int) -> Fields:
        """Takes an id of this layout apart.

        :raises ValueError: if the id is negative or has more bits than the layout
        """
        if uid < 0 or uid >> self.total_bits:
            raise ValueError(f"an id of {self.text} must be in [0, {(1 << self.total_bits) - 1}]: uid={uid}")
        machine_bits = self.worker_bits - self.data_center_bits
        worker = (uid >> (0 if self.worker_last else self.sequence_bits)) % (1 << self.worker_bits)
        return Fields(
            time_millis=self.epoch_millis + (uid >> (self.worker_bits + self.sequence_bits)) * self.tick_millis,
            worker_id=worker,
            data_center_id=worker >> machine_bits,
            machine_id=worker % (1 << machine_bits),
            sequence=(uid >> (self.worker_bits if self.worker_last else 0)) % (1 << self.sequence_bits),
        )


def _epoch_millis(instant: str) -> int:
    since = datetime.fromisoformat(instant.replace("Z", "+00:00")) - datetime.fromisoformat("1970-01-01T00:00:00+00:00")
    return (since.days * 86_400 + since.seconds) * 1000 + since.microseconds // 1000
