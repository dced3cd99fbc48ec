"""What each command does and prints; `cli` only reads the command line. Each function gives its exit code."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem import errors
from pbem.begin import charter, invitation, joining, newgame, seating
from pbem.begin.joining import Joining
from pbem.begin.newgame import Plan
from pbem.cli.output import tell, warn
from pbem.cli.run_look import due_facts, owner, place_facts
from pbem.codes import Code
from pbem.disk import whole
from pbem.entry import game_papers
from pbem.entry.border import Unverified, VerifiedEntry, sound, verified_of, verify_each, verify_entry
from pbem.entry.entries import SignedEntry
from pbem.entry.shapes import REFEREE
from pbem.judge import closed_lines, judgement
from pbem.keys.openssh import PublicKey, is_encrypted
from pbem.keys.passphrases import PASSPHRASES
from pbem.log import adoptions, shown
from pbem.log.folder import Folder
from pbem.log.own_secrets import make_secrets
from pbem.log.parties import Parties
from pbem.log.socket import Wanted
from pbem.log.verdict import Status
from pbem.log.verify import walked
from pbem.mail import parcels
from pbem.mail.parcels import Parcel
from pbem.play import opening, own_lines, peers, player, referee, shell, succession
from pbem.play.desk import Desk
from pbem.play.filer import Filer
from pbem.play.orderfile import OrderFile
from pbem.robot import arrivals, papers, restoring
from pbem.rules import choices, games
from pbem.rules.table import Table
from pbem.tell import letters, proposals, reports, setting_up
from pbem.tell.letters import Letters, Occasion


def keygen(path: Path, passphrase: bool, as_json: bool) -> int:
    """Make a key, with `passphrase` an encrypted one, and a chain."""
    folder = Folder(path)
    if passphrase and folder.key_file.exists() and not is_encrypted(folder.key_file):
        raise errors.FileExists(
            f"{folder.key_file} exists already, without a passphrase: "
            f"`ssh-keygen -p -f {folder.key_file}` adds one"
        )
    secret = PASSPHRASES.new(folder.key_file) if passphrase and not folder.key_file.exists() else None
    make_secrets(folder, passphrase=secret)
    key, chain = PublicKey.load(folder.public_file), folder.chain()
    said = {
        "folder": str(path),
        "key": key.line,
        "fingerprint": key.fingerprint,
        "tip": chain.tip,
        "length": chain.length,
    }
    tell(said if as_json else "".join(f"{name:12} {value}\n" for name, value in said.items()))
    return 0


def new(plan: Plan, out: Path, now: int, as_json: bool) -> int:
    """Make a game and its folders."""
    folders = newgame.create(plan, out, now)
    table = Table.load(next(iter(folders.values())).log)
    if as_json:
        tell({**place_facts(table), "folders": {role: str(folder.path) for role, folder in folders.items()}})
        return 0
    tell("".join(f"{folder.path}  {role}\n" for role, folder in folders.items()) + reports.status(table))
    return 0


def invite(plan: Plan, host: str, path: Path, key_file: Path | None, now: int, as_json: bool) -> int:
    """Make and sign an invitation."""
    tell(setting_up.invite(plan, host, Folder(path), key_file, now).of(as_json))
    return 0


def join(file: Path, path: Path, how: Joining, now: int, as_json: bool) -> int:
    """Sign that one plays; or, with a key that a mail names, that one takes a role over."""
    parcel = parcels.read(file)
    if parcel.entries and not parcel.papers and Folder(path).key_file.is_file():
        return _took_over(Folder(path), parcel, now, as_json)
    tell(setting_up.join(parcels.read(file), Folder(path), how, now).of(as_json))
    return 0


def _took_over(folder: Folder, parcel: Parcel, now: int, as_json: bool) -> int:
    made = succession.take_over(folder, parcel.entries, now=now)
    mails = [str(mail) for mail in proposals.send_signed(folder, made, now)] if made else []
    if as_json:
        tell({"file": str(made.file) if made else None, "mails": mails})
    elif made is None:
        tell("The game so far is in. Take in the next mail in the same way\n")
    else:
        tell(
            f"{made.file}: {made.entry} with your signature. Send it back to {made.entry.author}, "
            f"or the mail {' '.join(mails)}: with `pbem send`, or from your mail program\n"
        )
    return 0


def move(path: Path, orders: Path | None, how: How, now: int, as_json: bool) -> int:
    """Sign a file of orders; at a terminal only once somebody has said so."""
    draft = how.draft
    lines = _lines_of(Folder(path), orders)
    if not (draft or how.yes) and sys.stdin.isatty():
        _ask_to_lock(Folder(path), lines, now)
    return _signed(Folder(path), player.move(Folder(path), lines, draft=draft, now=now), now, as_json)


def _lines_of(folder: Folder, orders: Path | None) -> Path | OrderFile | None:
    """A file of orders as it is; of one of VASSAL what was understood, which is told first."""
    if orders is None or orders.suffix.lower() not in (".vlog", ".vsav"):
        return orders
    from pbem.cli import run_vassal

    return run_vassal.as_orders(folder, orders)


def _ask_to_lock(folder: Folder, orders: Path | OrderFile | None, now: int) -> None:
    """Tell what would be signed and what it leaves undecided, and ask; raises `not-confirmed`, and whatever
    makes the orders no move."""
    if orders is None:
        warn("This opens dice with a link of yours, which cannot be taken back. ")
    else:
        drafts = folder.move_file(0, "any", draft=True).parent.glob("*")
        before = {file: file.read_bytes() for file in drafts if file.is_file()}
        try:
            made = player.move(folder, orders, draft=True, now=now)
        except errors.Refusal as error:
            if error.code is not Code.SEALED_DRAFT:
                raise
            warn("This order is sealed until all have sealed theirs. ")
        else:
            if made.file in before:  # a draft of the player's own for this place
                whole.replace(made.file, before[made.file])
            else:
                whole.DISK.unlink(made.file)
            warn("".join(f"{line}\n" for line in reports.before_lock(made)))
    warn("Signed it cannot be taken back. Sign it? Type `yes`: ")
    if sys.stdin.readline().strip().lower() != "yes":
        raise errors.Refusal(
            Code.NOT_CONFIRMED, "nothing was signed; --draft signs a draft for others to look at"
        )


@dataclass(frozen=True, slots=True)
class How:
    """How a move is signed: as a draft, or without a question."""

    draft: bool = False
    yes: bool = False


def _signed(folder: Folder, made: player.Move, now: int, as_json: bool) -> int:
    """Tell of a signed move; one that counts is laid into the outbox as a mail, too."""
    parcel = parcels.read(made.file)
    mail = (
        letters.send_move(folder, made.walk, parcel.entries, parcel.boxes, now, made.press)
        if made.locked
        else None
    )
    if as_json:
        tell({**player.described(made), "mail": None if mail is None else str(mail)})
        return 0
    tell(reports.move(made, mail))
    return 0


def resign(path: Path, yes: bool, now: int, as_json: bool) -> int:
    """Sign that the game is given up, if `yes` or somebody at a terminal says so; raises `not-confirmed`."""
    if not yes:
        table = Table.load(Folder(path).log)
        side, game = owner(Folder(path), table) or "a side", dict(reports.facts(table))["Game"]
        if not sys.stdin.isatty():
            raise errors.Refusal(
                Code.NOT_CONFIRMED,
                f"this would give up {game} as {side}: repeat the command with --yes to confirm",
            )
        warn(f"Give up {game} as {side}? This cannot be taken back. Type `yes`: ")
        if sys.stdin.readline().strip().lower() != "yes":
            raise errors.Refusal(Code.NOT_CONFIRMED, "nothing was signed; the game goes on")
    return _signed(Folder(path), player.resign(Folder(path)), now, as_json)


def open_own(path: Path, without: Sequence[str], now: int, as_json: bool) -> int:
    """Open what this side's own orders closed, with a mail to all."""
    folder = Folder(path)
    table, made = opening.own(folder, now, without)
    mail = letters.send_opened(folder, table.walk)
    if as_json:
        tell({**place_facts(table), "opened": len(made), "mail": str(mail)})
    else:
        tell(f"Your orders are open, and this stands in your log. Send the mail {mail}\n")
    return 0


