"""Standing orders in real games: one mail a player turn, hidden cards stay hidden, files to edit."""

import json
import re
import shutil
import textwrap
import time
from collections import Counter
from pathlib import Path

import pytest
from commands import good, pbem
from crashes import settle

from modules.engine.driver import Play
from modules.engine.requests import Choose, Roll
from pbem.cli import host
from pbem.entry.entries import Entry
from pbem.entry.verified_entries import verify_entry
from pbem.log.log_file import GameLog
from pbem.log.party.folder import LOG
from pbem.log.verdict import Status
from pbem.log.verification import verify
from pbem.messages import order_templates
from pbem.play.orders import order_file
from pbem.play.standing_orders import StandingOrders
from pbem.rules.audits import full_audit
from pbem.rules.boards import party_board
from pbem.rules.replay.game_replay import GameReplay
from pbem.rules.replay.standing_answers import StandingAnswer
from pbem.rules.rules_lookup import rules_of
from pbem.rules.table import Table
from pbem.setup.new_game import Plan, folders
from pbem.simulation.file_games import _Simulation, make_seeded_charter


class Players(_Simulation):
    """Both sides by policy with standing orders; who moves writes his orders for the whole player turn."""

    def __init__(self, path, game, scenario, lines, seed=1):
        plan = Plan(game, scenario, (), {}, seed)
        charter = make_seeded_charter(plan, folders(plan, path), rules_of)
        table = Table()
        table.verifier.apply(verify_entry(charter))
        super().__init__(table, folders(plan, path), seed)
        self.logs = {
            role: GameLog.create(folder.path / LOG, charter) for role, folder in self._folders.items()
        }
        self.mails = Counter()
        self.filed = lines
        for side in table.verifier.parties.sides if lines else ():
            papers = StandingOrders(self._folders[side], table).file(lines).papers
            for _, receipt in StandingOrders(self._folders["referee"], table).take(papers):
                for player in table.verifier.parties.sides:
                    StandingOrders(self._folders[player], table).keep_receipt(receipt)

    def play_on(self, turns):
        """Exchange moves until a turn is over; how many mails each player turn cost."""
        while not self.table.verifier.ended and (state := self.table.replay.play.state).turn <= turns:
            self.mails[state.turn, state.active, state.phase == "setup"] += 1
            new = self.exchange()
            for log in self.logs.values():
                log.append(*new)

    def _decide(self, side):
        play, lines = self._boards[side].try_ahead(), []
        turn = (play.state.turn, play.state.active)
        filed = self.table.replay.filed
        while isinstance(request := play.request, Choose | Roll) and turn == (
            play.state.turn,
            play.state.active,
        ):
            if isinstance(request, Roll):
                if not self.filed or play.rules.secret_packs:
                    break
                play.answer(tuple(self._chances[side].below(die.sides) + 1 for die in request.dice))
                continue
            kind = filed.vocabulary.kinds.get(request.kind)
            said = filed.answer(self.filed, play, request, False) if kind and not kind.planned else None
            if said is None and request.side != side:
                break
            order = said[1] if said else play.rules.advise(request, play.state, self._chances[side])
            play.answer(order)
            lines += [] if said else [str(order)]
        self.lines += len(lines)
        return lines


def test_a_player_turn_of_hastings_costs_one_mail(tmp_path):
    """Without standing orders the same players need several as soon as the armies have met."""
    alone = Players(tmp_path / "alone", "three_battles", "hastings", [])
    alone.play_on(3)
    assert max(alone.mails.values()) > 5
    game = Players(tmp_path / "standing", "three_battles", "hastings", ["any: default"])
    game.play_on(3)
    assert set(game.mails.values()) == {1}
    assert len(game.mails) == 7
    accounts = game.table.replay.accounts
    stood = [item for account in accounts for item in account.story if isinstance(item, StandingAnswer)]
    assert len(stood) > 20
    assert {item.side for item in stood} == {"norman", "saxon"}
    assert not any(account.dropped for account in accounts)
    log = game.logs["norman"]
    assert verify(log.read().records(), GameReplay()).status is Status.INCOMPLETE
    told = " ".join(pbem("verify", log.path, "--full")[1].split())
    assert told.count("by its standing order `any: default`") == len(stood)


