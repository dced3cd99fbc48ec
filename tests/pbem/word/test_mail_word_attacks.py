"""Mail word attacked: a forged From with a guessed, an old or a quoted code, and what mail programs do by
themselves. Each time nothing is played, and only the side's own address hears of it.
"""

import json

import council
import pytest
from word_play import CODE, TERMS, Game, be_late, begun, body_of, code_in, opened, typed

from pbem.mail import author_text
from pbem.mail.author_text import MARK
from pbem.play.orders import mail_word_codes

STRIKE = ("done", "strike blue-a > red-a", "done")
OTHER = ("step blue-a 2", "done", "done")


@pytest.fixture
def game(tmp_path):
    return begun(tmp_path)


def wrong(number):
    """A code that nobody was sent."""
    return f"BBBB{number}-ZZZZZ"


def quoted(file, mark="> "):
    return "\n".join(mark + line for line in body_of(file).splitlines())


def answered_with(done, words):
    (file,) = done.files
    assert opened(file).to == ("blue@example.org",)
    assert words in body_of(file).replace("\n", " ")


# --- a guessed code -----------------------------------------------------------------------------------------


def test_a_guessed_code_locks_nothing_and_however_many_come_the_draft_stands(game):
    """The attack: five wrong ones in the player's name, and the draft was void."""
    code, log = game.draft(*STRIKE), game.log()
    for number, left in enumerate(("4 more", "3 more", "2 more", "One more"), 2):
        done = game.type(f"yes {wrong(number)}")
        assert done.outcome == "refused"
        answered_with(done, f"{left} wrong one")
    answered_with(game.type(f"yes {wrong(6)}"), "No further wrong one is answered")
    for number in (7, 8, 9):
        assert game.type(f"yes {wrong(number)}").files == ()
    assert game.log() == log
    assert game.type(f"yes {code}").outcome == "accepted"


@pytest.mark.parametrize("typo", ["AAAAA-BBBBB", "BBBB-CCCC", "BBBBB0CCCCC", "BBBBB CCCC0", "12345"])
def test_a_line_meant_for_a_code_is_called_a_wrong_code_with_the_tries_left(game, typo):
    code, log = game.draft(*STRIKE), game.log()
    game.type(f"yes {wrong(2)}")
    for number in range(7):  # such a line is no guess
        done = game.type(f"Yes, {typo}.", "thanks" * number)
        answered_with(done, "This code word is not that of your draft")
        answered_with(done, "4 more wrong ones are answered")
    assert game.log() == log
    assert game.type(f"yes {code}").outcome == "accepted"


@pytest.mark.parametrize("line", ["Yes, great times", "yes well, thank you", "yes please", "yes 7"])
def test_talk_is_no_code(game, line):
    (file,) = game.type(line, *STRIKE).files
    assert code_in(file)
    (file,) = game.type(line).files
    assert "It has no line that begins as an order does" in body_of(file).replace("\n", " ")


def test_the_same_wrong_mail_again_is_no_further_try(game):
    code = game.draft(*STRIKE)
    mail = typed(f"yes {wrong(2)}", number=9)
    first = game.receive(mail)
    for _ in range(6):
        assert game.receive(mail).files == first.files
    assert game.type(f"yes {code}").outcome == "accepted"


def test_many_codes_in_one_mail_are_not_looked_at(game):
    code, log = game.draft(*STRIKE), game.log()
    done = game.type(*(f"yes {each}" for each in (wrong(2), code, wrong(3))))
    answered_with(done, "several code words")
    assert game.log() == log
    assert game.type(f"yes {code}", f"yes {code}").outcome == "accepted"


def test_codes_are_hard_to_guess_and_never_the_same():
    codes = {mail_word_codes.new_code() for _ in range(500)}
    assert len(codes) == 500
    assert len(mail_word_codes._ALPHABET) ** 10 > 2**40
    assert {sign for code in codes for sign in code} == {*mail_word_codes._ALPHABET, "-"}
    assert all(mail_word_codes.find_codes([f"yes {code}"]) == [code] for code in codes)


def test_the_folder_does_not_hold_the_code(game):
    code = game.draft(*STRIKE)
    files = [file for file in (game.referee.path / "word").rglob("*") if file.is_file()]
    assert {file.name for file in files} == {"key", "key.pub", "chain", "shown", "offer"}
    for file in files:
        assert code.encode() not in file.read_bytes()
        assert code.replace("-", "").encode() not in file.read_bytes()
    assert (game.referee.path / "word/blue/offer").stat().st_mode & 0o077 == 0


