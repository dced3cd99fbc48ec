"""One battle: set-up, then turns of movement, combat and counterattack, and what the driver asks of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from modules.definition import Definition
from modules.definition.formats.scenarios import CardScenario
from modules.engine.amendments import Fact
from modules.engine.decisions import Asks
from modules.engine.modifiers import Modifier
from modules.engine.orders import Grammar, Order
from modules.engine.position import PlacedCounter
from modules.engine.requests import Chance, Choose, Steps, Tell
from modules.engine.rules.arrangement_rules import Arrangement
from modules.engine.rules.full_rules import FullRules
from modules.engine.standing_orders import Vocabulary
from modules.hastings_pulsipher import orders
from modules.hastings_pulsipher.agreeing import amend
from modules.hastings_pulsipher.arranging import arranged, described, facts_of
from modules.hastings_pulsipher.breaking import break_sectors
from modules.hastings_pulsipher.combat import combat_phase
from modules.hastings_pulsipher.counterattack import counterattack_phase
from modules.hastings_pulsipher.events import LASTS_ONE_TURN
from modules.hastings_pulsipher.field import Battle, Field
from modules.hastings_pulsipher.hidden_information import filled_in, seen_by
from modules.hastings_pulsipher.movement import movement_phase
from modules.hastings_pulsipher.off_board import backs, off_board
from modules.hastings_pulsipher.player.estimate import STYLES, USUAL, worth
from modules.hastings_pulsipher.player.policy import advise
from modules.hastings_pulsipher.setup import deal_events, place_leader, set_up
from modules.hastings_pulsipher.standing import vocabulary
from modules.hastings_pulsipher.state import (
    DEAL,
    EVERYTHING,
    LEADERS,
    LOST,
    OFF_BOARD,
    RESERVE,
    SET_UP,
    Card,
    State,
)
from modules.hastings_pulsipher.to_hit import added_to, reckon
from modules.hastings_pulsipher.victory import victory

PHASES = {"movement": movement_phase, "combat": combat_phase, "counterattack": counterattack_phase}
BEFORE = {DEAL: "Events are dealt", SET_UP: "Set-up", LEADERS: "Leaders are placed"}


class CardRules(FullRules[State]):
    """The rules of a battle of cards."""

    styles = tuple(STYLES)
    secret_packs = True

    def __init__(self, definition: Definition, scenario: CardScenario) -> None:
        self.battle = Battle(definition, scenario)
        self.sides = self.battle.sides
        board = self.battle.board
        tokens = [token for tokens in self.battle.tokens.values() for token in tokens]
        self.grammar = Grammar(orders.ALL, [*self.battle.counters, *tokens], {*board.ids, *board.sectors})
        self.sequence = [phase.id for phase in definition.game.sequence]

    def start(self) -> State:
        battle = self.battle
        cards = {t: Card() for letter in battle.letters.values() for t in battle.tokens[letter]}
        return State(
            viewer=EVERYTHING,
            turn=1,
            phase=DEAL,
            active=self.battle.sides[0],
            known={},
            cards=cards,
            leaders=dict.fromkeys(self.sides, RESERVE),
            broken=dict.fromkeys(self.sides, frozenset()),
            hands=dict.fromkeys(self.sides, ()),
            pile=(),
            discard=(),
        )

    def arrange(self, asked: Arrangement) -> State:
        phases = (DEAL, SET_UP, LEADERS, *self.sequence)
        return arranged(self.battle, self.grammar, self.start(), asked, phases)

    def facts(self, state: State) -> dict[str, int]:
        return facts_of(Field(self.battle, state))

    def amend(self, state: State, facts: Sequence[Fact]) -> None:
        amend(Field(self.battle, state), facts)

    def describe(self, state: State, counter: str) -> str:
        return described(Field(self.battle, state), self.grammar.counter(counter))

    # --- the sequence of play -------------------------------------------------------------------------

    def phase(self, state: State) -> Steps:
        field = Field(self.battle, state)
        if state.phase in BEFORE:
            yield from self._before(field)
            return
        yield from PHASES[state.phase](field, state.active)
        following = self.sequence.index(state.phase) + 1
        if following < len(self.sequence):
            state.phase = self.sequence[following]
            return
        yield from break_sectors(field)
        state.outcome = victory(field)
        if state.outcome is None:
            yield from self._next_turn(field)

    def _before(self, field: Field) -> Asks[None]:
        """3.3 to 3.7, one phase for each side: what is laid out, then the leaders, then the first turn."""
        state = field.state
        if state.phase == DEAL:
            yield from deal_events(field)
            state.phase, state.active = SET_UP, self.sides[0]
            return
        yield from (set_up if state.phase == SET_UP else place_leader)(field, state.active)
        if state.active != self.sides[-1]:
            state.active = self.sides[-1]
        elif state.phase == SET_UP:
            state.phase, state.active = LEADERS, self.sides[0]
        else:
            state.phase, state.active = self.sequence[0], self.battle.first

    def _next_turn(self, field: Field) -> Asks[None]:
        """5.1: the other player's turn. Events end, and a leader's death is felt (8.9.5, 8.10.1)."""
        state, battle = field.state, self.battle
        before, after = state.active, battle.enemy(state.active)
        state.effects = tuple(e for e in state.effects if e.side == before and e.word not in LASTS_ONE_TURN)
        state.active, state.phase, state.played, state.led = after, self.sequence[0], False, False
        if after == battle.first:
            state.turn += 1
        if field.leader_dead(after) and after not in state.penalty:
            state.penalty |= {after}
            name = battle.leader_name(after)
            yield Tell(f"{name} is dead: the {battle.side_name(after)} attack at a disadvantage", "8.10.1")

    # --- what is known and shown ----------------------------------------------------------------------

    def view(self, state: State, side: str) -> State:
        known = seen_by(Field(self.battle, state), side)
        return replace(state.copy(), viewer=side, known=known)

    def determinize(self, view: State, now: State, chance: Chance) -> State:
        return filled_in(Field(self.battle, view), view, now, chance)

    def features(self, state: State, side: str) -> Mapping[str, float]:
        """Units that live, sectors that hold, a leader who lives."""
        field = Field(self.battle, state)
        tokens = self.battle.tokens[self.battle.letters[side]]
        whole = sum(worth(field, token) for token in tokens)
        lives = sum(
            worth(field, t) * (1 - state.cards[t].wounds / 4) for t in tokens if state.cards[t].at != LOST
        )
        sectors = len(self.battle.board.sectors)
        return {
            "units": lives / whole,
            "sectors": 1 - len(state.broken[side]) / sectors,
            "leader": float(state.leaders[side] != LOST),
        }

    def modifiers(self, state: State, order: Order) -> tuple[Modifier, ...]:
        """Of an attack or a shot at a card that is known (8.4)."""
        if not isinstance(order, orders.Attack | orders.Fire):
            return ()
        field, shot = Field(self.battle, state), isinstance(order, orders.Fire)
        attacker, target = state.occupants[order.at], state.occupants[order.target]
        if not {attacker, target} <= state.known.keys():
            return ()
        needs = Modifier("needs on the die", str(reckon(field, attacker, target, shot).needs), "8.4")
        entries = self.battle.definition.tables.modifiers
        added = added_to(field, attacker, target, shot)
        found = (Modifier(entries[n].name.lower(), f"{by:+d}", entries[n].rule) for n, by in added.items())
        return (*found, needs)

    def advise(self, choice: Choose, state: State, chance: Chance) -> Order:
        return advise(Field(self.battle, self.view(state, choice.side)), choice, chance)

    def advise_in(self, style: str, choice: Choose, state: State, chance: Chance) -> Order:
        return advise(Field(self.battle, self.view(state, choice.side)), choice, chance, style or USUAL)

    def standing_vocabulary(self) -> Vocabulary[State]:
        return vocabulary(self.grammar, self.battle)

    def order_name(self, state: State, counter: str, steps_lost: int) -> str:  # noqa: ARG002
        """A unit card by its place in the pack, as far as that is known; the card of an event by what it is;
        a leader by name."""
        event = counter.rpartition("-")[0]
        if event in self.battle.deck.cards:
            return event
        return next((token for token, known in state.known.items() if known == counter), counter)

    def map_of(self, state: State) -> str:  # noqa: ARG002 - a battle is fought on one board
        return self.battle.scenario.board

    def position(self, state: State) -> tuple[PlacedCounter, ...]:
        field = Field(self.battle, state)
        squares = [s for s in self.battle.board.ids if s in state.occupants]
        cards = [self._placed(field, state.occupants[square]) for square in squares]
        leaders = [(side, at) for side, at in state.leaders.items() if at not in OFF_BOARD]
        return (
            *cards,
            *(PlacedCounter(self.battle.leaders[side], side, at) for side, at in leaders),
            *(
                PlacedCounter("", side, at, markers=("broken",))
                for side in self.sides
                for at in self._broken(state, side)
            ),
        )

    def off_map(self, state: State) -> tuple[PlacedCounter, ...]:
        return tuple(off_board(Field(self.battle, state)))

    def unknown_cards(self, state: State) -> tuple[PlacedCounter, ...]:
        return tuple(backs(Field(self.battle, state)))

    def _broken(self, state: State, side: str) -> list[str]:
        """The sectors that a side has lost, in the order of the board."""
        return [sector for sector in self.battle.board.sectors if sector in state.broken[side]]

    def _placed(self, field: Field, token: str) -> PlacedCounter:
        card, side = field.state.cards[token], field.side(token)
        counter = field.state.known.get(token, "")
        dry = field.effect("dry", self.battle.enemy(side)) is not None
        shoots = card.face_up and "archery" in field.counter(token).front
        markers = (*("wound",) * card.wounds, *(("dry",) if dry and shoots else ()))
        return PlacedCounter(counter, side, card.at, markers=markers, face_down=not card.face_up)

    def summary(self, state: State) -> tuple[tuple[str, str], ...]:
        battle, names = self.battle, self.battle.definition.game.sides
        facts = [("Turn", f"{state.turn} of {battle.scenario.turns}")]
        if state.outcome is not None:
            facts.append(("Ended", f"{state.outcome.level}: {state.outcome.reason}"))
        else:
            facts.append(("Phase", f"{names[state.active].name}: {self._phase_name(state.phase)}"))
        for side in self.sides:
            broken = [battle.sector_name(sector) for sector in self._broken(state, side)]
            facts.append((f"{names[side].short} sectors broken", ", ".join(broken) or "none"))
        for side in self.sides:
            lost = sum(card.at == LOST for t, card in state.cards.items() if battle.side_of(t) == side)
            facts.append((f"{names[side].short} units lost", str(lost)))
        facts += [(f"{names[s].short} events", self._hand(state, s)) for s in self.sides]
        facts.append(("Pile of events", str(len(state.pile))))
        return tuple(facts)

    def _hand(self, state: State, side: str) -> str:
        """The events of a hand for who knows them, else how many."""
        hand = state.hands[side]
        known = [state.known[token] for token in hand if token in state.known]
        return ", ".join(known) if known and len(known) == len(hand) else f"{len(hand)} in hand"

    def _phase_name(self, phase: str) -> str:
        found = (p.name for p in self.battle.definition.game.sequence if p.id == phase)
        return BEFORE.get(phase) or next(found)
