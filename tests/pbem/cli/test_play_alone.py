"""`pbem play`: a person against the program, in a terminal and by files of orders, kept after each order."""

import io
import json
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from commands import ROOT, good, pbem

from modules import library
from modules.engine.state_digest import digest
from pbem.disk import file_locks
from pbem.solo import saved_game as saving
from pbem.solo.session import Session

CARDS = "hastings_pulsipher/small"


def begin(folder, *more, budget=18):
    orders = folder.parent / "setup.txt"
    orders.write_text("deploy\n")
    words = ["play", CARDS, "--as", "saxon", "--seed", 2, "--budget", budget, "--dir", folder, *more]
    return good(*words, "--orders", orders)


@pytest.fixture
def game(tmp_path):
    begin(tmp_path / "game", "--against", "policy")
    return tmp_path / "game"


def typed(monkeypatch, game, text):
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    return pbem("play", "--dir", game)


def test_a_game_goes_on_where_it_was_left(game, monkeypatch):
    code, out, err = typed(monkeypatch, game, "policy\npolicy\nquit\n")
    assert (code, err) == (0, "")
    assert f"kept in {game}" in out
    one = Session(saving.read(game), game)
    list(one.go_on())
    typed(monkeypatch, game, "")
    again = Session(saving.read(game), game)
    assert digest(one.whole.state) == digest(again.whole.state)
    assert digest(one.board.play.state) == digest(one.rules.view(one.whole.state, "saxon"))


def test_the_program_plays_its_usual_style_with_no_budget(tmp_path, monkeypatch):
    begin(tmp_path / "game", "--against", "search", budget=0)
    code, _, err = typed(monkeypatch, tmp_path / "game", "policy\npolicy\nquit\n")
    assert (code, err) == (0, "")
    kept = saving.read(tmp_path / "game")
    assert kept.budget == 0
    assert any(order.startswith("norman: ") for order in kept.orders)


def test_a_person_sees_no_hidden_card(game):
    session = Session(saving.read(game), game)
    known = set(session.board.play.state.known)
    hidden = {t for t, card in session.whole.state.cards.items() if t[0] == "N" and not card.face_up}
    assert hidden
    assert not known & hidden


def test_a_game_of_closed_orders_is_played_alone(tmp_path, monkeypatch):
    """The person's board takes in what his seat learns of the program's orders, and goes on from there."""
    folder = tmp_path / "comet"
    monkeypatch.setattr(sys, "stdin", io.StringIO("policy\n" * 20))
    words = ("year_of_the_comet/campaign", "--as", "english", "--against", "policy", "--seed", 1)
    code, _, err = pbem("play", *words, "--dir", folder)
    assert (code, err) == (0, "")
    session = Session(saving.read(folder), folder)
    list(session.go_on())
    assert session.whole.state.turn > 1
    seen, whole = session.board.play.state, session.whole.state
    assert digest(seen) == digest(session.rules.view(whole, "english")) != digest(whole)
    assert session.due_choice is not None
    assert session.due_choice.seat == "english"
    assert {text.partition(":")[0] for text in session.saved.orders} == {"english", "viking", "norman"}


def test_what_is_wrong_is_told_and_the_session_goes_on(game, monkeypatch):
    code, out, err = typed(
        monkeypatch, game, "foo\nmove 11 99\ndo nowhere.txt\nlegal\npolicy\nodds done\nhelp\n"
    )
    assert code == 0
    assert "unknown verb 'foo'" in err
    assert "there is no place '99'" in err
    assert "nowhere.txt: No such file" in err
    assert "exact: 1 branch" in out
    assert "leave; everything is kept" in out


def test_a_refused_order_of_a_file_names_its_line(game, tmp_path):
    orders = tmp_path / "orders.txt"
    orders.write_text("# no move\nplay panic\n")
    before = (game / saving.FILE).read_bytes()
    code, _, err = pbem("play", "--dir", game, "--orders", orders)
    assert code == 1
    assert f"{orders}:2" in err
    assert (game / saving.FILE).read_bytes() == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((CARDS,), "say whom you play"),
        ((CARDS, "--as", "dane"), "nobody plays 'dane'"),
        ((CARDS, "--as", "saxon", "--against", "God"), "is none of"),
        (("nothing", "--as", "saxon"), "is not GAME/SCENARIO"),
    ],
)
def test_a_game_that_cannot_begin(tmp_path, words, said):
    code, _, err = pbem("play", *words, "--dir", tmp_path / "game")
    assert code == 2
    assert said in " ".join(err.split())
    assert not (tmp_path / "game").exists()


