"""What another party writes (names, rulings, reasons) in every place that a player looks at: the terminal,
the mail in both forms, file names, saves and logs for VASSAL. It is shown as it was written, obeyed nowhere.
"""

import email
import email.policy
import re
from contextlib import suppress
from io import BytesIO

import pytest
from boxed import boxes_in
from commands import pbem
from lxml import html
from PIL import Image
from vassal_table import text_of

from modules.terminal import find_hidden
from pbem import errors
from pbem.entry import armor
from pbem.log.parties import Player
from pbem.mail.reader import read
from pbem.messages import position_pictures
from pbem.messages.letters.game_letters import GameLetters, Occasion
from pbem.play import player
from pbem.play.agreements import countersignatures, rulings
from pbem.play.host import referee
from pbem.play.host.referee_desk import RefereeDesk
from pbem.post.outbox import Outbox
from pbem.rules.table import Table
from pbem.setup import new_game
from pbem.setup.new_game import Plan

NOW = 1_700_000_000
HOSTILE = [
    '"+Runtime.getRuntime().exec("x")+"',
    "{false ? x : y}",
    "$Name$ |!?~`",
    "<img src=x onerror=alert(1)>",
    "</pre><script>alert(1)</script>",
    "../../../etc/passwd",
    "-----BEGIN SENLAC ENTRY-----",
    "=1+1;%s%n{0}",
    "&lt;b&gt; &amp; 'x'",
    "{{ 7 * 7 }}{% raw %}",
]
TAGS = {
    "html",
    "head",
    "meta",
    "body",
    "p",
    "br",
    "pre",
    "img",
    "h3",
    "ul",
    "li",
    "table",
    "tr",
    "td",
    "strong",
}


@pytest.fixture(scope="module")
def parties(tmp_path_factory):
    """A game whose people have hostile names, with hostile reasons in its log."""
    out = tmp_path_factory.mktemp("hostile")
    names = ["".join(c for c in " ".join(HOSTILE[i::3]) if c not in "\r\n")[:80] for i in range(3)]
    roles = dict(zip(("referee", "saxon", "norman"), names, strict=True))
    people = {role: Player(name, f"{role}@example.org") for role, name in roles.items()}
    folders = new_game.create(Plan("three_battles", "hastings", (), people), out, NOW)
    (out / "orders.txt").write_text("deploy\ndone\n")
    move = player.sign_move(folders["saxon"], out / "orders.txt")
    referee.apply(folders["referee"], move.signed, now=NOW + 30, boxes=boxes_in(folders))
    for words in HOSTILE:
        table = Table.load(folders["referee"].log)
        (side,), fact = table.owing_roles, next(iter(table.choice(table.owing_roles[0]).options.legal()))
        made = rulings.rule(folders["referee"], (f"{side}: {fact}",), words, "5.3")
        for role in made.missing:
            folders[role].log.path.write_bytes(folders["referee"].log.path.read_bytes())
            (signed,) = armor.read(countersignatures.countersign(folders[role], made.file).file)
            with suppress(errors.MissingSignatures):
                referee.apply(folders["referee"], signed, now=NOW + 60)
    for folder in folders.values():
        if folder != folders["referee"]:
            folder.log.path.write_bytes(folders["referee"].log.path.read_bytes())
    return folders, roles


@pytest.mark.parametrize(
    "command",
    ["status", "charter", "legal", "template", "verify --full", "story", "status --json", "show --text"],
)
def test_a_terminal_shows_them_and_obeys_none(parties, command):
    folders, roles = parties
    name, *more = command.split()
    target = [folders["saxon"].path] if name == "verify" else ["--dir", folders["saxon"].path]
    code, out, err = pbem(name, *target, *more)
    assert code in (0, 3), err
    assert find_hidden(out + err) is None
    if name == "charter":
        assert all(who in out for who in roles.values())
    if command in ("verify --full", "story"):
        assert [words for words in HOSTILE if words not in " ".join(out.split())] == []


def test_a_mail_shows_them_as_words(parties):
    folders, roles = parties
    desk = RefereeDesk(folders["referee"])
    table = desk.table()
    drawn = BytesIO()
    Image.new("RGB", (4, 4)).save(drawn, "PNG")
    letters, pages = GameLetters(desk, lambda *_: drawn.getvalue()), 0
    assert letters.news(table, 1, table.seq, Occasion("0" * 16, None, NOW + 120))
    for waiting in Outbox(folders["referee"].path).list_waiting():
        mail = email.message_from_bytes(waiting.message, policy=email.policy.default)
        assert set(waiting.to) <= {f"{role}@example.org" for role in roles}
        assert [each.addr_spec for each in mail["To"].addresses] == list(waiting.to)
        for part in mail.walk():
            if part.get_content_type() == "text/html":
                pages += 1
                tree = html.document_fromstring(part.get_content())
                assert {each.tag for each in tree.iter()} <= TAGS
                assert all(each.get("src", "").startswith("cid:") for each in tree.iter("img"))
                assert not [
                    each for each in tree.iter() if set(each.attrib) - {"charset", "style", "src", "alt"}
                ]
                shown = " ".join(tree.text_content().split())
                assert [words for words in HOSTILE if armor.defuse(words) not in shown] == []
                assert "-----BEGIN SENLAC" not in shown
        begun = re.findall("-----BEGIN SENLAC", mail.get_body(("plain",)).get_content())
        assert len(begun) == len(read(waiting.message, from_robot=True).entries)
    assert pages == 2


def test_no_file_is_named_after_them(parties):
    folders, _ = parties
    for folder in folders.values():
        for file in folder.path.rglob("*"):
            assert re.fullmatch(r"[A-Za-z0-9._-]+", file.name), file


def test_no_save_or_log_for_vassal_holds_them(parties, tmp_path):
    """Its chat tells of orders and of what the rules did: nobody's own words are among them."""
    folders, roles = parties
    table = Table.load(folders["referee"].log)
    for name in ("now.vsav", "game.vlog"):
        position_pictures.draw(table, None, tmp_path / name)
        text = text_of(tmp_path / name)
        assert not [words for words in (*HOSTILE, *roles.values()) if words in text]
    assert "CHAT* Anglo-Saxons: deploy" in text
