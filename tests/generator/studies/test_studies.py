"""Studies: rows that follow from their seeds, interrupted and gone on with, counted, and told on a page."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from generator.boards.frame import SquareFrame
from generator.studies import plan as planning
from generator.studies import plots, report, running
from generator.studies.counting import endings, lost_by_turn, paired, share_of
from generator.studies.games import Row, played
from generator.studies.heat import heat_png
from generator.studies.plan import Arm, Plan, StudyFault, checked
from generator.studies.rows import Rows, write_parquet
from generator.studies.rule_mentions import summaries_of, told_rules
from modules import game_registry, library
from modules.terminal import find_hidden

CARDS = "hastings_pulsipher"
FULFORD = Plan("three_battles", "fulford", ("policy", "policy"), (Arm("as shipped"),), 1)


def plan(games: int = 25, arms: tuple[Arm, ...] = (Arm("as shipped"),)) -> Plan:
    return Plan(CARDS, "small", ("policy", "policy"), arms, games)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Rows:
    """A study of 25 games, played without an interruption."""
    rows = Rows(tmp_path_factory.mktemp("study"), plan())
    running.run(rows, running.here(1))
    return rows


def test_a_row_follows_from_its_seed(whole: Rows) -> None:
    rows = list(whole.all())
    assert [row["seed"] for row in rows] == list(range(25))
    again = json.loads(json.dumps(played(whole.plan, 0, 7)))
    assert rows[7] == again
    assert len({json.dumps(row["fired"]) for row in rows}) > 20


def test_a_budget_parts_rows_only_where_somebody_searches() -> None:
    searched = replace(plan(), players=("search", "policy"))
    assert replace(plan(), budget=0).mark == plan().mark
    assert replace(searched, budget=0).mark != searched.mark


def test_an_interrupted_study_goes_on_without_losing_or_doubling_a_game(
    whole: Rows, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, batches = Rows(tmp_path, plan()), running._batch

    def stopped(of: Plan, arm: int, first: int, count: int) -> list[Row]:
        if first:
            raise KeyboardInterrupt
        return list(batches(of, arm, first, count))

    monkeypatch.setattr(running, "_batch", stopped)
    with pytest.raises(KeyboardInterrupt):
        running.run(rows, running.here(1))
    assert len(list(rows.all())) == 20
    monkeypatch.setattr(running, "_batch", batches)
    told: list[tuple[int, int]] = []
    running.run(Rows(tmp_path, plan()), running.here(1), told=lambda done, of: told.append((done, of)))
    assert told == [(20, 25), (25, 25)]
    assert list(rows.all()) == list(whole.all())


def test_a_study_that_is_lengthened_plays_only_what_is_missing(whole: Rows, tmp_path: Path) -> None:
    shutil.copytree(whole.folder, tmp_path / "copy")
    longer = Rows(tmp_path / "copy", plan(30))
    assert longer.missing() == [(0, 20)]
    running.run(longer, running.here(1))
    assert list(longer.all())[:25] == list(whole.all())
    assert [row["seed"] for row in longer.all()] == list(range(30))


def test_it_stops_when_the_intervals_are_narrow_enough(tmp_path: Path) -> None:
    rows = Rows(tmp_path, plan(60))
    running.run(rows, running.here(1), until=0.4)
    assert len(list(rows.all())) == 20


def test_a_folder_keeps_one_study(whole: Rows) -> None:
    other = Plan(CARDS, "small", ("policy", "random"), (Arm("as shipped"),), 25)
    with pytest.raises(StudyFault, match="holds another study"):
        Rows(whole.folder, other)


def test_rows_of_nobody_knows_what_are_not_gone_on_with(whole: Rows, tmp_path: Path) -> None:
    shutil.copytree(whole.folder / "rows", tmp_path / "rows")
    with pytest.raises(StudyFault, match=r"holds rows, but no study\.json"):
        Rows(tmp_path, plan())


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "cut off": lambda text: text[:-100],
    "no text": lambda text: b"\xff" + text,
    "no rows": lambda _: b"{}\n" * 20,
    "lists": lambda _: b"[1]\n" * 20,
    "a game twice": lambda text: text.replace(b'"seed":7,', b'"seed":8,'),
    "another arm": lambda text: text.replace(b"as shipped", b"another"),
    "NaN": lambda text: text.replace(b'"turns":', b'"turns":NaN,"x":', 1),
    "a column of Infinity": lambda text: re.sub(rb'"decisions":\d+', b'"decisions":Infinity', text),
    "a word for a number": lambda text: re.sub(rb'"decisions":\d+', b'"decisions":"9"', text),
    "a huge number": lambda text: re.sub(rb'"decisions":\d+', b'"decisions":' + b"9" * 5000, text),
    "no number of losses": lambda text: re.sub(rb'"losses":{', b'"losses":{"x":{},', text),
    "no last turn": lambda text: re.sub(rb'"turns":\d+', b'"turns":9998', text),
    "lists for names": lambda text: text.replace(b'"lost":[', b'"lost":[[],'),
    "a sign for a terminal": lambda text: text.replace(b'"lost":[', b'"lost":["\\u001b[2J",'),
    "nested": lambda _: b"[" * 100_000,
    "a column less": lambda text: text.replace(b'"idle":', b'"idly":'),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_a_damaged_batch_is_named(whole: Rows, tmp_path: Path, name: str) -> None:
    shutil.copytree(whole.folder, tmp_path / "copy")
    rows = Rows(tmp_path / "copy", plan())
    file = rows.file(0, 0)
    file.write_bytes(DAMAGE[name](file.read_bytes()))
    for look in (rows.missing, lambda: list(rows.all())):
        with pytest.raises(
            StudyFault, match=r"000-000000000\.jsonl, line [0-9]+: the file is damaged: delete it"
        ):
            look()


def test_a_game_is_found_by_its_row_where_the_study_stopped_early(tmp_path: Path) -> None:
    both = replace(plan(60, (Arm("as shipped"), Arm("options 1", ("1",)))), first=100)
    rows = Rows(tmp_path, both)
    assert [rows.place_of(at) for at in (0, 59, 60, 119)] == [(0, 100), (0, 159), (1, 100), (1, 159)]
    for arm in (0, 1):
        rows.keep(arm, 100, [row(seed, "", arm=both.arms[arm].name) for seed in range(100, 120)])
    assert [rows.place_of(at) for at in (0, 19, 20, 39)] == [(0, 100), (0, 119), (1, 100), (1, 119)]
    with pytest.raises(StudyFault, match="there is no game 40: the study has 40"):
        rows.place_of(40)


def test_a_value_of_a_counter_is_varied_over_the_same_seeds() -> None:
    arms = planning.varied("counters.S-guard.combat=6..8", ())
    assert [arm.name for arm in arms] == [f"S-guard.combat={n}" for n in (6, 7, 8)]
    values = [
        planning.definition_of("three_battles", arm).counters["S-guard"].front["combat"] for arm in arms
    ]
    assert values == [6, 7, 8]


def test_data_of_another_folder_are_another_arm(tmp_path: Path) -> None:
    copy = tmp_path / "mine"
    shutil.copytree(game_registry.HERE / CARDS, copy, ignore=shutil.ignore_patterns("__pycache__", "*.py"))
    file = copy / "scenarios" / "small.yaml"
    file.write_text(file.read_text().replace("turns: 7", "turns: 2"))
    asked = planning.asked(f"{CARDS}/small", "policy,policy", "", (str(copy),))
    assert [arm.name for arm in asked.arms] == ["as shipped", "mine"]
    assert played(checked(asked), 1, 3)["turns"] <= 2 < played(asked, 0, 3)["turns"]
    again = planning.asked(f"{CARDS}/small", "policy,policy", "", (f"{tmp_path}/./mine/",))
    before = asked.mark
    assert again.mark == before, "however its path is written"
    file.write_text(file.read_text().replace("turns: 2", "turns: 3"))
    planning.definition_of.cache_clear()
    assert planning.asked(f"{CARDS}/small", "policy,policy", "", (str(copy),)).mark != before


def test_data_that_changed_make_another_study(monkeypatch: pytest.MonkeyPatch) -> None:
    before, shipped = plan().mark, library.definition(CARDS)
    other = replace(shipped, digest=shipped.digest[::-1])
    planning.definition_of.cache_clear()
    monkeypatch.setattr(library, "definition", lambda _: other)
    assert plan().mark != before
    planning.definition_of.cache_clear()


def test_folders_of_one_name_are_told_apart(tmp_path: Path) -> None:
    for each in ("one", "two"):
        shutil.copytree(
            game_registry.HERE / CARDS, tmp_path / each / CARDS, ignore=shutil.ignore_patterns("*.py")
        )
    folders = tuple(str(tmp_path / each / CARDS) for each in ("one", "two"))
    asked = planning.asked(f"{CARDS}/small", "policy,policy", "", folders)
    assert [arm.name for arm in asked.arms] == ["as shipped", f"{CARDS} in one", f"{CARDS} in two"]


@pytest.mark.parametrize(
    ("options", "against"),
    [("4", ("options:4",)), ("", ("options:each", "options:1")), ("", ("options:", "options:"))],
)
def test_an_arm_is_not_compared_with_itself(options: str, against: tuple[str, ...]) -> None:
    with pytest.raises(StudyFault, match="two arms are called"):
        planning.asked("three_battles/fulford", "policy,policy", options, against)


FAULTS = {
    "players": ({"players": "policy"}, "has 2 players"),
    "a player": ({"players": "policy,God"}, "no player 'God'"),
    "vary": ({"vary": ("counters.S-guard=1",)}, "is not such as"),
    "a counter": ({"vary": ("counters.S-nobody.combat=1..2",)}, "no entry 'S-nobody'"),
    "a field": ({"vary": ("counters.S-guard.wit=1..2",)}, "no 'wit'"),
    "a scenario": ({"name": "hastings"}, "is not GAME/SCENARIO"),
    "two values": (
        {"vary": ("counters.S-guard.combat=1..2", "counters.S-guard.movement=1..2")},
        "give one --vary",
    ),
    "both": ({"vary": ("counters.S-guard.combat=1..2",), "against": ("x",)}, "not both"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_cannot_be_studied(name: str) -> None:
    words, said = FAULTS[name]
    given = {"name": "three_battles/hastings", "players": "policy,policy", "against": (), "vary": ()}
    given |= words
    with pytest.raises(StudyFault, match=said):
        checked(planning.asked(given["name"], given["players"], "", given["against"], given["vary"]))  # type: ignore[arg-type]


def test_a_share_has_wilsons_interval() -> None:
    share = share_of(8, 10)
    assert (round(share.low, 4), round(share.high, 4)) == (0.4902, 0.9433)
    assert (share_of(0, 0).low, share_of(0, 0).high) == (0, 1)


def test_no_share_lies_outside_of_its_interval() -> None:
    shares = [share_of(count, of) for of in range(1, 300) for count in {0, of // 3, of}]
    assert all(0 <= each.low <= each.value <= each.high <= 1 for each in shares)


def row(seed: int, winner: str, **more: object) -> Row:
    return {"seed": seed, "winner": winner, "level": "victory", "rule": "9.1", **more}


def test_arms_are_compared_seed_by_seed() -> None:
    first = [row(0, "red"), row(1, "blue"), row(2, "")]
    other = [row(0, "red"), row(1, "red"), row(2, "red"), row(3, "blue")]
    found = paired(first, other, "red")
    assert round(found.value, 6) == 0.5
    many = [row(seed, "red") for seed in range(1000)]
    assert str(paired(many, many, "red")) == "+0.0 ± 0.1"


def test_a_single_game_tells_nothing_of_the_error() -> None:
    assert str(paired([row(0, "blue")], [row(0, "red")], "red")) == "+100.0 ± 98.0"


def test_ends_and_losses_are_counted() -> None:
    rows = [row(0, "red", losses={"1": {"red": 1}, "2": {"red": 3}}), row(1, "", losses={"1": {"red": 0}})]
    assert [(who, share.count) for who, _, _, share in endings([*rows, row(2, "red")])] == [
        ("red", 2),
        ("nobody", 1),
    ]
    assert lost_by_turn(rows, ["red"]) == {1: {"red": 0.5}, 2: {"red": 3}}


def test_each_option_is_an_arm_of_its_own() -> None:
    asked = planning.asked("three_battles/fulford", "policy,policy", "", ("options:each",))
    options = library.options_of(library.definition("three_battles"), "fulford")
    assert [arm.options for arm in asked.arms] == [(), *((name,) for name in options)]
    assert checked(asked) == asked


def test_losses_are_where_counters_stood_and_who_is_idle_did_nothing() -> None:
    found = played(FULFORD, 0, 1)
    counters = library.rules("three_battles", "fulford").battle.counters  # type: ignore[attr-defined]
    assert set(found["idle"]) < set(counters)
    assert not set(found["idle"]) & set(found["lost"])
    assert found["idle"]
    grid = library.rules("three_battles", "fulford").battle.board.grid  # type: ignore[attr-defined]
    assert found["places"].keys() == found["fights"].keys() == {"fulford"}
    assert found["places"]["fulford"]
    assert all(place in grid for kind in ("places", "fights") for place in found[kind]["fulford"])
    combats = found["fired"]["7.2"] // 2  # each is rolled for and told of
    assert sum(found["fights"]["fulford"].values()) >= combats > 0
    assert sum(found["losses"][str(found["turns"])].values()) == len(found["lost"])
    assert sum(found["places"]["fulford"].values()) == len(found["lost"])
    assert found["fired"][found["rule"]] > 0


def test_who_enters_the_map_and_attacks_is_seen_to_fight() -> None:
    """At Stamford Bridge the Anglo-Saxons come from the west upon the outpost that stands there alone."""
    found = played(Plan("three_battles", "stamford_bridge", ("policy",) * 2, (Arm("as shipped"),), 1), 0, 1)
    outpost = {"3304", "3307", "3310"} & found["places"]["stamford_bridge"].keys()
    assert outpost
    assert outpost <= found["fights"]["stamford_bridge"].keys()


@pytest.mark.parametrize(
    ("game", "scenario", "seats"), [(CARDS, "small", 2), ("year_of_the_comet", "campaign", 3)]
)
def test_fights_are_seen_and_drawn_on_boards_and_areas(game: str, scenario: str, seats: int) -> None:
    studied = Plan(game, scenario, ("policy",) * seats, (Arm("as shipped"),), 1)
    row = played(studied, 0, 2)
    (name, fights), definition = next(iter(row["fights"].items())), library.definition(game)
    there = (definition.boards | definition.area_maps)[name]
    assert set(fights) <= set(SquareFrame(there, (1, 1), 0, 0).squares if game == CARDS else there.areas)  # type: ignore[arg-type,union-attr]
    assert len(fights) > 5
    drawn = heat_png(definition, name, row["places"][name], fights)
    assert drawn is not None
    assert drawn.startswith(b"\x89PNG")
    assert heat_png(definition, name, {}, {}) is None


@pytest.mark.whole
def test_a_day_of_two_periods_is_counted_as_one_battle() -> None:
    """Turns go on in the second period; armies that reform between the two are not lost."""
    found = played(Plan("hastings_berg", "hastings", ("policy",) * 2, (Arm("as shipped"),), 1), 0, 0)
    periods = library.definition("hastings_berg").hex_scenarios["hastings"].turns
    assert found["turns"] > periods
    assert list(found["losses"]) == [str(turn) for turn in range(1, found["turns"] + 1)]
    lost = [sum(its.values()) for its in found["losses"].values()]
    assert lost == sorted(lost)
    assert lost[-1] == len(found["lost"]) == sum(found["places"]["hastings"].values())


@pytest.mark.whole
def test_a_campaign_is_counted_from_battle_to_battle() -> None:
    """Losses are the player's, whatever his side in a battle is called; who goes home is none of them."""
    studied = Plan("three_battles", "campaign", ("policy",) * 2, (Arm("as shipped"),), 1)
    row = played(studied, 0, 5)  # a campaign of all three battles
    battles = ["fulford", "stamford_bridge", "hastings"]
    assert list(row["places"]) == sorted(battles)
    assert list(row["losses"]) == [str(turn) for turn in range(1, row["turns"] + 1)]
    for side in ("saxon", "invader"):
        lost = [its[side] for its in row["losses"].values()]
        assert 0 < lost[5] < lost[-1] < 80
    assert sum(row["losses"][str(row["turns"])].values()) >= len(row["lost"])
    told = {part.heading: part for part in report.parts(studied, [row])}
    assert len(told["Fights and losses by place"].maps) == 3
    assert told["Fights and losses by place"].rows[0][0].split()[0] in battles