# --- a forged From ------------------------------------------------------------------------------------------


def test_every_answer_goes_to_the_address_in_the_charter(game):
    evil = "Reply-To: eve@example.org\nErrors-To: eve@example.org\nSender: eve@example.org\n"
    for words in (STRIKE, (f"yes {wrong(2)}",), ("hello",), ("step blue-a 7",)):
        for file in game.type(*words, headers=evil, sender="Blue@example.org").files:
            assert opened(file).to == ("blue@example.org",)
            assert b"eve@" not in opened(file).message


@pytest.mark.parametrize("sender", ["eve@example.org", "red@example.org", "blue@example.com", "blue@example"])
def test_the_right_code_from_another_address_locks_nothing(game, sender):
    code, log = game.draft(*STRIKE), game.log()
    done = game.type(f"yes {code}", sender=sender)
    assert (done.outcome, game.log()) == ("refused", log)
    known = sender == "red@example.org"  # and plays with a program
    assert ("holds no signed entry" if known else "No player by mail word writes from this") in done.text
    for file in done.files:
        assert code not in body_of(file)
        assert opened(file).to == (sender,)


@pytest.mark.parametrize("words", [STRIKE, ("yes BBBBB-CCCCC",), ("yes AAAAA-00000",)])
def test_a_second_address_is_told_once_a_day_that_it_does_not_count_and_no_address(game, words):
    game.draft(*STRIKE)
    (file,) = game.type(*words, sender="blue@home.example").files
    told = opened(file)
    assert told.to == ("blue@home.example",)
    assert b"blue@example.org" not in told.message
    assert game.type(*words, "again", sender="blue@home.example").files == (file,)
    assert game.type("hello, who are you?", sender="eve@example.org").files == ()
    many = [game.type(*words, sender=f"eve{number}@example.org").files for number in range(20)]
    assert sum(map(len, many)) == 9


def test_orders_in_its_name_are_not_played_without_a_code(game):
    log = game.log()
    game.type(*OTHER)
    assert game.log() == log
    assert game.table().owing_roles == ("blue",)


# --- a quoted code ------------------------------------------------------------------------------------------

QUOTES = {
    "as mail programs do": lambda file: quoted(file),
    "twice": lambda file: quoted(file, "> > "),
    "with bars": lambda file: quoted(file, "| "),
    "below a line": lambda file: f"-----Original Message-----\n{body_of(file)}",
    "without any mark": body_of,
    "without any mark, lines joined": lambda file: " ".join(body_of(file).split()),
    "without any mark, two lines joined": lambda file: body_of(file).replace("\n\n", " "),
    "without our line": lambda file: body_of(file).partition(MARK)[2],
    "a word a line": lambda file: "\n".join(body_of(file).partition(MARK)[2].split()),
    "yes in words": lambda file: f"Yes, that is what I want!\n\n{quoted(file)}",
    "yes, unmarked": lambda file: f"yes\n\n{body_of(file).partition(MARK)[2]}",
    "the line itself quoted": lambda file: f"> yes {code_in(file)}",
    "the line itself below the signature": lambda file: f"Thanks\n-- \nyes {code_in(file)}",
    "the line itself below ours": lambda file: f"Thanks\n{MARK}\nyes {code_in(file)}",
    "code alone": code_in,
}


@pytest.mark.parametrize("how", QUOTES)
def test_a_quoted_code_locks_nothing(game, how):
    (file,) = game.type(*STRIKE).files
    log, code = game.log(), code_in(file)
    done = game.type(QUOTES[how](file))
    assert game.log() == log
    assert len(done.files) == 1
    if CODE.search(body_of(done.files[0])) is None:  # else what was quoted was read as orders, and drafted
        assert game.type(f"yes {code}").outcome == "accepted"


