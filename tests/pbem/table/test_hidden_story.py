"""What a view may not know is nowhere in its page, whoever makes it."""

import pytest
from commands import good, pbem
from told_games import cut_short, own_table, public_table, shown_at, simulate

from pbem.messages import history
from pbem.messages.position_text import PUBLIC

GAMES = ("hastings_pulsipher/small", pytest.param("year_of_the_comet/campaign", marks=pytest.mark.whole))


@pytest.fixture(scope="module", params=GAMES)
def ended(tmp_path_factory, request):
    return simulate(tmp_path_factory.mktemp("hidden") / "game", request.param)


@pytest.fixture(scope="module", params=(9, 30))
def running(ended, tmp_path_factory, request):
    return cut_short(ended, tmp_path_factory.mktemp("cut") / "game", request.param)


def sides_of(path):
    return sorted(each.name for each in path.iterdir() if each.name != "referee")


def page(path, role, out, *words):
    good("show", "--dir", path / role, "--out", out / "game.html", *words)
    return (out / "game.html").read_bytes()


def seen_before(path, side, last):
    """The counters that a side, or everybody, knew after some entry: in a battle, for example."""
    if side:
        return {counter for seq in range(last + 1) for counter, *_ in shown_at(path, side, seq)}
    table = public_table(path)
    states = [history.state_at(table, PUBLIC, seq) for seq in range(last + 1)]
    return {each.counter for state in states for each in table.replay.rules.position(state)}


def test_the_public_page_is_the_same_from_every_folder(running, tmp_path):
    """The referee knows every card and each side its own: what not everybody may know changes no byte."""
    assert len({page(running, role, tmp_path) for role in ("referee", *sides_of(running))}) == 1


def test_the_page_of_an_ended_game_is_the_same_from_every_folder(ended, tmp_path):
    assert len({page(ended, role, tmp_path) for role in ("referee", *sides_of(ended))}) == 1


def test_no_hidden_counter_is_named_in_the_page_of_who_may_not_know_it(running, tmp_path):
    table = own_table(running, "referee")
    rules, state = table.replay.rules, table.play.state
    for side in (*sides_of(running), ""):
        seen = {each.counter for each in rules.position(rules.view(state, side))}
        seen |= seen_before(running, side, table.seq)
        hidden = {each.counter for each in rules.position(state)} - seen - {""}
        words = page(running, side, tmp_path, "--side", side) if side else page(running, "referee", tmp_path)
        assert hidden
        assert [counter for counter in sorted(hidden) if f'"{counter}"'.encode() in words] == [], side


def test_a_folder_shows_the_view_of_no_other_side(running, tmp_path):
    first, second, *_ = sides_of(running)
    code, _, err = pbem("show", "--dir", running / first, "--side", second, "--out", tmp_path / "a.html")
    assert (code, f"is the folder of {first}" in err, (tmp_path / "a.html").exists()) == (2, True, False)
