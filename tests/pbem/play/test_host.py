"""What a referee writes besides dice, and what several parties sign before it counts."""

import email
import email.policy

import duel
import pytest
from refereed import play_out, sampled, short
from refusing import refuses

from pbem import errors
from pbem.entry import armor
from pbem.entry.entries import Entry, SignedEntry
from pbem.log.parties import Player
from pbem.log.party.folder import Folder
from pbem.log.party.key_creation import make_secrets
from pbem.log.verdict import Status
from pbem.log.verification import verify
from pbem.messages import report_text
from pbem.messages.letters import reminders
from pbem.play import chain_rotation
from pbem.play.agreements import countersignatures, rulings
from pbem.play.host import referee
from pbem.post.outbox import OutgoingMail
from pbem.reason_codes import Code
from pbem.rules.replay.game_replay import GameReplay
from pbem.rules.table import Table

NOW = 1_700_000_000


@pytest.fixture
def game(tmp_path):
    """Red stepped, then struck, and blue may have lost somebody; the place is that before the strike."""
    game = short(tmp_path)
    game.play("red", "step red-a 2", "done")
    game.play("red", "strike red-a > blue-a")
    return game


def countersigned(game, made, role):
    """The copy that this party signs and sends back."""
    done = countersignatures.countersign(game.folders[role], made.file, duel.build)
    (signed,) = armor.read(done.file)
    return signed


def share(game, receipt):
    entries = armor.read(game.folders["referee"].answer_file(receipt.first))
    for side in duel.SIDES:
        referee.take_in(game.folders[side], entries, duel.build)


def agreed(game, made):
    """What all have signed, taken in by the referee."""
    for role in made.missing:
        signed = countersigned(game, made, role)
        try:
            receipt = game.apply(signed)
        except errors.MissingSignatures:
            continue
    return receipt


def test_a_decision_that_all_agree_on_is_made_with_the_reason_in_the_log(game):
    side = game.table().owing_roles[0]
    line = str(game.table().play.request.options.legal()[0])
    made = rulings.rule(game.folders["referee"], (f"{side}: {line}",), "He is ill.", "2.1", duel.build)
    receipt = agreed(game, made)
    assert f"*By agreement of all: {side}: {line}*. Reason: He is ill. (2.1)" in report_text.receipt_text(
        receipt
    )
    assert str(game.table().replay.record[-1].answer) == line
    share(game, receipt)
    assert len(game.logs()) == 1
    play_out(game)
    assert verify(duel.records(game.folders["blue"]), GameReplay(duel.build)).status is Status.HOLDS


@pytest.mark.parametrize(
    ("fact", "winner", "level"), [("draw", "", "draw"), ("red decisive", "red", "decisive")]
)
def test_a_game_ends_as_all_agree(game, fact, winner, level):
    made = rulings.rule(game.folders["referee"], (f"game over: {fact}",), "Both are tired.", "", duel.build)
    table = agreed(game, made).table
    assert table.verifier.ended
    assert (table.replay.outcome()["winner"], table.replay.outcome()["level"]) == (winner, level)
    assert verify(duel.records(game.folders["referee"]), GameReplay(duel.build)).status is Status.HOLDS


@pytest.mark.parametrize(
    "fact", ["The ford is passable.", "game over: harold", "red: step red-a 9", "blue: fly"]
)
def test_words_that_change_nothing_are_no_facts(game, fact):
    with refuses(Code.LINE_REFUSED):
        rulings.rule(game.folders["referee"], (fact,), "I say so.", "", duel.build)
    assert not (game.folders["referee"].path / "shared").exists()


def test_only_the_referee_proposes_facts(game):
    with refuses(Code.NOT_ENTITLED, match="only the referee"):
        rulings.rule(game.folders["red"], ("game over: red all",), "I say so.", "", duel.build)


def test_only_the_referee_reminds(game):
    with refuses(Code.STRANGE_FOLDER, match="not the referee"):
        reminders.remind(game.folders["red"], NOW, duel.build)
    assert not (game.folders["red"].path / "outbox").exists()


