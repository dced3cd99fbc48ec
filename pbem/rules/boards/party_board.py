"""A board: the game as one party may see it. The same rules run it, fed from the record that everybody has.

A side's board knows the cards that were dealt to it, the referee's all of them, anybody else's only what was
shown. Its rules ask for less than the public game, which asks for every card that is turned up.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic

from modules.engine.driver import Play, SavedPoint
from modules.engine.errors import Illegal
from modules.engine.requests import Answer, Choose, Deal, Intervention, Request, Reveal, Roll, Shuffle
from modules.engine.requests import Secret as Simultaneous
from modules.engine.rules.answers import WrongAnswer
from modules.engine.rules.mail_rules import MailRules
from modules.engine.rules.play_rules import PlayRules, S
from pbem import errors
from pbem.entry import bodies
from pbem.entry.entries import Entry
from pbem.keys.age_boxes import unseal
from pbem.log.announcements import ANNOUNCED
from pbem.log.commitments.secret_cards import DealtCards, SecretCards
from pbem.log.due_rolls import CHANCE
from pbem.log.party.holdings import Holdings
from pbem.reason_codes import Code
from pbem.rules.replay.order_report import OrderReport, Stories, TakenAnswer, UsedLine
from pbem.rules.replay.standing_answers import StandingAnswer
from pbem.secrets.card_packs import Pack, RefereeSecret, openings_of


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What one party knows of secret packs: `numbers` of the cards dealt to its `side`, or as holder `packs`.

    Without a side or packs: what everybody knows.
    """

    side: str = ""
    numbers: Mapping[str, int] = field(default_factory=dict)
    packs: Mapping[str, Pack] | None = None


def holder_knowledge(cards: SecretCards, secret: RefereeSecret) -> Knowledge:
    """Who holds the packs knows everything."""
    return Knowledge(packs=cards.open_packs(secret))


def side_knowledge(cards: SecretCards, side: str, packs: Mapping[str, Pack]) -> Knowledge:
    """What a side knows, worked out by who holds the packs."""
    openings = {token: it.number for pack in packs.values() for token, it in pack.openings.items()}
    tokens = [token for deal in cards.deals if deal.side == side for token in deal.tokens]
    return Knowledge(side, {token: openings[token] for token in tokens})


def player_knowledge(cards: SecretCards, side: str, holdings: Holdings) -> Knowledge:
    """What a side knows by its own private key; raises `deal-wrong` for a deal that is not what it should
    be.
    """
    mine = [deal for deal in cards.deals if deal.side == side]
    key = holdings.key_text() if mine else b""
    numbers: dict[str, int] = {}
    for deal in mine:
        numbers |= _open_deal(cards, deal, key)
    return Knowledge(side, numbers)


def _open_deal(cards: SecretCards, deal: DealtCards, key: bytes) -> dict[str, int]:
    where = f"the cards dealt to {deal.side} in entry {deal.seq}"
    ask = "this is the referee's doing, and the log is the evidence"
    try:
        openings = openings_of(unseal(deal.sealed, key))
        if openings is None or tuple(it.token for it in openings) != deal.tokens:
            raise errors.LogFault(Code.DEAL_WRONG, f"{where} are not those that the log names: {ask}")
        for opening in openings:
            cards.check(opening)
    except (errors.Unreadable, errors.WrongLeaf) as error:
        raise errors.LogFault(Code.DEAL_WRONG, f"{where}: {error}: {ask}") from error
    return {opening.token: opening.number for opening in openings}


@dataclass(frozen=True, slots=True)
class BoardState(Generic[S]):
    """Where a board stands, in a game whose state is an S."""

    play: SavedPoint[S]
    last: Request | None
    count: int
    stories: Stories


