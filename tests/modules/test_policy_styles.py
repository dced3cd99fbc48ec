"""The styles with which players that search begin: a king who hides or is guarded keeps off, who hunts or
seeks goes for the one that matters."""

from __future__ import annotations

from typing import Any

import pytest
from watching import Dice

from modules import library
from modules.cases import Case, played
from modules.engine.driver import Play
from modules.engine.requests import Choose, Secret
from modules.shield_wall.player.concert import won
from modules.year_of_the_comet.player.policy import SAFE

SENLAC, FULFORD = "shield_wall/hastings", "three_battles/fulford"


def begun(scenario: str, phase: str, units: dict[str, str], **more: Any) -> Play[Any]:
    """A game that stands so in turn 3, after the orders and dice of `play`."""
    case = {"rule": "1", "title": "a style", "phase": phase, "turn": 3, "units": units, "play": (), **more}
    return played(scenario, Case.model_validate(case))


def due(scenario: str, style: str, phase: str, units: dict[str, str], *play: dict[str, Any]) -> str:
    """What who plays in a style orders, after these orders and dice."""
    game = begun(scenario, phase, units, play=play)
    assert isinstance(game.request, Choose)
    return str(game.rules.advise_in(style, game.request, game.state, Dice(1)))


def moved(scenario: str, style: str, units: dict[str, str], phase: str, **more: Any) -> dict[str, str]:
    """Where counters are when a side has moved in a style; in words of the game."""
    play = begun(scenario, phase, units, **more)
    seat = play.request.seat if isinstance(play.request, Choose) else ""
    kinds = ("transfers", "movement")
    while isinstance(play.request, Choose) and (play.request.seat, play.request.kind in kinds) == (
        seat,
        True,
    ):
        play.answer(play.rules.advise_in(style, play.request, play.state, Dice(1)))
    return {counter: play.rules.describe(play.state, counter) for counter in units if counter != "others"}


def test_a_king_who_hides_is_out_of_the_reach_of_a_stronger_army() -> None:
    away = library.definition("year_of_the_comet").area_maps["england"].graph.within("HAS", 9)
    army = {f"V-viking-{number}": "HAS" for number in range(1, 7)}
    units = {"E-Harold": "LON", "E-carl-1": "LON", "E-fyrd-1": "LON", "V-Hardrada": "HAS", "N-William": "sea"}
    king = {
        style: moved("year_of_the_comet/campaign", style, units | army, "english movement")["E-Harold"]
        for style in ("policy", "hiding")
    }
    assert away[king["policy"][:3]] < SAFE <= away[king["hiding"][:3]]


def test_a_king_who_hides_leaves_the_coast_where_a_stronger_fleet_may_land() -> None:
    england = library.definition("year_of_the_comet").area_maps["england"]
    fleet = {f"N-{kind}": "sea" for kind in ("foot-1", "foot-2", "knight-1", "knight-2")} | {
        "N-William": "sea",
        "V-Hardrada": "sea",
    }
    units = {"E-Harold": "HAS", "E-fyrd-1": "HAS", "E-fyrd-2": "HAS"}
    king = {
        style: moved("year_of_the_comet/campaign", style, units | fleet, "english movement")["E-Harold"]
        for style in ("policy", "hiding")
    }
    landings = england.invasions["norman"].landings
    assert (king["policy"][:3] in landings, king["hiding"][:3] in landings) == (True, False), king


@pytest.mark.parametrize(("style", "goal"), [("policy", "LON"), ("roving", "NHA")])
def test_who_roves_attacks_rather_than_take_what_is_vacant(style: str, goal: str) -> None:
    units = {"N-William": "OXF", "N-foot-1": "OXF", "N-foot-2": "OXF", "E-fyrd-1": "NHA", "E-Harold": "CAR"}
    found = moved("year_of_the_comet/campaign", style, units, "norman movement")
    assert found["N-William"][:3] == goal


