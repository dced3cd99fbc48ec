"""Mails that a player sends out of a mail program of their own: what the page hands over is what `receive`
reads, whatever the program does to the lines.
"""

import html
import quopri
import textwrap
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from mailed import NOW, Mailed

from generator.local_server.local_page import CallRefused
from pbem.mail.writer import Draft, compose
from pbem.mail_table import outgoing_mails
from pbem.messages.letters import peer_letters
from pbem.post.outbox import Outbox

HOSTILE = "<img src=x onerror=alert(1)> & %0D%0ABcc: eve@example.org"


@pytest.fixture
def game(tmp_path):
    """Red has signed an order with words for the others, and it lies in the outbox."""
    game = Mailed(tmp_path, forced=False)
    made = game.sign("red", f"press Well met! {HOSTILE}", "done", "strike red-a > blue-a")
    peer_letters.send_signed(game.folders["red"], made, NOW)
    return game


def waiting(game):
    (mail,) = outgoing_mails.describe_mails(game.folders["red"])["mails"]
    return mail


def opened_by_program(mailto):
    """What a mail program puts into its window."""
    link = urlsplit(mailto)
    assert link.scheme == "mailto"
    fields = parse_qs(link.query, strict_parsing=True)
    assert set(fields) == {"subject", "body"}
    return unquote(link.path), fields["subject"][0], fields["body"][0]


def sent(body, kind="text/plain", more="", encoding="7bit"):
    head = "From: Red <red@example.org>\r\nTo: referee@example.org\r\nSubject: move\r\nMIME-Version: 1.0\r\n"
    head += f"Content-Type: {kind}; charset=us-ascii{more}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n"
    return (head + body).encode("ascii")


def quoted(body):
    return quopri.encodestring(body.encode()).decode()


PROGRAMS = {
    "as it is": sent,
    "no line ends": lambda body: sent(body.replace("\r\n", "")),
    "spaces for line ends": lambda body: sent(body.replace("\r\n", " ")),
    "line feeds": lambda body: sent(body.replace("\r\n", "\n")),
    "wrapped": lambda body: sent("\r\n".join(textwrap.wrap(body, 40, break_long_words=True))),
    "flowed": lambda body: sent(body.replace("\r\n", " \r\n"), more="; format=flowed; delsp=yes"),
    "quoted-printable": lambda body: sent(quoted(body), encoding="quoted-printable"),
    "html": lambda body: sent(html.escape(body).replace("\r\n", "<br>"), kind="text/html"),
    "indented": lambda body: sent("\r\n".join(f"    {line}" for line in body.splitlines())),
    "a signature of the program": lambda body: sent(body + "\r\n-- \r\nSent from my telephone\r\n"),
}


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("what", ["mailto", "text"])
def test_what_the_page_hands_over_is_read_however_a_program_sends_it(game, program, what):
    mail = waiting(game)
    body = opened_by_program(mail["mailto"])[2] if what == "mailto" else mail["text"].replace("\n", "\r\n")
    done = game.robot.receive(PROGRAMS[program](body), NOW)
    assert done.outcome == "accepted", done.text
    assert game.table().seq >= 1


def test_the_address_of_a_mail_names_its_receiver_and_nobody_else(game):
    mail = waiting(game)
    to, subject, body = opened_by_program(mail["mailto"])
    assert (to, subject) == ("referee@example.org", mail["subject"])
    assert len(mail["mailto"]) <= outgoing_mails.LONGEST_MAILTO
    assert f"press Well met! {HOSTILE}" in body
    assert "eve@example.org" not in mail["to"]


def test_a_subject_and_a_text_stay_what_they_are(game):
    """No sign in them ends the field in which they stand."""
    red, text = game.folders["red"], "50% & more?body=no #1\n\n+1\n"
    draft = Draft("red@example.org", ("a&b@example.org",), "vacation & body=x? #1 100%41", text)
    Outbox(red.path).put("zz-request", compose(draft), ["a&b@example.org"])
    mail = outgoing_mails.describe_mails(red)["mails"][-1]
    expected = ("a&b@example.org", draft.subject, text.replace("\n", "\r\n").rstrip("\r\n"))
    to, subject, body = opened_by_program(mail["mailto"])
    assert (to, subject, body.rstrip("\r\n")) == expected


def test_a_mail_that_is_too_long_for_an_address_has_none(game, monkeypatch):
    assert waiting(game)["mailto"]
    monkeypatch.setattr(outgoing_mails, "LONGEST_MAILTO", 1_000)
    mail = waiting(game)
    assert (mail["mailto"], mail["whole"]) == ("", True)


def test_the_file_of_a_mail_is_the_mail_and_no_file_of_an_outbox(game):
    red = game.folders["red"]
    file = outgoing_mails.download_mail(red, waiting(game)["name"])
    assert file.name.endswith(".eml") and b"X-Senlac-Envelope" not in file.data
    assert game.robot.receive(file.data, NOW).outcome == "accepted"
    with pytest.raises(CallRefused):
        outgoing_mails.download_mail(red, "../../red/key")


def test_a_mail_that_was_sent_is_noted_once_and_no_name_reaches_another_file(game):
    red, name = game.folders["red"], waiting(game)["name"]
    assert outgoing_mails.note_sent(red, "../outbox/" + name)["told"] == ""
    assert outgoing_mails.note_sent(red, name) == {"told": "Noted: you have sent this mail.", "mails": []}
    assert outgoing_mails.note_sent(red, name) == {"told": "", "mails": []}
    assert [file.stem for file in Outbox(red.path).done.glob("*.eml")] == [name]


def test_a_mail_that_another_process_sends_is_not_noted(game):
    red, name = game.folders["red"], waiting(game)["name"]
    with Outbox(red.path).hold_sending() as mine, pytest.raises(CallRefused) as refused:
        assert mine
        outgoing_mails.note_sent(red, name)
    assert refused.value.code == "busy"
    assert waiting(game)["name"] == name


def test_the_mail_of_a_game_from_a_file_is_sent_as_a_file(game):
    """Its text alone would leave the game's file out."""
    red = game.folders["red"]
    draft = Draft("red@example.org", ("blue@example.org",), HOSTILE, "see\n", game=b"PK a game")
    Outbox(red.path).put("zz-game", compose(draft), ["blue@example.org"])
    mail = outgoing_mails.describe_mails(red)["mails"][-1]
    assert (mail["whole"], mail["mailto"], mail["subject"]) == (False, "", HOSTILE)
