"""The part that games by mail need besides: standing orders, players who leave, amendments, and what becomes
known of an order that stays closed. Each member has a default."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from modules.engine.amendments import Fact
from modules.engine.errors import UnknownThingError
from modules.engine.orders import Grammar, Order
from modules.engine.requests import Effect
from modules.engine.rules.play_rules import PlayRules, S
from modules.engine.rules.view_rules import ViewRules
from modules.engine.standing_orders import Vocabulary


class MailRules(ViewRules[S]):
    """Rules by which a game is played by mail."""

    # --- decisions made beforehand -----------------------------------------------------------------

    def standing_vocabulary(self) -> Vocabulary[S]:
        """What may be said in standing orders; without a game's own nothing. Give it the state that everybody
        sees, `view(state, "")`."""
        return Vocabulary(self.grammar, ())

    # --- players who leave, facts on which all agree -----------------------------------------------

    def remove_player(self, state: S, seat: str) -> bool:  # noqa: ARG002 - for games to override
        """Take a player who gives up out of a state of a game that the others play on.

        A game that does so leaves the state where a phase begins, and what is due is asked for anew. Without
        it (False, the state unchanged) the player's decisions are answered by the game's defaults.
        """
        return False

    def eliminated_seats(self, state: S) -> tuple[str, ...]:  # noqa: ARG002 - for games to override
        """The seats of players who are out of the game by its rules."""
        return ()

    def amend(self, state: S, facts: Sequence[Fact]) -> None:  # noqa: ARG002 - for games to override
        """Change a state at the beginning of a phase as all players have agreed, by all these facts together,
        and nothing that follows from them. What they change is known to all who have a `view`: each is
        changed in the same way. Raises UnknownThingError for what is not of this game (without a game's own
        that is every fact), Illegal for a position that play cannot reach."""
        raise UnknownThingError(str(facts[0]), "fact")

    # --- rules that were adopted in the course of a game --------------------------------------------

    judges_the_past: bool = True
    """Whether rules that are adopted judge again all that was done before. If not, then it stands as it was
    judged then, until `end_the_past`."""

    def as_adopted(self) -> Self:
        """These rules for a game that has adopted them since it began."""
        return self

    def end_the_past(self, state: S) -> None:
        """Change a state, in the midst of a phase: from here on these rules judge. The same decision is due
        then."""

    # --- orders that stay closed (`closed_orders`) -------------------------------------------------

    effects: Grammar
    """How effects are written, in a game with closed orders."""

    def __init_subclass__(cls, **options: object) -> None:
        super().__init_subclass__(**options)
        if cls.closed_orders and cls.effect is MailRules.effect:
            raise TypeError(f"{cls.__name__} has closed orders: it needs an `effect`")

    def effect(self, state: S, order: Order) -> Order | None:  # noqa: ARG002 - for games to override
        """What everybody may know of a legal order that is given in a state, before it is carried out. In a
        view: what its seat expects, None where it cannot know that. Asked of games with closed orders, which
        must tell it."""
        return None

    def news(self, state: S, order: Order, seat: str) -> tuple[str, ...]:  # noqa: ARG002 - for games to override
        """What a seat learns of such an order beside its effect: lines of visible characters."""
        return ()

    def check_effect(self, state: S, order: Order, told: Effect) -> None:
        """Raises Illegal for an effect or news that this order cannot have, by the state that its author
        sees."""


def vocabulary_of(rules: PlayRules[Any]) -> Vocabulary[Any]:
    """What may be said in standing orders of a game, and what its defaults are: of a game without the part
    `MailRules` nothing, and the first legal order."""
    return rules.standing_vocabulary() if isinstance(rules, MailRules) else Vocabulary(rules.grammar, ())
