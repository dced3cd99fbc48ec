"""How a party's mails come and go: `post.yaml` in his folder, read whole or refused with all its faults."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Self

from pydantic import Field, ValidationError, model_validator

from modules.definition import source
from modules.definition.fields import Part, formed
from modules.definition.files import typed_fault
from pbem.codes import Code
from pbem.errors import Refusal
from pbem.post.imap import ImapServer, ImapSource
from pbem.post.maildir import MaildirSink, MaildirSource
from pbem.post.outbox import ADDRESS
from pbem.post.servers import Printable, Server, located
from pbem.post.smtp import SmtpSink
from pbem.post.ways import Sink, Source

NAME = "post.yaml"

_PLACES = ("maildir", "imap")
_WAYS = ("maildir", "smtp")
Address = Annotated[str, formed(f"^{ADDRESS}$", "one mail address, such as ann@example.org", max_length=254)]


class Send(Part):
    """The way out: a server, or a Maildir to deliver into."""

    smtp: Server | None = None
    maildir: Printable | None = None

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if (self.smtp is None) == (self.maildir is None):
            raise ValueError(f"expected one of `{'` and `'.join(_WAYS)}`")
        return self


class PostFile(Part):
    """The settings as they are written. A party that only sends needs neither `maildir` nor `imap`."""

    sender: Annotated[Address, Field(alias="from")]
    send: Send
    maildir: Printable | None = None
    imap: ImapServer | None = None


class Post:
    """The ways in and out that a settings file names."""

    def __init__(self, file: Path, settings: PostFile) -> None:
        self.file = file
        self.settings = settings

    @classmethod
    def read(cls, file: Path) -> Post:
        """Reads a settings file; raises `bad-post-file`, one FILE:LINE:COLUMN: FAULT a line."""
        if not file.is_file():
            raise Refusal(
                Code.BAD_POST_FILE,
                f"{file} is missing: it says how mail comes and goes, see pbem/docs/referees.md",
            )
        parsed = source.read(file, str(file))
        faults = list(parsed.faults)
        if not faults:
            try:
                return cls(file, PostFile.model_validate(parsed.data))
            except ValidationError as error:
                faults = [typed_fault(parsed, dict(one)) for one in error.errors()]
        raise Refusal(Code.BAD_POST_FILE, "\n".join(str(fault) for fault in sorted(faults)))

    @property
    def sender(self) -> str:
        """The address from which mails are sent."""
        return self.settings.sender

    def sources(self, limit: int) -> list[Source]:
        """Where mails come from, none over `limit` bytes loaded; raises `bad-post-file` if nowhere."""
        found: list[Source] = []
        if self.settings.maildir is not None:
            found.append(MaildirSource(located(self.settings.maildir, self._beside), limit))
        if self.settings.imap is not None:
            found.append(ImapSource(self.settings.imap, limit, self._beside))
        if not found:
            raise Refusal(
                Code.BAD_POST_FILE, f"{self.file}:1:1: expected one or both of `{'` and `'.join(_PLACES)}`"
            )
        return found

    def sink(self) -> Sink:
        """The way out."""
        send = self.settings.send
        if send.smtp is not None:
            return SmtpSink(send.smtp, self.sender, self._beside)
        return MaildirSink(located(send.maildir or "", self._beside))

    @property
    def _beside(self) -> Path:
        return self.file.parent
