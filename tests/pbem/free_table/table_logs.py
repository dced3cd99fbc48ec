"""Games by hand between two folders, and logs that a hand records in the modules of such games."""

import json
import re
import shutil

from by_hand import start_by_hand
from commands import pbem
from recording import Recorder

from generator.vassal.format import commands as c
from generator.vassal.positions.moments import Moment, turn_command
from modules import game_registry
from pbem.disk import game_shelf
from pbem.log.party.folder import Folder
from pbem.rules.table import Table

RULES_OF_THEIR_OWN = ("*.py", "__pycache__", "behaviour.yaml", "evaluation.yaml", "player")


class ByHand:
    """A game from a folder, by two without a referee. Before each command this process forgets all games."""

    def __init__(self, path, source, scenario, sides):
        self.path, self.source, self.sides = path, source, sides
        players = (f"--player={side}=X <{side}@example.org>" for side in sides)
        self.run("new", f"{source}/{scenario}", "--out", path / "game", "--no-referee", *players)

    def run(self, *args):
        game_shelf.forget()
        code, out, err = pbem(*args)
        assert code == 0, err
        return out

    def of(self, side):
        return self.path / "game" / side

    def table(self, side):
        game_shelf.forget()
        return Table.load(Folder(self.of(side)).log)

    def recorder(self, side):
        """VASSAL with the position of today, and a log that is begun."""
        save = self.path / "now.vsav"
        save.unlink(missing_ok=True)
        self.run("show", "--dir", self.of(side), "--out", save)
        return HandRecorder(save, game=str(self.source))

    def give(self, side, *orders):
        """Sign orders, and let the other take them in and answer, also what waits for dice."""
        (other,) = (each for each in self.sides if each != side)
        while orders or (self.of(side) / "later.txt").exists():
            self.run("move", *orders, "--dir", self.of(side), "--yes")
            self.run("receive", max((self.of(side) / "moves").glob("*.pbem")), "--dir", self.of(other))
            for answer in sorted((self.of(other) / "answers").glob("*.pbem"))[-1:]:
                self.run("receive", answer, "--dir", self.of(side))
            orders = ()

    def say(self, side, *lines):
        """Give orders that were written."""
        (self.path / "orders.txt").write_text("".join(f"{line}\n" for line in lines))
        self.give(side, self.path / "orders.txt")

    def read(self, side, recorder):
        """What `pbem orders` says of a log: its exit code, and all that it prints for a program."""
        game_shelf.forget()
        log = recorder.write(self.path / "turn.vlog")
        code, out, err = pbem("orders", log, "--dir", self.of(side), "--json")
        assert not err, err
        return code, json.loads(out)


class HandRecorder(Recorder):
    """What a hand does in a game by hand beside moving: markers from the palette, pieces that are taken away
    or come up in a stack."""

    def lay(self, marker, place):
        """Lay a marker of the palette; its id."""
        spot, marked, stack = self.at(place), str(next(self._ids)), str(next(self._ids))
        lies = ";".join(map(str, spot))
        piece = self.plan.roster.marker(marker).at(*spot)
        self._step([c.AddPiece.of(marked, piece), c.AddPiece(stack, "stack", f"{lies};{marked};@@1")])
        return marked

    def take_away(self, name):
        self._step(
            [c.RemovePiece(name if name in self._table.pieces else self.id_of(name)), c.Chat("* away *")]
        )

    def drag_upon(self, name, place, other):
        """Let a counter go upon another of a stack that is spread out."""
        piece, basic = self.id_of(name), self._table.pieces[self.id_of(name)].basic
        old = basic.map, basic.x, basic.y
        self._step([c.MovePiece(piece, *self.at(place), self.id_of(other), *old, "", self.password)])

    def pile(self, *names):
        """Give a stack another order, the lowest first, by its menu."""
        basic = self._table.pieces[self.id_of(names[0])].basic
        ids = ";".join(map(self.id_of, names))
        self._step([c.ChangePiece("1699", f"{basic.map};{basic.x};{basic.y};{ids};@@0", "")])

    def go_on(self, turn, player, phase):
        """Put the turn tracker on."""
        (scenario,) = self.plan.definition.scenarios.values()
        self.track(turn_command(self.plan.definition, scenario, Moment(turn, player, phase)).state)

    def roll(self, dice, total):
        """Press the button of dice."""
        self.say(f"*** {dice} = {total} *** <Edith> (practice: nobody else can prove this roll)")


def mill_bridge(path):
    """The start game of two armies at a bridge, whose raiders set up first."""
    start_by_hand(path / "mill", "The mill bridge", "tapestry")
    (path / "mill" / "ledger.yaml").unlink()
    return ByHand(path, path / "mill", "mill_bridge", ("shire", "raider"))


def without_rules(path, name, scenario, sides):
    """A shipped game's data as a game of one's own, which nobody refereed."""
    source = path / "own"
    shutil.copytree(game_registry.HERE / name, source, ignore=shutil.ignore_patterns(*RULES_OF_THEIR_OWN))
    text = (source / "game.yaml").read_text(encoding="utf-8")
    text = re.sub(r"(?m)^(game|title): .*$", r"\1: own", text)
    (source / "game.yaml").write_text(text, encoding="utf-8")
    cards = source / "cards.yaml"
    if cards.exists():  # open packs, which need no referee
        held = cards.read_text(encoding="utf-8")
        cards.write_text(re.sub(r"(?m)^ +hand: \d+\n", "", held), encoding="utf-8")
    return ByHand(path, source, scenario, sides)
