"""How a party's mails come and go: `post.yaml` in his folder, read whole or refused with all its faults."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field, ValidationError, field_validator, model_validator

from modules.definition.files import typed_fault
from modules.definition.formats.fields import Part, formed
from modules.written import source
from pbem.errors import Refusal
from pbem.post.imap import ImapServer, ImapSource
from pbem.post.imap_idle import watch_mailbox
from pbem.post.lmtp import ARRIVED, LmtpSocket, listen
from pbem.post.mail_servers import Printable, Server, resolve_path
from pbem.post.maildir import MaildirSink, MaildirSource
from pbem.post.outbox import ADDRESS
from pbem.post.smtp import SmtpSink
from pbem.post.transports import Sink, Source
from pbem.reason_codes import Code

NAME = "post.yaml"

TEMPLATE = """\
# How mail comes to this game and how it goes out. Edit it, then: pbem post test
# Where a word begins with #, take that away to use the line.

from: you@example.org            # your own address, from which the mails are sent
# zone: Europe/Warsaw            # in whose clock you are told when a move is due; without it in UTC

# Where mails come from: a folder on an IMAP server, or a Maildir on this machine.
imap:
  host: imap.example.org
  user: you@example.org
  password_file: imap-password   # a file beside this one, on one line; then: chmod 600 imap-password
  # password_command: [pass, show, mail]   # or a program that prints it
  # tls: starttls                # `yes` is for port 993, `starttls` for 143
  # port: 993
  folder: INBOX                  # mails in it are read and marked, never moved or deleted
# maildir: ~/Maildir
# lmtp: {port: 2466}             # or a mail server on this machine hands them over (`senlac[club]`)

# How they go out: by an SMTP server, or into a Maildir.
send:
  smtp:
    host: smtp.example.org
    user: you@example.org
    password_file: smtp-password
    # tls: starttls              # `yes` is for port 465, `starttls` for 587
    # port: 465
  # maildir: ~/Outgoing
"""
"""What `pbem post init` writes."""

_PLACES = ("maildir", "imap", "lmtp")
_WAYS = ("maildir", "smtp")
Address = Annotated[str, formed(f"^{ADDRESS}$", "one mail address, such as ann@example.org", max_length=254)]


class Send(Part):
    """The way out: a server, or a Maildir to deliver into."""

    smtp: Server | None = None
    maildir: Printable | None = None

    @model_validator(mode="after")
    def _check_one(self) -> Self:
        if (self.smtp is None) == (self.maildir is None):
            raise ValueError(f"expected one of `{'` and `'.join(_WAYS)}`")
        return self


class PostFile(Part):
    """The settings as they are written. A party that only sends needs neither `maildir` nor `imap`."""

    sender: Annotated[Address, Field(alias="from")]
    zone: Printable | None = None
    send: Send
    maildir: Printable | None = None
    imap: ImapServer | None = None
    lmtp: LmtpSocket | None = None

    @field_validator("zone")
    @classmethod
    def _check_zone(cls, name: str | None) -> str | None:
        try:
            return None if name is None else ZoneInfo(name).key
        except (ZoneInfoNotFoundError, OSError, ValueError) as error:
            raise ValueError("expected a time zone that this PC knows, such as Europe/Warsaw") from error


class PostSettings:
    """The ways in and out that a settings file names."""

    def __init__(self, file: Path, settings: PostFile) -> None:
        self.file = file
        self.settings = settings

    @classmethod
    def read(cls, file: Path) -> PostSettings:
        """Reads a settings file; raises `bad-post-file`, one FILE:LINE:COLUMN: FAULT a line."""
        if not file.is_file():
            raise Refusal(
                Code.BAD_POST_FILE,
                f"{file} is missing: it says how mail comes and goes; `pbem post init` writes one to "
                "edit, and `pbem docs referees` explains it",
            )
        parsed = source.read(file, str(file))
        faults = list(parsed.faults)
        if not faults:
            try:
                return cls(file, PostFile.model_validate(parsed.data))
            except ValidationError as error:
                faults = [typed_fault(parsed, dict(one), PostFile) for one in error.errors()]
        raise Refusal(Code.BAD_POST_FILE, "\n".join(str(fault) for fault in sorted(faults)))

    @property
    def sender(self) -> str:
        """The address from which mails are sent."""
        return self.settings.sender

    def sources(self, limit: int) -> list[Source]:
        """Where mails come from, none over `limit` bytes loaded; raises `bad-post-file` if nowhere."""
        found: list[Source] = []
        if self.settings.maildir is not None:
            found.append(MaildirSource(resolve_path(self.settings.maildir, self._settings_folder), limit))
        if self.settings.imap is not None:
            found.append(ImapSource(self.settings.imap, limit, self._settings_folder))
        if self.settings.lmtp is not None:
            found.append(MaildirSource(self._settings_folder / ARRIVED, limit))
        if not found:
            raise Refusal(
                Code.BAD_POST_FILE, f"{self.file}:1:1: expected one or more of `{'`, `'.join(_PLACES)}`"
            )
        return found

    @contextmanager
    def listen(self, limit: int, arrived: Callable[[], None]) -> Iterator[None]:
        """Take what a mail server on this machine hands over, and wait at the IMAP server, where the settings
        name one, until the end of the block. `arrived` is called, in another thread, when a mail comes;
        raises as `lmtp.listen`."""
        with ExitStack() as stack:
            if self.settings.lmtp is not None:
                where = self.settings.lmtp
                stack.enter_context(listen(where, self.sender, self._settings_folder, limit, arrived))
            if self.settings.imap is not None:
                stack.enter_context(watch_mailbox(self.settings.imap, self._settings_folder, arrived))
            yield

    def sink(self) -> Sink:
        """The way out."""
        send = self.settings.send
        if send.smtp is not None:
            return SmtpSink(send.smtp, self.sender, self._settings_folder)
        return MaildirSink(resolve_path(send.maildir or "", self._settings_folder))

    def look_at_passwords(self) -> None:
        """Before anything connects: raises `no-password` or `password-exposed` for a file of a password."""
        for server in (self.settings.imap, self.settings.send.smtp):
            if server is not None and server.password_file is not None:
                server.password(self._settings_folder)

    def list_transports(self) -> list[tuple[str, MaildirSource | ImapSource | MaildirSink | SmtpSink]]:
        """Where mails come from and where they go, each with its name."""
        settings, found = (
            self.settings,
            list[tuple[str, MaildirSource | ImapSource | MaildirSink | SmtpSink]](),
        )
        if settings.maildir is not None:
            found.append(("maildir", MaildirSource(resolve_path(settings.maildir, self._settings_folder), 0)))
        if settings.imap is not None:
            found.append((f"imap {settings.imap}", ImapSource(settings.imap, 0, self._settings_folder)))
        out = settings.send
        if out.smtp is not None:
            return [*found, (f"send smtp {out.smtp}", SmtpSink(out.smtp, self.sender, self._settings_folder))]
        return [*found, ("send maildir", MaildirSink(resolve_path(out.maildir or "", self._settings_folder)))]

    @property
    def _settings_folder(self) -> Path:
        return self.file.parent
