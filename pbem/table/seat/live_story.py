"""The story of a game that goes on, for a page that has told the beginning: what stays, and what comes after.

For example, a page has 12 steps. Two orders are taken back, and one is given: 10 steps stay, and 1 is new.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from modules.definition import Definition
from modules.engine.position import PlacedCounter
from pbem.messages.position_pictures import report_faults
from pbem.messages.story import StoryBoard, StoryStep
from pbem.rules import rules_lookup
from pbem.table import rule_lines, story_json
from pbem.table.seat.picture_shelf import PictureShelf
from pbem.table.story_json import EntryOf, Json, StoryBoards, StoryCover, StoryWriter

_ROOM: Final = 6
"""The fields beside the map hold a multiple of this many pieces: boards are not laid anew with each loss."""


class LiveStory:
    """Writes the story of a game as it grows, and keeps what is needed to go on behind any of its steps.

    `cover_of` gives the cover up to an entry, `store` is a folder for pictures that need not be drawn again.
    """

    def __init__(
        self,
        cover_of: Callable[[int], StoryCover],
        entry_of: EntryOf,
        shelf: PictureShelf,
        store: Path | None,
    ) -> None:
        self._cover_of, self._entry_of, self._shelf, self._store = cover_of, entry_of, shelf, store
        self._steps: list[tuple[StoryStep, tuple[str, str]]] = []
        self._written: list[int] = []
        self._writers: list[StoryWriter] = []
        self._boards: StoryBoards | None = None

    def begin(self, steps: Sequence[StoryStep]) -> Json:
        """The whole story of these steps. Raises BadPicture for what cannot be drawn.

        Boards that hold all of it stay, and with them the numbers of pictures: another window of the same
        table goes on with these.
        """
        definition = self._definition(steps)
        with report_faults(definition):
            boards = self._boards if self._boards is not None and self._fits(steps) else None
            boards = boards or StoryBoards(definition, [*_with_room(steps)], self._store)
            self._boards, self._steps, self._written, self._writers = boards, [], [], []
            told = list(self._write(StoryWriter(self._cover_of(0).game, self._entry_of, boards), steps))
            cover, lines = self._cover_of(steps[-1].seq), rule_lines.rule_lines(definition)
            return {
                **story_json.tell_whole(cover, boards, lines, self._shelf.put, self._store),
                **self._tell_all(steps, definition),
                "steps": told,
            }

    def go_on(self, steps: Sequence[StoryStep]) -> Json:
        """What a page needs that was told the steps before: `keep` of its own steps stay, the others go, and
        new ones follow. `story` is the whole where the boards are others. Raises as `begin`."""
        kept = _count_common(self._steps, [(step, self._entry_of(step)) for step in steps])
        if self._boards is None or not kept or not self._fits(steps[kept:]):
            return {"story": self.begin(steps)}
        definition = self._boards.definition
        with report_faults(definition):
            before = len(self._boards.sprites)
            del self._steps[kept:], self._writers[kept:]
            keep = self._written[kept - 1]
            del self._written[kept:]
            told = list(self._write(self._writers[-1].copy(), steps[kept:]))
            return {
                **self._tell_all(steps, definition),
                "keep": keep,
                "steps": told,
                "sprites": self._sprites(before),
            }

    def draw_alone(self, map_name: str, placed: PlacedCounter) -> Json:
        """The picture of a piece that lies beside the board. Raises BadPicture."""
        if self._boards is None:
            raise RuntimeError("a story is begun before its pieces are drawn")
        with report_faults(self._boards.definition):
            sprite = self._boards.by_name[map_name].draw_alone(placed)
        return story_json.tell_sprite(sprite, self._shelf.put)

    def _definition(self, steps: Sequence[StoryStep]) -> Definition:
        return rules_lookup.definition_of(self._cover_of(steps[-1].seq).game)

    def _write(self, writer: StoryWriter, steps: Sequence[StoryStep]) -> Iterator[Json]:
        """The steps in the writer's hand; after each of them it is kept as it stands."""
        count = self._written[-1] if self._written else 0
        for step in steps:
            told = writer.write_step(step)
            count += told is not None
            self._steps.append((step, self._entry_of(step)))
            self._written.append(count)
            self._writers.append(writer)
            writer = writer.copy()
            if told is not None:
                yield told

    def _fits(self, steps: Sequence[StoryStep]) -> bool:
        """Whether the boards that the page has hold all that lies there in these steps."""
        boards = {} if self._boards is None else self._boards.by_name
        laid = (step.board for step in steps)
        return all(each.map_name in boards and boards[each.map_name].has_room(each.placed) for each in laid)

    def _tell_all(self, steps: Sequence[StoryStep], definition: Definition) -> Json:
        """What is told of the whole game after each step."""
        return {
            "seq": self._cover_of(steps[-1].seq).seq,
            "pieces": [story_json.tell_piece(definition, kind) for kind in self._writers[-1].pieces.kinds],
            "dice": story_json.tell_dice(steps),
        }

    def _sprites(self, first: int) -> list[Json]:
        sprites = self._boards.sprites[first:] if self._boards is not None else []
        return [story_json.tell_sprite(each, self._shelf.put) for each in sprites]


def _count_common(before: Sequence[object], now: Sequence[object]) -> int:
    """How many steps from the first on are the same, and of the same entries."""
    pairs = zip(before, now, strict=False)
    return next(
        (number for number, (one, other) in enumerate(pairs) if one != other), min(len(before), len(now))
    )


def _with_room(steps: Sequence[StoryStep]) -> Iterator[StoryBoard]:
    """The boards of steps, and then each of them with more beside it than ever lay there."""
    last = {step.board.map_name: step.board for step in steps}
    yield from (step.board for step in steps)
    for name, board in last.items():
        here = (step.board.placed for step in steps if step.board.map_name == name)
        most: dict[str, int] = {}
        samples: dict[str, PlacedCounter] = {}
        for placed in here:
            for place, count in Counter(each.place for each in placed).items():
                most[place] = max(count, most.get(place, 0))
            samples |= {each.place: each for each in placed}
        more = [sample for place, sample in samples.items() for _ in range(-(-most[place] // _ROOM) * _ROOM)]
        yield replace(board, placed=tuple(more))
