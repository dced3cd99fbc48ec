"""A list that only grows, of things that were written down: each is read when somebody looks at it first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class LazyList(Sequence[T], Generic[T]):
    """A list; `from_serialized` makes one of what is still to be read. Things are read once and stay the
    same."""

    __slots__ = ("_items", "_read", "_unread")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items: list[Any] = list(items)
        self._unread: set[int] = set()
        self._read: Callable[[Any], T] = _parse_nothing

    @classmethod
    def from_serialized(cls, written: Iterable[Any], read: Callable[[Any], T]) -> Self:
        """Of things that are written down, and how to read them."""
        made = cls()
        made._items = list(written)
        made._unread = set(range(len(made._items)))
        made._read = read
        return made

    def copy(self) -> LazyList[T]:
        """Another that begins with the same things."""
        made = LazyList[T]()
        made._items, made._unread, made._read = self._items.copy(), self._unread.copy(), self._read
        return made

    def serialize(self, write: Callable[[T], Any]) -> list[Any]:
        """All as they are written down: what nobody looked at as it was."""
        return [each if n in self._unread else write(each) for n, each in enumerate(self._items)]

    def serialize_and_drop(
        self, write: Callable[[T], Any], read: Callable[[Any], T], keep: int = 64
    ) -> list[Any]:
        """All as they are written down. Of all but the newest nothing else is kept: they are read again when
        somebody looks at them, and are then others that are equal."""
        made = self.serialize(write)
        for number in range(len(made) - keep):
            self._items[number] = made[number]
            self._unread.add(number)
        self._read = read
        return made

    def append(self, item: T) -> None:
        """One more."""
        self._items.append(item)

    def extend(self, items: Iterable[T]) -> None:
        """Some more."""
        self._items.extend(items)

    def __len__(self) -> int:
        return len(self._items)

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> list[T]: ...
    def __getitem__(self, at: int | slice) -> T | list[T]:
        if isinstance(at, slice):
            return [self._parse_item(number) for number in range(*at.indices(len(self._items)))]
        return self._parse_item(at if at >= 0 else len(self._items) + at)

    def _parse_item(self, number: int) -> T:
        if number in self._unread:
            self._items[number] = self._read(self._items[number])
            self._unread.discard(number)
        found: T = self._items[number]
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LazyList | list) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # it changes, as a list does


def _parse_nothing(_written: Any) -> Any:
    """Nothing was written down."""
