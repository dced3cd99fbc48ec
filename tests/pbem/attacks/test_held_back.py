"""What all sign, held back by who signs last: he may not move first and show it when he has seen the dice.
And a fact signed by each in other words, twice, or for another place.
"""

import duel
import pytest
from independent import check
from mailed import NOW, Mailed, opened
from refusing import illegal, mails_to, refuses
from said import following
from two_folders import Game

from pbem.entry import armor
from pbem.entry.entries import SignedEntry, cosign, sign
from pbem.entry.verified_entries import verify_entry
from pbem.log.entry_checks import Fork
from pbem.log.parties import Player
from pbem.log.party import refusal_records
from pbem.log.verdict import Status
from pbem.log.verification import compare, verify
from pbem.play.agreements import countersignatures, rulings, succession
from pbem.play.refusals import refusal_papers
from pbem.reason_codes import Code
from pbem.robot.inbox import Inbox
from pbem.rules.replay.game_replay import GameReplay

DRAW = ("game over: draw",)
STRIKE = ("done", "strike red-a > blue-a")


@pytest.fixture
def peers(tmp_path):
    return Game(tmp_path, forced=False)


@pytest.fixture
def game(tmp_path):
    return Mailed(tmp_path, forced=False)


def drawn(game, author, *signers):
    """A draw, proposed and signed by these, one after another."""
    made = rulings.rule(game.folders[author], DRAW, "Enough.", "", duel.build)
    for each in signers:
        made = countersignatures.countersign(game.folders[each], made.file, duel.build)
    return made


def forget(peers, made):
    """Red's program loses what he has signed."""
    made.file.unlink()
    peers.folders["red"].log.cut(1)


def test_who_holds_it_whole_signs_no_move_for_its_place(peers):
    """The attack: blue offers a draw, red signs it, and then moves to see what the dice say first."""
    made = drawn(peers, "blue", "red")
    assert (
        duel.records(peers.folders["red"])[-1] == made.signed_entry
    )  # nobody can take it from him again either
    with refuses(Code.NOT_YOUR_DECISION):
        peers.sign("red", *STRIKE)
    succession.complete(peers.folders["blue"], made.verified, duel.build)
    assert peers.table("blue").replay.outcome()["level"] == "draw"


def test_with_a_referee_neither(game):
    drawn(game, "referee", "blue", "red")
    with refuses(Code.COMPLETED, match="signatures of all"):
        game.sign("red", *STRIKE)


def test_nor_another_that_all_sign(game):
    """The attack: the referee has two signed for one place, and takes in what pleases him later."""
    drawn(game, "referee", "blue", "red")
    table = game.table()
    body = {"to": 0, "why": "Anew.", "at": NOW}
    file = game.path / "rollback.pbem"
    other = sign(following(table, "rollback", "referee", body), duel.key("referee"))
    armor.write(file, [cosign(other, duel.key("blue"))])
    with refuses(Code.COMPLETED):
        countersignatures.countersign(game.folders["red"], file, duel.build)


def test_before_it_is_whole_he_moves(game):
    """Nobody waits for a signature that he does not owe."""
    drawn(game, "referee", "blue")
    assert game.send("red", *STRIKE).outcome == "accepted"


def test_whose_program_moves_all_the_same_is_convicted(peers):
    made = drawn(peers, "blue", "red")
    forget(peers, made)
    moved = peers.sign("red", *STRIKE)
    answered = peers.take_in("blue", moved)
    kept = duel.records(peers.folders["blue"])
    with pytest.raises(Fork) as fork:
        peers.table("blue").verifier.apply(verify_entry(made.signed_entry))
    assert fork.value.conflict == (moved_entry(moved), made.signed_entry)
    told = [kept[0], made.signed_entry]
    assert check(b"".join([b"senlac-log/2\n", *(each.to_record() + b"\n" for each in told)])) == "incomplete"
    verdict = compare(told, kept)
    assert (verdict.status, verdict.code, verdict.seq) == (Status.BROKEN, Code.FORK, 1)
    assert answered.file is not None
    assert verify(kept, GameReplay(duel.build)).status is Status.INCOMPLETE


def test_nor_is_it_one_who_sends_the_move_when_it_stands(peers):
    """The other way round: blue has taken in what all have signed, and red's move for its place comes."""
    made = drawn(peers, "blue", "red")
    forget(peers, made)
    succession.complete(peers.folders["blue"], made.verified, duel.build)
    with pytest.raises(Fork):
        peers.take_in("blue", peers.sign("red", *STRIKE))


def moved_entry(file):
    (one,) = armor.read(file)
    return one


def test_without_a_referee_who_has_to_act_proposes_nothing(peers):
    """Else blue, with red's signature in hand and his move too, would choose which of them stands."""
    with refuses(Code.NOTHING_TO_SIGN, match="let blue propose it"):
        drawn(peers, "red")
    assert not (peers.folders["red"].path / "shared").exists()


