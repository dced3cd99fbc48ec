"""What a player does beside orders on the page: done as the command of the same name does it, with what came
of it in words.

The caller holds the folder. An act that cannot be taken back is done only once the player has confirmed it;
the same act again, as by a double click, gives no second mail.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from generator.local_server.local_page import CallRefused
from pbem.judge.shared_entries import SharedEntry
from pbem.mail import author_text, headers, parser
from pbem.mail_table import possible_acts
from pbem.mail_table.act_outcome import ActOutcome
from pbem.mail_table.possible_acts import Situation
from pbem.messages.letters import (
    game_letters,
    peer_letters,
    proposal_letters,
    request_letters,
    side_acts,
)
from pbem.messages.letters.side_acts import RefereeRequest
from pbem.play import own_opening, player, vacations
from pbem.play.agreements import rulings
from pbem.post.outbox import Outbox, OutgoingMail
from pbem.robot import restoration_request
from pbem.setup import new_game

_MOMENT: Final = 600
"""Seconds for which a request to the referee is not repeated."""
_ASKED: Final = (
    "A mail to the referee lies in the outbox. A code word comes back to your address: answer that mail with "
    "the word yes and the code."
)

Act = Callable[[Situation, str], ActOutcome]


def do_act(here: Situation, name: object, said: object, confirmed: object) -> ActOutcome:
    """Do the act of this name with what the player `said`. Raises CallRefused: `unknown`, `refused` with the
    reason, or `confirm` for a grave act that is not confirmed."""
    kind = next((each for each in possible_acts.ACTS if each.name == name), None)
    if kind is None:
        raise CallRefused("unknown", "There is no such act.")
    if why := possible_acts.find_reason(kind, here):
        raise CallRefused("refused", why, {"rule": ""})
    if kind.grave and confirmed is not True:
        raise CallRefused("confirm", f"{kind.tells} Is that your wish?")
    return _ACTS[kind.name](here, said.strip() if isinstance(said, str) else "")


def _ask_rollback(here: Situation, said: str) -> ActOutcome:
    desk, why = here.desk, " ".join(said.split())
    if here.table.verifier.parties.has_referee and (
        before := _find_repeated(here, f"rollback {why}".strip())
    ):
        return before
    asked = side_acts.ask_rollback(desk.folder, here.table, why, here.now, desk.build)
    return _tell_request(asked) if isinstance(asked, RefereeRequest) else _send_proposal(here, asked)


def _ask_vacation(here: Situation, said: str) -> ActOutcome:
    span = f"{said} hours" if said.isdecimal() else " ".join(said.split())
    if vacations.read_hours(span) is None:
        raise CallRefused("refused", vacations.describe_misread(span), {"rule": ""})
    if before := _find_repeated(here, f"vacation {span}"):
        return before
    return _tell_request(side_acts.ask_vacation(here.desk.folder, here.table, span, here.now))


def _tell_request(asked: RefereeRequest) -> ActOutcome:
    return ActOutcome.of_files(_ASKED, [asked.mail])


def _find_repeated(here: Situation, line: str) -> ActOutcome | None:
    """The mail that asked the referee for the same a moment ago."""
    for file in Outbox(here.desk.folder.path).find(request_letters.name_requests(here.side)):
        message = OutgoingMail.decode(file.stem, file.read_bytes()).message
        age = here.now - (headers.read_date(message) or 0)
        if age <= _MOMENT and author_text.shown_text(parser.parse(message)).split() == line.split():
            return ActOutcome.of_files(_ASKED, [file])
    return None


def _resign(here: Situation, _: str) -> ActOutcome:
    desk = here.desk
    made = player.resign(desk.folder, desk.build)
    files = peer_letters.send_signed(desk.folder, made, here.now, here.picture)
    return ActOutcome.of_files("You give the game up: it is signed, and the mail lies in the outbox.", files)


def _claim(here: Situation, _: str) -> ActOutcome:
    made, files = side_acts.claim(here.desk.folder, here.now, here.picture, here.desk.build)
    if made.missing:
        return _tell_proposal(made, files)
    return ActOutcome.of_files("The game is closed as unfinished. The mails lie in the outbox.", files)


def _hand_over(here: Situation, said: str) -> ActOutcome:
    person, *card = said.splitlines() or [""]
    _, newcomer = new_game.player(f"{here.side}={person.strip()}")
    chain = side_acts.read_card(card, "the text below the name")
    desk = here.desk
    made = rulings.substitute(desk.folder, here.side, newcomer, chain, here.now, desk.build)
    return _send_proposal(here, made)


def _open_own(here: Situation, _: str) -> ActOutcome:
    table, _made = own_opening.open_own(here.desk.folder, here.now, build=here.desk.build)
    mail = game_letters.send_opened(here.desk.folder, table.verifier)
    return ActOutcome.of_files("Your orders are open. The mail to all lies in the outbox.", [mail])


def _restore(here: Situation, _: str) -> ActOutcome:
    asked = restoration_request.ask_for_receipts(here.desk.folder, here.now)
    if not asked.to:
        return ActOutcome.of_files("Nobody else holds an entry of yours: the game goes on.", asked.files)
    told = (
        f"Asked for receipts: {', '.join(asked.to)}. The mails lie in the outbox. Until the answers are "
        "taken in, nothing is signed here."
    )
    return ActOutcome.of_files(told, asked.files)


def _send_proposal(here: Situation, made: SharedEntry) -> ActOutcome:
    desk = here.desk
    return _tell_proposal(made, proposal_letters.send(desk.folder, made, here.now, here.picture, desk.build))


def _tell_proposal(made: SharedEntry, files: Sequence[Path]) -> ActOutcome:
    told = (
        f"You propose: {made.entry}. Still to sign: {', '.join(made.missing)}. The mails lie in the outbox."
    )
    return ActOutcome.of_files(told, files)


_ACTS: Final[Mapping[str, Act]] = {
    possible_acts.ROLLBACK: _ask_rollback,
    possible_acts.VACATION: _ask_vacation,
    possible_acts.RESIGN: _resign,
    possible_acts.CLAIM: _claim,
    possible_acts.HAND_OVER: _hand_over,
    possible_acts.OPEN_OWN: _open_own,
    possible_acts.RESTORE: _restore,
}
