"""What a study found, as Markdown and as one page of HTML: the same parts in the same order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from generator.drawing.typography import printed
from generator.studies import plots
from generator.studies.counting import (
    endings,
    lost_by_turn,
    mean,
    paired,
    points,
    share_of,
    summed,
    summed_by_map,
)
from generator.studies.games import Row
from generator.studies.heat import colour_of, embedded, heat_png
from generator.studies.plan import Plan, definition_of, rules_of
from generator.studies.rule_mentions import summaries_of, told_rules
from modules import library
from modules.amounts import count_noun
from modules.engine.rules.view_rules import ViewRules
from modules.free_table.ledger_text import tell_player_limits
from modules.templates import Templates
from modules.terminal import line

_MOST: Final = 10
_MARKUP: Final = re.compile(r"[\\<\[`]")
_TEMPLATES: Final = Templates("generator.studies", "generator.preview", printed=printed)


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a report: words, a table, and for the page alone a plot as markup, and pictures of maps by
    their names and addresses."""

    heading: str
    text: str = ""
    head: tuple[str, ...] = ()
    rows: Sequence[Sequence[str]] = ()
    picture: str = field(default="", compare=False)
    maps: Sequence[tuple[str, str]] = field(default=(), compare=False)


def parts(plan: Plan, rows: Sequence[Row]) -> Iterator[Part]:
    """All parts, in order. `rows` are of this plan, one game at least."""
    rules = rules_of(plan.game, plan.scenario, plan.arms[0])
    by_arm = {arm.name: [row for row in rows if row["arm"] == arm.name] for arm in plan.arms}
    sides = rules.sides
    colours = _colours(plan, rules)
    yield _wins(by_arm, colours)
    if len(plan.arms) > 1:
        yield _differences(plan, by_arm, sides)
    summaries = summaries_of(library.folder(plan.game))
    yield _ends(by_arm, summaries)
    first = by_arm[plan.arms[0].name]
    yield _lengths(by_arm, first)
    yield from (_of_first(plan, part) for part in (_losses(first, colours), _places(plan, first)))
    yield from _rules(plan, rows, summaries)
    yield from (
        _of_first(plan, part) for part in (_counters(first), _idle(first), _typical(plan, first, sides))
    )


def _of_first(plan: Plan, part: Part) -> Part:
    """A part that tells of the first arm alone, and says so where there are others."""
    said = f"Of {plan.arms[0].name} alone. {part.text}".rstrip()
    return replace(part, text=said) if len(plan.arms) > 1 else part


def _colours(plan: Plan, rules: ViewRules[Any]) -> Mapping[str, str]:
    """The sides in their order, each in the colour that stands for it on a map."""
    definition = definition_of(plan.game, plan.arms[0])
    drawn = {rules.fights_for(side): side for side in reversed(definition.game.sides)}
    return {side: colour_of(definition, drawn[side]) for side in rules.sides}


def _wins(by_arm: Mapping[str, Sequence[Row]], sides: Mapping[str, str]) -> Part:
    shares = {
        arm: {side: share_of(sum(r["winner"] == side for r in rows), len(rows)) for side in (*sides, "")}
        for arm, rows in by_arm.items()
    }
    told = [
        [arm, str(len(by_arm[arm])), *(str(its[side]) for side in (*sides, ""))]
        for arm, its in shares.items()
    ]
    drawn = {arm: {s: its[s] for s in sides} for arm, its in shares.items()}
    picture = plots.shares_plot(drawn, sides) if plots.can_plot() else ""
    said = "Share of games won, with Wilson's interval (95 %)."
    return Part("Wins", said, ("arm", "games", *sides, "nobody"), told, picture)


def _differences(plan: Plan, by_arm: Mapping[str, Sequence[Row]], sides: Sequence[str]) -> Part:
    base = plan.arms[0].name
    effects = {
        arm: {side: paired(by_arm[base], rows, side) for side in sides}
        for arm, rows in by_arm.items()
        if arm != base
    }
    told = [[arm, *map(str, its.values())] for arm, its in effects.items()]
    first = {arm: its[sides[0]] for arm, its in effects.items()}
    picture = plots.effects_plot(first, sides[0]) if plots.can_plot() else ""
    said = (
        f"Points of 100 games (a draw is half) beyond those of the first arm ({base}), over the same seeds, "
    )
    said += "± the error (95 %)."
    return Part("Differences", said, ("arm", *sides), told, picture)