@pytest.mark.parametrize(("turn", "areas"), [(12, 1), (14, 3), (16, 4)])
def test_an_army_that_spreads_holds_more_areas_each_turn_at_the_end_one_a_block(
    turn: int, areas: int
) -> None:
    army = {f"N-knight-{number}": "OXF" for number in (1, 2)} | {"N-foot-1": "OXF", "N-William": "OXF"}
    units = army | {"E-Harold": "CAR", "V-Hardrada": "BAM"}
    found = moved("year_of_the_comet/campaign", "roving", units, "norman movement", turn=turn)
    assert len({found[unit][:3] for unit in army}) == areas, found


def test_a_guarded_leader_goes_to_the_friend_who_is_farthest_off() -> None:
    units = {"V-Haraldr": "1210", "V-bondi-1": "1210", "V-bondi-2": "1214", "S-fyrd-1": "1206"}
    found = {
        style: moved("three_battles/fulford", style, units, "viking movement")
        for style in ("still", "guarded")
    }
    assert found["still"]["V-Haraldr"] == "1210"
    assert found["guarded"]["V-Haraldr"] == "1214"


@pytest.mark.parametrize(("style", "west"), [("eager", False), ("hunting", True)])
def test_who_hunts_goes_past_the_others_to_a_leader(style: str, west: bool) -> None:
    units = {"S-fyrd-1": "1208", "V-bondi-1": "1513", "V-Haraldr": "0504", "V-hirdman-1": "0504"}
    found = moved("three_battles/fulford", style, units, "saxon movement")
    assert (found["S-fyrd-1"][:2] < "12") == west


@pytest.mark.parametrize(("style", "back"), [("policy", False), ("sheltered", True)])
def test_a_sheltered_housecarl_leaves_the_line(style: str, back: bool) -> None:
    units = {"S-housecarl-1": "0610, S", "S-fyrd-1": "0611, S", "N-foot-1": "0910"}
    found = moved("hastings_berg/hastings", style, units, "saxon movement")
    assert (found["S-housecarl-1"][:2] < "06") == back


@pytest.mark.parametrize(("style", "there"), [("sheltered", False), ("withdrawn", True)])
def test_a_withdrawn_housecarl_stands_on_the_road(style: str, there: bool) -> None:
    units = {"S-housecarl-1": "0317", "N-foot-1": "1412"}
    found = moved("hastings_berg/hastings", style, units, "saxon movement")
    assert (found["S-housecarl-1"][:4] == "0116") == there


@pytest.mark.parametrize(("style", "held"), [("sheltered", 0), ("withdrawn", 1)])
def test_withdrawn_housecarls_reform_on_the_road_in_the_rear(style: str, held: int) -> None:
    rules = library.rules("hastings_berg", "hastings")
    state = begun("hastings_berg/hastings", "norman movement", {"N-foot-1": "1412"}, turn=1).state.copy()
    state.phase, state.active = "reform", "saxon"
    for unit_id in ("S-housecarl-1", "S-housecarl-2", "S-fyrd-1", "S-Harold"):
        state.put(unit_id, at="reserve")
    play = Play(rules, state)
    while isinstance(play.request, Choose) and play.request.kind == "setup":
        play.answer(rules.advise_in(style, play.request, play.state, Dice(1)))
    carls = [play.state.units[f"S-housecarl-{number}"].at for number in (1, 2)]
    assert sum(at in ("0116", "0215") for at in carls) == 2 * held, carls


@pytest.mark.parametrize(("style", "beside"), [("withdrawn", False), ("together", True)])
def test_housecarls_who_keep_together_stand_beside_a_friend(style: str, beside: bool) -> None:
    units = {"S-housecarl-1": "0320", "S-thegn-1": "0118, S", "N-foot-1": "1412"}
    found = moved("hastings_berg/hastings", style, units, "saxon movement")
    assert (found["S-housecarl-1"][:4] in ("0117", "0119")) == beside, found


@pytest.mark.parametrize(("style", "order"), [("withdrawn", "done"), ("together", "react")])
def test_housecarls_who_keep_together_step_back_from_foot(style: str, order: str) -> None:
    units = {"S-housecarl-1": "0515, S", "S-Harold": "0315", "S-thegn-1": "0315", "N-foot-1": "0615, N"}
    assert due("hastings_berg/hastings", style, "saxon reaction", units).startswith(order)


