"""A game that was written down as plain data goes on as if it had never been."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

import golden_counts
import pytest
from golden_counts import SEED, SENSE, Dice, answer_to, rules_of
from hypothesis import given
from hypothesis import strategies as st

from modules.engine.driver import Play, SavedPoint
from modules.engine.game_serialization import SpentOptions, forms_of
from modules.engine.hexes.places import Places
from modules.engine.orders import Order
from modules.engine.requests import Choose, Secret
from modules.engine.serialization import Forms, NotPlain
from modules.engine.state_digest import digest

EACH = 9
MOST = 450
"""Answers between two points that are written down, and of one game."""


def due(request):
    """What tells one request from another, with the legal orders of a decision."""
    if isinstance(request, Choose):
        return request.seat, request.kind, request.ask, [str(order) for order in request.options.legal()]
    return (
        {side: due(each) for side, each in request.choices.items()}
        if isinstance(request, Secret)
        else request
    )


def standing(play):
    """Whatever the game asks of a state: its digest leaves out what is worked out from the rest."""
    state = play.state
    places = getattr(state, "places", None)
    index = (
        [list(getattr(places, name).items()) for name in ("occupants", "filled", "held", "zoc")]
        if places
        else 0
    )
    passed = [(each.choice.kind, each.takes) for each in play.passed]
    return digest(state), index, due(play.request), passed, play.count, play.in_phase, play.begins


@pytest.mark.whole
@pytest.mark.parametrize("name", golden_counts.scenarios())
def test_at_every_point_a_game_goes_on_from_what_was_written(name):
    rules, dice = rules_of(*name.split("/")), Dice(SEED)
    form = forms_of(rules).of(SavedPoint[type(rules.start())])
    play, again, points = Play(rules), None, 0
    while play.request is not None and play.count < MOST:
        answer = answer_to(rules, play.request, play.state, dice, SENSE)
        play.answer(answer)
        if again is not None:
            again.answer(answer)
            assert digest(again.state) == digest(play.state)
        if play.count % EACH == 0:
            if again is not None:
                assert standing(again) == standing(play)
            text = json.dumps(form.write(play.save_point()))
            again, points = Play.resume(rules, form.read(json.loads(text))), points + 1
            assert standing(again) == standing(play)
            assert json.dumps(form.write(again.save_point())) == text
            assert again.events == []
    assert points > 8


# --- one value at a time -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Inner:
    name: str
    other: "Inner | None" = None


@dataclass
class Outer:
    inner: Inner
    numbers: dict[tuple[str, int], Fraction]
    marks: frozenset[str]
    either: Inner | dict[str, int] | tuple[int, ...] | None
    raw: bytes
    seen: Counter[str]
    shown: Mapping[str, list[bool]]


words = st.text(max_size=4)
inners = st.recursive(st.builds(Inner, words), lambda inner: st.builds(Inner, words, inner), max_leaves=3)
outers = st.builds(
    Outer,
    inners,
    st.dictionaries(st.tuples(words, st.integers()), st.fractions(), max_size=3),
    st.frozensets(words, max_size=4),
    st.one_of(st.none(), inners, st.dictionaries(words, st.integers(), max_size=2), st.tuples(st.integers())),
    st.binary(max_size=4),
    st.builds(Counter, st.lists(words, max_size=4)),
    st.builds(MappingProxyType, st.dictionaries(words, st.lists(st.booleans(), max_size=2), max_size=2)),
)


def form_of(hint):
    return Forms(lambda _: None).of(hint)


@given(outers)
def test_a_value_comes_back_as_it_was(value):
    form = form_of(Outer)
    assert form.read(json.loads(json.dumps(form.write(value)))) == value


def test_what_is_not_of_its_type_is_not_written():
    for hint, value in (
        (int, True),
        (str, 1),
        (Inner, Outer),
        (int | str, 1.5),
        (dict[str, int], {"a": "b"}),
    ):
        with pytest.raises(NotPlain):
            form_of(hint).write(value)


DEEP = ["a", None]
for _ in range(100_000):
    DEEP = ["a", DEEP]


@pytest.mark.parametrize(
    ("hint", "plain"),
    [
        *((int, plain) for plain in (True, 1.0, "1", None, [1])),
        *((str, plain) for plain in (["a"], 1, None)),
        *(
            (Inner, plain)
            for plain in (["a"], ["a", None, 3], {"name": "a", "other": None}, "ab", ["a", "b"])
        ),
        *((list[str], plain) for plain in ("abc", {"a": 1}, None, 5)),
        *((tuple[str, ...], plain) for plain in ("abc", {"a": 1}, [["a"]])),
        *((tuple[str, str], plain) for plain in ("ab", ["a"], ["a", "b", "c"], {"a": 1, "b": 2})),
        *((frozenset[str], plain) for plain in ("abc", ["a", "a"])),
        *((dict[str, int], plain) for plain in ([["a", 1]], "a", {"a": True})),
        *((dict[int, int], plain) for plain in ({"1": 1}, [[1, 1], [1, 2]], [[1, 1, 1]], [1], ["11"])),
        *((dict[tuple[str, str], int], plain) for plain in (["ab"], [["ab", 1]])),
        (Counter[str], ["a"]),
        *(
            (int | str, plain)
            for plain in ([-1, "a"], [True, "a"], [2, "a"], ["0", 1], [0], [0, 1, 2], 5, None)
        ),
        *(
            (Fraction, plain)
            for plain in (0.5, True, "1/0", "x", "1e999999999", " 1", "1_0", "9" * 5000, ["1"])
        ),
        *((bytes, plain) for plain in (5, "*", "Zg", None)),
        (Inner, DEEP),
    ],
    ids=lambda it: str(it)[:40] if it is not DEEP else "deep",
)
def test_what_does_not_fit_a_type_is_not_read(hint, plain):
    """Whatever somebody put into a file: nothing is made of it, and nothing else is raised."""
    with pytest.raises(NotPlain):
        form_of(hint).read(plain)


@pytest.mark.parametrize(
    "plain",
    [
        *([-1, "done"], [True, "done"], [5, "done"], ["0", "done"], [0], [0, "done", 1], "0d", {"0": 0}),
        *([0, ["done"]], [0, None]),
    ],
    ids=str,
)
def test_what_is_no_order_is_not_read(plain):
    form = forms_of(rules_of("three_battles", "fulford")).of(Order)
    assert form.write(form.read([0, "done"])) == [0, "done"]
    with pytest.raises(NotPlain):
        form.read(plain)


def test_an_index_of_places_is_read_by_its_types():
    form = forms_of(rules_of("three_battles", "fulford")).of(Places)
    empty = [{}, {}, {"a": []}, {"a": []}, {"a": {}}, {"a": {}}]
    assert form.write(form.read(empty)) == empty
    for at, wrong in (
        (0, {"1": "abc"}),
        (1, {"1": ["x"]}),
        (2, {"a": "bc"}),
        (5, {"a": {"1": True}}),
        (4, []),
    ):
        with pytest.raises(NotPlain):
            form.read([*empty[:at], wrong, *empty[at + 1 :]])
    with pytest.raises(NotPlain):
        form.read([*empty, {}])


def test_a_type_without_a_plain_form_is_told():
    for hint in (float, object, dict, list[float]):
        with pytest.raises(NotPlain):
            form_of(hint)


def test_programs_with_other_fields_have_another_shape():
    def shape(*names):
        fields = dict.fromkeys(names, str)
        kind = dataclass(type("State", (), {"__annotations__": fields, "__module__": __name__}))
        forms = Forms(lambda _: None)
        forms.of(kind)
        return forms.shape

    assert shape("turn", "phase") == shape("turn", "phase") != shape("phase", "turn") != shape("turn")


def test_the_options_of_an_answered_decision_are_gone():
    with pytest.raises(NotPlain, match="not kept"):
        SpentOptions().legal()
