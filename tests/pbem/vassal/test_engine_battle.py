"""A Norman march of the Comet into a battle that VASSAL itself recorded (3.8.0-beta1): all blocks of an area
with their leaders dragged as one stack, over one area into another, and the battle named in words.

What such a log says depends on dice of the turns before it; what the hand did does not.
"""

from pathlib import Path

from generator.vassal.lint import lint_file
from generator.vassal.logs.log_file import open_log
from modules import library
from modules.engine.gestures.gathering import gathered
from modules.engine.gestures.hand import Press, Put

LOG = Path(__file__).parent / "data" / "comet_battle.vlog"


def test_a_stack_of_blocks_goes_its_way_together_and_its_battle_is_named() -> None:
    rules = library.rules("year_of_the_comet", "campaign")
    found = open_log(LOG).read(library.definition("year_of_the_comet"), rules.grammar.places, ("norman",))
    keep, march, battle = (made.gesture for made in gathered(found.made, rules.grammar))
    assert (keep, battle) == (Press("keep"), Press("fight EXE"))
    assert isinstance(march, Put) and march.way == ("WIN", "BAT", "EXE")
    assert {"N-William", "B-Alan", "F-Eustace"} < {piece.counter for piece in march.pieces}
    assert len(march.pieces) == 14 and not found.passed


def test_it_holds_no_fault() -> None:
    assert not [each for each in lint_file(LOG) if each.fault.severity == "error"]
