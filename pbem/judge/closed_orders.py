"""The hands on closed orders: the referee tells what each came to and seals each seat its news; a seat's
program opens its own, and holds them and the effects against what it knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from modules.engine.requests import Choose
from pbem import errors
from pbem.entry.bodies import TYPES, Ack, Move
from pbem.entry.entries import Entry
from pbem.entry.field_types import REFEREE
from pbem.judge import closed_lines
from pbem.judge.standing_filing import Filings
from pbem.keys.openssh_keys import PublicKey
from pbem.log.commitments.seat_news import AnswerNews
from pbem.log.party.holdings import Holdings, news_name
from pbem.log.replay_protocol import LineRequest, ReplayCourse
from pbem.log.rule_check import standing_lines_in
from pbem.reason_codes import Code
from pbem.rules import seat_views
from pbem.rules.boards.closed_board import ClosedBoard
from pbem.rules.boards.full_game import FullGame
from pbem.rules.replay.order_report import UsedLine
from pbem.rules.table import Table
from pbem.secrets import line_commitments, seat_news
from pbem.secrets.card_packs import RefereeSecret
from pbem.secrets.seat_news import BoxPlace


class OrderCloser:
    """The referee's hand on the closed orders of a table, which shows him the whole game."""

    def __init__(
        self, table: Table, secret: RefereeSecret, foreseen: Mapping[int, Mapping[str, int]] | None = None
    ) -> None:
        self._table, self._secret, self._foreseen = table, secret, foreseen

    def follow(self) -> FullGame:
        """The whole game as it stands on the table; raises as `FullGame.take`."""
        return seat_views.full_game(self._table, self._foreseen)

    def effect(self, wanted: LineRequest) -> str | None:
        """What the next decision comes to, by an order or standing orders; None if the use ends here."""
        return self.follow().next_decision(self._table.replay.due_choice.seat, wanted)

    def boxes(self, seq: int, count: int, of: str = "") -> dict[str, bytes]:
        """The boxes of the answer with so many effects to the orders of entry `seq`, by seat, or that `of`
        one seat."""
        game, verifier = self.follow(), self._table.verifier
        whom = (of,) if of else verifier.parties.sides
        learnt = {seat: game.news[seat].get(seq, [()] * count) for seat in whom}
        told = verifier.news.told.get(seq)
        keys = told.keys if told else {seat: PublicKey(verifier.parties[seat].key) for seat in learnt}
        return {
            seat: BoxPlace(verifier.game, seq, seat).box(said, keys[seat], self._secret)
            for seat, said in learnt.items()
        }

    def news(self, seq: int, effects: list[str]) -> tuple[str, ...]:
        """The digests of the boxes, in the charter's order."""
        boxes = self.boxes(seq, len(effects))
        return tuple(line_commitments.digest(boxes[seat]) for seat in self._table.verifier.parties.sides)


def make_closer(
    table: Table, holdings: Holdings, foreseen: Mapping[int, Mapping[str, int]] | None = None
) -> OrderCloser | None:
    """The referee's hand on a game with closed orders; None for any other game, or another's folder."""
    if not table.replay.rules.closed_orders or holdings.role(table.verifier.parties) != REFEREE:
        return None
    return OrderCloser(table, holdings.secret(table.verifier.parties.commitment()), foreseen)


def judge(table: Table, holdings: Holdings, entry: Entry) -> None:
    """As the referee, judge a closed order by what its author sees alone. Raises LineRefused, for the eyes of
    its author, `box-wrong` for an order that closes nothing: nobody else could see that it has no lines, and
    once all is open the referee would have taken in what is no order."""
    holds = make_closer(table, holdings) if isinstance(entry.body, Move) else None
    if holds is not None:
        lines = table.replay.known(entry) or ()
        if not lines:
            raise errors.LogFault(Code.BOX_WRONG, f"{entry} closes nothing: the order has no lines")
        holds.follow().seats[entry.author].try_lines(entry, lines)


def add_outcome(table: Table, holdings: Holdings, entry: Entry) -> Entry:
    """A late or an opening with what it comes to: standing papers and their uses, who is out by it, and in a
    game with closed orders the effects and news. It is tried on a table of its own."""
    rules, entry = table.replay.rules, Filings(holdings, table).fill_entry(entry)
    if len(rules.seats) < 3 and not rules.closed_orders:
        return entry
    trial = table.copy()
    standings = table.verifier.standings.add_entry(entry, None, None)
    course = ReplayCourse(trial.replay.advance(entry), standing_lines_in(entry, standings))
    holds = make_closer(trial, holdings, {entry.seq: standings.named})
    while isinstance(course.due, LineRequest) and holds is not None:
        course.offer(holds.effect(course.due))
    out = tuple(role for role in trial.replay.eliminated_roles if role not in trial.verifier.parties.out)
    digests = holds.news(entry.seq, course.opened) if holds and course.opened else None
    told = entry.body.replace(out=out or None, effects=tuple(course.opened) or None, news=digests)
    return replace(entry, body=told)