@pytest.mark.parametrize(("style", "taken"), [("withdrawn", False), ("together", True)])
def test_saxons_who_mind_the_road_take_it_back(style: str, taken: bool) -> None:
    units = {"S-fyrd-1": "0316, S", "N-foot-1": "1412"}
    state = begun("hastings_berg/hastings", "saxon movement", units).state.copy()
    state.road |= dict.fromkeys(("0315", "0414", "0513", "0514"), 1)
    play = Play(library.rules("hastings_berg", "hastings"), state)
    assert isinstance(play.request, Choose)
    order = str(play.rules.advise_in(style, play.request, play.state, Dice(1)))
    assert ("0315" in order) == taken, order


@pytest.mark.parametrize(("style", "east"), [("withdrawn", False), ("together", True)])
def test_saxons_who_mind_the_road_march_to_it_over_several_turns(style: str, east: bool) -> None:
    units = {"S-fyrd-1": "0619, S", "N-foot-1": "1023"}
    state = begun("hastings_berg/hastings", "saxon movement", units).state.copy()
    state.road |= dict.fromkeys(("0811", "0712", "0612"), 1)
    play = Play(library.rules("hastings_berg", "hastings"), state)
    assert isinstance(play.request, Choose)
    order = play.rules.advise_in(style, play.request, play.state, Dice(1))
    assert (getattr(order, "path", ("0619",))[-1][2:] < "18") == east, order


@pytest.mark.parametrize(("style", "held"), [("withdrawn", True), ("together", False)])
def test_a_housecarl_yields_a_post_beside_the_enemy_in_the_first_period(style: str, held: bool) -> None:
    units = {"S-housecarl-1": "0811, S", "S-fyrd-1": "0712, S", "N-foot-1": "0911, N"}
    state = begun("hastings_berg/hastings", "saxon movement", units).state.copy()
    state.orders["shield_wall"] = {"center": 1}
    play = Play(library.rules("hastings_berg", "hastings"), state)
    assert isinstance(play.request, Choose)
    order = str(play.rules.advise_in(style, play.request, play.state, Dice(1)))
    assert ("S-housecarl-1" not in order) == held, order


@pytest.mark.parametrize(("style", "meets"), [("withdrawn", True), ("together", False)])
def test_saxons_who_spare_their_men_keep_off_a_doubtful_fight(style: str, meets: bool) -> None:
    units = {"S-fyrd-1": "0415, S", "N-foot-1": "0615, N"}
    found = moved("hastings_berg/hastings", style, units, "saxon movement")
    assert (found["S-fyrd-1"][:4] == "0614") == meets, found


@pytest.mark.parametrize(("style", "strategy"), [("withdrawn", "defensive"), ("together", "moderate")])
def test_wings_that_grow_restless_stir(style: str, strategy: str) -> None:
    units = {"N-foot-1": "1412", "S-fyrd-1": "0811", "S-Harold": "0811"}
    state = begun("hastings_berg/hastings", "norman strategies", units, turn=1).state.copy()
    state.ratings["center"] = -2
    play = Play(library.rules("hastings_berg", "hastings"), state)
    assert isinstance(play.request, Secret)
    order = play.rules.advise_in(style, play.request.choices["saxon"], play.state, Dice(1))
    assert order.choices == (f"center:{strategy}",)


@pytest.mark.parametrize(("style", "near"), [("withdrawn", True), ("together", False)])
def test_harold_keeps_off_the_fights(style: str, near: bool) -> None:
    units = {"S-Harold": "0615", "S-fyrd-1": "0615, S", "N-foot-1": "0715, N"}
    found = moved("hastings_berg/hastings", style, units, "saxon movement")
    assert (found["S-Harold"][:2] >= "05") == near, found


@pytest.mark.parametrize(("style", "flank"), [("policy", False), ("relentless", True)])
def test_who_minds_the_answer_comes_from_where_nobody_looks(style: str, flank: bool) -> None:
    units = {"S-slinger-1": "1322", "N-foot-1": "1523"}
    found = moved("hastings_berg/hastings", style, units, "norman movement", turn=4)
    assert (found["N-foot-1"][:4] == "1323") == flank, found


