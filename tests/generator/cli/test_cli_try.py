"""`senlac try`: what the table is handed, what it may ask, and what is refused before it is set up."""

import os
from pathlib import Path

import pytest

from generator.new_game import start_game
from generator.trial import FileWatch, TrialFault, TrialRefused, find_host, table_host
from modules import library


class Host:
    """Stands for the table; `seen` is the trial that it was handed."""

    def __init__(self, does=None):
        self.seen, self._does = None, does

    def __call__(self, trial):
        self.seen = trial
        if self._does:
            self._does(trial)


@pytest.fixture
def game(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    start_game(tmp_path / "mygame", "The mill", "tapestry", "hexes")
    library.forget_definitions()  # another test may have had a game of this name
    return tmp_path / "mygame"


def on(monkeypatch, host):
    monkeypatch.setattr("generator.trial.find_host", lambda: host)
    return host


def damage(game):
    file = game / "counters.yaml"
    file.write_text(file.read_text().replace("combat:", "combatt:", 1))


def test_a_folder_is_tried_in_its_first_scenario_by_people_at_every_side(game, monkeypatch, senlac):
    host = on(monkeypatch, Host())
    assert senlac("try", "mygame").code == 0
    trial = host.seen
    assert (trial.game, trial.scenario, trial.seat, trial.anew) == ("mygame", "mill_bridge", "", False)
    assert trial.open_browser
    assert trial.again == "senlac try mygame"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("mygame/mill_bridge",), ("mygame", "mill_bridge")),
        (("mygame/",), ("mygame/", "mill_bridge")),
        (("three_battles/fulford",), ("three_battles", "fulford")),
        (("three_battles",), ("three_battles", "fulford")),
    ],
)
def test_a_word_names_a_game_or_a_scenario(game, monkeypatch, senlac, words, found):
    host = on(monkeypatch, Host())
    assert senlac("try", *words).code == 0
    assert (host.seen.game, host.seen.scenario) == found


def test_what_is_said_beside_it_is_handed_on(game, monkeypatch, senlac):
    host = on(monkeypatch, Host())
    words = ("three_battles/hastings", "--as", "norman", "--option", "4", "--anew", "--no-browser")
    assert senlac("try", *words).code == 0
    trial = host.seen
    assert (trial.seat, trial.options, trial.anew, trial.open_browser) == ("norman", ("4",), True, False)
    assert trial.again == "senlac try three_battles/hastings --as norman"


def test_each_folder_and_scenario_has_a_place_of_its_own_in_the_cache(game, monkeypatch, senlac):
    host, places = on(monkeypatch, Host()), []
    for word in ("mygame", "three_battles/fulford", "three_battles/hastings", "mygame/mill_bridge"):
        senlac("try", word)
        places.append(host.seen.folder)
        assert host.seen.folder.is_relative_to(game.parent / "cache")
    assert len(set(places)) == 3


def test_a_game_with_faults_is_not_begun(game, monkeypatch, senlac):
    host = on(monkeypatch, Host())
    damage(game)
    said = senlac("try", "mygame")
    assert said.code == 1
    assert "mygame/counters.yaml:" in said.out
    assert host.seen is None


def test_faults_that_come_later_are_told_with_file_and_line(game, monkeypatch, senlac):
    found = []

    def look(trial):
        found.append((trial.has_changed(), trial.find_faults()))
        damage(game)
        found.append((trial.has_changed(), trial.find_faults()))
        (game / "game.yaml").unlink()
        found.append((trial.has_changed(), len(trial.find_faults()) > 0))

    on(monkeypatch, Host(look))
    assert senlac("try", "mygame").code == 0
    assert found[0] == (False, [])
    changed, (fault, *_) = found[1]
    assert changed
    assert isinstance(fault, TrialFault)
    assert (fault.file, fault.line > 0) == (str(Path("mygame", "counters.yaml")), True)
    assert "combatt" in fault.what
    assert found[2] == (True, True)


def test_what_the_table_refuses_is_one_line(game, monkeypatch, senlac):
    def refuse(_trial):
        raise TrialRefused("nobody plays 'x' there")

    on(monkeypatch, Host(refuse))
    said = senlac("try", "mygame")
    assert (said.code, said.err) == (1, "senlac: nobody plays 'x' there\n")


@pytest.mark.parametrize("word", ["nothing", "nothing/here", "mygame/none/none"])
def test_what_is_no_game_is_refused(game, monkeypatch, senlac, word):
    on(monkeypatch, Host())
    said = senlac("try", word)
    assert said.code != 0
    assert "there is no game" in said.err


def test_without_a_table_it_is_said_so(game, monkeypatch, senlac):
    class Nothing:
        names = frozenset()

    monkeypatch.setattr(table_host, "entry_points", lambda group: Nothing())
    said = senlac("try", "mygame")
    assert (said.code, "there is no table" in said.err) == (1, True)


def test_the_table_of_this_program_is_found():
    assert find_host().__name__ == "play_trial"


# --- files --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        lambda game: (game / "new.yaml").write_text(""),
        lambda game: (game / "maps" / "mill.yaml").unlink(),
        lambda game: os.utime(game / "game.yaml", (1, 1)),
        lambda game: (game / "game.yaml").write_text((game / "game.yaml").read_text() + "\n"),
        lambda game: (game / "game.yaml").rename(game / "other.yaml"),
    ],
)
def test_a_change_of_a_file_is_seen_once(game, change):
    watch = FileWatch(game)
    assert not watch.has_changed()
    change(game)
    assert watch.has_changed()
    assert not watch.has_changed()


def test_files_of_editors_and_of_python_are_no_change(game):
    watch = FileWatch(game)
    (game / ".counters.yaml.swp").write_text("")
    (game / "__pycache__").mkdir()
    (game / "__pycache__" / "rules.pyc").write_text("")
    (game / ".git").mkdir()
    (game / ".git" / "index").write_text("")
    assert not watch.has_changed()


def test_a_game_that_was_read_before_is_read_anew(game):
    assert library.definition("mygame").game.title == "The mill"
    file = game / "game.yaml"
    file.write_text(file.read_text().replace("The mill", "The old mill", 1))
    assert library.definition("mygame").game.title == "The mill"
    library.forget_definitions()
    assert library.definition("mygame").game.title == "The old mill"
