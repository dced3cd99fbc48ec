"""The combat phase (9 to 11, 15): battles in the mover's order, each laid out, opened, fought in rounds to
its end.

Every step of a round stands in the state (`Battle.stage`), so that a battle goes on from there whoever leaves
the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

from modules.engine.areas.blocks import Block, Stack, tokens, without
from modules.engine.decisions import Asks
from modules.engine.errors import Illegal
from modules.engine.listed_orders import Chosen
from modules.engine.orders import Order
from modules.engine.requests import Steps, Tell
from modules.year_of_the_comet.asking import Offer, PublicOffer, closed, passed
from modules.year_of_the_comet.effects import is_skirmish, laid_out
from modules.year_of_the_comet.firing import fire
from modules.year_of_the_comet.losing import BattleOver, RoutedNow
from modules.year_of_the_comet.orders import (
    NONE,
    Deploy,
    Deployed,
    Fight,
    Fought,
    Hold,
    Opened,
    Reserve,
    Retreat,
    Shoot,
)  # fmt: skip
from modules.year_of_the_comet.retreating import retreat, revealed, rout
from modules.year_of_the_comet.state import COLUMNS, RESERVE, SEA, SKIRMISH, Battle
from modules.year_of_the_comet.war import War
from modules.year_of_the_comet.year import NORMAN


def combat_phase(war: War) -> Steps:
    """9.3, 4.3: every battle to its end before the next, in the order that the mover likes."""
    if war.state.battle is not None:
        yield from _fight(war)
    elif not war.contested():
        yield from passed(war, war.state.active, "battles", "9.1", (Fight,))
    while war.state.outcome is None and (areas := war.contested()):
        seat = war.main(war.state.active)
        fights = [*map(Fight, areas)]
        options = PublicOffer(war, war.state.active, "9.3", fights, partial(_judge_battle, war))
        known, _ = yield from closed(
            war, war.state.active, seat, "battles", "which battle is fought next", "9.3", options
        )
        if not isinstance(known, Fought) or known.area not in areas:
            raise Illegal("9.3", f"`{known}` begins no battle")
        _begin(war, known)
        yield Tell(f"Battle in {war.year.name(known.area)}", "9.1")
        yield from _fight(war)


def _judge_battle(war: War, order: Fight) -> None:
    raise Illegal("9.1", f"{war.year.name(order.area)} does not hold blocks of two sides")


def _begin(war: War, known: Fought) -> None:
    """9.2: the mover attacks. In a skirmish all blocks are opened in one column (15.0)."""
    state, area, attacker = war.state, known.area, war.state.active
    (defender,) = (side for side in state.sides_in(area) if side != attacker)
    voices = ((attacker, known.attacker), (defender, known.defender))
    if any(seat not in war.year.seats_of(side) for side, seat in voices):
        raise Illegal("9.2", f"{known.attacker} and {known.defender} do not speak for these sides")
    came = {block.origin for block in state.at(attacker, area)}
    origins, landed = tuple(sorted(came - {SEA})), area == state.landed_in and SEA in came
    columns = not is_skirmish(war, area)
    stage = "deploy_defender" if columns else "free_fire"
    state.battle = Battle(area, attacker, defender, voices, columns, origins, landed, stage)
    for side, words in ((attacker, known.attacking), (defender, known.defending)):
        stack = tuple(replace(b, moved=False, origin="") for b in state.at(side, area))
        if not columns:
            stack = tuple(replace(b, column=SKIRMISH) for b in _opened(war, stack, words))
        state.put(side, area, stack)


def _opened(war: War, stack: Stack, words: tuple[str, ...]) -> Stack:
    return revealed(war, stack, [word for word in words if word != NONE], war.battle.area)


def _fight(war: War) -> Steps:
    with suppress(BattleOver):
        yield from _to_its_end(war)
    stand_up(war)


def _to_its_end(war: War) -> Steps:
    try:
        if war.battle.loser:
            yield from rout(war, war.battle.loser)
        yield from _deployment(war)
        if war.battle.stage == "free_fire":
            yield from _free_fire(war)
        while True:
            yield from _round(war)
    except RoutedNow as routed:
        yield from rout(war, routed.side)


def stand_up(war: War) -> None:
    """11.2: survivors on edge again; who may not look at them only counts them from now on."""
    state, area = war.state, war.battle.area
    for side in state.sides_in(area):
        stack = (block.upright for block in state.at(side, area))
        state.put(side, area, (b if war.sees(side) else b.blank for b in stack))
    state.battle = None


# --- deployment (10) -------------------------------------------------------------------------------------


def _deployment(war: War) -> Steps:
    if not war.battle.columns and not war.battle.round:
        for side in (war.battle.attacker, war.battle.defender):
            yield from passed(war, side, "deployment", "15.0", (Deploy,))
    if war.battle.stage == "deploy_defender":
        known, own = yield from _lay_out(war, war.battle.defender)
        if not isinstance(known, Deployed) or len(known.counts) != len(COLUMNS) + 1:
            raise Illegal("10.1", f"`{known}` is no deployment")
        _stand_in(war, war.battle.defender, own, known.counts)
        war.note(stage="deploy_attacker")
    if war.battle.stage == "deploy_attacker":
        known, own = yield from _lay_out(war, war.battle.attacker)
        if not isinstance(known, Opened):
            raise Illegal("10.2", f"`{known}` is no deployment")
        columns = (known.left, known.centre, known.right)
        counts = (*(str(len(each)) for each in columns), known.reserve)
        _stand_in(war, war.battle.attacker, own, counts)
        theirs = (known.their_left, known.their_centre, known.their_right)
        for side, shown in ((war.battle.attacker, columns), (war.battle.defender, theirs)):
            for column, words in zip(COLUMNS, shown, strict=True):
                stack = war.fighters(side, column)
                war.state.swap(side, war.battle.area, stack, _opened(war, stack, words))
        war.note(stage="free_fire")


def _lay_out(war: War, side: str) -> Asks[tuple[Order, Order | None]]:
    listed, judged = partial(_layouts, war, side), partial(laid_out, war, side)
    options = Offer(war, side, "10.1", (Deploy,), listed, judged, (Deploy, partial(_places, war, side)))
    what = "how the blocks are deployed: left, centre, right, reserve"
    return (yield from closed(war, side, war.battle.voice(side), "deployment", what, "10.1", options))


def _stand_in(war: War, side: str, own: Order | None, counts: tuple[str, ...]) -> None:
    """10.1: as their owner says, or for who does not know them so many in each column and in reserve."""
    area = war.battle.area
    numbers = [int(count) if count.isdecimal() else -1 for count in counts]
    stack = war.state.at(side, area)
    if sum(numbers) != len(stack) or min(numbers) < 0 or 0 in numbers[: len(COLUMNS)]:
        raise Illegal("10.1", f"{', '.join(counts)} blocks in columns and reserve of {len(stack)}")
    if isinstance(own, Deploy):
        groups = laid_out(war, side, own)
    else:
        groups, left = (), stack
        for number in numbers:
            groups, left = (*groups, left[:number]), left[number:]
    pairs = zip((*COLUMNS, RESERVE), groups, strict=True)
    war.state.put(side, area, [replace(b, column=column) for column, blocks in pairs for b in blocks])


def _layouts(war: War, side: str) -> list[Order]:
    """All in the columns as equal as may be, strongest first; one in reserve; a leader in reserve; strong
    left or right."""
    stack = sorted(war.state.at(side, war.battle.area), key=lambda b: (-b.cv, b.token))
    leaders = [b for b in stack if war.year.is_leader(b.group)]
    spare: list[Stack] = [()]
    if len(stack) > len(COLUMNS):
        spare += [(stack[-1],), *((leader,) for leader in leaders[:1])]
    found: list[Order] = []
    for reserve in spare:
        front = without(tuple(stack), reserve)
        thirds = [front[i :: len(COLUMNS)] for i in range(len(COLUMNS))]
        found += [_deploy(thirds, reserve), _deploy(thirds[::-1], reserve)]
    return list(dict.fromkeys(found))


def _places(war: War, side: str, chosen: Chosen) -> dict[str, list[str]]:
    """For each column and the reserve the blocks that stand nowhere yet, and those chosen for it."""
    words = [word for each in chosen.values() for word in each if word != NONE]
    left = list((Counter(b.token for b in war.state.at(side, war.battle.area)) - Counter(words)).elements())
    found = {column: [*chosen.get(column, ()), *left] for column in (*COLUMNS, RESERVE)}
    return found if chosen.get(RESERVE) else {**found, RESERVE: [NONE, *found[RESERVE]]}


def _deploy(thirds: list[Stack], reserve: Stack) -> Deploy:
    left, centre, right = (tokens(each) for each in thirds)
    return Deploy(left, centre, right, tokens(reserve))


# --- rounds (11) -----------------------------------------------------------------------------------------


def _free_fire(war: War) -> Steps:
    """5.3: whoever is landed upon fires once before the first round."""
    if war.battle.landed:
        yield from fire(war, war.battle.defender)
    war.note(stage="")


def _round(war: War) -> Steps:
    """11.1: the defender retreats (from the second round on), brings up a reserve, fires; then the
    attacker."""
    for stage, step in STAGES:
        if war.battle.stage in ("", stage):
            if stage == STAGES[0][0] and not war.battle.stage:
                _next_round(war)
            war.note(stage=stage)
            yield from step(war)
            war.note(stage=_after(stage))


def _after(stage: str) -> str:
    names = [name for name, _ in STAGES]
    return names[names.index(stage) + 1] if stage != names[-1] else ""


def _next_round(war: War) -> None:
    battle, state = war.battle, war.state
    war.note(round=battle.round + 1, shot=False)
    for side in (battle.attacker, battle.defender):
        state.put(side, battle.area, [replace(b, fired=False) for b in state.at(side, battle.area)])


def _defender_leaves(war: War) -> Steps:
    """13.1: not before the second round."""
    if war.battle.round >= war.year.number("retreat_from"):
        yield from retreat(war, war.battle.defender)
    else:
        yield from passed(war, war.battle.defender, "retreat", "13.1", (Retreat,))


def _attacker_leaves(war: War) -> Steps:
    """13.1: from the first round on, but not where his archers have fired (ruling archers_first)."""
    if not war.battle.shot:
        yield from retreat(war, war.battle.attacker)
    else:
        yield from passed(war, war.battle.attacker, "retreat", "13.1", (Retreat,))


def _reserve(war: War, side: str) -> Steps:
    """10.4: one block of the reserve to a column."""
    stack = war.fighters(side, RESERVE)
    if not stack:
        yield from passed(war, side, "reserve", "10.4", (Reserve,))
        return
    listed, judged = partial(_reserves, war, side), partial(_judge_reserve, war, side)
    options = Offer(war, side, "10.4", (Reserve, Hold), listed, judged)
    seat = war.battle.voice(side)
    known, _ = yield from closed(war, side, seat, "reserve", "which block comes up", "10.4", options)
    if isinstance(known, Hold):
        return
    if not isinstance(known, Reserve) or known.column not in COLUMNS:
        raise Illegal("10.4", f"`{known}` brings up no reserve")
    block = next((b for b in stack if b.token == known.block), stack[0])
    (new,) = revealed(war, (block,), [known.block], RESERVE)
    war.state.swap(side, war.battle.area, (block,), (replace(new, column=known.column),))
    yield from passed(war, side, "reserve", "10.4", (Reserve,), _one_a_round)


def _one_a_round(_war: War, _order: Reserve) -> None:
    raise Illegal("10.4", "a block of the reserve has come up in this round")


def _reserves(war: War, side: str) -> list[Order]:
    blocks = dict.fromkeys(block.token for block in war.fighters(side, RESERVE))
    return [Hold(), *(Reserve(token, column) for token in blocks for column in COLUMNS)]


def _judge_reserve(war: War, side: str, order: Reserve | Hold) -> None:
    if isinstance(order, Hold):
        return
    if order.column not in COLUMNS:
        raise Illegal("10.4", f"a reserve block goes to a column: {', '.join(COLUMNS)}, not {order.column}")
    reserve = {block.token for block in war.fighters(side, RESERVE)}
    if order.block not in reserve:
        there = ", ".join(sorted(reserve))
        raise Illegal("10.4", f"{order.block} is not in reserve; there are: {there}")


def _archers(war: War) -> Steps:
    """12.4: an attacking Norman may fire his archers before all others, and then not retreat in this round
    (ruling archers_first)."""
    battle = war.battle
    side, archer = battle.attacker, _archer_of(war)
    if side != NORMAN or not any(archer(b) and b.column != RESERVE for b in war.fighters(side)):
        yield from passed(war, side, "archers", "12.4", (Shoot,))
        return
    if not battle.shot:
        options = PublicOffer(war, side, "12.4", [Shoot(), Hold()])
        known, _ = yield from closed(
            war, side, battle.voice(side), "archers", "whether the archers fire first", "12.4", options
        )
        if not isinstance(known, Shoot):
            return
        war.note(shot=True)
    yield from fire(war, side, archer)


def _archer_of(war: War) -> Callable[[Block], bool]:
    return lambda block: block.known and war.year.is_archer(block.group)


def _fire(war: War, side: str) -> Steps:
    """11.1, 12.4: archers of a defender before his other blocks."""
    if side == war.battle.defender:
        yield from fire(war, side, _archer_of(war))
    yield from fire(war, side)


STAGES: Final[tuple[tuple[str, Callable[[War], Steps]], ...]] = (
    ("defender_retreat", _defender_leaves),
    ("defender_reserve", lambda war: _reserve(war, war.battle.defender)),
    ("archers", _archers),
    ("defender_fire", lambda war: _fire(war, war.battle.defender)),
    ("attacker_retreat", _attacker_leaves),
    ("attacker_reserve", lambda war: _reserve(war, war.battle.attacker)),
    ("attacker_fire", lambda war: _fire(war, war.battle.attacker)),
)
"""11.1 with 12.4 (ruling round_order)."""
