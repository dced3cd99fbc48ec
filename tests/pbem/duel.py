"""A small whole game for tests of the referee: dice and a shuffle before any decision, moves without dice,
strikes that are rolled for at once, losses that the other side chooses.
"""

import hashlib
from dataclasses import dataclass, field, replace

from said import entry_of, remade

from modules.engine.orders import Grammar, Order, Spot, Unit
from modules.engine.position import PlacedCounter
from modules.engine.requests import Choose, Die, ListedOptions, Roll, Shuffle, Tell
from modules.engine.rules.mail_rules import MailRules
from modules.engine.rules.play_rules import Outcome
from modules.engine.standing_orders import Kind, Vocabulary, Word, pick_verb
from pbem.dice.hash_chain import Chain
from pbem.entry.entries import NOTHING, Entry, sign
from pbem.entry.field_types import REFEREE
from pbem.judge import due_moments
from pbem.keys.openssh_keys import PrivateKey
from pbem.log.log_file import GameLog
from pbem.log.party import disclosures
from pbem.log.party.folder import LOG, Folder

SIDES = ("red", "blue")
UNITS = ("red-a", "red-b", "blue-a", "blue-b")
ROLES = (REFEREE, *SIDES)
DIGEST = "ab" * 32
LENGTH = 60


@dataclass(frozen=True, slots=True)
class Step(Order):
    FORM = "step {unit} {at}"
    unit: Unit
    at: Spot


@dataclass(frozen=True, slots=True)
class Strike(Order):
    FORM = "strike {unit} > {target}"
    unit: Unit
    target: Unit


@dataclass(frozen=True, slots=True)
class Lose(Order):
    FORM = "lose {unit}"
    unit: Unit


@dataclass(frozen=True, slots=True)
class Done(Order):
    FORM = "done"


@dataclass(slots=True)
class State:
    turn: int = 1
    phase: str = "start"
    active: str = "red"
    outcome: Outcome | None = None
    at: dict[str, str] = field(default_factory=lambda: dict.fromkeys(UNITS, "1"))
    stepped: frozenset[str] = frozenset()

    def copy(self):
        return replace(self, at=dict(self.at))

    def living(self, side):
        return [unit for unit in self.at if unit.startswith(side)]


class Duel(MailRules):
    def __init__(self, forced=True):
        self.grammar = Grammar((Step, Strike, Lose, Done), UNITS, {"1", "2", "3"})
        self.sides = SIDES
        self.forced = forced

    def start(self):
        return State(phase="start" if self.forced else "turn")

    def phase(self, state):
        if state.phase == "start":
            labels = ("first of red", "first of blue")
            red, blue = yield Roll("red", "1.1", tuple(Die(6, label) for label in labels))
            cards = yield Shuffle("the cards", 4, "1.2")
            state.active = "red" if red >= blue else "blue"
            state.phase = "turn"
            yield Tell(f"{state.active} begins, the top card is {cards[0]}", "1.1")
            return
        yield from self._steps(state)
        yield from self._strikes(state)
        enemy = SIDES[1 - SIDES.index(state.active)]
        if not state.living(enemy):
            state.outcome = Outcome(state.active, "clean", f"{enemy} is gone", "4.1")
        elif state.turn == 6:
            state.outcome = Outcome("", "draw", "nobody is left standing alone", "4.2")
        state.active, state.turn = enemy, state.turn + 1

    def _steps(self, state):
        stepped = set()
        while True:
            free = [u for u in state.living(state.active) if u not in stepped]
            legal = [Step(u, p) for u in free for p in ("1", "2", "3") if p != state.at[u]]
            order = yield Choose(
                state.active, "steps", "step or done", "2.1", ListedOptions([*legal, Done()], "2.1")
            )
            if isinstance(order, Done):
                return
            stepped.add(order.unit)
            state.at[order.unit] = order.at
            yield Tell(f"{order.unit} steps to {order.at}", "2.1")

    def _strikes(self, state):
        enemy, struck = SIDES[1 - SIDES.index(state.active)], set()
        while targets := state.living(enemy):
            free = [u for u in state.living(state.active) if u not in struck]
            legal = [Strike(u, t) for u in free for t in targets]
            order = yield Choose(
                state.active, "strikes", "strike or done", "3.1", ListedOptions([*legal, Done()], "3.1")
            )
            if isinstance(order, Done):
                return
            struck.add(order.unit)
            (value,) = yield Roll(state.active, "3.2", (Die(6, f"{order}"),))
            yield Tell(f"{order}: {value}", "3.2")
            if value >= 5:
                del state.at[order.target]
            elif value >= 3 and len(targets) > 1:
                ask = ListedOptions([Lose(t) for t in targets], "3.3")
                lost = yield Choose(enemy, "loss", "which of yours is lost?", "3.3", ask)
                del state.at[lost.unit]

    def view(self, state, side):
        return state

    def standing_vocabulary(self):
        loss = (Word("last", "the last one", lambda case: case.orders[-1]),)
        never = (Word("never", "nobody strikes", pick_verb("done")),)
        kinds = [
            Kind("loss", "which of yours is lost", "3.3", loss, "first"),
            Kind("strikes", "who strikes", "3.1", never, "pass", passes=True, planned=True),
        ]
        return Vocabulary(self.grammar, kinds)

    def map_of(self, state):
        return ""

    def position(self, state):
        return tuple(PlacedCounter(u, u.split("-")[0], place) for u, place in state.at.items())

    def summary(self, state):
        return (("Turn", str(state.turn)),)

    def facts(self, state):
        return {"turn": state.turn}


def build(body):
    return Duel(forced=body.options.get("forced", True))


def key(name):
    return PrivateKey.from_seed(hashlib.sha256(f"key of {name}".encode()).digest())


def chain(name, salt=""):
    return Chain(hashlib.sha256(f"chain {salt} of {name}".encode()).hexdigest(), LENGTH)


def new(
    out, salt="", roles=ROLES, deadlines=(), module="duel", word=(), secret=None, reading=None, **options
):
    """A game and its folders; `salt` gives other chains and so another game. The folders of sides by mail
    word lie in the referee's. `secret`: the commitment to the referee's."""
    parties = [
        {
            "role": role,
            "name": f"Player {role}",
            "mail": f"{role}@example.org",
            "key": key(role).public.line,
            "tip": chain(role, salt).tip,
            "length": LENGTH,
            **({"word": True} if role in word else {}),
        }
        for role in roles
    ]
    body = {
        "module": {"id": module, "version": "1", "behaviour": 1, "fingerprint": DIGEST},
        "scenario": "field",
        "options": options,
        "parties": parties,
        "deadlines": list(deadlines),
    } | {name: value for name, value in (("secret", secret), ("reading", reading)) if value}
    entry = entry_of(NOTHING, 0, NOTHING, "charter", roles[0], body)
    charter = sign(due_moments.add_moments(entry.body, entry), *map(key, roles))
    folders = {role: Folder(out / role) for role in roles}
    folders |= {role: folders[REFEREE].word(role) for role in word}
    for role, folder in folders.items():
        folder.path.mkdir(parents=True)
        key(role).save(folder.key_file)
        chain(role, salt).save(folder.chain_file)
        disclosures.begin(folder, chain(role, salt).tip)
        if role not in word:
            GameLog.create(folder.path / LOG, charter)
    return folders


def records(folder):
    return list(folder.log.read().records())


def again(signed, *names, **changes):
    """An entry with other fields, signed anew by whoever is named."""
    entry = remade(Entry.decode(signed.data), **changes)
    return sign(entry, *map(key, names))