def _ends(by_arm: Mapping[str, Sequence[Row]], summaries: Mapping[str, str]) -> Part:
    told = [
        [arm, winner, level, rule, summaries.get(rule, ""), str(share)]
        for arm, rows in by_arm.items()
        for winner, level, rule, share in endings(rows)
    ]
    return Part(
        "Ends",
        "By level and by the rule that ended the game.",
        ("arm", "winner", "level", "rule", "in brief", "share"),
        told,
    )


def _lengths(by_arm: Mapping[str, Sequence[Row]], first: Sequence[Row]) -> Part:
    told = [
        [arm, f"{mean([r['turns'] for r in rows]):.1f}", f"{mean([r['decisions'] for r in rows]):.0f}"]
        for arm, rows in by_arm.items()
    ]
    picture = plots.lengths_plot([row["turns"] for row in first]) if plots.can_plot() else ""
    said = f"The picture is of {next(iter(by_arm))} alone." if picture and len(by_arm) > 1 else ""
    return Part("Length", said, ("arm", "turns", "answers"), told, picture)


def _losses(rows: Sequence[Row], sides: Mapping[str, str]) -> Part:
    by_turn = lost_by_turn(rows, list(sides))
    told = [[str(turn), *(f"{its[side]:.1f}" for side in sides)] for turn, its in by_turn.items()]
    picture = plots.losses_plot(by_turn, sides) if plots.can_plot() else ""
    return Part(
        "Losses",
        "Counters lost so far, on the average of the games that came to a turn.",
        ("turn", *sides),
        told,
        picture,
    )


def _places(plan: Plan, rows: Sequence[Row]) -> Part:
    """Of a game of several battles the places of all their maps."""
    lost, fought = (summed_by_map(rows, column) for column in ("places", "fights"))
    definition, maps = definition_of(plan.game, plan.arms[0]), []
    for name in sorted(lost.keys() | fought.keys()):
        if name not in {*definition.maps, *definition.boards, *definition.area_maps}:
            continue  # a row that somebody has written
        data = heat_png(definition, name, lost.get(name, {}), fought.get(name, {}))
        maps += [(name, embedded(data))] if data else []
    all_lost, all_fought = (Counter(_called(counts)) for counts in (lost, fought))
    most = sorted(all_lost.keys() | all_fought.keys(), key=lambda at: (-all_lost[at], -all_fought[at], at))
    told = [
        [at, f"{all_fought[at] / len(rows):.2f}", f"{all_lost[at] / len(rows):.2f}"] for at in most[:_MOST]
    ]
    said = "Where counters stood, when the player turn began, that were attacked in it, or lost"
    said += ": a blue ring for attacks, a red disc for losses." if maps else "."
    head = ("place", "attacks a game", "lost a game")
    return Part("Fights and losses by place", said, head, told, maps=maps)


