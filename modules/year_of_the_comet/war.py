"""A position as the rules see it: the year and its state, and what they ask of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from modules.engine.areas.area_paths import Gait, Way, reached
from modules.engine.areas.blocks import Block, Stack, named, unseen
from modules.engine.errors import Illegal
from modules.year_of_the_comet.state import ALL, SEA, Battle, State
from modules.year_of_the_comet.year import ENGLISH, SUPREME, Year


@dataclass(frozen=True, slots=True)
class War:
    """The year, and how it stands."""

    year: Year
    state: State

    # --- who sees and speaks ----------------------------------------------------------------------

    def sees(self, side: str) -> bool:
        """Whether the viewer may look at a side's blocks (17.3: all players of a side may)."""
        viewer = self.state.viewer
        return viewer == ALL or (bool(viewer) and side in self.year.sides_of(viewer))

    def players(self, side: str) -> tuple[str, ...]:
        """The seats of a side that are still played, the main player first."""
        return tuple(seat for seat in self.year.seats_of(side) if seat not in self.state.away)

    def main(self, side: str) -> str:
        """Who speaks for a side where nobody else does."""
        return next(iter(self.players(side)), self.year.seats_of(side)[0])

    def deciding(self, side: str) -> list[str]:
        """The seats of a side that have something to command, in the order of multi_moves."""
        gone = self.gone()
        return [seat for seat in self.players(side) if seat not in gone]

    def gone(self) -> tuple[str, ...]:
        """The seats that are out by the rules: their side is, or whom they led has fallen (17.3)."""
        away, out = self.state.away, self.state.out
        return tuple(
            seat
            for seat in self.year.seats
            if seat in away or all(side in out for side in self.year.sides_of(seat))
        )

    def retire(self, side: str) -> None:
        """17.3: a player whose leader or nation has fallen has no more choices (ruling multi_victory); blocks
        that still took his orders take those of who plays on for his side."""
        for seat in self.players(side)[1:]:
            groups = [g for g in self.year.groups if self.year.belongs(g) == seat]
            fallen = self.state.dead.get(side, ())
            if groups and all(fallen.count(g) == self.year.counts[g] for g in groups):
                self.state.away = (*self.state.away, seat)
                self.hand_over(side, seat)

    def hand_over(self, side: str, seat: str) -> None:
        """The blocks of a player who is away, and his voice in a battle, go to who plays on for his side."""
        state, heir = self.state, self.main(side)
        for owner, place in [key for key in state.stacks if key[0] == side]:
            new = (replace(b, seat=heir) if b.seat == seat else b for b in state.at(owner, place))
            state.put(owner, place, new)
        if state.battle is not None:
            voices = tuple((s, heir if voice == seat else voice) for s, voice in state.battle.voices)
            self.note(voices=voices)

    def owner(self, side: str, group: str) -> str:
        """17.3: who has a leader, wherever he is (ruling multi_raise)."""
        own = self.year.belongs(group)
        return own if own in self.players(side) else self.main(side)

    def seat_of(self, side: str, area: str, block: Block) -> str:
        """17.3: whose orders a block takes that begins a player turn in an area (ruling multi_control)."""
        players = self.players(side)
        if self.year.belongs(block.group) in players:
            return self.year.belongs(block.group)
        stack = {b.group for b in self.state.at(side, area)}
        if SUPREME[side] not in stack:
            for leader, seat in self.year.subordinates.items():
                if leader in stack and seat in players:
                    return seat
        return self.main(side)

    def assign(self, side: str) -> None:
        """At the begin of a player turn: nobody has moved, and each block takes its player's orders."""
        for place in [SEA, *self.state.places_of(side)]:
            stack = self.state.at(side, place)
            new = (
                replace(b, moved=False, origin="", seat=self.seat_of(side, place, b) if b.known else "")
                for b in stack
            )
            self.state.put(side, place, new)

    def voice(self, side: str, area: str) -> str:
        """17.3: who speaks for a side in a battle (ruling multi_battle)."""
        here = {block.seat for block in self.state.at(side, area)}
        return next((seat for seat in self.players(side) if seat in here), self.main(side))

    # --- blocks -----------------------------------------------------------------------------------

    def picked(self, side: str, area: str, tokens: Sequence[str], rule: str, stack: Stack) -> Stack:
        """The blocks that an order names, of a stack in an area."""
        return named(stack, tokens, rule, f"the {side} blocks in {area}")

    def own(
        self, seat: str, side: str, area: str, tokens: Sequence[str], rule: str, stack: Sequence[Block]
    ) -> Stack:
        """The blocks of a player that an order names, of a stack in an area. Raises Illegal, under 17.3 for
        those of another player."""
        mine = [block for block in stack if block.seat == seat]
        left = [block.token for block in mine]
        for token in tokens:
            if token in left:
                left.remove(token)
                continue
            owner = next((b.seat for b in stack if b.token == token and b.seat != seat), "")
            if owner:
                name = self.year.player(owner)
                raise Illegal("17.3", f"{token} in {area} takes the orders of another player: {name}")
        return self.picked(side, area, tokens, rule, tuple(mine))

    def counted(self, side: str, area: str, count: int, rule: str, stack: Stack) -> Stack:
        """So many blocks that the viewer does not know."""
        return unseen(stack, count, rule, f"the {side} blocks in {area}")

    def ways(self, gait: Gait, area: str, side: str) -> dict[str, Way]:
        """6.1: where blocks of this gait may go together from an area, each with a way."""
        return reached(self.year.graph, area, gait, self.state.held_against(side))

    def contested(self) -> list[str]:
        """The areas that hold blocks of several sides."""
        return [a for a in self.year.graph.areas if len(self.state.sides_in(a)) > 1]

    @property
    def battle(self) -> Battle:
        """The battle that is being fought."""
        if self.state.battle is None:
            raise ValueError("no battle is being fought")
        return self.state.battle

    def note(self, **changes: object) -> None:
        """Change what is known of the battle."""
        self.state.battle = replace(self.battle, **changes)  # type: ignore[arg-type]

    def fighters(self, side: str, column: str | None = None) -> Stack:
        """The blocks of a side in the battle, of one column or of all."""
        stack = self.state.at(side, self.battle.area)
        return tuple(b for b in stack if column is None or b.column == column)

    def points(self, side: str) -> int:
        """16.2, 1.4: the letters of the areas that a side holds; vacant ones are English while Harold lives
        (ruling english_out)."""
        areas, letters, total = self.year.map.areas, self.year.map.letters, 0
        for code, area in areas.items():
            held = self.state.sides_in(code)
            vacant = side == ENGLISH and not held and side not in self.state.out
            if held == [side] or vacant:
                total += letters[area.letter].points
        return total
