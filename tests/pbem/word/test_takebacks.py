"""`undo` of a draft and `rollback` of what is signed, by a player with a mail program alone."""

from pathlib import Path
from types import SimpleNamespace

import council
import pytest
from word_play import NOW, Game, begun, body_of, code_in, opened, typed

from pbem.entry import armor
from pbem.log.party.folder import Folder
from pbem.messages.letters import mail_word_letters
from pbem.play.agreements import countersignatures, rulings, side_requests
from pbem.play.orders import mail_word_codes
from pbem.robot.inbox import Inbox
from pbem.setup import new_game
from pbem.setup.new_game import Plan

WEEK = 7 * 86_400


def said(file):
    """The words of a mail, however its lines are broken."""
    return " ".join(body_of(file).split())


def to(done, address):
    """The mails of an outcome that go to one address."""
    return [file for file in done.files if opened(file).to == (address,)]


def red_signs(game, file):
    """Red, who has a program, signs the proposal in a mail; the answer goes to the referee."""
    folder = game.folders["red"]
    have = len(folder.log.read().lines)
    folder.log.append(*list(game.referee.log.read().records())[have:])
    mail = folder.path / "asked.eml"
    mail.write_bytes(opened(file).message)
    made = countersignatures.countersign(folder, mail, game.module.build, game.now)
    return game.receive(typed(armor.text([made.signed_entry]).decode(), "red@example.org", 900))


def asked(game, *lines, **how):
    """The code with which blue confirms a rollback."""
    (file,) = game.type(*(lines or ("rollback I misread the ford",)), **how).files
    return code_in(file)


# --- undo ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["undo", "UNDO.", "* undo", "**Undo**", "undo please"])
def test_undo_withdraws_the_draft_and_its_code_locks_nothing(tmp_path, line):
    game = begun(tmp_path)
    code, before = game.draft("done"), game.log()
    done = game.type(line)
    (file,) = done.files
    assert done.outcome == "accepted"
    assert "Your draft is withdrawn" in said(file)
    assert "It was: done" in said(file)
    assert "If you have not asked for this" in said(file)
    assert "step" in said(file), "the choices are shown again"
    (answer,) = game.type(f"yes {code}").files
    assert "it was withdrawn" in said(answer)
    assert game.log() == before


def test_after_undo_new_orders_are_drafted_and_locked_as_ever(tmp_path):
    game = begun(tmp_path)
    game.draft("done")
    game.type("undo")
    assert game.lock("done").outcome == "accepted"
    assert game.types()[-1][1] in ("blue", "referee")


def test_a_wrong_code_after_undo_is_no_try_against_a_draft(tmp_path):
    game = begun(tmp_path)
    game.draft("done")
    game.type("undo")
    (answer,) = game.type("yes 23456-789BC").files
    assert "There is no draft" in said(answer)


def test_undo_of_a_signed_order_names_the_rollback(tmp_path):
    game = begun(tmp_path)
    game.lock("done", "done")
    done = game.type("undo")
    (file,) = done.files
    assert done.outcome == "refused"
    assert "only all together can take it back" in said(file)
    assert "`rollback I misread the ford`" in said(file)


def test_orders_beside_undo_are_neither_drafted_nor_passed_over(tmp_path):
    game = begun(tmp_path)
    code = game.draft("done")
    (file,) = game.type("undo", "done").files
    assert "it is not clear which you want" in said(file)
    assert game.type(f"yes {code}").outcome == "accepted", "the draft stands"


def test_a_flood_of_undo_in_anothers_name_voids_no_draft_unseen(tmp_path):
    """The attack: once so many mails were answered that no more are, a forged `undo` would void a draft of
    which its player hears nothing."""
    game = begun(tmp_path)
    code = game.draft("done")
    for _ in range(mail_word_letters.MOST):
        game.type("yes 23456-789BC and more words", "done and more")
    assert not game.type("undo").files
    assert game.type(f"yes {code}").outcome == "accepted"


# --- rollback --------------------------------------------------------------------------------------------


def test_a_game_goes_back_when_its_author_and_all_others_have_agreed(tmp_path):
    game = begun(tmp_path)
    before = game.table().seq
    game.lock("done", "done")
    assert game.table().owing_roles == ("red",)
    (file,) = game.type("rollback I misread the ford").files
    text = said(file)
    assert f"after entry {before}" in text
    assert "These fall: 1 order, 0 of other sides" in text
    assert "All dice after that will be new" in text
    assert "These must agree: red." in text
    seq = game.table().seq
    done = game.type(f"yes {code_in(file)}")
    assert done.outcome == "accepted"
    assert game.table().seq == seq, "nothing stands yet"
    (proposal,) = to(done, "red@example.org")
    assert "blue asks: I misread the ford" in said(proposal)
    assert f"These fall: 1 order. {game.history()[before + 1]}" in said(proposal)
    assert red_signs(game, proposal).outcome == "accepted"
    newest = game.history()[-1]
    assert (newest.type, newest.body.to) == ("rollback", before)
    assert game.table().owing_roles == ("blue",)
    assert game.holds() == "incomplete"


