"""What the pages of a club show of its games: public facts out of the index, and of one game the board and
the course as everybody may know them. No address of anybody, and nothing that one side alone may see."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from pbem.club import ratings, waiting_list
from pbem.club.club_folder import ClubFolder
from pbem.club.game_index import Index, Row
from pbem.club.ratings import Rating
from pbem.log import deadlines
from pbem.messages import position_text, report_text, story_text
from pbem.rules.table import Table

_ON_A_PAGE = 50
"""Games in one list."""
_MOST_BYTES = 100_000_000
"""Of boards, courses and stories that are kept."""


@dataclass(frozen=True, slots=True)
class GamePage:
    """A game on a page: `players` with their sides, `doing` in a few words, `facts` in lines."""

    name: str
    title: str
    state: str
    doing: str
    players: tuple[tuple[str, str], ...]
    facts: tuple[tuple[str, str], ...]
    since: str
    until: str
    seq: int
    game: str


@dataclass(frozen=True, slots=True)
class GameList:
    """So many games as one page shows, of all `count` that there are, on page `number` of `pages`."""

    games: tuple[GamePage, ...]
    count: int
    number: int
    pages: int


def games(index: Index, number: int, *states: str) -> GameList | None:
    """The games in these states, the newest first, on page `number`, counted from 1; None if there is no such
    page."""
    names = index.names(*states)[::-1]
    pages = max(1, -(-len(names) // _ON_A_PAGE))
    if not 1 <= number <= pages:
        return None
    here = names[(number - 1) * _ON_A_PAGE : number * _ON_A_PAGE]
    rows = (row for name in here if (row := index.row(name)) is not None)
    return GameList(tuple(_make_page(index, row) for row in rows), len(names), number, pages)


def game(index: Index, name: str) -> GamePage | None:
    """A game by its name."""
    row = index.row(name)
    return None if row is None else _make_page(index, row)


def list_waiting(hall: ClubFolder) -> list[tuple[str, str]]:
    """The games and sides for which somebody waits; not who."""
    return [(one.game, one.side or "any side") for one in waiting_list.list_waiting(hall)]


def list_ratings(index: Index) -> list[Rating]:
    """The players by their results."""
    return ratings.rate_players(index)


def _make_page(index: Index, row: Row) -> GamePage:
    seats = index.seats(row.name)
    return GamePage(
        row.name,
        row.title or row.name,
        row.state,
        _describe_state(row),
        tuple((seat.role, seat.person) for seat in seats),
        tuple(_facts(row.said)),
        deadlines.format_time(row.at) if row.at else "",
        deadlines.format_time(row.due) if row.due and row.state == "playing" else "",
        row.seq,
        row.game,
    )


def _describe_state(row: Row) -> str:
    if row.state == "over":
        return report_text.outcome_text(row.outcome) if row.outcome else "ended without a result"
    if row.state == "broken":
        return "rests: the operator looks into it"
    names = " and ".join(row.owing) or "nobody"
    return f"waiting for {names} to join" if row.state == "joining" else f"{names} to move"


def _facts(said: str) -> list[tuple[str, str]]:
    """The lines `NAME  VALUE` of a status."""
    rows = (line.partition("  ") for line in said.splitlines() if not line.startswith(" "))
    return [
        (name.strip(), value.strip()) for name, gap, value in rows if gap and name.strip() != "Links used"
    ]


class Boards:
    """The public boards, courses and stories of games, each made once for each place in its log."""

    def __init__(self, hall: ClubFolder) -> None:
        self._hall = hall
        self._kept: OrderedDict[tuple[str, int, str], bytes] = OrderedDict()
        self._alone = Lock()

    def board(self, row: Row) -> bytes:
        """PNG; raises BadPicture for a game that has no board to draw."""
        return self._get_or_make(row, "board", self._drawn)

    def course(self, row: Row) -> bytes:
        """What came to pass, as text in UTF-8."""
        return self._get_or_make(row, "course", _write_history)

    def story(self, row: Row) -> bytes:
        """The page that steps through the game; raises BadPicture for a game that cannot be drawn."""
        return self._get_or_make(row, "story", self._told)

    def _get_or_make(self, row: Row, what: str, make: Callable[[Table], bytes]) -> bytes:
        key = (row.name, row.seq, what)
        with self._alone:  # drawing takes all of a processor: one at a time
            if key not in self._kept:
                table = Table.load(self._hall.game(row.name).log)
                self._kept[key] = make(table)
            self._kept.move_to_end(key)
            while len(self._kept) > 1 and sum(map(len, self._kept.values())) > _MOST_BYTES:
                self._kept.popitem(last=False)
            return self._kept[key]

    def _drawn(self, table: Table) -> bytes:
        from pbem.messages import position_pictures

        return position_pictures.mail_picture(table, position_text.PUBLIC, table.seq, self._hall.cache)

    def _told(self, table: Table) -> bytes:
        from pbem.table import game_page, story_json

        return game_page.write_page(story_json.make_story(table, position_text.PUBLIC, self._hall.cache))


def _write_history(table: Table) -> bytes:
    side = position_text.PUBLIC if table.replay.rules.needs_secret else None
    return story_text.story_text(table, side, story_text.PlainForm()).encode()
