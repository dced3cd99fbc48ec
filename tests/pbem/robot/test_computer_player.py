"""The computer in a seat of a game by mail: the charter says so, and its robot orders without a person."""

from __future__ import annotations

import pytest
from agreement import agreed
from commands import good, pbem
from three_mails import NOW, PLAYERS, Setting

from modules import library
from pbem import errors
from pbem.entry.verified_entries import verify_entry
from pbem.messages import charter_text
from pbem.post.outbox import Outbox
from pbem.robot.computer_player import decide
from pbem.robot.inbox import Inbox
from pbem.rules.table import Table
from pbem.setup import join_request
from pbem.setup.new_game import Plan

PLAN = Plan("hastings_pulsipher", "small", (), PLAYERS)
COMPUTERS = ("policy", "search 0", "search 1")


class Hall(Setting):
    """A game between two computers, and the referee's robot; mails go from outbox to inbox."""

    def __init__(self, path) -> None:
        super().__init__(path, PLAN)
        self.seat(self.join("saxon", computer="policy"))
        charter = self.seat(self.join("norman", computer="search 15"), now=NOW).charter
        for side in ("saxon", "norman"):
            join_request.begin(self.folder(side), verify_entry(charter))
        self.inboxes = {role: Inbox(self.folder(role)) for role in PLAYERS}
        self.addresses = {player.mail: role for role, player in PLAYERS.items()}
        self.now = NOW

    def round(self) -> None:
        """One round of each program."""
        for role, inbox in self.inboxes.items():
            self.now += 60
            inbox.keep_time(self.now)
            outbox = Outbox(self.folder(role).path)
            for mail in outbox.list_waiting():
                outbox.move_to_sent(mail.name)
                for address in mail.to:
                    done = self.inboxes[self.addresses[address]].receive(mail.message, self.now)
                    assert done.outcome != "refused", done.text


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Hall:
    return Hall(tmp_path_factory.mktemp("hall"))


def test_the_charter_says_which_sides_the_computer_plays(hall: Hall) -> None:
    table = Table.load(hall.host.log)
    assert [table.verifier.parties[side].computer for side in PLAYERS] == ["", "policy", "search 15"]
    said = charter_text.text(table.verifier)
    assert "played by the computer: its policy" in said
    assert "played by the computer: it searches, 15 playouts" in said


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ((), "it searches, 24 playouts"),
        (("--budget", 0), "its usual style, without playouts"),
        (("--policy",), "its policy"),
    ],
)
def test_who_joins_says_how_the_computer_plays(tmp_path, how, told: str) -> None:
    setting = Setting(tmp_path, PLAN)
    mine = tmp_path / "saxon"
    join = ("join", setting.host.ticket_file("saxon"), "--dir", mine, "--computer")
    assert f"you agree to this and play saxon, played by the computer: {told}\n" in good(*join, *how)
    [mail] = Outbox(mine).list_waiting()
    assert f"I play saxon, played by the computer: {told}." in mail.message.decode()
    joined = good("apply", mine / "join.pbem", "--dir", setting.host.path)
    assert joined.startswith(f"saxon, Sven <sven@example.org> has joined, played by the computer: {told}\n")


@pytest.mark.parametrize(
    ("how", "said"),
    [
        (("--budget", 5), "Invalid value for --budget: is how the computer plays: add --computer"),
        (("--policy",), "Invalid value for --policy: is how the computer plays: add --computer"),
        (("--computer", "--policy", "--budget", 5), "its policy has no playouts: leave one of the two out"),
    ],
)
def test_how_a_computer_plays_that_does_not(tmp_path, how, said: str) -> None:
    setting = Setting(tmp_path, PLAN)
    join = ("join", setting.host.invitation_file, "--dir", tmp_path / "saxon", "--as", "saxon")
    code, _, err = pbem(*join, *how)
    assert (code, said in " ".join(err.split())) == (2, True), err
    assert not (tmp_path / "saxon").exists()


def test_two_computers_play_without_a_person(hall: Hall) -> None:
    for _ in range(4):
        hall.round()
    table = Table.load(hall.host.log)
    authors = {entry.author for entry in table.verifier.history if entry.type in ("order", "decision")}
    assert authors == {"saxon", "norman"}
    assert not (hall.folder("norman").path / "orders.txt").exists()
    assert agreed(list(hall.host.log.read().records())) == "incomplete"


def test_a_round_that_was_cut_off_orders_the_same_again(hall: Hall) -> None:
    table = Table.load(hall.folder("saxon").log)
    [side, *_] = table.owing_roles or ("saxon",)
    table = Table.load(hall.folder(side).log)
    first = decide(table, hall.folder(side), side, "policy")
    assert first == decide(table, hall.folder(side), side, "policy")


def test_without_playouts_the_usual_style_decides(hall: Hall) -> None:
    norman = hall.folder("norman")
    for _ in range(9):
        hall.round()
        table = Table.load(norman.log)
        by_policy, usual, few = (decide(table, norman, "norman", how) for how in COMPUTERS)
        assert few == usual, "one playout is too few for a choice"
        if usual != by_policy:
            return
    pytest.fail("the usual style never differs from the policy")


def test_no_computer_without_an_evaluation(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(game: str, scenario: str) -> None:
        raise library.NoEvaluation(f"{game}/{scenario} has no evaluation")

    monkeypatch.setattr(library, "load_weighing", none)
    setting = Setting(tmp_path, PLAN)
    with pytest.raises(errors.Refusal, match="--policy"):
        setting.join("saxon", computer="search 24")
    assert setting.join("saxon", computer="policy").said.person.computer == "policy"