def test_without_a_referee_nobody_reminds(tmp_path):
    folders = duel.new(tmp_path, "", duel.SIDES)
    with refuses(Code.STRANGE_FOLDER, match="only the referee"):
        reminders.remind(folders["red"], NOW, duel.build)


def test_who_owes_something_is_reminded(game):
    (file,) = reminders.remind(game.folders["referee"], NOW, duel.build)
    mail = OutgoingMail.decode(file.stem, file.read_bytes())
    role = game.table().owing_roles[0]
    assert mail.to == (f"{role}@example.org",)
    text = email.message_from_bytes(mail.message, policy=email.policy.default)
    assert "reminder, your move" in text["Subject"]
    assert "The game is waiting for you" in text.get_body(("plain",)).get_content()
    assert not (game.folders["referee"].path / "held").exists()
    play_out(game)
    with refuses(Code.NOTHING_OWED):
        reminders.remind(game.folders["referee"], NOW, duel.build)


def test_a_game_that_all_take_back_stands_as_it_stood(game):
    before = Table.load(game.folders["referee"].log, duel.build, upto=2)
    made = rulings.rollback(game.folders["referee"], 2, "a slip", NOW, duel.build)
    assert made.missing == ("red", "blue")
    with refuses(Code.SIGNATURES_MISSING, match="still to sign: blue"):
        game.apply(countersigned(game, made, "red"))
    receipt = game.apply(countersigned(game, made, "blue"))
    state, old = receipt.table.play.state, before.play.state
    assert (state.at, state.turn, state.phase) == (old.at, old.turn, old.phase)
    assert receipt.table.owing_roles == before.owing_roles == ("red",)
    assert "after entry 2. Reason: a slip" in report_text.receipt_text(receipt)
    share(game, receipt)
    game.play("red", "strike red-a > blue-a")
    play_out(game)
    entries = duel.records(game.folders["blue"])
    assert verify(entries, GameReplay(duel.build)).status is Status.HOLDS
    kinds = [Entry.decode(signed.data).type for signed in entries[:7]]
    assert kinds == ["charter", "order", "ack", "order", "roll", "rollback", "order"]


def test_the_replay_after_a_rollback_is_that_of_a_game_that_never_went_on(game):
    """Not only what stands on the map: what was done, struck and told in the turn too."""
    made = rulings.rollback(game.folders["referee"], 2, "a slip", NOW, duel.build)
    countersigned(game, made, "red")
    for side in duel.SIDES:
        signed = countersigned(game, made, side)
        try:
            game.apply(signed)
        except errors.MissingSignatures:
            continue
    before, after = Table.load(game.folders["referee"].log, duel.build, upto=2), game.table()
    assert after.play.request.options.legal() == before.play.request.options.legal()
    assert after.play.events == before.play.events
    assert after.play.count == before.play.count


def test_a_signature_is_taken_in_once_and_in_any_order(game):
    made = rulings.rollback(game.folders["referee"], 2, "a slip", NOW, duel.build)
    red = countersigned(game, made, "red")
    for _ in range(2):
        with refuses(Code.SIGNATURES_MISSING, match=r"still to sign: blue$"):
            game.apply(red)
    receipt = game.apply(countersigned(game, made, "blue"))
    again = game.apply(red)
    assert (again.first, again.repeated) == (receipt.first, True)


def test_a_rollback_that_was_overtaken_by_a_move_is_void(game):
    made = rulings.rollback(game.folders["referee"], 2, "a slip", NOW, duel.build)
    red = countersigned(game, made, "red")
    table = game.table()
    game.play(table.owing_roles[0], sampled(table))
    with refuses(Code.OVERTAKEN, match="came first"):
        game.apply(red)


def test_a_rollback_is_refused_before_anybody_signs_it(game):
    with refuses(Code.ROLLBACK_WRONG, match=r"newest entries to which it can go back are 0, 2, 4$"):
        rulings.rollback(game.folders["referee"], 3, "a slip", NOW, duel.build)
    with refuses(Code.ROLLBACK_WRONG, match=r"entry 99: the log has no such entry. .* are 0, 2, 4$"):
        rulings.rollback(game.folders["referee"], 99, "a slip", NOW, duel.build)
    with refuses(Code.NOT_ENTITLED):
        rulings.rollback(game.folders["red"], 2, "a slip", NOW, duel.build)


