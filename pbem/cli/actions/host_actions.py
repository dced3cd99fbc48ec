"""What a referee's commands do and print; `cli_host` reads the command line. Each gives its exit code."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from pbem import errors
from pbem.cli.output import tell, warn
from pbem.entry.bodies import Adopt
from pbem.judge.shared_entries import SharedEntry
from pbem.log import adoptions
from pbem.log.parties import Player
from pbem.log.party.folder import Folder
from pbem.mail import entry_files, limits
from pbem.messages import report_text
from pbem.messages.letters import adoption_letters, proposal_letters, reminders, side_acts
from pbem.messages.letters.game_letters import GameLetters, Occasion, map_picture
from pbem.play.agreements import brought_files, countersignatures, rulings
from pbem.play.host.judge_shell import Receipt
from pbem.play.host.referee_desk import RefereeDesk
from pbem.reason_codes import Code
from pbem.robot.inbox import Inbox
from pbem.rules import rules_lookup
from pbem.rules.table import Table


def rule(path: Path, facts: Sequence[str], why: str, number: str, now: int, as_json: bool) -> int:
    """Propose facts that all sign."""
    made = rulings.rule(Folder(path), tuple(facts), why, number)
    return report_gathered(Folder(path), made, now, as_json)


def record_late(path: Path, now: int, as_json: bool) -> int:
    """Write down that a side is late, or propose that all others sign that it is silent."""
    if (made := rulings.propose_silence(Folder(path), now)) is not None:
        return report_gathered(Folder(path), made, now, as_json)
    return _report_receipt(Folder(path), rulings.record_late(Folder(path), now), now, as_json)


def judge(path: Path, act: int, upheld: bool, why: str, now: int, as_json: bool) -> int:
    """Write down what the referee says of an objection."""
    return _report_receipt(Folder(path), rulings.judge(Folder(path), act, upheld, why, now), now, as_json)


def claim(path: Path, now: int, as_json: bool) -> int:
    """Claim the game against a side that has let its time go by twice."""
    folder = Folder(path)
    made, mails = side_acts.claim(folder, now, map_picture(folder))
    if made.missing:
        return _tell_gathered(folder, made, mails, as_json)
    if as_json:
        tell({"entry": str(made.entry), "missing": [], "mails": list(map(str, mails))})
    else:
        tell(f"{made.entry} stands in your log: the game is closed as unfinished\n{_or_mails(mails)}")
    return 0


def rollback(path: Path, to: int, why: str, now: int, as_json: bool) -> int:
    """Propose to take the game back."""
    return report_gathered(Folder(path), rulings.rollback(Folder(path), to, why, now), now, as_json)


def adopt(path: Path, game: Path | None, now: int, as_json: bool) -> int:
    """Propose to go on under the rules installed here, or another version of the game's file."""
    folder = Folder(path)
    file = None if game is None else brought_files.hand_named(game)
    made = rulings.adopt(folder, now, file=file, check=partial(_refuse_undrawable, folder))
    return report_gathered(folder, made, now, as_json)


def _refuse_undrawable(folder: Folder, body: Adopt) -> None:
    """Raise BadPicture for a version of a game's file that cannot be drawn, where the present one can."""
    if body.files is None:
        return
    picture, table = map_picture(folder), Table.load(folder.log)
    try:
        picture(table, "", table.seq)
    except errors.BadPicture:
        return
    newer = Table.load(folder.log, rules_lookup.adopt_rules(rules_lookup.rules_of, body))
    picture(newer, "", newer.seq)


def substitute(path: Path, role: str, player: Player, card: Path, now: int, as_json: bool) -> int:
    """Propose a new player by what `pbem keygen` printed for him."""
    lines = card.read_text(encoding="utf-8-sig", errors="replace").splitlines()
    made = rulings.substitute(Folder(path), role, player, side_acts.read_card(lines, str(card)), now)
    return report_gathered(Folder(path), made, now, as_json)


def remind(path: Path, now: int, as_json: bool) -> int:
    """Write to who owes something."""
    files = list(map(str, reminders.remind(Folder(path), now, picture=map_picture(Folder(path)))))
    tell({"mails": files} if as_json else "".join(f"{file}\n" for file in files))
    return 0


def countersign(path: Path, file: Path, game: Path | None, yes: bool, now: int, as_json: bool) -> int:
    """Sign what another party proposed; another version of a game's file at a terminal only once somebody has
    seen what differs, and said so."""
    if game is not None:
        brought_files.hand_named(game)
    differs = _proposed_version(Folder(path), file)
    if differs and not as_json:
        tell(differs)
    if differs and not yes and sys.stdin.isatty():
        _ask_for_version()
    made = countersignatures.countersign(Folder(path), file, now=now)
    mails = proposal_letters.send_signed(Folder(path), made, now)
    if as_json:
        said = {"file": str(made.file), "entry": str(made.entry), "to": made.entry.author}
        laid = {"mail": str(mails[0]) if mails else None, "mails": list(map(str, mails))}
        tell({**said, **laid, **({"differs": differs} if differs else {})})
        return 0
    tell(
        f"{made.file}: {made.entry} with your signature. Send it back to {made.entry.author}\n"
        + (_or_mails(mails) if mails else "")
    )
    return 0


