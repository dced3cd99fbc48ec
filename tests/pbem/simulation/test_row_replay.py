"""A game of a study as a signed log: the dice rolled beside the rules are those that the log holds."""

from __future__ import annotations

import pytest
from commands import pbem

from generator.studies import running
from generator.studies.dice import NoDice
from generator.studies.games import played
from generator.studies.plan import Arm, Plan, StudyFault, checked
from generator.studies.rows import Rows, write_parquet
from pbem import errors
from pbem.entry.bodies import DiceItem, Roll, ShuffleItem
from pbem.reason_codes import Code
from pbem.secrets.card_packs import RefereeSecret
from pbem.simulation import log_dice, row_replay, study_rows
from pbem.simulation.study_rows import StudyRow

SHORT = (
    ("three_battles/fulford", "policy,policy", ""),
    ("three_battles/fulford", "random,search", ""),
    ("three_battles/hastings", "policy,policy", "4"),
    ("hastings_pulsipher/small", "policy,policy", ""),
    ("hastings_pulsipher/small", "random,search", ""),
    ("shield_wall/hastings", "policy,policy", ""),
    ("year_of_the_comet/campaign", "policy,policy,policy", ""),
    ("year_of_the_comet/campaign", "policy,policy", "two"),
)
LONG = (
    ("three_battles/campaign", "policy,policy", ""),
    ("three_battles/stamford_bridge", "random,policy", ""),
    ("hastings_berg/hastings", "policy,policy", ""),
    ("hastings_pulsipher/full", "random,policy", ""),
    ("shield_wall/hastings", "random,search", ""),
    ("year_of_the_comet/campaign", "random,search,policy", ""),
    ("year_of_the_comet/campaign", ",".join(["policy"] * 7), "seven"),
)


def plan(name="three_battles/fulford", players="policy,policy", options="", dice="log"):
    game, _, scenario = name.partition("/")
    arm = Arm("an arm", tuple(options.split()))
    return checked(Plan(game, scenario, tuple(players.split(",")), (arm,), 3, budget=0, first=8, dice=dice))


def row_of(plan, seed=8):
    return StudyRow.model_validate(played(plan, 0, seed))


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    """The rows of three games as a study leaves them."""
    kept = Rows(tmp_path_factory.mktemp("study"), plan())
    running.run(kept, running.here(1))
    assert write_parquet(list(kept.all()), kept.folder / "rows.parquet")
    return kept.folder / "rows.parquet"


def test_a_game_becomes_a_log_that_holds(study, tmp_path):
    code, out, err = pbem("simulate", "--row", f"{study}:2", "--out", tmp_path)
    assert (code, err) == (0, "")
    row = study_rows.read_row(study, 2)
    assert row.seed == 10
    assert f"({row.rule})" in out.replace("(rule ", "(") and row.level in out
    for side in ("referee", "saxon", "viking"):
        code, out, _ = pbem("verify", tmp_path / side / "game.log", "--full")
        assert code == 0 and "holds" in out and "0 lines unused" in out
    assert "policy, game of a study, seed 10" in (tmp_path / "referee" / "game.log").read_text()


@pytest.mark.parametrize("case", [*SHORT, *(pytest.param(each, marks=pytest.mark.long) for each in LONG)])
def test_the_log_rolls_what_the_study_rolled(case, tmp_path, monkeypatch):
    """Each die and each pack, in every game, whoever plays, whatever is hidden."""
    dice, packs = [], {}

    class Watched(log_dice.LogDice):
        def next_dice(self, play, request):
            given = super().next_dice(play, request)
            name = getattr(request, "secret", "")
            packs.update({name: given} if name else {})
            dice.extend(() if name else given)
            return given

    row = row_of(plan(*case))
    monkeypatch.setattr(log_dice, "LogDice", Watched)
    game = row_replay.play_game(row, tmp_path / "game")
    rolls = [entry.body.rolls for entry in game.table.verifier.history if isinstance(entry.body, Roll)]
    logged = [item.values for items in rolls for item in items if isinstance(item, DiceItem | ShuffleItem)]
    assert dice == [value for values in logged for value in values] and len(dice) > 10
    secret = game.folders["referee"].secret_file
    known = game.table.verifier.cards.open_packs(RefereeSecret.load(secret)) if packs else {}
    assert packs == {name: pack.order for name, pack in known.items()}


