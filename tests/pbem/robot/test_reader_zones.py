"""Moments are told in the reader's zone: that of a setting, else that of the Date of the last mail."""

import json

import duel
import pytest
from fulford_by_word import World
from mailed import NOW, Mailed, opened, text_of
from refusing import refuses
from word_play import code_in, typed

from pbem.mail.reader import read
from pbem.messages import game_status, order_templates
from pbem.play.orders import order_closing
from pbem.post.post_settings import PostSettings
from pbem.reason_codes import Code

TERMS = [
    {"kind": kind, "hours": 168, "grace": 0, "then": "wait", "hour": "21:00", "zone": "Europe/Warsaw"}
    for kind in ("order", "decision")
]
SETTINGS = "from: red@example.org\nsend:\n  maildir: out\n"


@pytest.fixture
def game(tmp_path):
    return Mailed(tmp_path, forced=False, deadlines=TERMS)


def dated(data, date):
    return b"Date: " + date.encode() + b"\r\n" + data


def time_line(file):
    return next(line for line in text_of(file).splitlines() if line.startswith(("Time:", "Due:")))


def mails_to(received, side):
    return [file for file in received.files if f"-{side}-" in file.stem]


def test_a_side_is_told_in_the_zone_of_its_last_mail_and_the_others_in_theirs(game):
    move = game.sign("red", "done", "done").signed
    first = game.robot.receive(dated(game.mail(move), "Tue, 14 Nov 2023 23:13:20 +0100"), NOW)
    game.everybody_takes_in(first)
    assert json.loads((game.folders["referee"].path / "zones.json").read_text()) == {"red": 60}
    move = game.sign("blue", "done", "done").signed
    sender = "blue@example.org"
    data = dated(game.mail(move, sender=sender), "Tue, 14 Nov 2023 17:43:20 -0330 (NST)")
    second = game.robot.receive(data, NOW)
    (red,), (blue,) = mails_to(second, "red"), mails_to(second, "blue")
    assert "red by Tue 2023-11-21 21:00 (UTC+1)" in time_line(red)
    assert "red by Tue 2023-11-21 20:00 UTC" in time_line(blue)
    told = order_closing.load(game.folders["referee"], duel.build).zone_of("blue")
    assert told.utcoffset(None).total_seconds() == -3.5 * 3600


def test_a_mail_that_was_not_taken_in_moves_nobodys_clock(game):
    """The attack: a stranger writes in red's name, with a Date that makes the deadline look later."""
    forged = dated(game.mail(text="hello"), "Tue, 14 Nov 2023 23:13:20 -1100")
    assert game.robot.receive(forged, NOW).outcome == "refused"
    assert not (game.folders["referee"].path / "zones.json").exists()


@pytest.mark.parametrize(
    ("dates", "minutes"),
    [
        (["Tue, 14 Nov 2023 23:13:20 +0545"], 345),
        (["Tue, 14 Nov 2023 23:13:20 -1200 (odd)"], -720),
        (["Tue, 14 Nov 2023 23:13:20 +0000"], 0),
        (["Tue, 14 Nov 2023 23:13:20 GMT"], None),
        (["Tue, 14 Nov 2023 23:13:20 +1900"], None),
        (["Tue, 14 Nov 2023 23:13:20 +0100", "Tue, 14 Nov 2023 23:13:20 +0200"], None),
        ([], None),
    ],
)
def test_the_zone_of_a_mail_is_that_of_its_one_date(game, dates, minutes):
    data = game.mail()
    for date in dates:
        data = dated(data, date)
    assert read(data).offset == minutes


def test_a_setting_counts_for_the_owner_of_a_folder(game):
    folder = game.folders["red"]
    (folder.path / "post.yaml").write_text(f"{SETTINGS}zone: Asia/Kolkata\n")
    table = order_closing.load(folder, duel.build)
    rows = dict(game_status.rows(game_status.facts(folder, table), table, NOW))
    assert "1970-01-09 01:30 (UTC+5:30)" in rows["Deadline"]
    assert "1970-01-09 01:30 (UTC+5:30)" in order_templates.template(table, "red")
    assert str(table.zone_of("blue")) == "UTC"


def test_a_setting_that_is_no_zone_is_told_by_what_sends(game):
    file = game.folders["red"].path / "post.yaml"
    file.write_text(f"{SETTINGS}zone: Nowhere/Atlantis\n")
    with refuses(Code.BAD_POST_FILE, match=r"post.yaml:4:\d+: .*Europe/Warsaw"):
        PostSettings.read(file)
    assert str(order_closing.load(game.folders["red"], duel.build).zone_of("")) == "UTC"


def test_who_joins_by_mail_word_is_told_in_the_zone_of_that_mail_from_the_first_one_on(tmp_path):
    world = World(tmp_path)
    world.invite("--deadline", "7d@21:00 Europe/Warsaw")
    world.join()
    yes = typed(f"yes {code_in(world.invited())}", "ed@example.org", 1)
    done = world.receive(dated(yes, "Tue, 14 Nov 2023 17:13:20 -0500"))
    told = {opened(file).to[0]: time_line(file) for file in done.files}
    assert "15:00 (UTC-5)" in told["ed@example.org"]
    assert "20:00 UTC" in told["vik@example.org"]
