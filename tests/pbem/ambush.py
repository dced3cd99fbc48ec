"""A small whole game with secret packs, for tests: cards face down in lanes, horse that goes two lanes,
events in a hand, strikes that turn both cards up, losses that the other side chooses.

Each side has a pack of five cards (R, B), two of them horse; E holds four events. A face-down card that goes
two lanes is shown; if it is no horse it stays, and the order is void.
"""

import hashlib
from dataclasses import dataclass, field, replace

from said import entry_of

from modules.engine.errors import Illegal
from modules.engine.orders import Grammar, Order, Spot, Word
from modules.engine.position import PlacedCounter
from modules.engine.requests import Choose, Deal, Die, ListedOptions, Options, Reveal, Roll, Shuffle, Tell
from modules.engine.rules.mail_rules import MailRules
from modules.engine.rules.play_rules import Outcome
from pbem.dice.hash_chain import Chain
from pbem.entry.entries import NOTHING, sign
from pbem.entry.field_types import REFEREE
from pbem.keys.openssh_keys import PrivateKey
from pbem.log.log_file import GameLog
from pbem.log.party import disclosures
from pbem.log.party.folder import LOG, Folder
from pbem.secrets.card_packs import RefereeSecret

SIDES = ("red", "blue")
ROLES = (REFEREE, *SIDES)
PACK = {"red": "R", "blue": "B"}
CARDS = {
    "R": ("red-horse-1", "red-horse-2", "red-foot-1", "red-foot-2", "red-foot-3"),
    "B": ("blue-horse-1", "blue-horse-2", "blue-foot-1", "blue-foot-2", "blue-foot-3"),
    "E": ("luck", "luck", "rain", "fog"),
}
LANES = ("1", "2", "3", "4", "5")
LENGTH = 80
HAND = 1
"""Events in a hand."""


def tokens(pack):
    return tuple(f"{pack}{place}" for place in range(1, len(CARDS[pack]) + 1))


@dataclass(frozen=True, slots=True)
class Place(Order):
    FORM = "place {card} {lane}"
    card: Word
    lane: Spot


@dataclass(frozen=True, slots=True)
class March(Order):
    FORM = "march {lane} {to}"
    lane: Spot
    to: Spot


@dataclass(frozen=True, slots=True)
class PlayCard(Order):
    FORM = "play {card}"
    card: Word


@dataclass(frozen=True, slots=True)
class Strike(Order):
    FORM = "strike {lane}"
    lane: Spot


@dataclass(frozen=True, slots=True)
class Lose(Order):
    FORM = "lose {lane}"
    lane: Spot


@dataclass(frozen=True, slots=True)
class Done(Order):
    FORM = "done"


@dataclass(slots=True)
class State:
    viewer: str = "all"
    turn: int = 1
    phase: str = "deal"
    active: str = "red"
    outcome: Outcome | None = None
    known: dict[str, str] = field(default_factory=dict)
    lane: dict[str, str] = field(default_factory=dict)
    up: frozenset[str] = frozenset()
    hands: dict[str, tuple[str, ...]] = field(default_factory=dict)
    pile: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()

    def copy(self):
        return replace(self, known=dict(self.known), lane=dict(self.lane), hands=dict(self.hands))

    def at(self, side, lane):
        return next((t for t, at in self.lane.items() if at == lane and t[0] == PACK[side]), None)

    def lanes(self, side):
        return [at for t, at in self.lane.items() if t[0] == PACK[side]]


def enemy(side):
    return SIDES[1 - SIDES.index(side)]


class Marches(Options):
    """What an army may do before it strikes; a card that is not known may be a horse."""

    def __init__(self, state, moved, played):
        self.state, self.moved, self.played = state, moved, played

    def legal(self):
        side = self.state.active
        marches = [March(a, b) for a in self.state.lanes(side) for b in LANES]
        plays = [PlayCard(card) for card in dict.fromkeys(CARDS["E"])]
        return [o for o in (*marches, *plays, Done()) if self._fault(o) is None]

    def check(self, order):
        if fault := self._fault(order):
            raise Illegal(*fault)

    def _fault(self, order):
        state, side = self.state, self.state.active
        if isinstance(order, PlayCard):
            hand = state.hands[side]
            known = [state.known[t] for t in hand if t in state.known]
            if self.played or not hand or (len(known) == len(hand) and order.card not in known):
                return "3.1", f"{order.card} is not in your hand"
        elif isinstance(order, March):
            token = state.at(side, order.lane)
            if token is None or token in self.moved or state.at(side, order.to):
                return "2.1", "nobody can march there"
            far = abs(int(order.lane) - int(order.to))
            if not 1 <= far <= 2 or (far == 2 and "horse" not in state.known.get(token, "horse")):
                return "2.2", "only horse goes two lanes"
        elif not isinstance(order, Done):
            return "2.1", "no order of a march"
        return None


