"""The command that shows the pages that ship, on the command line of `pbem`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from pbem.cli.options import Json

_SHORT = {"dice-by-hand": "dice"}
"""Topics whose page has a longer name."""


def pages() -> dict[str, Path]:
    """The pages by topic, those for players and referees first."""
    files = sorted((Path(__file__).parents[1] / "docs").glob("*.md"))
    found = {_SHORT.get(file.stem, file.stem): file for file in files}
    return {
        topic: found[topic] for topic in sorted(found, key=lambda t: (t not in ("players", "referees"), t))
    }


def docs(
    topic: Annotated[Optional[str], typer.Argument(metavar="[TOPIC]", help="What the page is about.")] = None,  # noqa: UP045
    listed: Annotated[bool, typer.Option("--list", help="List the topics, one a line.")] = False,
    path: Annotated[bool, typer.Option("--path", help="Print where the page lies, not the page.")] = False,
    as_json: Json = False,
) -> None:
    """Show the manual, page by page.

    Without TOPIC the topics are listed. How to design a game: `senlac docs`.

    Example: pbem docs players
             pbem docs referees --path
    """
    from generator import pages as shown
    from pbem.cli.output import tell

    known = pages()
    if topic is None or listed:
        found = shown.titles(known)
        if as_json:
            tell([{"topic": name, "title": title, "path": str(known[name])} for name, title in found])
        else:
            tell("".join(f"{name:12} {title}\n" for name, title in found))
        return
    try:
        file = shown.page(known, topic)
    except shown.NoSuchPageError as error:
        raise typer.BadParameter(str(error), param_hint="TOPIC") from None
    text = file.read_text(encoding="utf-8")
    if as_json:
        tell({"topic": topic, "path": str(file), "text": text})
    elif path:
        tell(f"{file}\n")
    else:
        shown.show(text, tell)


COMMANDS = (docs,)
