"""The calls of a table: a page that missed something is told so, refusals name their rule, nothing hidden
goes out, and chances can be stopped."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from vassal_table import laid_out

from generator.local_server.local_page import CallRefused
from modules import library
from pbem.solo import saved_game
from pbem.solo.saved_game import HOT_SEAT
from pbem.solo.session import Session
from pbem.solo.session_source import SessionSource
from pbem.table.seat import table_calls
from pbem.table.seat.table_calls import TableCalls

Json = dict[str, Any]


class Page:
    """A page that calls with the draft that it was told last."""

    def __init__(self, session: Session) -> None:
        self.session, self.table = session, TableCalls(SessionSource(session), "again")
        self._calls = self.table.calls()
        self.draft = -1
        self.call("begin")

    def call(self, name: str, **said: Any) -> Json:
        answer = self._calls[name]({"draft": self.draft, **said})
        self.draft = answer.get("seat", {}).get("draft", self.draft)
        return answer

    def give(self, *lines: str) -> Json:
        answer: Json = {}
        for line in lines:
            answer = self.call("give", line=line)
            while answer["seat"]["thinking"]:
                answer = self.call("go_on")
        return answer


@pytest.fixture
def sit(tmp_path: Path) -> Callable[..., Page]:
    def begin(name: str, seat: str = "", against: str = "policy") -> Page:
        first = next(iter(library.rules(*name.split("/"), []).seats))
        saved = saved_game.new(name, [], seat or first, against, 0, 5)
        return Page(Session(saved, tmp_path / "game"))

    return begin


@pytest.fixture
def fulford(sit: Callable[..., Page]) -> Page:
    page = sit("three_battles/fulford", "viking")
    page.give("deploy", "done")
    return page


def refusal(page: Page, name: str, **said: Any) -> CallRefused:
    with pytest.raises(CallRefused) as refused:
        page.call(name, **said)
    return refused.value


def test_a_picked_piece_tells_its_places_with_mp(fulford: Page) -> None:
    reach = fulford.call("pick", pieces=[{"counter": "V-bondi-8", "place": "0811"}])["reach"]
    assert {"place": "0810", "cost": "1", "left": "2", "line": "move V-bondi-8 0810"} in reach
    assert len(reach) == len({each["place"] for each in reach})


def test_a_closed_place_tells_its_rule(fulford: Page) -> None:
    why = fulford.call("why", piece={"counter": "V-bondi-8", "place": "0811"}, place="0101")
    assert why["rule"] and "0101" in why["why"]


def test_a_gesture_is_an_order_or_why_not(fulford: Page) -> None:
    held = [{"counter": "V-bondi-8", "place": "0811"}]
    found = fulford.call("read", gesture={"kind": "put", "pieces": held, "way": ["0811", "0810"]})
    assert found["line"] == "move V-bondi-8 0810"
    assert found["ahead"]["left"] == "2" and not found["ahead"]["dice"]
    fault = fulford.call("read", gesture={"kind": "put", "pieces": held, "way": ["0811", "0101"]})["fault"]
    assert fault["rule"] and fault["why"]


def test_an_older_page_changes_nothing(fulford: Page) -> None:
    before = fulford.session.draft
    for name, said in (("give", {"line": "done"}), ("undo", {"count": 1}), ("pick", {"pieces": []})):
        assert refusal(fulford, name, **{**said, "draft": before - 1}).code == "stale"
    assert fulford.session.draft == before


def test_a_double_click_gives_one_order(fulford: Page) -> None:
    seen = fulford.draft
    fulford.call("give", line="move V-bondi-8 0810")
    assert refusal(fulford, "give", line="move V-bondi-6 0910", draft=seen).code == "stale"


def test_a_refused_line_names_its_rule_and_changes_nothing(fulford: Page) -> None:
    refused = refusal(fulford, "give", line="move V-bondi-8 0101")
    assert (refused.code, bool(refused.more["rule"])) == ("refused", True)
    assert fulford.call("pick", pieces=[{"counter": "V-bondi-8", "place": "0811"}])["reach"]


@pytest.mark.parametrize(
    "said",
    [
        {"pieces": "all"},
        {"pieces": []},
        {"pieces": [{"counter": 7}]},
        {"pieces": [{"counter": "x" * 9000}]},
        {"pieces": [None] * 5000},
    ],
)
def test_a_strange_call_is_refused(fulford: Page, said: Json) -> None:
    assert refusal(fulford, "pick", **said).code == "bad-call"


def test_undo_takes_back_to_the_same_position(fulford: Page) -> None:
    before = fulford.session.whole.state.copy()
    fulford.call("give", line="move V-bondi-8 0810")
    answer = fulford.call("undo", count=1)
    assert fulford.session.whole.state == before
    assert answer["more"]["steps"] == []


@pytest.mark.parametrize("name", ["three_battles/fulford", "hastings_pulsipher/small"])
def test_the_game_can_be_taken_home(sit: Callable[..., Page], name: str, tmp_path: Path) -> None:
    page = sit(name)
    page.give("deploy")
    files = {kind: get({}) for kind, get in page.table.downloads().items()}
    (tmp_path / "kept.vsav").write_bytes(files["save"].data)
    state = page.session.board.play.state
    seen = {each.counter for each in page.session.rules.position(state) if each.counter}
    assert len(seen) > 10
    assert seen <= laid_out(tmp_path / "kept.vsav")[0].marks()
    assert ": deploy\n" in files["orders"].data.decode()
    assert b"deploy" in files["story"].data and files["story"].name == "game.html"


def test_positions_are_small(fulford: Page) -> None:
    answer = fulford.call("give", line="move V-bondi-8 0810")
    assert len(json.dumps(answer)) < 60_000


def test_chances_are_worked_out_and_can_be_stopped(fulford: Page) -> None:
    odds = fulford.table.waits()["odds"]
    fulford.give("done")
    while (due := fulford.session.due_choice) is not None and due.kind != "combats":
        fulford.give(str(fulford.session.advise()))
    line = next(str(order) for order in due.options.legal() if order.verb == "attack") if due else ""
    found = odds({"draft": fulford.draft, "line": line}, threading.Event())
    assert "odds" in found, found
    assert found["odds"]["results"] and found["lines"]
    stopped = threading.Event()
    stopped.set()
    begun = time.monotonic()
    assert odds({"draft": fulford.draft, "line": line}, stopped) == {"why": "stopped"}
    assert time.monotonic() - begun < 5


def texts_of(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for each in value.values():
            yield from texts_of(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts_of(each)
    elif isinstance(value, str):
        yield value


@pytest.mark.whole
@pytest.mark.parametrize("name", ["hastings_pulsipher/small", "year_of_the_comet/campaign"])
def test_the_curtain_hides_the_next_seat_until_it_is_lifted(sit: Callable[..., Page], name: str) -> None:
    page, curtains = sit(name, against=HOT_SEAT), 0
    told, known = page.call("begin"), Known(page.session)
    for _ in range(60):
        known.look()
        if told["seat"]["curtain"]:
            curtains += 1
            assert told["seat"]["due"] is None and not told["seat"]["tray"] and not told["seat"]["lines"]
            assert known.secrets_of(told["seat"]["next"]).isdisjoint(texts_of(told))
            told = page.call("sit")
        if page.session.due_choice is None:
            break
        for other in (seat for seat in page.session.people if seat != told["seat"]["seat"]):
            assert known.secrets_of(other).isdisjoint(texts_of(told))
        told = page.call("give", line=str(page.session.advise()))
    assert curtains > 3


class Known:
    """What each seat has ever known by its own board."""

    def __init__(self, session: Session) -> None:
        self.session, self.ever = session, {seat: set[str]() for seat in session.people}

    def look(self) -> None:
        rules = self.session.rules
        for seat, names in self.ever.items():
            state = self.session.boards[seat].play.state
            names.update(p.counter for p in (*rules.position(state), *rules.off_map(state)) if p.counter)

    def secrets_of(self, seat: str) -> set[str]:
        """The names of counters and cards that a seat knows, and that no other person ever knew."""
        return self.ever[seat].difference(*(names for other, names in self.ever.items() if other != seat))


@pytest.fixture
def curtained(sit: Callable[..., Page]) -> Page:
    """Two at one screen with hidden hands: the Saxon has set up, the Norman is to come."""
    page = sit("hastings_pulsipher/small", against=HOT_SEAT)
    told = page.call("sit")
    while not told["seat"]["curtain"]:
        told = page.call("give", line=str(page.session.advise()))
    assert told["seat"]["next"] != told["seat"]["seat"]
    return page


@pytest.mark.parametrize("name", ["give", "advise", "standing", "pick", "odds", "save", "orders"])
def test_behind_the_curtain_nobody_acts_for_the_next_person(curtained: Page, name: str) -> None:
    said = {"draft": curtained.draft, "line": str(curtained.session.advise())}
    with pytest.raises(CallRefused) as refused:
        if name == "odds":
            curtained.table.waits()[name](said, threading.Event())
        else:
            {**curtained.table.calls(), **curtained.table.downloads()}[name](said)
    assert refused.value.code == "stale"


def test_an_older_page_lifts_no_curtain(curtained: Page) -> None:
    assert refusal(curtained, "sit", draft=curtained.draft - 1).code == "stale"
    assert curtained.call("begin")["seat"]["curtain"]


def test_chances_of_a_line_that_is_none_are_refused(fulford: Page) -> None:
    with pytest.raises(CallRefused) as refused:
        fulford.table.waits()["odds"]({"draft": fulford.draft, "line": 7}, threading.Event())
    assert refused.value.code == "bad-call"


@pytest.mark.parametrize("name", ["give", "advise"])
def test_while_the_program_thinks_the_game_is_not_called_over(
    fulford: Page, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(table_calls, "_PATIENCE", -1.0)
    assert fulford.call("give", line="done")["seat"]["thinking"]
    assert "has not decided yet" in refusal(fulford, name, line="done").what
