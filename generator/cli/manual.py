"""Commands that explain: the pages that ship, and the fields of a game's files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from generator.cli.app import AsJson, app, tell, tell_json, tell_line

if TYPE_CHECKING:
    from generator.pages import Page

Listed = Annotated[bool, typer.Option("--list", help="List the topics, one a line.")]
AsPath = Annotated[bool, typer.Option("--path", help="Print where the page lies, not the page.")]


_ON_PAGES = {"vassal": "vassal", "layouts": "art-files"}
"""Files whose fields a page tells: what a module adds, and how a face is laid out."""


def _pages() -> dict[str, Page]:
    from generator.pages import Page, heading, pages_in
    from modules import game_registry, library

    room, games = Path(__file__).parents[1], game_registry.HERE
    files = {name: games / name / "README.md" for name in library.games()}
    of_games = {name: Page(file, "reference", f"A game: {heading(file)}") for name, file in files.items()}
    return pages_in(room / "docs", games / "docs") | of_games


@app.command()
def docs(
    topic: Annotated[str | None, typer.Argument(metavar="[TOPIC]", help="What the page is about.")] = None,
    listed: Listed = False,
    path: AsPath = False,
    as_json: AsJson = False,
) -> None:
    """Show the manual, page by page.

    Without TOPIC the topics are listed by kind: tutorials, how-to, reference, explanation. A kind may be the
    TOPIC. `designers` leads from nothing to a game. How to play and to referee by mail: `pbem docs`.

    \b
    Example: senlac docs designers
             senlac docs game-files --path
    """
    from generator import pages

    try:
        said = pages.manual(_pages(), topic, listed=listed, path=path)
    except pages.NoSuchPageError as error:
        raise typer.BadParameter(str(error), param_hint="TOPIC") from None
    if as_json:
        tell_json(said.facts)
    else:
        pages.show(said, lambda text: tell(text.removesuffix("\n")))


@app.command()
def fields(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A file of a game, such as counters.yaml or maps/mill.yaml.")
    ],
    as_json: AsJson = False,
) -> None:
    """List all that a file of a game may say.

    \b
    Example: senlac fields counters.yaml
             senlac fields maps
    """
    from modules.definition.explain import fields_of, files_known

    found = fields_of(file)
    if not found:
        page = next(
            (page for part, page in _ON_PAGES.items() if part in Path(file).with_suffix("").parts), ""
        )
        known = f"`senlac docs {page}` tells" if page else f"there are {', '.join(files_known())}"
        raise typer.BadParameter(f"no fields of {file!r} are known here; {known}", param_hint="FILE")
    if as_json:
        tell_json([each.facts() for each in found])
        return
    for each in found:
        tell_line(f"{each.path}: {each.says}")


@app.command()
def explain(
    field: Annotated[
        str, typer.Argument(metavar="FIELD", help="Words of its path, such as counters.kind.layout.")
    ],
    as_json: AsJson = False,
) -> None:
    """Explain one field of a game's files.

    What it is, in which unit, what it must look like, its default, and how a game that ships uses it.

    \b
    Example: senlac explain counters.kind.layout
             senlac explain maps.metres_per_hex
             senlac explain mp
    """
    from modules.definition.explain import named

    found = named(field)
    if not found:
        message = (
            f"no field of a game's files is called {field!r}: `senlac fields FILE` lists those of a file"
        )
        raise typer.BadParameter(message, param_hint="FIELD")
    if as_json:
        tell_json([each.facts() for each in found])
        return
    told: list[Any] = [each.text() for each in found]
    tell("\n\n".join(told))