@pytest.fixture(scope="module")
def cards(tmp_path_factory):
    path = tmp_path_factory.mktemp("cards")
    game = Players(path, "hastings_pulsipher", "small", ["any: default"], seed=4)
    game.play_on(99)
    return game


def test_hidden_cards_stay_hidden_and_every_board_follows(cards):
    """The referee's, both sides' and everybody's board come to one end, and to one log."""
    assert cards.table.verifier.ended
    log = cards.logs["saxon"].path
    verdict = verify(GameLog(log).read().records(), GameReplay())
    assert full_audit.check(log, verdict).status is Status.HOLDS
    stood = [
        i for account in cards.table.replay.accounts for i in account.story if isinstance(i, StandingAnswer)
    ]
    assert {i.order.split()[0] for i in stood} & {"strike", "done"}
    deciders = {Entry.decode(e.data).type for e in cards.table.verifier.entries}
    assert "decision" not in deciders


def test_a_move_is_judged_at_home_as_the_referee_judges_it(cards, tmp_path):
    """Each order on its author's own board: what standing orders answered in it is followed there too."""
    table, seen = Table(), 0
    for signed in cards.table.verifier.entries:
        before = len(table.replay.record)
        entry = table.verifier.apply(verify_entry(signed))
        if entry.type == "order" and seen < 8:
            knows = party_board.player_knowledge(
                table.verifier.cards, entry.author, cards._folders[entry.author]
            )
            side = party_board.Board(table.replay.rules, knows)
            side.follow(table.replay.record[:before])
            account, _ = side.try_lines(entry, table.replay.record[before:])
            assert account.applied + len(account.dropped) <= len(entry.body.lines)
            seen += 1
    assert seen == 8


# --- files to edit ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A new game with its folders, to be copied."""
    made = tmp_path_factory.mktemp("files") / "hastings"
    good("new", "three_battles/hastings", "--out", made)
    return made


@pytest.fixture
def path(made, tmp_path):
    """A new game with its folders, of each test's own: which tests one process runs is chance."""
    copied = shutil.copytree(made, tmp_path / "game")
    settle(copied)
    return copied


def test_the_list_is_a_file_that_says_nothing_and_each_of_its_lines_can_be_filed(path, tmp_path):
    text = good("standing", "--list", "--dir", path / "norman")
    offered = [line[1:] for line in text.splitlines() if re.match("#[a-z]", line)]
    assert len(offered) > 30
    file = tmp_path / "standing.txt"
    file.write_text(text)
    assert "no standing order in this file" in pbem("standing", file, "--dir", path / "norman")[2]
    file.write_text("\n".join(offered))
    out = good("standing", file, "--dir", path / "saxon")
    assert "number 1\n  any: default\n  any: first\n" in out


def test_the_example_of_the_page_can_be_filed(path, tmp_path):
    page = (Path(order_templates.__file__).parents[1] / "docs" / "tutorials" / "players.md").read_text()
    start = page.index("    # standing.txt")
    example = textwrap.dedent(page[start : page.index("    pbem standing --list", start)])
    file = tmp_path / "standing.txt"
    file.write_text(example)
    vocabulary = Table.load(GameLog(path / "norman" / LOG)).replay.filed.vocabulary
    lines = order_file.read(file, vocabulary).lines
    assert [str(line) for line in lines] == example.split("\n")[1:5]


