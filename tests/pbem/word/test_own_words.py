"""What the author of a mail typed himself: quotations, signatures, forwarded and attached parts are not."""

import pytest
from pbem_play import whole_game

from pbem.entry import armor
from pbem.mail.author_text import MARK
from pbem.mail.reader import read

HEAD = "From: Ann <ann@example.org>\nSubject: yes CODE\nMIME-Version: 1.0\n"


def words(body, kind="text/plain; charset=utf-8"):
    return list(read(f"{HEAD}Content-Type: {kind}\n\n{body}".encode()).words)


TYPED = {
    "plain": ("move N-foot-5 2024\n\ndone\n", ["move N-foot-5 2024", "done"]),
    "blanks of a word processor": ("\u00a0 move  N-foot-5\t2024\u200b \r\n", ["move N-foot-5 2024"]),
    "quoted by lines": ("yes A\n\nRolf wrote:\n> yes B\n >yes C\n| yes D\n", ["yes A", "Rolf wrote:"]),
    "answered in between": ("> what?\nyes A\n> why?\ndone\n", ["yes A", "done"]),
    "signature": ("done\n-- \nyes B\n", ["done"]),
    "signature whose space was lost": ("done\n--\nyes B\n", ["done"]),
    "Outlook": ("done\n\n-----Original Message-----\nFrom: Rolf\nyes B\n", ["done"]),
    "Outlook in German": ("done\n-----Ursprüngliche Nachricht-----\nyes B\n", ["done"]),
    "Outlook's rule": ("done\n________________________________\nyes B\n", ["done"]),
    "Outlook without a rule": ("done\nVon: Rolf\nGesendet: Montag\nyes B\n", ["done"]),
    "forwarded in the text": ("look\n---------- Forwarded message ---------\nyes B\n", ["look"]),
    "our own line": (f"done\n{MARK}\nyes B\n", ["done"]),
    "our own line, quoted": (f"> {MARK}\n> yes B\nyes A\n", ["yes A"]),
    "nothing": ("\n \n", []),
}  # fmt: skip


@pytest.mark.parametrize("name", TYPED)
def test_what_was_typed(name):
    body, expected = TYPED[name]
    assert words(body) == expected


def multipart(kind, *parts):
    inside = "".join(f"--b\n{part}\n" for part in parts)
    return words(f"{inside}--b--\n", f'multipart/{kind}; boundary="b"')


PLAIN = "Content-Type: text/plain\n\n"


def test_the_plain_text_beside_html_is_read_and_html_alone_is_not():
    page = "Content-Type: text/html\n\n<p>yes B</p>"
    assert multipart("alternative", f"{PLAIN}yes A\n", page) == ["yes A"]
    assert multipart("alternative", page) == []
    assert words("<p>yes B</p>", "text/html") == []


def test_what_is_attached_or_forwarded_whole_is_not_read():
    mail = "Content-Type: message/rfc822\n\nFrom: rolf@example.org\n\nyes B\n"
    file = "Content-Type: text/plain; name=a.txt\nContent-Disposition: attachment; filename=a.txt\n\nyes B\n"
    assert multipart("mixed", mail, file) == []
    assert multipart("mixed", file, f"{PLAIN}yes A\n", mail, f"{PLAIN}done\n") == ["yes A", "done"]


def test_flowed_lines_are_put_together_again():
    text = "move N-foot-5 2020-2021- \n2022\n> yes \n> B\n the end\n-- \nyes C\n"
    assert words(text, "text/plain; format=flowed; delsp=yes") == ["move N-foot-5 2020-2021-2022", "the end"]
    assert words("move N-foot-5 \n2022 \n", "text/plain; format=flowed") == ["move N-foot-5 2022"]


def test_a_mail_with_something_signed_has_no_words():
    text = armor.encode(whole_game().log[0])
    assert words(f"yes A\n{text}") == []
    assert words("yes A\n") == ["yes A"]


def test_a_text_without_an_end_is_read_so_far():
    assert len(words("done\n" * 3_000)) == 500
    assert words("x" * 501 + "\ndone\n") == ["done"]
