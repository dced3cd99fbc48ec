"""Transfers (2.4) and movement (6, 7): blocks that began with a leader who commands them go along borders and
roads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from modules.amounts import count_noun
from modules.engine.areas.area_paths import Gait, Way, follows_roads, obstacle
from modules.engine.areas.blocks import Block, Stack, without
from modules.engine.errors import Illegal
from modules.engine.listed_orders import Chosen
from modules.engine.orders import Order
from modules.engine.requests import Steps, Tell
from modules.year_of_the_comet.asking import Offer, closed, passed
from modules.year_of_the_comet.flight import HORSED
from modules.year_of_the_comet.orders import Done, Keep, Move, Moved, Prepared, Transfer
from modules.year_of_the_comet.state import SEA
from modules.year_of_the_comet.war import War
from modules.year_of_the_comet.year import SUPREME


def movement_phase(war: War) -> Steps:
    """Each player of the side in turn; a side that is at sea has none (4.2)."""
    state, side = war.state, war.state.active
    if not state.leaders:
        state.leaders = _leaders(war, side)
    if state.at(side, SEA):
        yield from passed(war, side, "movement", "4.2", (Move, Keep, Transfer))
    for seat in war.players(side):
        if seat in state.seats_done or seat in war.gone() or not state.places_of(side):
            continue
        if not state.prepared:
            yield from _prepare(war, side, seat)
        judged = partial(_judge, side=side, seat=seat)
        while any(_may_move(war, side, area) for area in state.places_of(side)):
            listed = partial(_listed, war, side, seat)
            options = Offer(war, side, "6.1", (Move, Done), listed, partial(judged, war))
            known, own = yield from closed(
                war, side, seat, "movement", "which blocks move, and where", "6.1", options
            )
            if isinstance(known, Done):
                break
            yield from _carry_out(war, side, known, own)
        else:
            yield from passed(war, side, "movement", "6.2", (Move,), judged, seat)
        state.prepared = False
        state.seats_done = (*state.seats_done, seat)
    state.seats_done = ()


def _leaders(war: War, side: str) -> tuple[tuple[str, str], ...]:
    """Where the leaders begin the phase (6.2), for who may know it."""
    return tuple(
        (block.group, area)
        for area in war.state.places_of(side)
        for block in war.state.at(side, area)
        if block.known and war.year.is_leader(block.group) and war.sees(side)
    )


def _may_move(war: War, side: str, area: str) -> bool:
    return any(not block.moved for block in war.state.at(side, area))


# --- transfers -------------------------------------------------------------------------------------------


def _prepare(war: War, side: str, seat: str) -> Steps:
    """2.4: before a player's first block moves; nobody else learns of it."""
    listed, judged = partial(_transfers, war, side, seat), partial(_judge_transfer, war, side, seat)
    offered = Transfer, partial(_shifts, war, side, seat)
    options = Offer(war, side, "2.4", (Keep, Transfer), listed, judged, offered)
    known, own = yield from closed(war, side, seat, "transfers", "whether CV change blocks", "2.4", options)
    if not isinstance(known, Prepared):
        raise Illegal("2.4", f"`{known}` is no transfer")
    if isinstance(own, Transfer):
        for area, stack in shifted(war, side, seat, own).items():
            war.state.put(side, area, stack)
    war.state.prepared = True


def _transfers(war: War, side: str, seat: str) -> list[Order]:
    """None, and each of one CV between two blocks of an area."""
    found: list[Order] = [Keep()]
    for area in war.state.places_of(side):
        pairs = dict.fromkeys((a.token, b.token) for a, b in _pairs(war, seat, war.state.at(side, area)))
        found += [Transfer((f"{area}/{a}/{b}/1",)) for a, b in pairs]
    return found


def _pairs(war: War, seat: str, stack: Stack) -> Iterator[tuple[Block, Block]]:
    """The blocks of a stack of which one can give a CV to the other."""
    own = [b for b in stack if b.seat == seat and b.known]
    for i, a in enumerate(own):
        for j, b in enumerate(own):
            if i != j and a.group == b.group and a.cv > 1 and b.cv < war.year.most(b.group):
                yield a, b


