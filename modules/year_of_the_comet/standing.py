"""Standing orders: deployment, retreats, reserves, fire, losses and flight said beforehand, and what counts
where somebody is late."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from modules.engine.orders import Grammar, Order
from modules.engine.standing_orders import Case, Kind, Pick, Vocabulary, Word, pick_best, pick_verb
from modules.year_of_the_comet.orders import NONE
from modules.year_of_the_comet.picks import refuge, strength, worth
from modules.year_of_the_comet.state import RESERVE
from modules.year_of_the_comet.war import War
from modules.year_of_the_comet.year import SUPREME

See = Callable[[Any], War]
"""The war of a state."""


def vocabulary(grammar: Grammar, see: See) -> Vocabulary[Any]:
    """What may be said in the standing orders of the year."""
    return Vocabulary(grammar, [*_reactions(see), *_own_turn(see)])


def _worthiest(see: See) -> Pick[Any]:
    """Picks the order that is worth most (`picks.worth`)."""
    return lambda case: max(case.orders, key=lambda o: worth(see(case.state), case.choice.side, o))


def _safest(see: See) -> Pick[Any]:
    """Picks the goal of a routed army (`picks.refuge`); with none it perishes."""

    def pick(case: Case[Any]) -> Order | None:
        war, side = see(case.state), case.choice.side
        goal: Order | None = pick_best(case, lambda order: refuge(war, side, order), "rout")
        return goal or pick_verb("perish")(case)

    return pick


def _outnumbered(see: See) -> Pick[Any]:
    """Retreats where the own blocks have fewer CV than so many percent of the enemy's, as far as they are
    seen."""

    def pick(case: Case[Any]) -> Order | None:
        war, side = see(case.state), case.choice.side
        if war.state.battle is None:
            return None
        own, foe = (strength(war.fighters(s)) for s in (side, war.battle.other(side)))
        weak = 100 * own < case.number * foe
        away = pick_best(case, lambda order: len(war.state.at(side, order.area)), "retreat")
        return away if weak and away is not None else pick_verb("stay")(case)

    return pick


def _endangered(see: See) -> Pick[Any]:
    """Retreats where the next hit on a column may fall on the supreme leader (12.5)."""

    def pick(case: Case[Any]) -> Order | None:
        war, side = see(case.state), case.choice.side
        if war.state.battle is None:
            return None
        king = next((b for b in war.fighters(side) if b.group == SUPREME[side]), None)
        column = war.fighters(side, king.column) if king is not None and king.column != RESERVE else ()
        if not column or any(block.cv > 1 for block in column):
            return None
        away: Order | None = pick_best(case, lambda order: len(war.state.at(side, order.area)), "retreat")
        return away

    return pick


def _front(first: int, last: int) -> Pick[Any]:
    """Lays out the most CV in one of the outer columns (by their places in the order), no reserve."""

    def pick(case: Case[Any]) -> Order | None:
        plain = [order for order in case.orders if order.reserve == (NONE,)]
        return max(plain, key=lambda o: _cv(_columns(o)[first]) - _cv(_columns(o)[last])) if plain else None

    return pick


def _columns(order: Any) -> tuple[tuple[str, ...], ...]:
    return (order.left, order.centre, order.right)


def _cv(words: Sequence[str]) -> int:
    return sum(int(word.rpartition(".")[2]) for word in words if word != NONE)


def _stronger(see: See) -> Pick[Any]:
    """Brings up the block with most CV, the supreme leader last, to the weakest column."""

    def worth_of(case: Case[Any], order: Any) -> tuple[bool, int, float]:
        war, side = see(case.state), case.choice.side
        king = order.block.startswith(SUPREME[side])
        return not king, _cv((order.block,)), -strength(war.fighters(side, order.column))

    return lambda case: pick_best(case, lambda order: worth_of(case, order), "reserve")


def _split(worth_of: Callable[[int, int, int], tuple[int, ...]]) -> Pick[Any]:
    """Splits what was raised by the worth of: the CV of new blocks, how many these are, the CV that others
    grow by."""

    def worth_(order: Any) -> tuple[int, ...]:
        new = [int(word) for word in order.new if word != NONE]
        grown = sum(int(word.rpartition("/")[2]) for word in order.grown if word != NONE)
        return worth_of(sum(new), len(new), grown)

    return lambda case: pick_best(case, worth_, "muster")


def _spared(see: See, spare: bool) -> Pick[Any]:
    """Takes a loss on a leader last, or first; of leaders the supreme one last."""

    def cost(case: Case[Any], order: Any) -> tuple[bool, bool]:
        group = order.block.partition(".")[0]
        leader = see(case.state).year.is_leader(group)
        return leader != spare, group != SUPREME[case.choice.side]

    return lambda case: pick_best(case, lambda order: cost(case, order), "lose")


def _column(see: See, weakest: bool) -> Pick[Any]:
    """Fires at the weakest column opposite first, or last."""

    def pick(case: Case[Any]) -> Order | None:
        war = see(case.state)
        if war.state.battle is None:
            return None
        foe, sign = war.battle.other(case.choice.side), -1 if weakest else 1
        found: Order | None = pick_best(
            case, lambda order: sign * strength(war.fighters(foe, order.column)), "fire"
        )
        return found

    return pick


def _reactions(see: See) -> list[Kind[Any]]:
    """What is asked in the battles of either side's turn."""
    return [*_of_armies(see), *_of_columns(see)]


