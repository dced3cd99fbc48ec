"""A simple player: any legal order."""

from __future__ import annotations

from modules.engine.orders import Order
from modules.engine.requests import Chance, Choose
from modules.hastings_pulsipher.field import Field


def advise(_field: Field, choice: Choose, chance: Chance) -> Order:
    """An order for the decision that is due."""
    order: Order = choice.options.sample(chance)
    return order