def _shifts(war: War, side: str, seat: str, chosen: Chosen) -> dict[str, list[str]]:
    """Those chosen, and the shifts that can be made after them."""
    before = chosen.get("shifts", ())
    try:
        after = shifted(war, side, seat, Transfer(before))
    except Illegal:
        return {"shifts": [*before]}
    found = dict[str, None]()
    for area in war.state.places_of(side):
        for a, b in _pairs(war, seat, after.get(area, war.state.at(side, area))):
            most = min(a.cv - 1, war.year.most(b.group) - b.cv)
            found |= dict.fromkeys(f"{area}/{a.token}/{b.token}/{cv}" for cv in range(1, most + 1))
    return {"shifts": [*before, *found]}


def _judge_transfer(war: War, side: str, seat: str, order: Keep | Transfer) -> None:
    if isinstance(order, Transfer):
        shifted(war, side, seat, order)


def shifted(war: War, side: str, seat: str, order: Transfer) -> dict[str, Stack]:
    """The stacks after transfers, one after the other. Raises Illegal (2.4)."""
    found: dict[str, Stack] = {}
    for shift in order.shifts:
        parts = shift.split("/")
        if len(parts) != 4 or not (parts[3].isascii() and parts[3].isdigit()) or parts[3].startswith("0"):
            raise Illegal(
                "2.4", f"{shift} is no transfer: write AREA/FROM/TO/CV such as LON/E-fyrd.3/E-fyrd.1/1"
            )
        area, start, to, cv = parts
        stack = found.get(area, war.state.at(side, area) if area != SEA else ())
        found[area] = _shift(war, side, seat, area, stack, (start, to, int(cv)))
    return found


def _shift(war: War, side: str, seat: str, area: str, stack: Stack, shift: tuple[str, str, int]) -> Stack:
    start, to, cv = shift
    giver, taker = war.own(seat, side, area, (start, to), "2.4", stack)
    if giver.group != taker.group:
        raise Illegal("2.4", f"{giver.group} and {taker.group} are not of one type and nation")
    if war.year.is_leader(giver.group):
        raise Illegal("2.4", "leaders give and take no CV")
    if giver.cv - cv < 1:
        raise Illegal("2.4", f"{start} cannot give {cv}: a block is not eliminated in this way")
    if taker.cv + cv > war.year.most(taker.group):
        raise Illegal("2.4", f"{to} holds {war.year.most(taker.group)} CV at most")
    new = replace(giver, cv=giver.cv - cv), replace(taker, cv=taker.cv + cv)
    return (*without(stack, (giver, taker)), *new)


# --- moves -----------------------------------------------------------------------------------------------


def commanded(war: War, side: str, area: str, block: Block) -> bool:
    """6.2, 7.2: whether a leader who began in the area may send this block off, whatever its number."""
    began = [leader for leader, at in war.state.leaders if at == area]
    if SUPREME[side] in began:
        return True
    if war.year.is_leader(block.group):
        return block.group in began
    return any(war.year.nation(leader) == war.year.nation(block.group) for leader in began)


def left_to_lead(war: War, side: str, area: str) -> int | None:
    """7.2: how many blocks may still leave an area where only a leader of limited command began; None without
    limit (17.3: so also with six or seven players)."""
    began = [leader for leader, at in war.state.leaders if at == area]
    if SUPREME[side] in began or not war.year.limited:
        return None
    limits = [war.year.groups[leader].front.get("command") for leader in began]
    if not limits or None in limits:
        return None
    return sum(limit for limit in limits if limit is not None) - war.state.led.get(area, 0)


def _unmoved(war: War, side: str, seat: str, area: str) -> Stack:
    return tuple(b for b in war.state.at(side, area) if b.known and not b.moved and b.seat == seat)


