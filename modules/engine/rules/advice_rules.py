"""The part that the program needs to play: a policy in several styles, what a position is worth, the odds of
an order, and whole games that fit what a seat knows. Each member but one has a default."""

from __future__ import annotations

from collections.abc import Mapping

from modules.engine.modifiers import Modifier
from modules.engine.orders import Order
from modules.engine.requests import Chance, Choose
from modules.engine.rules.play_rules import S
from modules.engine.rules.view_rules import ViewRules


class AdviceRules(ViewRules[S]):
    """Rules that give advice: to a policy, to a search, to a player who asks for odds."""

    styles: tuple[str, ...] = ()
    """The styles of the game's policy besides its usual one."""

    def advise(self, choice: Choose, state: S, chance: Chance) -> Order:  # noqa: ARG002 - for games to override
        """An order that a sensible player might give; without a policy of the game's own, any legal one."""
        order: Order = choice.options.sample(chance)
        return order

    def advise_in(self, style: str, choice: Choose, state: S, chance: Chance) -> Order:  # noqa: ARG002
        """As `advise`, in one of the `styles`; an empty one, or a game without styles, has the usual one."""
        return self.advise(choice, state, chance)

    def features(self, state: S, side: str) -> Mapping[str, float]:  # noqa: ARG002 - for games to override
        """What counts for a side in a whole state, by names that the game's evaluation.yaml weighs: shares
        from 0 to 1, more is better."""
        return {}

    def modifiers(self, state: S, order: Order) -> tuple[Modifier, ...]:  # noqa: ARG002 - for games to override
        """What changes the chances of a legal order as the author of a view knows it, each with its rule;
        without a game's own nothing."""
        return ()

    def says(self, after: S, order: Order, dice: tuple[int, ...]) -> str:  # noqa: ARG002 - for games to override
        """What the dice of an order come to where they change nothing on the board, such as the cell of a
        table: of two results that are alike on the board it tells them apart. Empty where the board does."""
        return ""

    def determinize(self, view: S, now: S, chance: Chance) -> S:  # noqa: ARG002 - for games to override
        """A whole state that fits a view, with what is hidden from it filled in at random; `now` is a later
        view of the same seat, which may know more. Asked of games with secret packs, or with closed
        orders where a phase begins, which must tell it."""
        return view.copy()