def check(path: Path, file: Path, as_json: bool) -> int:
    """Judge a move file without changing anything."""
    folder = Folder(path)
    table = own_lines.load(folder)
    parcel = parcels.read_entries(file)
    found = parcel.entries
    fresh = [signed for signed in found if signed not in table.walk.entries]
    for signed in fresh:
        closed_lines.take_boxes(folder, table.walk, verify_entry(signed), parcel.boxes)
    said = [_judged(folder, table, signed) for signed in fresh or found]
    worst = max((one["status"] for one in said), key=(0, 3, 1).index)
    tell(said[0] if as_json and len(said) == 1 else said if as_json else "".join(map(_verdict_text, said)))
    return int(worst)


def _judged(folder: Folder, table: Table, signed: SignedEntry) -> dict[str, Any]:
    """The verdict on the next entry; a table whose rules refused one must not be used again."""
    try:
        verified = verify_entry(signed)
        entry = verified.entry
        draft = entry.type in ("order", "decision") and entry.link is None
        judgement.by_holdings(folder, table, verified)
    except errors.RepeatedEntry as error:
        return {"status": 0, "code": "holds", "message": str(error)}
    except errors.WrongSeq as error:
        return {"status": 3, "code": error.code, "message": str(error)}
    except errors.PbemError as error:
        return {"status": 1, "code": error.code, "message": str(error), **refusal(error)}
    due = table.walk.rules.pending.due if table.walk.rules and table.walk.batch else None
    due = None if isinstance(due, Wanted) else due
    account = table.replay.accounts[-1]
    message = "\n".join([f"{'draft of ' if draft else ''}{entry}", *reports.before_dice(account, due)])
    return {"status": 0, "code": "holds", "message": message, "legal": account.applied, "head": signed.head}


