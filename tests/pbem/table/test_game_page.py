"""A game as one HTML file: it asks nobody for anything, and what a stranger wrote is never markup in it."""

import base64
import hashlib
import html
import json
import re
from html.parser import HTMLParser

import pytest
from by_hand import start_by_hand
from commands import good, pbem
from told_games import simulate, story_of

from pbem.table import game_page

NASTY = "</script><script>alert(1)</script><!-- <b onclick='x'> & \" ' \u2028\u2029 {{ script }}"


class Parts(HTMLParser):
    """The tags of a page, and the text in its scripts and styles."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.texts, self._within = [], {}, None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self._within = (tag, dict(attrs).get("type")) if tag in ("script", "style") else None

    def handle_endtag(self, tag):
        self._within = None

    def handle_data(self, data):
        if self._within:
            self.texts[self._within] = self.texts.get(self._within, "") + data


@pytest.fixture(scope="module")
def nasty(tmp_path_factory):
    """A game whose title, side, place and words of players are markup."""

    def change(folder):
        for name in ("game.yaml", "scenarios/mill_bridge.yaml", "maps/mill.yaml"):
            file = folder / name
            text = re.sub(r"(?m)^title: .*", lambda _: f"title: {json.dumps(said)}", file.read_text())
            file.write_text(text.replace("name: Raiders", 'name: "</script>"'))

    said = NASTY.replace("\u2028\u2029", "")
    path = tmp_path_factory.mktemp("nasty")
    start_by_hand(path / "karsk", "Karsk", "tapestry", "hexes")
    change(path / "karsk")
    good("new", path / "karsk/mill_bridge", "--out", path / "game")
    orders = path / "orders.txt"
    orders.write_text(f'done\nhand 5 outcome raider "{said.replace(chr(34), "")}"\n')
    good("move", orders, "--dir", path / "game/raider", "--yes")
    (signed,) = (path / "game/raider/moves").glob("*.pbem")
    good("apply", signed, "--dir", path / "game/referee")
    return path / "game/referee"


def test_words_of_players_and_of_games_are_no_markup(nasty, tmp_path):
    out = tmp_path / "game.html"
    good("show", "--dir", nasty, "--out", out)
    text = out.read_text("utf-8")
    page, plain = Parts(text), Parts(game_page.write_page({"title": "Plain"}).decode())
    assert [tag for tag, _ in page.tags] == [tag for tag, _ in plain.tags]
    story = story_of(out)
    assert "<!-- <b onclick" in story["title"]
    assert html.unescape(re.findall("<title>(.*)</title>", text)[0]) == story["title"]
    assert any("alert(1)" in line["text"] for step in story["steps"] for line in step["lines"])
    assert "</script>" in [side["name"] for side in story["sides"]]


def test_json_in_a_page_says_the_same_and_holds_no_sign_of_markup():
    story = {"title": NASTY, NASTY: [NASTY, "\ud800"]}
    written = game_page.write_json(story)
    assert json.loads(written) == story
    assert not re.search("[<>&\u2028\u2029\ud800]", written)
    page = game_page.write_page(story)
    assert Parts(page.decode()).tags == Parts(game_page.write_page({"title": NASTY}).decode()).tags


def test_the_policy_names_the_script_and_the_style_that_are_there_and_nothing_else():
    page = Parts(game_page.write_page({"title": "A game"}).decode())
    (policy,) = (attrs["content"] for tag, attrs in page.tags if attrs.get("http-equiv"))
    for kind, text in (("script-src", page.texts["script", None]), ("style-src", page.texts["style", None])):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{kind} 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'; img-src data:; ")
    assert "unsafe" not in policy and "http" not in policy
    assert sum(tag in ("script", "style") for tag, _ in page.tags) == 3


def test_the_page_has_no_handler_and_no_address_but_within_itself(nasty, tmp_path):
    out = tmp_path / "game.html"
    good("show", "--dir", nasty, "--out", out)
    for tag, attrs in Parts(out.read_text("utf-8")).tags:
        assert not [name for name in attrs if name.startswith("on") or name == "style"], tag
        assert tag not in ("link", "iframe", "object", "embed", "base", "img"), tag
        assert {attrs.get("src", "#")[0], (attrs.get("href") or "#")[0]} == {"#"}, tag


def test_pictures_are_pixels_whoever_drew_them(nasty, tmp_path):
    """Art of a stranger is SVG: in a page it is a picture of it."""
    out = tmp_path / "game.html"
    good("show", "--dir", nasty, "--out", out)
    assert b"<svg" not in out.read_bytes()
    story = story_of(out)
    pictures = [each["src"] for each in (*story["sprites"], *story["charts"])]
    pictures += [each["ground"] for each in story["boards"]]
    for picture in pictures:
        data = base64.b64decode(picture.removeprefix("data:image/webp;base64,"))
        assert (data[:4], data[8:12]) == (b"RIFF", b"WEBP")


def test_the_page_says_whose_word_it_is_and_how_to_check_it():
    words = re.sub(r"<[^>]*>", "", game_page.write_page({"title": "A game"}).decode())
    for said in ("its maker's word", "pbem verify game.log", "pbem verify --page"):
        assert said in words


@pytest.fixture(scope="module")
def fulford(tmp_path_factory):
    return simulate(tmp_path_factory.mktemp("page") / "game", "three_battles/fulford")


def test_the_same_game_gives_the_same_bytes_with_and_without_kept_pictures(fulford, tmp_path):
    pages = []
    for role in ("saxon", "saxon", "viking"):
        good("show", "--dir", fulford / role, "--out", tmp_path / "game.html")
        pages.append((tmp_path / "game.html").read_bytes())
    assert len(set(pages)) == 1
    assert len(pages[0]) < 3_000_000


def test_what_a_page_or_a_moment_cannot_show_is_refused(fulford, tmp_path):
    page, picture, log = (tmp_path / name for name in ("a.html", "a.png", "a.vlog"))
    for words, said in (
        ((page, "--crop"), "the whole game, step by step"),
        ((page, "--dpi", 200), "the whole game, step by step"),
        ((page, "--at", 3), "the whole game, step by step"),
        ((page, "--since", 3), "the whole game, step by step"),
        ((picture, "--at", 3, "--since", 1), "give one"),
        ((log, "--at", 3), "give one"),
        ((picture, "--at", 999), "there is no entry 999; the log has 0 to 242"),
    ):
        code, out, err = pbem("show", "--dir", fulford / "saxon", "--out", *words)
        assert (code, out, said in err) == (2, "", True), (words, err)
    assert [*tmp_path.iterdir()] == []


def test_pictures_and_saves_of_a_moment_differ_from_those_of_today(fulford, tmp_path):
    for ending in ("png", "vsav"):
        now, then, last = (tmp_path / f"{name}.{ending}" for name in ("now", "then", "last"))
        good("show", "--dir", fulford / "saxon", "--out", now)
        said = good("show", "--dir", fulford / "saxon", "--out", then, "--at", 5)
        good("show", "--dir", fulford / "saxon", "--out", last, "--at", 242)
        assert "after entry 5" in said
        assert then.read_bytes() != now.read_bytes() == last.read_bytes()
