"""A game from a folder or file, and rules that carry it out: the sides march in turn, and roll for it."""

import re
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from by_hand import start_by_hand
from commands import good

from modules import library
from modules.definition.places import hex_grid
from modules.engine.orders import Grammar, Order, Spot, Unit
from modules.engine.position import PlacedCounter
from modules.engine.requests import Choose, Die, ListedOptions, Roll, Tell
from modules.engine.rules.mail_rules import MailRules
from modules.engine.rules.play_rules import Outcome
from modules.game_file import opened
from pbem.disk import game_shelf
from pbem.log.parties import Player
from pbem.setup.new_game import Plan

NAME = "karsk"
SCENARIO = "mill_bridge"
SIDES = ("shire", "raider")
PLAYERS = {
    "referee": Player("Rolf", "rolf@example.org"),
    "shire": Player("Sven", "sven@example.org"),
    "raider": Player("Ann", "ann@example.org"),
}


@dataclass(frozen=True, slots=True)
class March(Order):
    FORM = "march {unit} {at}"
    unit: Unit
    at: Spot


@dataclass(frozen=True, slots=True)
class Done(Order):
    FORM = "done"


@dataclass(slots=True)
class State:
    at: dict[str, str]
    turn: int = 1
    phase: str = "march"
    active: str = SIDES[0]
    outcome: Outcome | None = None

    def copy(self):
        return replace(self, at=dict(self.at))


class Marching(MailRules):
    """Each turn a side marches with units and rolls a die for each, whose label is the counter's name."""

    def __init__(self, definition, scenario):
        self.definition, self.map_name = definition, definition.scenarios[scenario].map
        self.sides = SIDES
        self.places = hex_grid(definition.maps[self.map_name].grid).ids
        self.units = tuple(u for u, each in definition.counters.items() if each.role == "unit")
        self.grammar = Grammar((March, Done), self.units, set(self.places))

    def start(self):
        return State(dict(zip(self.units, self.places, strict=False)))

    def phase(self, state):
        mine = [u for u in self.units if self.definition.counters[u].side == state.active]
        marched = set()
        while free := [u for u in mine if u not in marched]:
            legal = [March(u, p) for u in free for p in self.places if p != state.at[u]]
            order = yield Choose(
                state.active, "march", "march or done", "2.1", ListedOptions([*legal, Done()], "2.1")
            )
            if isinstance(order, Done):
                break
            marched.add(order.unit)
            counter = self.definition.counters[order.unit]
            (value,) = yield Roll(state.active, "2.2", (Die(6, f"march of {counter.name} {counter.front}"),))
            state.at[order.unit] = order.at
            yield Tell(f"{order.unit} marches to {order.at} with {value}", "2.2")
        state.active = SIDES[1 - SIDES.index(state.active)]
        state.turn += 1
        if state.turn > 6:
            state.outcome = Outcome("", "draw", "the day is over", "4.1")

    def view(self, state, side):
        return state

    def map_of(self, state):
        return self.map_name

    def position(self, state):
        return tuple(
            PlacedCounter(u, self.definition.counters[u].side, place) for u, place in state.at.items()
        )

    def summary(self, state):
        return (("Turn", str(state.turn)),)

    def facts(self, state):
        return {"turn": state.turn}


RULES = library.DataRules(
    lambda _: library.Behaviour(1, "cd" * 32),
    lambda definition, scenario, options: Marching(definition, scenario),
)


@contextmanager
def marching():
    """Games from folders and files are carried out so, and no file is known from before."""
    with library.use_data_rules(RULES):
        game_shelf.forget()
        yield
        game_shelf.forget()


def start(path, name=NAME, version="0.1.0"):
    """A game's folder as `senlac new` makes it."""
    folder = path / name
    start_by_hand(folder, "Karsk", "tapestry")
    change(folder / "game.yaml", "version: 0.1.0", f"version: {version}")
    return folder


def change(file: Path, before: str, after: str):
    """Change one thing in a text file."""
    text = file.read_text(encoding="utf-8")
    assert text.count(before) >= 1, before
    file.write_text(text.replace(before, after, 1), encoding="utf-8")


def plan(game, **more):
    """A game with a referee from a folder or file."""
    return Plan(str(game), SCENARIO, (), PLAYERS, **more)


def packed(folder, out):
    """The file that carries a folder's game."""
    out.write_bytes(opened.pack_folder(folder).data)
    return out


def sent(mail, out):
    """A mail of an outbox as it arrives."""
    data = re.sub(rb"X-(?:Senlac-Envelope|Unsent):.*?\r?\n", b"", mail.read_bytes())
    out.write_bytes(data)
    return out


class Played:
    """A game from a file that three have begun by commands, each in a folder of their own. Before each
    command this process forgets what another has told it."""

    def __init__(self, path, game=None, *, key=None, name="first"):
        self.path = path / name
        self.path.mkdir()
        self.folder = start(self.path) if game is None else None
        self.file = packed(self.folder, self.path / "karsk-0.1.0.senlac") if game is None else game
        self.keyed = ("--key", key) if key else ()
        self.count = 0
        who = [("--player", f"{role}={each.name} <{each.mail}>") for role, each in PLAYERS.items()]
        self.run("invite", f"{self.file}/{SCENARIO}", "--out", self.of("referee"), *sum(who, ()), *self.keyed)

    def of(self, role):
        return self.path / role

    def run(self, *args):
        game_shelf.forget()
        return good(*args)

    def invitation(self, role):
        (mail,) = (self.of("referee") / "outbox").glob(f"invitation-{role}-*.eml")
        return mail

    def join(self, role, *more):
        return self.run("join", self.invitation(role), "--dir", self.of(role), *more)

    def begin(self, *more):
        for role in SIDES:
            self.join(role, *more)
            self.run("receive", self.of(role) / "join.pbem", "--dir", self.of("referee"))
        for role in SIDES:
            self.run("receive", self.of("referee") / "answers/0000.pbem", "--dir", self.of(role))
        return self

    def give(self, mail, role):
        """A mail of an outbox arrives at somebody's folder."""
        self.count += 1
        return self.run("receive", sent(mail, self.path / f"mail-{self.count}.eml"), "--dir", self.of(role))

    def mails(self, role, name):
        return sorted((self.of(role) / "outbox").glob(name))

    def move(self, role, *lines):
        orders = self.path / "orders.txt"
        orders.write_text("".join(f"{line}\n" for line in lines))
        self.run("move", "--yes", orders, "--dir", self.of(role))
        move = max((self.of(role) / "moves").glob("*.pbem"))
        self.run("receive", move, "--dir", self.of("referee"))
        answer = max((self.of("referee") / "answers").glob("*.pbem"))
        for each in SIDES:
            self.run("receive", answer, "--dir", self.of(each))

    def version(self, number, *changes):
        """Another version of the game, as a file."""
        text = (self.folder / "game.yaml").read_text()
        (self.folder / "game.yaml").write_text(re.sub(r"(?m)^version: .*$", f"version: {number}", text))
        for file, before, after in changes:
            change(self.folder / file, before, after)
        return packed(self.folder, self.path / f"karsk-{number}.senlac")

    def kept(self, role):
        return sorted((self.of(role) / "games").glob("*.senlac"))
