"""`senlac try --attack` shows how a whole attack is reckoned, also where a duty forbids it."""

from __future__ import annotations

from pathlib import Path

from generator.trial.attack_check import check_attack
from generator.trial.tried_position import Wish

DEPOTS = str(Path(__file__).parents[2] / "modules" / "ruled_games" / "depots")


AWAY = {"R_inf_1": "1301", "R_inf_2": "1301"}
"""Out of reach, so that no duty forbids the attack."""


def tried(attack: str, **places: str) -> list[str]:
    at = {unit.replace("_", "-"): place for unit, place in places.items()}
    return [line.strip() for line in check_attack(DEPOTS, "must", attack, Wish(places=at))]


def test_a_legal_attack_is_reckoned_line_by_line() -> None:
    told = tried("B-inf-3,B-arm-1 > R-inf-3", B_inf_3="0704", B_arm_1="0704", **AWAY)
    at = told.index("legal: rule 5.10 (rules.yaml:66), against R-inf-3 in 0804")
    assert told[at + 1 : at + 7] == [
        "B-arm-1: combat 6, +1 (attackers, armour, at clear, 5.3) = 7",
        "attackers 11: B-inf-3 4, B-arm-1 7",
        "defenders 4: R-inf-3 4",
        "odds 11 to 4: column 2-1",
        "shift +1: +1 (attackers, armour, with infantry, 5.3): column 3-1",
        "write: attack B-inf-3,B-arm-1 > R-inf-3",
    ]
    assert told[at + 7] == "a lower column may be named: 1-3, 1-2, 1-1, 2-1, 3-1"


def test_an_attack_against_a_duty_is_refused_and_reckoned_all_the_same() -> None:
    told = tried("B-inf-3 > R-inf-3", B_inf_3="0704")
    assert told[1].startswith("not legal: rule 5.12 (rules.yaml:73): R-inf-1 in 0803 must be attacked")
    assert told[2:6] == [
        "it would be reckoned so:", "attackers 4: B-inf-3 4", "defenders 4: R-inf-3 4",
        "odds 4 to 4: column 1-1",
    ]  # fmt: skip