def test_an_ordinary_study_is_told_what_it_lacks(tmp_path):
    with pytest.raises(errors.Refusal, match="--dice log") as refused:
        row_replay.play_game(row_of(plan(dice="")), tmp_path / "game")
    assert refused.value.code is Code.BAD_ROW
    assert not (tmp_path / "game").exists()


@pytest.mark.parametrize(
    "change", [{"winner": "nobody"}, {"level": "epic"}, {"rule": "1.1"}, {"decisions": 7}, {"seed": 9}]
)
def test_rows_that_were_changed_write_nothing(change, tmp_path):
    row = row_of(plan()).model_copy(update=change)
    with pytest.raises(errors.Refusal, match="another Senlac, or its rows were changed"):
        row_replay.play_game(row, tmp_path / "game")
    assert not (tmp_path / "game").exists()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"players": "policy"}, "names 1 player for 2 seats"),
        ({"scenario": "york"}, "york"),
        ({"game": "chess"}, "chess"),
        ({"options": "99"}, "99"),
    ],
)
def test_a_row_of_no_game_is_refused(change, said, tmp_path):
    with pytest.raises(errors.PbemError, match=said):
        row_replay.play_game(row_of(plan()).model_copy(update=change), tmp_path / "game")
    assert not (tmp_path / "game").exists()


def test_damaged_rows_are_told_in_one_line(study, tmp_path):
    data = bytearray(study.read_bytes())
    data[40:400] = bytes(360)
    (tmp_path / "damaged.parquet").write_bytes(data)
    code, out, err = pbem(
        "simulate", "--row", f"{tmp_path / 'damaged.parquet'}:1", "--out", tmp_path / "game"
    )
    assert (code, out) == (2, "") and "damaged.parquet is no Parquet file that can be read" in err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rows.parquet", "is not FILE:N"),
        ("rows.parquet:-1", "is not FILE:N"),
        (":1", "is not FILE:N"),
        ("rows.parquet:3", "has 3 games, counted from 0: none is 3"),
        ("other.parquet:0", "is no Parquet file"),
        ("absent.parquet:0", "No such file"),
        ("bare.parquet:0", "has no column 'game'"),
        ("strange.parquet:0", "there is no player 'oracle'"),
        ("kinds.parquet:0", "game 0: seed"),
    ],
)
def test_a_row_that_cannot_be_read(text, said, study, tmp_path, monkeypatch):
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(study)
    (tmp_path / "rows.parquet").write_bytes(study.read_bytes())
    (tmp_path / "other.parquet").write_bytes(b"PAR1 and nothing more")
    for name, changed in {
        "bare": table.drop_columns(["game"]),
        "strange": replaced(table, "players", "policy,oracle"),
        "kinds": replaced(table, "seed", "eight"),
    }.items():
        parquet.write_table(changed, tmp_path / f"{name}.parquet")
    monkeypatch.chdir(tmp_path)
    code, out, err = pbem("simulate", "--row", text, "--out", "game")
    assert (code, out) == (2, "") and said in err and err.count("\n") == 1
    assert not (tmp_path / "game").exists()


def replaced(table, name, value):
    import pyarrow

    at = table.column_names.index(name)
    return table.set_column(at, name, pyarrow.array([value] * len(table)))


def test_a_row_says_all_that_is_played(study, tmp_path):
    for more in (["three_battles/fulford"], ["--seed", 1], ["--by-mail"], ["--option", "4"]):
        code, _, err = pbem("simulate", *more, "--row", f"{study}:0", "--out", tmp_path / "game")
        assert code == 2 and "the row says what is played" in err
    code, _, err = pbem("simulate", "--out", tmp_path / "game")
    assert code == 2 and "name a game" in err


def test_one_arm_alone_has_dice_of_a_log():
    arms = (Arm("one"), Arm("other", ("2",)))
    with pytest.raises(StudyFault, match="each arm has dice of its own"):
        checked(Plan("three_battles", "fulford", ("policy", "policy"), arms, 1, dice="log"))
    with pytest.raises(NoDice, match="there are: log"):
        plan(dice="loaded")