class Ambush(MailRules):
    secret_packs = True

    def __init__(self):
        kinds = (Place, March, PlayCard, Strike, Lose, Done)
        self.grammar = Grammar(kinds, [c for pack in "RB" for c in CARDS[pack]], set(LANES))
        self.sides = SIDES

    def start(self):
        return State()

    def phase(self, state):
        yield from getattr(self, f"_{state.phase}")(state)

    def _shuffle(self, state, pack, label):
        order = yield Shuffle(label, len(CARDS[pack]), "1.1", pack)
        if state.viewer == "all":
            state.known |= {t: CARDS[pack][n] for t, n in zip(tokens(pack), order, strict=True)}

    def _deal_to(self, state, side, label, cards):
        if state.viewer == "all" or not cards:
            return
        shown = yield Deal(side, label, "1.2", tuple(cards))
        self._learn(state, shown)
        if shown:
            yield Tell(f"yours: {', '.join(state.known[t] for t in cards)}", "1.2", seen_by=(side,))

    def _learn(self, state, shown):
        state.known |= {token: CARDS[token[0]][number] for token, number in shown.items()}

    def _show(self, state, cards, label):
        missing = tuple(t for t in cards if t not in state.known)
        if missing:
            self._learn(state, (yield Reveal(label, "1.3", missing, len(missing))))
        for token in cards:
            if token not in state.up:
                state.up |= {token}
                yield Tell(f"{token} is {state.known[token]}", "1.3")

    def _deal(self, state):
        for side in SIDES:
            yield from self._shuffle(state, PACK[side], f"{side}: cards")
            yield from self._deal_to(state, side, f"{side}: cards", tokens(PACK[side]))
        yield from self._shuffle(state, "E", "events")
        (red,) = yield Roll("red", "1.4", (Die(6, "who begins"),))
        for place, side in enumerate(SIDES):
            state.hands[side] = tokens("E")[place * HAND : (place + 1) * HAND]
            yield from self._deal_to(state, side, f"{side}: event", state.hands[side])
        state.pile = tokens("E")[2 * HAND :]
        state.active = SIDES[red % 2]
        state.phase = "place"

    def _place(self, state):
        side = state.active
        while len(state.lanes(side)) < 3:
            free = [lane for lane in LANES if lane not in state.lanes(side)]
            legal = [Place(t, a) for t in tokens(PACK[side]) if t not in state.lane for a in free]
            order = yield Choose(side, "setup", "place a card", "1.5", ListedOptions(legal, "1.5"))
            state.lane[order.card] = order.lane
        state.active = enemy(side)
        if state.lanes(state.active):
            state.phase = "turn"

    def _turn(self, state):
        side, moved, played, bonus = state.active, set(), False, 0
        while True:
            options = Marches(state, moved, played)
            order = yield Choose(side, "march", "march, play an event, or done", "2.1", options)
            if isinstance(order, Done):
                break
            if isinstance(order, March):
                yield from self._march(state, order, moved)
            else:
                played = True
                bonus += yield from self._event(state, order)
        yield from self._strikes(state, bonus)
        self._end(state)

    def _march(self, state, order, moved):
        token = state.at(state.active, order.lane)
        moved.add(token)
        if abs(int(order.lane) - int(order.to)) == 2:
            yield from self._show(state, (token,), f"the card in {order.lane} goes two lanes")
            if "horse" not in state.known[token]:
                yield Tell("it is no horse: it stays", "2.2")
                return
        state.lane[token] = order.to

    def _event(self, state, order):
        side = state.active
        hand = state.hands[side]
        found = [t for t in hand if state.known.get(t) == order.card]
        if not found and not all(t in state.known for t in hand):
            wanted = tuple(n for n, card in enumerate(CARDS["E"]) if card == order.card)
            shown = yield Reveal(f"{side} plays {order.card}", "3.1", hand, 1, wanted)
            found = [t for t, n in shown.items() if n in wanted]
            self._learn(state, {t: n for t, n in shown.items() if n in wanted})
        if not found:
            yield Tell(f"{order.card} is not in the hand: void", "3.1")
            return 0
        state.discard += (found[0],)
        drawn, state.pile = state.pile[:1], state.pile[1:]
        state.hands[side] = (*(t for t in hand if t != found[0]), *drawn)
        yield Tell(f"{side} plays {order.card}", "3.1")
        yield from self._deal_to(state, side, f"{side}: event drawn", drawn)
        return 1 if order.card == "luck" else 0

    def _strikes(self, state, bonus):
        side, struck = state.active, set()
        while targets := [a for a in state.lanes(side) if state.at(enemy(side), a) and a not in struck]:
            legal = [*(Strike(a) for a in targets), Done()]
            order = yield Choose(side, "strikes", "strike or done", "4.1", ListedOptions(legal, "4.1"))
            if isinstance(order, Done):
                return
            struck.add(order.lane)
            mine, theirs = state.at(side, order.lane), state.at(enemy(side), order.lane)
            for token in (mine, theirs):
                yield from self._show(state, (token,), f"who fights in {order.lane}")
            (value,) = yield Roll(side, "4.2", (Die(6, f"strike in {order.lane}"),))
            if value + bonus >= 6:
                del state.lane[theirs]
            elif value + bonus >= 3 and len(state.lanes(enemy(side))) > 1:
                ask = ListedOptions([Lose(a) for a in state.lanes(enemy(side))], "4.3")
                lost = yield Choose(enemy(side), "loss", "which of yours is lost?", "4.3", ask)
                del state.lane[state.at(enemy(side), lost.lane)]

    def _end(self, state):
        side = state.active
        if not state.lanes(enemy(side)):
            state.outcome = Outcome(side, "clean", f"{enemy(side)} is gone", "5.1")
        elif state.turn == 8:
            state.outcome = Outcome("", "draw", "night falls", "5.2")
        state.active, state.turn = enemy(side), state.turn + 1

    def view(self, state, side):
        def may(token):
            if token[0] == "E":
                return token in state.discard or token in state.hands.get(side, ())
            return token in state.up or token[0] == PACK.get(side)

        return replace(state.copy(), viewer=side, known={t: c for t, c in state.known.items() if may(t)})

    def map_of(self, state):
        return ""

    def position(self, state):
        return tuple(
            PlacedCounter(
                state.known.get(t, ""), "red" if t[0] == "R" else "blue", at, face_down=t not in state.up
            )
            for t, at in state.lane.items()
        )

    def summary(self, state):
        return (("Turn", str(state.turn)),)

    def facts(self, state):
        return {"turn": state.turn}


