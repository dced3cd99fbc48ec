"""What hands and mail programs put around an order, taken off a line: here, and nowhere else.

Text alone is looked at, no game is known here. A line that can be read as it was typed is never brought here,
so what is taken off cannot change what an order means.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

DASHES: Final = "‐‑‒–—―−－"
ARROWS: Final = "→⇒⟶➔➜➝➡＞"
_LINK: Final = re.compile(
    r"""<?tel:(?P<number>[\w.-]+)>?            # a hex that was taken for a telephone number
    |<(?:https?|mailto|ftp):[^<>\s]*>          # a link beside its words
    |(?<=\])\((?:https?|mailto|tel):[^()\s]*\)  # the same in Markdown
    """,
    re.VERBOSE | re.IGNORECASE,
)
_DOUBLED: Final = re.compile(r"\b([\w.-]+) ?\1(?![\w-])")
"""A word and what its link says, which is the same."""
_MARKDOWN: Final = re.compile(r"\[([^\[\]]+)\](?=\((?:https?|mailto|tel):)")
_TAG: Final = re.compile(r"</?(?:br|p|div|b|i|span) ?/?>", re.IGNORECASE)
_REMARK: Final = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}")
_STRUCK: Final = re.compile(r"~~[^~]+~~|(?:[^\u0335-\u0338][\u0335-\u0338])+")
"""Words that their author has struck out, in Markdown or with strokes over the letters: they are not said."""
_BRACKET: Final = re.compile(r"[(){}\[\]<]|>(?=\s*\Z)|(?<=\w)>(?=\s)")
_NUMBER_SIGN: Final = re.compile(r"#(?=\d)")
_BULLET: Final = re.compile(
    r"\A(?:[-+*•·▪◦‣●○■□▸▶☐☑✓✔>§]+|o(?= )|\(?\d{1,3}[.):]|\(?[a-h][.)]|\(?[ivx]{1,4}[.)])\s*(?=\S)"
)
_QUOTES: Final = re.compile(r"[*`“”„‟«»‹›‘’‚‛\"~]")
_EMPHASIS: Final = re.compile(r"(?<!\S)['_/]+(?=\S)|(?<=\S)['_/]+(?![^\s.,;!])")
_END: Final = " .,;!?:…"
_ARROW: Final = re.compile(rf"[-=~]+>|[{ARROWS}]")
_PLACEHOLDER: Final = re.compile(r"\[(?:image|cid|inline image|bild)\b[^\[\]]*\]", re.IGNORECASE)
_FENCE: Final = re.compile(r"[`~*_=\-.·• ]+")
_WROTE: Final = (
    r"(?:wrote|writes|schrieb|schreef|skrev|a écrit|escribió|ha scritto|escreveu|pisze|napisał(?:\(a\))?"
    r"|kirjoitti|napsal(?:\(a\))?|написал(?:\(а\)|а)?|пишет)"
)
_ATTRIBUTION: Final = re.compile(rf"\b{_WROTE}\b[^:]{{0,120}}:\s*\Z", re.IGNORECASE)
_BEFORE_DATE: Final = re.compile(r"(?:on|am|le|el|il|op|den|em|pe|dnia|w dniu)\s", re.IGNORECASE)


@lru_cache(maxsize=2048)
def undecorate(line: str, *, remarks: bool = False) -> str:
    """A line without quotes, emphasis, links, bullets, remarks in brackets, words that are struck out, a
    comment behind `#`, signs that are no words at its ends, and full stops there. Dashes and arrows become
    `-` and `>`. With `remarks` what stands in brackets stays, and the brackets go."""
    text = _NUMBER_SIGN.sub("", _plain_signs(line)).partition("#")[0]
    text = _BRACKET.sub(" ", text) if remarks else _REMARK.sub(" ", text)
    text = _strip_signs(_BULLET.sub("", _strip_signs(text), count=1))
    text = _EMPHASIS.sub("", _QUOTES.sub("", text))
    text = _BULLET.sub("", text.strip(), count=1)
    return " ".join(_strip_signs(text).split()).strip(_END)


@lru_cache(maxsize=2048)
def _plain_signs(line: str) -> str:
    """Full-width letters, entities, links, dashes and arrows as they are on a keyboard."""
    text = unicodedata.normalize("NFKC", _STRUCK.sub(" ", _TAG.sub(" ", html.unescape(line))))
    text = "".join(c for c in text if unicodedata.category(c) not in ("Cf", "Cc", "Co", "Mn"))
    text = _LINK.sub(lambda link: link["number"] or "", _MARKDOWN.sub(r"\1", text))
    text = _DOUBLED.sub(r"\1", text) if "tel:" in line.lower() else text
    return _ARROW.sub(" > ", text.translate(dict.fromkeys(map(ord, DASHES), "-")))


def _strip_signs(text: str) -> str:
    """Without pictures of the keyboard at its ends."""
    while text and (text[0].isspace() or unicodedata.category(text[0]) in ("So", "Sk")):
        text = text[1:]
    while text and (text[-1].isspace() or unicodedata.category(text[-1]) in ("So", "Sk")):
        text = text[:-1]
    return text


def is_mark(line: str) -> bool:
    """Whether a mail program wrote the line: the place of a picture, or a line of signs alone."""
    return bool(_FENCE.fullmatch(line)) or not _PLACEHOLDER.sub("", line).strip()


def attribution_length(lines: Sequence[str]) -> int:
    """How many of the first of these lines, up to three, say only that somebody wrote what is quoted."""
    for count in range(1, min(3, len(lines)) + 1):
        text = " ".join(lines[:count])
        known = "@" in text or re.search(r"\d", text) or len(text.split()) < 5
        if _ATTRIBUTION.search(text[-200:]) and known and (count == 1 or _BEFORE_DATE.match(text)):
            return count
    return 0
