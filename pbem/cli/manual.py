"""The command that shows the pages that ship, on the command line of `pbem`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from pbem.cli.options import Json

if TYPE_CHECKING:
    from generator.pages import Page


def pages() -> dict[str, Page]:
    """The pages by topic."""
    from generator.pages import pages_in

    return pages_in(Path(__file__).parents[1] / "docs")


def docs(
    topic: Annotated[Optional[str], typer.Argument(metavar="[TOPIC]", help="What the page is about.")] = None,  # noqa: UP045
    listed: Annotated[bool, typer.Option("--list", help="List the topics, one a line.")] = False,
    path: Annotated[bool, typer.Option("--path", help="Print where the page lies, not the page.")] = False,
    as_json: Json = False,
) -> None:
    """Show the manual, page by page.

    Without TOPIC the topics are listed by kind: tutorials, how-to, reference, explanation.
    A kind may be the TOPIC. How to design a game: `senlac docs`.

    Example: pbem docs players
             pbem docs referees --path
    """
    from generator import pages as shown
    from pbem.cli.output import tell

    try:
        said = shown.manual(pages(), topic, listed=listed, path=path)
    except shown.NoSuchPageError as error:
        raise typer.BadParameter(str(error), param_hint="TOPIC") from None
    if as_json:
        tell(said.facts)
    else:
        shown.show(said, tell)


COMMANDS = (docs,)
