"""The command that makes a print-and-play kit, and its proof."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from generator.cli.app import AsJson, Game, app, load_drawable, must_end_in, say
from modules.amounts import count_noun

if TYPE_CHECKING:
    from generator.kit.options import Options, PartName
    from modules.definition import Definition


class PaperName(StrEnum):
    """The papers of a kit."""

    a4 = "a4"
    letter = "letter"


class DuplexName(StrEnum):
    """How the fronts and backs of a kit come together."""

    long = "long"
    short = "short"
    fold = "fold"
    single = "single"


def _two_numbers(words: str) -> tuple[float, float]:
    """`X,Y` in mm."""
    parts = words.split(",")
    try:
        right, down = (float(part) for part in parts)
    except ValueError:
        message = f"{words!r}: give millimetres right and down, such as 0.5,-0.3"
        raise typer.BadParameter(message, param_hint="--back-offset") from None
    return right, down


def _parts(words: Sequence[str]) -> tuple[PartName, ...]:
    """Names of parts between commas or given apart, in the order of the kit; `map` is as good as `maps`."""
    from generator.kit.options import PART_NAMES

    asked = [word.strip() for word in ",".join(words).split(",")]
    known = {name: name for name in PART_NAMES} | {name.removesuffix("s"): name for name in PART_NAMES}
    for word in asked:
        if word not in known:
            message = f"{word!r} is not a part of a kit; choose from {', '.join(PART_NAMES)}"
            raise typer.BadParameter(message, param_hint="--only")
    found = {known[word] for word in asked}
    return tuple(name for name in PART_NAMES if name in found)


_Offset = Annotated[
    str,
    typer.Option(metavar="X,Y", help="Move the backs right and down, in mm, if the printer misaligns them."),
]
_Only = Annotated[
    list[str] | None,
    typer.Option(
        metavar="PART,PART...",
        help="Print only these parts: cover, test, counters, cards, blocks, markers, maps, boards, charts, "
        "aids, guide, parts, credits. May be repeated.",
    ),
]
_Duplex = Annotated[
    DuplexName,
    typer.Option(
        help="How fronts meet backs: two-sided, flipped on the long or short edge; folded down the middle; "
        "or single-sided, all fronts and then all backs."
    ),
]
_Out = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="FILE.pdf", show_default="GAME.pdf, without --proof", help="The PDF to write."
    ),
]
_Proof = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE.png", help="Draw front and back of every piece side by side, for proof-reading."
    ),
]
_CutFile = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE.svg",
        help="Write files for a cutting machine, one for each sheet, and print its marks on the sheets.",
    ),
]
_Bleed = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE.pdf", help="Write each face of a card on a page with its bleed, to print on demand."
    ),
]
_Overlap = Annotated[
    float | None,
    typer.Option(metavar="MM", show_default="width of a hex", help="Width of the strip that tiles share."),
]


@app.command()
def kit(
    game: Game,
    out: _Out = None,
    paper: Annotated[PaperName, typer.Option(help="Paper size.")] = PaperName.a4,
    duplex: _Duplex = DuplexName.long,
    back_offset: _Offset = "0,0",
    only: _Only = None,
    poster: Annotated[
        bool, typer.Option("--poster", help="Print each map on one page at full size.")
    ] = False,
    overlap: _Overlap = None,
    ink_saver: Annotated[
        bool, typer.Option("--ink-saver", help="Save ink: pale backgrounds, no solid tints.")
    ] = False,
    greyscale: Annotated[
        bool, typer.Option("--greyscale", help="Print in greys instead of colours.")
    ] = False,
    no_marks: Annotated[bool, typer.Option("--no-marks", help="Leave out cut marks and cut lines.")] = False,
    proof: _Proof = None,
    cut_file: _CutFile = None,
    cards_with_bleed: _Bleed = None,
    as_json: AsJson = False,
) -> None:
    """Make a print-and-play kit as PDF.

    It has counters, cards and markers with their backs, map tiles, charts and player aids.

    \b
    Example: senlac kit three_battles --paper a4 --out kit.pdf
             senlac kit hastings_pulsipher --duplex fold --out kit.pdf
             senlac kit three_battles --paper letter --back-offset 0.5,-0.3
             senlac kit three_battles --only counters,markers --ink-saver
             senlac kit three_battles --only maps --poster --out posters.pdf
             senlac kit three_battles --proof proof.png
             senlac kit three_battles --cut-file cuts.svg
             senlac kit hastings_pulsipher --cards-with-bleed cards.pdf
    """
    from generator.kit.options import Options

    parts = _parts(only) if only else ()
    options = Options(
        paper.value, duplex.value, _two_numbers(back_offset), ink_saver, greyscale, parts, poster, overlap,
        not no_marks, cut_file is not None,
    )  # fmt: skip
    definition = load_drawable(game)
    if out is None and proof is None and cards_with_bleed is None:
        out = Path(f"{definition.name}.pdf")
    files = _Files(out, proof, cut_file, cards_with_bleed)
    _write(definition, options, files, as_json)


class _Files(NamedTuple):
    """What is to be written."""

    out: Path | None
    proof: Path | None
    cuts: Path | None
    cards: Path | None


def _write(definition: Definition, options: Options, files: _Files, as_json: bool) -> None:
    """Write kit, proof, cuts and cards, where they are asked for, and say what was written."""
    from generator.kit.make import write_cuts, write_kit
    from generator.kit.on_demand import write_cards
    from generator.kit.proof import write_proof

    endings = ((".pdf", "--out"), (".png", "--proof"), (".svg", "--cut-file"), (".pdf", "--cards-with-bleed"))
    for file, (ending, option) in zip(files, endings, strict=True):
        if file is not None:
            must_end_in(file, ending, option=option)
    out, proof, cuts, cards_file = files
    words: list[str] = []
    facts: dict[str, str | int] = {}
    if proof is not None:
        shown = write_proof(definition, proof, options)
        words.append(f"wrote {proof}: {count_noun(shown, 'kind')} of pieces")
        facts |= {"proof": str(proof), "kinds": shown}
    if cuts is not None:
        made_cuts = write_cuts(definition, cuts, options)
        words += [f"wrote {file}" for file in made_cuts]
        facts |= {"cuts": len(made_cuts)}
    if cards_file is not None:
        faces = write_cards(definition, cards_file)
        words.append(f"wrote {cards_file}: {count_noun(faces, 'different card')}, front and back")
        facts |= {"cards_file": str(cards_file), "faces": faces}
    if out is not None:
        made = write_kit(definition, out, options)
        done = f"wrote {out}" if made.drawn else f"nothing has changed: {out} is up to date"
        cards = f"{count_noun(made.cards, 'card')}, " if made.cards else ""
        words.append(
            f"{done}: {count_noun(made.pages, 'page')}, "
            f"{cards}{count_noun(made.pieces, 'piece')}, {count_noun(made.tiles, 'map tile')}"
        )
        facts |= {"file": str(out), "pages": made.pages, "cards": made.cards}
        facts |= {"pieces": made.pieces, "tiles": made.tiles}
    say("\n".join(words), as_json, **facts)
