"""The command that shows the pages that ship, on the command line of `pbem`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from pbem.cli.options import Json

if TYPE_CHECKING:
    from generator.pages import Page

_TITLES = {
    "players": "You were invited: joining, a day, standing orders, refusals, a new PC",
    "referees": "You invite: three mails, the robot or mail by mail, deadlines, rulings",
    "club": "Many games behind one mailbox: begin, what people write, trouble, backup",
    "club-machines": "A club over a database: workers, key, backup and restore, people's data",
    "dice": "Check a roll by hand, without any program of ours",
    "formats": "For programmers: keys, entries, papers, mails and codes to the byte",
    "glossary": "The words that the program uses, a line each",
    "two-computers": "A second PC, copies, folders kept in step, a machine set back, crashes",
    "with-vassal": "Move counters with the mouse, and send what VASSAL recorded",
}
"""Topics, each with what its page is good for, in the order in which they are read."""
_FILES = {"dice": "dice-by-hand"}
"""Pages whose file has another name than the topic."""


def pages() -> dict[str, Page]:
    """The pages by topic."""
    from generator.pages import Page

    folder = Path(__file__).parents[1] / "docs"
    return {topic: Page(folder / f"{_FILES.get(topic, topic)}.md", title) for topic, title in _TITLES.items()}


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

    try:
        said = shown.manual(pages(), topic, listed=listed, path=path)
    except shown.NoSuchPageError as error:
        raise typer.BadParameter(str(error), param_hint="TOPIC") from None
    if as_json:
        tell(said.facts)
    else:
        shown.show(said, tell)


COMMANDS = (docs,)
