"""How a game stands beside its board: since when somebody is to act and by when, when each party was last
heard of, the standing orders, and what lies in the folder and waits: for an earlier entry, for signatures, to
be sent. All of it from one folder, so a player is told what his copy of the log tells.
"""

from __future__ import annotations

from datetime import tzinfo
from typing import Any

from modules.amounts import count_noun
from pbem import errors
from pbem.entry import bodies
from pbem.entry.bodies import ANSWERS
from pbem.entry.entries import Entry
from pbem.entry.field_types import REFEREE
from pbem.judge.standing_filing import Filings
from pbem.log import deadlines
from pbem.log.deadlines import DecisionClock
from pbem.log.log_file import LogText
from pbem.log.party import disclosures, sync_copies
from pbem.log.party.folder import LOG, Folder
from pbem.play.agreements import countersignatures
from pbem.play.host.out_of_order import OutOfOrderQueue
from pbem.play.orders import waiting_drafts
from pbem.play.refusals import disputes
from pbem.post.outbox import Outbox, OutgoingMail
from pbem.reason_codes import Code
from pbem.rules.decision_clock import clock_of, find_stop
from pbem.rules.table import Table


def facts(folder: Folder, table: Table) -> dict[str, Any]:
    """For a program; times are Unix seconds. Raises what reading the folder's files raises."""
    clock, outbox = clock_of(table), Outbox(folder.path)
    filings = Filings(folder, table) if folder.public_file.exists() else None
    since, withheld, why = _since_entry(table), table.verifier.withheld, _signs_nothing(folder, table)
    return {
        "since": since and {"seq": since[0], "at": since[1]},
        "audit_withheld": withheld and {"seq": withheld[0], "at": withheld[1]},
        "deadline": clock and _deadline(clock),
        "parties": [_party(table, role, filings) for role in table.verifier.parties.roles],
        "held": [
            {"seq": entry.seq, "author": entry.author, "type": entry.type}
            for entry in (
                Entry.decode(signed.data) for signed in OutOfOrderQueue(folder).waiting_entries(table.seq)
            )
        ],
        "shared": [
            {"seq": it.entry.seq, "type": it.entry.type, "missing": list(it.missing), "file": str(it.file)}
            for it in countersignatures.list_waiting(folder, table)
        ],
        "disputes": _disputes(folder, table),
        "restored": why is not None,
        "signs_nothing": why and {"code": why.code, "why": str(why)},
        "copies": [str(file) for file in sync_copies.find_copies(folder, table.verifier.parties.roles)],
        "begun": [str(file) for file in disclosures.list_unwritten(folder)],
        "out": [] if why else _pending_entries(folder, table),
        "outbox": [_mail(each) for each in outbox.list_waiting()],
        "undeliverable": [_mail(each) for each in outbox.list_failed()],
        "drafts": _waiting_drafts(folder, table),
        "unfinished": _unfinished_record(folder.log.read()),
    }


def _waiting_drafts(folder: Folder, table: Table) -> list[dict[str, Any]]:
    """The drafts by mail word that wait for their code in a referee's folder."""
    sides = table.verifier.parties.sides
    found = ((side, waiting_drafts.find_waiting(folder, table, side)) for side in sides)
    return [
        {"role": side, "kind": offer.kind, "lines": list(offer.lines), "at": offer.at}
        for side, offer in found
        if offer is not None
    ]


def _disputes(folder: Folder, table: Table) -> list[dict[str, Any]]:
    """The refusals of what is next in the log that its author's program does not confirm."""
    names = ("seq", "author", "answerer", "code", "rule", "legal", "ways")
    found = disputes.list_open(folder, table.verifier, lambda _: table.replay.rules)
    return [
        {name: getattr(each, name) for name in names} | {"why": f"{each}. {disputes.describe_ways_out(each)}"}
        for each in found
    ]


