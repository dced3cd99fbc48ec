"""Standing orders: their grammar, what a line leaves to choose from; whatever they answer is legal."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modules import library
from modules.engine.driver import Play
from modules.engine.errors import AmbiguousThingError, OrderSyntaxError, UnknownThingError
from modules.engine.orders import Order
from modules.engine.requests import Choose, ListedOptions, Roll, Secret, Shuffle
from modules.engine.rules.full_rules import FullRules
from modules.engine.standing_orders import ANY, ASK, GENERIC, Line, Vocabulary
from modules.three_battles.orders import Lose

GAMES = [
    (game, scenario)
    for game in library.refereed_games()
    for scenario in (*library.definition(game).scenarios, *library.definition(game).campaigns)
]

OFTEN = 20
"""So many decisions of a kind in one's own turn are looked at, and all that come out of turn."""


class Luck:
    """Random numbers of a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def below(self, limit: int) -> int:
        return self.random.randrange(limit)


def options_of(game: str, scenario: str) -> list[str]:
    """As many options as go together."""
    chosen: list[str] = []
    for name in library.options_of(library.definition(game), scenario):
        try:
            library.check_options(library.definition(game), scenario, [*chosen, name])
        except library.BadOption:
            continue
        chosen.append(name)
    return chosen


def play_on(play: Play[Any], luck: Luck, policy: bool) -> None:
    request = play.request
    if isinstance(request, Choose):
        chosen = play.rules.advise(request, play.state, luck) if policy else request.options.sample(luck)
        play.answer(chosen)
    elif isinstance(request, Roll):
        play.answer(tuple(luck.below(die.sides) + 1 for die in request.dice))
    elif isinstance(request, Shuffle):
        play.answer(tuple(luck.random.sample(range(request.size), request.size)))
    elif isinstance(request, Secret):
        play.answer({side: each.options.sample(luck) for side, each in request.choices.items()})


@cache
def rules(game: str, scenario: str, options: bool) -> FullRules[Any]:
    return library.rules(game, scenario, options_of(game, scenario) if options else [])


def decisions(rules: FullRules[Any], seed: int, policy: bool, limit: int = 700) -> Any:
    """The decisions of a game, each with the game as it stands there."""
    play, luck = Play(rules), Luck(seed)
    while play.request is not None and play.count < limit:
        if isinstance(play.request, Choose):
            yield play, play.request
        play_on(play, luck, policy)


def lines_for(vocabulary: Vocabulary[Any], kind: str) -> list[Line]:
    """Every word of a kind, by itself and with every condition."""
    found: list[Line] = []
    for name in (ANY, kind) if kind in vocabulary.kinds else ():
        for word in vocabulary.words_of(name):
            own = vocabulary.kinds[kind].word(word) if name != ANY else None
            number = None if own is None or own.numbers is None else own.numbers[0] + 1
            found.append(Line(name, word, number))
            found += [
                Line(name, word, number, (), (), c, n) for c in vocabulary.conditions for n in (True, False)
            ]
    return found


@pytest.mark.whole
@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_whatever_a_standing_order_answers_is_legal(game: str, scenario: str) -> None:
    """All that is asked out of turn has a vocabulary, and `any: default` leaves nothing of it open."""
    here = rules(game, scenario, True)
    vocabulary, seen = here.standing_vocabulary(), Counter[str]()
    default = [vocabulary.parse("any: default")]
    for play, choice in decisions(here, 2, policy=True, limit=350):
        public = here.view(play.state, choice.seat if here.closed_orders else "")
        seen[choice.kind] += 1
        if seen[choice.kind] > OFTEN and choice.side == play.state.active:
            continue
        fallen = vocabulary.default(public, choice)
        choice.options.check(fallen)
        if choice.side != play.state.active:
            assert vocabulary.answer(default, public, choice) == (default[0], fallen)
        for line in lines_for(vocabulary, choice.kind) if seen[choice.kind] < 3 else ():
            said = vocabulary.answer([line], public, choice)
            assert said == vocabulary.answer([vocabulary.parse(str(line))], public, choice)
            assert said is None or (line.word != ASK and said[0] is line)
            if said is not None:
                choice.options.check(said[1])
    assert set(seen) & set(vocabulary.kinds)


@pytest.mark.parametrize(
    ("game", "scenario"),
    [
        ("three_battles", "hastings"),
        ("hastings_pulsipher", "full"),
        ("shield_wall", "hastings"),
        ("hastings_berg", "hastings"),
    ],
)
def test_a_vocabulary_is_told_in_words_and_each_rule_has_its_number(game: str, scenario: str) -> None:
    vocabulary = rules(game, scenario, False).standing_vocabulary()
    for kind in vocabulary.kinds.values():
        assert kind.says and kind.rule
        assert kind.default in vocabulary.words_of(kind.name)
        assert all(vocabulary.words_of(kind.name).values())
        assert not {word.name for word in kind.words} & set(GENERIC)


HASTINGS = rules("three_battles", "hastings", False)
WORDS = HASTINGS.standing_vocabulary()


@pytest.mark.parametrize("condition", ["if", "unless"])
@pytest.mark.parametrize("side", ["norman", "saxon"])
def test_my_turn_is_the_turn_of_the_side_that_decides(condition: str, side: str) -> None:
    """The Normans move: theirs is the turn, and a line for it says nothing to the Saxons."""
    state = HASTINGS.start()
    state.active = "norman"
    choices = [Lose(unit) for unit in ("N-foot-1", "N-knight-1")]
    choice = Choose(side, "loss", "", "7.7", ListedOptions(choices, "7.7"))
    line = WORDS.parse(f"loss {condition} my-turn: first")
    assert (WORDS.answer([line], state, choice) is not None) == ((side == "norman") == (condition == "if"))


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("retreat: uphill", "retreat: uphill"),
        (
            "  RETREAT  of fyrd-1 , S-fyrd-2 in 2019 if Leader :uphill ",
            "retreat of S-fyrd-1,S-fyrd-2 in 2019 if leader: uphill",
        ),
        ("leader-follows unless my_turn: never", "leader_follows unless my-turn: never"),
        ("defensive_archery: range 2", "defensive_archery: range 2"),
        ("any: default", "any: default"),
    ],
)
def test_a_line_has_one_canonical_text(text: str, canonical: str) -> None:
    line = WORDS.parse(text)
    assert str(line) == canonical
    assert WORDS.parse(canonical) == line


@pytest.mark.parametrize(
    ("text", "column", "says"),
    [
        ("", 1, "a kind of decision is missing"),
        ("flee: uphill", 1, "unknown kind of decision 'flee'"),
        ("retreat uphill", 9, "'uphill' in the place of `:`"),
        ("retreat", 8, "`:` is missing"),
        ("retreat:", 9, "a word is missing"),
        ("retreat: sideways", 10, "unknown word 'sideways'"),
        ("retreat: pass", 10, "unknown word 'pass'"),
        ("retreat: uphill now", 17, "unexpected 'now' at the end"),
        ("retreat of : uphill", 12, "a counter is missing"),
        ("loss if brave: weakest", 9, "unknown condition 'brave'"),
        ("archery: range", 15, "needs a number from 1 to 9"),
        ("archery: range 12", 16, "needs a number from 1 to 9"),
        ("archery: range ²", 16, "needs a number from 1 to 9"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused_with_its_column(text: str, column: int, says: str) -> None:
    with pytest.raises(OrderSyntaxError, match=says) as error:
        WORDS.parse(text)
    assert error.value.column == column


def test_names_are_those_of_the_game() -> None:
    with pytest.raises(UnknownThingError):
        WORDS.parse("loss of S-fird-1: weakest")
    with pytest.raises(AmbiguousThingError):
        WORDS.parse("loss of 1: weakest")
    with pytest.raises(UnknownThingError):
        WORDS.parse("loss in 9999: weakest")


@given(st.sampled_from(list(WORDS.kinds)), st.data())
def test_text_and_line_are_one(kind: str, data: st.DataObject) -> None:
    word = data.draw(st.sampled_from(list(WORDS.words_of(kind))))
    own = WORDS.kinds[kind].word(word)
    number = data.draw(st.integers(*own.numbers)) if own and own.numbers else None
    names = st.lists(st.sampled_from(["N-William", "S-fyrd-1"]), max_size=2).map(tuple)
    places = st.lists(st.sampled_from(["2019", "0101"]), max_size=2).map(tuple)
    condition = data.draw(st.sampled_from(["", *WORDS.conditions]))
    negated = bool(condition) and data.draw(st.booleans())
    line = Line(kind, word, number, data.draw(names), data.draw(places), condition, negated)
    assert WORDS.parse(str(line)) == line


def first_choice(kind: str) -> tuple[Any, Choose]:
    """A decision of this kind in a game by policy, with many choices."""
    for seed in range(3):
        for play, choice in decisions(HASTINGS, seed, policy=True, limit=1500):
            if (
                choice.kind == kind
                and len({str(o).split()[1] for o in choice.options.legal() if " " in str(o)}) > 1
            ):
                return play.state.copy(), choice
    raise AssertionError(f"no {kind}")


def say(choice: tuple[Any, Choose], *lines: str) -> tuple[str, Order] | None:
    state, request = choice
    said = WORDS.answer([WORDS.parse(line) for line in lines], state, request)
    return None if said is None else (str(said[0]), said[1])


@pytest.fixture(scope="module")
def advance() -> tuple[Any, Choose]:
    return first_choice("advance")


def test_the_first_line_that_fits_decides(advance: tuple[Any, Choose]) -> None:
    units = list(dict.fromkeys(o.unit for o in advance[1].options.legal() if hasattr(o, "unit")))
    only = say(advance, "retreat: uphill", f"advance of {units[-1]}: always", "any: pass")
    assert only is not None
    assert only[0] == f"advance of {units[-1]}: always"
    assert only[1].unit == units[-1]  # type: ignore[attr-defined]
    assert say(advance, f"advance of {units[0]}: ask", "any: default") is None
    assert str(say(advance, "advance of N-William: always", "advance: never")[1]) == "hold"  # type: ignore[index]
    assert say(advance, "retreat: uphill") is None


def test_a_place_and_a_condition_narrow_the_choice(advance: tuple[Any, Choose]) -> None:
    state, request = advance
    unit = next(o.unit for o in request.options.legal() if hasattr(o, "unit"))
    here = state.units[unit].at
    said = say(advance, f"advance in {here}: always")
    assert said is not None and said[1].unit == unit  # type: ignore[attr-defined]
    own = state.active == request.side
    assert (say(advance, "any if my-turn: first") is None) is not own
    assert (say(advance, "any unless my-turn: first") is None) is own


def test_any_leaves_planned_decisions_alone() -> None:
    for play, choice in decisions(HASTINGS, 0, policy=True):
        if choice.kind == "combats":
            assert WORDS.answer([WORDS.parse("any: default")], play.state, choice) is None
            assert WORDS.answer([WORDS.parse("combats: duty")], play.state, choice) is not None
            return
    raise AssertionError("no combat")