def refuse_stop(table: Table, role: str, since: int) -> None:
    """As a seat's program, raise `stop-wrong` where the newest answer, since an entry, used no more of its
    lines although the next is legal by what it sees; `standing-skipped` where it asks for what its standing
    orders decide."""
    board = table.seat
    accounts = reversed(table.replay.accounts)
    moved = next((each for each in accounts if issubclass(TYPES[each.type], Move | Ack)), None)
    if not isinstance(board, ClosedBoard) or moved is None or moved.seq < since:
        return
    choice, seq = board.play.request, moved.seq
    said = None
    if isinstance(choice, Choose) and choice.seat == role:
        said = board.next_decision(seq, moved.author == role, absent=False)
    if said is None:
        return
    told, _ = said
    if isinstance(told, UsedLine):
        raise errors.ContradictedAnswer(
            Code.STOP_WRONG,
            f"the answer to your entry {seq} stops before your line `{told.line}`, which is legal there: "
            "this is the referee's doing, and his answer with your order is the evidence",
            seq,
        )
    raise errors.ContradictedAnswer(
        Code.STANDING_SKIPPED,
        f"the answer to entry {seq} asks for what your standing order `{told.line}` decides: this is the "
        "referee's doing, and his answer with your paper is the evidence",
        seq,
    )


def boxes(
    table: Table, holdings: Holdings, first: int, last: int, of: str = ""
) -> Iterator[tuple[str, bytes]]:
    """As the referee, the boxes of news that go with entries `first` to `last`, each with its seat, or those
    `of` one seat."""
    told = [each for each in table.verifier.news.told.values() if first <= each.answer <= last]
    holds = make_closer(table, holdings) if told else None
    for each in told:
        if holds is not None:
            yield from holds.boxes(each.seq, each.effects, of).items()


MOST_BOXES: Final = 30
"""Boxes that go with one mail or file; a program reads no more than its bytes allow."""


def all_boxes(table: Table, holdings: Holdings, seat: str) -> tuple[bytes, ...]:
    """As the referee, what the orders of a seat closed so far, for who owns it now, and in a game with closed
    orders all its boxes of news."""
    news = (box for _, box in boxes(table, holdings, 0, table.seq, seat))
    return (*closed_lines.hand_back(holdings, table, seat), *news)


def take_news(table: Table, holdings: Holdings, brought: Iterable[bytes]) -> None:
    """As a seat's owner, keep what the seat's orders closed before he had it; open the news that are sealed
    to him and keep them.

    Raises NewsMissing where one has not come, `news-wrong` for a box that cannot be what its answer says, in
    a game with closed orders StrangeFolder too.
    """
    by_digest = {line_commitments.digest(box): box for box in brought}
    if by_digest:
        closed_lines.take_back(
            holdings, table.verifier, holdings.role(table.verifier.parties), by_digest.values()
        )
    if not table.replay.rules.closed_orders:
        return
    role = holdings.role(table.verifier.parties)
    missing, kept = list[AnswerNews](), 0
    for told in table.verifier.news.told.values():
        digest = told.digests.get(role, "")
        if role == REFEREE or holdings.read(news_name(digest)) is not None:
            continue
        if digest not in by_digest:
            missing.append(told)
            continue
        text = _open_news(told, by_digest[digest], holdings)
        holdings.keep(news_name(digest), text.encode(), secret=True)
        kept += 1
    if missing:
        raise errors.MissingNews(
            f"the box of news of entry {missing[0].answer} is missing: take in the referee's whole file, all "
            f"his mails, or ask him to send it again ({len(missing)} still to come)",
            kept,
        )


def _open_news(told: AnswerNews, box: bytes, holdings: Holdings) -> str:
    try:
        text = seat_news.open_box(box, holdings.key_text())
        seat_news.parse_news(text, told.effects)
    except errors.Unreadable as error:
        raise errors.ContradictedAnswer(
            Code.NEWS_WRONG,
            f"the news of entry {told.answer}: {error}: this is the referee's doing",
            told.seq,
        ) from error
    return text
