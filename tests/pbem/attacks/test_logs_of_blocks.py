"""A side of the year of the comet that plays by mail word asks the robot with logs: what is answered hangs on
nothing that the side does not know.

The year twice, to the battle of York: the same dice and, as far as the English are told, the same orders. In
one Hardrada marches on York, in the other he stays in Durham and as many others go; the referee, who reads
the logs, knows which. Each log that the English send is answered word for word alike.
"""

import re
from functools import partial

import pytest
import yaml
from recorded_logs import DATA
from test_logs_ask_nothing import Duel
from vassal_table import text_of

from pbem.cli.actions.situation_actions import load_own_table
from pbem.messages import position_pictures
from pbem.play.orders import order_closing
from pbem.rules import seat_views
from pbem.setup.new_game import Plan
from pbem.vassal import recorded_log

YORK = yaml.safe_load((DATA / "games.yaml").read_text(encoding="utf-8"))["comet_york"]
MARCHES = (
    ("move DUR-YOR V-viking.4,V-Hardrada.1", "move DUR-YOR V-viking.4", "move DUR-YOR V-viking.4"),
    ("move DUR-YOR V-viking.4,V-viking.4", "move DUR-YOR V-viking.4", "move DUR-YOR V-viking.4"),
)
MARK = re.compile(r"senlac-record/1 \S+ \d+ \S+")
LOGS = (
    ("deploy E-fyrd.3 E-fyrd.3 E-fyrd.3 E-fyrd.3", "fire left", "fire centre", "stay"),
    ("deploy E-fyrd.3,E-fyrd.3 E-fyrd.3 E-fyrd.3 -", "fire centre", "fire left", "fire right"),
    ("deploy E-fyrd.3,E-fyrd.3 E-fyrd.3 E-fyrd.3 -", "lose left E-fyrd.3", "retreat LON", "done"),
    ("deploy V-Hardrada.1 V-viking.4 - -", "lose left V-Hardrada.1", "fight YOR"),
)


class Year(Duel):
    """One of the two games; `hidden` is which of the marches the Viking made."""

    plan = Plan("year_of_the_comet", "campaign", (), {}, word=("english",), seed=3)
    word, other = "english", "viking"

    def begin(self, laid):
        for step in YORK["steps"][:6]:
            ((side, lines),) = ((key, value) for key, value in step.items() if key != "log")
            if side == self.word:
                self.lock(*lines)
            elif "keep" in lines:
                self.move("keep", *MARCHES[self.hidden], "done", "fight YOR")
            else:
                self.move(*lines)
        assert self.table.choice("english").kind == "deployment"

    @property
    def table(self):
        return order_closing.load(self.host)

    def whole(self):
        """The game as it is."""
        return seat_views.full_game(order_closing.load(self.host)).board.play

    def log(self, side, folder):
        """What happened, as the owner of a folder draws it for a side: all but the mark that says to which
        entry of which record it goes."""
        file = self.path / f"{side}.vlog"
        position_pictures.draw(load_own_table(folder), side, file)
        return MARK.sub("", text_of(file))


@pytest.fixture
def years(tmp_path, monkeypatch):
    monkeypatch.setattr("pbem.secrets.card_packs.seed", lambda _base, k, *_links: YORK["dice"][k - 1])
    return [Year(tmp_path / str(hidden), hidden) for hidden in (0, 1)]


@pytest.mark.whole
def test_other_hidden_blocks_and_the_same_answers_to_every_log(years, monkeypatch):
    stacks = [sorted(map(str, year.whole().state.stacks["viking", "YOR"])) for year in years]
    assert stacks[0] != stacks[1]  # else nothing was hidden
    for orders in LOGS:
        one, other = (year.answered(*orders) for year in years)
        assert one == other and f"your log: {len(orders)} steps" in one
    true = {id(year): year.whole() for year in years}
    answers = []
    for year in years:
        monkeypatch.setattr(recorded_log, "_compare", partial(compared_with, true[id(year)], reading_compare))
        answers.append(year.answered(*LOGS[0]))
    assert answers[0] != answers[1] and all("does not begin where" in each for each in answers)


@pytest.mark.whole
def test_other_hidden_blocks_and_the_same_log_of_what_happened(years):
    """The referee, who knows them, draws it for the English; the Viking's own log tells his own blocks."""
    one, other = (year.log("english", year.host) for year in years)
    same = one == other
    assert same
    one, other = (year.log("viking", year.folders["viking"]) for year in years)
    assert one != other


reading_compare = recorded_log._compare


def compared_with(true, compare, path, definition, places, _seen, log):
    """The leak: the begin of a log compared with the game as it is, and not as its player sees it."""
    placed = (*true.rules.position(true.state), *true.rules.off_map(true.state))
    compare(path, definition, places, placed, log)