def build(body):
    return Ambush()


def key(name):
    return PrivateKey.from_seed(hashlib.sha256(f"key of {name}".encode()).digest())


def chain(name, salt=""):
    return Chain(hashlib.sha256(f"chain {salt} of {name}".encode()).hexdigest(), LENGTH)


def secret(salt=""):
    return RefereeSecret(hashlib.sha256(f"secret {salt}".encode()).hexdigest())


def charter(salt="", roles=ROLES, **changes):
    parties = [
        {
            "role": role,
            "name": f"Player {role}",
            "mail": f"{role}@example.org",
            "key": key(role).public.line,
            "tip": chain(role, salt).tip,
            "length": LENGTH,
        }
        for role in roles
    ]
    body = {
        "module": {"id": "ambush", "version": "1", "behaviour": 1, "fingerprint": "cd" * 32},
        "scenario": "lanes",
        "options": {},
        "parties": parties,
        "deadlines": [],
        "secret": secret(salt).commitment,
    }
    body |= changes
    return sign(entry_of(NOTHING, 0, NOTHING, "charter", roles[0], body), *map(key, roles))


def new(out, salt=""):
    """A game and its folders; `salt` gives another secret, other chains and so another game."""
    folders = {role: Folder(out / role) for role in ROLES}
    for role, folder in folders.items():
        folder.path.mkdir(parents=True)
        key(role).save(folder.key_file)
        chain(role, salt).save(folder.chain_file)
        disclosures.begin(folder, chain(role, salt).tip)
        GameLog.create(folder.path / LOG, charter(salt))
    secret(salt).save(folders[REFEREE].secret_file)
    return folders


def records(folder):
    return list(folder.log.read().records())
