"""What the linter can find: a closed list of faults (`codes.yaml`), and one finding of one of them.

`why` and `what_to_do` belong to the fault; where it is and what exactly was found belong to the finding.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import yaml

from generator.vassal.format.codec import printable

MOST_OF_A_FAULT, LONGEST = 200, 1_000
"""Findings of one fault that are told; characters of what each says."""

Severity = Literal["error", "warning"]


@dataclass(frozen=True)
class Fault:
    """One kind of fault. An error is something that VASSAL loses, misreads or refuses; a warning is legal,
    but hardly meant."""

    code: str
    severity: Severity
    why: str
    what_to_do: str


@dataclass(frozen=True)
class Finding:
    """One fault at one place: a component's path, a piece, a file."""

    code: str
    where: str
    what: str

    @property
    def fault(self) -> Fault:
        """The kind of fault."""
        return fault_table()[self.code]

    def facts(self) -> dict[str, Any]:
        """The finding for a program to read."""
        fault = self.fault
        told = {"why": fault.why, "what_to_do": fault.what_to_do}
        return {
            "code": self.code, "severity": fault.severity, "where": self.where, "what": self.what, **told
        }  # fmt: skip


@cache
def fault_table() -> Mapping[str, Fault]:
    """Every fault by its code, in the order in which findings are told."""
    raw = yaml.safe_load(files("generator.vassal.lint").joinpath("codes.yaml").read_text("utf-8"))
    return {code: Fault(code, entry["is"], entry["why"], entry["do"]) for code, entry in raw.items()}


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Each finding once, errors first, then by the order of the list of faults, then as found.

    A stranger's names stand in findings: what a terminal might obey is shown as an escape.
    """
    told: dict[str, list[Finding]] = {}
    for each in dict.fromkeys(map(_shown, findings)):
        told.setdefault(each.code, []).append(each)
    rank = {code: (fault.severity, index) for index, (code, fault) in enumerate(fault_table().items())}
    shown = [each for some in told.values() for each in _first(some)]
    return sorted(shown, key=lambda finding: rank[finding.code])


def _shown(each: Finding) -> Finding:
    return replace(each, where=_cut(each.where), what=_cut(each.what))


def _cut(text: str) -> str:
    told = printable(text[: LONGEST + 1])
    return told if len(told) <= LONGEST else f"{told[: LONGEST - 4]} ..."


def _first(findings: list[Finding]) -> list[Finding]:
    """The first findings of one fault, and how many more there are."""
    more = len(findings) - MOST_OF_A_FAULT
    if more <= 0:
        return findings
    rest = replace(findings[-1], where="and more", what=f"{more:,} more of these")
    return [*findings[:MOST_OF_A_FAULT], rest]


def has_errors(findings: Iterable[Finding]) -> bool:
    """Whether one of the findings is an error."""
    return any(finding.fault.severity == "error" for finding in findings)
