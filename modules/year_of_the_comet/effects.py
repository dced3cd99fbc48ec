"""What an order comes to (`effect`), what a side's other players learn of it, and what its author can check.

An effect never depends on more than the whole state; of a view it is what its seat expects, None where that
lies in blocks it cannot see."""

from __future__ import annotations

from collections.abc import Sequence

from modules.engine.areas.blocks import Stack, named, tokens, without
from modules.engine.errors import Illegal
from modules.engine.orders import Grammar, Order
from modules.year_of_the_comet import orders
from modules.year_of_the_comet.orders import (
    NONE,
    OPEN,
    Deploy,
    Deployed,
    Fight,
    Fought,
    Keep,
    Move,
    Moved,
    Muster,
    Mustered,
    Opened,
    Perish,
    Prepared,
    Raise,
    Raised,
    Rouse,
    Roused,
    Rout,
    Routed,
    Transfer,
)  # fmt: skip
from modules.year_of_the_comet.state import COLUMNS, RESERVE
from modules.year_of_the_comet.war import War


def order_in_news(news: Sequence[str]) -> Order | None:
    """The order of an ally, as his side's other players learn it."""
    return _Anywhere((*OPEN, *orders.CLOSED)).parse(news[0]) if news else None


class _Anywhere(Grammar):
    """Reads orders whose places have been judged already."""

    def __init__(self, kinds: Sequence[type[Order]]) -> None:
        super().__init__(kinds, (), frozenset())

    def place(self, word: str) -> str:
        return word


def effect(war: War, order: Order) -> Order | None:
    """What everybody may know of a legal order; None where the viewer cannot know it."""
    match order:
        case Raise(leader=leader):
            return Raised(leader, _where(war, leader))
        case Muster(new=new):
            return Mustered(str(sum(word != NONE for word in new)))
        case Keep() | Transfer():
            return Prepared()
        case Move(way=way, blocks=blocks):
            return Moved(way, str(len(blocks)))
        case Rouse():
            return Roused()
        case Fight(area=area):
            return _fought(war, area)
        case Deploy():
            return _deployed(war, order)
        case Rout() | Perish():
            return _routed(war, order.area if isinstance(order, Rout) else NONE)
    return order


def _where(war: War, leader: str) -> str:
    side, state = war.year.side(leader), war.state
    return next((p for p in state.places_of(side) if any(b.group == leader for b in state.at(side, p))), NONE)


def _fought(war: War, area: str) -> Order | None:
    """9.2, 15.0: both sides' voices, and in a skirmish all blocks."""
    state = war.state
    attacker = state.active
    (defender,) = (side for side in state.sides_in(area) if side != attacker)
    stacks = state.at(attacker, area), state.at(defender, area)
    hidden = not all(war.sees(side) for side in (attacker, defender))
    if is_skirmish(war, area):
        if hidden:
            return None
        return Fought(area, war.voice(attacker, area), war.voice(defender, area), *map(tokens, stacks))
    if any(len(war.players(side)) > 1 and not war.sees(side) for side in (attacker, defender)):
        return None
    return Fought(area, war.voice(attacker, area), war.voice(defender, area), (NONE,), (NONE,))


def is_skirmish(war: War, area: str) -> bool:
    """15.0: a side with fewer blocks than columns; leaders count."""
    state = war.state
    return any(len(state.at(side, area)) < war.year.number("columns") for side in state.sides_in(area))


def laid_out(war: War, side: str, order: Deploy) -> tuple[Stack, ...]:
    """The blocks of each column and the reserve. Raises Illegal (10.1)."""
    area = war.battle.area
    left = war.state.at(side, area)
    found = []
    for column in (*COLUMNS, RESERVE):
        words = [word for word in getattr(order, column) if word != NONE]
        blocks = named(left, words, "10.1", f"the blocks that are left for {column}")
        if column != RESERVE and not blocks:
            raise Illegal("10.1", f"the {column} column needs a block")
        left = without(left, blocks)
        found.append(blocks)
    if left:
        raise Illegal("10.1", f"not deployed: {', '.join(b.token for b in left)}")
    return tuple(found)


def _deployed(war: War, order: Deploy) -> Order | None:
    """10.1 to 10.3: the defender's blocks are counted; when the attacker has deployed, all columns are
    open."""
    battle, words = war.battle, (order.left, order.centre, order.right, order.reserve)
    counts = tuple(str(sum(word != NONE for word in each)) for each in words)
    if battle.stage == "deploy_defender":
        return Deployed(counts)
    theirs = [war.fighters(battle.defender, column) for column in COLUMNS]
    if not all(block.known for column in theirs for block in column):
        return None
    left, centre, right = (tuple(sorted(each)) for each in words[: len(COLUMNS)])
    their_left, their_centre, their_right = map(tokens, theirs)
    return Opened(left, centre, right, counts[3], their_left, their_centre, their_right)


def _routed(war: War, area: str) -> Order | None:
    """14.1 to 14.3: all blocks of the battle are open in pursuit (ruling pursuit); the victors' reserve stays
    closed where nobody can flee, for then nobody pursues (ruling deploy)."""
    battle = war.battle
    lost = war.fighters(battle.loser, RESERVE)
    won = war.fighters(battle.other(battle.loser), RESERVE) if area != NONE else ()
    if not all(block.known for block in (*lost, *won)):
        return None
    return Routed(area, tokens(lost), tokens(won))


def compare(war: War, order: Order, told: Order) -> None:
    """Raises Illegal for an effect that an order cannot have had, by what its author sees."""
    expected = effect(war, order)
    if expected is not None:
        if expected != told:
            raise Illegal("4.1", f"`{order}` comes to `{expected}`")
        return
    own = war.state.active
    match order, told:
        case Fight(area=area), Fought():
            same = told.area == area and told.attacker == war.voice(own, area)
            if not same or (is_skirmish(war, area) and told.attacking != tokens(war.state.at(own, area))):
                raise Illegal("9.1", f"`{order}` begins a battle in {area} with the blocks that stand there")
        case Deploy(), Opened():
            mine = tuple(tuple(sorted(getattr(order, c))) for c in COLUMNS)
            if (told.left, told.centre, told.right) != mine:
                raise Illegal("10.3", f"`{order}` opens these columns and no others")
        case ((Rout() | Perish()), Routed()):
            goal = order.area if isinstance(order, Rout) else NONE
            if told.area != goal or told.reserve != tokens(war.fighters(war.battle.loser, RESERVE)):
                raise Illegal("14.1", f"`{order}` goes there, with the reserve that stands there")
        case _:
            raise Illegal("4.1", f"`{order}` cannot come to `{told}`")


def author_side(war: War, order: Order) -> str:
    """Whose blocks a closed order is about: who deploys or flees in the battle, else the active side."""
    if isinstance(order, Deploy):
        battle = war.battle
        return battle.defender if battle.stage == "deploy_defender" else battle.attacker
    return war.battle.loser if isinstance(order, Rout | Perish) else war.state.active
