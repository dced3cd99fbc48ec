"""What people type and their mail programs make of it: every mail of tests/mail/typed is read as it was
meant, and nothing that was meant as an order vanishes.
"""

import re

import pytest
from typed_mails import CORPUS, Fulford
from word_play import typed

from pbem.mail import author_text
from pbem.mail.author_text import MARK
from pbem.mail.letter import UnreadKind
from pbem.mail.reader import read
from pbem.robot.inbox import Inbox


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    return Fulford(tmp_path_factory.mktemp("typed"))


@pytest.mark.parametrize("case", CORPUS, ids=lambda case: case.name)
def test_a_mail_is_read_as_it_was_meant(game, case):
    answer = game.answer(case.mail)
    assert answer.drafted == case.draft
    for line in case.meant:
        assert " ".join(line.split()) in answer.text
    for words in case.says:
        assert words in answer.text
    if not case.says:
        assert answer.passed_over == case.prose


def test_the_corpus_has_a_hundred_mails_of_ten_kinds_of_programs():
    assert len(CORPUS) >= 100
    assert len({case.program for case in CORPUS} - {"a stranger"}) >= 10


def test_all_mistakes_are_told_at_once(game):
    answer = game.write(
        "move V-guard 1510", "mvoe V-hirdman-1 1410", "V-hirdman-2 1610", "move V-hirdman-4 1405", "doen"
    )
    assert answer.drafted == ["move V-guard 1510"]
    assert (
        "Not understood: mvoe V-hirdman-1 1410 no order begins with `mvoe` nearest: `move V-hirdman-1 1410`"
        in (answer.text)
    )
    said = "not understood: it names a counter, but does not begin as an order does"
    assert f"V-hirdman-2 1610 {said} nearest: `move V-hirdman-2 1610`" in answer.text
    assert "move V-hirdman-4 1405 against rule 4.4" in answer.text
    assert "doen not understood: no order begins with `doen` nearest: `done`" in answer.text
    assert "Nothing from that line on is in a draft." in answer.text


def test_what_follows_is_judged_as_if_the_nearest_order_stood_there(game):
    """Where the guard stood there is room for the next only once it has gone."""
    answer = game.write("mvoe V-guard 1510", "move V-hirdman-1 1511")
    assert answer.drafted == []
    assert "as if `move V-guard 1510` stood there" in answer.text
    assert "move V-hirdman-1 1511 would be legal" in answer.text


def test_the_nearest_order_names_no_other_counter_and_ends_nothing(game):
    for line in ("move V-guard,V-hirdman-1 1510", "V-guard should stay put"):
        assert "nearest: `" not in game.write(line).text
    assert "nearest: `move V-guard 1510`" in game.write("V-guard: 1511-1510").text


@pytest.mark.parametrize(
    "line",
    ["Hello Rolf, here we go.", "I think I will take the bridge.", "Love, Vig", "Moves:", "More tomorrow",
     "The guard is ready", "Haraldr sends his greetings to you all", "Call me: +48 601 15 10 16",
     "Saturday, 28 Nov 2026", "https://example.org/1510", "seq 4, head 15101610", "press move V-guard 1510"],
)  # fmt: skip
def test_talk_is_passed_over(game, line):
    answer = game.write(line, "move V-guard 1510", "done")
    assert answer.drafted == ["move V-guard 1510", "done"]
    assert answer.passed_over == 1


@pytest.mark.parametrize(
    "line",
    ["guard to 1510", "hirdman-1", "V-gaurd 1510", "1510", "Vig, Storgata 12, 1510 Moss", "Hold the line!",
     "Dnoe", "pas", "Haraldr attacks Edwin", "(done)", "please attack S-fyrd-1", "resgin"],
)  # fmt: skip
def test_what_may_be_an_order_is_shown_and_ends_the_draft(game, line):
    answer = game.write("move V-guard 1510", line, "done")
    assert answer.drafted == ["move V-guard 1510"]
    assert f"Not understood: {line} " in answer.text


def test_a_way_is_filled_in_and_the_reason_is_that_of_the_rules(game):
    assert game.write("move V-guard 1810").drafted == ["move V-guard 1610-1710-1810"]
    assert "against rule 13.4 (4.3): V-hirdman-5 is in 1211" in game.write("move V-guard 1211").text
    assert "adjacent" not in game.write("move V-guard 1211").text


# --- what is not read is said -------------------------------------------------------------------------------

FILE = 'Content-Type: text/plain; name="{0}"\nContent-Disposition: attachment; filename="{0}"\n\n{1}\n'


