"""Words between players: passed on with the answer to an entry that counts, judged by nobody, in no log."""

import pytest
from mailed import NOW, Mailed, log, opened, text_of

from pbem.messages.letters import game_letters
from pbem.post.outbox import Outbox


@pytest.fixture
def game(tmp_path):
    return Mailed(tmp_path, forced=False)


WORDS = "Dear referee,\npress A bold plan,  Harald!\nPRESS | - see you\n> press quoted\n-- \npress below\n"


def test_they_come_with_the_answer_and_stand_in_no_log(game):
    signed = game.sign("red", "done", "done").signed
    done = game.robot.receive(game.mail(signed, text=WORDS), NOW)
    for file in done.files:
        text = text_of(file).replace("\r", "")
        assert "Words of red, which nobody has signed and nobody judges:\n- A bold plan, Harald!\n" in text
        assert "- | - see you\n" in text
        assert "quoted" not in text
        assert "- below" not in text
    assert b"bold" not in log(game)


def test_words_with_an_old_move_or_without_any_are_not_passed_on(game):
    """Who sends a party's old move again puts no words into his mouth."""
    signed = game.sign("red", "done", "done").signed
    game.robot.receive(game.mail(signed), NOW)
    for mail in (game.mail(signed, text="press I give up"), game.mail(text="press I give up")):
        for file in game.robot.receive(mail, NOW).files:
            assert "give up" not in text_of(file)


def test_they_may_stand_in_the_file_of_orders(game):
    made = game.sign("red", "done", "press Well met  # really", "done")
    assert made.entry.body.lines == ("done", "done")
    assert made.press == ("Well met",)
    boxes = [made.plan.box] if made.plan.box else []
    game_letters.send_move(game.folders["red"], made.verifier, [made.signed], boxes, NOW, made.press)
    (mail,) = Outbox(game.folders["red"].path).list_waiting()
    done = game.robot.receive(mail.message, NOW)
    assert "- Well met" in text_of(done.files[1])
    assert b"Well met" not in log(game) + opened(done.files[1]).message.split(b"SENLAC ENTRY")[1]
