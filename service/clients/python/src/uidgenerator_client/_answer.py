"""What an id service answers to a request for ranges, and what no service answers."""

from __future__ import annotations

import re
from typing import NamedTuple

from ._failures import quote
from ._layout import Layout

_RANGE = re.compile(r"(-?[0-9]{1,20}) (-?[0-9]{1,20}) (-?[0-9]{1,20})")


class Answer(NamedTuple):
    layout: Layout
    ranges: list[range]
    """In ascending order, at least one."""


def parse_answer(text: str, above: int) -> Answer:
    """Reads an answer.

    :param above: all ids have to be greater than this one
    :raises ValueError: if it is no answer of an id service, or hands out ids that were not asked for
    """
    first_line, *lines = text.removesuffix("\n").split("\n")
    layout = Layout.parse(first_line)
    if not lines:
        raise ValueError(f'it has no range: "{quote(text.strip())}"')
    ranges = []
    for line in lines:
        ids = _parse_range(line, layout)
        if ids[0] <= above:
            raise ValueError(f'a range must begin above {above}: "{line}"')
        above = ids[-1]
        ranges.append(ids)
    return Answer(layout, ranges)


def _parse_range(line: str, layout: Layout) -> range:
    match = _RANGE.fullmatch(line)
    if match is None:
        raise ValueError(f'a range must be "first last increment": "{quote(line)}"')
    first, last, increment = map(int, match.groups())
    if not 0 <= first <= last:
        raise ValueError(f"0 <= first <= last must hold: first={first}, last={last}")
    if increment < 1 or (last - first) % increment:
        raise ValueError(f"increment must divide last - first: first={first}, last={last}, increment={increment}")
    layout.decode(last)  # refuses what is no id
    if increment != layout.increment:
        raise ValueError(f'the increment must be {layout.increment}, as of {layout.text}: "{line}"')
    return range(first, last + 1, increment)
