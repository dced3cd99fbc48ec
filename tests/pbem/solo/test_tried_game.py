"""A game that its designer changes while playing: what still fits goes on, the rest is told."""

import errno

import pytest
from by_hand import start_by_hand

from generator.trial import FileWatch
from modules.engine.state_digest import digest
from pbem import errors
from pbem.disk import game_shelf
from pbem.solo import saved_game, tried_game
from pbem.solo.session_source import SourceFault
from pbem.solo.tried_game import TriedGame, TriedSource

COUNTERS, SCENARIO = "counters.yaml", "scenarios/mill_bridge.yaml"


class Tried:
    """A new game in a folder, with the source that a table would ask."""

    def __init__(self, tmp_path, seat=""):
        self.game, self.told, self.faults = tmp_path / "game", [], []
        if not self.game.exists():
            start_by_hand(self.game, "The mill", "tapestry", "hexes")
        tried = TriedGame(str(self.game), "mill_bridge", (), seat, tmp_path / "kept")
        watch = FileWatch(self.game)
        self.source = TriedSource(tried, watch.has_changed, lambda: self.faults, self.told.append)
        list(self.source.session.go_on())

    def give(self, *lines):
        for line in lines:
            self.source.session.give(line)
            list(self.source.session.go_on())

    def change(self, name, before, after):
        """Saves a file of the game, and asks as a table does."""
        file = self.game / name
        text = file.read_text(encoding="utf-8")
        assert before in text
        file.write_text(text.replace(before, after), encoding="utf-8")
        self.source._look_after = 0.0
        return self.source.reload()


@pytest.fixture
def tried(tmp_path):
    return Tried(tmp_path)


def play(tried, many=4):
    for _ in range(many):
        tried.give(str(tried.source.session.advise()))
    return tried.source.session


def test_people_play_every_side_or_one_against_the_program(tmp_path, tried):
    assert (tried.source.mode, len(tried.source.session.people)) == ("try", 2)
    assert Tried(tmp_path / "other", "shire").source.session.people == ("shire",)


def test_nothing_is_read_anew_while_nothing_changes(tried):
    session = tried.source.session
    for _ in range(3):
        tried.source._look_after = 0.0
        assert not tried.source.reload()
    assert tried.source.session is session


def test_a_changed_game_goes_on_with_the_orders_so_far(tried):
    before = play(tried)
    orders, draft = before.saved.orders, before.draft
    assert orders
    assert tried.change("game.yaml", "The mill", "The old mill")
    session = tried.source.session
    assert session is not before
    assert (session.saved.orders, session.saved.seed) == (orders, before.saved.seed)
    assert session.draft > draft
    assert digest(session.whole.state) == digest(before.whole.state)
    assert session.saved.file != before.saved.file
    assert not tried.source.faults
    kept = [file.stem for file in (session.folder / game_shelf.ROOM).iterdir()]
    assert kept == [session.saved.file]


def test_orders_that_do_not_fit_any_more_are_told_and_those_before_them_stay(tried):
    tried.give(
        "hand 5.2 put R-Orm 0102", "hand 5.2 put R-rider-1 0102", "hand 5.2 put R-rider-2 0103", "done"
    )
    orders = list(tried.source.session.saved.orders)
    (tried.game / SCENARIO).write_text((tried.game / SCENARIO).read_text().replace("R-rider", "R-horse"))
    tried.change(COUNTERS, "R-rider", "R-horse")
    assert tried.source.session.saved.orders == orders[:1]
    (fault,) = tried.source.faults
    assert fault.what.startswith("order 2 `raider: hand 5.2 put R-rider-1 0102` does not fit any more: ")
    assert tried.told[-1] == fault.what
    tried.give("hand 5.2 put R-horse-1 0102")