def test_a_draft_code_confirms_no_rollback_and_its_code_locks_no_draft(tmp_path):
    game = begun(tmp_path)
    game.lock("done", "done")
    game.play("red", "done", "done")
    code = asked(game)
    assert not game.referee.shared_file(game.table().seq + 1, "rollback").is_file()
    draft, before = game.draft("done"), game.log()
    game.type(f"yes {code}")
    assert game.log() == before, "the code of the request locked the draft"
    assert game.referee.shared_file(game.table().seq + 1, "rollback").is_file()
    assert draft != code


def test_who_has_to_act_signs_last_although_the_code_was_said_first(tmp_path):
    """Blue asks, and it is blue's turn: its yes is kept until red has signed."""
    game = begun(tmp_path)
    game.lock("done", "done")
    game.play("red", "done", "done")
    assert game.table().owing_roles == ("blue",)
    done = game.type(f"yes {asked(game)}")
    assert "Still to agree: red." in said(done.files[0]), "and not blue, whose code this was"
    (signed,) = armor.read(game.referee.shared_file(game.table().seq + 1, "rollback"))
    assert len(signed.signatures) == 1, "the referee's alone"
    (proposal,) = to(done, "red@example.org")
    red_signs(game, proposal)
    assert not list(game.referee.path.glob("*/*-blue-to-sign-*")), "blue has agreed, and is not asked"
    assert game.history()[-1].type == "rollback"
    assert game.holds() == "incomplete"


def test_of_two_by_mail_word_the_other_agrees_with_a_code_of_its_own(tmp_path):
    game = Game(tmp_path, word=("red", "blue"), forced=False)
    red = {"sender": "red@example.org"}
    code = code_in(game.type("done", "done", **red).files[0])
    game.type(f"yes {code}", **red)
    game.lock("done", "done")
    assert game.table().owing_roles == ("red",)
    done = game.type(f"yes {asked(game)}")
    (question,) = to(done, "red@example.org")
    agree = code_in(question)
    assert game.history()[-1].type != "rollback"
    game.type(f"yes {agree}")  # from blue's address
    assert game.history()[-1].type != "rollback", "a code counts from its own address alone"
    assert game.type(f"yes {agree}", **red).outcome == "accepted"
    assert game.history()[-1].type == "rollback"
    assert game.holds() == "incomplete"


def test_a_code_agrees_to_the_proposal_in_its_mail_and_to_no_later_one(tmp_path):
    """The attack: a referee puts another rollback in the place of the one that red was asked about."""
    game = Game(tmp_path, word=("red", "blue"), forced=False)
    red = {"sender": "red@example.org"}
    game.type(f"yes {code_in(game.type('done', 'done', **red).files[0])}", **red)
    game.lock("done", "done")
    (question,) = to(game.type(f"yes {asked(game)}"), "red@example.org")
    rulings.rollback(game.referee, 0, "something else", NOW, game.module.build)
    (file,) = game.type(f"yes {code_in(question)}", **red).files
    assert "The question is void" in said(file)
    (signed,) = armor.read(game.referee.shared_file(game.table().seq + 1, "rollback"))
    assert len(signed.signatures) == 1


def test_an_order_that_was_taken_back_is_not_taken_back_again(tmp_path):
    game = begun(tmp_path)
    game.lock("done", "done")
    (proposal,) = to(game.type(f"yes {asked(game)}"), "red@example.org")
    red_signs(game, proposal)
    assert game.history()[-1].type == "rollback"
    (file,) = game.type("rollback").files
    assert "There is no order of blue" in said(file)


def test_a_proposal_is_void_once_the_game_has_gone_on(tmp_path):
    game = begun(tmp_path)
    game.lock("done", "done")
    done = game.type(f"yes {asked(game)}")
    code = asked(game)
    (proposal,) = to(done, "red@example.org")
    game.play("red", "done", "done")
    (file,) = game.type(f"yes {code}").files
    assert "The game has gone on since you were asked" in said(file)
    red_log = game.log()
    with pytest.raises(Exception, match=r"place|taken|overtaken|stands"):
        red_signs(game, proposal)
    assert game.log() == red_log


def test_a_code_counts_for_a_week(tmp_path):
    game = begun(tmp_path)
    game.lock("done", "done")
    code = asked(game)
    game.now = NOW + WEEK + 1
    (file,) = game.type(f"yes {code}").files
    assert "older than a week" in said(file)
    assert not game.referee.shared_file(game.table().seq + 1, "rollback").is_file()