def _verdict_text(said: Mapping[str, Any]) -> str:
    word = {0: "holds", 1: "broken", 3: "incomplete"}[said["status"]]
    rows = [f"{word}: {said['message']}", *(f"  {line}" for line in said.get("choices", ()))]
    return "\n".join(rows) + "\n"


def refusal(error: BaseException) -> dict[str, Any]:
    """The rule that a refused line breaks, and what would have been legal in its place."""
    if isinstance(error, errors.OrderFileFault) and error.__cause__ is not None:
        return refusal(error.__cause__)
    if not isinstance(error, errors.LineRefused) or error.choice is None:
        return {}
    return {"rule": error.rule, "line": error.index + 1, "choices": choices.near(error.choice, error.line)}


def apply(path: Path, file: Path, now: int, again: bool, as_json: bool) -> int:
    """Take in a move (the referee), his answer (a player), either of them without a referee; before the game
    a join (the host) or the charter (a player).

    Each entry is told as it is taken in, so that a later one that is refused hides none.
    """
    folder, parcel = Folder(path), parcels.read(file)
    done = _papers(folder, parcel, now, again, as_json) if parcel.papers else None
    if done is not None:
        return done
    if (forgotten := charter.is_forgotten(folder, parcel.entries)) is not None:
        text = setting_up.begun_again(folder, charter.take_in_again(folder, forgotten))
        tell({"text": text} if as_json else text)
        return 0
    begun, signed = joining.taken(folder, parcel.entries)
    parties = walked(folder.log).parties
    found = verify_each(signed)
    if not begun and found and succession.is_expected(folder, verified_of(found)):
        parties = succession.arrive(folder, [sound(each) for each in found], now=now).walk.parties
    me = folder.role(parties)
    came = [] if me == REFEREE else [sound(each) for each in found]
    if (proposal := succession.own_proposal(folder, came)) is not None:
        return _completed(folder, proposal, now, as_json)
    if begun and not signed:
        tell(setting_up.begun(folder, me).of(as_json))
        arrivals.settle(folder, walked(folder.log))  # in silence: the same charter again has the same answer
        return 0
    try:
        for receipt, answer in _receipts(folder, parties, found, parcel.boxes, now):
            _tell(receipt, answer, me, as_json)
            _tell_in_words(letters.in_words(folder, receipt, now) if me == REFEREE else [], as_json)
    except errors.SignaturesMissing as waiting:
        return _asks_last(folder, signed, waiting, now, as_json)
    if me != REFEREE:
        _tidy(folder, now, as_json)
    return 0


