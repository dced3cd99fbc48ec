"""`pbem send`: the outbox flushed by hand."""

import signal

import pytest
from post_servers import PLAYER
from test_pbem_cli import pbem

from pbem.post.outbox import Outbox

LOCAL = "from: referee@example.org\nmaildir: ../in\nsend:\n  maildir: ../out\n"


@pytest.fixture
def place(tmp_path):
    """A folder with local post."""
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "post.yaml").write_text(LOCAL)
    return tmp_path


@pytest.fixture(autouse=True)
def signals():
    """The commands set handlers, as a process of its own would."""
    before = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)]
    yield
    for number, handler in zip((signal.SIGTERM, signal.SIGINT), before, strict=True):
        signal.signal(number, handler)


def test_send_only_flushes(place):
    Outbox(place / "game").put("1", b"one", [PLAYER])
    assert pbem("send", "--dir", place / "game") == (0, "sent 1: to ann@example.org\n", "")
    assert [file.read_bytes() for file in (place / "out" / "new").iterdir()] == [b"one"]
    assert pbem("send", "--dir", place / "game") == (0, "", "")


def test_other_settings(place):
    other = place / "other.yaml"
    other.write_text(LOCAL.replace("../", ""))
    (place / "game" / "post.yaml").unlink()
    Outbox(place / "game").put("1", b"one", [PLAYER])
    assert pbem("send", "--dir", place / "game", "--post", other)[0] == 0
    code, _, err = pbem("send", "--dir", place / "game")
    assert (code, err.split(":")[0]) == (2, "pbem")
    assert "post.yaml is not there" in err


def test_a_fault_in_the_settings_is_usage(place):
    (place / "game" / "post.yaml").write_text("from: a@b\nsend: {maildr: out}\n")
    code, out, err = pbem("send", "--dir", place / "game")
    assert (code, out) == (2, "")
    assert "post.yaml:2:8: unknown key `maildr`" in err
    assert all(line.startswith("pbem: ") for line in err.splitlines())


def test_reason_codes_are_distinct():
    from pbem import errors, refusals
    from pbem.post import faults

    found = {}
    for module in (errors, refusals, faults):
        for item in vars(module).values():
            if (
                isinstance(item, type)
                and issubclass(item, errors.PbemError)
                and item.__module__ == module.__name__
            ):
                assert found.setdefault(item.code, item) is item
                assert item.__doc__
    assert len([item for item in found.values() if item.__module__ == faults.__name__]) >= 9
