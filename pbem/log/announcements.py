"""What an entry that is no move says, in words: rulings, new players, games taken back, newer rules."""

from __future__ import annotations

from typing import Final

from modules.engine.requests import Tell
from pbem.entry import bodies
from pbem.entry.bodies import Body

BY_CHARTER: Final = "charter"
"""What stands in the place of a rule number for what the charter, and no rule of the game, provides for."""
ANNOUNCED: Final = (
    bodies.Substitute,
    bodies.Ruling,
    bodies.Rollback,
    bodies.Adopt,
    bodies.Silence,
    bodies.Claim,
)
"""What its body tells, and no move."""


def describe_announcement(body: Body) -> Tell:
    """The words of an entry of one of these types, or of a `late`."""
    rule = body.rule if isinstance(body, bodies.Ruling) else None
    return Tell(_describe(body), rule or BY_CHARTER)


def _describe(body: Body) -> str:
    match body:
        case bodies.Substitute():
            return f"{body.name} <{body.mail}> is {body.role} as of now, with a new dice chain"
        case bodies.Ruling():
            return f"*By agreement of all: {'; '.join(body.facts)}*. Reason: {body.why}"
        case bodies.Rollback():
            return (
                f"By agreement of all, the game goes back to where it was after entry {body.to}. "
                f"Reason: {body.why}"
            )
        case bodies.Adopt():
            return f"By agreement of all, the game goes on under version {body.version} of its rules"
        case bodies.Silence():
            return (
                f"{body.role} was asked and has been silent since entry {body.since}: all others say so, and "
                "its time begins now"
            )
        case bodies.Claim():
            return (
                f"All others say that {body.role} has let the time for its {body.kind.replace('_', ' ')} go "
                "by twice; the game ends"
            )
        case bodies.Lateness():
            return f"{body.role} has missed the deadline for its {body.kind.replace('_', ' ')}"
    raise ValueError(f"a {body.type} is not announced")
