"""A side played by mail word: what is typed is drafted, a code locks the draft, and the game goes on."""

import shutil

import council
import duel
import pytest
from crashes import contents, each_crash, settle
from refusing import refuses
from word_play import NOW, TERMS, Game, be_late, begun, body_of, code_in, opened, typed

from pbem.entry import armor
from pbem.entry.entries import Entry
from pbem.judge import closed_lines
from pbem.keys.openssh_keys import PublicKey
from pbem.log.parties import Player
from pbem.log.party.folder import Folder
from pbem.log.party.key_creation import make_secrets
from pbem.log.verification import verify_dice, verify_file
from pbem.mail.author_text import MARK
from pbem.mail.reader import read
from pbem.messages.letters import mail_word_letters, proposal_letters
from pbem.play import chain_rotation
from pbem.play.agreements import countersignatures, rulings, succession
from pbem.play.orders import mail_word_codes
from pbem.reason_codes import Code
from pbem.robot.inbox import Inbox
from pbem.rules.replay.game_replay import GameReplay
from pbem.rules.table import Table

STRIKE = ("done", "strike blue-a > red-a", "done")


@pytest.fixture
def game(tmp_path):
    return begun(tmp_path)


def test_typed_orders_come_back_as_a_draft_with_a_code(game):
    before = game.log()
    done = game.type("Hi Rolf,", "", "1) Step blue-a 2.", "- done", "STRIKE blue-a > red-a", "", "Cheers")
    assert (done.outcome, game.log()) == ("accepted", before)
    (file,) = done.files
    assert opened(file).to == ("blue@example.org",)
    text = body_of(file)
    assert text.splitlines()[0] == MARK
    assert "    step blue-a 2\n    done\n    strike blue-a > red-a\n" in text
    assert "then dice: strike blue-a > red-a (rule 3.2)" in text
    assert "will not be used" not in text
    assert "Lines of your mail that are no orders, and were passed over: 2." in text
    assert len(code_in(file)) == 11


def test_a_code_locks_the_draft_and_the_entry_says_by_mail_word(game):
    done = game.lock(*STRIKE)
    assert done.outcome == "accepted"
    assert {tuple(opened(file).to) for file in done.files} == {("red@example.org",), ("blue@example.org",)}
    assert game.types()[2:4] == [("order", "blue"), ("roll", "referee")]
    order = game.history()[3]
    assert (order.body.word, order.body.lines) == (True, STRIKE[:2])
    assert closed_lines.load_lines(game.referee, order).lines == STRIKE[2:]
    assert game.holds() == "incomplete"
    said = "dice and moves of blue rest on the referee's word"
    assert verify_file(game.referee.log.path).text.endswith(f"; {said}")
    assert verify_dice(game.referee.log.read().records()).text.endswith(f"; {said}")


def test_who_has_no_program_is_not_told_to_use_one(game):
    done = game.lock(*STRIKE)
    mine = next(file for file in done.files if opened(file).to == ("blue@example.org",))
    text = body_of(mine)
    assert text.startswith(f"{MARK}\n\nTurn ")
    assert "Accepted." in text
    assert "pbem" not in text
    assert read(opened(mine).message, from_robot=True).entries == ()
    theirs = next(file for file in done.files if file != mine)
    assert read(opened(theirs).message, from_robot=True).entries


def test_a_whole_game_in_words(tmp_path):
    game = Game(tmp_path, word=("red", "blue"), forced=True)
    for _ in range(200):
        table = game.table()
        if not table.owing_roles or table.verifier.ended:
            break
        side = table.owing_roles[0]
        if table.replay.dice_due:
            game.type("good day", sender=f"{side}@example.org")
            continue
        line = next(str(o) for o in table.choice(side).options.legal() if not str(o).startswith("step"))
        code = game.draft(line, sender=f"{side}@example.org")
        assert game.type(f"yes {code}", sender=f"{side}@example.org").outcome == "accepted"
    assert game.table().verifier.ended
    assert game.holds() == "holds"
    assert verify_file(game.referee.log.path).word == ("red", "blue")


def test_dice_before_any_decision_are_opened_for_such_a_side(tmp_path):
    """Whoever writes first: nobody is asked for what nobody can choose."""
    game = Game(tmp_path, word=("red",), forced=True)
    done = game.type("good day", sender="red@example.org")
    assert game.types() == [("ack", "red"), ("roll", "referee")]
    told = {opened(file).to for file in done.files}
    assert told == {("red@example.org",), ("blue@example.org",)}
    assert game.history()[1].body.word is True
    assert game.holds() == "incomplete"