def _papers(folder: Folder, parcel: Parcel, now: int, again: bool, as_json: bool) -> int | None:
    """Take in the papers of a file: joins, standing orders, what parties of a game sign for each other. The
    exit code, or None where entries came with them that are still to be taken in."""
    mine, others = papers.split(parcel.papers)
    filed = [paper for paper in others if game_papers.is_one(paper)]
    joins = [paper for paper in others if paper not in filed]
    if invitation.hosts(folder):
        joins = [*seating.unquoted(invitation.kept(folder), joins)] or joins
    for paper in seating.taken_back(folder, joins) if joins else ():
        tell(setting_up.take_join(folder, paper, again, now).of(as_json))
    if joins:
        _tell_in_words(letters.begun_in_words(folder, now), as_json)
    if not mine:
        if filed:
            _file(folder, filed, now, as_json)
        return 0 if joins or not parcel.entries else None
    taken = papers.take(folder, mine, parcel.entries, now, lost=filed, boxes=parcel.boxes)
    tell({"papers": taken.text, "mails": [str(each) for each in taken.files]} if as_json else taken.text)
    if filed and not (taken.entries and folder.role(walked(folder.log).parties) == REFEREE):
        _file(folder, filed, now, as_json)
    return int(taken.refused) if taken.refused or taken.entries or joins or not parcel.entries else None


def _file(folder: Folder, papers: Sequence[SignedEntry], now: int, as_json: bool) -> None:
    """Take in standing papers (the referee, who receipts them to all), or his receipts (a player)."""
    desk = Desk(folder)
    table = desk.table()
    filings = Filer(folder, table)
    if folder.role(table.walk.parties) != REFEREE:
        said = [filings.shown(signed) for signed in papers]
        files: list[Path] = []
    else:
        made = list(filings.take(papers))
        said = [receipt for receipt, _ in made]
        tag = hashlib.sha256(b"".join(signed.data for _, signed in made)).hexdigest()[:16]
        files = Letters(desk).receipts(table, made, Occasion(tag, None, now))
    if as_json:
        came = [{"side": it.side, "number": it.number} for it in said]
        tell({"receipts": came, "mails": [str(file) for file in files]})
        return
    tell("".join(map(reports.receipted, said)) + "".join(f"Send the mail {file}\n" for file in files))


def _completed(folder: Folder, proposal: VerifiedEntry, now: int, as_json: bool) -> int:
    """A player's own proposal with one more signature, or with all."""
    try:
        files = proposals.send_completed(folder, succession.complete(folder, proposal), now)
    except errors.SignaturesMissing as waiting:
        return _asks_last(folder, [proposal.signed], waiting, now, as_json)
    mails = [str(file) for file in files]
    tell({"mails": mails} if as_json else f"All have signed: it stands in your log. Send {' '.join(mails)}\n")
    return 0


def _asks_last(
    folder: Folder, signed: Sequence[SignedEntry], waiting: errors.SignaturesMissing, now: int, as_json: bool
) -> int:
    """Say who has yet to sign, with the mail for who signs last once all others have; by the rules that one
    of these asks to adopt, if it does."""
    build = games.under(games.rules_of, adoptions.newest(signed))
    files = proposals.send_to_last(folder, Table.load(folder.log, build), now, build=build)
    mails = [str(file) for file in files]
    message = {"status": 3, "code": waiting.code, "message": str(waiting), "mails": mails}
    tell(message if as_json else f"{waiting}\n" + (f"Send {' '.join(mails)}\n" if mails else ""))
    return int(Status.INCOMPLETE)


