"""A Maildir read and written by its rules, beside the standard library's reader and other programs."""

import mailbox
import os
import tempfile
from pathlib import Path

import pytest
from crashes import contents, each_crash
from hypothesis import given
from hypothesis import strategies as st
from refusing import refuses

from pbem.disk import atomic_files
from pbem.post.maildir import MaildirSink, MaildirSource
from pbem.post.transports import TooBig
from pbem.reason_codes import Code

LIMIT = 1000
ME = ("referee@example.org",)


def inbox(path):
    for part in ("tmp", "new", "cur"):
        (path / part).mkdir(parents=True)
    return path


def library(path):
    return mailbox.Maildir(path, create=False)


def waiting(path):
    return [mail.data for mail in MaildirSource(path, LIMIT).waiting_mails()]


mails = st.binary(max_size=60)
actions = st.one_of(
    st.tuples(st.just("deliver"), mails),
    st.tuples(st.just("library"), mails),
    st.tuples(st.just("look"), st.integers(0, 5)),
    st.tuples(st.just("settle"), st.booleans()),
)


@given(st.lists(actions, max_size=12))
def test_each_mail_waits_until_it_is_settled_whoever_looks_at_it(steps):
    with tempfile.TemporaryDirectory() as folder:
        path = inbox(Path(folder) / "Maildir")
        sink, source = MaildirSink(path), MaildirSource(path, LIMIT)
        unsettled, settled = [], {True: [], False: []}
        for number, (action, what) in enumerate(steps):
            if action == "deliver":
                mail = b"%d %s" % (number, what)
                sink.send(mail, ME)
                unsettled.append(mail)
            elif action == "library":
                mail = b"%d\n\n" % number
                library(path).add(mail)
                unsettled.append(mail)
            elif action == "look" and (files := sorted(path.glob("[nc]*/*"))):
                file = files[what % len(files)]
                file.rename(path / "cur" / f"{file.name.partition(':')[0]}:2,{'FRS'[what % 3 :]}")
            elif action == "settle" and unsettled:
                mail = next(source.waiting_mails())
                source.settle(mail, refused=what)
                unsettled.remove(mail.data)
                settled[what].append(mail.data)
            assert sorted(waiting(path)) == sorted(unsettled)
        for refused, name in ((True, "Refused"), (False, "Handled")):
            if settled[refused]:
                there = library(path).get_folder(name)
                keys = there.keys()
                assert sorted(there.get_bytes(key) for key in keys) == sorted(settled[refused])
                assert all("S" in message.get_flags() for message in there)


def test_mails_come_in_the_order_of_their_arrival_even_if_the_clock_of_the_disk_stands(tmp_path, monkeypatch):
    write_new = atomic_files.write_new

    def frozen(path, data, **options):
        write_new(path, data, **options)
        os.utime(path, ns=(10**18, 10**18))

    monkeypatch.setattr(atomic_files, "write_new", frozen)
    sink = MaildirSink(tmp_path)
    sent = [b"mail %d" % number for number in range(10)]
    for mail in sent:
        sink.send(mail, ME)
    assert waiting(tmp_path) == sent


def test_the_same_mail_is_delivered_once(tmp_path):
    for _ in range(2):
        assert MaildirSink(tmp_path).send(b"mail", ME).delivered == ME
    MaildirSink(tmp_path).send(b"mail", ("other@example.org",))
    assert waiting(tmp_path) == [b"mail"] * 2


@pytest.mark.parametrize("size", [LIMIT, LIMIT + 1])
def test_a_mail_over_the_limit_is_not_loaded(tmp_path, size):
    MaildirSink(tmp_path).send(b"x" * size, ME)
    assert waiting(tmp_path) == [b"x" * size if size <= LIMIT else TooBig(size)]


def test_a_mail_that_would_fill_the_memory_is_only_measured(tmp_path):
    path = inbox(tmp_path / "Maildir")
    with (path / "new" / "1.bomb").open("wb") as file:
        os.truncate(file.fileno(), 1 << 40)
    assert waiting(path) == [TooBig(1 << 40)]


def test_what_is_no_mail_is_passed_over(tmp_path):
    path = inbox(tmp_path / "Maildir")
    secret = tmp_path / "secret"
    secret.write_text("secret")
    (path / "new" / "link").symlink_to(secret)
    (path / "new" / "folder").mkdir()
    (path / "new" / ".hidden").write_text("half a mail")
    os.mkfifo(path / "new" / "pipe")
    (path / "cur" / "draft:2,D").write_text("draft")
    (path / "cur" / "deleted:2,ST").write_text("deleted")
    assert waiting(path) == []


def test_a_mail_that_another_program_took_meanwhile_is_no_fault(tmp_path):
    for mail in (b"one", b"two"):
        MaildirSink(tmp_path).send(mail, ME)
    source = MaildirSource(tmp_path, LIMIT)
    found = source.waiting_mails()
    first = next(found)
    for file in (tmp_path / "new").iterdir():
        file.unlink()
    assert list(found) == []
    source.settle(first, refused=False)
    assert contents(tmp_path) == {}


def test_a_folder_that_is_no_maildir_is_named(tmp_path):
    with refuses(Code.MAILBOX_MISSING, match=r"nothing is not a Maildir"):
        list(MaildirSource(tmp_path / "nothing", LIMIT).waiting_mails())


def test_a_crash_while_a_mail_is_delivered_or_settled(tmp_path):
    start, work = tmp_path / "start", tmp_path / "work"
    MaildirSink(start).send(b"first", ME)

    def command():
        source = MaildirSource(work, LIMIT)
        MaildirSink(work).send(b"second", ME)
        for mail in source.waiting_mails():
            source.settle(mail, refused=mail.data == b"second")

    for step, share in each_crash(start, work, command, (0, 0.5)):
        command()
        left = contents(work)
        assert sorted(left.values()) == [b"first", b"second"], (step, share)
        assert sorted(name.split("/")[0] for name in left) == [".Handled", ".Refused"]


@pytest.mark.parametrize("mark", [":2,", ";2,"])
def test_flags_are_read_with_either_mark(tmp_path, mark):
    """A colon on POSIX, a semicolon on Windows, and both where a folder was carried from one to the other."""
    path = inbox(tmp_path / "Maildir")
    (path / "cur" / f"draft{mark}DS").write_bytes(b"draft")
    (path / "cur" / f"mail;a{mark}RS").write_bytes(b"mail")
    source = MaildirSource(path, LIMIT)
    (mail,) = source.waiting_mails()
    assert (mail.name, mail.data) == ("mail;a", b"mail")
    source.settle(mail, refused=False)
    assert (path / ".Handled" / "cur" / "mail;a:2,RS").exists()
