"""What each command does and prints; `cli` only reads the command line. Each function gives its exit code."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem import errors
from pbem.cli.actions.situation_actions import due_facts, owner, place_facts
from pbem.cli.output import tell, warn
from pbem.disk import atomic_files
from pbem.entry import standing_papers
from pbem.entry.entries import SignedEntry
from pbem.entry.field_types import REFEREE
from pbem.entry.verified_entries import (
    UnverifiedEntry,
    VerifiedEntry,
    drop_unverified,
    keep_verified,
    verify_each,
    verify_entry,
)
from pbem.judge import closed_lines, judgement
from pbem.keys.openssh_keys import PublicKey, is_encrypted
from pbem.keys.passphrases import PASSPHRASES
from pbem.log import adoptions
from pbem.log.parties import Parties
from pbem.log.party import disclosures
from pbem.log.party.folder import Folder
from pbem.log.party.key_creation import make_secrets
from pbem.log.replay_protocol import LineRequest
from pbem.log.verdict import Status
from pbem.log.verification import verify_entries
from pbem.mail import entry_files
from pbem.mail.entry_files import ReceivedFile
from pbem.messages import report_text, setup_text
from pbem.messages.letters import game_letters, peer_letters, proposal_letters, side_acts
from pbem.messages.letters.game_letters import GameLetters, Occasion
from pbem.play import own_opening, player
from pbem.play.agreements import brought_files, succession
from pbem.play.host import judge_shell, peer_exchange, referee
from pbem.play.host.referee_desk import RefereeDesk
from pbem.play.orders import order_closing
from pbem.play.orders.order_file import OrderFile
from pbem.play.standing_orders import StandingOrders
from pbem.reason_codes import Code
from pbem.robot import confirmed_deliveries, received_papers, restoration_request
from pbem.rules import order_choices, rules_lookup
from pbem.rules.table import Table
from pbem.setup import charter, invitation, join_request, new_game, seating
from pbem.setup.join_request import JoinRequest
from pbem.setup.new_game import Plan


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
    folders = new_game.create(plan, out, now)
    table = Table.load(next(iter(folders.values())).log)
    if as_json:
        tell({**place_facts(table), "folders": {role: str(folder.path) for role, folder in folders.items()}})
        return 0
    tell(
        "".join(f"{folder.path}  {role}\n" for role, folder in folders.items())
        + report_text.status_text(table)
    )
    return 0


def invite(plan: Plan, host: str, path: Path, key_file: Path | None, now: int, as_json: bool) -> int:
    """Make and sign an invitation."""
    tell(setup_text.invite(plan, host, Folder(path), key_file, now).render(as_json))
    return 0


def join(file: Path, path: Path, how: JoinRequest, now: int, as_json: bool) -> int:
    """Sign that one plays; or, with a key that a mail names, that one takes a role over."""
    parcel = entry_files.read(file)
    if parcel.entries and not parcel.papers and Folder(path).key_file.is_file():
        return _took_over(Folder(path), parcel, how.game, now, as_json)
    tell(setup_text.join(entry_files.read(file), Folder(path), how, now).render(as_json))
    return 0


def _took_over(folder: Folder, parcel: ReceivedFile, game: Path | None, now: int, as_json: bool) -> int:
    if game is not None:
        brought_files.hand_named(game)
    made, files = side_acts.take_over(folder, parcel, now)
    mails = list(map(str, files))
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


def move(path: Path, orders: Path | None, how: SigningMode, now: int, as_json: bool) -> int:
    """Sign a file of orders; at a terminal only once somebody has said so."""
    draft = how.draft
    lines = _lines_of(Folder(path), orders)
    if not (draft or how.yes) and sys.stdin.isatty():
        _ask_to_lock(Folder(path), lines, now)
    return _report_signed(
        Folder(path), player.sign_move(Folder(path), lines, draft=draft, now=now), now, as_json
    )


def _lines_of(folder: Folder, orders: Path | None) -> Path | OrderFile | None:
    """A file of orders as it is; of one of VASSAL what was understood, which is told first."""
    if orders is None or orders.suffix.lower() not in (".vlog", ".vsav"):
        return orders
    from pbem.cli.actions import vassal_actions

    return vassal_actions.as_orders(folder, orders)


def _ask_to_lock(folder: Folder, orders: Path | OrderFile | None, now: int) -> None:
    """Tell what would be signed and what it leaves undecided, and ask; raises `not-confirmed`, and whatever
    makes the orders no move."""
    if orders is None:
        warn("This opens dice with a link of yours, which cannot be taken back. ")
    else:
        drafts = folder.move_file(0, "any", draft=True).parent.glob("*")
        before = {file: file.read_bytes() for file in drafts if file.is_file()}
        try:
            made = player.sign_move(folder, orders, draft=True, now=now)
        except errors.Refusal as error:
            if error.code is not Code.SEALED_DRAFT:
                raise
            warn("This order is sealed until all have sealed theirs. ")
        else:
            if made.file in before:  # a draft of the player's own for this place
                atomic_files.replace(made.file, before[made.file])
            else:
                atomic_files.DISK.unlink(made.file)
            warn("".join(f"{line}\n" for line in report_text.draft_lines(made)))
    warn("Signed it cannot be taken back. Sign it? Type `yes`: ")
    if sys.stdin.readline().strip().lower() != "yes":
        raise errors.Refusal(
            Code.NOT_CONFIRMED, "nothing was signed; --draft signs a draft for others to look at"
        )


@dataclass(frozen=True, slots=True)
class SigningMode:
    """How a move is signed: as a draft, or without a question."""

    draft: bool = False
    yes: bool = False


def _report_signed(folder: Folder, made: player.SignedMove, now: int, as_json: bool) -> int:
    """Tell of a signed move; one that counts is laid into the outbox as a mail, too."""
    picture = game_letters.map_picture(folder)
    mails = peer_letters.send_signed(folder, made, now, picture) if made.is_locked else []
    if as_json:
        named = [str(mail) for mail in mails]
        tell({**player.describe_move(made), "mail": named[0] if named else None, "mails": named})
        return 0
    tell(report_text.move_text(made, mails))
    return 0


def resign(path: Path, yes: bool, now: int, as_json: bool) -> int:
    """Sign that the game is given up, if `yes` or somebody at a terminal says so; raises `not-confirmed`."""
    if not yes:
        table = Table.load(Folder(path).log)
        side, game = owner(Folder(path), table) or "a side", dict(report_text.table_facts(table))["Game"]
        if not sys.stdin.isatty():
            raise errors.Refusal(
                Code.NOT_CONFIRMED,
                f"this would give up {game} as {side}: repeat the command with --yes to confirm",
            )
        warn(f"Give up {game} as {side}? This cannot be taken back. Type `yes`: ")
        if sys.stdin.readline().strip().lower() != "yes":
            raise errors.Refusal(Code.NOT_CONFIRMED, "nothing was signed; the game goes on")
    return _report_signed(Folder(path), player.resign(Folder(path)), now, as_json)


def open_own(path: Path, without: Sequence[str], now: int, as_json: bool) -> int:
    """Open what this side's own orders closed, with a mail to all."""
    folder = Folder(path)
    table, made = own_opening.open_own(folder, now, without)
    mail = game_letters.send_opened(folder, table.verifier)
    if as_json:
        tell({**place_facts(table), "opened": len(made), "mail": str(mail)})
    else:
        tell(f"Your orders are open, and this stands in your log. Send the mail {mail}\n")
    return 0