def _tidy(folder: Folder, now: int, as_json: bool) -> None:
    """Put away a player's mails that have arrived, and sign what his program signs by itself."""
    walk = walked(folder.log)
    done = arrivals.settle(folder, walk) if arrivals.has_mails(folder) else []
    if done and not as_json:
        tell(reports.arrived(done))
    if walk.renewals.next is None and not folder.sealed_file("any").parent.is_dir():
        return
    table = Table.load(folder.log)
    if table.walk.parties.refereed and (mail := letters.send_unasked(folder, table, now)):
        tell({"unasked": str(mail)} if as_json else reports.unasked(mail))


def _tell_in_words(mails: Sequence[Path], as_json: bool) -> None:
    if not as_json:
        tell("".join(f"{mail}: to who plays by mail word, with `pbem send`\n" for mail in mails))


def _tell(receipt: shell.Receipt, answer: Path | None, me: str, as_json: bool) -> None:
    said = reports.receipt(receipt, me) + reports.answered(receipt, answer, me)
    tell(_receipt(receipt, me, answer) if as_json else said)


def _receipts(
    folder: Folder,
    parties: Parties,
    found: Sequence[VerifiedEntry | Unverified],
    boxes: Sequence[bytes],
    now: int,
) -> Iterator[tuple[shell.Receipt, Path | None]]:
    """What is taken in, each with the file of the answer, if there is one to send."""
    if folder.role(parties) == REFEREE:
        shown.refuse_left_behind(folder, walked(folder.log), verified_of(found))
        for one in found:
            receipt = referee.apply_verified(folder, sound(one), now=now, boxes=boxes)
            yield receipt, folder.answer_file(receipt.first)
    elif parties.refereed:
        entries = [sound(each) for each in found]
        if (early := papers.refuse_early(folder, entries, now)) is not None:
            raise errors.LogFault(Code.LATE_TOO_EARLY, early.text.strip())
        try:
            yield referee.follow(folder, entries, boxes=boxes), None
        except errors.Contradicted as error:
            sent = " and ".join(str(file) for file in papers.refused(folder, entries, error))
            raise errors.LogFault(error.code, f"{error}. A signed refusal for all: {sent}") from error
    else:
        exchange = peers.answer(folder, [sound(each) for each in found], now=now)
        yield exchange.receipt, exchange.file


def _receipt(receipt: shell.Receipt, me: str, file: Path | None) -> dict[str, Any]:
    accounts = receipt.table.accounts(receipt.first, receipt.last)
    parties = receipt.table.walk.parties
    return {
        **place_facts(receipt.table),
        **due_facts(receipt.table, me),
        "first": receipt.first,
        "last": receipt.last,
        "repeated": receipt.repeated,
        "answer": None if file is None else str(file),
        "to": [] if file is None else [parties[role].mail for role in reports.recipients(receipt.table, me)],
        "entries": [
            {
                "seq": a.seq,
                "author": a.author,
                "type": a.type,
                "applied": a.applied,
                "dropped": a.dropped,
                "why": a.why,
            }
            for a in accounts
        ],
        "report": reports.receipt(receipt, me),
    }


def restore(path: Path, not_begun: bool, now: int, as_json: bool) -> int:
    """Ask those who may hold an entry of a folder that was put back for receipts; or, `not_begun`, take the
    host's word that the game has not begun."""
    folder = Folder(path)
    if not_begun:
        charter.confirm_not_begun(folder)
        text = f"{path} goes on: no charter of its game has gone out. Take the joins in with `pbem receive`\n"
        tell({"text": text} if as_json else text)
        return 0
    if not charter.is_begun(folder) and invitation.hosts(folder):
        charter.check_known(folder)
    asked = restoring.ask(folder, now)
    files = " ".join(map(str, asked.files))
    if as_json:
        tell({"role": asked.role, "asks": list(asked.to), "mails": [str(file) for file in asked.files]})
    elif not asked.to:
        tell(
            "All play by mail word, so nobody else holds an entry: the game goes on from entry "
            f"{asked.seq}. Who was told of dice since then has seen them. Send {files}, which say so\n"
        )
    else:
        tell(
            f"Asked for receipts: {', '.join(asked.to)}. Send {files} with `pbem send` or from "
            "your mail program, and take in what comes back. Until then nothing is signed here\n"
        )
    return 0
