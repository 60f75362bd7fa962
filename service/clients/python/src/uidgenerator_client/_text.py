"""Ids as text of fixed width, whose order is that of the ids."""

from __future__ import annotations

_FORMATS = {
    "CROCKFORD32": ("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 13),
    "BASE62": ("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 11),
}


def to_text(uid: int, name: str = "CROCKFORD32") -> str:
    """Writes an id.

    :param name: ``CROCKFORD32``, 13 characters, or ``BASE62``, 11 characters
    :raises ValueError: if there is no such form, or the id is not in [0, 2**63 - 1]
    """
    alphabet, width = _format(name)
    if not 0 <= uid < 1 << 63:
        raise ValueError(f"an id must be in [0, 2**63 - 1]: uid={uid}")
    return "".join(alphabet[uid // len(alphabet) ** i % len(alphabet)] for i in reversed(range(width)))


def from_text(text: str, name: str = "CROCKFORD32") -> int:
    """Reads what :func:`to_text` has written.

    :raises ValueError: if it is no such text
    """
    alphabet, width = _format(name)
    uid = 0
    for character in text:
        digit = alphabet.find(character)
        if digit < 0:
            raise ValueError(f"an id in {name} has the characters {alphabet}: text={text!r}")
        uid = uid * len(alphabet) + digit
    if len(text) != width or uid >= 1 << 63:
        raise ValueError(f"an id in {name} must have {width} characters and 63 bits: text={text!r}")
    return uid


def _format(name: str) -> tuple[str, int]:
    if name not in _FORMATS:
        raise ValueError(f"name must be one of {', '.join(_FORMATS)}: name={name!r}")
    return _FORMATS[name]