def check(path: Path, file: Path, as_json: bool) -> int:
    """Judge a move file without changing anything."""
    folder = Folder(path)
    table = order_closing.load(folder)
    parcel = entry_files.read_entries(file)
    found = parcel.entries
    fresh = [signed for signed in found if signed not in table.verifier.entries]
    for signed in fresh:
        closed_lines.take_boxes(folder, table.verifier, verify_entry(signed), parcel.boxes)
    said = [_judge_next(folder, table, signed) for signed in fresh or found]
    worst = max((one["status"] for one in said), key=(0, 3, 1).index)
    tell(said[0] if as_json and len(said) == 1 else said if as_json else "".join(map(_verdict_text, said)))
    return int(worst)


def _judge_next(folder: Folder, table: Table, signed: SignedEntry) -> dict[str, Any]:
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
    due = table.verifier.rules.pending.due if table.verifier.rules and table.verifier.batch else None
    due = None if isinstance(due, LineRequest) else due
    account = table.replay.accounts[-1]
    message = "\n".join([f"{'draft of ' if draft else ''}{entry}", *report_text.certain_lines(account, due)])
    return {"status": 0, "code": "holds", "message": message, "legal": account.applied, "head": signed.head}


def _verdict_text(said: Mapping[str, Any]) -> str:
    word = {0: "holds", 1: "broken", 3: "incomplete"}[said["status"]]
    rows = [f"{word}: {said['message']}", *(f"  {line}" for line in said.get("choices", ()))]
    return "\n".join(rows) + "\n"