@pytest.mark.parametrize("way", ["referee", "none"])
def test_nothing_is_signed_for_a_place_where_ones_order_is_out(way, tmp_path):
    """The attack: who holds red's order, and so its dice, offers a draw for its place."""
    if way == "referee":
        game, author, others = Mailed(tmp_path, forced=False), "referee", ("blue",)
    else:
        game, author, others = Game(tmp_path, forced=False), "blue", ()
    game.sign("red", *STRIKE)
    made = drawn(game, author, *others)
    with refuses(Code.NOTHING_TO_SIGN, match="is out"):
        countersignatures.countersign(game.folders["red"], made.file, duel.build)


def test_after_a_signed_refusal_it_is_signed(game):
    bad = illegal(game)
    received = game.robot.receive(game.mail(bad), NOW)
    (mail,) = mails_to(received, "red@example.org")
    Inbox(game.folders["red"], build=duel.build).receive(opened(mail).message, NOW)
    assert not drawn(game, "referee", "blue", "red").missing


def test_a_refusal_that_convicts_nobody_is_not_enough(game):
    """The attack: the referee says that no box came, has the draw signed, and takes what pleases him."""
    order = game.sign("red", *STRIKE).signed
    refusal_papers.say(game.folders["referee"], game.table().verifier, 1, order.head, Code.BOX_MISSING)
    (slip,) = refusal_records.list_refusals(game.folders["referee"])
    refusal_records.keep_refusal(game.folders["red"], slip)
    with refuses(Code.NOTHING_TO_SIGN, match="is out"):
        drawn(game, "referee", "blue", "red")


def test_nor_is_a_false_word_that_a_clock_was_ahead(game):
    """The attack: the referee says of red's order that its time is ahead, which nobody can check and which
    convicts nobody, has the draw signed, and takes what pleases him of order and draw."""
    order = game.sign("red", *STRIKE).signed
    refusal_papers.say(game.folders["referee"], game.table().verifier, 1, order.head, Code.TIME_AHEAD)
    (slip,) = refusal_records.list_refusals(game.folders["referee"])
    refusal_records.keep_refusal(game.folders["red"], slip)
    with refuses(Code.NOTHING_TO_SIGN, match="is out"):
        drawn(game, "referee", "blue", "red")


def test_nor_does_who_has_an_order_out_propose_another_entry_for_its_place(game):
    """The attack: red's order is out, and the referee knows its dice. Red proposes a new chain for
    itself; once all have signed that, the referee has the choice."""
    game.sign("red", *STRIKE)
    new = duel.chain("red", "anew")
    card = (duel.key("red").public, new.tip, new.length)
    with refuses(Code.NOTHING_TO_SIGN, match="is out"):
        rulings.substitute(
            game.folders["red"], "red", Player("Red", "red@example.org"), card, NOW, duel.build
        )
    assert not (game.folders["red"].path / "shared").exists()


def test_nobody_signs_what_could_not_stand_and_would_bind_him(game):
    """The attack: facts that no reader takes in, signed by all, so that red could write nothing else."""
    entry = following(game.table(), "ruling", "referee", {"facts": ["red: done twice"], "why": "So be it."})
    file = game.path / "ruling.pbem"
    armor.write(file, [cosign(sign(entry, duel.key("referee")), duel.key("blue"))])
    with refuses(Code.LINE_REFUSED):
        countersignatures.countersign(game.folders["red"], file, duel.build)
    assert game.send("red", *STRIKE).outcome == "accepted"


def test_facts_in_other_words_for_each_are_never_whole(game):
    """The attack: each side is asked to sign other facts, and the referee puts the signatures together."""
    host = game.folders["referee"]
    made = rulings.rule(host, ("game over: red",), "So be it.", "", duel.build)
    by_blue = cosign(made.signed_entry, duel.key("blue"))
    other = rulings.rule(host, ("game over: blue",), "So be it.", "", duel.build)
    by_red = cosign(other.signed_entry, duel.key("red"))
    assert not {*by_blue.signatures} & {*by_red.signatures}
    mixed = SignedEntry(by_red.data, (by_red.signatures[0], by_red.signatures[1], by_blue.signatures[1]))
    with refuses(Code.SIGNATURE_WRONG):
        verify_entry(mixed)
    log = [*duel.records(host), mixed]
    assert verify(log).code == Code.SIGNATURE_WRONG
    for signed in (by_blue, by_red):
        game.robot.receive(game.mail(signed), NOW)
    assert game.table().seq == 0


def test_a_fact_counts_once_and_in_its_place_alone(game):
    """Sent again, or after the game went another way, what all have signed changes nothing."""
    made = drawn(game, "referee", "blue", "red")
    game.folders["red"].shared_file(1, "ruling").unlink()
    game.everybody_takes_in(game.send("red", *STRIKE))
    before = game.logs()
    late = game.robot.receive(game.mail(made.signed_entry), NOW)
    assert (late.outcome, game.logs()) == ("refused", before)
    assert "overtaken" in late.text
    log = [*duel.records(game.folders["referee"]), made.signed_entry]
    assert verify(log).status is Status.BROKEN


def test_a_counter_is_put_right_only_where_all_ask_for_it(game):
    """A fact before the answer of dice that are out would move what they hit: none stands there."""
    order = game.sign("red", *STRIKE).signed
    game.folders["referee"].log.append(order)
    with refuses(Code.ROLL_DUE):
        rulings.rule(game.folders["referee"], DRAW, "Enough.", "", duel.build)
