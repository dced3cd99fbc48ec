"""A look ahead: the board after lines that are not signed, and what is legal then."""

import json

import pytest
from commands import good, pbem


@pytest.fixture(scope="module")
def folder(begun, tmp_path_factory):
    """The norman's folder, who is to move for the first time."""
    return begun / "norman"


def orders(tmp_path, *lines):
    file = tmp_path / "orders.txt"
    file.write_text("\n".join(lines) + "\n")
    return file


def test_the_board_after_moves_and_what_may_move_then(folder, tmp_path):
    before = (folder / "game.log").read_bytes()
    out = tmp_path / "then.png"
    told = good("legal", "--dir", folder, "--after", orders(tmp_path, "move N-archer-1 2320"), "--out", out)
    assert "Then you must decide: move a unit" in told
    assert out.read_bytes().startswith(b"\x89PNG")
    assert (folder / "game.log").read_bytes() == before


def test_counters_that_stand_elsewhere_are_named_with_both_places(folder, tmp_path):
    file = orders(tmp_path, "move N-archer-1 2320", "move N-archer-2 2321")
    told = good("legal", "--dir", folder, "--after", file)
    assert "  N-archer-1: " in told
    assert " to 2320\n" in told
    said = json.loads(good("legal", "--dir", folder, "--after", file, "--json"))
    assert said["used"][-1].startswith("move N-archer-2 ")
    assert not any(order.startswith("move N-archer-1 ") for order in said["orders"])


def test_an_illegal_line_is_named_with_file_and_rule(folder, tmp_path):
    code, _, err = pbem("legal", "--dir", folder, "--after", orders(tmp_path, "move N-archer-1 0101"))
    assert code == 1
    assert "orders.txt:1: against rule " in err


def test_lines_behind_the_dice_are_not_looked_at(folder, tmp_path):
    lines = ("done", "fire N-archer-1 > 0101")
    told = good("legal", "--dir", folder, "--after", orders(tmp_path, *lines))
    assert "Then saxon must decide" in told
    assert "Not looked at, since that comes first:\n  fire N-archer-1 > 0101" in told


def test_a_picture_without_orders_is_refused(folder, tmp_path):
    code, _, err = pbem("legal", "--dir", folder, "--out", tmp_path / "x.png")
    assert code == 2
    assert "--after" in err
