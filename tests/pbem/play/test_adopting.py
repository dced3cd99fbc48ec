"""A game that goes on under newer rules: all have replayed it, all sign; and who has other rules says so."""

import json

import duel
import pytest
from agreement import agreed
from commands import good, pbem
from mailed import NOW, Mailed, opened
from refusing import refuses

from modules import library
from modules.engine.standing_orders import Vocabulary
from modules.library import Behaviour
from pbem import errors
from pbem.log import due_rolls
from pbem.log.deadlines import DEFAULTS
from pbem.log.party.folder import Folder
from pbem.log.verdict import Status
from pbem.log.verification import verify, verify_entries, verify_file
from pbem.play.agreements import countersignatures, rulings
from pbem.reason_codes import Code
from pbem.robot.inbox import Inbox
from pbem.rules import rules_lookup
from pbem.rules.replay.game_replay import GameReplay
from pbem.rules.table import Table
from pbem.setup.new_game import Plan
from pbem.simulation.file_games import play_game

OLD, NEW = 1, 2
STRIKE = ("done", "strike red-a > blue-a")


def rules(number, build=duel.build):
    """A program that has the rules of this number installed, and no others."""

    def made(game):
        if game.module.behaviour != number:
            raise errors.LogFault(Code.OTHER_ENGINE, f"behaviour {game.module.behaviour}; here is {number}")
        return build(game)

    return made


def other_duel(game):
    """A duel in which an archer shoots nobody: it cannot give what stands in a log with shots."""
    made = duel.build(game)
    made.sides = (*made.sides, "green")
    return made


@pytest.fixture
def game(tmp_path):
    made = Mailed(tmp_path, forced=False)
    made.everybody_takes_in(made.send("red", *STRIKE))
    return made


@pytest.fixture
def installed(monkeypatch):
    """The newer rules, as `pbem adopt` finds them."""
    here = rules_lookup.Module(id="duel", version="2", behaviour=NEW, fingerprint="cd" * 32)
    monkeypatch.setattr(rules_lookup, "module", lambda *_: here)
    return rules(NEW)


def adopted(game, build):
    """All sign and take it in by mail; the folders after it."""
    host = game.folders["referee"]
    made = rulings.adopt(host, NOW, build)
    owes = made.last[0]
    for side in sorted(duel.SIDES, key=lambda side: side == owes):
        signed = countersignatures.countersign(game.folders[side], made.file, build)
        received = Inbox(host, build=build).receive(
            game.mail(signed.signed_entry, sender=f"{side}@example.org"), NOW
        )
        assert received.outcome == "accepted", received.text
    for side in duel.SIDES:
        (mail,) = [file for file in received.files if f"{side}@example.org" in str(opened(file).to)]
        taken = Inbox(game.folders[side], build=build).receive(opened(mail).message, NOW)
        assert taken.outcome == "accepted", taken.text
    return made


def test_a_game_goes_on_under_rules_that_all_have_adopted(game, installed):
    with refuses(Code.OTHER_ENGINE):
        Table.load(game.folders["red"].log, installed)
    adopted(game, installed)
    assert len(game.logs()) == 1
    table = Table.load(game.folders["red"].log, installed)
    assert table.verifier.history[-1].type == "adopt"
    file = game.folders["referee"].log.path
    verdict = verify_file(file, GameReplay(installed))
    assert (verdict.status, verdict.code) == (Status.INCOMPLETE, "incomplete")
    assert agreed(duel.records(game.folders["red"])) == "incomplete"
    old = verify_file(file, GameReplay(rules(OLD)))
    assert (old.status, old.code) == (Status.INCOMPLETE, Code.OTHER_ENGINE)
    assert "cannot judge" in old.message


def test_who_has_other_rules_says_that_he_cannot_judge(game):
    file = game.folders["referee"].log.path
    verdict = verify_file(file, GameReplay(rules(NEW)))
    assert (verdict.status, verdict.code) == (Status.INCOMPLETE, Code.OTHER_ENGINE)
    assert "cannot judge by the rules" in verdict.message
    assert "3 entries and 1 roll hold" in verdict.message
    file.write_bytes(file.read_bytes().replace(b'"applied":2', b'"applied":1'))
    assert verify_file(file, GameReplay(rules(NEW))).status is Status.BROKEN