@pytest.mark.parametrize(("style", "struck"), [("policy", "S-fyrd-2"), ("relentless", "S-fyrd-1")])
def test_the_relentless_strike_where_harold_stands(style: str, struck: str) -> None:
    units = {"S-fyrd-1": "1221, N", "S-Harold": "1221", "S-fyrd-2": "1222, N", "N-foot-1": "1322, N"}
    order = due("hastings_berg/hastings", style, "norman melee", units)
    assert order.endswith(f"> {struck}"), order


@pytest.mark.parametrize(("style", "strategy"), [("policy", "defensive"), ("relentless", "aggressive")])
def test_the_relentless_drive_men_who_tire(style: str, strategy: str) -> None:
    state = begun("hastings_berg/hastings", "norman strategies", {"N-foot-1": "1412"}, turn=1).state.copy()
    state.ratings["norman"] = 8
    play = Play(library.rules("hastings_berg", "hastings"), state)
    assert isinstance(play.request, Secret)
    order = play.rules.advise_in(style, play.request.choices["norman"], play.state, Dice(1))
    assert order.choices == (f"norman:{strategy}",)


@pytest.mark.parametrize(("style", "goal"), [("policy", "S-fyrd-1"), ("seeking", "S-housecarl-1")])
def test_normans_who_seek_go_for_the_housecarls(style: str, goal: str) -> None:
    units = {"N-foot-1": "1611", "S-fyrd-1": "1207", "S-housecarl-1": "0915"}
    found = moved("hastings_berg/hastings", style, units, "norman movement", turn=4)
    assert (found["N-foot-1"][2:4] > "11") == (goal == "S-housecarl-1"), found


@pytest.mark.parametrize(("style", "meets"), [("held", True), ("reckoning", False)])
def test_who_reckons_with_all_whom_he_must_fight_keeps_off_many(style: str, meets: bool) -> None:
    units = {"N-foot-1": "1213", "S-fyrd-1": "1210", "S-huscarl-1": "1311", "S-huscarl-2": "1111"}
    found = moved("three_battles/hastings", style, units, "norman movement")
    assert (found["N-foot-1"] == "1211") == meets, found


@pytest.mark.parametrize(("style", "first"), [("held", "S-fyrd-1"), ("reckoning", "S-thegn-1")])
def test_who_reckons_attacks_first_who_has_no_way_back(style: str, first: str) -> None:
    free = {"S-fyrd-1": "1211", "N-knight-1": "1212", "N-knight-2": "1112", "N-knight-3": "1312"}
    units = free | {"S-thegn-1": "1811", "N-foot-1": "1810", "N-foot-2": "1812"}
    assert f"> {first}" in due("three_battles/hastings", style, "norman combat", units)


@pytest.mark.parametrize(("style", "order"), [("reckoning", "hold"), ("closing", "advance S-hearth-1 1506")])
def test_who_slays_advances_where_that_kills_a_leader_left_alone(style: str, order: str) -> None:
    units = {"S-hearth-1": "1505", "S-hearth-2": "1405", "V-archer-1": "1506", "V-Haraldr": "1506"}
    attack = {"order": "saxon: attack S-hearth-1,S-hearth-2 > V-archer-1"}
    steps = attack, {"order": "viking: stand V-Haraldr"}, {"dice": (1,)}
    assert due(FULFORD, style, "saxon combat", units | {"V-leidang-1": "2914"}, *steps) == order


@pytest.mark.parametrize(
    ("style", "order"), [("reckoning", "stand S-Edwin"), ("closing", "retreat S-Edwin 1404")]
)
def test_who_flees_goes_from_a_unit_that_is_attacked_to_the_strongest_near(style: str, order: str) -> None:
    units = {"S-hearth-1": "1505", "S-Edwin": "1505", "S-retainer-1": "1404", "S-fyrd-1": "1504"}
    attack = {"order": "viking: attack V-bondi-1 > S-hearth-1"}
    assert due(FULFORD, style, "viking combat", units | {"V-bondi-1": "1506"}, attack) == order


