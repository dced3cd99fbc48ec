"""Questions by mail: what a counter may do, what may come of an order. None of them changes anything."""

from email import message_from_bytes
from email.policy import default

import pytest
from fulford_by_word import World
from word_play import body_of, code_in, opened

from pbem.robot.mail_word_questions import MOST


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """Fulford; the saxon, by mail word, is to move for the first time."""
    made = World(tmp_path_factory.mktemp("asked"))
    made.invite()
    made.join()
    made.take_in(made.type(f"yes {code_in(made.invited())}"))
    made.move("deploy", "done")
    (draft,) = made.type("deploy", "done").files
    made.take_in(made.type(f"yes {code_in(draft)}"))
    made.move("done")
    return made


def asked(world, *lines):
    before = world.host.log.path.read_bytes()
    (file,) = world.type(*lines).files
    assert world.host.log.path.read_bytes() == before
    return file


def test_legal_and_a_counter_lists_all_that_it_may_do(begun):
    file = asked(begun, "legal S-Edwin")
    told = body_of(file).split("Next:")[0]
    assert "You asked: legal S-Edwin" in told
    assert told.count("    move S-Edwin ") > 20
    assert "answers to your questions" in message_from_bytes(opened(file).message, policy=default)["subject"]


def test_a_misspelt_counter_is_answered_with_those_that_are_near(begun):
    assert "did you mean S-Edwin" in body_of(asked(begun, "legal S-Edwim"))


def test_odds_of_an_order_are_told_in_its_words(begun):
    told = body_of(asked(begun, "> a quotation", "odds move S-Edwin 1305"))
    assert "You asked: odds move S-Edwin 1305" in told
    assert "100.0 %" in told


def test_odds_of_what_is_not_legal_name_the_rule(begun):
    assert "against rule" in body_of(asked(begun, "odds attack S-fyrd-1 > V-guard"))
    assert "No order can be read there" in body_of(asked(begun, "odds of victory"))


def test_a_question_beside_orders_is_answered_above_the_draft(begun):
    file = asked(begun, "move S-Edwin 1305", "legal S-Edwin", "done")
    told = body_of(file)
    assert told.index("You asked: legal S-Edwin") < told.index("I understand these orders:")
    assert "    move S-Edwin 1305\n    done\n" in told
    assert code_in(file)


def test_so_many_questions_of_a_mail_and_no_more(begun):
    told = body_of(asked(begun, *["legal S-Edwin"] * (MOST + 3)))
    assert told.count("You asked:") == MOST
    assert f"At most {MOST} questions" in told


def test_talk_of_odds_asks_nothing(begun):
    assert "You asked" not in body_of(asked(begun, "Odds are that I lose.", "legal advice would help me"))
