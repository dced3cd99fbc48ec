"""`pbem play --table` and `senlac try`: the table is handed the game that a folder keeps, and alone."""

import json

import pytest
from commands import pbem

from generator.trial import Trial, TrialRefused
from pbem.cli.actions import trial_actions
from pbem.disk import file_locks
from pbem.solo import saved_game

FULFORD = "three_battles/fulford"


@pytest.fixture
def tables(monkeypatch):
    """What the table was handed, each time; it gives an order of the policy and ends."""
    seen = []

    def serve(source, *, open_browser, tell, port=0, again=""):
        list(source.session.go_on())
        source.session.take_seat()
        source.session.give(str(source.session.advise()))
        list(source.session.go_on())
        seen.append((source.mode, source.session.viewer, open_browser, again))

    monkeypatch.setattr("pbem.table.seat.hosting.serve_session", serve)
    return seen


def test_table_and_terminal_go_on_with_the_same_game(tmp_path, tables):
    folder = tmp_path / "game"
    code, out, err = pbem("play", FULFORD, "--table", "--as", "saxon", "--against", "policy", "--dir", folder)
    assert (code, err) == (0, "")
    assert tables == [("alone", "saxon", True, f"pbem play --dir {folder} --table")]
    assert f"kept in {folder}" in out
    orders = saved_game.read(folder).orders
    code, out, err = pbem("play", "--table", "--no-browser", "--dir", folder, "--undo", 1)
    assert tables[1][2] is False
    assert len(saved_game.read(folder).orders) == len(orders)
    text = tmp_path / "orders.txt"
    text.write_text("done\n")
    assert pbem("play", "--dir", folder, "--orders", text)[0] == 0


def test_who_names_no_side_has_the_first(tmp_path, tables):
    assert pbem("play", FULFORD, "--table", "--against", "policy", "--dir", tmp_path / "game")[0] == 0
    assert saved_game.read(tmp_path / "game").seat == "viking"


def test_two_play_at_one_table(tmp_path, tables):
    assert pbem("play", FULFORD, "--table", "--hot-seat", "--dir", tmp_path / "game")[0] == 0
    assert tables[0][0] == "hot-seat"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((FULFORD, "--no-browser", "--as", "viking"), "goes with --table"),
        ((FULFORD, "--table", "--as", "dane"), "nobody plays 'dane'"),
        (("--table", "--hot-seat"), "a game that goes on has its own"),
        ((FULFORD, "--table", "--against", "hot-seat"), "is none of policy, search, random"),
    ],
)
def test_what_does_not_go_together_is_refused(tmp_path, tables, words, said):
    code, _, err = pbem("play", *words, "--dir", tmp_path / "game")
    assert code == 2
    assert said in " ".join(err.split())
    assert not tables


def test_a_table_and_a_window_do_not_play_one_game(tmp_path, tables):
    pbem("play", FULFORD, "--table", "--against", "policy", "--dir", tmp_path / "game")
    with file_locks.hold(tmp_path / "game", wait=False):
        code, _, err = pbem("play", "--table", "--dir", tmp_path / "game")
    assert (code, len(tables)) == (1, 1)
    assert "another window plays the game" in err


# --- a trial ------------------------------------------------------------------------------------------


def trial(tmp_path, game="three_battles", scenario="fulford", seat=""):
    return Trial(
        game, scenario, (), seat, tmp_path / "kept", False, lambda: False, list, True, print, "senlac try x"
    )


def test_a_trial_is_kept_and_gone_on_with(tmp_path, tables):
    for _ in range(2):
        trial_actions.play_trial(trial(tmp_path))
    assert [each[0] for each in tables] == ["try", "try"]
    kept = json.loads((tmp_path / "kept" / saved_game.FILE).read_text())
    assert (kept["against"], len(kept["orders"])) == ("hot-seat", 2)


@pytest.mark.parametrize(
    ("game", "scenario", "seat", "said"),
    [
        ("three_battles", "none", "", "no scenario 'none'"),
        ("three_battles", "fulford", "x", "nobody plays 'x'"),
    ],
)
def test_a_trial_that_cannot_be_is_refused_in_one_line(tmp_path, tables, game, scenario, seat, said):
    with pytest.raises(TrialRefused, match=said):
        trial_actions.play_trial(trial(tmp_path, game, scenario, seat))
    assert not tables


def test_two_windows_do_not_try_one_game(tmp_path, tables):
    (tmp_path / "kept").mkdir()
    with file_locks.hold(tmp_path / "kept", wait=False), pytest.raises(TrialRefused, match="another window"):
        trial_actions.play_trial(trial(tmp_path))
