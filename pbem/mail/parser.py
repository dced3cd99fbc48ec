"""Python's parser of mail under limits: they are checked as each header and part comes, before it is parsed.

The parser asks its policy for every header and its message class for every part, which are the two places
to count. What is taken apart is taken apart once, here, and everything else stays as it came.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from email import errors as email_errors
from email.headerregistry import BaseHeader, HeaderRegistry, ParameterizedMIMEHeader
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import EmailPolicy, Policy
from typing import Any, Final, cast

from modules.amounts import count_noun
from pbem.mail import faults, limits
from pbem.reason_codes import Code

ABOUT_CONTENT: Final = ("content-type", "content-transfer-encoding", "content-disposition")
_ABOUT_PEOPLE: Final = ("from", "subject")
# What the standard library's parser is known to let through on malformed headers, besides its own errors.
_STUMBLES: Final = (
    email_errors.MessageError,
    ValueError,
    LookupError,
    AttributeError,
    TypeError,
    AssertionError,
    RecursionError,
)


class Part(EmailMessage):
    """A part of a mail that knows how deep it lies: 0 is the mail itself."""

    depth = 0

    def attach(self, payload: Part) -> None:  # type: ignore[override]  # nothing else is put into it
        """Take in a part; raises `mail-nested-too-deep`."""
        payload.depth = self.depth + 1
        if payload.depth > limits.MAX_DEPTH:
            raise faults.MailRefused(
                Code.MAIL_NESTED_TOO_DEEP, f"parts within parts more than {limits.MAX_DEPTH} deep"
            )
        super().attach(payload)


class _PartCounter:
    """What one mail has had so far. Called by the parser for each part."""

    def __init__(self) -> None:
        self.parts = self.headers = self.about_content = 0

    def __call__(self, policy: Policy[Any]) -> Part:
        self.parts += 1
        if self.parts > limits.MAX_PARTS:
            raise faults.MailRefused(
                Code.MAIL_TOO_MANY_PARTS, f"the mail has more than {limits.MAX_PARTS} parts"
            )
        return Part(policy=policy)

    def header(self, name: str, size: int) -> None:
        self.headers += 1
        self.about_content += size if name in ABOUT_CONTENT else 0
        if self.headers > limits.MAX_HEADERS:
            raise faults.MailRefused(
                Code.MAIL_TOO_MANY_HEADERS, f"the mail has more than {limits.MAX_HEADERS} headers"
            )
        if self.about_content > limits.MAX_ABOUT_CONTENT:
            raise faults.MailRefused(
                Code.MAIL_TOO_MANY_HEADERS,
                f"the headers about content have more than {limits.MAX_ABOUT_CONTENT} bytes",
            )


class Registry(HeaderRegistry):
    """The classes of headers, each made once: the library makes a new class of every header that it reads."""

    def __init__(self) -> None:
        super().__init__()
        self._made: dict[type, type[BaseHeader]] = {}

    def __getitem__(self, name: str) -> type[BaseHeader]:
        kind = self.registry.get(name.lower(), self.default_class)
        return self._made.get(kind) or self._made.setdefault(kind, super().__getitem__(name))


_REGISTRY: Final = Registry()


class _Policy(EmailPolicy):
    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        """A header as it came, or taken apart if it is one of those that are read."""
        name = sourcelines[0].partition(":")[0].lower()
        size = sum(map(len, sourcelines))
        if isinstance(self.message_factory, _PartCounter):
            self.message_factory.header(name, size)
        most = _longest(name)
        if size > most:
            raise faults.MailRefused(
                Code.MAIL_HEADER_TOO_LONG,
                f"the header {name[:40]} has {count_noun(size, 'byte')}; at most {most} are read",
            )
        name, value = super().header_source_parse(sourcelines)
        if name.lower() not in self._split_headers():
            return name, value
        if name.lower() != "subject" and sum(map(value.count, limits.SPECIALS)) > limits.MAX_SPECIALS:
            raise faults.MailRefused(
                Code.MAIL_UNPARSABLE, f"the header {name} has more words and signs than are read"
            )
        unfolded = value.replace("\r", "").replace("\n", "").strip()
        return name, self._header(name, _repair(unfolded))

    def _header(self, name: str, value: str) -> str:
        return cast(str, self.header_factory(name, value))

    def _split_headers(self) -> tuple[str, ...]:
        return ABOUT_CONTENT


class _HeadPolicy(_Policy):
    def _split_headers(self) -> tuple[str, ...]:
        return (*_ABOUT_PEOPLE, *ABOUT_CONTENT)

    def _header(self, name: str, value: str) -> str:
        decoded = str(self.header_factory("subject", value))
        if "\r" in decoded or "\n" in decoded:
            raise faults.BadHeaders(Code.MAIL_HEADER_INJECTION, f"an encoded line end in the header {name}")
        return super()._header(name, value)


def _longest(name: str) -> int:
    if name == "subject":
        return limits.MAX_SUBJECT
    return limits.MAX_TAKEN_APART if name in (*_ABOUT_PEOPLE, *ABOUT_CONTENT) else limits.MAX_HEADER


def _repair(value: str) -> str:
    """Bytes beyond ASCII that somebody put into a header as they were: read as UTF-8."""
    return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def parse(data: bytes) -> Part:
    """The mail with all its parts; in their headers only those about content are taken apart.

    Raises `mail-header-too-long`, `mail-too-many-headers`, `mail-too-many-parts`, `mail-nested-too-deep`,
    Unparsable.
    """
    return _parse(_Policy(message_factory=_PartCounter(), header_factory=_REGISTRY), data)


def parse_head(data: bytes) -> Part:
    """The mail without its body, From and Subject taken apart too; raises as `parse`, or `mail-header-
    injection`.
    """
    return _parse(
        _HeadPolicy(message_factory=_PartCounter(), header_factory=_REGISTRY), data, headers_only=True
    )


def _parse(policy: _Policy, data: bytes, headers_only: bool = False) -> Part:
    try:
        return cast(Part, BytesParser(policy=policy).parsebytes(data, headersonly=headers_only))
    except _STUMBLES as stumble:
        raise faults.MailRefused(
            Code.MAIL_UNPARSABLE,
            f"the headers cannot be parsed ({type(stumble).__name__}); send the mail with another program",
        ) from stumble


def walk(mail: Part) -> Iterator[Part]:
    """The mail and all its parts, each before those that it holds."""
    return (part for part in mail.walk() if isinstance(part, Part))


def list_inside(part: Part) -> Iterator[Part]:
    """The parts that a part holds itself, in their order."""
    return (each for each in part.iter_parts() if isinstance(each, Part))


def raw(mail: Part, name: str) -> Sequence[str]:
    """The values of all headers of this name as they came."""
    return [str(value) for key, value in mail.raw_items() if key.lower() == name]


def parameter(part: Part, header: str, name: str) -> str:
    """A parameter of Content-Type or Content-Disposition, decoded; empty if it is not there."""
    value = part.get(header)
    params = value.params if isinstance(value, ParameterizedMIMEHeader) else {}
    return str(params.get(name, ""))