def test_a_game_that_has_no_evaluation_is_played_against_the_policy(tmp_path, monkeypatch):
    def none(game, scenario):
        raise library.NoEvaluation(f"{game}/{scenario} has no evaluation")

    monkeypatch.setattr(library, "load_weighing", none)
    code, _, err = pbem("play", CARDS, "--as", "saxon", "--dir", tmp_path / "game")
    assert code == 2
    assert "has no evaluation: add `--against policy`" in " ".join(err.split())
    assert not (tmp_path / "game").exists()


def test_a_folder_with_a_game_is_not_begun_again(game):
    code, _, err = pbem("play", CARDS, "--as", "saxon", "--dir", game)
    assert code == 1
    assert "holds a game already" in err


DAMAGED = {
    "cut": lambda text: text[:40],
    "no orders": lambda text: text.replace('"orders"', '"order"'),
    "another seat": lambda text: text.replace("saxon: deploy", "norman: deploy"),
    "an order that is none": lambda text: text.replace("saxon: deploy", "saxon: dance"),
    "a list": lambda text: "[]",
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_file_is_refused(game, name):
    file = game / saving.FILE
    file.write_text(DAMAGED[name](file.read_text()))
    code, _, err = pbem("play", "--dir", game)
    assert code == 2
    assert "pbem: " in err


def test_rules_that_do_otherwise_cannot_go_on(game):
    file = game / saving.FILE
    data = json.loads(file.read_text())
    file.write_text(json.dumps(data | {"fingerprint": "0" * 64}))
    code, _, err = pbem("play", "--dir", game)
    assert code == 1
    assert "played by rules of hastings_pulsipher that did otherwise" in err


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals of this kind")
def test_in_a_terminal_an_interrupt_leaves_and_keeps(tmp_path):
    import pty

    begin(tmp_path / "game", "--against", "search")
    mine, theirs = pty.openpty()
    command = [sys.executable, "-m", "pbem", "play", "--dir", str(tmp_path / "game")]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    started = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=env, cwd=tmp_path,
        preexec_fn=_hears_interrupts,
    )  # fmt: skip
    os.close(theirs)
    said = _until(mine, b"> ")
    os.write(mine, b"legal\n")
    said += _until(mine, b"\n> ")
    said += _interrupt_until(started, mine, b"kept in ")
    assert started.wait(20) == 0
    os.close(mine)
    assert b"Traceback" not in said
    assert Path(tmp_path / "game" / saving.FILE).is_file()


def _hears_interrupts():
    """Who is started in the background of a shell, as tests in CI may be, would pass them over."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _interrupt_until(started, terminal, mark):
    """Press Ctrl-C once more where nothing follows: one between prompt and read is seen by neither."""
    for _ in range(3):
        started.send_signal(2)
        if select.select([terminal], [], [], 20)[0]:
            break
    return _until(terminal, mark)


def _until(terminal, mark):
    said, end = b"", time.monotonic() + 60
    while mark not in said:
        ready, _, _ = select.select([terminal], [], [], max(0, end - time.monotonic()))
        assert ready, said.decode(errors="replace")
        said += os.read(terminal, 4096)
    return said


@pytest.mark.parametrize("seat", ["norman", "saxon"])
def test_orders_given_together_are_gone_on_with_whoever_stands_first(tmp_path, monkeypatch, seat):
    """Strategies of Berg's game are sealed: the person's comes before the program's, and he may be either."""
    folder = tmp_path / "berg"
    words = ("hastings_berg/hastings", "--as", seat, "--against", "policy", "--seed", 3, "--dir", folder)
    monkeypatch.setattr(sys, "stdin", io.StringIO("deploy\n" + "done\n" * 3 + "policy\n" * 5))
    assert pbem("play", *words)[0] == 0
    kept = saving.read(folder).orders
    sealed = [at for at, order in enumerate(kept) if ": strategy" in order]
    assert len(sealed) == 2
    assert typed(monkeypatch, folder, "")[::2] == (0, "")
    one, other = sealed
    file = folder / saving.FILE
    file.write_text(
        json.dumps({**json.loads(file.read_text()), "orders": [*kept[:one], kept[other], kept[one]]})
    )
    assert typed(monkeypatch, folder, "")[::2] == (0, ""), "as games were kept before"


