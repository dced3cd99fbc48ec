"""The mail with which a side that has a program asks the referee in one line, such as `vacation 2 weeks`."""

from __future__ import annotations

import hashlib
from pathlib import Path

from pbem.entry.field_types import REFEREE
from pbem.log.log_verifier import LogVerifier
from pbem.log.party.folder import Folder
from pbem.mail.writer import Draft, compose_fitting
from pbem.messages import charter_text
from pbem.messages.letters import mail_threads
from pbem.messages.letters.game_letters import address
from pbem.post.outbox import Outbox


def name_requests(role: str) -> str:
    """The names of all such mails of a role, as a pattern of the outbox."""
    return f"{_start(role)}*"


def _start(role: str) -> str:
    return f"request-{role}-"


def send_request(folder: Folder, verifier: LogVerifier, line: str, now: int) -> Path:
    """Lay it into the side's outbox; raises OSError."""
    role, parties = folder.role(verifier.parties), verifier.parties
    draft = Draft(
        sender=address(parties[role]),
        to=(address(parties[REFEREE]),),
        subject=f"{charter_text.title(parties.charter)} [{verifier.game[:8]}]: {line.split()[0]}",
        text=f"{line}\n",
        automatic=False,
        whole_lines=True,
        references=(mail_threads.game_thread(verifier),),
        date=now,
    )
    tag = hashlib.sha256(f"{verifier.head}\n{line}\n{now}".encode()).hexdigest()[:16]
    return Outbox(folder.path).put(f"{_start(role)}{tag}", compose_fitting(draft), [parties[REFEREE].mail])
