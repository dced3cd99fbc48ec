"""Orders as text: an exact round trip, input as players write it, and four different errors."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modules.engine.errors import AmbiguousThingError, NotAPlaceError, OrderSyntaxError, UnknownThingError
from modules.engine.orders import Grammar, Order, Spot, Track, Unit, Units, Word


@dataclass(frozen=True, slots=True)
class Go(Order):
    FORM: ClassVar[str] = "go {unit} {path}"
    unit: Unit
    path: Track


@dataclass(frozen=True, slots=True)
class Strike(Order):
    FORM: ClassVar[str] = "strike {attackers} > {defenders}"
    attackers: Units
    defenders: Units


@dataclass(frozen=True, slots=True)
class Aim(Order):
    FORM: ClassVar[str] = "aim {unit} > {target}"
    unit: Unit
    target: Spot


@dataclass(frozen=True, slots=True)
class Stance(Order):
    FORM: ClassVar[str] = "stance {how}"
    how: Word


@dataclass(frozen=True, slots=True)
class Halt(Order):
    FORM: ClassVar[str] = "halt"


COUNTERS = ("N-foot-1", "N-foot-2", "B-foot-1", "N-William", "S-fyrd-11")
PLACES = ("0101", "0102", "0203", "exit")
GRAMMAR = Grammar((Go, Strike, Aim, Stance, Halt), COUNTERS, PLACES)

units = st.sampled_from(COUNTERS)
places = st.sampled_from(PLACES)
many = st.lists(units, min_size=1, max_size=4).map(tuple)
orders = st.one_of(
    st.builds(Go, units, st.lists(places, min_size=1, max_size=5).map(tuple)),
    st.builds(Strike, many, many),
    st.builds(Aim, units, places),
    st.builds(Stance, st.sampled_from(["open", "closed"])),
    st.just(Halt()),
)


@given(orders)
def test_text_parse_text_is_the_identity(order: Order) -> None:
    assert GRAMMAR.parse(str(order)) == order
    assert str(GRAMMAR.parse(str(order))) == str(order)


@dataclass(frozen=True, slots=True)
class Face(Order):
    FORM: ClassVar[str] = "face [{facing}]"
    facing: Word = ""


@dataclass(frozen=True, slots=True)
class FaceAt(Order):
    FORM: ClassVar[str] = "face-at [{facing}] {target}"
    facing: Word
    target: Spot


@given(
    st.one_of(orders, st.builds(Face, st.sampled_from(["", "NE"])), st.builds(FaceAt, st.just("NE"), places))
)
def test_an_order_begins_with_the_first_two_words_of_its_text(order: Order) -> None:
    assert order.beginning == " ".join(str(order).split(" ")[:2])


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("  GO n-foot-1   0101-0102 ", "go N-foot-1 0101-0102"),
        ("strike N-foot-1 , N-foot-2>S-fyrd-11", "strike N-foot-1,N-foot-2 > S-fyrd-11"),
        ("go William 0101", "go N-William 0101"),
        ("go foot-2 exit", "go N-foot-2 exit"),
    ],
)
def test_players_may_write_less_neatly(written: str, canonical: str) -> None:
    assert str(GRAMMAR.parse(written)) == canonical


@pytest.mark.parametrize(
    ("text", "column", "word"),
    [
        ("", 1, "empty"),
        ("fly N-foot-1 0101", 1, "fly"),
        ("go N-foot-1", 12, "incomplete"),
        ("strike N-foot-1 S-fyrd-11", 17, "'S-fyrd-11' in the place of '>'"),
        ("go N-foot-1 0101 0102", 18, "unexpected"),
        ("halt now", 6, "unexpected"),
        ("go > 0101", 4, "in the place of"),
        ("go N-foot-1\n0101", 1, "a single line"),
    ],
)
def test_syntax_errors_say_where_and_what_was_expected(text: str, column: int, word: str) -> None:
    with pytest.raises(OrderSyntaxError) as caught:
        GRAMMAR.parse(text)
    assert caught.value.column == column
    assert word in str(caught.value)


def test_an_unknown_thing_is_not_a_syntax_error() -> None:
    with pytest.raises(UnknownThingError, match="did you mean N-William"):
        GRAMMAR.parse("go N-Wiliam 0101")
    with pytest.raises(UnknownThingError, match="no place '9999'"):
        GRAMMAR.parse("go N-William 9999")


@pytest.mark.parametrize("line", ["go N-William N-William", "go N-William n-william"])
def test_a_counter_in_the_place_of_a_hex_is_told_as_one(line: str) -> None:
    with pytest.raises(NotAPlaceError, match=r"[Nn]-[Ww]illiam is a counter: write the place where it"):
        GRAMMAR.parse(line)


def test_an_ambiguous_thing_lists_the_candidates() -> None:
    with pytest.raises(AmbiguousThingError) as caught:
        GRAMMAR.parse("go foot-1 0101")
    assert caught.value.candidates == ("N-foot-1", "B-foot-1")
    assert str(caught.value) == "'foot-1' could be N-foot-1, B-foot-1: write it in full"


NAMES = {"York": "YOR", "Bury St Edmunds": "BSE", "Stoke-on-Trent": "STO", "Ely": "ELY"}
NAMED = Grammar((Go, Aim, Stance), COUNTERS, tuple(NAMES.values()), NAMES)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("go N-William York-Ely", "go N-William YOR-ELY"),
        ("go N-William york-ELY-yor", "go N-William YOR-ELY-YOR"),
        ("go N-William Bury St Edmunds-York", "go N-William BSE-YOR"),
        ("go N-William YOR-bury  st edmunds", "go N-William YOR-BSE"),
        ("go N-William Ely-Stoke-on-Trent-York", "go N-William ELY-STO-YOR"),
        ("aim N-William > Bury St Edmunds", "aim N-William > BSE"),
        ("stance York", "stance York"),
    ],
)
def test_places_go_by_the_names_on_the_map_in_any_case(line: str, text: str) -> None:
    assert str(NAMED.parse(line)) == text
    assert str(NAMED.parse(text)) == text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("aim N-William > Yorck", r"no place 'Yorck'; did you mean York \(YOR\)\?"),
        ("go N-William YOR-Elly", r"no place 'Elly'; did you mean Ely \(ELY\)\?"),
        ("aim N-William > EYL", r"did you mean Ely \(ELY\)"),
        ("aim N-William > Xanadu", r"no place 'Xanadu'$"),
    ],
)
def test_a_slip_in_a_name_is_told_what_was_meant(line: str, said: str) -> None:
    with pytest.raises(UnknownThingError, match=said):
        NAMED.parse(line)


def test_a_fault_behind_a_name_of_several_words_is_found_in_its_column() -> None:
    with pytest.raises(OrderSyntaxError) as caught:
        NAMED.parse("aim N-William > Bury St Edmunds now")
    assert caught.value.column == len("aim N-William > Bury St Edmunds ") + 1


def test_without_names_places_are_as_they_were() -> None:
    with pytest.raises(UnknownThingError, match=r"no place 'EXIT'$"):
        GRAMMAR.parse("go N-William 0101-EXIT")


@given(st.text(max_size=60))
def test_no_text_breaks_the_parser(text: str) -> None:
    with contextlib.suppress(OrderSyntaxError, UnknownThingError, AmbiguousThingError):
        GRAMMAR.parse(text)
