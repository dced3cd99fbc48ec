"""Fyrdmen raised by English leaders (8.1, 8.2), and by Tostig for the Vikings (8.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations_with_replacement

from modules.amounts import count_noun
from modules.engine.areas.blocks import Block, Stack, named, without
from modules.engine.errors import Illegal
from modules.engine.listed_orders import Chosen
from modules.engine.orders import Order
from modules.engine.requests import Die, Roll, Steps, Tell
from modules.year_of_the_comet.asking import Offer, closed, passed
from modules.year_of_the_comet.orders import NONE, Done, Muster, Mustered, Pass, Raise, Raised, Rouse, Roused
from modules.year_of_the_comet.state import State
from modules.year_of_the_comet.war import War
from modules.year_of_the_comet.year import EARLS, ENGLISH, FYRD, SUPREME, TOSTIG, TOSTIG_AREA, VIKING, Year

WHO = {SUPREME[ENGLISH]: "king", EARLS: "earls"}
"""8.2: the column of the table for each English leader."""


def raising_phase(war: War) -> Steps:
    """8.1: each English leader once, where he stands, in the order that the players like."""
    state = war.state
    if state.levy is not None:
        yield from _split(war)
    for seat in war.deciding(ENGLISH):
        while seat not in state.seats_done and (leaders := _raisers(war, seat)):
            listed = partial(_listed, war, leaders)
            options = Offer(war, ENGLISH, "8.1", (Raise, Done), listed, partial(_judge, war, seat=seat))
            known, _ = yield from closed(
                war, ENGLISH, seat, "raising", "which leader raises fyrdmen", "8.1", options
            )
            if isinstance(known, Done):
                state.seats_done = (*state.seats_done, seat)
                break
            yield from _raise(war, leaders, known)
        if seat not in state.seats_done:
            judged = partial(_judge, seat=seat)
            yield from passed(war, ENGLISH, "raising", "8.1", (Raise,), judged, seat)
    state.raised, state.seats_done = (), ()


def _raisers(war: War, seat: str) -> list[str]:
    """The leaders that a seat may still have raise (17.3: the earls have a player of their own)."""
    done = (*war.state.raised, *war.state.dead.get(ENGLISH, ()))
    return [leader for leader in WHO if war.owner(ENGLISH, leader) == seat and leader not in done]


def place_of(state: State, side: str, group: str) -> str:
    """Where a leader stands, for who knows it; empty where he is not known to be on the map."""
    return next(
        (place for place in state.places_of(side) if any(b.group == group for b in state.at(side, place))), ""
    )


def _listed(war: War, leaders: Sequence[str]) -> list[Order]:
    able = [leader for leader in leaders if dice(war.year, place_of(war.state, ENGLISH, leader), leader)]
    return [*map(Raise, able), Done()]


def dice(year: Year, area: str, leader: str) -> tuple[int, int] | None:
    """8.2: what a leader raises in an area: the sides of the die that a d6 is read as, and what is added;
    None for nothing."""
    if not area:
        return None
    entry = year.map.letters[year.map.areas[area].letter].raised[WHO[leader]]
    return None if entry.die is None else (entry.die, entry.add)


def _judge(war: War, order: Raise | Done, seat: str) -> None:
    if isinstance(order, Done):
        return
    leader, state = order.leader, war.state
    if leader not in WHO:
        raise Illegal("8.1", f"{leader} is no English leader; leaders who raise are {', '.join(WHO)}")
    called = war.year.called(leader)
    if leader in state.dead.get(ENGLISH, ()):
        raise Illegal("8.1", f"{called} has fallen")
    if (owner := war.owner(ENGLISH, leader)) != seat:
        raise Illegal("17.3", f"{called} takes the orders of {war.year.player(owner)}")
    if leader in state.raised:
        raise Illegal("8.1", f"{called} has raised fyrdmen in this phase")
    area = place_of(state, ENGLISH, leader)
    if not area:
        raise Illegal("8.1", f"{called} is in no area")
    if dice(war.year, area, leader) is None:
        letter = war.year.map.areas[area].letter
        name = war.year.name(area)
        raise Illegal("8.2", f"{called} can raise nothing in {name}, an area of letter {letter}")


def read(sides: int, roll: int) -> int:
    """8.2, 8.3: a d6 read as a die of 6, 3 or 2 sides: divided and rounded up."""
    return -(-roll * sides // 6)


def _raise(war: War, leaders: Sequence[str], known: Order) -> Steps:
    if not isinstance(known, Raised) or known.leader not in leaders:
        raise Illegal("8.1", f"`{known}` is no raising")
    leader, area, state = known.leader, known.area, war.state
    found = dice(war.year, area, leader)
    if found is None or not state.at(ENGLISH, area):
        raise Illegal("8.2", f"{leader} can raise nothing in {area}")
    seat = war.owner(ENGLISH, leader)
    (roll,) = yield Roll(seat, "8.2", (Die(6, f"{war.year.called(leader)} raises in {area}"),))
    state.raised = (*state.raised, leader)
    cv = read(found[0], roll) + found[1]
    yield Tell(f"{war.year.called(leader)} raises {cv} CV in {war.year.name(area)}", "8.2")
    if cv:
        state.levy = (leader, area, cv)
        yield from _split(war)


# --- the split -------------------------------------------------------------------------------------------


def _split(war: War) -> Steps:
    """8.1: over blocks of the area and new ones from the pool, as their owner likes; only he knows how."""
    if war.state.levy is None:
        return
    leader, area, cv = war.state.levy
    seat = war.owner(ENGLISH, leader)
    offered = Muster, partial(_parts, war)
    options = Offer(war, ENGLISH, "8.1", (Muster,), partial(_splits, war), partial(mustered, war), offered)
    known, own = yield from closed(
        war, ENGLISH, seat, "muster", f"how {cv} CV raised in {area} are split", "8.1", options
    )
    if (
        not isinstance(known, Mustered)
        or not known.count.isdecimal()
        or int(known.count) > min(cv, war.state.pool)
    ):
        raise Illegal("8.1", f"`{known}` cannot come of {cv} CV and a pool of {war.state.pool}")
    if isinstance(own, Muster):
        stack = mustered(war, own)
    else:
        stack = (*war.state.at(ENGLISH, area), *(Block() for _ in range(int(known.count))))
    war.state.put(ENGLISH, area, stack)
    war.state.pool -= int(known.count)
    war.state.levy = None


def mustered(war: War, order: Muster) -> Stack:
    """The stack with what was raised. Raises Illegal (8.1)."""
    if war.state.levy is None:
        raise Illegal("8.1", "nothing was raised")
    _, area, cv = war.state.levy
    stack, most = war.state.at(ENGLISH, area), war.year.most(FYRD)
    new = [int(n) for n in order.new if n != NONE and n.isdecimal()]
    if len(new) != sum(n != NONE for n in order.new) or not all(1 <= n <= most for n in new):
        raise Illegal("8.1", f"a new block has 1 to {most} CV, not {','.join(order.new)}")
    if len(new) > war.state.pool:
        raise Illegal("8.1", f"the pool holds {count_noun(war.state.pool, 'block')}, not {len(new)}")
    growth = _growth(order)
    if sum(new) + sum(more for _, more in growth) > cv:
        raise Illegal("8.1", f"{sum(new) + sum(more for _, more in growth)} CV of {cv}")
    old = named(stack, [token for token, _ in growth], "8.1", area)
    grown = [replace(b, cv=b.cv + more) for b, (_, more) in zip(old, growth, strict=True)]
    for block, after in zip(old, grown, strict=True):
        if block.group != FYRD or after.cv > most:
            raise Illegal("8.1", f"{block.token} cannot grow to {after.cv} CV: fyrdmen hold {most} at most")
    seat = war.seat_of(ENGLISH, area, Block(FYRD))
    return (*without(stack, old), *grown, *(Block(FYRD, n, seat) for n in new))


def _growth(order: Muster) -> list[tuple[str, int]]:
    """The blocks that grow, each with its CV. Raises Illegal (8.1)."""
    found = []
    for word in order.grown:
        token, _, more = word.partition("/")
        if word == NONE:
            continue
        if not (more.isascii() and more.isdigit() and int(more)):
            raise Illegal("8.1", f"{word} says no growth: write it as E-fyrd.1/2")
        found.append((token, int(more)))
    return found


def _splits(war: War) -> list[Order]:
    """As many new blocks as one likes, as equal as may be, and the rest to blocks that stand there."""
    if war.state.levy is None:
        return []
    _, area, cv = war.state.levy
    most, found = war.year.most(FYRD), [Muster((NONE,), (NONE,))]
    here = [b for b in war.state.at(ENGLISH, area) if b.group == FYRD and b.cv < most]
    for into in range(cv + 1):
        grown = tuple(_filled(here, most, cv - into)) or (NONE,)
        for count in range(min(into, war.state.pool) + 1):
            parts = combinations_with_replacement(range(most, 0, -1), count)
            found += [Muster(tuple(map(str, new)) or (NONE,), grown) for new in parts if sum(new) == into]
    return list(dict.fromkeys(found))


def _parts(war: War, chosen: Chosen) -> dict[str, list[str]]:
    """The blocks that may still be made of what is raised, and those that may grow, beside those chosen."""
    if war.state.levy is None:
        return {}
    _, area, cv = war.state.levy
    most, new, growth = war.year.most(FYRD), _numbers(chosen.get("new", ())), chosen.get("grown", ())
    left = cv - sum(new) - sum(_numbers(word.partition("/")[2] for word in growth))
    into = range(1, min(most, left) + 1) if len(new) < war.state.pool else ()
    waiting = Counter(b.token for b in war.state.at(ENGLISH, area) if b.group == FYRD and b.cv < most)
    waiting -= Counter(word.partition("/")[0] for word in growth)
    grow = [f"{t}/{n}" for t in waiting for n in range(1, min(most - int(t.rpartition(".")[2]), left) + 1)]
    found = {"new": [*chosen.get("new", ()), *map(str, into)], "grown": [*growth, *grow]}
    return {name: values if chosen.get(name) else [NONE, *values] for name, values in found.items()}


def _numbers(words: Iterable[str]) -> list[int]:
    return [int(word) for word in words if word.isascii() and word.isdigit()]


def _filled(here: Sequence[Block], most: int, cv: int) -> Iterator[str]:
    """Growth of blocks that stand there, one after the other, as far as the CV go."""
    for block in here:
        more = min(most - block.cv, cv)
        cv -= more
        if more:
            yield f"{block.token}/{more}"


# --- Tostig ----------------------------------------------------------------------------------------------


def tostig_may(war: War) -> bool:
    """8.3: whether the Vikings may have somebody there to raise, by what all know."""
    state, area = war.state, TOSTIG_AREA
    alive = TOSTIG not in state.dead.get(VIKING, ()) and VIKING not in state.out
    return alive and bool(state.at(VIKING, area)) and not state.enemies_in(VIKING, area)


def tostig_raises(war: War) -> Steps:
    """8.3: once in the invasion phase, in his old lands; at most one CV, for a block that stands there."""
    seat = war.owner(VIKING, TOSTIG)
    listed, judged = partial(_roused, war), partial(_judge_rouse, war)
    options = Offer(war, VIKING, "8.3", (Rouse, Pass), listed, judged)
    known, own = yield from closed(war, VIKING, seat, "tostig", "whether Tostig raises men", "8.3", options)
    if isinstance(known, Pass):
        return
    if not isinstance(known, Roused):
        raise Illegal("8.3", f"`{known}` raises nobody")
    area = TOSTIG_AREA
    (roll,) = yield Roll(seat, "8.3", (Die(6, f"{war.year.called(TOSTIG)} raises in {area}"),))
    cv = read(war.year.number("tostig_die"), roll) + war.year.number("tostig_adds")
    yield Tell(f"{war.year.called(TOSTIG)} raises {cv} CV in {war.year.name(area)}", "8.3")
    if isinstance(own, Rouse) and cv:
        (block,) = war.picked(VIKING, area, (own.block,), "8.3", war.state.at(VIKING, area))
        war.state.swap(VIKING, area, (block,), (replace(block, cv=block.cv + cv),))


def _roused(war: War) -> list[Order]:
    area = TOSTIG_AREA
    stack = war.state.at(VIKING, area)
    if all(b.group != TOSTIG for b in stack):
        return [Pass()]
    able = (b for b in stack if not war.year.is_leader(b.group) and b.cv < war.year.most(b.group))
    return [*dict.fromkeys(Rouse(b.token) for b in able), Pass()]


def _judge_rouse(war: War, order: Rouse | Pass) -> None:
    if isinstance(order, Pass):
        return
    area, stack = TOSTIG_AREA, war.state.at(VIKING, TOSTIG_AREA)
    if all(block.group != TOSTIG for block in stack):
        raise Illegal("8.3", f"Tostig is not in {war.year.name(area)}")
    (block,) = war.picked(VIKING, area, (order.block,), "8.3", stack)
    if war.year.is_leader(block.group):
        raise Illegal("8.3", f"CV are added to a Viking block, and {block.token} is a leader")
    if block.cv >= war.year.most(block.group):
        raise Illegal("8.3", f"{block.token} holds its maximum of {war.year.most(block.group)} CV")