def test_the_same_rows_give_the_same_page(whole: Rows, tmp_path: Path) -> None:
    rows = list(whole.all())
    told, again = report.report(whole.plan, rows), report.report(whole.plan, rows)
    text, page = report.markdown(told), report.page(told)
    assert (text, page) == (report.markdown(again), report.page(again))
    by_heading = {part.heading: part for part in told.parts}
    rules = {number: brief for number, brief, _ in by_heading["Rules"].rows}
    assert rules["8.5"] == summaries_of(library.folder(CARDS))["8.5"]
    assert all(rules.values())
    assert not rules.keys() & {number for number, _ in by_heading["Rules that never fired"].rows}
    won = sum(each["winner"] == "saxon" for each in rows)
    assert f"| as shipped | 25 | {share_of(won, 25)} |" in text
    for heading in (
        "Wins", "Ends", "Length", "Losses", "Rules", "Rules that never fired", "Counters that never mattered",
        "Games to look at",
    ):  # fmt: skip
        assert f"## {heading}" in text
        assert f"<h2>{heading}</h2>" in page


def test_a_page_is_read_on_a_telephone(whole: Rows) -> None:
    page = report.page(report.report(whole.plan, list(whole.all())))
    assert 'name="viewport" content="width=device-width' in page
    assert "overflow-x:auto" in page