def refusal(error: BaseException) -> dict[str, Any]:
    """The rule that a refused line breaks, and what would have been legal in its place."""
    if isinstance(error, errors.OrderFileFault) and error.__cause__ is not None:
        return refusal(error.__cause__)
    if not isinstance(error, errors.RefusedLine) or error.choice is None:
        return {}
    return {
        "rule": error.rule,
        "line": error.index + 1,
        "choices": order_choices.suggest_orders(error.choice, error.line),
    }


def apply(path: Path, file: Path, now: int, again: bool, as_json: bool) -> int:
    """Take in a move (the referee), his answer (a player), either of them without a referee; before the game
    a join (the host) or the charter (a player).

    Each entry is told as it is taken in, so that a later one that is refused hides none.
    """
    folder, parcel = Folder(path), entry_files.read(file)
    done = _papers(folder, parcel, now, again, as_json) if parcel.papers else None
    if done is not None:
        return done
    if (forgotten := charter.is_forgotten(folder, parcel.entries)) is not None:
        text = setup_text.describe_second_beginning(folder, charter.take_in_again(folder, forgotten))
        tell({"text": text} if as_json else text)
        return 0
    begun, signed = join_request.begin_if_charter(folder, parcel.entries)
    parties = verify_entries(folder.log).parties
    found = verify_each(signed)
    if not begun and found and succession.is_expected(folder, keep_verified(found)):
        parties = succession.arrive(
            folder, [drop_unverified(each) for each in found], now=now
        ).verifier.parties
    me = folder.role(parties)
    came = [] if me == REFEREE else [drop_unverified(each) for each in found]
    if (proposal := succession.find_own_proposal(folder, came)) is not None:
        return _report_completed(folder, proposal, now, as_json)
    if begun and not signed:
        tell(setup_text.describe_beginning(folder, me).render(as_json))
        confirmed_deliveries.settle(
            folder, verify_entries(folder.log)
        )  # in silence: the same charter again has the same answer
        return 0
    try:
        for receipt, answer in _receipts(folder, parties, found, parcel.boxes, now):
            _tell(receipt, answer, me, as_json)
            picture = game_letters.map_picture(folder)
            mails = game_letters.send_in_words(folder, receipt, now, picture) if me == REFEREE else []
            _tell_in_words(mails, as_json)
    except errors.MissingSignatures as waiting:
        return _asks_last(folder, signed, waiting, now, as_json)
    if me != REFEREE:
        _tidy(folder, now, as_json)
    return 0


def _papers(folder: Folder, parcel: ReceivedFile, now: int, again: bool, as_json: bool) -> int | None:
    """Take in the papers of a file: joins, standing orders, what parties of a game sign for each other. The
    exit code, or None where entries came with them that are still to be taken in."""
    mine, others = received_papers.split(parcel.papers)
    filed = [paper for paper in others if standing_papers.is_one(paper)]
    joins = [paper for paper in others if paper not in filed]
    if invitation.hosts(folder):
        joins = [*seating.drop_quoted(invitation.load_invitation(folder), joins)] or joins
    for paper in seating.drop_superseded(folder, joins) if joins else ():
        tell(setup_text.take_join(folder, paper, again, now).render(as_json))
    if joins:
        _tell_in_words(game_letters.send_beginning(folder, now, game_letters.map_picture(folder)), as_json)
    if not mine:
        if filed:
            _file(folder, filed, now, as_json)
        return 0 if joins or not parcel.entries else None
    taken = received_papers.take(folder, mine, parcel.entries, now, lost=filed, boxes=parcel.boxes)
    tell({"papers": taken.text, "mails": [str(each) for each in taken.files]} if as_json else taken.text)
    if filed and not (taken.entries and folder.role(verify_entries(folder.log).parties) == REFEREE):
        _file(folder, filed, now, as_json)
    return int(taken.refused) if taken.refused or taken.entries or joins or not parcel.entries else None


def _file(folder: Folder, papers: Sequence[SignedEntry], now: int, as_json: bool) -> None:
    """Take in standing papers (the referee, who receipts them to all), or his receipts (a player)."""
    desk = RefereeDesk(folder)
    table = desk.table()
    filings = StandingOrders(folder, table)
    if folder.role(table.verifier.parties) != REFEREE:
        said = [filings.keep_receipt(signed) for signed in papers]
        files: list[Path] = []
    else:
        made = list(filings.take(papers))
        said = [receipt for receipt, _ in made]
        tag = hashlib.sha256(b"".join(signed.data for _, signed in made)).hexdigest()[:16]
        files = GameLetters(desk).receipts(table, made, Occasion(tag, None, now))
    if as_json:
        came = [{"side": it.side, "number": it.number} for it in said]
        tell({"receipts": came, "mails": [str(file) for file in files]})
        return
    tell(
        "".join(map(report_text.receipted_text, said)) + "".join(f"Send the mail {file}\n" for file in files)
    )