@pytest.mark.parametrize(("style", "together"), [("reckoning", True), ("closing", False)])
def test_leaders_who_flee_share_no_hex(style: str, together: bool) -> None:
    units = {"S-hearth-1": "1405", "S-retainer-1": "1505", "S-Edwin": "1405", "S-Morkere": "1505"}
    found = moved("three_battles/fulford", style, units | {"V-bondi-1": "1512"}, "saxon movement")
    assert (found["S-Edwin"] == found["S-Morkere"]) == together, found


@pytest.mark.parametrize(("style", "comes"), [("reckoning", False), ("closing", True)])
def test_who_closes_goes_to_an_enemy_near_whom_friends_have_met(style: str, comes: bool) -> None:
    met = {"S-fyrd-1": "1205", "V-bondi-1": "1206"}
    units = met | {"S-fyrd-2": "1705", "S-fyrd-3": "2605", "V-bondi-2": "2612"}
    found = moved("three_battles/fulford", style, units, "saxon movement")
    assert (found["S-fyrd-2"] != "1705") == comes, found
    assert found["S-fyrd-3"] == "2605", "too far off to close in"


@pytest.mark.parametrize(("style", "goes"), [("reckoning", False), ("storming", True)])
def test_saxons_who_storm_go_for_an_enemy_far_off(style: str, goes: bool) -> None:
    units = {"S-huscarl-1": "3017", "N-foot-1": "1920"}
    found = moved("three_battles/hastings", style, units, "saxon movement")
    assert (found["S-huscarl-1"] != "3017") == goes


@pytest.mark.parametrize(("style", "fights"), [("reckoning", False), ("joining", True)])
def test_a_leader_who_joins_goes_into_a_fight_of_another_nationality(style: str, fights: bool) -> None:
    met = {"S-fyrd-1": "1205", "V-hirdman-1": "1206", "V-Haraldr": "1206"}
    units = met | {"R-fyrd-1": "1210", "R-Tostig": "1210"}
    found = moved("three_battles/fulford", style, units, "viking movement")
    assert (found["R-Tostig"] == found["V-hirdman-1"] == "1206") == fights, found


AFAR = {"S-Harold": "1105", "N-William": "1123"}


@pytest.mark.parametrize(("style", "first"), [("reckless", "N-knight-1"), ("concerted", "N-foot-1")])
def test_in_concert_who_has_one_foe_alone_attacks_before_who_may_choose(style: str, first: str) -> None:
    units = {"S-fyrd-1": "1318", "S-fyrd-2": "1118", "N-foot-1": "1418", "N-knight-1": "1218"}
    assert due(SENLAC, style, "norman melee", AFAR | units) == f"attack {first} > S-fyrd-1"


def test_in_concert_that_holds_though_the_other_is_the_less_likely_to_hit() -> None:
    units = {"S-fyrd-1": "1318", "S-fyrd-2": "1118", "N-knight-1": "1418", "N-foot-1": "1218"}
    assert due(SENLAC, "concerted", "norman melee", AFAR | units) == "attack N-knight-1 > S-fyrd-1"


@pytest.mark.parametrize(("style", "target"), [("reckless", "1115"), ("concerted", "1315")])
def test_in_concert_arrows_are_for_walls(style: str, target: str) -> None:
    units = {"S-fyrd-1": "1115", "S-huscarl-1": "1315", "N-archer-1": "1218"}
    assert due(SENLAC, style, "norman archery", AFAR | units) == f"fire N-archer-1 > {target}"


@pytest.mark.parametrize(("style", "joins"), [("reckless", False), ("concerted", True)])
def test_in_concert_a_second_unit_joins_an_attack_on_a_wall(style: str, joins: bool) -> None:
    wall = {"S-huscarl-1": "1118", "S-fyrd-1": "1117", "S-fyrd-2": "1017", "N-foot-1": "1119"}
    units = AFAR | wall | {"S-fyrd-3": "1518", "N-foot-2": "1321"}
    found = moved("shield_wall/hastings", style, units, "norman movement")
    assert (found["N-foot-2"] == "1218") == joins, found


