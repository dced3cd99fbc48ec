"""What a player may do beside orders: each act with its words, and whether it can be done now, or why not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from pbem import errors
from pbem.entry.field_types import REFEREE
from pbem.log import deadlines
from pbem.log.party import disclosures
from pbem.log.party.signing_record import DisclosedEntry
from pbem.messages import request_text
from pbem.messages.letters import side_acts
from pbem.messages.letters.game_letters import Picture
from pbem.play import own_opening, player
from pbem.play.agreements import rulings, takebacks
from pbem.play.host.referee_desk import RefereeDesk
from pbem.reason_codes import Code
from pbem.rules.table import Table
from pbem.table.story_json import Json

ROLLBACK, VACATION, RESIGN, CLAIM = "rollback", "vacation", "resign", "claim"
HAND_OVER, OPEN_OWN, RESTORE = "hand_over", "open_own", "restore"


@dataclass(frozen=True, slots=True)
class Situation:
    """A player's game at Unix time `now`; `out` is signed and waits for an answer. `picture` draws the
    mails."""

    desk: RefereeDesk
    table: Table
    side: str
    out: Sequence[DisclosedEntry]
    now: int
    picture: Picture | None

    @classmethod
    def of_desk(cls, desk: RefereeDesk, table: Table, now: int, picture: Picture | None) -> Situation:
        """As a player's folder has it; raises what reading it raises."""
        out = disclosures.list_pending(desk.folder, table.verifier)
        return cls(desk, table, player.side(desk.folder, table), out, now, picture)


@dataclass(frozen=True, slots=True)
class ActKind:
    """An act by its name, with the words for it. `asks`: what the player says with it, and whether that is
    text or a length of time. `grave`: it cannot be taken back. `check` raises a PbemError that says why it
    cannot be done now."""

    name: str
    label: str
    tells: str
    check: Callable[[Situation], None]
    asks: tuple[str, str] | None = None
    grave: bool = False


def list_acts(now_here: Situation) -> list[Json]:
    """All acts, in the order of the page."""
    return [_describe(kind, now_here) for kind in ACTS]


def _describe(kind: ActKind, now_here: Situation) -> Json:
    why = find_reason(kind, now_here)
    return {
        "name": kind.name,
        "label": kind.label,
        "tells": kind.tells,
        "asks": kind.asks and {"label": kind.asks[0], "kind": kind.asks[1]},
        "grave": kind.grave,
        "may": not why,
        "why": why,
    }


def find_reason(kind: ActKind, now_here: Situation) -> str:
    """Why an act cannot be done now, in a sentence; empty where it can."""
    try:
        kind.check(now_here)
    except errors.PbemError as error:
        return write_sentence(str(error))
    return ""


def write_sentence(text: str) -> str:
    """Words that stand behind a name or a colon elsewhere, as a sentence of their own.

    >>> write_sentence("the game is over")
    'The game is over.'
    """
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


# --- when each may be done -------------------------------------------------------------------------------


def _check_playing(here: Situation) -> None:
    """Raise for a folder that signs nothing, a game that is over, and a side that is out of it."""
    verifier = here.table.verifier
    disclosures.check(here.desk.folder, verifier)
    if verifier.ended or verifier.withheld is not None:
        raise errors.Refusal(Code.AFTER_END, "the game is over")
    if here.side in verifier.parties.out:
        raise errors.Refusal(Code.NOT_ENTITLED, "you are out of the game")


def _check_nothing_out(here: Situation) -> None:
    if here.out:
        raise errors.Refusal(
            Code.ALREADY_SIGNED,
            f"your entry {here.out[-1].seq} is signed and out: wait for the answer to it first",
        )


def _check_rollback(here: Situation) -> None:
    _check_playing(here)
    _check_nothing_out(here)
    takebacks.plan(here.table, here.side)
    _check_may_propose(here)


def _check_may_propose(here: Situation) -> None:
    """Raise for a side that signs last what all sign; with a referee it only asks."""
    if not here.table.verifier.parties.has_referee and here.side in here.table.owing_roles:
        raise errors.Refusal(
            Code.NOTHING_TO_SIGN,
            "you have to act next, so another side must propose it: ask for that in your own words",
        )


def _check_vacation(here: Situation) -> None:
    _check_playing(here)
    side_acts.refuse_without_referee(here.table)
    if not here.table.charter.deadlines:
        raise errors.Refusal(Code.NOTHING_OWED, request_text.no_clock_text().strip())


def _check_resign(here: Situation) -> None:
    _check_playing(here)
    _check_nothing_out(here)
    if here.side not in here.table.owing_roles:
        raise errors.Refusal(Code.NOT_YOUR_DECISION, "you can give the game up when it is your move")
    if here.table.verifier.batch is not None:
        raise errors.Refusal(Code.ROLL_DUE, "dice are still to come: wait until they have fallen")


def _check_claim(here: Situation) -> None:
    _check_playing(here)
    claim = rulings.plan_claim(here.table, here.side, here.now, waits=bool(here.out))
    deadlines.check_claim(here.table.verifier.entries_before_batch, claim)


def _check_hand_over(here: Situation) -> None:
    """Only between two players does a side sign that another takes its place."""
    _check_playing(here)
    _check_nothing_out(here)
    parties = here.table.verifier.parties
    proposer = REFEREE if parties.has_referee else parties.next_role(here.side)
    if parties.has_referee or len(parties.active) > 2:
        raise errors.Refusal(
            Code.NOT_ENTITLED,
            f"{proposer} proposes a new player of your side, with `pbem substitute`: send {proposer} what "
            "`pbem keygen` has printed for that person",
        )
    _check_may_propose(here)


def _check_open_own(here: Situation) -> None:
    disclosures.check(here.desk.folder, here.table.verifier)
    own_opening.check_turn(here.table, here.side, here.now)


def _check_restore(here: Situation) -> None:
    if disclosures.is_own(here.desk.folder, here.table.verifier):
        raise errors.Refusal(Code.NOTHING_OWED, "this folder is as you left it: there is nothing to restore")


ACTS: Final = (
    ActKind(
        ROLLBACK,
        "Take back my newest order",
        "The game goes back to where it stood before your newest order, once all have agreed. All dice after "
        "that will be new.",
        _check_rollback,
        ("The reason, which all will read", "text"),
    ),
    ActKind(
        VACATION,
        "Ask for a vacation",
        "Nobody's time runs for so long, once all others have agreed.",
        _check_vacation,
        ("How long, such as 3 days or 2 weeks", "hours"),
    ),
    ActKind(
        HAND_OVER,
        "Hand my side over",
        "Somebody else plays your side from then on, once all who must sign have signed.",
        _check_hand_over,
        (
            "NAME <ADDRESS> of the new player, and below it what `pbem keygen` printed for that person",
            "text",
        ),
        grave=True,
    ),
    ActKind(
        CLAIM,
        "Claim the game",
        "A side that does not answer has let its time go by twice. The game is closed as unfinished, claimed "
        "by all who wait.",
        _check_claim,
        grave=True,
    ),
    ActKind(
        RESIGN, "Give the game up", "You lose the game. This cannot be taken back.", _check_resign, grave=True
    ),
    ActKind(
        OPEN_OWN,
        "Open my orders",
        "All that your orders closed is shown to everybody, as the referee does not do it.",
        _check_open_own,
        grave=True,
    ),
    ActKind(
        RESTORE,
        "Ask for receipts",
        "This folder was put back from a backup, or copied. The others say what they hold of yours; then the "
        "game goes on.",
        _check_restore,
    ),
)
"""In the order of the page."""