def mixed(*parts):
    text = "".join(f"--b\n{part}\n" for part in parts)
    return typed(f"{text}--b--\n", "vig@example.org", 7000, kind='multipart/mixed; boundary="b"')


def test_orders_in_several_places_are_asked_back(game):
    two = mixed("Content-Type: text/plain\n\nHi\n", *(FILE.format(n, "done") for n in ("a.txt", "b.txt")))
    answer = game.answer(two)
    assert answer.drafted == []
    assert "Your mail has orders in the file `a.txt` and in the file `b.txt`" in answer.text


def test_a_code_beside_an_attached_file_of_orders_locks_nothing(game):
    code = re.search(r"Code word: (\S+)", game.write("move V-guard 1510").text)[1]
    log = game.host.log.path.read_bytes()
    mail = mixed(f"Content-Type: text/plain\n\nyes {code}\n", FILE.format("orders.txt", "move V-guard 1610"))
    done = Inbox(game.host).receive(mail, 1_900_000_000)
    assert "Your mail has a code word and orders too" in done.text
    assert game.host.log.path.read_bytes() == log


def test_a_signature_ends_its_own_text_and_a_quotation_all(game):
    picture = "Content-Type: image/png\n\nx\n"
    signed = mixed("Content-Type: text/plain\n\nmove V-guard 1510\n-- \nVig\n", picture, "\ndone\n")
    assert game.answer(signed).drafted == ["move V-guard 1510", "done"]
    quoted = mixed(f"Content-Type: text/plain\n\nmove V-guard 1510\n{MARK}\n", picture, "\ndone\n")
    assert game.answer(quoted).drafted == ["move V-guard 1510"]


def test_html_that_no_plain_text_repeats_is_said_not_to_be_read(game):
    page = "Content-Type: text/html\n\n<p>{}</p>\n"
    answer = game.answer(mixed(page.format("move V-guard 1510"), "\ndone\n"))
    assert answer.drafted == ["done"]
    assert "A part of your mail is HTML without a plain text beside it" in answer.text
    assert "HTML" not in game.answer(mixed(page.format("<br>"), "\ndone\n")).text


def test_a_text_without_an_ending_is_read_and_a_document_is_said_not_to_be(game):
    assert game.answer(mixed(FILE.format("orders", "move V-guard 1510"))).drafted == ["move V-guard 1510"]
    answer = game.answer(mixed("Content-Type: text/plain\n\nSee there.\n", FILE.format("turn.docx", "done")))
    assert answer.drafted == []
    assert "The attached file `turn.docx` is not read." in answer.text


def test_a_number_behind_a_hash_is_no_comment(game):
    answer = game.write("# my first turn", "move V-guard #1510", "#2 move V-hirdman-1 1410", "done")
    assert answer.drafted == ["move V-guard 1510", "move V-hirdman-1 1410", "done"]


def test_text_beyond_the_limits_is_said():
    def unread(text):
        return [each.kind for each in read(typed(text)).unread]

    assert unread("done\n" * 501) == [UnreadKind.MORE_LINES]
    assert unread("x" * 501 + "\ndone\n") == [UnreadKind.LONG_LINE]
    assert unread("# x\n" * 20_000) == [UnreadKind.MORE_BYTES, UnreadKind.MORE_LINES]
    assert unread(f"done\n{MARK}\n" + "x" * 600) == []


def test_who_types_a_blank_at_the_end_of_each_of_many_lines_is_read(game):
    orders = [f"move V-bondi-{n} 0101" for n in range(1, 13)] * 3
    lines = read(typed(" \n".join([*orders, "done"]), kind="text/plain; format=flowed")).words
    assert [*lines] == [*orders, "done"]


def test_a_refused_mail_is_answered_in_words_for_a_mail_program(game):
    zipped = (
        'Content-Type: application/zip; name="log.vlog.zip"\nContent-Transfer-Encoding: base64\n\nUEsDBAoA\n'
    )
    answer = game.answer(mixed("Content-Type: text/plain\n\ndone\n", zipped))
    assert answer.drafted == []
    assert "'log.vlog.zip' is an archive, and none is opened: unpack it, and attach the file" in answer.text
    assert "pbem " not in answer.text


def test_a_mark_that_a_program_has_broken_still_ends_the_text():
    assert read(typed(f"done\n{MARK[:40]}\n{MARK[40:]}\npass\n")).words == ("done",)
    assert author_text.MARK == MARK
