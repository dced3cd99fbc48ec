"""Who sits at a table, and the board he is shown: his own, another side's if he may know it, everybody's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, overload

from modules.engine.driver import Play
from modules.engine.rules.mail_rules import MailRules
from pbem import errors
from pbem.entry.bodies import Move
from pbem.entry.entries import Entry
from pbem.entry.field_types import REFEREE
from pbem.log.party.holdings import Holdings, news_name
from pbem.reason_codes import Code
from pbem.rules.boards.closed_board import ClosedBoard, FiledLines, Orders, SeatKnowledge
from pbem.rules.boards.full_game import FullGame
from pbem.rules.boards.party_board import Board, Knowledge, holder_knowledge, player_knowledge, side_knowledge
from pbem.rules.table import Table
from pbem.secrets.card_packs import RefereeSecret
from pbem.secrets.seat_news import Learnt, parse_news


def knowledge_of_owner(table: Table, holdings: Holdings) -> Knowledge:
    """What the owner of these holdings may know: all after the end, and the referee at any time.

    Holdings without a key are nobody's. Raises StrangeFolder, `bad-secret-file`, `deal-wrong`.
    """
    verifier = table.verifier
    published = verifier.published
    if published is not None:
        return holder_knowledge(verifier.cards, RefereeSecret(published))
    if holdings.public() is None:
        return Knowledge()
    role = holdings.role(verifier.parties)
    if role == REFEREE:
        return holder_knowledge(verifier.cards, holdings.secret(verifier.cards.commitment))
    return player_knowledge(verifier.cards, role, holdings)


def orders_of(table: Table) -> Orders:
    """The closed orders of a game as far as who sits at the table knows them, or they are opened."""

    def of(seq: int) -> tuple[str, ...] | None:
        opened = table.verifier.closings.known.get(seq)
        return table.replay.known(table.verifier.history[seq]) if opened is None else opened

    return of


def filed_of(table: Table, foreseen: Mapping[int, Mapping[str, int]] | None = None) -> FiledLines:
    """The standing orders that count for what an entry does, as far as who sits at the table knows them, or
    they are opened. `foreseen`: the papers for entries that are not in the log yet."""

    def of(seq: int, seat: str) -> tuple[str, ...] | None:
        named = table.verifier.named.get(seq) or (foreseen or {}).get(seq) or {}
        if (number := named.get(seat, 0)) == 0:
            return ()
        opened = table.verifier.closings.papers.get((seat, number))
        return table.papers(seat, number) if opened is None else opened

    return of


def full_game(table: Table, foreseen: Mapping[int, Mapping[str, int]] | None = None) -> FullGame:
    """The whole of a game with closed orders, by who has all of them; raises as `FullGame.take`."""
    record = table.replay.record
    return table.boards.full_game(table.replay.rules, orders_of(table), filed_of(table, foreseen), record)


def sight(table: Table, holdings: Holdings) -> SeatKnowledge:
    """As `knowledge_of_owner`, of a game with closed orders; raises StrangeFolder, `news-wrong` for news that
    are lost."""
    verifier = table.verifier
    if verifier.ended:
        return SeatKnowledge(REFEREE, orders_of(table), {}, filed_of(table))
    if holdings.public() is None:
        return SeatKnowledge()
    role = holdings.role(verifier.parties)
    news = {} if role == REFEREE else _news(table, holdings, role)
    return SeatKnowledge(role, orders_of(table), news, filed_of(table))


def _news(table: Table, holdings: Holdings, role: str) -> dict[int, Learnt]:
    """The news that a seat's owner has kept."""
    found = {}
    for told in table.verifier.news.told.values():
        name = news_name(told.digests[role])
        try:
            if (kept := holdings.read(name)) is None:
                raise errors.Unreadable("nothing is kept")
            found[told.seq] = parse_news(kept.decode("utf-8"), told.effects)
        except (UnicodeDecodeError, errors.Unreadable) as error:
            raise errors.LogFault(
                Code.NEWS_WRONG,
                f"the news of entry {told.answer} are not in {holdings.path_of(name)}: take in the referee's "
                "mail again",
            ) from error
    return found