def _of_armies(see: See) -> list[Kind[Any]]:
    """How an army is laid out, is left, and is brought up."""
    return [
        Kind(
            "deployment",
            "how the blocks of a battle are laid out",
            "10.1",
            (
                Word("equal", "equal columns, no reserve", lambda case: case.orders[0]),
                Word("strong-left", "the most CV on the left, no reserve", _front(0, 2)),
                Word("strong-right", "the most CV on the right, no reserve", _front(2, 0)),
                Word("king-behind", "the supreme leader in reserve, if he can be", _worthiest(see)),
            ),
            "equal",
        ),
        Kind(
            "retreat",
            "whether to leave a battle",
            "13.1",
            (
                Word("never", "stay", pick_verb("stay")),
                Word(
                    "below", "with fewer CV than so many percent of the enemy's", _outnumbered(see), (1, 200)
                ),
                Word("king-in-danger", "where a hit may fall on the supreme leader", _endangered(see)),
            ),
            "never",
        ),
        Kind(
            "reserve",
            "whether to bring up a block",
            "10.4",
            (
                Word("breaking", "to the weakest column, the supreme leader last", _worthiest(see)),
                Word("strongest", "the strongest block, the supreme leader last", _stronger(see)),
                Word("keep", "hold the reserve for the pursuit", pick_verb("hold")),
            ),
            "breaking",
            passes=True,
        ),
    ]


def _of_columns(see: See) -> list[Kind[Any]]:
    """Who fires, who takes a hit, where the routed go."""
    return [
        Kind(
            "fire",
            "which column fires next",
            "11.1",
            (
                Word("breaking-first", "at the weakest column first", _column(see, weakest=True)),
                Word("breaking-last", "at the weakest column last", _column(see, weakest=False)),
            ),
            "breaking-first",
        ),
        Kind(
            "loss",
            "which block takes a hit",
            "12.2",
            (
                Word("spare-leaders", "a leader last", _spared(see, spare=True)),
                Word("give-leader", "a subordinate leader first", _spared(see, spare=False)),
            ),
            "spare-leaders",
        ),
        Kind(
            "rout",
            "where a routed army goes",
            "14.1",
            (
                Word(
                    "friends", "where least is lost, then to most friends, then to most points", _safest(see)
                ),
            ),
            "friends",
        ),
    ]


def _own_turn(see: See) -> list[Kind[Any]]:
    """Said in the order of the turn itself as a rule."""
    likely = Word("likely", "where a landing is likely and worth most", _worthiest(see))
    named = Word(
        "until-landed", "at the first of the areas, turn after turn until it comes off", pick_verb("invade")
    )
    every = Word("every", "each leader who can", pick_verb("raise"))
    keep = Word("keep", "transfer nothing", pick_verb("keep"))
    splits = (
        Word(
            "fill",
            "to blocks that stand there first, then few new ones",
            _split(lambda v, n, g: (g + v, g, -n)),
        ),
        Word("new-large", "new blocks as large as may be", _split(lambda v, n, g: (g + v, v, -n))),
        Word("new-ones", "new blocks of 1 CV", _split(lambda v, n, g: (g + v, n, v))),
    )
    return [
        Kind(
            "archers",
            "whether attacking archers fire first",
            "12.4",
            (Word("always", "they do", pick_verb("shoot")),),
            "always",
            passes=True,
        ),
        Kind("battles", "which battle is fought next", "9.3", (), "first"),
        Kind("invasion", "where to land", "5.1", (likely, named), "pass", passes=True, planned=True),
        Kind("transfers", "whether CV change blocks", "2.4", (keep,), "keep", planned=True),
        Kind("movement", "which blocks move", "6.1", (), "pass", passes=True, planned=True),
        Kind("raising", "which leader raises", "8.1", (every,), "pass", passes=True, planned=True),
        Kind("muster", "how CV raised are split", "8.1", splits, "first", planned=True),
        Kind(
            "tostig",
            "whether Tostig raises",
            "8.3",
            (Word("raise", "for a block that stands there", pick_verb("rouse")),),
            "pass",
            passes=True,
            planned=True,
        ),
    ]