def _called(by_map: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """The numbers by place, with the map before it where there are several."""
    return {
        f"{name} {place}" if len(by_map) > 1 else place: count
        for name, counts in by_map.items()
        for place, count in counts.items()
    }


def _most(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda it: (-it[1], it[0]))[:_MOST]


def _rules(plan: Plan, rows: Sequence[Row], summaries: Mapping[str, str]) -> Iterator[Part]:
    fired = summed(rows, "fired")
    told = [
        [rule, summaries.get(rule, ""), f"{count / len(rows):.2f}"]
        for rule, count in sorted(fired.items(), key=lambda it: -it[1])
    ]
    said = "How often each was rolled for, told of, or ended the game"
    said += ", in all arms." if len(plan.arms) > 1 else "."
    yield Part("Rules", said, ("rule", "in brief", "a game"), told)
    definition = library.definition(plan.game)
    never = sorted(told_rules(definition) - fired.keys())
    teller = "clauses" if definition.rules_file else "code"
    said = f"Those of which the {teller} can tell, those of other scenarios among them." if never else "None."
    told = [[rule, summaries.get(rule, "")] for rule in never]
    yield Part("Rules that never fired", said, ("rule", "in brief"), told)


def _counters(rows: Sequence[Row]) -> Part:
    lost: dict[str, int] = {}
    for row in rows:
        for counter in row["lost"]:
            lost[counter] = lost.get(counter, 0) + 1
    told = [[counter, f"{100 * count / len(rows):.0f} %"] for counter, count in _most(lost)]
    return Part("Counters that are lost most", "", ("counter", "of games"), told)


def _idle(rows: Sequence[Row]) -> Part:
    """Counters that did nothing but stand and move: in all games, and in most."""
    idle = Counter(counter for row in rows for counter in row["idle"])
    never = ", ".join(sorted(c for c, count in idle.items() if count == len(rows))) or "none"
    said = (
        "Of these nothing was told but that they stood or moved: no fight, fire, check or rally; they were "
        f"not lost. In no game mattered: {never}."
    )
    told = [[counter, f"{100 * count / len(rows):.0f} %"] for counter, count in _most(idle)]
    return Part("Counters that never mattered", said, ("counter", "of games"), told)


def _typical(plan: Plan, rows: Sequence[Row], sides: Sequence[str]) -> Part:
    """How far a game is from the mean in length and losses, each in its standard deviations."""
    names = ("turns", "decisions", *sides)
    table = [[row["turns"], row["decisions"], *_lost(row, sides)] for row in rows]
    means = [mean([line[at] for line in table]) for at in range(len(names))]
    spreads = [
        mean([(line[at] - means[at]) ** 2 for line in table]) ** 0.5 or 1.0 for at in range(len(names))
    ]

    def far(at: int) -> float:
        apart = sum(((x - m) / s) ** 2 for x, m, s in zip(table[at], means, spreads, strict=True))
        return float(apart + (points(rows[at], sides[0]) - mean([points(r, sides[0]) for r in rows])) ** 2)

    order = sorted(range(len(rows)), key=lambda at: (far(at), rows[at]["seed"]))
    shown = [*((at, "typical") for at in order[:10]), *((at, "strange") for at in order[10:][-3:])]
    told = [
        [
            kind,
            str(rows[at]["seed"] - plan.first),
            str(rows[at]["seed"]),
            rows[at]["winner"] or "nobody",
            rows[at]["level"],
            str(rows[at]["turns"]),
            *map(str, _lost(rows[at], sides)),
        ]
        for at, kind in shown
    ]
    return Part(
        "Games to look at",
        "The most typical by length and losses, and the strangest, with the counters that each side lost. "
        "The same command with --watch and the number of a game writes it as a VASSAL log, to be stepped "
        "through.",
        ("", "game", "seed", "winner", "level", "turns", *sides),
        told,
    )


def _lost(row: Row, sides: Sequence[str]) -> list[int]:
    last = row["losses"][str(row["turns"])]
    return [last.get(side, 0) for side in sides]


def title(plan: Plan, rows: Sequence[Row]) -> tuple[str, str]:
    """What was played, in a heading and a line."""
    definition = library.definition(plan.game)
    seats = rules_of(plan.game, plan.scenario, plan.arms[0]).seats
    who = ", ".join(f"{seat} {_player(plan, kind)}" for seat, kind in zip(seats, plan.players, strict=True))
    games = count_noun(len(rows), "game") + (
        f" in {count_noun(len(plan.arms), 'arm')}" if len(plan.arms) > 1 else ""
    )
    ships = plan.game in library.games()
    limits = "" if ships else tell_player_limits(definition, plan.scenario)
    said = f"{plan.game}/{plan.scenario}: {games}; {who}."
    return library.title(definition, plan.scenario), f"{said} {limits.capitalize()}." if limits else said


def _player(plan: Plan, kind: str) -> str:
    """How a seat is played; a budget of nought is the usual style alone."""
    return f"search {plan.budget}" if kind == "search" else kind


@dataclass(frozen=True)
class Report:
    """What a study found, worked out and drawn once for both of its forms."""

    heading: str
    said: str
    parts: tuple[Part, ...]


def report(plan: Plan, rows: Sequence[Row]) -> Report:
    """The report of these rows, one game at least."""
    return cleaned(Report(*title(plan, rows), tuple(parts(plan, rows))))


def cleaned(told: Report) -> Report:
    """The report with what nobody sees, or a terminal obeys, as escapes: names may be a stranger's."""
    return Report(line(told.heading), line(told.said), tuple(map(_cleaned, told.parts)))


def _cleaned(part: Part) -> Part:
    return replace(
        part,
        text=line(part.text),
        head=tuple(map(line, part.head)),
        rows=[[line(cell) for cell in row] for row in part.rows],
    )


def markdown(told: Report) -> str:
    """The report without its pictures."""
    found = [f"# {_plain(told.heading)}", "", _plain(told.said), ""]
    for part in told.parts:
        found += [f"## {part.heading}", "", *([_plain(part.text), ""] if part.text else [])]
        if part.rows:
            found += [_line(part.head), "|" + "---|" * len(part.head), *map(_line, part.rows), ""]
    return "\n".join(found)


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(_plain(each).replace("|", "\\|") for each in cells) + " |"


def _plain(text: str) -> str:
    """Words that are no HTML, no link and no code in Markdown."""
    return _MARKUP.sub(r"\\\g<0>", text)


def page(told: Report) -> str:
    """The report as one page, with its pictures in it."""
    return _TEMPLATES.fill("report.html", told=told) + "\n"
