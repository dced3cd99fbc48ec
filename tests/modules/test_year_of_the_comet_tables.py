"""Year of the Comet, table by table: each row, die and limit of the rulebook, and each ruling in a case."""

from pathlib import Path

import pytest
from comet_year import PLAYERS, rules_for

from modules import library
from modules.cases import read_cases
from modules.engine.driver import Play
from modules.engine.errors import Illegal
from modules.engine.requests import Roll
from modules.engine.rules.arrangement_rules import Arrangement
from modules.year_of_the_comet.combat import STAGES
from modules.year_of_the_comet.year import SUPREME

GAME = library.definition("year_of_the_comet")
CASES = sorted((Path(__file__).parents[1] / "rules" / "year_of_the_comet").glob("*.yaml"))
WITHOUT_CASE = {
    "xref": "misprinted numbers in the rulebook",
    "talk": "what players say to each other is no order",
}


def begun(phase, units, facts=None, players=3, turn=1):
    """A game in a phase, written SIDE PHASE, with these blocks alone."""
    rules, (side, _, name) = rules_for(players), phase.partition(" ")
    return Play(rules, rules.arrange(Arrangement(turn, name, side, units, facts or {})))


def order(play, text):
    play.answer(play.rules.grammar.parse(text))


def told(play):
    return " | ".join(event.text for event in play.events)


def test_every_ruling_is_shown_by_a_case_or_needs_none():
    shown = {name for file in CASES for case in read_cases(file).cases for name in case.rulings}
    assert shown.isdisjoint(WITHOUT_CASE)
    assert shown | set(WITHOUT_CASE) == set(GAME.rulings)


RAISED = {  # 8.2: what each roll from 1 to 6 is worth
    ("A", "E-Harold"): (3, 4, 5, 6, 7, 8), ("A", "E-Earls"): (2, 2, 3, 3, 4, 4),
    ("B", "E-Harold"): (1, 2, 3, 4, 5, 6), ("B", "E-Earls"): (1, 1, 2, 2, 3, 3),
    ("C", "E-Harold"): (1, 1, 2, 2, 3, 3), ("C", "E-Earls"): (0, 0, 1, 1, 2, 2),
    ("D", "E-Harold"): (0, 0, 1, 1, 2, 2), ("D", "E-Earls"): None,
}  # fmt: skip
SOMEWHERE = {"A": "WIN", "B": "CHE", "C": "OXF", "D": "ELY"}


@pytest.mark.parametrize(("letter", "leader"), RAISED)
def test_what_each_leader_raises_in_each_letter(letter, leader):
    area, other = SOMEWHERE[letter], "E-Earls" if leader == "E-Harold" else "E-Harold"
    units = {leader: area, other: "LAU", "V-Hardrada": "BAM", "N-William": "sea"}
    for roll, cv in enumerate(RAISED[letter, leader] or (), start=1):
        play = begun("english raising", units, {"pool": 9})
        order(play, f"raise {leader}")
        play.answer((roll,))
        assert f"raises {cv} CV" in told(play)
        assert play.request.kind == ("muster" if cv else "raising")
    if RAISED[letter, leader] is None:
        with pytest.raises(Illegal, match="can raise nothing"):
            order(begun("english raising", units), f"raise {leader}")


ARROWS = [
    (side, area) for side, each in GAME.area_maps["england"].invasions.items() for area in each.landings
]


def test_arrows_are_on_the_southern_and_eastern_coasts_alone():
    """1.5, and York's number in 5.2."""
    england = GAME.area_maps["england"]
    assert all(set(england.areas[area].coast) & {"E", "S"} for _, area in ARROWS)
    assert england.invasions["viking"].landings["YOR"].highest == 4


@pytest.mark.parametrize(("side", "area"), ARROWS)
def test_each_arrow_lets_land_up_to_its_number(side, area):
    highest = GAME.area_maps["england"].invasions[side].landings[area].highest
    fleet = {"viking": "V-Hardrada", "norman": "N-William"}
    units = {"E-Harold": "CHE", **dict.fromkeys(fleet.values(), "sea")}
    for roll, ashore in ((1, 1), (highest, 1), (highest + 1, 0), (6, 0)):
        play = begun(f"{side} invasion", units)
        order(play, f"invade {area}")
        play.answer((roll,))
        assert play.rules.facts(play.state)[f"{side} in {area}"] == ashore