def test_rules_that_do_not_give_what_stands_in_the_log_cannot_be_adopted(game, installed):
    with refuses(Code.BROKEN_LOG, match="entry 0"):
        rulings.adopt(game.folders["referee"], NOW, rules(NEW, other_duel))
    assert not list(game.folders["referee"].path.glob("shared/*"))


def test_one_who_does_not_sign_keeps_the_old_rules(game, installed):
    """The attack: the referee adopts rules that favour a side, with one signature too few."""
    made = rulings.adopt(game.folders["referee"], NOW, installed)
    (owes,) = made.last
    (first,) = {*duel.SIDES} - {owes}
    one = countersignatures.countersign(game.folders[first], made.file, installed)
    waiting = Inbox(game.folders["referee"], build=installed).receive(
        game.mail(one.signed_entry, sender=f"{first}@example.org"), NOW
    )
    assert f"Still to sign: {owes}" in waiting.text
    log = [*duel.records(game.folders["referee"]), one.signed_entry]
    assert verify(log).code == Code.WRONG_SIGNER
    assert agreed(log) == "broken"
    Table.load(game.folders[owes].log, rules(OLD))  # the game goes on as it was


def test_who_has_not_the_new_rules_does_not_sign(game, installed):
    made = rulings.adopt(game.folders["referee"], NOW, installed)
    with refuses(Code.OTHER_ENGINE):
        countersignatures.countersign(game.folders["red"], made.file, rules(OLD))


def test_nothing_is_adopted_twice(game, installed):
    adopted(game, installed)
    with refuses(Code.NOTHING_TO_ADOPT):
        rulings.adopt(game.folders["referee"], NOW, installed)


def test_an_order_that_is_out_comes_first(tmp_path, installed):
    game = Mailed(tmp_path, forced=False)
    game.folders["referee"].log.append(game.sign("red", *STRIKE).signed)
    with refuses(Code.ROLL_DUE):
        rulings.adopt(game.folders["referee"], NOW, installed)


def test_nobody_adopts_rules_for_a_place_where_his_order_is_out(game, installed):
    """The attack: who holds an order, and so its dice, has other rules adopted before it."""
    mover = game.table().owing_roles[0]
    game.sign(mover, *[] if game.table().replay.dice_due else ["done"])
    made = rulings.adopt(game.folders["referee"], NOW, installed)
    (other,) = {*duel.SIDES} - {mover}
    made = countersignatures.countersign(game.folders[other], made.file, installed)
    with refuses(Code.NOTHING_TO_SIGN, match="is out"):
        countersignatures.countersign(game.folders[mover], made.file, installed)


def test_a_message_that_is_worded_otherwise_ends_no_game(tmp_path, monkeypatch):
    """A shipped game whose number and fingerprint stay: any program goes on with it, else none does."""
    out = tmp_path / "game"
    good("new", "three_battles/hastings", "--out", out)
    shipped = library.behaviour("three_battles")
    monkeypatch.setattr(
        library, "behaviour", lambda _: Behaviour(shipped.number, "ab" * 32, (shipped.fingerprint,))
    )
    assert json.loads(good("charter", "--dir", out / "saxon", "--json"))["installed"]
    monkeypatch.setattr(library, "behaviour", lambda _: Behaviour(shipped.number + 1, "ab" * 32))
    code, said, _ = pbem("verify", out / "saxon")
    assert code == 3
    assert "cannot judge by the rules" in said
    code, _, error = pbem("status", "--dir", out / "saxon")
    assert code == 1
    assert "pbem adopt" in error