def receive(path: Path, mail: Path | None, picture: bool, now: int, as_json: bool) -> int:
    """Take in one mail; 0 for one that was taken in or is no concern of ours, 1 for one that was refused."""
    if mail is not None and mail.suffix.lower() == ".pbem":
        from pbem.cli.actions import game_actions

        return game_actions.apply(path, mail, now, False, as_json)
    if mail is None:
        data = sys.stdin.buffer.read(limits.MAX_BYTES + 1)
    else:
        with mail.open("rb") as file:
            data = file.read(limits.MAX_BYTES + 1)
    desk = inbox(path, picture)
    begun = desk.finish(now)
    received = desk.receive(data, now)
    files, again = list(map(str, (*begun, *received.files))), list(map(str, desk.resend(now)))
    if as_json:
        tell({"outcome": received.outcome, "text": received.text, "files": files, "again": again})
    else:
        tell(received.text + "".join(f"{file}\n" for file in files))
        tell(f"Not answered in time, so sent again: {' '.join(again)}\n" if again else "")
    return 1 if received.outcome == "refused" else 0


def inbox(path: Path, picture: bool) -> Inbox:
    """Who takes in the mails of a folder, with the map in his answers or without."""
    folder = Folder(path)
    return Inbox(folder, map_picture(folder) if picture else None)


def _report_receipt(folder: Folder, receipt: Receipt, now: int, as_json: bool) -> int:
    file = folder.answer_file(receipt.first)
    occasion = Occasion(receipt.table.verifier.head[:16], None, now)
    mails = GameLetters(RefereeDesk(folder), map_picture(folder)).news(
        receipt.table, receipt.first, receipt.last, occasion
    )
    if as_json:
        seqs = {"first": receipt.first, "last": receipt.last}
        tell({**seqs, "answer": None if file is None else str(file), "mails": list(map(str, mails))})
        return 0
    said = report_text.receipt_text(receipt, "referee") + report_text.receipt_answer_text(receipt, file)
    tell(said + _or_mails(mails))
    return 0


def report_gathered(folder: Folder, made: SharedEntry, now: int, as_json: bool) -> int:
    """Print who has still to sign an entry, and lay the mails to them into the outbox."""
    return _tell_gathered(
        folder, made, proposal_letters.send(folder, made, now, map_picture(folder)), as_json
    )


def _tell_gathered(folder: Folder, made: SharedEntry, mails: Sequence[Path], as_json: bool) -> int:
    differs = adoption_letters.proposed_changes(folder, made.entry.body)
    if as_json:
        facts = {"file": str(made.file), "entry": str(made.entry), "missing": list(made.missing)}
        lay = {"lay": made.lay, "beside": list(map(str, made.beside))}
        tell({**facts, "mails": list(map(str, mails)), **lay, **({"differs": differs} if differs else {})})
        return 0
    head = (
        differs
        + _lay(made)
        + f"{made.file}: {made.entry}\nStill to sign: {', '.join(made.missing)}. Send this file to them\n"
    )
    if made.asked_roles != made.missing:
        head += (
            f"Who has to act next signs last ({', '.join(made.last)}): send it when all others have signed\n"
        )
    tell(head + _or_mails(mails))
    return 0


def _proposed_version(folder: Folder, file: Path) -> str:
    """The differences of the version of a game's file that a proposal in a file asks to adopt; empty for any
    other. Raises what reading the file raises, MissingGameFile, OtherGameFile."""
    parcel = entry_files.read_entries(file)
    brought_files.hand_along(parcel.entries, parcel.games)
    return adoption_letters.proposed_changes(folder, adoptions.find_newest(parcel.entries[-1:]))


def _ask_for_version() -> None:
    """Ask whether to sign; raises `not-confirmed`."""
    warn("Once all have signed, the game goes on under this version. Sign it? Type `yes`: ")
    if sys.stdin.readline().strip().lower() != "yes":
        raise errors.Refusal(Code.NOT_CONFIRMED, "nothing was signed; the game goes on under its file")


def _lay(made: SharedEntry) -> str:
    """What was proposed for the same place before, by the names of its files."""
    said = ""
    if made.lay == "the same":
        said = f"{made.file} lies there from before and says the same: it is the one that goes round\n"
    elif made.lay == "another":
        said = (
            f"{made.file} lay there from before and said something else: this one takes its place. Tell so "
            "those who have it\n"
        )
    for file in made.beside:
        said += f"{file} lies there from before, for the same place: one of the two can stand\n"
    return said


def _or_mails(mails: Sequence[Path]) -> str:
    return f"or the mails {' '.join(map(str, mails))}: with `pbem send`, or from your mail program\n"
