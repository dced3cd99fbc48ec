"""The parts of rules: a tiny game that only plays, what the engine does with it, and what a game that lacks a
part is told. The page that shows the game shows the very file."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest
import race
from race import Hurry, RaceRules, Roads, Walk

from modules.engine.amendments import Amendments, FactValue
from modules.engine.driver import Play, SavedPoint, run
from modules.engine.errors import Illegal
from modules.engine.game_serialization import forms_of
from modules.engine.orders import Order
from modules.engine.players.match import Match
from modules.engine.players.player import PolicyPlayer, RandomPlayer
from modules.engine.requests import Choose, Roll, SeatRemoved
from modules.engine.rules.advice_rules import AdviceRules
from modules.engine.rules.arrangement_rules import ArrangementRules
from modules.engine.rules.full_rules import FullRules
from modules.engine.rules.mail_rules import MailRules, vocabulary_of
from modules.engine.rules.play_rules import PlayRules
from modules.engine.rules.required_parts import MissingPart, require
from modules.engine.rules.view_rules import ViewRules
from modules.engine.state_digest import digest
from modules.library import rules as rules_of


@dataclass(frozen=True, slots=True)
class Rest(Order):
    FORM: ClassVar[str] = "rest"


PAGE = Path(race.__file__).parents[2] / "modules" / "docs" / "how-to" / "simple-game.md"


def answers(request, state):
    """The Saxons walk, the Normans hurry and roll fives."""
    if isinstance(request, Roll):
        return (5,)
    return Walk() if request.seat == "saxon" else Hurry()


def test_the_tiny_game_is_played_to_its_end() -> None:
    play = Play(RaceRules())
    outcome = run(play, answers)
    assert (outcome.winner, outcome.rule, play.state.turn) == ("norman", "2.1", 3)
    assert play.state.miles == {"saxon": 9, "norman": 15}
    assert [event.text for event in play.events[-2:]] == ["saxon marches 3 miles", "norman marches 5 miles"]


def test_its_options_refuse_what_is_no_choice() -> None:
    play = Play(RaceRules())
    with pytest.raises(Illegal, match="`rest` is not a choice here; choose from: walk; hurry"):
        play.answer(Rest())
    assert play.count == 0


def test_it_is_saved_at_each_answer_and_goes_on_from_there() -> None:
    rules = RaceRules()
    form = forms_of(rules).of(SavedPoint[Roads])
    play = Play(rules)
    while play.request is not None:
        text = json.dumps(form.write(play.save_point()))
        again = Play.resume(rules, form.read(json.loads(text)))
        assert (again.state, again.count, type(again.request)) == (play.state, play.count, type(play.request))
        run(again, answers)
        assert digest(again.state) == digest(_end())
        play.answer(answers(play.request, play.state))


def _end() -> Roads:
    play = Play(RaceRules())
    run(play, answers)
    return play.state


def test_it_is_played_from_a_record_of_texts_and_dice() -> None:
    rules = RaceRules()
    record = ["walk", "hurry", (6,), "hurry", (1,), "hurry", (6,)]
    play = Play(rules)
    for said in record:
        play.follow(rules.grammar.parse(said) if isinstance(said, str) else said)
    assert play.request is None
    assert play.state.outcome.winner == "norman"
    assert play.state.miles == {"saxon": 4, "norman": 12}


def test_players_that_need_no_advice_play_it() -> None:
    rules = RaceRules()
    play = Match(rules, {seat: RandomPlayer(1, at) for at, seat in enumerate(rules.seats)}, 1).run()
    assert play.state.outcome.winner in rules.sides
    assert vocabulary_of(rules).default(play.state, Play(rules).request) == Walk()


def test_a_player_that_needs_advice_says_so() -> None:
    play = Play(RaceRules())
    assert isinstance(play.request, Choose)
    with pytest.raises(MissingPart, match=r"the rules of RaceRules lack ViewRules .* and AdviceRules"):
        PolicyPlayer(1).order(play, play.request)
    assert play.count == 0


@pytest.mark.parametrize("said", [SeatRemoved("saxon"), Amendments((FactValue("miles saxon", 3),))])
def test_what_only_games_by_mail_know_leaves_it_where_it_is(said: object) -> None:
    play = Play(RaceRules())
    before = digest(play.state)
    with pytest.raises(MissingPart, match="MailRules"):
        play.follow(said)
    assert (digest(play.state), play.count, type(play.request)) == (before, 0, Choose)


@pytest.mark.parametrize(
    ("part", "lacks"),
    [
        (ViewRules, ("ViewRules",)),
        (ArrangementRules, ("ViewRules", "ArrangementRules")),
        (AdviceRules, ("ViewRules", "AdviceRules")),
        (MailRules, ("ViewRules", "MailRules")),
        (FullRules, ("ViewRules", "ArrangementRules", "AdviceRules", "MailRules")),
    ],
)
def test_the_error_names_game_parts_and_the_way_out(part: type, lacks: tuple[str, ...]) -> None:
    with pytest.raises(MissingPart) as caught:
        require(RaceRules(), part)
    assert (caught.value.game, caught.value.parts) == ("RaceRules", lacks)
    assert "`senlac docs simple-game`" in str(caught.value)
    shipped = rules_of("three_battles", "hastings")
    assert require(shipped, part) is shipped


def test_a_shipped_game_is_called_by_its_name() -> None:
    class Bare(PlayRules):
        __module__ = "modules.shield_wall.sequence"
        start = phase = None

    with pytest.raises(MissingPart, match="the rules of shield_wall lack"):
        require(Bare(), ViewRules)


def test_the_parts_have_no_member_in_common() -> None:
    parts = (PlayRules, ViewRules, ArrangementRules, AdviceRules, MailRules)
    members = [name for part in parts for name in own(part)]
    assert len(members) == len(set(members))
    assert own(FullRules) == []


def own(part: type) -> list[str]:
    """What a part itself declares, without what every class has."""
    return [n for n in {**part.__annotations__, **vars(part)} if not n.startswith("_")]


def test_the_page_shows_the_file() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert f"```python\n{Path(race.__file__).read_text(encoding='utf-8')}```\n" in page


def test_what_the_page_says_of_a_game_comes_true() -> None:
    lines = PAGE.read_text(encoding="utf-8").split("## Play it\n")[1].split("\n## ")[0].splitlines()
    code = "\n".join(line[4:] for line in lines if line.startswith("    "))
    head, call = code.rsplit("\n", 1)
    names: dict[str, object] = {"RaceRules": RaceRules}
    exec(head, names)
    outcome = eval(call, names)
    assert (outcome.winner, outcome.level) == ("saxon", "victory")


def test_the_page_names_the_members_that_a_part_leaves_to_the_game() -> None:
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| (.+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert [name for name, _ in rows] == [
        "PlayRules",
        "ViewRules",
        "ArrangementRules",
        "AdviceRules",
        "MailRules",
    ]
    for (_, said), part in zip(
        rows, (PlayRules, ViewRules, ArrangementRules, AdviceRules, MailRules), strict=True
    ):
        must = {"sides", "grammar"} & {*own(part)}
        must |= {name for name in own(part) if name in part.__abstractmethods__}
        assert {*re.findall(r"`(\w+)`", said)} == must