def test_standing_orders_stay_as_far_as_they_can_be_read(tried):
    tried.source.session.stand("act: first")
    tried.source.session.saved.standing["shire"] = ["dance: first"]
    before = tried.source.session
    tried.change("game.yaml", "The mill", "The old mill")
    assert tried.source.session is not before
    assert tried.source.session.standing == {"raider": ("act: first",)}


def test_a_side_that_is_called_otherwise_has_the_seat(tried):
    for file in tried.game.rglob("*.yaml"):
        file.write_text(file.read_text().replace("raider", "reaver"))
    tried.change("game.yaml", "The mill", "The old mill")
    session = tried.source.session
    assert not tried.source.faults
    assert (session.people, session.saved.seat) == (("reaver", "shire"), "reaver")


def test_faults_are_told_and_the_last_good_game_stays(tried):
    session = play(tried)
    draft = session.draft
    tried.faults = [SourceFault("counters.yaml", 3, "unknown key `combatt`")]
    assert tried.change(COUNTERS, "combat", "combatt")
    assert tried.source.session is session
    assert session.draft > draft, "the page is told that something is new"
    assert tried.source.faults == tuple(tried.faults)
    assert tried.told == ["counters.yaml:3: unknown key `combatt`"]
    tried.faults = []
    assert tried.change(COUNTERS, "combatt", "combat")
    assert tried.source.session is not session
    assert not tried.source.faults
    assert tried.source.session.saved.orders == session.saved.orders


def test_it_goes_on_the_next_time_and_begins_anew_when_told_to(tmp_path, tried):
    orders = play(tried).saved.orders
    assert Tried(tmp_path).source.session.saved.orders[: len(orders)] == orders
    again = TriedGame(str(tried.game), "mill_bridge", (), "", tmp_path / "kept")
    anew = TriedSource(again, lambda: False, list, tried.told.append, anew=True)
    assert not anew.session.saved.orders


def test_what_is_kept_of_another_game_is_not_given(tmp_path, tried):
    tried.give("hand 5.2 put R-Orm 0102")
    assert not any("R-Orm" in order for order in Tried(tmp_path, "shire").source.session.saved.orders)


def test_a_damaged_file_of_orders_is_begun_again(tmp_path, tried):
    play(tried)
    (tmp_path / "kept" / saved_game.FILE).write_text("{")
    assert not Tried(tmp_path).source.session.saved.orders


def test_a_scenario_that_goes_away_is_told_and_the_last_good_game_stays(tried):
    session = tried.source.session
    assert tried.change(SCENARIO, "scenario: mill_bridge", "scenario: other_bridge")
    assert tried.source.session is session
    assert tried.source.faults


def test_it_looks_twice_a_second_at_most(tried, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(tried_game.time, "monotonic", lambda: now[0])
    asked = []
    tried.source._has_changed = lambda: bool(asked.append(now[0]))
    tried.source._look_after = 0.0
    for tenth in range(20):
        now[0] = 100 + tenth / 10
        tried.source.reload()
    assert asked == [100, 100.5, 101, 101.5]


def test_who_has_no_seat_is_refused(tmp_path):
    with pytest.raises(errors.UnknownGame, match="nobody plays 'nobody'"):
        Tried(tmp_path, "nobody")


def test_a_full_disk_is_told_and_the_last_good_game_stays(tried, monkeypatch):
    session = play(tried)

    def fail(*_):
        raise OSError(errno.ENOSPC, "No space left on device", "alone.json")

    monkeypatch.setattr(game_shelf, "keep", fail)
    assert tried.change("game.yaml", "The mill", "The other mill")
    assert tried.source.session is session
    assert "No space left on device" in tried.source.faults[0].what


def test_a_file_that_is_saved_half_after_it_was_checked_is_told_line_by_line(tried):
    session = play(tried)
    assert tried.change(COUNTERS, "\n", "\n  {{\n")
    assert tried.source.session is session
    assert len(tried.source.faults) > 1
    assert all("\n" not in line for line in tried.told)
