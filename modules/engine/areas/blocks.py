"""Blocks in places, as far as somebody knows them.

A place holds a stack of blocks of each side, in one order for equal blocks. A block is what can be seen of
it: its group and CV, or nothing of these where the viewer may only count it (`blank`). It has no number, so
that blocks that look alike are alike: nobody can follow one from a battle in which it was open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from modules.amounts import count_noun
from modules.engine.errors import Illegal

Stack = tuple["Block", ...]


@dataclass(frozen=True, slots=True, order=True)
class Block:
    """A block. `seat`: whose orders it takes. `origin`: the area from which it came in this player turn,
    `moved`: that it did. In a battle it stands in a `column`, has `fired` in this fire or not, and is `open`
    to all or not."""

    group: str = ""
    cv: int = 0
    seat: str = ""
    origin: str = ""
    moved: bool = False
    column: str = ""
    fired: bool = False
    open: bool = False

    @property
    def known(self) -> bool:
        """Whether the viewer may look at it."""
        return bool(self.group)

    @property
    def token(self) -> str:
        """How orders name it: `E-fyrd.3`; alike blocks are named alike."""
        return f"{self.group}.{self.cv}"

    @property
    def blank(self) -> Block:
        """What is left of it for who may only count it."""
        return replace(self, group="", cv=0, seat="")

    @property
    def as_enemies_see(self) -> Block:
        """One that is open, or what is left of it."""
        return replace(self, seat="") if self.open else self.blank

    @property
    def upright(self) -> Block:
        """As it stands on the map after a battle."""
        return replace(self, column="", fired=False, open=False)


def stacked(blocks: Iterable[Block]) -> Stack:
    """Blocks as a stack: in an order that tells nothing beside what they are."""
    return tuple(sorted(blocks))


def without(stack: Stack, blocks: Iterable[Block]) -> Stack:
    """A stack less these blocks of it. Raises ValueError for one that is not there."""
    left = list(stack)
    for block in blocks:
        left.remove(block)
    return tuple(left)


def named(stack: Iterable[Block], tokens: Iterable[str], rule: str, where: str) -> Stack:
    """The blocks of a stack that orders name. Raises Illegal for one that is not there, or not so often."""
    left, found = list(stack), list[Block]()
    for token in tokens:
        block = next((b for b in left if b.token == token), None)
        if block is None:
            known = ", ".join(sorted({b.token for b in stack if b.known})) or "none"
            raise Illegal(rule, f"no such block {token} in {where}; there are: {known}")
        left.remove(block)
        found.append(block)
    return tuple(found)


def unseen(stack: Iterable[Block], count: int, rule: str, where: str) -> Stack:
    """So many blocks of a stack whose blocks are only counted. Raises Illegal where there are fewer."""
    found = tuple(block for block in stack if not block.known)[:count]
    if len(found) < count:
        raise Illegal(rule, f"{count_noun(count, 'block')} of {where}: there are {len(found)}")
    return found


def tokens(blocks: Iterable[Block]) -> tuple[str, ...]:
    """How orders name these blocks; `-` for none."""
    return tuple(block.token for block in sorted(blocks)) or ("-",)
