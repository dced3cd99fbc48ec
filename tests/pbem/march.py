"""A game from a folder or file, and rules that carry it out: the sides march in turn, and roll for it."""

from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from generator.new_game.start import start_game
from modules import library
from modules.definition.places import hex_grid
from modules.engine.orders import Grammar, Order, Spot, Unit
from modules.engine.position import PlacedCounter
from modules.engine.requests import Choose, Die, ListedOptions, Roll, Tell
from modules.engine.rules.mail_rules import MailRules
from modules.engine.rules.play_rules import Outcome
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
    library.Behaviour(1, "cd" * 32), lambda definition, scenario, options: Marching(definition, scenario)
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
    start_game(folder, "Karsk", "tapestry")
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
