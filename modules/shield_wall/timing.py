"""Orders that come at another time (4.0), and ways that fatigue (10.0) or mud (13.0) has made too long."""

from __future__ import annotations

from modules.engine.errors import Illegal
from modules.engine.hexes.movement import paths
from modules.engine.hexes.movement.paths import MoveLimits, MoveRules, Path
from modules.engine.orders import Order
from modules.shield_wall.field import Field


def untimely(field: Field, order: Order, *kinds: type[Order]) -> Illegal | None:
    """Why an order of another kind than these, or `done`, cannot be given now; None for one of these."""
    if isinstance(order, kinds):
        return None
    verbs = [kind.FORM.split()[0] for kind in kinds]
    given = f"{', '.join(verbs[:-1])} or {verbs[-1]}" if len(verbs) > 1 else verbs[0]
    return Illegal("4.0", f"`{order}` is not for this phase, {field.phase_name}: give {given}")


def path_fault(
    field: Field, unit_id: str, going: MoveLimits, path: Path, rules: MoveRules, mp: int
) -> Illegal | None:
    """As that of all hex games. Where fatigue or mud has taken the MP that are missing, its number is told.
    `mp`: what the unit has without them."""
    fault = paths.path_fault(field, unit_id, going, path, rules)
    spent = going.spent(path)
    if fault is None or spent is None:
        return fault
    if spent <= field.allowance(unit_id, mp, rested=True):
        return Illegal("10.0 point 1", f"{fault.reason}; fatigue takes {-int(field.tired['MA'])} MP")
    if spent <= field.board.units(mp):
        return Illegal("13.0", f"{fault.reason}; the battlefield is muddy")
    return fault
