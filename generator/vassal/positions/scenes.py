"""A game scene by scene, as the steps of a log: orders and what came of them are told, who goes a way goes it
place by place, who fights bears the number of his combat.

Signs come and go as at a table where players use the module's keys and its turn tracker: those of combats go
with each phase, those of movement with the player turn. The property of the way that a piece has gone stays
empty, as these orders have been handed in already.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from generator.vassal.format.commands import Chat, Command, SetProperty, log_step
from generator.vassal.format.orders.marks import COMBAT, FIRE, HIGHEST
from generator.vassal.format.plain import chat
from generator.vassal.module.names import SETTING_UP
from generator.vassal.module.orders.kinds import mark_of
from generator.vassal.positions.alike import groups_of, steady
from generator.vassal.positions.log_steps import NOWHERE, Course
from generator.vassal.positions.saves import new_ids
from generator.vassal.positions.saves_of import AnySaves
from generator.vassal.positions.standings import Standing, commands_of, ground_of, round_of, sets_up
from generator.vassal.positions.ways import Way, counters_and_places, ways_of
from modules.engine.driver import Play
from modules.engine.narration import merge_narration
from modules.engine.orders import Order
from modules.engine.rules.play_rules import PlayRules


@dataclass(frozen=True, slots=True)
class Scene:
    """What happens at once: lines of the chat that say the orders, others that tell what came of them, how
    the game stands then, the orders themselves."""

    said: Sequence[str]
    told: Sequence[str]
    standing: Standing
    orders: Sequence[Order] = ()


class Given:
    """The orders given in a game that is played here, and what came of them, since the last scene. `names`:
    what its seats are called; `rules`: whether the numbers of the rules are told."""

    def __init__(self, play: Play[PlayRules[Any]], names: Mapping[str, str], *, rules: bool = True) -> None:
        self._play, self._names, self._rules = play, names, rules
        self._heard = len(play.events)
        self._orders: list[tuple[str, Order]] = []

    def take(self, orders: Mapping[str, Order]) -> None:
        """Orders by the seats that gave them."""
        self._orders += orders.items()

    def scene(self, standing: Standing) -> Scene:
        """What was ordered and told, with how the game stands now."""
        heard, said = self._play.events[self._heard :], list[str]()
        if not self._rules:
            heard = [replace(tell, rule="") for tell in heard]
        for seat, order in self._orders:
            line, heard = merge_narration(str(order), heard)
            said.append(f"{self._names.get(seat, seat)}: {line}")
        told = [f"{tell.text} ({tell.rule})" if tell.rule else tell.text for tell in heard]
        scene = Scene(said, told, standing, [order for _, order in self._orders])
        self._heard = len(self._play.events)
        self._orders = []
        return scene


@dataclass
class Showing:
    """The scenes of a game, shown one after the other: how it stands, the ways of the last orders, how many
    combats of each kind were declared."""

    saves: AnySaves
    name: str
    last: Standing
    course: Course
    ways: list[Way] = field(default_factory=list)
    declared: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._alike, self._lying = groups_of(self.saves.definition), tuple(self.last.placed)

    def end(self) -> list[Command]:
        """The log is over: no combat is declared, and blocks that are alike are called as the game calls
        them now."""
        found = [*self.course.clear_declared(COMBAT, FIRE)]
        called = {now.counter: was.counter for now, was in zip(self.last.placed, self._lying, strict=True)}
        if any(now != was for now, was in called.items()):
            commands = commands_of(self.saves, self.name, self.last, new_ids())
            found += self.course.exchange(commands, called)
        return found

    def steps(self, scene: Scene) -> Iterator[Command]:
        """The steps of a log that show what a scene brings."""
        older = [replace(way, fresh=False) for way in self.ways]
        self.ways = ways_of(scene.orders) if scene.orders else older
        said, told = _chats(scene.said), _chats(scene.told)
        signs = [sign for order in scene.orders for sign in self._declared(order)]
        steps = self._led(scene.standing) if scene.standing != self.last else [[]]
        if signs and (told or any(steps)):
            steps.insert(0, [])
        if len(steps) == 1:
            steps[0] = [*said, *told, *signs, *steps[0]]
        else:
            steps[0], steps[-1] = [*said, *signs, *steps[0]], [*told, *steps[-1]]
        yield from (log_step(*step) for step in steps if step)

    def _led(self, standing: Standing) -> list[list[Command]]:
        """The steps that lead to how a game stands."""
        before, self.last = self.last, standing
        self._lying = steady(self._lying, standing.placed, self._alike)
        lies = replace(standing, placed=self._lying)
        self.course.aim(commands_of(self.saves, self.name, lies, new_ids()))
        over = round_of(self.saves.definition, standing) != round_of(self.saves.definition, before)
        steps = self.course.march(self.ways, whole=over)
        last: list[Command] = []
        if sets_up(before) != sets_up(standing):
            old, new = ("yes", "") if sets_up(before) else ("", "yes")
            steps.append([SetProperty(SETTING_UP, new, old=old)])
        if self.course.turns:
            self.declared.clear()
            last += self.course.clear_declared(COMBAT, FIRE)
        if before.map_name == standing.map_name:
            last += self.course.forget() if over else ()
            return [*steps, [*last, *self.course.arrive()]]
        last += self.course.unsign()
        self.course.ground = NOWHERE
        last += self.course.arrive()
        self.course.ground = ground_of(self.saves, self.name, standing)
        return [*steps, last]

    def _declared(self, order: Order) -> Iterator[Command]:
        """The signs of the combat that an order declares, on who acts and on whom it points at."""
        mark = mark_of(type(order))
        if not mark:
            return
        number = self.declared.get(mark, 0) % HIGHEST + 1
        if number == 1:
            yield from self.course.clear_declared(mark)
        self.declared[mark] = number
        yield from self.course.declare(mark, number, self.course.of(mark, *counters_and_places(order)))


def _chats(lines: Iterable[str]) -> list[Command]:
    return [Chat(f"* {chat(line)}") for line in lines]
