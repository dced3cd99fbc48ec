"""Games in progress as saves of VASSAL: what the rules give as a position is what is read back."""

import random
from collections import Counter as Count
from dataclasses import replace

import pytest
from lxml import etree
from plans import shipped_plan

from generator.vassal.format.archive import read_archive
from generator.vassal.format.commands import AddPiece, Chat, Log, read_commands
from generator.vassal.format.container import read_save
from generator.vassal.format.errors import CommandError
from generator.vassal.positions.moments import Moment
from generator.vassal.positions.read_position import read_position
from generator.vassal.positions.saves_of import saves_of
from generator.vassal.positions.scenes import Scene
from generator.vassal.positions.setups_areas import AT_SEA, POOL, WAITING
from generator.vassal.positions.standings import Standing
from generator.vassal.positions.write_position import game_log, position_save
from modules import library
from modules.engine.driver import Play
from modules.engine.position import PlacedCounter
from modules.engine.requests import Choose, Secret, Shuffle

GAMES = {
    ("three_battles", "hastings"): (45, 15),
    ("three_battles", "campaign"): (30, 15),
    ("hastings_pulsipher", "full"): (75, 15),
    ("hastings_berg", "hastings"): (200, 50),
    ("year_of_the_comet", "campaign"): (75, 25),
}
"""How many answers are given, and after how many of them the position is looked at."""


@pytest.fixture(autouse=True)
def planned(monkeypatch):
    """Planning once is enough."""
    monkeypatch.setattr(
        "generator.vassal.positions.write_position.plan_for", lambda definition: shipped_plan(definition.name)
    )


class Chance:
    def __init__(self, seed):
        self._random = random.Random(seed)

    def below(self, limit):
        return self._random.randrange(limit)

    def shuffled(self, size):
        return tuple(self._random.sample(range(size), size))


def answer(play, chance):
    request = play.request
    if isinstance(request, Choose):
        return play.rules.advise(request, play.state, chance)
    if isinstance(request, Secret):
        return {
            side: play.rules.advise(choice, play.state, chance) for side, choice in request.choices.items()
        }
    if isinstance(request, Shuffle):
        return chance.shuffled(request.size)
    return tuple(1 + chance.below(die.sides) for die in request.dice)


def in_windows(definition, placed):
    """Blocks at sea and in the pool wait in one window of a module."""
    if definition.area_maps and placed.place in (AT_SEA, POOL):
        return replace(placed, place=WAITING)
    return placed


@pytest.mark.parametrize(("game", "name"), GAMES)
def test_a_refereed_position_is_read_back_as_it_was(game, name):
    definition, plan, chance = library.definition(game), shipped_plan(game), Chance(1)
    play, compared = Play(library.rules(game, name)), 0
    answers, apart = GAMES[game, name]
    for number in range(1, answers + 1):
        play.answer(answer(play, chance))
        if number % apart == 0:
            for side in ("", *play.rules.sides):
                state = play.rules.view(play.state, side) if side else play.state
                placed = (
                    *play.rules.position(state),
                    *play.rules.off_map(state),
                    *play.rules.unknown_cards(state),
                )
                now = Moment(state.turn, state.active, state.phase)
                map_name = play.rules.map_of(state)
                save = position_save(definition, name, Standing(map_name, placed, now, {}), "x")
                found = read_position(plan, read_save(read_archive(save, "x")).text)
                assert sorted(found.placed, key=repr) == sorted(
                    (in_windows(definition, each) for each in placed), key=repr
                )
                assert (found.unplaced, found.maps) == ((), (map_name,) if placed else found.maps)
                assert found.moment is not None and found.moment.player in definition.game.sides
                in_play = now.phase in {phase.id for phase in definition.game.sequence}
                assert not in_play or (found.moment.turn, found.moment.phase) == (now.turn, now.phase)
                compared += len(placed)
    assert compared > 50


@pytest.mark.parametrize(
    ("game", "name"), [("three_battles", "stamford_bridge"), ("hastings_pulsipher", "full")]
)
def test_what_the_referee_writes_holds_every_piece_of_the_scenario_once(game, name):
    definition, plan, chance = library.definition(game), shipped_plan(game), Chance(2)
    whole = sorted(each.counter for each in saves_of(plan).set_up(definition.scenarios[name]))
    play, places = Play(library.rules(game, name)), set()
    for number in range(160):
        play.answer(answer(play, chance))
        if number % 8 == 7:
            placed = (*play.rules.position(play.state), *play.rules.off_map(play.state))
            assert sorted(each.counter for each in placed if not each.lone) == whole
            places |= {each.place for each in play.rules.off_map(play.state)}
    assert "lost" in places
    assert game != "three_battles" or {"entering", "lost"} <= places
    assert game == "three_battles" or {"pile", "reserve", "hand saxon", "hand norman"} <= places