def test_what_is_no_text_is_told_and_a_mark_of_byte_order_is_nothing(game):
    command = [sys.executable, "-m", "pbem", "play", "--dir", str(game)]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8:strict"}
    ran = subprocess.run(
        command,
        input=b"\xef\xbb\xbfHELP\nmove M\xfcller 12\nquit\n",
        env=env,
        capture_output=True,
        timeout=60,
    )
    assert ran.returncode == 0
    assert b"this list" in ran.stdout
    assert b"Traceback" not in ran.stderr
    assert ran.stderr.count(b"\n") == 1


def test_an_order_that_cannot_be_kept_is_not_carried_out(game, monkeypatch):
    session = Session(saving.read(game), game)
    list(session.go_on())
    before, orders = digest(session.whole.state), list(session.saved.orders)
    with monkeypatch.context() as full:
        full.setattr(saving.SavedGame, "write", _full)
        with pytest.raises(OSError, match="No space left"):
            session.give(str(session.advise()))
    assert (digest(session.whole.state), session.saved.orders) == (before, orders)


def _full(_saved, folder):  # as a disk that is full
    raise OSError(28, "No space left on device", str(folder))


def test_nothing_is_said_to_be_kept_that_is_not(game, monkeypatch):
    monkeypatch.setattr(Session, "go_on", lambda _: iter(()))
    monkeypatch.setattr(saving.SavedGame, "write", _full)
    code, out, err = typed(monkeypatch, game, "quit\n")
    assert code != 0
    assert "kept in" not in out
    assert "No space left on device" in err


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("seat", "normans", "nobody plays 'normans': its seat is one of saxon, norman"),
        ("scenario", "large", "'large'"),
        ("options", ["zzz"], "'zzz'"),
    ],
)
def test_a_file_that_names_what_is_not_there_is_refused(game, name, value, said):
    file = game / saving.FILE
    file.write_text(json.dumps({**json.loads(file.read_text()), name: value}))
    before = file.read_bytes()
    code, _, err = pbem("play", "--dir", game)
    assert code != 0
    assert said in err
    assert file.read_bytes() == before


def test_a_file_of_nothing_but_brackets_is_refused(game):
    (game / saving.FILE).write_text("[" * 100_000)
    code, _, err = pbem("play", "--dir", game)
    assert (code, err.count("\n")) == (2, 1)


def test_a_game_that_goes_on_keeps_its_own(game):
    for words in (
        ("--as", "norman"),
        ("--seed", 9),
        ("--option", "1"),
        ("--against", "policy"),
        ("--budget", 0),
    ):
        code, _, err = pbem("play", "--dir", game, *words)
        assert code == 2
        assert "a game that goes on has its own" in " ".join(err.split())


@pytest.mark.parametrize(("line", "said"), [("map x.svg", "ends in .png"), ("do", "name a file of orders")])
def test_a_word_without_a_file_that_it_can_use(game, monkeypatch, line, said):
    code, _, err = typed(monkeypatch, game, f"{line}\nquit\n")
    assert code == 0
    assert said in err


def test_a_move_may_name_its_last_hex_alone_and_is_kept_with_its_way(tmp_path, monkeypatch):
    folder = tmp_path / "fulford"
    words = ("three_battles/fulford", "--as", "viking", "--against", "policy", "--seed", 5, "--dir", folder)
    text = "deploy\ndone\nodds move V-guard 1709\nmove v-guard 1709\nquit\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    code, out, err = pbem("play", *words)
    assert (code, err) == (0, "")
    assert "exact: 1 branch" in out
    moved = saving.read(folder).orders[-1]
    assert moved.startswith("viking: move V-guard ")
    assert moved.endswith("-1709")


def test_two_windows_do_not_play_one_game(game):
    with file_locks.hold(game, wait=False) as first:
        assert first
        before = (game / saving.FILE).read_bytes()
        code, out, err = pbem("play", "--dir", game)
    assert (code, out) == (1, "")
    assert f"another window plays the game in {game}" in err
    assert (game / saving.FILE).read_bytes() == before


def test_where_no_game_is_it_is_said_how_one_begins(tmp_path):
    code, _, err = pbem("play", "--dir", tmp_path / "none")
    assert code == 2
    assert "begin one, as with `pbem play three_battles/fulford --as viking" in " ".join(err.split())
    assert not list(tmp_path.iterdir())