def rows(said: dict[str, Any], table: Table, now: int) -> list[tuple[str, str]]:
    """The same for a person at Unix time `now`; what there is nothing of is left out."""
    zone = table.zone_of("")
    found = [(f"Last of {party['role']}", _last_text(party["last"], zone)) for party in said["parties"]]
    standing = [_standing(it["role"], **it["standing"]) for it in said["parties"] if it["standing"]["number"]]
    found.append(("Standing", ", ".join(standing) or "no standing orders"))
    since, clock = said["since"], clock_of(table)
    if since:
        time = f" of {deadlines.format_time(since['at'], zone)}" if since["at"] is not None else ""
        found.append(("Waiting", f"for {' and '.join(table.owing_roles)} since entry {since['seq']}{time}"))
    found += [("Draft", _draft_text(each, zone)) for each in said["drafts"]]
    if clock:
        found.append(("Deadline", deadlines.format_deadline(clock, now, zone)))
    elif stopped := find_stop(table):
        why = f"entry {stopped[1]} stopped it, and nothing has been answered since"
        found.append(("Deadline", f"no time of {stopped[0]} runs: {why}"))
    found += held_rows(said, table)
    found += [
        ("To sign", f"{each['file']}: still missing {', '.join(each['missing'])}") for each in said["shared"]
    ]
    found += [("Dispute", each["why"]) for each in said["disputes"]]
    found += folder_rows(said)
    return [*found, *unsent_rows(said)]


def held_rows(said: dict[str, Any], table: Table) -> list[tuple[str, str]]:
    """What lies here and does not count, or not yet."""
    found = [("Unfinished", said["unfinished"]["why"])] if said["unfinished"] else []
    for entry in said["held"]:
        what = f"entry {entry['seq']} ({entry['type']} by {entry['author']})"
        found.append(("On hold", f"{what}, until entry {table.seq + 1} arrives"))
    return found


def unsent_rows(said: dict[str, Any]) -> list[tuple[str, str]]:
    """Entries that nobody has answered, and mails that have not gone out."""
    found = list[tuple[str, str]]()
    found += [
        (
            "Out",
            f"entry {each['seq']} is signed and not answered: {each['file']}"
            + (
                ""
                if each["mail"]
                else "; there is no mail of it: `pbem send` or `pbem run` writes and sends it"
            ),
        )
        for each in said["out"]
    ]
    for name, title, more in (
        (
            "outbox",
            "To send",
            "`pbem send`; or send the file yourself: once it is in the log it goes to sent/ by itself",
        ),
        ("undeliverable", "Undelivered", "refused for good; look in undeliverable/"),
    ):
        if said[name]:
            to = dict.fromkeys(address for mail in said[name] for address in mail["to"])
            found.append((title, f"{count_noun(len(said[name]), 'mail')} to {', '.join(to)}: {more}"))
    return found


def _draft_text(draft: dict[str, Any], zone: tzinfo) -> str:
    many = (
        "giving up the game"
        if draft["kind"] == bodies.Resign.type
        else count_noun(len(draft["lines"]), "order")
    )
    since = "" if draft["at"] is None else f" since {deadlines.format_time(draft['at'], zone)}"
    lines = f": {'; '.join(draft['lines'])}" if draft["lines"] else ""
    return f"{draft['role']} has sent {many}{lines}; the draft waits for its code word{since}"


def folder_rows(said: dict[str, Any]) -> list[tuple[str, str]]:
    """What is wrong with the folder itself."""
    found = []
    if (why := said["signs_nothing"]) and why["code"] == Code.LEFT_BEHIND:
        found.append(("Left behind", why["why"]))
    elif said["restored"]:
        found.append(
            (
                "Put back",
                "this folder was put back or copied, and signs nothing: `pbem restore` asks the others for "
                "receipts",
            )
        )
    if said["copies"]:
        named = " ".join(said["copies"])
        found.append(("Copies", f"{named}: two computers wrote one file; see `pbem docs two-computers`"))
    if said["begun"]:
        named = " ".join(said["begun"])
        found.append(
            (
                "Begun",
                f"{named}: the program ended before it was written; `pbem run` or `pbem move` writes it",
            )
        )
    return found