def test_a_decision_out_of_turn_goes_the_same_way(tmp_path):
    for salt in "abcdefghij":
        game = Game(tmp_path / salt, salt=salt, forced=False)
        game.play("red", "done", "strike red-a > blue-a", "strike red-b > blue-b", "done")
        table = game.table()
        if (choice := table.choice("blue")) and choice.kind == "loss":
            break
    assert table.owing_roles == ("blue",)
    assert game.lock("lose blue-a").outcome == "accepted"
    assert ("decision", "blue") in game.types()
    assert game.holds() == "incomplete"


def test_what_is_not_understood_is_said_with_what_would_be_legal(game):
    (file,) = game.type("step blue-a 2", "step blue-b 9", "done").files
    text = body_of(file)
    assert "I understand these orders:\n\n    step blue-a 2\n" in text
    assert "Not understood:\n\n    step blue-b 9\n" in text
    assert "    done\n      would be legal\n" in text
    game.type(f"yes {code_in(file)}")
    assert game.history()[-2].body.lines == ("step blue-a 2",)


def test_an_order_against_the_rules_is_answered_with_those_near_it(game):
    (file,) = game.type("step blue-a 1", "done").files
    text = body_of(file)
    assert "No draft could be made of your mail. Nothing has changed." in text
    assert "      legal here:\n        step blue-a 2\n        step blue-a 3\n" in text
    assert "Code word" not in text


def test_a_mail_without_an_order_is_answered_once_at_each_place(game):
    first = game.type("How are you?")
    assert "It has no line that begins as an order does" in body_of(first.files[0]).replace("\n", " ")
    assert game.type("Well?").files == first.files
    assert first.outcome == "refused"


def test_out_of_turn_nothing_is_drafted(tmp_path):
    game = Game(tmp_path, forced=False)
    (file,) = game.type("done").files
    assert "No order of yours is due now." in body_of(file)
    assert game.types() == []


def test_the_game_is_given_up_with_a_code_too(game):
    (file,) = game.type("Resign.").files
    assert "you want to give up the game" in body_of(file)
    game.type(f"yes {code_in(file)}")
    assert game.types()[-3:] == [("resign", "blue"), ("open", "referee"), ("end", "referee")]
    assert game.holds() == "holds"


def test_sealed_orders_cross_without_harm(tmp_path):
    """Both are asked at once; another's seal takes the place in between, and the code is still good."""
    game = Game(tmp_path, council, word=("east", "west"))
    east = game.draft("bid 1", sender="east@example.org")
    west = game.draft("bid 2", sender="west@example.org")
    game.type(f"yes {east}", sender="east@example.org")
    done = game.type(f"yes {west}", sender="west@example.org")
    assert done.outcome == "accepted"
    assert game.types()[:4] == [("seal", "east"), ("seal", "west"), ("open", "referee"), ("open", "referee")]
    assert [entry.body.word for entry in game.history()[1:3]] == [True, True]
    again = game.type(f"yes {west}", sender="west@example.org")
    assert (again.outcome, game.types().count(("seal", "west"))) == ("accepted", 1)
    assert game.holds() == "incomplete"


def test_the_same_mails_again_change_nothing(game):
    ask = typed("\n".join(STRIKE), number=7)
    first = game.receive(ask)
    again = game.receive(ask)
    assert again.files == first.files
    answer = typed(f"yes {code_in(first.files[0])}", number=8)
    done, log = game.receive(answer), game.log()
    files = contents(game.referee.path)
    for mail in (answer, ask, answer):
        assert game.receive(mail).outcome == "accepted"
    assert game.log() == log
    assert contents(game.referee.path) == files
    assert len(done.files) == 2


def test_a_reminder_and_the_answer_in_another_mail_are_in_words(game):
    code = game.draft(*STRIKE)
    game.type(f"yes {code}")
    done = game.type(f"Yes: {code.lower()}!")
    (file,) = done.files
    assert "You sent this before; here is the same answer again." in body_of(file)
    assert "pbem" not in body_of(file)


@pytest.mark.long
@pytest.mark.parametrize("what", ["draft", "lock", "wrong"])
def test_killed_at_any_step_the_same_mail_leads_to_the_same_log(tmp_path, what):
    start, work = tmp_path / "start", tmp_path / "work"
    game = begun(start)
    data = typed("\n".join(STRIKE), number=7)
    if what != "draft":
        code = code_in(game.receive(data).files[0])
        data = typed(f"yes {code if what == 'lock' else 'BBBBB-BBBBB'}", number=8)
    shutil.copytree(start, work)
    settle(work)

    def inbox():
        return Inbox(type(game.referee)(work / "referee"), build=game.module.build)

    inbox().receive(data, NOW)
    names, log = contents(work).keys(), (work / "referee/game.log").read_bytes()
    for step, share in each_crash(start, work, lambda: inbox().receive(data, NOW), (0,)):
        done = inbox().receive(data, NOW)
        assert (work / "referee/game.log").read_bytes() == log, (step, share)
        assert contents(work).keys() == names, (step, share)
        if what == "wrong":
            text = body_of(done.files[0]).replace("\n", " ")
            assert "4 more wrong ones" in text, (step, share)
        if what == "draft":
            offer = mail_word_codes.load_offer(work / "referee/word/blue/offer")
            assert offer.is_code(code_in(done.files[0])), (step, share)