class Board:
    """The game as `knows` shows it. `play` stands where the record that was followed ends; `last` is what it
    asked for and was given by the last answer there, None if it needed nothing; `count` is the length of what
    was followed."""

    def __init__(self, rules: MailRules[Any], knows: Knowledge) -> None:
        self._rules, self.knows = rules, knows
        start = rules.start()
        self.play: Play[MailRules[Any]] = Play(
            rules, start if knows.packs is not None else rules.view(start, knows.side)
        )
        self.last: Request | None = None
        self.count = 0
        self._newest: TakenAnswer | None = None
        self._told = 0
        self._stories = Stories()
        self._tell(0)

    def state(self) -> BoardState[Any]:
        """Where it stands, to be written down."""
        return BoardState(self.play.save_point(), self.last, self.count, self._stories)

    @classmethod
    def resume(
        cls, rules: MailRules[Any], knows: Knowledge, state: BoardState[Any], record: Sequence[TakenAnswer]
    ) -> Board:
        """The board that stood there after the beginning of this record."""
        made = cls.__new__(cls)
        made._rules, made.knows = rules, knows
        made.play, made.last, made.count = Play.resume(rules, state.play), state.last, state.count
        made._newest = record[state.count - 1] if state.count else None
        made._told, made._stories = 0, state.stories
        return made

    def copy(self) -> Board:
        """Another board that stands here, with nothing of what was told before."""
        made = copy.copy(self)
        made.play = Play.restore(self._rules, self.play.snapshot())
        made._told, made._stories = len(made.play.events), Stories()
        return made

    def follow(self, record: Iterable[TakenAnswer]) -> None:
        """Take in what the public game took; raises `out-of-step` where the rules then ask for something
        else.
        """
        for taken in record:
            self.take(taken)

    def is_on(self, record: Sequence[TakenAnswer]) -> bool:
        """Whether what was followed is how this record begins. (A record grows, or its end is taken back: so
        its last answer tells.)"""
        return self.count == 0 or (self.count <= len(record) and record[self.count - 1] is self._newest)

    def take(self, taken: TakenAnswer) -> None:
        """Take in one answer; raises as `follow`."""
        self.count, self._newest = self.count + 1, taken
        self.last = self.play.request if _asks(self.play.request, taken) else None
        self._stories.open_page(taken.seq).extend(taken.told)
        if isinstance(taken.answer, Intervention):
            self.play.follow(taken.answer)
            self._tell(taken.seq)
        elif self.last is not None:
            try:
                self.play.follow(self._answer(taken))
            except (WrongAnswer, Illegal) as error:
                raise errors.LogFault(Code.OUT_OF_STEP, f"entry {taken.seq}: {error}") from error
            self._tell(taken.seq)

    def _answer(self, taken: TakenAnswer) -> Answer:
        asked, knows = self.play.request, self.knows
        if isinstance(asked, Shuffle) and asked.secret:
            return () if knows.packs is None else knows.packs[asked.secret].order
        if isinstance(asked, Deal):
            return {token: knows.numbers[token] for token in asked.cards} if asked.side == knows.side else {}
        if isinstance(asked, Reveal) and isinstance(taken.answer, Mapping):
            shown: dict[str, Any] = {t: n for t, n in taken.answer.items() if t in asked.cards}
            return shown
        return taken.answer

    def _tell(self, seq: int) -> None:
        """What happened, without what is for others' eyes."""
        story = self._stories.open_page(seq)
        for told in self.play.events[self._told :]:
            if self.knows.packs is not None or not told.seen_by or self.knows.side in told.seen_by:
                story.append(told)
        self._told = len(self.play.events)

    def account(self, public: OrderReport) -> OrderReport:
        """An entry's account as this board saw it."""
        if issubclass(bodies.TYPES[public.type], ANNOUNCED) or (
            public.type in ("seal", "open") and not self._stories.has_page(public.seq)
        ):
            return public
        said = public.story[:1] if public.type == "late" else []
        story = [*said, *self._stories.read_page(public.seq)]
        return replace(public, story=story, headings=public.headings[:1])

    def try_lines(
        self, entry: Entry, since: Sequence[TakenAnswer] = ()
    ) -> tuple[OrderReport, Play[MailRules[Any]]]:
        """The lines of an order judged by what its author knows, up to the first dice or another's decision.

        `since` is what the public game took in this entry, for the decisions that standing orders answered.
        Returns the account and the game there; the board stays where it is. Raises LineRefused.
        """
        lines = entry.body.lines if isinstance(entry.body, bodies.Move) else ()
        stood = [taken for taken in since if isinstance(taken.told[0], StandingAnswer)]
        play = Play.restore(self._rules, self.play.snapshot())
        account = OrderReport(entry.seq, entry.author, entry.type)
        while isinstance(request := play.request, Choose):
            if request.seat == entry.author and account.applied < len(lines):
                self._try(play, request, account, lines[account.applied])
            elif stood and _same(request, stood[0].request):
                play.follow(stood[0].answer)
                account.story += stood.pop(0).told
            else:
                break
        if not isinstance(play.request, CHANCE) and account.applied < len(lines):
            account.dropped = lines[account.applied :]
            account.why = "the game is over" if play.request is None else "the other side must decide first"
        return account, play

    def _try(self, play: Play[PlayRules[Any]], request: Choose, account: OrderReport, line: str) -> None:
        order = self._rules.grammar.parse(line)
        try:
            play.answer(order)
        except Illegal as error:
            fault = play.why_not(request.seat, order) or error
            raise errors.RefusedLine(account.applied, line, fault, fault.rule, request) from error
        account.applied += 1
        account.story.append(UsedLine(line))


def _same(one: Choose, other: object) -> bool:
    return isinstance(other, Choose) and (one.seat, one.kind) == (other.seat, other.kind)


def _asks(asked: object, taken: TakenAnswer) -> bool:
    """Whether a board that asks for this needs what the public game took; raises `out-of-step` if it waits
    for something that does not come.
    """
    given = taken.request
    if isinstance(taken.answer, Intervention):
        return False
    if isinstance(asked, Simultaneous) and isinstance(given, Simultaneous):
        return True
    if isinstance(asked, Choose) and isinstance(given, Choose):
        same = _same(asked, given)
    elif isinstance(asked, Reveal) and isinstance(given, Reveal):
        same = asked.rule == given.rule and set(asked.cards) <= set(given.cards)
    elif isinstance(asked, Roll | Shuffle | Deal):
        same = asked == given
    else:
        same = False
    if not same and not isinstance(given, Deal | Reveal):
        raise errors.LogFault(
            Code.OUT_OF_STEP, f"entry {taken.seq}: a view asks for {asked}, the game for {given}"
        )
    return same