@pytest.mark.parametrize(("style", "on_slope"), [("reckless", True), ("concerted", False)])
def test_in_concert_foot_come_up_beside_the_slope(style: str, on_slope: bool) -> None:
    units = AFAR | {"S-Harold": "1101", "S-fyrd-1": "1210", "N-foot-1": "1109"}
    found = moved("shield_wall/hastings", style, units, "norman movement")
    slopes = library.rules("shield_wall", "hastings").battle.slopes
    assert (found["N-foot-1"] in slopes) == on_slope, found


@pytest.mark.parametrize(("style", "away"), [("reckless", 8), ("concerted", 5)])
def test_in_concert_leaders_follow_so_near_that_the_rallied_are_soon_back(style: str, away: int) -> None:
    units = {"S-Harold": "1105", "S-fyrd-1": "1108", "N-William": "1123", "N-Odo": "1117"}
    found = moved("shield_wall/hastings", style, units, "norman movement")
    assert int(found["N-Odo"][2:]) - 8 == away, found


def test_what_attacks_win_together_is_exact() -> None:
    assert won((2.0,), [0.5, 0.5]) == pytest.approx((1.5, 0.75))
    assert won((1.0, 2.0), [0.5, 0.5]) == pytest.approx((1.25, 0.25))
    assert won((1.0, 2.0), [1.0]) == pytest.approx((1.0, 0.0))


@pytest.mark.parametrize(("style", "goes"), [("joining", False), ("waiting", True)])
def test_a_leader_who_attends_goes_alone_towards_a_fight_far_off(style: str, goes: bool) -> None:
    met = {"S-fyrd-1": "1205", "V-hirdman-1": "1206", "V-Haraldr": "1206"}
    units = met | {"R-fyrd-1": "1912", "R-Tostig": "1912"}
    found = moved("three_battles/fulford", style, units, "viking movement")
    assert (found["R-Tostig"] != found["R-fyrd-1"]) == goes, found


@pytest.mark.parametrize(("style", "near"), [("joining", False), ("waiting", True)])
def test_a_leader_who_attends_is_set_up_near_the_strongest_unit(style: str, near: bool) -> None:
    play: Play[Any] = Play(library.rules("three_battles", "fulford"))
    while isinstance(play.request, Choose) and play.request.seat == "viking":
        play.answer(play.rules.advise_in(style, play.request, play.state, Dice(1)))
    rebels = {play.rules.describe(play.state, f"R-fyrd-{number}") for number in (1, 2, 3)}
    assert (play.rules.describe(play.state, "R-Tostig") in rebels) == near


@pytest.mark.parametrize(("turn", "goes"), [(5, False), (6, True)])
def test_who_has_waited_goes_for_an_enemy_who_has_not_come(turn: int, goes: bool) -> None:
    units = {"V-bondi-1": "1412", "S-fyrd-1": "1405"}
    found = moved("three_battles/fulford", "waiting", units, "viking movement", turn=turn)
    assert (found["V-bondi-1"] != "1412") == goes, found


@pytest.mark.parametrize(("style", "helps"), [("closing", False), ("massing", True)])
def test_who_masses_goes_where_his_coming_adds_most_not_to_the_best_odds(style: str, helps: bool) -> None:
    strong = {"V-bondi-1": "1204", "S-levy-1": "1103", "S-levy-2": "1203", "S-levy-3": "1304"}
    units = strong | {"V-bondi-2": "1604", "S-fyrd-2": "1603", "S-fyrd-1": "1405"}
    found = moved("three_battles/fulford", style, units, "saxon movement")
    assert found["S-fyrd-1"] == ("1605" if helps else "1305"), found


@pytest.mark.parametrize(("style", "first"), [("closing", "S-fyrd-1"), ("massing", "S-levy-1")])
def test_who_masses_moves_the_strongest_first(style: str, first: str) -> None:
    units = {"V-bondi-2": "1604", "S-fyrd-2": "1603", "S-levy-1": "1405", "S-fyrd-1": "1805"}
    assert due(FULFORD, style, "saxon movement", units).startswith(f"move {first} ")


