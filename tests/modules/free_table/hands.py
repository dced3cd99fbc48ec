"""Games at the free table, and seeded games of them. They are start games as these were before rules.yaml:
what is by hand in them stays so. After a change of what the table does

    PYTHONPATH=tests/modules python tests/modules/free_table/hands.py NUMBER

writes its behaviour.yaml with this number.
"""

import hashlib
import shutil
import sys
import tempfile
from pathlib import Path

from behaviours import Draw

from modules import game_registry, library
from modules.engine.driver import Play
from modules.engine.requests import Choose, Shuffle
from modules.engine.state_digest import canonical, digest
from modules.library import Behaviour, behaviour_text

STARTED = Path(__file__).with_name("started")
STARTS = (("tapestry", "hexes"), ("modern", "hexes"), ("gunpowder", "hexes"), ("gunpowder", "points"))


def start(path, style="tapestry", ground="hexes", ledger=False):
    """The rules of a start game of this style, from its folder: without a ledger, with its own, or with this
    text of one."""
    folder = path / f"{style}_{ground}{'_ledger' if ledger else ''}"
    if not folder.exists():
        shutil.copytree(STARTED / f"{style}_{ground}", folder)
    if not ledger:
        (folder / "ledger.yaml").unlink(missing_ok=True)
    elif isinstance(ledger, str):
        (folder / "ledger.yaml").write_text(ledger)
    (scenario,) = library.definition(str(folder)).scenarios
    return library.rules(str(folder), scenario)


def answer(play, draw):
    """A random legal order, a pack in a random order, or dice."""
    request = play.request
    if isinstance(request, Choose):
        return request.options.sample(draw)
    if isinstance(request, Shuffle):
        return shuffled(request.size, draw)
    return tuple(1 + draw.below(die.sides) for die in request.dice)


def shuffled(size, draw):
    """The places of a pack of this size in a random order."""
    left = list(range(size))
    return tuple(left.pop(draw.below(len(left))) for _ in range(size))


def walk(rules, seed, most=120):
    """A seeded game, answer by answer: the game in progress and the answer that it takes next."""
    play, draw = Play(rules), Draw(seed)
    while play.request is not None and play.count < most:
        given = answer(play, draw)
        yield play, given
        play.answer(given)


def asked_for(request):
    """What a game asks for, in words and numbers."""
    if isinstance(request, Choose):
        return request.seat, request.kind, request.rule, [str(each) for each in request.options.legal()]
    if isinstance(request, Shuffle):
        return request.secret, request.rule, request.size
    return request.side, request.rule, [die.sides for die in request.dice]


def fingerprint(path):
    """A digest of what seeded games of every start game ask for, take, and come to."""
    told = hashlib.sha256()
    for style, ground in STARTS:
        for number in range(4):
            rules = start(path, style, ground, ledger=number % 2 == 1)
            for play, given in walk(rules, f"{style}/{ground}/{number}"):
                request = play.request
                asked = asked_for(request)
                said = str(given) if isinstance(request, Choose) else given
                told.update(canonical((asked, said, digest(play.state))).encode())
    return told.hexdigest()


def hand(play, *lines, dice=()):
    """Give lines at a table, one after another; dice fall as said."""
    left = list(dice)
    for line in lines:
        play.answer(play.rules.grammar.parse(line))
        while play.request is not None and not isinstance(play.request, Choose):
            play.answer(tuple(left.pop(0) for _ in play.request.dice))
    return play


def remake(number):
    """Write what the free table does, as charters bind it."""
    with tempfile.TemporaryDirectory() as folder:
        text = behaviour_text(Behaviour(number, fingerprint(Path(folder))))
    file = game_registry.HERE / "free_table" / library.BEHAVIOUR
    file.write_text(text.replace("behaviours.py", "free_table/hands.py"))


if __name__ == "__main__":
    remake(int(sys.argv[1]))
