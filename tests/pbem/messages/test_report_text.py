"""Rolls as people read them: half strength points as a board player writes them, the result first."""

import pytest

from modules.engine.orders import Done
from modules.engine.requests import Choose, Die, ListedOptions, Roll, Tell
from pbem.messages import report_text
from pbem.rules.replay.order_report import OrderReport, RollResult, UsedLine


@pytest.mark.parametrize(
    ("label", "told"),
    [
        ("N-foot-3 > S-fyrd-7, 15/2 against 5, 3:2", "N-foot-3 > S-fyrd-7, 7 1/2 against 5, 3:2"),
        ("7/2 against 13/4", "3 1/2 against 3 1/4"),
        ("1/2 against 2", "1/2 against 2"),
        ("8/2 against 2", "8/2 against 2"),
        ("option 15/2/3 of 2026-11/2, file a/7/2", "option 15/2/3 of 2026-11/2, file a/7/2"),
        ("10/12 beaten", "10/12 beaten"),
    ],
)
def test_halves_are_told_as_people_write_them(label, told):
    thrown = RollResult(Roll("norman", "8.3", (Die(6, label),)), (4,))
    assert report_text.item_text(thrown) == f"1d6: {told} (rule 8.3): 4"


def roll(label, value, rule="6.2"):
    return RollResult(Roll("norman", rule, (Die(6, label),)), (value,))


def told(*story):
    account = OrderReport(7, "norman", "order")
    account.story += story
    return [line.strip() for line in report_text.account_text(account).splitlines()[1:]]


def test_a_battle_is_told_by_its_result_first_then_the_dice_a_line_a_unit():
    lines = told(
        UsedLine("fire N-archer-4 > 2722"),
        roll("N-archer-4 fires at 2722", 2),
        roll("N-archer-5 fires at 2721", 6),
        Tell("N-archer-4 fires at 2722: 2, hits", "6.2"),
        Tell("N-archer-5 fires at 2721: 6, misses", "6.2"),
        Tell("S-huscarl-7 in 2722 is disordered", "6.3"),
    )
    assert lines == [
        "> fire N-archer-4 > 2722",
        "S-huscarl-7 in 2722 is disordered (6.3)",
        "hits: N-archer-4 fires at 2722, 1d6: 2 (6.2)",
        "misses: N-archer-5 fires at 2721, 1d6: 6 (6.2)",
    ]


def test_no_fact_of_a_roll_is_lost():
    stays = Tell("S-fyrd-2 stays disordered (4, 3 with DRM)", "11.2")
    (line,) = told(roll("S-fyrd-2 reorganizes", 4, "11.1"), stays)
    assert line == "S-fyrd-2 stays disordered (4, 3 with DRM) (11.1, 11.2); 1d6 for `reorganizes`: 4"
    (line,) = told(roll("breton, first die", 6), roll("breton, second die", 5))
    assert line == "1d6: breton (rule 6.2): first die 6, second die 5"
    first, second = told(roll("Leofwine at risk", 4), Tell("S-fyrd-2 is eliminated", "7.7"))
    assert (first, second) == ("S-fyrd-2 is eliminated (7.7)", "1d6: Leofwine at risk (rule 6.2): 4")


def test_a_roll_of_the_next_moment_is_told_after_what_came_before_it():
    lines = told(
        roll("A > B, 4 against 3, 1:1", 1, "7.2"),
        Tell("A > B, 4 SP against 3 SP, 1:1: 1, defender loss", "7.2"),
        Tell("B is eliminated", "7.7"), roll("C rallies", 3), Tell("C rallies (3)", "9.1"),
    )  # fmt: skip
    assert lines == [
        "B is eliminated (7.7)",
        "defender loss: A > B, 4 SP against 3 SP, 1:1, 1d6: 1 (7.2)",
        "C rallies (3) (6.2, 9.1); 1d6: 3",
    ]


def test_a_short_list_of_choices_is_numbered_and_a_long_one_is_not():
    def listed(count):
        class Option(Done):
            """One of several."""

        orders = [Option() for _ in range(count)]
        return report_text.choice_lines(Choose("red", "x", "1", "?", ListedOptions(orders, "1")), 60)

    assert listed(2) == ["1. done", "2. done"]
    assert not any(line[0].isdigit() for line in listed(30))
