"""The shell lines of the pages, run as they stand there with nothing of ours, tell what they promise."""

import itertools
import re
import shutil
import subprocess
import textwrap

import pytest
from commands import PAGES, good
from make_vectors import VECTORS

from pbem.entry.entries import Entry
from pbem.keys.openssh_keys import PublicKey
from pbem.log.log_file import GameLog
from pbem.log.verification import verify_dice

OURS = "pbem simulate three_battles/hastings --seed 1066 --out demo\ncp demo/referee/game.log game.log\n"


def blocks(page):
    """The indented lines of a page."""
    text = PAGES[page].read_text(encoding="utf-8")
    return [textwrap.dedent(block) for block in re.findall(r"(?:^    .*\n)+", text, re.MULTILINE)]


@pytest.fixture(scope="module")
def script():
    """The lines of the page on dice but for the two that make a log, and what it says that they print."""
    first, *lines, printed = blocks("dice")
    assert first == OURS
    return "".join(lines), printed


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """The game that the page makes."""
    path = tmp_path_factory.mktemp("demo")
    good(*OURS.splitlines()[0].split()[1:-1], path / "demo")
    return path / "demo/referee/game.log"


def bash(script, folder):
    done = subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True, text=True)
    assert done.stderr == ""
    return done.stdout


def run(script, log, folder):
    shutil.copy(log, folder / "game.log")
    return [line for line in bash(script, folder).splitlines() if not line.startswith("{")]


def test_the_page_on_dice_prints_what_it_shows(script, tmp_path):
    lines, printed = script
    assert run(lines, VECTORS / "game-joined.log", tmp_path) == printed.splitlines()


def holds(printed):
    """Whether a reader finds that all is as it must be."""
    said = dict(line.split(maxsplit=1) for line in printed if line.startswith(("dice ", "log ")))
    pairs = [(a, b) for a, b in itertools.pairwise(printed) if b.startswith("must be ")]
    assert len(pairs) == 2
    links = all(a.split()[-1] == b.split()[-1] for a, b in pairs)
    good = sum(line.startswith('Good "senlac-entry-v1" signature for ') for line in printed)
    follows = re.fullmatch(r"it follows (\w{64}), and entry \d+ has the head (\w{64})", printed[1])
    return (said["dice"] == said["log"], links, good == 2, follows[1] == follows[2])


@pytest.mark.long
@pytest.mark.parametrize("place", [0, 7, -1])
def test_each_roll_of_the_demos_game_can_be_checked_so(script, demo, tmp_path, place):
    lines, _ = script
    rolled = verify_dice(list(GameLog(demo).read().records())).rolls
    seq = list(dict.fromkeys(roll.seq for roll in rolled))[place]
    chosen = re.sub(r"^roll=.*$", f"roll={seq}", lines, flags=re.MULTILINE) if place else lines
    printed = run(chosen, demo, tmp_path)
    values = [str(value) for roll in rolled if roll.seq == seq for value in roll.values]
    assert f"dice  {' '.join(values)}" in printed
    assert holds(printed) == (True, True, True, True)


def test_a_die_that_was_changed_shows(script, demo, tmp_path):
    lines, _ = script
    text = demo.read_text()
    place = text.index('"values":[') + len('"values":[')
    changed = tmp_path / "changed.log"
    changed.write_text(text[:place] + str(int(text[place]) % 6 + 1) + text[place + 1 :])
    shutil.copy(changed, tmp_path / "game.log")
    done = subprocess.run(["bash", "-c", lines], cwd=tmp_path, capture_output=True, text=True)
    printed = [line for line in done.stdout.splitlines() if not line.startswith("{")]
    assert holds(printed) == (False, True, False, True)


# --- the page on formats -------------------------------------------------------------------------------


def recipe(word):
    (found,) = [block for block in blocks("formats") if word in block]
    return found


@pytest.mark.parametrize("seq", [3, 5])
def test_a_signature_as_the_formats_say(tmp_path, seq):
    log = VECTORS / "game.log"
    shutil.copy(log, tmp_path)
    entries = [Entry.decode(signed.data) for signed in GameLog(log).read().records()]
    author = entries[seq].author
    keys = {party.role: PublicKey.parse(party.key).line for party in entries[0].body.parties}
    lines = recipe("sed -n").replace("normans ssh-ed25519 AAAA...", f"{author} {keys[author]}")
    printed = bash(f"n={seq}\n" + lines.replace("-I normans", f"-I {author}"), tmp_path)
    assert printed.startswith(f'Good "senlac-entry-v1" signature for {author}')


def test_dice_as_the_formats_say(tmp_path):
    signed = list(GameLog(VECTORS / "game-joined.log").read().records())
    charter, order, roll = signed[:3]
    values = {
        "base": charter.head,
        "k": "1",
        "link_a": Entry.decode(order.data).link,
        "link_b": Entry.decode(roll.data).link,
    }
    printed = bash("".join(f"{n}={v}\n" for n, v in values.items()) + recipe("senlac-dice/2 $base"), tmp_path)
    assert printed.split()[:2] == [str(value) for value in verify_dice(signed).rolls[0].values]