def test_standing_orders_by_the_commands(path, tmp_path):
    file = tmp_path / "standing.txt"
    file.write_text("retreat of knight-1: uphill\n")
    assert f"{file}:1:12: 'knight-1' could be" in pbem("standing", file, "--dir", path / "norman")[2]
    file.write_text("retreat  of william: Uphill # up\nany: default\n")
    made = json.loads(good("standing", file, "--dir", path / "norman", "--json"))
    assert "Number 1, not in force yet:\n  retreat of N-William: uphill" in good(
        "standing", "--dir", path / "norman"
    )
    told = json.loads(good("apply", made["mail"], "--dir", path / "referee", "--json"))
    for mail in told["mails"]:
        side = next(side for side in ("saxon", "norman") if f"-{side}-" in mail)
        assert "Standing orders number 1 of norman have come" in good("apply", mail, "--dir", path / side)
    mine = "Standing orders of norman: number 1 in force\n  retreat of N-William: uphill\n  any: default\n"
    assert good("standing", "--dir", path / "norman") == mine
    listed = good("standing", "--list", "--dir", path / "norman")
    assert "\nretreat of N-William: uphill\nany: default\n" in listed
    assert '"filed": []' in good("standing", "--list", "--json", "--dir", path / "saxon")
    assert "none: you will be asked each time" in good("standing", "--none", "--dir", path / "norman")
    code, _, err = pbem("standing", file, "--list", "--dir", path / "norman")
    assert code == 2
    assert "give one of" in err
    assert "number 2, not in force yet" in good("standing", "--dir", path / "norman").lower()
    assert pbem("standing", "--list", "--dir", path / "referee")[0] == 2


def test_being_late_by_the_command(path, tmp_path, monkeypatch):
    """The time runs from the charter, and anew from the answer to each move."""
    referee = path / "referee"
    code, _, err = pbem("late", "--dir", referee)
    assert code == 1
    assert "saxon has time until" in err
    now = int(time.time())
    (tmp_path / "orders.txt").write_text("deploy\ndone\n")
    good("move", tmp_path / "orders.txt", "--dir", path / "saxon")
    move = max((path / "saxon" / "moves").glob("*-saxon.pbem"))
    good("apply", move, "--dir", referee)
    monkeypatch.setattr(host, "clock", lambda: now + 9 * 86_400)
    assert "norman has missed the deadline for its order" in good("late", "--dir", referee)
    code, _, err = pbem("late", "--dir", referee)
    assert code == 1
    until = time.strftime("%a %Y-%m-%d %H:%M UTC", time.gmtime(now + 17 * 86_400))
    assert f"norman has time until {until}" in err


def test_each_line_of_a_template_is_a_legal_order(path, tmp_path):
    side = Table.load(GameLog(path / "referee" / LOG)).owing_roles[0]
    out = tmp_path / "orders.txt"
    assert str(out) in good("template", "--dir", path / side, "--out", out)
    text = out.read_text()
    assert "# Due: place a counter" in text
    offered = [line[1:] for line in text.splitlines() if re.match("#[a-z]", line)]
    assert len(offered) > 5
    play = Table.load(GameLog(path / side / LOG)).replay.play
    for line in offered:
        order = play.rules.grammar.parse(line.partition("#")[0].strip())
        Play.restore(play.rules, play.snapshot()).answer(order)
    code, _, err = pbem("template", "--dir", path / side, "--out", out)
    assert code == 1
    assert "may hold your orders" in err
    other = "saxon" if side == "norman" else "norman"
    assert f"You are waiting for {side}" in good("template", "--dir", path / other)


def test_a_template_tells_what_is_filed_and_whom_one_waits_for(cards):
    table = Table()
    for signed in cards.table.verifier.entries:
        table.verifier.apply(verify_entry(signed))
        if len(table.verifier.entries) > 8 and table.verifier.batch is None:
            break
    (side,) = table.owing_roles
    text = order_templates.template(table, side, ["any: default"])
    assert "# Your standing orders: any: default\n" in text
    assert all(line.startswith("#") for line in text.splitlines())
    assert f"You are waiting for {side}" in order_templates.template(
        table, "saxon" if side == "norman" else "norman"
    )
    assert "The game is over" in order_templates.template(cards.table, "saxon")
