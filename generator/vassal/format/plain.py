"""Texts of a game where VASSAL shows texts: never a program, a property, a page, or a sign of the chat.

A text that begins with `{` VASSAL runs, between two `$` it looks for a property, and what begins with `<html`
its labels show as a page, which may fetch pictures from anywhere. So no such text is written. The chat shows
HTML, and takes a sign at the beginning of a line for a colour. Sources: `tools/FormattedString.java`,
`script/expression/Expression.java`, `build/module/Chatter.java`, `tools/QuickColors.java` of VASSAL 3.7.
"""

from __future__ import annotations

from html import escape

from generator.vassal.format.codec import printable
from generator.vassal.format.errors import FormatError

COLOURS = "|!?~`"
"""What at the beginning of a line of the chat stands for a colour."""


def misread(words: str) -> str:
    """Why VASSAL would not show a text as it is, empty where it would."""
    if words.lstrip()[:1] == "{":
        return "VASSAL runs a text that begins with { as a program"
    if "$" in words:
        return "VASSAL puts properties in the place of what stands behind a $"
    if words.lstrip()[:1] == "<":
        return "VASSAL shows a text that begins with < as a page of HTML"
    return ""


def plain(words: str) -> str:
    """A text for a format, menu or label, as it is. Raises FormatError for one that VASSAL would misread."""
    if reason := misread(words):
        raise FormatError(f"{words!r}: {reason}")
    return words


def page(html: str) -> bytes:
    """A page of HTML that VASSAL shows in a window of its own, which guesses the encoding: letters beyond
    ASCII as numbers."""
    return html.encode("ascii", "xmlcharrefreplace")


def comment(words: str) -> str:
    """What is told of a save: in the chat, which shows HTML, and in the list of files, which shows text."""
    return printable(" ".join(words.split())).replace("<", "&lt;")


def chat(words: str) -> str:
    """What somebody says, as one line of the chat behind its sign: no HTML, no colours, no new lines."""
    shown = escape(printable(" ".join(words.split())), quote=False)
    return f"&#{ord(shown[0])};{shown[1:]}" if shown[:1] in COLOURS and shown else shown