LEAVES = {  # Viking points by what they hold; Normans hold nothing of worth, the English all else
    10: ("YOR", "LIN", "CHE", "NWC"), 11: ("YOR", "LIN", "CHE", "NWC", "DUR"),
    13: ("YOR", "WIN", "LIN", "CHE", "DUR"), 14: ("YOR", "WIN", "LIN", "CHE", "NWC"),
    15: ("YOR", "WIN", "LIN", "CHE", "NWC", "DUR"), 16: ("YOR", "WIN", "LIN", "CHE", "NWC", "CAN"),
    17: ("YOR", "WIN", "LIN", "CHE", "NWC", "CAN", "DUR"),
    18: ("YOR", "WIN", "LIN", "CHE", "NWC", "CAN", "GLO"),
    19: ("YOR", "WIN", "LIN", "CHE", "NWC", "CAN", "GLO", "DUR"),
    21: ("YOR", "WIN", "LIN", "CHE", "NWC", "CAN", "GLO", "EXE", "DUR"),
    22: ("YOR", "WIN", "LIN", "CHE", "NWC", "CAN", "GLO", "EXE", "DUR", "BEV"),
}  # fmt: skip
LEVELS = [  # lead, Viking points, the Normans' area, winner, level (16.3)
    (0, 19, "HAS", "", "draw"), (3, 18, "BAM", "", "draw"), (3, 21, "BAM", "", "draw"),
    (4, 17, "HAS", "english", "marginal"), (5, 22, "BAM", "viking", "marginal"),
    (7, 16, "BAM", "english", "marginal"), (8, 15, "HAS", "english", "major"),
    (11, 14, "BAM", "english", "major"), (12, 13, "HAS", "english", "decisive"),
    (19, 10, "BAM", "english", "decisive"),
]  # fmt: skip


@pytest.mark.parametrize("players", sorted(PLAYERS))
@pytest.mark.parametrize(("lead", "points", "normans", "winner", "level"), LEVELS)
def test_levels_of_victory_at_their_bounds(players, lead, points, normans, winner, level):
    """16.3 and 17: of the totals after turn 16, by side, whoever plays it."""
    vikings = dict(
        zip(["V-Hardrada", *(f"V-viking-{i}" for i in range(1, 13))], LEAVES[points], strict=False)
    )
    units = {**vikings, "N-William": normans, "E-Harold": "LON"}
    play = begun("english combat", units, players=players, turn=16)
    facts = play.rules.facts(play.state)
    english, best = facts["points english"], facts["points viking"]
    assert (best, abs(english - best)) == (points, lead)
    assert (play.state.outcome.winner, play.state.outcome.level) == (winner, level)


FIRES = {"E-Harold": 2, "V-Hardrada": 2, "N-William": 2, "E-carl": 2}
"""Blocks that hit on a 2 (7.2, 12.3); no other does."""
FIRST = {"N-archer", "B-archer", "F-archer"}
HORSE = {"E-carl", "N-knight", "B-knight", "F-knight"}


def test_every_kind_of_block_fires_and_moves_as_the_chart_says():
    """6.1, 6.3, 7.2, 12.2 to 12.4; and what is printed on each block is what the rules use."""
    year = rules_for().year
    for group, counter in year.groups.items():
        assert year.fire(group) == FIRES.get(group, 1), group
        assert year.is_archer(group) == (group in FIRST), group
        gait = year.gait((group,))
        far = 4 if year.is_leader(group) or group in HORSE else 2
        assert (gait.areas, gait.by_road, counter.front["move"]) == (far, far + 1, far), group


@pytest.mark.parametrize("group", sorted(rules_for().year.groups))
def test_every_kind_of_block_throws_a_die_for_each_cv_and_hits_by_its_fire(group):
    """12.2, 12.3, at full strength and at 1 CV, all dice a 2."""
    year = rules_for().year
    side, counter = year.side(group), group if year.groups[group].number is None else f"{group}-1"
    foe = "V-viking" if side != "viking" else "E-carl"
    home = {"E-Harold": "LON", "V-Hardrada": "BAM", "N-William": "WIN"}
    for cv in {1, year.most(group)}:
        units = {**home, f"{foe}-1": "OXF 4 from WOR", f"{foe}-2": "OXF 4 from WOR", counter: f"OXF {cv}"}
        play = begun(f"{year.side(foe)} combat", units)
        order(play, "fight OXF")
        assert isinstance(play.request, Roll)
        assert len(play.request.dice) == cv
        before = play.rules.facts(play.state)[f"cv {year.side(foe)}"]
        play.answer((2,) * cv)
        lost = before - play.rules.facts(play.state)[f"cv {year.side(foe)}"]
        assert lost == (cv if FIRES.get(group) == 2 else 0)


