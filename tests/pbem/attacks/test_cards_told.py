"""The card game by mail, twice: the same secret, the same Saxons, other Norman cards, plans and errors. As
long as the Saxons' view is the same, so is all that lies in their folder and mailbox, at each place of the
log.
"""

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from said import following
from test_nothing_told import masked

from modules.engine.errors import Illegal
from modules.engine.requests import Choose
from modules.engine.state_digest import digest
from pbem.entry.entries import sign
from pbem.log.log_file import GameLog
from pbem.log.party.folder import LOG
from pbem.mail.writer import Draft, compose
from pbem.messages.letters import game_letters
from pbem.play import player
from pbem.post.outbox import Outbox
from pbem.robot import computer_player
from pbem.robot.inbox import Inbox
from pbem.rules import seat_views
from pbem.rules.rules_lookup import rules_of
from pbem.secrets.card_packs import Source
from pbem.setup import new_game
from pbem.setup.new_game import Plan
from pbem.simulation.file_games import START, make_seeded_charter
from pbem.simulation.simulated_players import PolicyOrders, StreamChance

PLAN = Plan("hastings_pulsipher", "small", (), {}, seed=3)
HOUR = 3600
ROUNDS, EXAMPLES = 12, 1
NEVER = "move 32 22"
"""A line that can be read, and that no Norman may ever play."""


class World:
    """One of the two games. `cards`: numbers from which the order of the Norman pack follows, but for what
    lies at the places `fixed`; `thoughts`: how many lines beyond what comes to pass, `errors`: whether an
    order that the referee refuses in private comes before, of each Norman order."""

    def __init__(self, path, cards, thoughts, errors, fixed=frozenset()):
        self.path, self._cards, self._fixed = path, cards, fixed
        self._thoughts, self._errors = thoughts, errors
        self.folders = new_game.folders(PLAN, path)
        charter = make_seeded_charter(PLAN, self.folders, rules_of)
        for folder in self.folders.values():
            GameLog.create(folder.path / LOG, charter)
        self.inboxes = {role: Inbox(folder) for role, folder in self.folders.items()}
        self.moves, self.mails = 0, []

    def deal(self, patch):
        """Have its own cards lie in the Norman pack."""
        deal = Source.pack

        def pack(source, name, size, secret):
            made = deal(source, name, size, secret)
            if name == "N":
                made.__dict__["order"] = tuple(
                    made.order[at] for at in _places(self._cards, size, self._fixed)
                )
            return made

        patch.setattr(Source, "pack", pack)

    def table(self, role="referee"):
        table = self.inboxes[role].desk.table()
        seat_views.sit(table, self.folders[role])
        return table

    def lying(self):
        """The whole game, as the referee sees it."""
        return digest(self.table().seat.play.state)

    def view(self):
        return digest(self.table("saxon").seat.play.state)

    def play(self, side, lines, then):
        """A move, and all mails that come of it. `then`: whether somebody else comes after its lines."""
        if side == "norman" and lines:
            if self._errors[self.moves % len(self._errors)]:
                self._err()
            lines = (*lines, *(NEVER,) * then * self._thoughts[self.moves % len(self._thoughts)])
        self.moves += 1
        orders = self.path / "orders.txt"
        orders.write_text("".join(f"{line}\n" for line in lines))
        made = player.sign_move(self.folders[side], orders if lines else None, now=self.now)
        boxes = [made.plan.box] if made.plan.box else []
        game_letters.send_move(self.folders[side], made.verifier, [made.signed], boxes)
        self.post(side)

    @property
    def now(self):
        return START + HOUR * self.moves

    def _err(self):
        table = self.table("norman")
        chain, party = self.folders["norman"].chain(), table.verifier.parties["norman"]
        bad = following(table, "order", "norman", {"lines": [NEVER]}, chain.reveal(party.revealed))
        signed = sign(bad, self.folders["norman"].key())
        draft = Draft(
            table.verifier.parties["norman"].mail, ("r@example.org",), "m", "m", (signed,), automatic=False
        )
        assert self.inboxes["referee"].receive(compose(draft), self.now).outcome == "refused"
        self.post("referee")

    def post(self, *roles):
        """Deliver what lies in the outboxes, and what comes of it."""
        for role in roles:
            outbox = Outbox(self.folders[role].path)
            for mail in outbox.list_waiting():
                outbox.move_to_sent(mail.name)
                to = mail.to[0].partition("@")[0]
                if to == "saxon":
                    self.mails.append(masked(mail.message))
                received = self.inboxes[to].receive(mail.message, self.now)
                assert received.outcome != "refused" or to == "norman", received.text
                self.post(to)

    def seen(self):
        """All that lies in the Saxons' folder: names and contents."""
        folder = self.folders["saxon"].path
        files = [file for file in folder.rglob("*") if file.is_file()]
        return sorted(
            (masked(str(file.relative_to(folder)).encode()), masked(file.read_bytes())) for file in files
        )