def declared(style: str, units: dict[str, str]) -> list[str]:
    """The combats that the Saxons declare at Fulford in a style."""
    play, found = begun(FULFORD, "saxon combat", units), list[str]()
    while isinstance(play.request, Choose) and play.request.kind == "combats":
        order = play.rules.advise_in(style, play.request, play.state, Dice(1))
        found.append(str(order))
        play.answer(order)
    return found


def test_in_concert_nobody_joins_who_is_wanted_elsewhere() -> None:
    saxons = {"S-levy-1": "1305", "S-retainer-1": "1303", "S-fyrd-2": "1105"}
    units = saxons | {"V-hirdman-1": "1304", "V-leidang-1": "1204", "V-bondi-1": "1205"}
    joined = ["attack S-retainer-1,S-levy-1 > V-hirdman-1", "attack S-fyrd-2 > V-leidang-1,V-bondi-1"]
    alone = ["S-retainer-1 > V-hirdman-1", "S-fyrd-2 > V-leidang-1", "S-levy-1 > V-bondi-1"]
    assert sorted(declared("massing", units)) == sorted(joined)
    assert sorted(declared("concerted", units)) == sorted(f"attack {each}" for each in alone)


def test_in_concert_one_takes_two_foes_where_that_lets_others_attack_together() -> None:
    saxons = {"S-fyrd-2": "1305", "S-levy-1": "1404", "S-fyrd-1": "1105"}
    units = saxons | {"V-bondi-2": "1405", "V-hirdman-1": "1205", "V-bondi-1": "1304"}
    together = ["attack S-fyrd-1,S-fyrd-2 > V-hirdman-1", "attack S-levy-1 > V-bondi-1,V-bondi-2"]
    assert len(declared("massing", units)) == 3
    assert sorted(declared("concerted", units)) == sorted(together)


def test_in_concert_an_attacker_changes_his_foe_while_that_gains() -> None:
    strong = {"S-hearth-1": "1206", "S-levy-1": "1305", "S-retainer-1": "1205"}
    units = strong | {"S-fyrd-1": "1303", "S-fyrd-2": "1404"}
    units |= {"V-bondi-1": "1204", "V-bondi-2": "1304", "V-leidang-1": "1306"}
    best = ["S-fyrd-1,S-fyrd-2 > V-bondi-2", "S-hearth-1,S-retainer-1 > V-leidang-1", "S-levy-1 > V-bondi-1"]
    assert sorted(declared("concerted", units)) == sorted(f"attack {each}" for each in best)


def test_in_concert_one_takes_the_place_of_another_who_turns_elsewhere() -> None:
    saxons = {"S-levy-1": "1305", "S-retainer-1": "1204", "S-hearth-1": "1105", "S-fyrd-1": "1405"}
    vikings = {"V-leidang-1": "1205", "V-hirdman-1": "1306", "V-bondi-1": "1104", "V-bondi-2": "1304"}
    best = ["S-levy-1,S-fyrd-1 > V-hirdman-1", "S-hearth-1 > V-bondi-1,V-leidang-1"]
    found = declared("concerted", saxons | vikings)
    assert sorted(found) == sorted(f"attack {each}" for each in (*best, "S-retainer-1 > V-bondi-2"))


@pytest.mark.parametrize(("style", "together"), [("joining", True), ("parting", False)])
def test_leaders_who_part_share_no_hex_though_one_is_idle(style: str, together: bool) -> None:
    met = {"S-fyrd-1": "1205", "V-hirdman-1": "1206", "V-Haraldr": "1206"}
    units = met | {"R-fyrd-1": "1210", "R-Tostig": "1210"}
    found = moved("three_battles/fulford", style, units, "viking movement")
    assert (found["R-Tostig"] == found["V-Haraldr"]) == together, found


@pytest.mark.parametrize(
    ("style", "reduced", "order"),
    [
        ("closing", "", "retreat V-Haraldr 1405"),
        ("parting", "", "stand V-Haraldr"),
        ("parting", ", reduced", "retreat V-Haraldr 1405"),
    ],
)
def test_who_trusts_a_unit_stays_with_it_while_it_is_whole(style: str, reduced: str, order: str) -> None:
    units = {"V-hirdman-1": f"1506{reduced}", "V-Haraldr": "1506", "V-hirdman-2": "1405"}
    attack = {"order": "saxon: attack S-fyrd-1 > V-hirdman-1"}
    assert due(FULFORD, style, "saxon combat", units | {"S-fyrd-1": "1507"}, attack) == order


