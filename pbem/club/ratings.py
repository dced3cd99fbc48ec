"""How strong players are by their results: Weng and Lin's model (openskill), game after game in the order in
which they ended. A player is told by his address; the number is the skill less thrice its doubt, as usual."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pbem import errors
from pbem.club.game_index import Index, Row, Seat
from pbem.log import deadlines
from pbem.reason_codes import Code


@dataclass(frozen=True, slots=True)
class Rating:
    """A player: `points` may be negative at first; `games` that ended, of them `won`."""

    person: str
    points: float
    games: int
    won: int


def rate_players(index: Index) -> list[Rating]:
    """All who have ended a game, the strongest first; raises `club-incomplete`."""
    try:
        from openskill.models import PlackettLuce
    except ImportError as error:
        raise errors.Refusal(
            Code.CLUB_INCOMPLETE,
            f"there are no ratings here: {error.name} is not installed: pipx install 'senlac[club]'",
        ) from None
    model = PlackettLuce()
    skills: dict[str, Any] = {}
    names: dict[str, str] = {}
    games: dict[str, int] = {}
    won: dict[str, int] = {}
    for row, seats in _ended_games(index):
        sides = _rank_seats(row, seats)
        if len(sides) < 2:  # one person on every side proves nothing
            continue
        for mail, _ in sides:
            skills.setdefault(mail, model.rating())
        rated = model.rate([[skills[mail]] for mail, _ in sides], ranks=[float(rank) for _, rank in sides])
        skills |= {mail: team[0] for (mail, _), team in zip(sides, rated, strict=True)}
        names |= {seat.mail: seat.person for seat in seats}
        for mail, rank in sides:
            games[mail] = games.get(mail, 0) + 1
            won[mail] = won.get(mail, 0) + (rank == 0 and len({r for _, r in sides}) > 1)
    found = [
        Rating(names[mail], round(float(skill.ordinal()), 1), games[mail], won[mail])
        for mail, skill in skills.items()
    ]
    return sorted(found, key=lambda it: (-it.points, it.person))


def _ended_games(index: Index) -> Iterable[tuple[Row, list[Seat]]]:
    over = sorted(index.rows("over"), key=lambda row: (row.at, row.name))
    return ((row, index.seats(row.name)) for row in over if row.outcome is not None and _counts(row.outcome))


def _counts(outcome: Mapping[str, Any]) -> bool:
    """Whether a game is rated: not one that was claimed and stays unfinished."""
    return outcome.get("level") != deadlines.CLAIMED or bool(outcome.get("winner"))


def _rank_seats(row: Row, seats: list[Seat]) -> list[tuple[str, int]]:
    """Each player's address with 0 for who won and 1 for who did not; all 0 where nobody won."""
    winner = (row.outcome or {}).get("winner")
    ranks: dict[str, int] = {}
    for seat in seats:
        rank = 0 if winner in (None, "", seat.role) else 1
        ranks[seat.mail] = min(rank, ranks.get(seat.mail, rank))
    return sorted(ranks.items())