def test_so_many_mails_a_day_and_no_more(game):
    """Who writes in its name cannot fill its mailbox, and its newest draft can still be locked."""
    for number in range(mail_word_letters.MOST):
        (file,) = game.type(*STRIKE, f"take {number}").files
    flooded = game.type(*STRIKE)
    assert (flooded.outcome, flooded.files) == ("refused", ())
    assert "is not answered" in flooded.text
    game.now += 86_400
    assert game.type(*STRIKE).files
    game.now -= 86_400
    assert game.type(f"yes {code_in(file)}").files == ()
    newest = max(game.referee.path.glob("outbox/*-word-blue-*.eml"), key=lambda f: f.name[:6])
    assert game.type(f"yes {code_in(newest)}").outcome == "accepted"
    assert game.types()[-2][1] == "blue"


def test_a_draft_after_which_the_game_went_on_is_void(tmp_path):
    game = begun(tmp_path, deadlines=TERMS)
    code = game.draft(*STRIKE)
    be_late(game)
    log = game.log()
    (file,) = game.type(f"yes {code}").files
    assert "The game has gone on since that draft" in body_of(file)
    assert game.log() == log
    assert game.lock(*STRIKE).outcome == "accepted"


# --- the referee who signed for him is replaced ------------------------------------------------------------


def test_a_referee_hands_the_side_over_with_the_game_and_it_is_played_to_its_end(tmp_path):
    game = begun(tmp_path)
    game.lock(*STRIKE)
    catch_up(game)
    rolf = Folder(tmp_path / "rolf")
    make_secrets(rolf, length=60)
    card = (PublicKey.load(rolf.public_file), rolf.chain().tip, 60)
    person = Player("Rolf", "rolf@example.org")
    red = game.folders["red"]
    made = rulings.substitute(red, "referee", person, card, NOW, duel.build)
    asked = proposal_letters.send(red, made, NOW, build=duel.build)
    entries = [one for file in asked for one in read(opened(file).message, from_robot=True).entries]
    with refuses(Code.NOTHING_TO_SIGN, match="blue plays by mail word"):
        succession.take_over(rolf, entries, duel.build)
    for name in ("word", "lines"):
        shutil.copytree(game.referee.path / name, rolf.path / name)
    done = succession.take_over(rolf, entries, duel.build)
    by_blue = countersignatures.countersign(game.referee.word("blue"), made.file, duel.build)
    for signed in (done, by_blue):
        received = Inbox(red, build=duel.build).receive(typed(armor.encode(signed.signed_entry)), NOW)
        assert received.outcome == "accepted", received.text
    log = list(red.log.read().records())
    rolf.log.append(*log[len(rolf.log.read().lines) :])
    game.referee, game.robot = rolf, Inbox(rolf, build=duel.build)
    game.folders |= {"referee": rolf, "blue": rolf.word("blue")}
    game.robot.desk.settle(NOW)
    catch_up(game)
    burnt = chain_rotation.sign_burning(
        game.folders["red"], Table.load(game.folders["red"].log, duel.build), NOW
    )
    boxes = armor.boxes(game.folders["red"].move_file(Entry.decode(burnt.data).seq, "red").read_text())
    text = "".join([armor.encode(burnt), *map(armor.encode_box, boxes)])
    assert game.receive(typed(text, "red@example.org", 91)).outcome == "accepted"
    assert game.table().verifier.renewals.next_role is None
    while (side := next(iter(game.table().owing_roles), None)) is not None:
        line = next(
            str(o) for o in game.table().choice(side).options.legal() if not str(o).startswith("step")
        )
        done = game.lock(line) if side == "blue" else game.play("red", line)
        assert done.outcome == "accepted", done.text
    assert game.holds() == "holds"
    assert verify_file(rolf.log.path, GameReplay(duel.build)).word == ("blue",)


def catch_up(game):
    """Red takes in what stands in the referee's log."""
    log = game.folders["red"].log
    log.append(*list(game.referee.log.read().records())[len(log.read().lines) :])
