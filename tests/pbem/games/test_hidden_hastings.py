"""Hastings 1066 by mail: whole games, two players and a referee at the command line, what each is shown."""

import json
import re
import shutil

import pytest
from ambush_play import readable
from commands import good, pbem

from modules.engine.state_digest import digest
from pbem.entry.verified_entries import verify_entry
from pbem.log.log_file import GameLog
from pbem.log.party.folder import LOG, Folder
from pbem.log.verdict import Status
from pbem.log.verification import verify_dice, verify_file
from pbem.rules import seat_views
from pbem.rules.audits import full_audit
from pbem.rules.replay.game_replay import GameReplay
from pbem.rules.table import Table
from pbem.setup.new_game import Plan
from pbem.simulation.file_games import play_game

GAME = "hastings_pulsipher"


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A whole game of the smaller version by policy."""
    path = tmp_path_factory.mktemp("cards")
    play_game(Plan(GAME, "small", (), {}, seed=4), path)
    return path


def test_a_whole_game_by_policy_holds_and_again_gives_the_same_bytes(small, tmp_path):
    play_game(Plan(GAME, "small", (), {}, seed=4), tmp_path)
    logs = [path / role / LOG for path in (small, tmp_path) for role in ("referee", "saxon", "norman")]
    assert len({log.read_bytes() for log in logs}) == 1
    holds(logs[1])


def test_a_whole_full_game_holds(tmp_path):
    play_game(Plan(GAME, "full", (), {}, seed=4), tmp_path)
    holds(tmp_path / "norman" / LOG)


def holds(log):
    verdict = verify_file(log, GameReplay())
    assert verdict.status is Status.HOLDS, verdict.message
    full = full_audit.check(log, verdict)
    assert full.status is Status.HOLDS, full.message
    assert re.search(r"3 packs, \d+ deals, \d\d cards shown, \d+ orders$", full.message)
    assert verify_dice(GameLog(log).read().records()).status is Status.HOLDS
    assert good("verify", log.parent, "--full").splitlines()[-1] == f"holds: {full.message}"


def part(small, path, kind):
    """The folders of a game as they stood when this kind of decision first fell due; None if it never did."""
    table = Table()
    for signed in GameLog(small / "referee" / LOG).read().records():
        table.verifier.apply(verify_entry(signed))
        request = table.replay.play.request
        if table.verifier.batch is None and getattr(request, "kind", "") in kind:
            break
    else:
        return None
    lines = (small / "referee" / LOG).read_bytes().splitlines(keepends=True)[: table.seq + 2]
    for role in ("referee", "saxon", "norman"):
        (path / role).mkdir(parents=True)
        for name in ("key", "key.pub", "chain", *(("secret",) if role == "referee" else ())):
            shutil.copy(small / role / name, path / role / name)
        (path / role / LOG).write_bytes(b"".join(lines))
    return path


@pytest.fixture(scope="module")
def set_up(small, tmp_path_factory):
    """The same game after set-up."""
    return part(small, tmp_path_factory.mktemp("set-up"), ("movement",))


def lines(path, *orders):
    """A file of orders."""
    file = path / "orders.txt"
    file.write_text("\n".join(orders) + "\n")
    return file


def turn(path, side, *orders):
    """A move, the referee's answer, and both players take it in: what each of them reads."""
    file = lines(path, *orders)
    move = json.loads(good("move", *([file] if orders else []), "--dir", path / side, "--json"))
    good("apply", move["file"], "--dir", path / "referee")
    answer = path / "referee" / "answers" / f"{move['seq']:04d}.pbem"
    return {each: good("apply", answer, "--dir", path / each) for each in ("saxon", "norman")}


def test_each_sees_his_own_cards_and_backs(set_up):
    for side, other in (("saxon", "norman"), ("norman", "saxon")):
        rows = json.loads(good("show", "--text", "--json", "--dir", set_up / side))["units"]
        hidden = [row for row in rows if not row["counter"]]
        assert len(hidden) == 8
        assert {row["side"] for row in hidden} == {other}
        assert sum("face down" in row["states"] for row in rows if row["side"] == side) == 8
        facts = json.loads(good("status", "--json", "--dir", set_up / side))["facts"]
        mine, theirs = facts[f"{side.title()} events"], facts[f"{other.title()} events"]
        assert mine.count(",") == 2
        assert theirs == "3 in hand"
    rows = json.loads(good("show", "--text", "--json", "--dir", set_up / "referee"))["units"]
    assert all(row["counter"] for row in rows)


