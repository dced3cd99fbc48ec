"""What others propose and the player may sign: in short, in full to the byte, and signed.

A signature names the digest of the file that was read. If a mail has brought another file meanwhile, then
nothing is signed.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.local_server.local_page import CallRefused
from pbem.entry.bodies import Adopt, Body, Rollback, Substitute
from pbem.keys.openssh_keys import PublicKey
from pbem.log.announcements import describe_announcement
from pbem.mail_table.act_outcome import ActOutcome
from pbem.messages import letter_text, request_text
from pbem.messages.letters import adoption_letters, proposal_letters
from pbem.play import player
from pbem.play.agreements import asked_signatures, countersignatures, takebacks
from pbem.play.agreements.asked_signatures import AskedSignature
from pbem.play.host.referee_desk import RefereeDesk
from pbem.rules.table import Table
from pbem.table.story_json import Json


def describe_proposals(desk: RefereeDesk, table: Table) -> list[Json]:
    """The proposals that wait for the player's signature, each in one sentence. Raises OSError."""
    return [
        {
            "id": asked.id,
            "kind": asked.made.entry.type,
            "title": _title(asked),
            "text": describe_announcement(asked.made.entry.body).text,
            "missing": list(asked.made.missing),
        }
        for asked in _list(desk, table)
    ]


def read_proposal(desk: RefereeDesk, table: Table, name: object) -> Json:
    """All that a signature on a proposal binds its signer to, and the digest that `sign` must name."""
    asked = _find(desk, table, name)
    text = "\n".join([*_sections(desk, asked), *_signed_bytes(asked)])
    return {"digest": asked.digest, "title": _title(asked), "text": text}


def sign(desk: RefereeDesk, table: Table, name: object, digest: object, now: int) -> ActOutcome:
    """Sign what was read, with a mail to its author in the outbox. The caller holds the folder. Raises
    CallRefused `stale` for any other file, and as `countersignatures.countersign`."""
    asked = _find(desk, table, name)
    if asked.digest != digest:
        raise CallRefused("stale", "This proposal is another than the page has shown: read it once more.")
    made = countersignatures.countersign(desk.folder, asked.file, desk.build, now)
    files = proposal_letters.send_signed(desk.folder, made, now)
    told = f"You have signed: {made.entry}. The mail to {made.entry.author} lies in the outbox."
    return ActOutcome.of_files(told, files)


def _list(desk: RefereeDesk, table: Table) -> list[AskedSignature]:
    """Those that the player has not signed, or whose mail the program did not write any more."""
    me, found = player.side(desk.folder, table), asked_signatures.list_asked(desk.folder, desk.build)
    return [
        asked
        for asked in found
        if me in asked.made.missing or not proposal_letters.has_sent_signed(desk.folder, asked.made, me)
    ]


def _find(desk: RefereeDesk, table: Table, name: object) -> AskedSignature:
    found = next((asked for asked in _list(desk, table) if asked.id == name), None)
    if found is None:
        raise CallRefused("stale", "This proposal waits for you no more.")
    return found


def _title(asked: AskedSignature) -> str:
    entry = asked.made.entry
    return f"{entry.author} proposes a {_KINDS.get(entry.type, entry.type)}"


_KINDS = {"adopt": "version of the game", "substitute": "player", "rollback": "step back"}


def _sections(desk: RefereeDesk, asked: AskedSignature) -> Iterator[str]:
    """What is proposed and what follows from it, in words."""
    body = asked.made.entry.body
    yield f"{describe_announcement(body).text}\n"
    yield from _describe_body(desk, body, asked.table)
    yield f"{letter_text.TAKES_EFFECT} Still to sign: {', '.join(asked.made.missing)}.\n"


def _describe_body(desk: RefereeDesk, body: Body, table: Table) -> Iterator[str]:
    if isinstance(body, Rollback):
        yield letter_text.rollback_text(Table.load(desk.folder.log, desk.build, body.to))
        falling = [entry for entry in takebacks.list_standing(table.verifier) if entry.seq > body.to]
        yield request_text.falling_text(falling)
    elif isinstance(body, Substitute):
        key = PublicKey.parse(body.key)
        yield (
            f"{body.role}: {body.name} <{body.mail}>\nkey {key.fingerprint}\n"
            f"dice chain {body.tip}, {body.length} links\n"
        )
    elif isinstance(body, Adopt):
        yield adoption_letters.proposed_changes(desk.folder, body)


def _signed_bytes(asked: AskedSignature) -> Iterator[str]:
    yield "Your signature stands under these bytes:\n"
    yield asked.made.signed_entry.data.decode("utf-8") + "\n"
