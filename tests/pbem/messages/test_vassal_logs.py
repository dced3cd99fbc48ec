"""A refereed game as a log of VASSAL: it leads from the beginning to the position of the save, and tells a
side no more than that side may see."""

import re
import sys
from copy import copy
from types import SimpleNamespace

import pytest
from by_policy import Enough, begun, load
from commands import good, pbem
from hypothesis import given, settings
from hypothesis import strategies as st
from plans import shipped_plan
from refusing import refuses
from vassal_table import laid_out, text_of

from generator.cli import main as senlac
from modules import library
from pbem.entry import bodies
from pbem.log.party.folder import Folder
from pbem.messages import position_pictures
from pbem.reason_codes import Code
from pbem.rules import seat_views
from pbem.rules.boards import party_board
from pbem.setup.new_game import Plan
from pbem.simulation.file_games import play_game

pytestmark = pytest.mark.whole

SEED = 4


@pytest.fixture(scope="module")
def cards(tmp_path_factory):
    return begun(tmp_path_factory.mktemp("cards"), "hastings_pulsipher", "full", SEED)


@pytest.fixture(scope="module")
def campaign(tmp_path_factory):
    """The table of a campaign shortly after its second battle began, and an entry shortly before."""
    path, second = tmp_path_factory.mktemp("campaign"), []

    def stop(table):
        if table.replay.rules.map_of(table.play.state) != "fulford":
            second.append(table.seq)
            if table.seq > second[0] + 12:
                raise Enough

    with pytest.raises(Enough):
        play_game(Plan("three_battles", "campaign", (), {}, seed=2), path, stop)
    return load(path), second[0] - 12


def replayed(table, side, path, since=0):
    """The log of a table played to its end, as it begins, and the save of the same moment."""
    log, now = path / "game.vlog", path / "now.vsav"
    position_pictures.draw(table, side, log, since=since)
    position_pictures.draw(table, side, now)
    begins, steps = laid_out(log)
    start = begins.lying()
    for step in steps:
        begins.play(step)
    return begins, start, laid_out(now)[0], steps


@pytest.fixture(scope="module")
def battle(tmp_path_factory):
    """The beginning of a game that all see, its log replayed."""
    path = begun(tmp_path_factory.mktemp("battle"), "three_battles", "hastings", SEED)
    return path, replayed(load(path), None, path)


def test_a_log_leads_from_the_beginning_to_the_save(battle):
    path, (played, start, now, steps) = battle
    assert played.lying() == now.lying()
    position_pictures.draw(load(path, upto=0), None, path / "start.vsav")
    assert start == laid_out(path / "start.vsav")[0].lying() != now.lying()
    assert len(steps) > 70


@pytest.mark.parametrize("side", [None, "saxon", "norman"])
def test_a_log_of_hidden_cards_leads_from_what_was_known_to_what_is(cards, side, tmp_path):
    role = side or "referee"
    played, start, now, steps = replayed(load(cards, role), side, tmp_path)
    assert played.lying() == now.lying()
    dealt = [line for line in played.chat if line.startswith("* cards for ")]
    assert dealt and all(line.startswith(("* cards for Normans: ", "* cards for Saxons: ")) for line in dealt)
    position_pictures.draw(load(cards, role, upto=0), side, tmp_path / "start.vsav")
    assert start == laid_out(tmp_path / "start.vsav")[0].lying() != now.lying()
    assert len(steps) > 40


def test_a_campaign_goes_on_to_the_next_map(campaign, tmp_path):
    table, since = campaign
    played, start, now, _ = replayed(table, None, tmp_path, since)
    assert played.lying() == now.lying()
    for heaps, _ in (start, now.lying()):
        assert {"Battlefield"} <= {heap[0] for heap in heaps} <= {"Battlefield", "Eliminated"}
    ((title, *cell),) = played.boards["Battlefield"]
    assert title in ("Stamford Bridge", "Hastings") and cell == [0, 0]
    assert played.boards == now.boards
    assert played.properties == now.properties | {"SettingUp": ""}, "the set-up of the second battle is over"
    assert played.properties["Battle"] == f"scenario {title.lower().replace(' ', '_')}"