@pytest.mark.parametrize(("style", "far"), [("patient", False), ("shielded", True)])
def test_a_shielded_king_keeps_away_from_the_enemy(style: str, far: bool) -> None:
    units = {"S-Harold-mounted": "3605", "S-rider-1": "3605", "S-fyrd-1": "3205", "V-bondi-1": "3808"}
    found = moved("three_battles/stamford_bridge", style, units | {"others": "exited"}, "saxon movement")
    assert (found["S-Harold-mounted"] == "3205") == far, found


@pytest.mark.parametrize(("style", "caught"), [("closing", False), ("snaring", True)])
def test_who_snares_closes_all_ways_out_of_a_leader_alone_and_goes_in(style: str, caught: bool) -> None:
    units = {"S-fyrd-1": "1207", "S-fyrd-2": "1212", "V-Haraldr": "1210", "V-bondi-1": "2212"}
    found = moved("three_battles/fulford", style, units, "saxon movement")
    assert (found["V-Haraldr"] == "removed") == caught, found


@pytest.mark.parametrize(("style", "attacks"), [("stalking", True), ("chasing", False)])
def test_who_snares_does_not_attack_a_leader_who_can_still_flee(style: str, attacks: bool) -> None:
    units = {"S-fyrd-1": "1209", "S-fyrd-2": "1109", "V-Haraldr": "1210", "V-bondi-1": "2212"}
    assert due(FULFORD, style, "saxon combat", units).startswith("attack") == attacks


@pytest.mark.parametrize(("style", "round_him"), [("hunting", False), ("snaring", True)])
def test_who_snares_goes_round_a_unit_that_is_in_the_way(style: str, round_him: bool) -> None:
    units = {"S-fyrd-1": "1206", "V-bondi-1": "1209", "V-Haraldr": "1213"}
    found = moved("three_battles/fulford", style, units, "saxon movement")
    assert (found["S-fyrd-1"][:2] != "12") == round_him, found


@pytest.mark.parametrize(("style", "kills"), [("policy", False), ("chasing", True)])
def test_cavalry_that_slays_goes_on_to_a_leader_alone_farther_off(style: str, kills: bool) -> None:
    units = {"S-rider-1": "5012", "S-rider-2": "5113", "V-archer-1": "5013", "V-Haraldr": "5015"}
    attack = {"order": "saxon: attack S-rider-1,S-rider-2 > V-archer-1"}
    units |= {"V-bondi-1": "4404", "others": "exited"}
    order = due("three_battles/stamford_bridge", style, "saxon combat", units, attack, {"dice": (1,)})
    assert order.endswith("5015") == kills, order


@pytest.mark.parametrize(("style", "far"), [("parting", False), ("luring", True)])
def test_who_lures_sets_up_his_outposts_far_from_where_the_enemy_comes(style: str, far: bool) -> None:
    rules = library.rules("three_battles", "stamford_bridge")
    play = Play(rules)
    while isinstance(play.request, Choose) and play.request.side == "viking":
        play.answer(rules.advise_in(style, play.request, play.state, Dice(1)))
    board, units = rules.battle.board, play.state.units  # type: ignore[attr-defined]
    outposts = [units[u].at for u in ("V-hirdman-1", "V-bondi-1", *(f"V-leidang-{n}" for n in range(1, 7)))]
    entry = board.area("saxon_entry")
    assert (min(board.distance(here, edge) for here in outposts for edge in entry) >= 7) == far
    assert all(board.distance(here, there) >= 3 for here in outposts for there in outposts if here != there)


def test_who_lures_is_set_up_as_suggested_where_no_unit_must_be_apart() -> None:
    play: Play[Any] = Play(library.rules("three_battles", "fulford"))
    assert isinstance(play.request, Choose)
    assert str(play.rules.advise_in("luring", play.request, play.state, Dice(1))) == "deploy"
