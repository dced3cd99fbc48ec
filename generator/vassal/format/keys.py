"""Keystrokes and colours as VASSAL writes them.

A keystroke is "code,modifiers" or, for a named command, "57348,0,name". The code is that of the upper-case
letter; the modifiers are Java's, with both the old and the new bit (Ctrl is 2 + 128).
Source: `configure/NamedHotKeyConfigurer.java` of VASSAL 3.7.
"""

import re

from generator.vassal.format.errors import TraitError

NO_KEY = ""
_SHIFT, _CTRL, _ALT = 1 | 64, 2 | 128, 8 | 512
_NAMED_CODE = 57348
_KEY = re.compile(r"[0-9]+,[0-9]+(,[^,]+)?")
_COLOR = re.compile(r"([0-9]{1,3})(,[0-9]{1,3}){2,3}")


def key(letter: str, *, ctrl: bool = False, shift: bool = False, alt: bool = False) -> str:
    """The keystroke of one letter, digit or sign of the keyboard, as in key("F", ctrl=True) == "70,130"."""
    code = ord(letter.upper()) if len(letter) == 1 else 0
    if not 32 <= code < 127:
        raise TraitError(f"{letter!r} is not a single key: give one printable ASCII character")
    return f"{code},{ctrl * _CTRL | shift * _SHIFT | alt * _ALT}"


def ctrl(letter: str) -> str:
    """Ctrl and one letter."""
    return key(letter, ctrl=True)


def named_key(name: str) -> str:
    """A named command, which no keyboard sends; two strokes are the same when their names are."""
    if not name or "," in name:
        raise TraitError(f"{name!r} cannot name a keystroke: it is empty or has a comma")
    return f"{_NAMED_CODE},0,{name}"


def is_key(text: str) -> bool:
    """Whether VASSAL reads the text as a keystroke ("" is none, which is legal everywhere)."""
    return text == NO_KEY or _KEY.fullmatch(text) is not None


def is_color(text: str) -> bool:
    """Whether VASSAL reads the text as a colour "r,g,b" or "r,g,b,a" ("" is no colour)."""
    if text == "":
        return True
    return _COLOR.fullmatch(text) is not None and all(int(part) <= 255 for part in text.split(","))
