"""Games from files in a club: its operator puts them into `games/`, and nobody else."""

import march
import pytest
from clubbed import Clubbed

from pbem import errors
from pbem.disk import game_shelf
from pbem.entry import armor
from pbem.mail.reader import read
from pbem.mail.writer import Draft, compose
from pbem.reason_codes import Code
from pbem.rules import rules_lookup

ANN, SVEN = "ann@example.org", "sven@example.org"
GAME = f"karsk/{march.SCENARIO}"


@pytest.fixture(autouse=True)
def rules():
    with march.marching():
        yield


@pytest.fixture
def club(tmp_path):
    """A club whose operator has put a game into its folder."""
    made = Clubbed(tmp_path)
    (made.hall.path / "games").mkdir(exist_ok=True)
    march.packed(march.start(tmp_path / "first"), made.hall.path / "games/karsk-0.1.0.senlac")
    made.index.close()
    made.open()
    return made


def test_the_operators_game_is_offered_and_played(club):
    club.write(ANN, "list")
    assert GAME in club.text(ANN)
    club.ask(ANN, f"new {GAME} with me as shire and {SVEN} by word")
    assert club.hall.names() == ["1-mill_bridge"]
    folder = club.hall.game("1-mill_bridge")
    (kept,) = (folder.path / "games").iterdir()
    assert kept.read_bytes() == (club.hall.path / "games/karsk-0.1.0.senlac").read_bytes()


def test_games_in_progress_keep_the_file_that_they_have(club, tmp_path):
    club.ask(ANN, f"new {GAME} with me as shire and {SVEN} by word")
    (club.hall.path / "games/karsk-0.1.0.senlac").unlink()
    newer = march.start(tmp_path / "second", version="0.2.0")
    march.packed(newer, club.hall.path / "games/karsk-0.2.0.senlac")
    game_shelf.forget()
    club.index.close()
    club.open()
    club.ask(SVEN, f"new {GAME} with me as shire and {ANN} by word")
    versions = []
    for name in club.hall.names():
        game_shelf.forget()
        (kept,) = (club.hall.game(name).path / "games").iterdir()
        file = rules_lookup.game_file(str(kept))
        versions.append(rules_lookup.module_of_file(file, march.SCENARIO).version)
    assert versions == ["0.1.0", "0.2.0"]
    assert [row.title for row in club.index.rows()] == ["Karsk: The mill bridge"] * 2


def test_a_file_that_a_member_attaches_is_never_taken(tmp_path):
    club = Clubbed(tmp_path)
    file = march.packed(march.start(tmp_path / "theirs"), tmp_path / "karsk.senlac")
    draft = Draft(
        sender=f"Ann <{ANN}>", to=("club@example.org",), subject="a game", automatic=False,
        text=f"new {GAME} with me as shire and {SVEN} by word\n", game=file.read_bytes(),
    )  # fmt: skip
    mail = compose(draft)
    assert armor.GAME in mail.decode() or read(mail).games
    club.give(mail)
    assert "is not played here" in " ".join(club.text(ANN).split())
    assert club.hall.names() == []
    assert not list(club.hall.path.rglob("*.senlac"))


@pytest.mark.parametrize("spoilt", ["no game", "two of one version", "a taken name"])
def test_a_club_with_a_bad_file_does_not_open(club, tmp_path, spoilt):
    club.index.close()
    there = club.hall.path / "games/other.senlac"
    if spoilt == "no game":
        there.write_bytes(b"PK")
    elif spoilt == "two of one version":
        other = march.start(tmp_path / "other")
        march.change(other / "counters.yaml", "movement: 7", "movement: 6")
        march.packed(other, there)
    else:
        other = march.start(tmp_path / "other")
        march.change(other / "game.yaml", "game: karsk", "game: shield_wall")
        march.packed(other, there)
    with pytest.raises(errors.Refusal) as refused:
        club.open()
    assert refused.value.code is Code.BAD_CLUB_FILE and "other.senlac" in str(refused.value)


def test_a_file_that_is_spoilt_while_the_club_runs_stops_no_other_game(club):
    spoilt = club.hall.path / "games/karsk-0.1.0.senlac"
    spoilt.write_bytes(spoilt.read_bytes()[:5000])
    club.write(ANN, "list")
    told = club.text(ANN)
    assert "three_battles/hastings" in told and GAME not in told
    assert str(club.hall.path) not in told
    club.ask(ANN, f"new three_battles/hastings with me as norman and {SVEN} by word")
    assert club.hall.names() == ["1-hastings"]


def test_a_new_version_in_the_same_file_is_offered_whole(club, tmp_path):
    club.ask(ANN, f"new {GAME} with me as shire and {SVEN} by word")
    newer = march.start(tmp_path / "second", version="0.2.0")
    scenario = (newer / "scenarios/mill_bridge.yaml").read_text()
    (newer / "scenarios/at_night.yaml").write_text(
        scenario.replace("scenario: mill_bridge", "scenario: at_night")
    )
    march.packed(newer, club.hall.path / "games/karsk-0.1.0.senlac")
    club.ask(SVEN, f"new karsk/at_night with me as shire and {ANN} by word")
    assert club.hall.names() == ["1-mill_bridge", "2-at_night"]


def test_the_operator_is_told_once_of_a_file_that_is_passed_over(club):
    assert club.desk.keep_time(club.now) == []
    bad = club.hall.path / "games/half.senlac"
    bad.write_bytes(b"PK")
    (note,) = club.desk.keep_time(club.now)
    assert note.what == "trouble" and "half.senlac" in note.text
    assert club.desk.keep_time(club.now) == []
    bad.unlink()
    assert club.desk.keep_time(club.now) == []