def _signs_nothing(folder: Folder, table: Table) -> errors.PbemError | None:
    """Why a folder with a chain is not the one that goes on; None for any other."""
    if not (folder.chain_file.is_file() and folder.public_file.is_file()):
        return None
    try:
        disclosures.check(folder, table.verifier)
    except (errors.RestoredFolder, errors.AbandonedFolder) as error:
        return error
    except errors.PbemError:  # a key or chain that is another's is told by what would sign with it
        return None
    return None


def _pending_entries(folder: Folder, table: Table) -> list[dict[str, Any]]:
    """What the owner has signed and nobody has answered."""
    if not folder.public_file.is_file():
        return []
    role, outbox = folder.role(table.verifier.parties), Outbox(folder.path)
    return [
        {
            "seq": each.seq,
            "file": str(folder.move_file(each.seq, role)),
            "mail": role == REFEREE or bool(outbox.find(f"{each.seq:04d}-{role}-{each.digest[:16]}*")),
        }
        for each in disclosures.list_pending(folder, table.verifier)
    ]


def _unfinished_record(text: LogText) -> dict[str, Any] | None:
    """What stands after the last newline of the log and so does not count."""
    if not text.torn:
        return None
    why = "left by a crash: it does not count, and the next entry replaces it"
    if text.lacks_newline:
        why = (
            "it has no newline, as some editors save a file, and so does not count: "
            f"`echo >> {LOG}` in this folder puts it back"
        )
    return {"bytes": len(text.torn), "whole": text.lacks_newline, "why": f"the last line of {LOG}, {why}"}


def _since_entry(table: Table) -> tuple[int, int | None] | None:
    """The entry after which somebody is to act, and its time if it tells one; None when the game is over."""
    if not table.owing_roles:
        return None
    if table.verifier.batch is not None:
        return table.verifier.batch.seq, None
    return deadlines.started_with(table.verifier.history, table.owing_roles[0])


def _deadline(clock: DecisionClock) -> dict[str, Any]:
    fields = ("role", "kind", "then", "seq", "since", "due", "end")
    return {name: getattr(clock, name) for name in fields}


def _party(table: Table, role: str, filings: Filings | None) -> dict[str, Any]:
    number, lines = filings.lines_in_force(role) if filings and role != REFEREE else (0, ())
    party = table.verifier.parties[role]
    return {
        "role": role,
        "name": party.name,
        "mail": party.mail,
        "word": party.word,
        "links": party.revealed,
        "length": party.length,
        "last": _last_heard(table, role),
        "standing": {"number": number, "lines": list(lines)},
    }


def _standing(role: str, number: int, lines: list[str]) -> str:
    """What is known of a side's standing orders: of others only that they are in force."""
    return f"{role} number {number}" + (f" ({count_noun(len(lines), 'line')})" if lines else "")


def _last_heard(table: Table, role: str) -> dict[str, Any] | None:
    """A party's newest entry with its time, or that of the answer to it: a side's orders state none."""
    entries = table.verifier.history
    own = next((entry for entry in reversed(entries) if entry.author == role), None)
    if own is None:
        return None
    after = entries[own.seq + 1 : own.seq + 2]
    told = [own, *(entry for entry in after if isinstance(entry.body, ANSWERS) and entry.author != role)]
    at = next((entry.stated_time for entry in told if entry.stated_time is not None), None)
    return {"seq": own.seq, "type": own.type, "at": at}


def _mail(each: OutgoingMail) -> dict[str, Any]:
    return {"name": each.name, "to": list(each.undelivered or each.to), "refused": dict(each.refused)}


def _last_text(last: dict[str, Any] | None, zone: tzinfo) -> str:
    if last is None:
        return "nothing since the charter"
    time = "" if last["at"] is None else f", {deadlines.format_time(last['at'], zone)}"
    return f"entry {last['seq']} ({last['type']}){time}"
