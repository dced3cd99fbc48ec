"""Options drawn by dice before set-up (14.7, 15.7, 16.7): the first rolls of a battle."""

from __future__ import annotations

from modules.definition.formats.scenarios import Drawing
from modules.engine.decisions import Asks, roll
from modules.engine.requests import Tell
from modules.three_battles.field import Battle


def draw_options(battle: Battle, opener: str) -> Asks[frozenset[str]]:
    """One die for each side; none is used where both draw the same. `opener`: whose roll it is."""
    drawing = battle.scenario.drawing
    if drawing is None:
        raise ValueError(f"{battle.scenario.scenario} draws no options")
    faces = yield from _faces(battle, drawing, opener)
    if len(set(faces.values())) == 1:
        yield Tell("both draw the same: no option is used", drawing.rule)
        return frozenset()
    chosen = []
    for side, names in faces.items():
        name = yield from _one_of(battle, drawing, opener, side, names)
        yield Tell(f"{_side(battle, side)}: option {said(battle, name)}", drawing.rule)
        chosen.append(name)
    return frozenset(chosen)


def said(battle: Battle, name: str) -> str:
    """An option by its number and name."""
    return f"{name}, {battle.scenario.options[name].name}"


def _side(battle: Battle, side: str) -> str:
    return battle.definition.game.sides[side].name


def _faces(battle: Battle, drawing: Drawing, opener: str) -> Asks[dict[str, tuple[str, ...]]]:
    """What each side's die names; dice that name nothing are rolled again."""
    found: dict[str, tuple[str, ...]] = {}
    while waiting := [side for side in battle.sides if not found.get(side)]:
        labels = [f"{_side(battle, side)}: which option" for side in waiting]
        values = yield from roll(opener, drawing.rule, labels, battle.die)
        found |= {side: drawing.faces[value - 1] for side, value in zip(waiting, values, strict=True)}
    return {side: found[side] for side in battle.sides}


def _one_of(battle: Battle, drawing: Drawing, opener: str, side: str, names: tuple[str, ...]) -> Asks[str]:
    """Of two options on one face the first is for an odd die, the second for an even one."""
    if len(names) == 1:
        return names[0]
    label = f"{_side(battle, side)}: odd for {names[0]}, even for {names[1]}"
    (value,) = yield from roll(opener, drawing.rule, [label], battle.die)
    return names[0] if value % 2 else names[1]
