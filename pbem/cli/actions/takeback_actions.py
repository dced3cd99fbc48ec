"""The commands `undo`, `rollback` and `vacation`: they print, and give their exit code."""

from __future__ import annotations

from pathlib import Path

from pbem import errors
from pbem.cli.actions import host_actions
from pbem.cli.output import tell
from pbem.entry.field_types import REFEREE
from pbem.log.party.folder import Folder
from pbem.messages.letters import side_acts
from pbem.messages.letters.game_letters import GameLetters, Occasion
from pbem.messages.letters.side_acts import RefereeRequest
from pbem.play import vacations
from pbem.play.agreements import takebacks
from pbem.play.host.referee_desk import RefereeDesk
from pbem.reason_codes import Code
from pbem.robot import draft_withdrawal
from pbem.robot.request_desk import tell_vacation
from pbem.rules.table import Table


def undo(path: Path, now: int, as_json: bool) -> int:
    """Take back what is not signed."""
    done = draft_withdrawal.withdraw(RefereeDesk(Folder(path)), now)
    if as_json:
        files = [{"file": str(file), "kept": kept and str(kept)} for file, kept in done.files]
        tell({"withdrawn": files, "signed": done.signed and done.signed.seq})
        return 0
    for file, kept in done.files:
        tell(f"{file}: taken back" + (f"; what stood there is in {kept}\n" if kept else "\n"))
    if done.signed is not None:
        tell(f"{done.signed} is signed: `pbem rollback` asks all to take it back\n")
    return 0


def rollback(path: Path, to: int | None, why: str, now: int, as_json: bool) -> int:
    """Propose to take the game back; a side in a game with a referee asks the referee, in a mail."""
    folder = Folder(path)
    table = Table.load(folder.log)
    me = folder.role(table.verifier.parties)
    if to is not None and (why or me != REFEREE):
        return host_actions.rollback(path, to, why or takebacks.reason_text(me, why), now, as_json)
    if me == REFEREE:
        raise errors.Refusal(
            Code.NOTHING_TO_UNDO,
            "a referee has no order of their own: say the last entry to keep with --to, and with --why "
            "the reason",
        )
    asked = side_acts.ask_rollback(folder, table, why, now)
    if isinstance(asked, RefereeRequest):
        return _tell_request(asked, as_json)
    return host_actions.report_gathered(folder, asked, now, as_json)


def vacation(path: Path, side: str | None, hours: int, span: str, now: int, as_json: bool) -> int:
    """Ask the referee for a vacation, in a mail; the referee grants one."""
    folder = Folder(path)
    table = Table.load(folder.log)
    parties = table.verifier.parties
    side_acts.refuse_without_referee(table)
    if folder.role(parties) != REFEREE:
        if side is not None:
            raise errors.StrangeFolder(f"{path} is not the referee's folder: leave {side} out")
        return _tell_request(side_acts.ask_vacation(folder, table, span, now), as_json)
    if side not in parties.sides:
        raise errors.Refusal(
            Code.BAD_PLAYER, f"say whose vacation it is, one of {', '.join(parties.sides)}, before its length"
        )
    return _grant(folder, side, hours, now, as_json)


def _grant(folder: Folder, side: str, hours: int, now: int, as_json: bool) -> int:
    """The referee's own word; all are told before it counts."""
    desk = RefereeDesk(folder)
    with desk.lock_folder():
        one = vacations.Vacation(side, now, hours, {})
        why = Occasion(desk.table().verifier.head[:16], None, now)
        mails = tell_vacation(GameLetters(desk), one, "The referee grants it", why)
        vacations.write(folder, vacations.read(folder).grant(side, hours, now))
    if as_json:
        tell({"side": side, "hours": hours, "mails": list(map(str, mails))})
        return 0
    tell(f"{side} has a vacation: nobody's time runs for {hours} hours from now\n")
    tell("".join(f"{mail}\n" for mail in mails))
    return 0


def _tell_request(asked: RefereeRequest, as_json: bool) -> int:
    if as_json:
        tell({"mail": str(asked.mail)})
        return 0
    tell(
        f"{asked.mail}: a mail to the referee, with the line `{asked.line}`. A code word comes back to your "
        "address; answer that mail with the word yes and the code\n"
    )
    return 0