def test_a_forged_request_sends_a_mail_to_its_address_and_no_other(tmp_path):
    """The attack: a rollback in blue's name. Blue alone gets the code, and nothing is proposed."""
    game = begun(tmp_path)
    game.lock("done", "done")
    done = game.type("rollback for fun", headers="Reply-To: mallory@evil.example\n")
    assert [opened(file).to for file in done.files] == [("blue@example.org",)]
    assert not game.referee.shared_file(game.table().seq + 1, "rollback").is_file()


def test_a_second_rollback_for_the_same_place_waits_for_the_first(tmp_path):
    """Else the signatures of one would be asked for while those of another come in."""
    game = begun(tmp_path)
    game.lock("done", "done")
    game.type(f"yes {asked(game)}")
    (file,) = game.type("rollback for another reason").files
    assert "Another rollback waits" in said(file)


def test_without_an_order_of_its_own_a_side_takes_nothing_back(tmp_path):
    (file,) = begun(tmp_path).type("rollback").files
    assert "There is no order of blue" in said(file)


def test_a_side_with_a_program_asks_in_words_from_its_address(tmp_path):
    game = begun(tmp_path)
    done = game.receive(typed("rollback I meant the other wing", "red@example.org", 50))
    (file,) = done.files
    assert opened(file).to == ("red@example.org",)
    done = game.receive(typed(f"yes {code_in(file)}", "red@example.org", 51))
    (proposal,) = [it for it in to(done, "red@example.org") if "pbem countersign" in said(it)]
    red_signs(game, proposal)
    (question,) = game.referee.path.glob("*/*-blue-to-sign-*.eml")
    game.type(f"yes {code_in(question)}")
    assert game.history()[-1].type == "rollback"
    assert game.holds() == "incomplete"


def test_the_same_mails_again_change_nothing(tmp_path):
    game = begun(tmp_path)
    game.lock("done", "done")
    code = asked(game)
    mail = typed(f"yes {code}", number=77)
    first, before = game.receive(mail), game.log()
    assert game.receive(mail).files == first.files[:1]
    assert game.log() == before


def test_of_three_those_who_have_to_act_are_asked_one_after_another(tmp_path):
    """East has sealed; west and north have still to. Each signs when nobody else is missing but those after
    it, so that nobody keeps a whole entry back."""
    game = Game(tmp_path, council, word=council.SIDES, sides=council.SIDES)
    first, second, third = ({"sender": f"{side}@example.org"} for side in council.SIDES)
    lines = [str(next(iter(game.table().choice(council.SIDES[0]).options.legal())))]
    code = code_in(game.type(*lines, **first).files[0])
    assert game.type(f"yes {code}", **first).outcome == "accepted"
    assert game.table().owing_roles == council.SIDES[1:]
    done = game.type(f"yes {asked(game, **first)}", **first)
    asked_now = [opened(file).to[0] for file in done.files if "to-sign" in file.name]
    assert asked_now == [second["sender"]]
    (question,) = to(done, second["sender"])
    done = game.type(f"yes {code_in(question)}", **second)
    assert game.history()[-1].type == "seal"
    (question,) = to(done, third["sender"])
    assert game.type(f"yes {code_in(question)}", **third).outcome == "accepted"
    assert game.history()[-1].type == "rollback"
    assert game.table().owing_roles == council.SIDES
    assert game.holds() == "incomplete"


def test_the_code_of_a_role_is_none_of_another_whose_name_begins_alike(tmp_path):
    """`red-guard` would else agree for `red` too, in a mail with that address forged; and old requests of
    `red` would take those of `red-guard` with them."""
    folder, place = Folder(tmp_path), ("a" * 64, "b" * 64)
    offer = mail_word_codes.offer(place, side_requests.AGREE, ("c" * 64,), "d" * 16, 0, at=NOW)
    code = side_requests.keep(folder, "red-guard", offer)
    side_requests.keep(folder, "red", offer.replace(at=NOW + 3 * WEEK))
    assert side_requests.find(folder, "red", code) is None
    assert side_requests.find(folder, "red-guard", code) is not None


def test_a_flood_of_a_role_mutes_no_other_whose_name_begins_alike():
    def find_mails(_pattern):
        return [Path(f"{NOW // 86_400:06d}-word-red-guard-{tag:016x}.eml") for tag in range(1000)]

    boxes = SimpleNamespace(find_mails=find_mails)
    assert mail_word_letters.is_flooded(boxes, "red-guard", NOW)
    assert not mail_word_letters.is_flooded(boxes, "red", NOW)


def test_where_cards_are_hidden_the_answer_says_at_once_that_a_ruling_remains(tmp_path):
    plan = Plan("hastings_pulsipher", "small", (), {}, word=("saxon",))
    places = new_game.create(plan, tmp_path, NOW)
    robot = Inbox(places["referee"])
    *_, file = robot.receive(typed("rollback", "saxon@localhost"), NOW).files
    assert "players cannot forget what they have seen" in said(file)
    assert "A ruling remains" in said(file)