def _listed(war: War, side: str, seat: str) -> list[Order]:
    """One block at a time to each area that it reaches; all that may go together, too; and no more."""
    found: list[Order] = []
    for area in war.state.places_of(side):
        able = [b for b in _unmoved(war, side, seat, area) if commanded(war, side, area, b)]
        left = left_to_lead(war, side, area)
        led = [b for b in able if not war.year.is_leader(b.group)]
        if left is not None:
            able = [b for b in able if b not in led] + led[: max(left, 0)]
        singles = [(b,) for b in dict.fromkeys(able)]
        groups = [*singles, tuple(able)] if len(able) > 1 else singles
        reached: dict[Gait, dict[str, Way]] = {}
        for blocks in groups:
            gait = war.year.gait(tuple(b.group for b in blocks))
            if gait not in reached:
                reached[gait] = war.ways(gait, area, side)
            ways = reached[gait]
            found += [Move(way, tuple(sorted(b.token for b in blocks))) for way in ways.values()]
    return [*dict.fromkeys(found), Done()]


def _movers(war: War, side: str, seat: str, area: str, order: Move) -> Stack:
    """The blocks that an order moves. Raises Illegal for those that have moved, or are another player's."""
    known = [b for b in war.state.at(side, area) if b.known]
    still = [b for b in known if not b.moved]
    for block in known:
        if block.token in order.blocks and block.moved and all(b.token != block.token for b in still):
            raise Illegal("6.2", f"{block.token} in {area} has moved in this phase")
    return war.own(seat, side, area, order.blocks, "6.2", still)


def _judge(war: War, order: Move | Done, side: str, seat: str) -> None:
    if isinstance(order, Done):
        return
    area = order.way[0]
    movers = _movers(war, side, seat, area, order)
    for block in movers:
        if not commanded(war, side, area, block):
            raise Illegal(
                "7.2" if _led(war, area) else "6.2",
                f"no leader in {area} at the start commands {block.token}",
            )
    left, led = left_to_lead(war, side, area), [b for b in movers if not war.year.is_leader(b.group)]
    if left is not None and len(led) > left:
        raise Illegal("7.2", f"the leader in {area} sends off {left} more at most, not {len(led)}")
    check_way(war, side, order.way, war.year.gait(tuple(b.group for b in movers)))


def _led(war: War, area: str) -> bool:
    return any(at == area for _, at in war.state.leaders)


def check_way(war: War, side: str, way: Sequence[str], gait: Gait) -> None:
    """Raises Illegal for a way that blocks of this gait cannot go."""
    fault = obstacle(war.year.graph, tuple(way), gait, war.state.held_against(side))
    if fault is None:
        return
    by_road = follows_roads(war.year.graph, tuple(way))
    if fault.kind != "length":
        raise Illegal("6.1", fault.text)
    if by_road:
        raise Illegal("6.4", f"{fault.text} by road")
    if len(way) - 1 <= gait.by_road:
        raise Illegal("6.4", f"{fault.text}: the way does not follow roads alone")
    raise Illegal("6.3" if gait == war.year.gait(HORSED) else "6.1", fault.text)


def _carry_out(war: War, side: str, known: Order, own: Order | None) -> Steps:
    if not isinstance(known, Moved) or not known.count.isdecimal() or int(known.count) < 1:
        raise Illegal("6.1", f"`{known}` is no move")
    way, count = known.way, int(known.count)
    check_way(war, side, way, war.year.gait(HORSED))
    ready = tuple(b for b in war.state.at(side, way[0]) if not b.moved)
    if isinstance(own, Move):
        blocks = war.picked(side, way[0], own.blocks, "6.2", ready)
        led = sum(not war.year.is_leader(b.group) for b in blocks)
        if left_to_lead(war, side, way[0]) is not None:
            war.state.led = dict(Counter(war.state.led) + Counter({way[0]: led}))
    else:
        blocks = war.counted(side, way[0], count, "6.2", ready)
    new = [replace(b, moved=True, origin=way[-2]) for b in blocks]
    war.state.shift(side, way[0], way[-1], blocks, new)
    some = count_noun(count, "block")
    yield Tell(f"{war.year.definition.game.sides[side].name}: {some} {'-'.join(way)}", "6.1")