@pytest.mark.parametrize("how", ["as mail programs do", "without any mark", "a word a line", "yes in words"])
def test_nor_if_no_quotation_was_ever_recognised(game, how, monkeypatch):
    """No mail of ours has the line that locks: that holds whatever mail programs do."""
    (file,) = game.type(*STRIKE).files
    log = game.log()
    monkeypatch.setattr(
        author_text,
        "_own_lines",
        lambda pieces, *_: (line.strip("> ") or "x" for lines in pieces for line in lines),
    )
    assert game.receive(typed(f"yes {wrong(2)}\n> yes {wrong(3)}", number=98)).text.startswith(
        "blue: Your mail has several"
    ), "the attack is mounted"
    game.type(QUOTES[how](file))
    assert game.log() == log
    assert not any(mail_word_codes.has_code(line.strip("> ")) for line in body_of(file).splitlines())


def test_a_code_only_in_the_subject_locks_nothing(game):
    code, log = game.draft(*STRIKE), game.log()
    data = typed("Thanks!").replace(b"Subject: Re: game", f"Subject: yes {code}".encode())
    game.receive(data)
    assert game.log() == log
    for file in game.referee.path.glob("outbox/*.eml"):
        assert code not in opened(file).message.partition(b"\r\n\r\n")[0].decode()


def test_html_alone_is_not_read(game):
    code, log = game.draft(*STRIKE), game.log()
    pages = [
        f"<p>yes {code}</p>",
        f"<blockquote>yes {code}</blockquote>",
        f"<div class=gmail_quote>yes {code}</div>",
    ]
    for page in pages:
        game.type(page, kind="text/html")
        assert game.log() == log
    plain = f"--b\nContent-Type: text/plain\n\nThanks\n--b\nContent-Type: text/html\n\n{pages[1]}\n--b--\n"
    game.type(plain, kind='multipart/alternative; boundary="b"')
    assert game.log() == log
    assert game.type(f"yes {code}").outcome == "accepted"


def test_a_mail_forwarded_or_attached_locks_nothing(game):
    code, log = game.draft(*STRIKE), game.log()
    inner = f"From: blue@example.org\n\nyes {code}\n"
    for kind in ("message/rfc822", 'text/plain\nContent-Disposition: attachment; filename="a.txt"'):
        text = inner if kind == "message/rfc822" else f"yes {code}\n"
        game.type(f"--b\nContent-Type: {kind}\n\n{text}--b--\n", kind='multipart/mixed; boundary="b"')
        assert game.log() == log


AUTOMATIC = {
    "auto-reply": "Auto-Submitted: auto-replied\n",
    "vacation": "Precedence: bulk\n",
    "list": "List-Id: <x.example.org>\n",
    "bounce": "Return-Path: <>\n",
    "our own": "X-Senlac: answer\n",
    "X-Autoreply": "X-Autoreply: yes\n",
}


@pytest.mark.parametrize("name", AUTOMATIC)
def test_an_automatic_answer_never_locks(game, name):
    """Even one that has the line itself, which no program writes by itself; and it is not answered."""
    code, log = game.draft(*STRIKE), game.log()
    done = game.type(f"yes {code}", headers=AUTOMATIC[name])
    assert (done.outcome, done.files, game.log()) == ("ignored", (), log)
    assert game.type(f"yes {code}").outcome == "accepted"


def test_a_program_that_answers_everything_and_does_not_say_so_falls_silent(game):
    """It sends each mail back whole; what it gets for that comes to an end."""
    files, log = game.type(*STRIKE).files, game.log()
    for _ in range(100):
        if not files:
            break
        before = files
        files = game.type(f"I am away.\n{body_of(files[0]).partition(MARK)[2]}").files
        files = () if files == before else files
    assert files == ()
    assert game.log() == log


# --- an old code --------------------------------------------------------------------------------------------


def test_the_code_of_a_draft_that_a_newer_one_replaced(game):
    first, second = game.draft(*STRIKE), game.draft(*OTHER)
    log = game.log()
    answered_with(game.type(f"yes {first}"), "that of an earlier draft")
    assert game.log() == log
    game.type(f"yes {second}")
    assert game.history()[-2].body.lines == OTHER


def test_old_codes_are_no_wrong_tries(game):
    codes = [game.draft(*STRIKE, *["done"] * number) for number in range(7)]
    for code in codes[:-1]:
        game.type(f"yes {code}")
    assert game.type(f"yes {codes[-1]}").outcome == "accepted"


