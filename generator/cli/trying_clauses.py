"""`senlac try --unit` and `--attack`: what the clauses of a game say of one unit, or of one attack."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from generator.cli.app import must_end_in, tell, tell_line

if TYPE_CHECKING:
    from generator.trial.tried_position import Wish


@dataclass(frozen=True)
class Asked:
    """A question of a designer, as it was written."""

    unit: str
    attack: str
    at: str
    states: tuple[str, ...]
    placed: tuple[str, ...]
    turn: int
    phase: str
    options: tuple[str, ...]

    def check(self) -> None:
        """Refuse, as a wrong call, words that do not go together."""
        if bool(self.unit) == bool(self.attack):
            raise typer.BadParameter(
                "either --unit or --attack, beside what says more of it", param_hint="try"
            )
        if self.attack and (self.at or self.states):
            raise typer.BadParameter("with --attack write --place COUNTER=PLACE", param_hint="--at, --state")
        for each in self.placed:
            counter, _, place = each.partition("=")
            if not counter or not place:
                raise typer.BadParameter(f"{each!r}: write COUNTER=PLACE", param_hint="--place")


def show_clauses(name: str, scenario: str, asked: Asked, out: Path | None) -> None:
    """Print, and draw to `out`, what the clauses say."""
    asked.check()
    if asked.attack:
        if out is not None:
            raise typer.BadParameter("a picture is drawn with --unit", param_hint="--out")
        from generator.trial.attack_check import check_attack

        tell("\n".join(check_attack(name, scenario, asked.attack, _wish(name, asked))))
        return
    from generator.trial.unit_ways import find_ways, tell_ways
    from generator.trial.ways_picture import ENDINGS, write_ways

    if out is not None:
        must_end_in(out, *ENDINGS)
    ways = find_ways(name, scenario, asked.unit, _wish(name, asked))
    tell("\n".join(tell_ways(ways)))
    if out is not None:
        write_ways(ways, out)
        tell_line(f"wrote {out}")


def _wish(name: str, asked: Asked) -> Wish:
    from generator.trial.tried_position import Wish, known_counter, must_have_clauses

    definition = must_have_clauses(name)
    places = {}
    for each in asked.placed:
        counter, _, place = each.partition("=")
        places[known_counter(definition, counter)] = place
    return Wish(asked.turn, asked.phase, asked.options, places, asked.at, asked.states)