@pytest.mark.skipif(not plots.can_plot(), reason="draws")
def test_where_one_side_wins_all_games_a_page_is_made_all_the_same(whole: Rows) -> None:
    rows = [{**each, "winner": "saxon"} for each in whole.all()]
    assert all(report.parts(replace(whole.plan, games=n), rows[:n]) for n in range(1, 20))
    told = [{p.heading: p for p in report.parts(replace(whole.plan, games=n), rows[:n])} for n in (4, 5, 10)]
    assert all(each["Wins"].picture.startswith("<svg") for each in told)


def test_what_an_option_does_is_told_and_drawn_with_its_error(whole: Rows) -> None:
    arms = (Arm("as shipped"), Arm("turned"))
    both = [{**row, "arm": arm.name} for arm in arms for row in whole.all()]
    turned = {"saxon": "norman", "norman": "saxon", "": ""}
    rows = [{**r, "winner": turned[r["winner"]]} if r["arm"] == "turned" else r for r in both]
    told = {p.heading: p for p in report.parts(plan(25, arms), rows)}
    alone = {heading for heading, p in told.items() if p.text.startswith("Of as shipped alone.")}
    assert alone == {
        "Losses", "Fights and losses by place", "Counters that are lost most", "Counters that never mattered",
        "Games to look at",
    }  # fmt: skip
    assert "50 games in 2 arms; saxon policy, norman policy." in report.title(plan(25, arms), rows)[1]
    part = told["Differences"]
    sides = part.head[1:]
    effects = [str(paired(rows[:25], rows[25:], side)) for side in sides]
    assert list(part.rows) == [["turned", *effects]]
    assert effects[0][1:] == effects[1][1:], "what one side gains the other loses"
    if plots.can_plot():
        assert part.picture.startswith("<svg")
        assert part.picture == plots.effects_plot(
            {"turned": paired(rows[:25], rows[25:], sides[0])}, sides[0]
        )