def test_a_code_that_was_used_locks_nothing_later(game):
    """The mail that locked, sent again as it is and with other words, at once and when the game went on."""
    code = game.draft(*OTHER)
    locking = typed(f"yes {code}", number=50)
    first, log = game.receive(locking), game.log()
    for mail in (locking, typed(f"please!\nyes {code}", number=51)):
        assert game.receive(mail).outcome == "accepted"
        assert game.log() == log
    assert game.table().owing_roles == ("red",)
    game.play("red", "done", "done")
    game.draft(*STRIKE)
    log = game.log()
    again = game.receive(locking)
    assert {file.name for file in again.files} <= {file.name for file in first.files}
    answered_with(game.type(f"yes {code}"), "that of an earlier draft")
    assert game.log() == log


def test_a_code_of_another_game(tmp_path):
    """Two games with the same people: each has its own key, and its own codes."""
    one, two = begun(tmp_path / "one"), begun(tmp_path / "two", salt="b")
    code, log = one.draft(*STRIKE), two.log()
    two.draft(*STRIKE)
    answered_with(two.type(f"yes {code}"), "not that of your draft")
    assert two.log() == log
    assert one.table().verifier.game != two.table().verifier.game


def test_a_draft_of_another_game_put_into_the_folder(tmp_path):
    one, two = begun(tmp_path / "one"), begun(tmp_path / "two", salt="b")
    code, log = one.draft(*STRIKE), two.log()
    offer = "word/blue/offer"
    (two.referee.path / offer).write_bytes((one.referee.path / offer).read_bytes())
    two.type(f"yes {code}")
    assert two.log() == log


def test_a_sealed_draft_of_another_game_put_into_the_folder(tmp_path):
    """What is decided at once has the same name in both games."""
    one, two = (Game(tmp_path / salt, council, word=("east",), salt=salt) for salt in "ab")
    code, log = one.draft("bid 1", sender="east@example.org"), two.log()
    (two.referee.path / "word/east/offer").write_bytes((one.referee.path / "word/east/offer").read_bytes())
    two.type(f"yes {code}", sender="east@example.org")
    assert two.log() == log


# --- a draft changed ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        {"lines": list(OTHER)},
        {"lines": [*STRIKE, "done"]},
        {"kind": "decision"},
        {"kind": "resign"},
        {"prev": "ab" * 32},
        {"code": "ab" * 32},
    ],
)
def test_a_code_locks_the_very_draft_for_which_it_was_made(game, change):
    code, log = game.draft(*STRIKE), game.log()
    file = game.referee.path / "word/blue/offer"
    said = json.loads(file.read_text())
    file.write_text(json.dumps({**said, **change}, sort_keys=True, separators=(",", ":")))
    assert mail_word_codes.load_offer(file) is not None
    game.type(f"yes {code}")
    assert game.log() == log
    file.write_text("nonsense")
    answered_with(game.type(f"yes {code}"), "no draft that a code word could lock")
    assert game.log() == log


def test_a_code_beside_other_orders_locks_nothing(game):
    code, log = game.draft(*STRIKE), game.log()
    answered_with(game.type(f"yes {code}", "step blue-a 2"), "it is not clear which you want")
    assert game.log() == log


def test_a_code_at_another_place_locks_nothing(tmp_path):
    game = begun(tmp_path, deadlines=TERMS)
    code = game.draft("resign")
    be_late(game)
    log = game.log()
    answered_with(game.type(f"yes {code}"), "The game has gone on since that draft")
    assert game.log() == log


# --- what a side by mail word cannot do, nor others for it -------------------------------------------------


def test_a_key_of_somebody_else_does_not_sign_for_it(game):
    """The marks are the referee's; what another signs in the side's name is refused as ever."""
    from duel import chain, key
    from said import following

    from pbem.entry import armor
    from pbem.entry.entries import sign

    log = game.log()
    for mark in ({"word": True}, {}):
        entry = following(game.table(), "order", "blue", {"lines": ["done"], **mark}, chain("blue").reveal(0))
        done = game.receive(typed(armor.encode(sign(entry, key("red"))), "red@example.org"))
        assert (done.outcome, game.log()) == ("refused", log)
        assert "wrong-signer" in done.text


def test_what_was_typed_is_never_a_way_to_write_armor_or_headers(game):
    (file,) = game.type("step -----BEGIN SENLAC ENTRY----- \x1b[31m blue", "Subject: x").files
    data = opened(file).message
    assert b"\x1b" not in data
    assert b"-----BEGIN SENLAC ENTRY-----" not in data
    assert data.count(b"\nSubject:") == 1
