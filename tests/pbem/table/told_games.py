"""Games that were simulated once, their stories as JSON, and what lies on the board after each step."""

import json
import re
import shutil
from collections import Counter

from commands import good

from pbem.cli.actions.situation_actions import load_own_table
from pbem.log.log_file import GameLog
from pbem.log.party.folder import Folder
from pbem.rules.table import Table
from pbem.table.story_json import make_story

STORY = re.compile(r'<script type="application/json" id="story">(.*?)</script>', re.DOTALL)


def simulate(path, name):
    """The folders of a game that the program played with itself."""
    good("simulate", name, "--seed", 1, "--out", path)
    return path


def cut_short(path, out, entries):
    """Copies of the folders of a game, as they were after so many entries."""
    shutil.copytree(path, out, ignore=shutil.ignore_patterns(".cache", "snapshot*", "answers", "moves"))
    for log in out.glob("*/game.log"):
        lines = log.read_bytes().splitlines(keepends=True)
        log.write_bytes(b"".join(lines[: entries + 1]))
    return out


def public_table(path):
    """The game as somebody knows it who has the log and nothing else."""
    return Table.load(GameLog(path / "referee/game.log"))


def own_table(path, role):
    """The game as the owner of a folder knows it."""
    return load_own_table(Folder(path / role))


def tell(table, side=""):
    """The story as it comes out of JSON."""
    return json.loads(json.dumps(make_story(table, side)))


def story_of(page):
    """The story that stands in a page, with what its steps leave out."""
    (text,) = STORY.findall(page.read_text("utf-8"))
    story, carried = json.loads(text), {}
    for number, step in enumerate(story["steps"]):
        carried |= {name: step[name] for name in ("heading", "board") if name in step}
        empty = {name: [] for name in ("lines", "told", "rolls", "changes", "gone", "events")}
        story["steps"][number] = {**empty, "taken_back": False, **carried, **step}
    return story


def positions(story):
    """By entry the position after its last step: counter, side, place and states of each piece."""
    lying, found = {}, {}
    for step in story["steps"]:
        lying |= {piece: row for piece, *row in step["changes"]}
        for piece in step["gone"]:
            del lying[piece]
        found[step["seq"]] = Counter(
            (story["pieces"][piece]["id"], story["pieces"][piece]["side"], row[3], row[5])
            for piece, row in lying.items()
        )
    return found


def shown_at(path, role, seq):
    """The position of an entry as `pbem show --at SEQ --text --json` tells it."""
    units = json.loads(good("show", "--dir", path / role, "--at", seq, "--text", "--json"))["units"]
    return Counter((it["counter"], it["side"], it["place"], ", ".join(it["states"])) for it in units)
