"""Where the simple player moves a unit: each area that it can reach is scored as if it lay there."""

from __future__ import annotations

from modules.hastings_pulsipher import orders
from modules.hastings_pulsipher.field import is_archer
from modules.hastings_pulsipher.player.estimate import Eyes, exchange, shot, worth
from modules.hastings_pulsipher.to_hit import melee_targets, shots
from modules.hastings_pulsipher.walking import Walk, reach

CONTACT = 100


def best_move(field: Eyes, token: str) -> orders.Move | None:
    """The best of a unit's moves, if it is better than to stay."""
    here, lies = field.at(token), field.state.cards[token]
    best, best_score = None, _score(field, token, None)
    for walk in reach(field, token):
        if walk.flees or walk.at == here:
            continue
        field.state.put(token, at=walk.at)
        score = _score(field, token, walk)
        field.state.lay(token, lies)
        if score > best_score:
            best, best_score = orders.Move(here, walk.path), score
    return best


def _score(field: Eyes, token: str, walk: Walk | None) -> int:
    """How good it is for a unit to lie where it lies now."""
    side, here = field.side(token), field.at(token)
    first = side == field.battle.first
    score = _place(field, token) + _manning(field, token, walk)
    targets = melee_targets(field, token)
    if targets:
        gain = max(exchange(field, token, target) + field.near_its_end(target) for target in targets)
        dares = field.style.dares[not first]
        frontal = field.facing(here, side) is not None
        if frontal and is_archer(field.counter(token)):
            return score - CONTACT
        return score + (CONTACT + gain if gain >= dares else -CONTACT + gain if walk else gain)
    if is_archer(field.counter(token)) and not (walk and walk.crossed):
        return score + max((shot(field, token, e) for e in shots(field, token)), default=0)
    return score


def _place(field: Eyes, token: str) -> int:
    """Who must win goes forward; who need only hold fills the front row of the hill, the best units first."""
    side, here = field.side(token), field.at(token)
    rows = field.board.rows_ahead(field.board.home(side, 0)[0], here, side)
    if side == field.battle.first:
        return field.style.forward * rows if not is_archer(field.counter(token)) else rows
    front = len(field.battle.board.board.homes[side].rows) - 1
    return -10 * abs(front - rows) - (0 if rows <= front else 10) if worth(field, token) > 0 else 0


def _manning(field: Eyes, token: str, walk: Walk | None) -> int:
    """A unit changes sector only where it is needed, or where nobody is left to fight in its own."""
    if walk is None:
        return 0
    side, enemy = field.side(token), field.battle.enemy(field.side(token))
    old, new = field.board.sector(walk.start), field.board.sector(walk.at)
    if old == new:
        return 0
    if field.broken(enemy, new):
        return -50
    if field.broken(enemy, old):
        return 50
    left, there = len(field.in_sector(side, old)), len(field.in_sector(side, new))
    manned = field.style.manned
    if left < manned or not field.in_sector(enemy, new):
        return -50
    return 40 if there <= manned and left > there else -50