def _places(cards, size, fixed=frozenset()):
    """An order of `size` cards that numbers say, as if each were drawn from those that are left; those at
    `fixed` places stay."""
    left = [at for at in range(size) if at not in fixed]
    return [at if at in fixed else left.pop(cards[at % len(cards)] % len(left)) for at in range(size)]


class Round:
    """What the first game had come to before a move, and the move."""

    def __init__(self, world, side, lines, then):
        self.view, self.seen, self.mails = world.view(), world.seen(), len(world.mails)
        self.lying = world.lying()
        self.side, self.lines, self.then = side, lines, then


def is_legal(play, lines):
    """Whether a side can give these orders on its own board."""
    try:
        for line in lines:
            order = play.rules.grammar.parse(line)
            play.request.options.check(order)
            play.answer(order)
    except (AttributeError, Illegal):
        return False
    return True


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The first game by policy: its rounds, its mails, and the places of the Norman cards that it showed."""
    world, rounds = World(tmp_path_factory.mktemp("one"), (), (0,), (False,)), []
    chance = StreamChance("5a" * 32)
    for _ in range(ROUNDS):
        table = world.table()
        side = table.owing_roles[0]
        play = seat_views.Follower(world.table(side), side, world.folders[side]).try_ahead()
        lines = () if table.replay.dice_due else computer_player.lines_of(PolicyOrders(chance), play, side)
        then = not isinstance(play.request, Choose) or play.request.seat != side
        rounds.append(Round(world, side, lines, then))
        world.play(side, lines, then)
    shown = world.table().verifier.cards.shown
    return rounds, world.mails, frozenset(int(token[1:]) - 1 for token in shown if token.startswith("N"))


@pytest.mark.whole
@settings(max_examples=EXAMPLES, phases=[Phase.generate], report_multiple_bugs=False)
@given(
    cards=st.lists(st.integers(0, 30), min_size=12, max_size=20),
    thoughts=st.lists(st.integers(0, 20), min_size=1, max_size=4),
    errors=st.lists(st.booleans(), min_size=1, max_size=3),
)
def test_other_cards_plans_and_errors_leave_no_trace(played, tmp_path_factory, cards, thoughts, errors):
    rounds, mails, fixed = played
    world = World(tmp_path_factory.mktemp("other"), cards, thoughts, errors, fixed)
    compared = 0
    with pytest.MonkeyPatch.context() as patch:
        world.deal(patch)
        for each in rounds:
            if world.view() != each.view:
                break
            assert world.mails == mails[: each.mails]
            assert world.seen() == each.seen
            compared += 1
            side = each.side
            play = seat_views.Follower(world.table(side), side, world.folders[side]).try_ahead()
            if not is_legal(play, each.lines):
                break
            world.play(side, each.lines, each.then)
    assert compared > ROUNDS // 2
    assert world.lying() != rounds[compared - 1].lying  # else nothing was hidden
