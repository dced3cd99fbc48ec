"""What a trait is: a type and a state, typed or raw.

The type is the definition, the same for every copy of a piece; the state is what changes in play. Fields
marked `STATE` are the state. A trait that is not known here, or is written in an older form, is a
`RawTrait`, which survives reading and writing untouched.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Protocol, Self

from generator.vassal.format.fields import Record


class Trait(Protocol):
    """What a piece needs to know of a trait."""

    def type_text(self) -> str:
        """The definition, beginning with the trait's prefix."""

    def state_text(self) -> str:
        """The state, "" if the trait has none."""


@dataclass(frozen=True)
class RawTrait:
    """A trait that is only passed on: prefix and fields exactly as found."""

    type: str
    state: str = ""

    def type_text(self) -> str:
        return self.type

    def state_text(self) -> str:
        return self.state


@dataclass(frozen=True)
class TypedTrait(Record):
    """A trait whose definition is a `;` list behind a prefix."""

    PREFIX: ClassVar[str] = ""

    def type_text(self) -> str:
        return self._definition

    @cached_property
    def _definition(self) -> str:
        return self.PREFIX + self.dump()  # the traits of a prototype are written in every piece of a save

    def state_text(self) -> str:
        return self.dump(state=True)

    @classmethod
    def read(cls, type_text: str, state: str) -> Self | None:
        return cls.load(type_text.removeprefix(cls.PREFIX), state)


@dataclass(frozen=True)
class PlainStateTrait(TypedTrait):
    """A trait whose last field is its state, written as it is and not as a list."""

    def state_text(self) -> str:
        return str(getattr(self, self.PLAIN))

    PLAIN: ClassVar[str] = ""

    @classmethod
    def read(cls, type_text: str, state: str) -> Self | None:
        default = cls().dump(state=True)
        found = cls.load(type_text.removeprefix(cls.PREFIX), default)
        if found is None:
            return None
        return replace(found, **{cls.PLAIN: state})
