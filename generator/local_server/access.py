"""Access to the small server: which requests are answered, and how the page of one browser gets its token.

Other programs, other people on this machine and pages of strangers reach the port as well. A page of a
stranger is told by Host and Origin; everybody else lacks the token, which is given once, for the word with
which the browser was opened.
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Iterable
from typing import Final

_BYTES: Final = 32
_QUESTION: Final = re.compile("[0-9a-f]{64}")
_HEADER: Final = b"x-senlac-token"
Headers = Iterable[tuple[bytes, bytes]]


class Denied(Exception):
    """A request that is not answered, with its HTTP status, a code, and a sentence."""

    def __init__(self, status: int, code: str, what: str) -> None:
        super().__init__(what)
        self.status, self.code, self.what = status, code, what


class Access:
    """The doors of a server on a port. `word`: the word that is good once for the token."""

    def __init__(self, port: int) -> None:
        self.word = secrets.token_urlsafe(_BYTES)
        self._token = secrets.token_urlsafe(_BYTES)
        self._hosts = frozenset(f"{name}:{port}" for name in ("127.0.0.1", "localhost"))
        self._entered = False

    def check_source(self, headers: Headers) -> None:
        """Raises Denied for another Host, as when a stranger's name leads to this machine, and for a page of
        another origin."""
        if (host := _only(headers, b"host")) not in self._hosts:
            raise Denied(403, "other-host", "This server answers to 127.0.0.1 and localhost alone.")
        origins = [value for name, value in headers if name == b"origin"]
        if origins and _only(headers, b"origin") != f"http://{host}":
            raise Denied(403, "other-origin", "This server answers to its own page alone.")

    def check_token(self, headers: Headers) -> None:
        """Raises Denied for a request without the token."""
        given = _only(headers, _HEADER) or ""
        if not secrets.compare_digest(given.encode(), self._token.encode()):
            raise Denied(401, "no-token", "This page is not the one that the program has opened.")

    def prove(self, question: object) -> str:
        """What only the program that gave the token can answer: a code of the question by it (HMAC with
        SHA-256, in hex). Another program may have taken the port meanwhile; so a page that has lost its
        program asks before it sends the token again. Raises Denied for what is no such question."""
        if not isinstance(question, str) or not _QUESTION.fullmatch(question):
            raise Denied(400, "bad-question", "The question is 64 hex digits.")
        return hmac.digest(self._token.encode(), question.encode(), "sha256").hex()

    def enter(self, word: object) -> str:
        """The token, for the word that is good once. Raises WordUsed, and Denied for another word."""
        given = word if isinstance(word, str) else ""
        if not secrets.compare_digest(given.encode(), self.word.encode()):
            raise Denied(403, "other-word", "This address is not the one that the program has given.")
        if self._entered:
            raise WordUsed(403, "word-used", "This address was used before: it is good once.")
        self._entered = True
        return self._token


class WordUsed(Denied):
    """The word that is good once, for a second time: somebody else may have had it first."""


def _only(headers: Headers, name: bytes) -> str | None:
    """The value of a header; None where there is none, or more than one."""
    found = [value for known, value in headers if known == name]
    return found[0].decode("latin-1") if len(found) == 1 else None
