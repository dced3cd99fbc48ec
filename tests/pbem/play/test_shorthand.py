"""Orders as people write them: a `done` too many, a move without its way, a whole turn in one file."""

import shutil

import pytest
from commands import good
from crashes import settle
from mailed import opened

from modules import library
from modules.engine.driver import Play
from modules.engine.players.match import fallen
from modules.engine.requests import Choose, Roll
from modules.engine.seeded_random import SeededRandom
from pbem.play.orders import shorthand
from pbem.play.orders.order_file import OrderFile
from pbem.rules import rules_lookup


@pytest.fixture(scope="module")
def start():
    """Hastings where the Norman army is to move for the first time."""
    rules = library.rules("three_battles", "hastings", [])
    play = Play(rules, rules.start())
    while play.request.kind == "setup":
        legal = [str(order) for order in play.request.options.legal()]
        play.answer(rules.grammar.parse("deploy" if "deploy" in legal else "done"))
    return play


@pytest.fixture
def game(begun, tmp_path):
    shutil.copytree(begun, tmp_path / "game")
    settle(tmp_path / "game")
    return tmp_path / "game"


def ground():
    grid = rules_lookup.hex_grid(library.definition("three_battles").maps["hastings"].grid)
    return rules_lookup.MapGeometry(frozenset(grid.ids), grid.distance)


def made_good(play, *lines):
    return shorthand.expand_lines(
        play, "norman", OrderFile(None, lines, tuple(range(1, len(lines) + 1))), ground
    )


def test_a_move_without_a_way_takes_the_one_that_is_listed(start):
    made = made_good(start, "move N-archer-1 2520", "done")
    assert made.file.lines[0] in ("move N-archer-1 2319-2419-2520", "move N-archer-1 2320-2419-2520")
    assert made.file.lines[1:] == ("done",)
    assert made_good(start, "move N-archer-1 2320").file.lines == ("move N-archer-1 2320",)
    assert made_good(start, "move N-archer-1 0101").file.lines == ("move N-archer-1 0101",)  # refused later


def test_a_word_that_is_not_due_does_not_let_the_done_behind_it_end_the_phase(start):
    assert made_good(start, "deploy", "done").file.lines == ("deploy", "done")
    assert made_good(start, "hold", "done", "move N-archer-1 2320").file.lines[0] == "hold"


def test_done_for_a_phase_that_has_closed_by_itself_is_nothing(start):
    """After the last counter has moved the movement is over."""
    trial, lines = Play.restore(start.rules, start.snapshot()), []
    while trial.request.side == "norman":
        lines.append(str(trial.request.options.legal()[0]))
        trial.answer(start.rules.grammar.parse(lines[-1]))
    assert len(lines) == 43
    made = made_good(start, *lines, "done", "done")
    assert (made.file.lines, made.spent) == ((*lines, "done"), ("done",))
    assert made.file.numbers == (*range(1, 44), 45)
    early = made_good(start, *lines[:5], "done")
    assert (len(early.file.lines), early.spent) == (6, ())


TURN = """\
# The first turn: archers to the front, the knights of the left wing round the hill
move N-archer-1 2520
move N-archer-2 2519     # no way named
move N-archer-3 2420
move N-archer-4 2322-2421
move N-foot-5 2024

move N-William 1923
done
"""


def test_a_whole_turn_of_hastings_written_by_hand_goes_in_one_mail(game):
    """Only what the saxons must decide ends it."""
    orders = game / "orders.txt"
    orders.write_text(TURN)
    good("move", orders, "--dir", game / "norman")
    (mail,) = (game / "norman/outbox").glob("*.eml")
    assert "nobody has sent it yet" in good("receive", mail, "--dir", game / "referee")
    came = game / "came.eml"
    came.write_bytes(opened(mail).message)
    told = good("receive", came, "--dir", game / "referee", "--no-picture")
    assert told.count("> move ") == 6
    assert "Next: saxon: move a unit" in told
    assert "Not used" not in told


def before_dice():
    """The shield wall's Hastings, and an order whose dice come before the movement of the same side."""
    rules = library.rules("shield_wall", "hastings", [])
    play, chance = Play(rules, rules.start()), SeededRandom(2)
    while True:
        request = play.request
        if not isinstance(request, Choose):
            play.answer(fallen(request, chance))
            continue
        for order in request.options.legal() if request.kind in ("rally", "movement") else ():
            if order.verb in ("rally", "withdraw") and (moves := moves_behind(play, order)):
                return play, request.seat, str(order), moves
        setup = request.kind == "setup" and "deploy" in map(str, request.options.legal())
        play.answer(rules.grammar.parse("deploy") if setup else request.options.sample(chance))


def moves_behind(play, order):
    """The moves of two hexes that come behind the dice of an order."""
    trial, chance = Play.restore(play.rules, play.snapshot()), SeededRandom(1)
    trial.answer(order)
    if not isinstance(trial.request, Roll):
        return []
    while isinstance(trial.request, Roll):
        trial.answer(fallen(trial.request, chance))
    if not isinstance(trial.request, Choose) or trial.request.kind != "movement":
        return []
    return [move for move in trial.request.options.legal() if len(getattr(move, "path", ())) == 2]


def test_a_way_behind_dice_is_written_out_if_it_is_the_same_however_they_fall():
    play, seat, order, moves = before_dice()
    definition = library.definition("shield_wall")

    def ground():
        return rules_lookup.find_geometry(definition, play.rules.map_of(play.state))

    filled = []
    for move in moves[::7]:
        short = f"{move.verb} {move.unit} {move.path[-1]}"
        (first, second) = shorthand.complete_lines(play, seat, [order, short], ground)
        assert first == order
        assert second in (short, str(move)) or second.endswith(f"-{move.path[-1]}")
        filled += [second] if second != short else []
    assert filled
    nowhere = f"move {moves[0].unit} 0101"
    assert shorthand.complete_lines(play, seat, [order, nowhere], ground) == (order, nowhere)
