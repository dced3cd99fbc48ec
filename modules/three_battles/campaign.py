"""The campaign (17.0): three battles one after the other, each changing the forces of the next."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from modules.amounts import count_noun
from modules.definition import Definition
from modules.definition.formats.campaigns import CampaignFile
from modules.engine.amendments import Fact
from modules.engine.decisions import Asks
from modules.engine.errors import Illegal, UnknownThingError
from modules.engine.listed_orders import Actor, Chosen
from modules.engine.modifiers import Modifier
from modules.engine.orders import Grammar, Order
from modules.engine.position import PlacedCounter
from modules.engine.requests import (
    Chance,
    Choose,
    Options,
    PassedDecision,
    Reached,
    Request,
    Roll,
    Shuffle,
    Steps,
    Tell,
)
from modules.engine.rules.arrangement_rules import Arrangement
from modules.engine.rules.full_rules import FullRules
from modules.engine.rules.play_rules import GameOver, Outcome
from modules.engine.standing_orders import Vocabulary
from modules.three_battles import orders
from modules.three_battles.forces import Forces, adjusted
from modules.three_battles.sequence import BattleRules
from modules.three_battles.special import CampHeld, Level, campaign_of, special_of
from modules.three_battles.stamford_bridge import detached
from modules.three_battles.standing import vocabulary
from modules.three_battles.state import EXITED, LOST, REMOVED, State

AFTERMATH = "aftermath"
_BATTLES_KEPT: Final = 16
"""Battles with their forces whose rules are remembered: nearly every campaign has others, and in a study of
thousands all together would fill the memory."""


@dataclass(slots=True)
class CampaignState:
    """The battle that is fought, its state, and what was added to and taken from each battle's set-up.

    `after`: the battle is over and its outcome not yet drawn (17.2, 17.3). `seats`: the player behind each
    side of the battle.
    """

    options: frozenset[str]
    battle: str
    field: State
    seats: dict[str, str]
    forces: dict[str, Forces]
    after: bool = False
    outcome: Outcome | None = None

    @property
    def turn(self) -> int:
        """The game turn of the battle."""
        return self.field.turn

    @property
    def phase(self) -> str:
        """The phase of the battle, or that between two battles."""
        return AFTERMATH if self.after else self.field.phase

    @property
    def active(self) -> str:
        """The player whose phase it is."""
        return self.seats[self.field.active]

    def copy(self) -> CampaignState:
        """An independent equal state."""
        return replace(self, field=self.field.copy(), forces=self.forces.copy())


class OfThisBattle(Options[Order]):
    """The options of a battle, for orders that may name any counter of the campaign."""

    def __init__(self, inner: Options[Any], strangers: Container[str], title: str) -> None:
        self.inner, self._strangers, self._title = inner, strangers, title

    def legal(self) -> Sequence[Order]:
        return self.inner.legal()

    def find_forced(self) -> Order | None:
        order: Order | None = self.inner.find_forced()
        return order

    def sample(self, chance: Chance) -> Order:
        order: Order = self.inner.sample(chance)
        return order

    def check(self, order: Order) -> None:
        self._check_names(order)
        self.inner.check(order)

    def judge(self, order: Order) -> None:
        self._check_names(order)
        self.inner.judge(order)

    def summarize(self, orders: Sequence[Order]) -> str:
        return self.inner.summarize(orders)

    def find_paths(self, counter: str, place: str) -> tuple[str, Sequence[Order]]:
        return self.inner.find_paths(counter, place)

    def expand_path(self, order: Order) -> Sequence[tuple[str, ...]]:
        return self.inner.expand_path(order)

    def actors(self) -> Iterable[Actor]:
        return self.inner.actors()

    def due_kinds(self) -> Collection[type[Order]]:
        return self.inner.due_kinds()

    def orders_by(self, actor: str) -> Sequence[Order]:
        return self.inner.orders_by(actor)

    def reach(self, mover: str) -> Sequence[Reached]:
        return self.inner.reach(mover)

    def spent_on(self, order: Order) -> tuple[str, str]:
        return self.inner.spent_on(order)

    def why_closed(self, mover: str, place: str) -> Illegal | None:
        if mover in self._strangers:
            return self._stranger(mover)
        return self.inner.why_closed(mover, place)

    def axes(self, kind: type[Order], chosen: Chosen) -> Mapping[str, Sequence[str]]:
        return self.inner.axes(kind, chosen)

    def equivalence_key(self, order: Order) -> object | None:
        return self.inner.equivalence_key(order)

    def _check_names(self, order: Order) -> None:
        for word in str(order).replace(",", " ").split():
            if word in self._strangers:
                raise self._stranger(word)

    def _stranger(self, counter: str) -> Illegal:
        return Illegal("17.1", f"{counter} is not in {self._title}")


class Campaign(FullRules[CampaignState]):
    """The rules of the campaign. Options are named BATTLE-OPTION."""

    styles = BattleRules.styles

    def __init__(self, definition: Definition, file: CampaignFile, options: frozenset[str]) -> None:
        self.definition, self.file, self.options = definition, file, options
        self.special = campaign_of(file)
        self.fulford, self.stamford_bridge, self.hastings = file.battles
        self.sides = tuple(file.players)
        self._rules = lru_cache(maxsize=_BATTLES_KEPT)(self._battle)
        boards = [self._rules(b, Forces()).battle.board for b in file.battles]
        places = {hex_id for board in boards for hex_id in board.grid.ids}
        self.grammar = Grammar(orders.ALL, definition.counters, {*places, orders.EXIT})

    # --- the battle that is fought -----------------------------------------------------------------

    def _battle(self, battle: str, forces: Forces) -> BattleRules:
        scenario = adjusted(self.definition, self.definition.hex_scenarios[battle], forces, self.file)
        chosen = frozenset(
            name.removeprefix(f"{battle}-") for name in self.options if name.startswith(f"{battle}-")
        )
        return BattleRules(self.definition, scenario, chosen)

    def rules_of(self, state: CampaignState) -> BattleRules:
        """The rules of the battle that is fought, with its forces as they are in this campaign."""
        return self._rules(state.battle, state.forces.get(state.battle, Forces()))

    def _seats(self, battle: str) -> dict[str, str]:
        return {player.sides[battle]: name for name, player in self.file.players.items()}

    def start(self) -> CampaignState:
        first = self.file.battles[0]
        field = self._rules(first, Forces()).start()
        return CampaignState(self.options, first, field, self._seats(first), {})

    def read_back(self, state: CampaignState) -> CampaignState:
        state.field = self.rules_of(state).read_back(state.field)
        return state

    def _go_to(self, state: CampaignState, battle: str) -> None:
        state.battle, state.seats, state.after = battle, self._seats(battle), False
        state.field = self.rules_of(state).start()

    def phase(self, state: CampaignState) -> Steps:
        if state.after:
            yield from self._aftermath(state)
            return
        steps = self.rules_of(state).phase(state.field)
        answer: Any = None
        while True:
            try:
                asked = steps.send(answer)
            except (StopIteration, GameOver):
                break
            answer = yield self._to_players(state, asked)
        state.after = state.field.outcome is not None

    def _to_players(
        self, state: CampaignState, asked: Request | Tell | PassedDecision
    ) -> Request | Tell | PassedDecision:
        """The same request, addressed to the player behind the side."""
        if isinstance(asked, Choose):
            return self._to_player(state, asked)
        if isinstance(asked, PassedDecision):
            return replace(asked, choice=self._to_player(state, asked.choice))
        return replace(asked, side=state.seats[asked.side]) if isinstance(asked, Roll) else asked

    def _to_player(self, state: CampaignState, choice: Choose) -> Choose:
        battle = self.rules_of(state).battle
        strangers = self.definition.counters.keys() - battle.counters.keys()
        own = OfThisBattle(choice.options, strangers, battle.scenario.title)
        return replace(choice, side=state.seats[choice.side], options=own)

    # --- between the battles (17.2, 17.3) ----------------------------------------------------------

    def _aftermath(self, state: CampaignState) -> Asks[None]:
        outcome = state.field.outcome
        if outcome is None:
            raise ValueError(f"{state.battle} is not over")
        title = self.definition.hex_scenarios[state.battle].title
        winner = state.seats.get(outcome.winner, "")
        won = f"{self.file.players[winner].name} win" if winner else "nobody wins"
        yield Tell(f"{title} is over: {won}, {outcome.level} ({outcome.reason})", outcome.rule)
        if state.battle == self.file.battles[-1]:
            state.outcome = Outcome(winner, f"{outcome.level} at {title}", outcome.reason, "17.1")
        elif state.battle == self.fulford:
            yield from self._after_fulford(state)
        else:
            yield from self._after_stamford_bridge(state)

    def _after_fulford(self, state: CampaignState) -> Asks[None]:
        """17.2, in the order of its checks."""
        if self._dead(state, self.special.leaders.haraldr):
            yield Tell("Haraldr is dead: the Norwegians sail home, and Harold awaits William", "17.2 Haraldr")
            yield from self._weigh(state, "haraldr_dead")
            self._go_to(state, self.hastings)
            return
        if self._dead(state, self.special.leaders.tostig):
            rebels = [i for i, c in self.definition.counters.items() if c.nation == self.special.rebels]
            self._change(state, self.stamford_bridge, taken=rebels)
            yield Tell("Tostig is dead: no rebels come to Stamford Bridge", "17.2 Tostig")
        yield from self._weigh(state, "fulford_saxon")
        yield from self._weigh(state, "fulford_viking")
        self._go_to(state, self.stamford_bridge)

    def _after_stamford_bridge(self, state: CampaignState) -> Asks[None]:
        """17.3, in the order of its checks."""
        invader = self.special.invader
        if self._dead(state, self.special.leaders.harold):
            state.outcome = Outcome(invader, "campaign victory", "Harold is dead", "17.3 Harold")
            return
        haraldr = self.special.leaders.haraldr
        if state.field.has_left(haraldr):
            yield Tell("Haraldr lives, but has left the field: he is beaten", "17.3 both survive", (haraldr,))
        elif not self._dead(state, haraldr):
            reason = "Harold and Haraldr both live: William lands unopposed"
            state.outcome = Outcome(invader, "campaign victory", reason, "17.3 both survive")
            return
        yield from self._weigh(state, "stamford_saxon")
        self._go_to(state, self.hastings)

    @staticmethod
    def _dead(state: CampaignState, leader: str) -> bool:
        return state.field.units[leader].at == REMOVED

    def _units(self, state: CampaignState, side: str, lost: bool) -> list[str]:
        """The units of a side in the battle that is over: those that were eliminated, or those that live."""
        counters = self.rules_of(state).battle.counters
        mine = [i for i, c in counters.items() if c.side == side and c.role == "unit"]
        return [i for i in mine if (state.field.units[i].at in (LOST, EXITED, REMOVED)) == lost]

    def _weigh(self, state: CampaignState, name: str) -> Asks[None]:
        """Adds survivors for losses below a level, takes units for losses above it, drawn at random."""
        level = self.special.levels[name]
        lost = len(self._units(state, level.side, lost=True))
        if lost < level.level:
            yield from self._add(state, level, (level.level - lost) * level.gain, lost)
        elif lost > level.level and level.loses:
            yield from self._take(state, level, lost - level.level, lost)

    def _add(self, state: CampaignState, level: Level, count: int, lost: int) -> Asks[None]:
        barred = state.forces.get(level.battle, Forces()).taken
        pool = [u for u in self._units(state, level.side, lost=False) if u not in barred]
        drawn = yield from self._draw(pool, count, level.rule, "survivors who march on")
        self._change(state, level.battle, added=drawn)
        yield Tell(
            f"{count_noun(lost, 'unit')} lost: {len(drawn)} join the army at {self._title(level)}",
            level.rule,
            tuple(drawn),
        )

    def _take(self, state: CampaignState, level: Level, count: int, lost: int) -> Asks[None]:
        scenario = self.definition.hex_scenarios[level.battle]
        gone = state.forces.get(level.battle, Forces()).taken
        pool = [i for i in self._original(level) if i not in gone]
        drawn = yield from self._draw(pool, count, level.rule, f"units missing at {scenario.title}")
        self._change(state, level.battle, taken=drawn)
        yield Tell(
            f"{count_noun(lost, 'unit')} lost: {len(drawn)} are missing at {scenario.title}",
            level.rule,
            tuple(drawn),
        )

    def _original(self, level: Level) -> list[str]:
        """The units of a battle's own set-up that may be taken: of the Vikings, those east of the Derwent."""
        scenario = self.definition.hex_scenarios[level.battle]
        camp = special_of(scenario).exclusive
        held = camp if isinstance(camp, CampHeld) and camp.held == level.side else None
        keep = detached(scenario, held) if held is not None else frozenset()
        found = [c for setup in scenario.setup if setup.side == level.side for c in setup.at]
        if level.entering:
            found += [c for e in scenario.entries if e.side == level.side for c in e.counters]
        return [c for c in found if c not in keep and self.definition.counters[c].role == "unit"]

    @staticmethod
    def _draw(pool: list[str], count: int, rule: str, label: str) -> Asks[list[str]]:
        """The first of a shuffled pool; all of it where it is not larger."""
        if count >= len(pool):
            return pool
        order: tuple[int, ...] = yield Shuffle(label, len(pool), rule)
        return sorted(pool[i] for i in order[:count])

    @staticmethod
    def _change(
        state: CampaignState, battle: str, added: Iterable[str] = (), taken: Iterable[str] = ()
    ) -> None:
        before = state.forces.get(battle, Forces())
        state.forces[battle] = Forces((*before.added, *added), (*before.taken, *taken))

    def _title(self, level: Level) -> str:
        return self.definition.hex_scenarios[level.battle].title

    # --- what the driver asks ----------------------------------------------------------------------

    def arrange(self, asked: Arrangement) -> CampaignState:
        """`phase` is BATTLE/PHASE; the phase `aftermath` begins when the battle is over, drawn."""
        battle, _, phase = asked.phase.partition("/")
        if battle not in self.file.battles or asked.active not in self.sides:
            raise UnknownThingError(f"{asked.active} {asked.phase}", "phase")
        state = CampaignState(
            self.options, battle, self._rules(battle, Forces()).start(), self._seats(battle), {}
        )
        side = self.file.players[asked.active].sides[battle]
        after = phase == AFTERMATH
        inner = Arrangement(asked.turn, "rally" if after else phase, side, asked.units, asked.facts)
        state.field, state.after = self.rules_of(state).arrange(inner), after
        if after:
            state.field.outcome = Outcome("", "draw", "arranged", "17.1")
        return state

    def amend(self, state: CampaignState, facts: Sequence[Fact]) -> None:
        """Facts of the battle that is being fought; between battles there is nothing on the map."""
        if state.after:
            raise UnknownThingError(str(facts[0]), "fact between two battles")
        self.rules_of(state).amend(state.field, facts)

    def describe(self, state: CampaignState, counter: str) -> str:
        return self.rules_of(state).describe(state.field, counter)

    def facts(self, state: CampaignState) -> dict[str, int]:
        levels = self.rules_of(state).battle.scenario.morale
        found = {f"demoralization {n}": m.demoralization for n, m in levels.items()}
        found |= {f"disintegration {n}": m.disintegration for n, m in levels.items()}
        here = state.forces.get(state.battle, Forces())
        found |= {"units added": len(here.added), "units taken": len(here.taken)}
        return found | self.rules_of(state).facts(state.field)

    def advise(self, choice: Choose, state: CampaignState, chance: Chance) -> Order:
        inner = choice.options.inner if isinstance(choice.options, OfThisBattle) else choice.options
        return self.rules_of(state).advise(replace(choice, options=inner), state.field, chance)

    def advise_in(self, style: str, choice: Choose, state: CampaignState, chance: Chance) -> Order:
        inner = choice.options.inner if isinstance(choice.options, OfThisBattle) else choice.options
        return self.rules_of(state).advise_in(style, replace(choice, options=inner), state.field, chance)

    def battle_of(self, state: CampaignState) -> str:
        return state.battle

    def fights_for(self, side: str) -> str:
        return next(name for name, player in self.file.players.items() if side in player.sides.values())

    def features(self, state: CampaignState, side: str) -> Mapping[str, float]:
        """Those of the battle that is fought, how strong the army is that has come to it, and whether the
        king lives on whom the campaign hangs (17.2, 17.3)."""
        rules = self.rules_of(state)
        there = self.file.players[side].sides[state.battle]
        own = {"army": rules.army(state.field, there), "king": float(self._has_king(state, side))}
        return {**rules.features(state.field, there), **own}

    def _has_king(self, state: CampaignState, side: str) -> bool:
        """Haraldr has fallen or fled where Hastings is fought; Harold comes there if he lives."""
        if side == self.special.invader:
            return state.battle != self.hastings and not self._dead(state, self.special.leaders.haraldr)
        harold = self.special.leaders.harold
        return harold not in state.field.units or not self._dead(state, harold)

    def modifiers(self, state: CampaignState, order: Order) -> tuple[Modifier, ...]:
        return self.rules_of(state).modifiers(state.field, order)

    def view(self, state: CampaignState, side: str) -> CampaignState:  # noqa: ARG002 - nothing is hidden
        return state

    def standing_vocabulary(self) -> Vocabulary[CampaignState]:
        return vocabulary(self.grammar, lambda state: self.rules_of(state).field_of(state.field))

    def map_of(self, state: CampaignState) -> str:
        return self.rules_of(state).map_of(state.field)

    def position(self, state: CampaignState) -> tuple[PlacedCounter, ...]:
        return self.rules_of(state).position(state.field)

    def off_map(self, state: CampaignState) -> tuple[PlacedCounter, ...]:
        return self.rules_of(state).off_map(state.field)

    def summary(self, state: CampaignState) -> tuple[tuple[str, str], ...]:
        battle = ("Battle", self.definition.hex_scenarios[state.battle].title)
        ended = (
            () if state.outcome is None else (("Campaign", f"{state.outcome.level}: {state.outcome.reason}"),)
        )
        return (battle, *self.rules_of(state).summary(state.field), *ended)