def test_the_chat_tells_each_order_once_and_dice_and_what_came_of_them(battle):
    _, (played, *_) = battle
    said = "\n".join(played.chat)
    marches = re.findall(
        r"^\* Norman army: (?:move|retreat) (\S+) \S+ \(from \d{4}, [\d.]+\)$", said, re.MULTILINE
    )
    assert len(marches) > 10
    assert not re.search(r"^\* \S+ moves ", said, re.MULTILINE)
    assert re.search(r"^\* \d?d6: \S.* \(rule [\d.]+\): \d", said, re.MULTILINE)
    assert re.search(r"^\* \S+ in \d{4} is disordered \([\d.]+\)$", said, re.MULTILINE)
    assert all(line.startswith("* ") and "<" not in line for line in played.chat)


def test_each_step_moves_a_counter_by_one_hex(battle):
    """Those of a battle in which nobody enters: what goes farther, VASSAL's own commands do off the map. A
    retreat that needs no order, or that a leader follows, is one step."""
    path, (*_, steps) = battle
    begins, steps = laid_out(path / "game.vlog")
    grid = library.rules("three_battles", "hastings").battle.board.grid
    plan = shipped_plan("three_battles").maps["hastings"]
    hexes = {plan.at(each): each for each in grid.ids}
    gone = 0
    for step in steps:
        before = {each: piece.basic for each, piece in begins.pieces.items()}
        begins.play(step)
        told = begins.chat[-1] if begins.chat else ""
        for each, piece in begins.pieces.items() if not re.search(": follow | retreats ", told) else ():
            start, end = (hexes.get((at.x, at.y)) for at in (before.get(each, piece.basic), piece.basic))
            assert start == end or None in (start, end) or end in grid.neighbours(start)
            gone += start != end
    assert gone > 300


@pytest.mark.long
def test_the_end_is_told_and_the_command_gives_the_same_bytes_again(tmp_path, capsys, monkeypatch):
    game, logs = tmp_path / "game", [tmp_path / "a.vlog", tmp_path / "new/b.vlog"]
    play_game(Plan("hastings_pulsipher", "small", (), {}, seed=SEED), game)
    for log in logs:
        assert log.name in good("show", "--dir", game / "referee", "--out", log)
    assert logs[0].read_bytes() == logs[1].read_bytes()
    assert [path.name for path in logs[1].parent.iterdir()] == ["b.vlog"]
    played, steps = laid_out(logs[0])
    for step in steps:
        played.play(step)
    assert played.chat[-1].startswith("* The game is over. ")
    module = tmp_path / "game.vmod"
    assert run(capsys, monkeypatch.setattr, "module", "hastings_pulsipher", "--out", module)[0] == 0
    assert run(capsys, monkeypatch.setattr, "lint", logs[0], "--module", module) == (
        0,
        f"{logs[0]}: no problems found\n",
    )
    code, dump = run(capsys, monkeypatch.setattr, "vassal", "dump", logs[0])
    assert code == 0 and "chat line='* The game is over. " in dump and "move id=" in dump


def run(caught, argv, *arguments):
    argv(sys, "argv", ["senlac", *map(str, arguments)])
    caught.readouterr()
    with pytest.raises(SystemExit) as done:
        senlac()
    return done.value.code or 0, caught.readouterr().out


def test_an_entry_that_is_not_there_is_one_line(cards, tmp_path):
    code, _, err = pbem("show", "--dir", cards / "referee", "--since", 4000, "--out", tmp_path / "a.vlog")
    assert (code, err) == (2, f"pbem: there is no entry 4000; the log has 0 to {load(cards).seq}\n")
    assert not (tmp_path / "a.vlog").exists()
    with refuses(Code.BAD_PICTURE, match="no side 'danish'"):
        position_pictures.draw(load(cards), "danish", tmp_path / "a.vlog")


