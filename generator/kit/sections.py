"""The sections of a kit: what each is called in the contents, how many pages it has, and how it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from generator.cards import card_pieces
from generator.kit.blocks import block_look, plan_blocks
from generator.kit.cards import card_look, plan_cards
from generator.kit.charts import chart_pages, plan_charts
from generator.kit.counters import counter_look, plan_counters
from generator.kit.cover import ONE_SIDED, PRINTED
from generator.kit.impose import Duplex
from generator.kit.page import Sheet
from generator.kit.register import TITLE, proof_page_count, proof_pages
from generator.kit.sheets import Offset, page_count, sheet_pages
from generator.kit.tiles import Cut, cut_pages
from generator.pdf import Page, pdf
from modules.definition import Definition

Bookmarked = list[tuple[str, bytes]]


@dataclass(frozen=True)
class Section:
    """`what` and `how` are the words of the contents; `draw` takes the number of its first page and gives
    PDFs with their bookmarks."""

    what: str
    how: str
    pages: int
    draw: Callable[[int], Bookmarked]


@dataclass(frozen=True)
class Job:
    """A kit to plan: the game, the blank sheet, how backs are printed and moved (mm right and down)."""

    definition: Definition
    sheet: Sheet
    duplex: Duplex
    offset: Offset

    @property
    def title(self) -> str:
        """The title of the document."""
        return f"{self.definition.game.title}: print and play"

    def section(self, name: str, how: str, pages: int, draw: Callable[[int], list[Page]]) -> list[Section]:
        """A section of pages under one bookmark; none where there are no pages."""
        made = Section(name, how, pages, lambda first: [(name, pdf(draw(first), self.title))])
        return [made] if pages else []


def proof(job: Job) -> list[Section]:
    """The print test, for cards: nobody minds a counter's back a little aside."""
    pages = proof_page_count(job.duplex) if card_pieces(job.definition) else 0
    how = PRINTED[job.duplex] if pages == 2 else ONE_SIDED
    return job.section(TITLE, how, pages, lambda first: proof_pages(job.sheet, job.duplex, first, job.offset))


def cards(job: Job) -> list[Section]:
    """The sheets of cards."""
    plan = plan_cards(job.definition, job.sheet, job.duplex)
    look = card_look(job.definition, plan)
    return job.section(
        "Cards", PRINTED[job.duplex], page_count(plan),
        lambda first: sheet_pages(plan, look, "Cards", first, job.offset),
    )  # fmt: skip


def counters(job: Job, limit: float) -> list[Section]:
    """The sheets of counters, each piece at most `limit` mm wide."""
    plan = plan_counters(job.definition, job.sheet, job.duplex, limit)
    look = counter_look(job.definition, limit)
    return job.section(
        "Counters", PRINTED[job.duplex], page_count(plan),
        lambda first: sheet_pages(plan, look, "Counters", first, job.offset),
    )  # fmt: skip


def blocks(job: Job) -> list[Section]:
    """The labels of blocks: fronts and backs are stickers, so that they stand on sheets of their own."""
    plan = plan_blocks(job.definition, job.sheet)
    look = block_look(job.definition)
    return job.section(
        "Block labels", ONE_SIDED, page_count(plan),
        lambda first: sheet_pages(plan, look, "Block labels", first),
    )  # fmt: skip


def drawings(cuts: Sequence[Cut], how: str = ONE_SIDED) -> list[Section]:
    """A section for each drawing that is cut into tiles."""
    made = []
    for each in cuts:
        title = each.drawing.title
        words = f"{title}, assembly and {len(each.plan.tiles)} tiles" if each.in_parts else title
        made.append(Section(words, how, each.pages, partial(cut_pages, each)))
    return made


def charts(job: Job) -> list[Section]:
    """The charts and tracks."""
    plan = plan_charts(job.definition, job.sheet)
    draw = lambda first: [("Charts", pdf(chart_pages(plan, job.sheet, first), job.title))]  # noqa: E731
    return [Section("Charts and tracks", ONE_SIDED, len(plan), draw)] if plan else []