def test_rows_as_parquet(whole: Rows, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = list(whole.all())
    for name in ("one", "other"):
        assert write_parquet(rows, tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()
    read = parquet.read_table(tmp_path / "one").to_pylist()
    assert [each["winner"] for each in read] == [each["winner"] for each in rows]
    assert json.loads(read[3]["fired"]) == rows[3]["fired"]


def test_the_rules_that_code_tells_of() -> None:
    found = told_rules(library.definition("shield_wall"))
    assert {"7.2", "7.3", "12.2"} <= found


def test_where_it_was_fought_is_drawn_in_the_games_own_look() -> None:
    usual = library.definition("shield_wall")
    style = usual.game.style.model_copy(update={"like": "gunpowder"})
    other = replace(usual, game=usual.game.model_copy(update={"style": style}))
    drawn = [heat_png(each, "hastings", {"1008": 2}, {"1008": 1}) for each in (usual, other)]
    assert drawn[0] != drawn[1]


def test_names_of_a_stranger_are_words_in_both_reports(whole: Rows, tmp_path: Path) -> None:
    """Of counters, places, maps and rules that no such game has, markup among them."""
    shutil.copytree(whole.folder, tmp_path / "copy")
    rows = Rows(tmp_path / "copy", plan())
    file, evil = rows.file(0, 0), b'"<script>alert(1)</script>\\\\<b>![x](http://x/)"'
    text = file.read_bytes().replace(b'"lost":[', b'"lost":[' + evil + b",").replace(b",]", b"]")
    for column in (b"places", b"fights"):
        text = text.replace(b'"%s":{' % column, b'"%s":{%s:{"a1":1},' % (column, evil))
    text = text.replace(b"},}", b"}}")
    file.write_bytes(text)
    told = report.report(plan(), list(rows.all()))
    page_, words = report.page(told), report.markdown(told)
    assert "<script" not in page_ and "http://x/" in page_
    assert not re.search(r"(?<!\\)(\\\\)*[<\[]", words) and "script" in words


def test_a_folder_whose_name_speaks_to_a_terminal() -> None:
    told = report.Report("a\x1b[2J", "b\u202e", (report.Part("Wins", "c\x07", ("d\x1b",), [["e\x1b"]]),))
    for text in (report.markdown(report.cleaned(told)), report.page(report.cleaned(told))):
        assert not find_hidden(text)
