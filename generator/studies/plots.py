"""The plots of a study, by matplotlib where it is installed: SVG, the same bytes for the same numbers."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from generator.studies.counting import Difference, Share
from modules.templates import markup

if TYPE_CHECKING:
    from markupsafe import Markup

_STYLE: Final[dict[Any, Any]] = {
    "svg.hashsalt": "senlac",
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
    "axes.spines.top": False,
    "axes.spines.right": False,
}
_WIDE: Final = 6.0
"""Inches."""
_ARM_WIDE: Final = 0.25
"""Inches for each arm where they are many."""
_SLANTED: Final = 8
"""Arms of which the names stand aslant; of more they stand upright."""
_BESIDE: Final = 0.1
"""How far the bars of the sides stand from each other, in arms."""


def can_plot() -> bool:
    """Whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


Colours = Mapping[str, str]
"""The sides in their order, each with its colour."""


def losses_plot(by_turn: Mapping[int, Mapping[str, float]], sides: Colours) -> str:
    """Counters lost by each side, turn by turn, on the average."""

    def draw(axes: Any) -> None:
        for side, colour in sides.items():
            lost = [each[side] for each in by_turn.values()]
            axes.plot(list(by_turn), lost, marker="o", color=colour, label=side)
        axes.set_xlabel("turn")
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.set_ylabel("counters lost, mean")
        _name_sides(axes, len(sides))

    return _drawn(draw)


def shares_plot(shares: Mapping[str, Mapping[str, Share]], sides: Colours) -> str:
    """The share of wins of each side in each arm, with its interval."""

    def draw(axes: Any) -> None:
        arms = list(shares)
        for nth, (side, colour) in enumerate(sides.items()):
            those = [shares[arm][side] for arm in arms]
            values = [100 * each.value for each in those]
            below = [100 * (each.value - each.low) for each in those]
            above = [100 * (each.high - each.value) for each in those]
            bars = {"yerr": [below, above], "marker": "o", "capsize": 3}
            beside = [at + _BESIDE * nth for at in range(len(arms))]
            axes.errorbar(beside, values, **bars, color=colour, label=side)
        turned = 0 if len(arms) <= 2 else 20 if len(arms) <= _SLANTED else 90
        axes.set_xticks(range(len(arms)), arms, rotation=turned, fontsize=8)
        axes.set_ylabel("won, %")
        axes.set_ylim(0, 100)
        _name_sides(axes, len(sides))

    wide = max(_WIDE, _ARM_WIDE * len(shares))
    return _drawn(draw, 3.0 if len(shares) <= _SLANTED else 4.5, wide)


def effects_plot(effects: Mapping[str, Difference], side: str) -> str:
    """What each arm does to a side's points beside the first, with its error: none where it crosses 0."""

    def draw(axes: Any) -> None:
        arms = list(effects)[::-1]
        values = [100 * effects[arm].value for arm in arms]
        errors = [100 * effects[arm].error for arm in arms]
        axes.axvline(0, color="0.7", linewidth=1)
        axes.errorbar(values, range(len(arms)), xerr=errors, fmt="o", capsize=3)
        axes.set_yticks(range(len(arms)), arms, fontsize=8)
        axes.set_ylim(-0.5, len(arms) - 0.5)
        axes.set_xlabel(f"points of 100 games that {side} gains")

    return _drawn(draw, 1.0 + 0.3 * len(effects))


def lengths_plot(turns: Sequence[int]) -> str:
    """How many games ended in each turn."""

    def draw(axes: Any) -> None:
        there = range(min(turns), max(turns) + 1)
        axes.bar(list(there), [turns.count(turn) for turn in there], color="0.5")
        axes.set_xlabel("last turn")
        axes.set_ylabel("games")
        for axis in (axes.xaxis, axes.yaxis):
            axis.get_major_locator().set_params(integer=True)

    return _drawn(draw)


def _name_sides(axes: Any, count: int) -> None:
    """Above the plot, where no curve is."""
    axes.legend(frameon=False, ncols=count, loc="lower right", bbox_to_anchor=(1, 1), borderaxespad=0)


def _drawn(draw: Any, high: float = 3.0, wide: float = _WIDE) -> Markup:
    """A figure as SVG, so many inches high and wide, without the time at which it was made."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib.figure import Figure

    with matplotlib.rc_context(_STYLE):
        figure = Figure(figsize=(wide, high), layout="constrained")
        draw(figure.subplots())
        buffer = io.StringIO()
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    text = buffer.getvalue()
    return markup(text[text.index("<svg") :])