@pytest.mark.parametrize("players", sorted(PLAYERS))
def test_each_number_of_players_sits_at_its_table(players):
    """17.1 to 17.3."""
    seats = rules_for(players).seats
    further = ["bretons", "flemish", "earls", "tostig"][: max(0, players - 3)]
    expected = {"invader", "english"} if players == 2 else {"viking", "norman", "english", *further}
    assert set(seats) == expected
    assert all(
        seats[seat] == side
        for seat, side in {"tostig": "viking", "earls": "english"}.items()
        if seat in seats
    )


def test_the_aid_says_of_each_kind_of_block_and_level_what_the_rules_use():
    """7.2, 12.2, 16.3: move, fire, who fires first, how many he commands, points ahead."""
    year, lists = rules_for().year, GAME.tables.lists
    for name, move, fire in lists["units"].rows:
        groups = [g for g in year.groups if _row_of(year, g) == name]
        assert groups
        for group in groups:
            first = ", first" if year.is_archer(group) else ""
            assert (move, fire) == (str(year.groups[group].front["move"]), f"F{year.fire(group)}{first}")
    limits = {
        year.groups[g].name: year.groups[g].front.get("command") for g in year.groups if year.is_leader(g)
    }
    words = {1: "one block", 6: "six blocks"}
    assert {name: words.get(limits[name], "") for name in limits} == {
        name: said if "block" in said else "" for name, said in lists["command"].rows
    }
    marginal, major, decisive = (year.number(level) for level in ("marginal", "major", "decisive"))
    assert [points for points, _ in lists["victory"].rows] == [
        f"0–{marginal - 1}", f"{marginal}–{major - 1}", f"{major}–{decisive - 1}", f"{decisive} or more",
    ]  # fmt: skip


def _row_of(year, group):
    if not year.is_leader(group):
        return year.groups[group].name
    return "Supreme leader" if group in SUPREME.values() else "Other leader"


def test_the_battle_round_on_the_aid_is_that_of_the_rules():
    """11.1, 12.4: its steps in their order, and the numbers in its words."""
    panel, year, told = GAME.tables.lists["round"], rules_for().year, []
    rows = dict(panel.rows)
    for number in "12345":
        who, _, what = rows[number].partition(": ")
        steps = [f"{who.lower()}_{word}" for word in ("retreat", "reserve", "fire") if word in what]
        told += ["archers"] if who == "Norman attacker" else steps
    assert told == [stage for stage, _ in STAGES]
    assert f"retreat (from round {year.number('retreat_from')})" in rows["1"]
    assert f"Under {('one', 'two', 'three')[year.number('columns') - 1]} blocks a side" in panel.note


AT_HASTINGS = {"E-Harold": "LON", "V-Hardrada": "BAM", "E-fyrd-1": "HAS 1"}


def test_who_is_landed_upon_fires_once_more_as_the_aid_says():
    """5.3."""
    assert "fire once more" in dict(GAME.tables.lists["round"].rows)["0"]
    for came, free in (("sea", 1), ("CAN", 0)):
        play = begun("norman combat", {**AT_HASTINGS, "N-William": f"HAS from {came}"})
        order(play, "fight HAS")
        fired = []
        while play.request.side == "english":
            fired.append(play.state.battle.round)
            play.answer((6,))
        assert fired == [*[0] * free, 1]


@pytest.mark.parametrize("shoots", [True, False])
def test_archers_that_fire_first_cost_the_retreat_as_the_aid_says(shoots):
    """12.4, 13.1."""
    assert "archers, if he will not retreat" in dict(GAME.tables.lists["round"].rows)["2"]
    play = begun(
        "norman combat", {**AT_HASTINGS, "N-William": "HAS from CAN", "N-archer-1": "HAS 3 from CAN"}
    )
    order(play, "fight HAS")
    order(play, "shoot" if shoots else "hold")
    if shoots:
        play.answer((6, 6, 6))
    assert play.request.side == "english"
    play.answer((6,))
    assert isinstance(play.request, Roll) == shoots
    assert shoots or play.request.kind == "retreat"


def test_markers_lie_in_their_boxes_and_nowhere_else():
    """5.4, 16.4."""
    rules, units = rules_for(), {"E-Harold": "LON", "V-Hardrada": "BAM", "N-William": "WIN"}
    facts = {"landing viking": 1, "out norman": 1}
    state = rules.arrange(Arrangement(3, "movement", "viking", units, facts))
    boxes = {each.place: each.markers for each in rules.off_map(rules.view(state, "english")) if each.lone}
    assert boxes == {"landed": ("landed",), "out": ("out",)}
    state = rules.arrange(Arrangement(3, "movement", "viking", units, {"landing norman": 1}))
    assert not [each for each in rules.off_map(state) if each.lone]