# --- what a side may see -------------------------------------------------------------------------------


@pytest.mark.parametrize(("side", "other"), [("saxon", "norman"), ("norman", "saxon")])
def test_a_sides_log_names_no_card_that_its_save_does_not(cards, side, other, tmp_path):
    replayed(load(cards, side, 40), side, tmp_path)
    known = laid_out(tmp_path / "now.vsav")[0].marks()
    definition = library.definition("hastings_pulsipher")
    theirs = {c.id for c in definition.counters.values() if c.side == other and c.form == "card"}
    hidden = theirs - known
    text = text_of(tmp_path / "game.vlog")
    assert len(hidden) > 2
    assert not [name for name in hidden if re.search(rf"\b{re.escape(name)}\b(?!-\d)", text)]
    position_pictures.draw(load(cards, upto=40), None, tmp_path / "all.vlog")
    assert all(name in text_of(tmp_path / "all.vlog") for name in hidden)


def test_the_referee_writes_for_a_side_what_it_writes_itself(cards, tmp_path):
    whole = load(cards)
    whole.seat = seat_views.for_side(whole, Folder(cards / "referee"), "norman")
    position_pictures.draw(whole, "norman", tmp_path / "his.vlog")
    position_pictures.draw(load(cards, "norman"), "norman", tmp_path / "own.vlog")
    assert (tmp_path / "his.vlog").read_bytes() == (tmp_path / "own.vlog").read_bytes()


def test_a_card_that_is_being_turned_up_is_not_told_before_it_is(cards, tmp_path):
    """Between an order and its answer the holder of the packs knows the card, and all others do not."""
    history = load(cards).verifier.history
    turned = next(
        (entry.seq, item.open[0][0])
        for entry in history
        if isinstance(entry.body, bodies.Roll)
        for item in entry.body.rolls
        if isinstance(item, bodies.ShowItem) and item.open[0][0].startswith("S")
    )
    table = load(cards, upto=turned[0] - 1)
    assert table.verifier.batch is not None
    packs = table.seat.knows.packs
    order, place = list(packs["S"].order), int(turned[1][1:]) - 1
    for other_place, token in enumerate(packs["S"].tokens):
        if token not in table.verifier.cards.shown and other_place != place:
            break
    order[place], order[other_place] = order[other_place], order[place]
    other = copy(table)
    other.seat = seat_views.board(
        other, party_board.Knowledge(packs={**packs, "S": SimpleNamespace(order=tuple(order))})
    )
    for name, each in (("one", table), ("other", other)):
        position_pictures.draw(each, "norman", tmp_path / f"{name}.vlog")
    assert (tmp_path / "one.vlog").read_bytes() == (tmp_path / "other.vlog").read_bytes()


@settings(max_examples=2)
@given(data=st.data())
def test_games_that_differ_in_what_is_hidden_give_the_other_side_the_same_log(cards, tmp_path_factory, data):
    table, path = load(cards, upto=45), tmp_path_factory.mktemp("logs")
    packs = table.seat.knows.packs
    secret = [token for token in packs["S"].tokens if token not in table.verifier.cards.shown]
    order = list(packs["S"].order)
    numbers = data.draw(st.permutations([order[int(token[1:]) - 1] for token in secret]))
    for token, number in zip(secret, numbers, strict=True):
        order[int(token[1:]) - 1] = number
    other = copy(table)
    other.seat = seat_views.board(
        other, party_board.Knowledge(packs={**packs, "S": SimpleNamespace(order=tuple(order))})
    )
    for name, each in (("one", table), ("other", other)):
        position_pictures.draw(each, "norman", path / f"{name}.vlog")
    assert (path / "one.vlog").read_bytes() == (path / "other.vlog").read_bytes()