def test_nothing_of_the_normans_is_in_the_saxons_folder(set_up):
    verifier = Table.load(GameLog(set_up / "saxon" / LOG)).verifier
    secret = Folder(set_up / "referee").secret(verifier.cards.commitment)
    packs = verifier.cards.open_packs(secret)
    mine = {token for deal in verifier.cards.deals if deal.side == "saxon" for token in deal.tokens}
    known = mine | set(verifier.cards.shown)
    hidden = [o for pack in packs.values() for t, o in pack.openings.items() if t not in known]
    assert len(hidden) == 21
    text = readable(set_up / "saxon")
    for what in (secret.value, *(pack.seed for pack in packs.values()), *(o.salt for o in hidden)):
        assert what.encode() not in text
        assert bytes.fromhex(what) not in text


def test_the_picture_of_a_side_has_backs(set_up, tmp_path):
    texts = {}
    for role in ("saxon", "norman", "referee"):
        good("show", "--out", tmp_path / f"{role}.svg", "--dir", set_up / role)
        texts[role] = (tmp_path / f"{role}.svg").read_text()
    assert len(set(texts.values())) == 3


def test_the_first_moves_from_a_new_game(tmp_path):
    """Cards are dealt and laid out at the command line; only its owner is told what a card is."""
    good("new", f"{GAME}/small", "--out", tmp_path)
    told = turn(tmp_path, "saxon")
    assert "look at S1 " in told["saxon"]
    assert "look at S1 " not in told["norman"]
    assert "cards for saxon: S1 S2 S3" in told["norman"]
    turn(tmp_path, "saxon", "deploy")
    turn(tmp_path, "norman", "deploy")
    turn(tmp_path, "saxon", "station left")
    told = turn(tmp_path, "norman", "station left")
    assert "shown: S3 S4 S5 S6" in told["norman"]
    assert pbem("verify", tmp_path / "saxon")[0] == 3


@pytest.fixture
def interrupted(tmp_path):
    """A game in which one side waits for a decision of the other. Rolls hang on the charter, and so on every
    byte of the rules: games are played until there is such a one."""
    for seed in range(50):
        played = tmp_path / f"{seed}"
        play_game(Plan(GAME, "small", (), {}, seed=seed), played / "whole")
        found = part(played / "whole", played / "part", ("cavalry_retreat", "archers_exchange"))
        if found is not None:
            return found
    raise AssertionError("nobody ever stepped back")


def test_an_out_of_turn_decision(interrupted):
    said = json.loads(good("legal", "--json", "--dir", interrupted / "referee"))
    side = said["owing"][0]
    other = {"saxon": "norman", "norman": "saxon"}[side]
    state = Table.load(GameLog(interrupted / side / LOG)).replay.play.state
    assert state.active == other
    assert "You are waiting for" in good("legal", "--dir", interrupted / other)
    assert pbem("move", lines(interrupted, "done"), "--dir", interrupted / other)[0] == 1
    told = turn(interrupted, side, next(o for o in said["orders"] if o.startswith("stand")))
    assert f"decision of {side}: accepted" in told[other]
    goes_on = json.loads(good("legal", "--json", "--dir", interrupted / "referee"))["owing"]
    assert goes_on or "The game is over" in told[other]


def test_a_foot_soldier_who_rides_is_refused_at_home(set_up, tmp_path):
    rows = json.loads(good("show", "--text", "--json", "--dir", set_up / "norman"))["units"]
    down = [row for row in rows if "face down" in row["states"]]
    foot = next(row["place"] for row in down if "foot" in row["counter"] and row["place"][1] == "7")
    line = f"move {foot} " + "-".join(f"{foot[0]}{int(foot[1]) - step}" for step in (1, 2, 3))
    code, out, err = pbem("move", lines(tmp_path, line), "--dir", set_up / "norman")
    assert (code, out) == (1, "")
    assert re.search(rf"orders.txt:1: `{line}`: against rule 6.2: .*may move 2 areas", err)


def test_the_referees_board_shown_to_a_side_is_that_sides_own(set_up):
    tables = {}
    for role in ("referee", "saxon", "norman"):
        folder = Folder(set_up / role)
        tables[role] = Table.load(folder.log)
        seat_views.sit(tables[role], folder)
    whole = tables["referee"]
    for side in ("saxon", "norman"):
        seen = whole.replay.rules.view(whole.play.state, side)
        assert digest(seen) == digest(tables[side].play.state)
    assert digest(whole.replay.rules.view(whole.play.state, "")) == digest(whole.replay.play.state)
