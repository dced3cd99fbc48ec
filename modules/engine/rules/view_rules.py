"""The part that pictures, reports and studies need: what each seat may know of a state, where the counters
lie, and what is told of it."""

from __future__ import annotations

from abc import abstractmethod

from modules.engine.position import PlacedCounter
from modules.engine.rules.play_rules import PlayRules, S


class ViewRules(PlayRules[S]):
    """Rules whose states can be seen: by a seat, by everybody, on a map."""

    # --- what is hidden ----------------------------------------------------------------------------

    secret_packs: bool = False
    """Whether the game has packs that not everybody may see (`Shuffle.secret`). By mail it is played from
    what everybody knows, and somebody has to hold the packs."""

    closed_orders: bool = False
    """Whether an order itself may not be read by the other players (`MailRules.effect` says what comes of
    it). By mail it then stays closed until the game is over, and all boards but one are run by the effects of
    orders (`Effect`): the one that everybody has from `view(start, "")`, each seat's from its own view. After
    each they equal the views of the whole state. Which dice are due, and what may be chosen, follows from
    them alone: what hidden things prevent is an effect, never an illegal order."""

    @property
    def needs_secret(self) -> bool:
        """Whether something is hidden, so that by mail somebody has to hold it: packs, or closed orders."""
        return self.secret_packs or self.closed_orders

    @abstractmethod
    def view(self, state: S, side: str) -> S:
        """What one side may know of a state, or where it has `seats` one of these; what is hidden from it is
        not in it. Without a side (an empty one): what everybody knows. A game may be played from a view: then
        the rules ask for what it lacks with `Deal` and `Reveal`."""

    # --- what lies where ---------------------------------------------------------------------------

    @abstractmethod
    def map_of(self, state: S) -> str:
        """The name of the map, or the board of squares, on which the state is played."""

    @abstractmethod
    def position(self, state: S) -> tuple[PlacedCounter, ...]:
        """Where each counter lies, for drawing and for VASSAL. Give it a view to draw what a side sees."""

    def off_map(self, state: S) -> tuple[PlacedCounter, ...]:  # noqa: ARG002 - for games to override
        """Where lies what is not on the map, as far as the state knows it: `lost`, `entering` (later, from
        beside the map), `forces` (still to be set up), `reserve` (set aside), `hand SIDE`, of packs `pile`
        and `discard`. Cards of packs are called by their copies, as in "NAME-2"."""
        return ()

    def unknown_cards(self, state: S) -> tuple[PlacedCounter, ...]:  # noqa: ARG002 - for games to override
        """Cards in packs and hands of which the viewer knows no more than that they lie there."""
        return ()

    def order_name(self, state: S, counter: str, steps_lost: int) -> str:  # noqa: ARG002 - for games to override
        """How orders name a counter that lies on the board with so many steps lost: as it is."""
        return counter

    # --- what is told ------------------------------------------------------------------------------

    @abstractmethod
    def summary(self, state: S) -> tuple[tuple[str, str], ...]:
        """The facts that stand beside the map (turn, phase, losses): name and value, in order."""

    @abstractmethod
    def facts(self, state: S) -> dict[str, int]:
        """The numbers of a state by the names that an Arrangement uses."""

    between: tuple[str, ...] = ()
    """Phases of each side that are in no game turn, such as between two periods, with armies off the map."""

    def battle_of(self, state: S) -> str:  # noqa: ARG002 - for games to override
        """The battle that is fought, in a game of several; its styles may be others than the next one's."""
        return ""

    def period(self, state: S) -> int:  # noqa: ARG002 - for games to override
        """Of a battle in which turns are counted from 1 several times, which time this is."""
        return 1

    def fights_for(self, side: str) -> str:
        """The side of the game for which the counters of a side fight: itself, but where several battles are
        fought the player's whose side in one it is."""
        return side