def sit(table: Table, holdings: Holdings) -> None:
    """Show the table as the owner of these holdings may see it; raises as `knowledge_of_owner`. Open games
    are seen by all alike."""
    if table.replay.rules.closed_orders:
        table.seat = board(table, sight(table, holdings))
    elif table.replay.rules.secret_packs:
        table.seat = board(table, knowledge_of_owner(table, holdings))


def for_side(table: Table, holdings: Holdings, side: str) -> Board | ClosedBoard | None:
    """The game as a side may see it, worked out by who may know that: all after the end, before it the
    referee; None for a game that all see alike. Raises as `knowledge_of_owner`, and `not-entitled`."""
    if table.replay.rules.closed_orders:
        return _closed_for(table, holdings, side)
    if not table.replay.rules.secret_packs:
        return None
    knows = knowledge_of_owner(table, holdings)
    if knows.packs is None:
        raise errors.LogFault(Code.NOT_ENTITLED, f"{holdings.path_of('.')} does not know what {side} may see")
    if table.verifier.ended:
        return board(table, knows)
    record = table.replay.record
    return table.boards.board_of(
        table.replay.rules, side_knowledge(table.verifier.cards, side, knows.packs), record
    )


def _closed_for(table: Table, holdings: Holdings, side: str) -> ClosedBoard:
    knows = sight(table, holdings)
    if knows.sees_all and not table.verifier.ended:
        return full_game(table).seats[side]
    if knows.seat not in (REFEREE, side):
        raise errors.LogFault(Code.NOT_ENTITLED, f"{holdings.path_of('.')} does not know what {side} may see")
    return board(table, knows)


@overload
def board(table: Table, knows: Knowledge, upto: int | None = None) -> Board: ...


@overload
def board(table: Table, knows: SeatKnowledge, upto: int | None = None) -> ClosedBoard: ...


def board(table: Table, knows: Knowledge | SeatKnowledge, upto: int | None = None) -> Board | ClosedBoard:
    """The game on a table as `knows` shows it, all of its record or the first `upto` answers of it."""
    rules, record = table.replay.rules, table.replay.record
    if isinstance(knows, SeatKnowledge) and upto is None:
        return table.boards.closed_board(rules, knows, record)
    made = Board(rules, knows) if isinstance(knows, Knowledge) else ClosedBoard(rules, knows)
    made.follow(record[:upto])
    return made


class Follower:
    """A side's board of a game that goes on: it follows the table each time it is looked at."""

    def __init__(self, table: Table, side: str, holdings: Holdings) -> None:
        self._table, self._side, self._holdings = table, side, holdings

    def try_ahead(self) -> Play[MailRules[Any]]:
        """The side's game as it stands, for the side to try its orders on."""
        rules, record = self._table.replay.rules, self._table.replay.record
        if rules.closed_orders:
            made = board(self._table, sight(self._table, self._holdings))
            return Play.restore(rules, made.play.snapshot())
        if not rules.secret_packs:
            return Play.restore(rules, self._table.replay.play.snapshot())
        knows = player_knowledge(self._table.verifier.cards, self._side, self._holdings)
        return Play.restore(rules, self._table.boards.board_of(rules, knows, record).play.snapshot())


def judge(table: Table, holdings: Holdings, entry: Entry, before: int) -> None:
    """Judge an order by its author's cards, as its author or the referee, on a table that has taken it in;
    `before` is the length of the record without it.

    The public game lets a move pass that some card could make. Raises LineRefused, for its author's eyes.
    """
    if not table.replay.rules.secret_packs or not isinstance(entry.body, Move):
        return
    knows, cards = knowledge_of_owner(table, holdings), table.verifier.cards
    if knows.packs is not None:
        knows = side_knowledge(cards, entry.author, knows.packs)
    if knows.side == entry.author:
        made = table.boards.board_of(table.replay.rules, knows, table.replay.record, before)
        made.try_lines(entry, table.replay.record[before:])
