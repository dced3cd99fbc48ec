"""New chains: who takes one over, and the links that all others give away (burn) because of it.

Whoever invents a newcomer could search for a chain that goes well with one that he knows. So each other party
reveals a link that nobody has seen, after the new tip is fixed (the one after its next: which it is, is not
his choice), and the base of all later seeds is made of
them: the chain can be searched for no more.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pbem import errors
from pbem.dice.dice_stream import hash_lines
from pbem.reason_codes import Code


@dataclass(slots=True)
class _Rotation:
    """The new chain of `role`: `owing` have yet to burn, in the charter's order; `burnt` are their links."""

    role: str
    owing: list[str]
    burnt: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class ChainRotation:
    """The new chains of a game, the oldest first, as long as links for them are to be burnt."""

    base: str
    """At first the game."""
    _order: tuple[str, ...]
    """All roles as the charter lists them."""
    _open: list[_Rotation] = field(default_factory=list)

    def copy(self) -> ChainRotation:
        """The same, to go on from."""
        made = copy.copy(self)
        made._open = [replace(each, owing=[*each.owing], burnt={**each.burnt}) for each in self._open]
        return made

    @property
    def next_role(self) -> str | None:
        """Who burns a link next, before anything else; None if nobody has to."""
        return self._open[0].owing[0] if self._open else None

    @property
    def owing_roles(self) -> frozenset[str]:
        """All who have yet to burn a link."""
        return frozenset(role for renewal in self._open for role in renewal.owing)

    def refuse_other(self, role: str) -> None:
        """While links are to be burnt, only who owes one can be replaced: raises `burn-due`."""
        if self._open and role not in self.owing_roles:
            raise errors.LogFault(
                Code.BURN_DUE,
                f"{self.next_role} must first burn a link for the new chain of {self._open[0].role}",
            )

    def begin(self, role: str, others: Sequence[str]) -> None:
        """A new chain of `role`, for which `others` burn a link each. What he owed himself is let go."""
        for renewal in self._open:
            renewal.owing = [each for each in renewal.owing if each != role]
        self._open.append(_Rotation(role, [each for each in self._order if each in others]))
        self._settle()

    def burn(self, role: str, link: str) -> None:
        """Take in a burnt link of who is next."""
        renewal = self._open[0]
        renewal.owing.remove(role)
        renewal.burnt[role] = link
        self._settle()

    def _settle(self) -> None:
        """Work out the base anew for each new chain for which all have burnt, in their order."""
        while self._open and not self._open[0].owing:
            burnt = self._open.pop(0).burnt
            if burnt:
                self.base = hash_lines(self.base, *(burnt[role] for role in self._order if role in burnt))