def test_of_packs_and_hands_a_side_knows_how_many_cards_there_are_and_no_more():
    rules, chance = library.rules("hastings_pulsipher", "full"), Chance(3)
    play = Play(rules)
    for number in range(70):
        if number % 10 == 9:
            of_all = Count(each.place for each in rules.off_map(play.state) if each.place != "reserve")
            for side in rules.sides:
                seen = rules.view(play.state, side)
                mine = (*rules.off_map(seen), *rules.unknown_cards(seen))
                assert Count(each.place for each in mine if each.place != "reserve") == of_all
        play.answer(answer(play, chance))
    seen = rules.view(play.state, "saxon")
    known, backs, all_of_it = rules.off_map(seen), rules.unknown_cards(seen), rules.off_map(play.state)
    assert {each.place for each in all_of_it} >= {"pile", "hand saxon", "hand norman", "lost"}
    assert {each.place for each in known} <= {"hand saxon", "discard", "lost", "reserve"}
    hidden = {each.counter for each in known if each.side == "norman" and each.place == "reserve"}
    assert hidden <= {""} and {each.place for each in backs} == {"pile", "hand norman"}
    assert {(each.counter, each.side, each.face_down) for each in backs} == {("", "", True)}
    assert rules.unknown_cards(play.state) == ()


def test_a_counter_that_a_campaign_adds_waits_with_its_kind():
    definition, plan = library.definition("three_battles"), shipped_plan("three_battles")
    sheet = plan.maps["stamford_bridge"].sheet
    fyrd = [each for each in definition.counters.values() if each.group == "S-fyrd"]
    added = next(each.id for each in fyrd if each.id not in sheet.entering)
    placed = (PlacedCounter(added, "saxon", "entering"), PlacedCounter("S-archer-1", "saxon", "entering"))
    now = Moment(2, "saxon", "combat")
    save = position_save(definition, "campaign", Standing("stamford_bridge", placed, now, {}), "x")
    found = read_position(plan, read_save(read_archive(save, "x")).text)
    assert sorted(found.placed, key=repr) == sorted(placed, key=repr)
    at = {each.basic.name: each.basic for each in pieces_of(save)}
    assert (at[f"Fyrd {added}"].x, at[f"Fyrd {added}"].y) in {
        plan.maps["stamford_bridge"].beside(each.id) for each in fyrd if each.id in sheet.entering
    }


def pieces_of(save):
    commands = read_commands(read_save(read_archive(save, "x")).text)
    return [each.piece() for each in commands if isinstance(each, AddPiece) and each.type != "stack"]


def test_of_a_campaign_the_side_of_the_player_is_written():
    definition, plan = library.definition("three_battles"), shipped_plan("three_battles")
    for map_name, player, side in (("fulford", "invader", "viking"), ("hastings", "invader", "norman")):
        standing = Standing(map_name, (), Moment(2, player, "combat"), {})
        save = position_save(definition, "campaign", standing, "x")
        found = read_position(plan, read_save(read_archive(save, "x")).text)
        assert found.moment == Moment(2, side, "combat")


def test_what_the_game_does_not_have_is_refused():
    definition = library.definition("three_battles")
    with pytest.raises(CommandError, match="no counter 'X'"):
        placed = (PlacedCounter("X", "saxon", "0101"),)
        position_save(
            definition, "hastings", Standing("hastings", placed, Moment(1, "saxon", "rally"), {}), ""
        )


HOSTILE = (
    "<img src='http://x/y.png'>", "{false ?", "$PlayerName$", "!loud", "|`~?", "a\x1bLOG\tnull",
    "two\r\nlines", "\\", "\x9b2J\u202e", "/exit", "* - <b>", '"+x()+"',
)  # fmt: skip
"""What another party may have written in a name, a line or an order."""


def test_words_of_others_are_lines_of_the_chat_and_nothing_else():
    definition = library.definition("three_battles")
    battle = definition.hex_scenarios["fulford"]
    standing = Standing(battle.map, (), Moment(1, battle.first_player, "rally"), {})
    log = game_log(definition, "fulford", standing, [Scene(HOSTILE, (), standing)], " / ".join(HOSTILE))
    save = read_archive(log, "x")
    *_, step = read_commands(read_save(save).text)
    said = [each.command for each in step.commands]
    assert [type(each) for each in step.commands] == [Log] * len(HOSTILE)
    assert said == [
        Chat("* &lt;img src='http://x/y.png'&gt;"), Chat("* {false ?"), Chat("* $PlayerName$"),
        Chat("* &#33;loud"), Chat("* &#124;`~?"), Chat("* a\\x1bLOG null"), Chat("* two lines"),
        Chat("* \\"), Chat("* \\x9b2J\\u202e"), Chat("* /exit"), Chat("* * - &lt;b&gt;"),
        Chat('* "+x()+"'),
    ]  # fmt: skip
    told = etree.fromstring(save.read("savedata")).findtext("description")
    assert "<" not in told and told.isprintable() and told.startswith("&lt;img")