def newcomer(tmp_path, name="edith"):
    folder = Folder(tmp_path / name)
    make_secrets(folder, length=40)
    chain = folder.chain()
    return folder, (folder.key().public, chain.tip, chain.length)


def test_a_new_player_takes_over_with_his_own_key_and_chain(game, tmp_path):
    folder, chain = newcomer(tmp_path)
    player = Player("Edith", "edith@example.org")
    made = rulings.substitute(game.folders["referee"], "red", player, chain, NOW, duel.build)
    assert made.missing == ("blue", "red")
    done = countersignatures.countersign(folder, made.file, duel.build)
    (signed,) = armor.read(done.file)
    with refuses(Code.SIGNATURES_MISSING, match="still to sign: blue"):
        game.apply(signed)
    receipt = game.apply(countersigned(game, made, "blue"))
    assert "Edith <edith@example.org> is red as of now" in report_text.receipt_text(receipt)
    assert receipt.table.verifier.parties["red"].mail == "edith@example.org"
    assert [entry.type for entry in receipt.table.verifier.history[-2:]] == ["substitute", "ack"]
    assert receipt.table.owing_roles == ("blue",)
    share(game, receipt)
    burnt = chain_rotation.sign_burning(game.folders["blue"], game.table("blue"), NOW)
    assert chain_rotation.sign_burning(game.folders["blue"], game.table("blue"), NOW + 9) == burnt, (
        "one link is burnt once"
    )
    game.apply(burnt)
    log = (game.path / "referee" / "game.log").read_bytes()
    for path in (folder.path, game.folders["red"].path, game.folders["blue"].path):
        (path / "game.log").write_bytes(log)
    while game.table().owing_roles != ("red",):
        game.play(game.table().owing_roles[0], sampled(game.table()))
    with refuses(Code.STRANGE_FOLDER):
        game.sign("red", sampled(game.table()))
    (folder.path / "game.log").write_bytes((game.path / "referee" / "game.log").read_bytes())
    game.folders["red"] = folder
    game.play("red", sampled(game.table()))


def test_who_is_not_asked_signs_nothing(game, tmp_path):
    folder, chain = newcomer(tmp_path)
    player = Player("Edith", "edith@example.org")
    made = rulings.substitute(game.folders["referee"], "red", player, chain, NOW, duel.build)
    with refuses(Code.WRONG_SIGNER, match="signed by referee and blue and the new red, and by nobody"):
        countersignatures.countersign(game.folders["red"], made.file, duel.build)
    stranger, _ = newcomer(tmp_path, "mallory")
    with refuses(Code.NOTHING_TO_SIGN, match="does not ask for a signature"):
        countersignatures.countersign(stranger, made.file, duel.build)
    with refuses(Code.NOTHING_TO_SIGN, match="only a ruling, a rollback, a substitute or an adopt"):
        countersignatures.countersign(folder, game.folders["referee"].answer_file(1), duel.build)


def test_a_forged_signature_is_not_gathered(game):
    made = rulings.rollback(game.folders["referee"], 2, "a slip", NOW, duel.build)
    (signed,) = armor.read(made.file)
    blob = bytearray(countersigned(game, made, "red").signatures[1])
    blob[-1] ^= 1
    with refuses(Code.SIGNATURE_WRONG, Code.SIGNATURE_MALLEABLE):
        game.apply(SignedEntry(signed.data, (*signed.signatures, bytes(blob))))
    assert armor.read(made.file) == [signed]


def test_a_game_with_secret_packs_is_not_taken_back(tmp_path):
    from ambush import build
    from ambush_play import Game as Ambush

    ambush = Ambush(tmp_path)
    with refuses(Code.ROLLBACK_WRONG, match="cannot forget what they have seen"):
        rulings.rollback(ambush.folders["referee"], 0, "a slip", NOW, build)