def test_a_first_signature_is_kept_and_the_command_says_which_are_missing(tmp_path, monkeypatch):
    """The rules installed here are not yet those of the log, and nothing is wrong with the program."""
    out = tmp_path / "game"
    good("new", "three_battles/hastings", "--out", out)
    shipped = library.behaviour("three_battles")
    monkeypatch.setattr(library, "behaviour", lambda _: Behaviour(shipped.number + 1, "ab" * 32))
    good("adopt", "--dir", out / "referee")
    (file,) = (out / "referee" / "shared").glob("*-adopt.pbem")
    signed = tmp_path / "signed.pbem"
    for side, last in (("norman", False), ("saxon", True)):  # who has to act next signs last
        signed.write_bytes(file.read_bytes())
        good("countersign", signed, "--dir", out / side)
        signed.write_bytes((out / side / "shared" / file.name).read_bytes())
        code, told, error = pbem("apply", signed, "--dir", out / "referee")
        assert (code, "still to sign: saxon" in told) == ((0, False) if last else (3, True)), told + error


@pytest.mark.whole
def test_dice_and_an_outcome_that_are_worded_otherwise_end_no_game(tmp_path, monkeypatch):
    """What a later release calls its dice, and why somebody has won, is told in its own words."""
    good("simulate", "three_battles/fulford", "--seed", 1, "--out", tmp_path)
    log = tmp_path / "saxon"
    assert "newly called" not in good("verify", log, "--full")
    ours, outcome = due_rolls._short, GameReplay.outcome
    monkeypatch.setattr(due_rolls, "_short", lambda label: ours(f"newly called {label}"))
    monkeypatch.setattr(GameReplay, "outcome", lambda self: said(outcome(self), reason="in other words"))
    told = good("verify", log, "--full")
    assert "newly called" in told
    assert "in other words" in good("status", "--dir", log)
    monkeypatch.setattr(GameReplay, "outcome", lambda self: said(outcome(self), level="another"))
    code, told, _ = pbem("verify", log)
    assert (code, "outcome-wrong" in told) == (1, True)


def said(outcome, **words):
    return None if outcome is None else outcome | words


# --- what only the owner of a folder can judge -------------------------------------------------------------


class Enough(Exception):
    """Raised to end a game early."""


@pytest.fixture
def closed_game(tmp_path):
    """A game with closed orders in which the Vikings, late, let their chance to land go by."""

    def stop(table):
        if getattr(table.play.request, "kind", "") == "invasion":
            raise Enough

    days = [each.model_copy(update={"then": "default"}) for each in DEFAULTS]
    with pytest.raises(Enough):
        play_game(Plan("year_of_the_comet", "campaign", (), {}, seed=7, deadlines=days), tmp_path, stop)
    rulings.record_late(Folder(tmp_path / "referee"), NOW)
    return Folder(tmp_path / "referee")


def newer(monkeypatch):
    """Rules of the same game under a new number."""
    old = rules_lookup.module("year_of_the_comet", "campaign")
    here = old.replace(behaviour=99, fingerprint="cd" * 32)
    monkeypatch.setattr(rules_lookup, "module", lambda *_: here)

    def build(game):
        if game.module.behaviour != here.behaviour:
            raise errors.LogFault(Code.OTHER_ENGINE, f"behaviour {game.module.behaviour}")
        return library.rules(game.module.id, game.scenario)

    return build


def test_a_default_that_is_another_under_the_new_rules_is_told_with_its_entry(closed_game, monkeypatch):
    """Others see of a closed order its effect alone, and would adopt what nobody could go on with."""
    last = verify_entries(closed_game.log).entries[-1]
    build = newer(monkeypatch)
    monkeypatch.setattr(Vocabulary, "default", lambda _words, _state, choice: choice.options.legal()[0])
    with refuses(Code.BROKEN_LOG, match=r"entry 3: the rules installed here part from the log: .*pass"):
        rulings.adopt(closed_game, NOW, build)
    assert not list(closed_game.path.glob("shared/*"))
    assert verify_entries(closed_game.log).entries[-1] == last


def test_with_the_same_default_it_is_adopted(closed_game, monkeypatch):
    assert rulings.adopt(closed_game, NOW, newer(monkeypatch)).missing == ("viking", "norman", "english")
