"""How long a save of VASSAL takes to be read as a position. One line a figure: what, a TAB, how much."""

from __future__ import annotations

from collections.abc import Iterator

from bench_sizes import Sizes, asked
from bench_timing import seconds, tell

from generator import console
from generator.vassal.format.archive import read_archive
from generator.vassal.format.commands import BEGIN_SAVE, END_SAVE, AddPiece, Command, stack, write_commands
from generator.vassal.format.container import Metadata, read_save, save_bytes
from generator.vassal.module.hexes import HexModule
from generator.vassal.module.planning import plan_module
from generator.vassal.positions.read_position import read_position
from modules import library

GAME, SCENARIO = "three_battles", "hastings"


def figures(sizes: Sizes) -> Iterator[tuple[str, str]]:
    """A save of so many pieces, four in a stack, as a position; of each counter there are several, of which
    the reader places one and names the others."""
    plan = plan_module(library.definition(GAME))
    assert isinstance(plan, HexModule)
    here = plan.maps[SCENARIO]
    hexes, counters = sorted(here.sheet.frame.grid.ids), sorted(plan.roster.counters)
    written: list[Command] = [BEGIN_SAVE]
    for number in range(0, sizes.pieces, 4):
        place, ids = here.at(hexes[number // 4]), [str(number + each) for each in range(4)]
        for each in ids:
            piece = plan.roster.counter(counters[int(each) % len(counters)])
            written.append(AddPiece.of(each, piece.at(here.title, *place)))
        written.append(stack(f"s{number}", here.title, *place, ids))
    save = save_bytes(write_commands([*written, END_SAVE]), Metadata("1", "", 0), plan.metadata)

    def read() -> None:
        found = read_position(plan, read_save(read_archive(save, "x")).text)
        assert len(found.placed) + len(found.unplaced) == sizes.pieces

    yield f"a save of {sizes.pieces} pieces read as a position", f"{seconds(read, sizes.runs) * 1000:.0f} ms"


if __name__ == "__main__":
    console.spare()  # as the commands do
    tell(figures(asked()))