def _report_completed(folder: Folder, proposal: VerifiedEntry, now: int, as_json: bool) -> int:
    """A player's own proposal with one more signature, or with all."""
    try:
        files = proposal_letters.send_completed(folder, succession.complete(folder, proposal), now)
    except errors.MissingSignatures as waiting:
        return _asks_last(folder, [proposal.signed], waiting, now, as_json)
    mails = [str(file) for file in files]
    tell({"mails": mails} if as_json else f"All have signed: it stands in your log. Send {' '.join(mails)}\n")
    return 0


def _asks_last(
    folder: Folder, signed: Sequence[SignedEntry], waiting: errors.MissingSignatures, now: int, as_json: bool
) -> int:
    """Say who has yet to sign, with the mail for who signs last once all others have; by the rules that one
    of these asks to adopt, if it does."""
    build = rules_lookup.adopt_rules(rules_lookup.rules_of, adoptions.find_newest(signed))
    files = proposal_letters.send_to_last(folder, Table.load(folder.log, build), now, build=build)
    mails = [str(file) for file in files]
    message = {"status": 3, "code": waiting.code, "message": str(waiting), "mails": mails}
    tell(message if as_json else f"{waiting}\n" + (f"Send {' '.join(mails)}\n" if mails else ""))
    return int(Status.INCOMPLETE)


def _tidy(folder: Folder, now: int, as_json: bool) -> None:
    """Put away a player's mails that have arrived, and sign what his program signs by itself."""
    verifier = verify_entries(folder.log)
    done = confirmed_deliveries.settle(folder, verifier) if confirmed_deliveries.has_mails(folder) else []
    if done and not as_json:
        tell(report_text.arrived_text(done))
    if verifier.renewals.next_role is None and not folder.sealed_file("any").parent.is_dir():
        return
    table = Table.load(folder.log)
    if table.verifier.parties.has_referee and (mail := game_letters.send_unasked(folder, table, now)):
        tell({"unasked": str(mail)} if as_json else report_text.unasked_text(mail))


def _tell_in_words(mails: Sequence[Path], as_json: bool) -> None:
    if not as_json:
        tell("".join(f"{mail}: to who plays by mail word, with `pbem send`\n" for mail in mails))


def _tell(receipt: judge_shell.Receipt, answer: Path | None, me: str, as_json: bool) -> None:
    said = report_text.receipt_text(receipt, me) + report_text.receipt_answer_text(receipt, answer, me)
    tell(_receipt(receipt, me, answer) if as_json else said)


def _receipts(
    folder: Folder,
    parties: Parties,
    found: Sequence[VerifiedEntry | UnverifiedEntry],
    boxes: Sequence[bytes],
    now: int,
) -> Iterator[tuple[judge_shell.Receipt, Path | None]]:
    """What is taken in, each with the file of the answer, if there is one to send."""
    if folder.role(parties) == REFEREE:
        disclosures.refuse_abandoned(folder, verify_entries(folder.log), keep_verified(found))
        for one in found:
            receipt = referee.apply_verified(folder, drop_unverified(one), now=now, boxes=boxes)
            yield receipt, folder.answer_file(receipt.first)
    elif parties.has_referee:
        entries = [drop_unverified(each) for each in found]
        if (early := received_papers.refuse_early(folder, entries, now)) is not None:
            raise errors.LogFault(Code.LATE_TOO_EARLY, early.text.strip())
        try:
            yield referee.follow(folder, entries, boxes=boxes), None
        except errors.ContradictedAnswer as error:
            sent = " and ".join(str(file) for file in received_papers.mail_refusals(folder, entries, error))
            raise errors.LogFault(error.code, f"{error}. A signed refusal for all: {sent}") from error
    else:
        exchange = peer_exchange.answer(folder, [drop_unverified(each) for each in found], now=now)
        yield exchange.receipt, exchange.file


def _receipt(receipt: judge_shell.Receipt, me: str, file: Path | None) -> dict[str, Any]:
    accounts = receipt.table.accounts(receipt.first, receipt.last)
    parties = receipt.table.verifier.parties
    return {
        **place_facts(receipt.table),
        **due_facts(receipt.table, me),
        "first": receipt.first,
        "last": receipt.last,
        "repeated": receipt.repeated,
        "answer": None if file is None else str(file),
        "to": []
        if file is None
        else [parties[role].mail for role in report_text.recipients(receipt.table, me)],
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
        "report": report_text.receipt_text(receipt, me),
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
    asked = restoration_request.ask_for_receipts(folder, now)
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
