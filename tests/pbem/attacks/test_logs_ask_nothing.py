"""A side that plays by mail word asks the robot with logs: what it answers tells nothing that the side does
not know. A log goes on after dice and after cards that are to be turned up, and the referee, who reads it,
knows them.

The card game twice: the same shuffle of the Norman pack and the same orders, other Saxon cards where none was
shown. Each log that the Normans send is answered word for word alike.
"""

import random
import re
from contextlib import contextmanager
from dataclasses import replace

import pytest
from recording import Recorder
from word_play import CODE, body_of, code_in, opened, typed, with_log

from modules import library
from modules.engine.determinization import CannotDeterminize, determinize
from modules.engine.driver import Play
from modules.engine.gestures.following import Following, KnowsMore
from modules.engine.requests import Choose, Shuffle
from modules.engine.seeded_random import SeededRandom
from modules.hastings_pulsipher import sequence
from modules.hastings_pulsipher.state import EVERYTHING
from pbem.log.log_file import GameLog
from pbem.log.party.folder import LOG
from pbem.messages import position_pictures
from pbem.messages.letters import game_letters
from pbem.play import player
from pbem.play.orders import mail_word_drafts
from pbem.robot.inbox import Inbox
from pbem.rules import seat_views
from pbem.rules.rules_lookup import rules_of
from pbem.rules.table import Table
from pbem.secrets.card_packs import Source
from pbem.setup import new_game
from pbem.setup.new_game import Plan
from pbem.simulation.file_games import START, make_seeded_charter

PLAN = Plan("hastings_pulsipher", "small", (), {}, word=("norman",), seed=3)
SHOWN = range(2, 6)
"""The places in the Saxon pack of the cards in the front row, which are turned up before the first turn."""
LOGS = (
    ("move 15 14", "move 25 24", "done"),
    ("move 15 14", "move 25 24", "move 16 15", "move 14 13", "move 35 34", "fire 35 > 33", "done"),
    (
        "move 15 14",
        "done",
        "attack 14 > 13",
        "attack 14 > 12",
        "fire 35 > 33",
        "fire 35 > 23",
        "done",
        "done",
    ),
    (
        "move 45 44",
        "move 35 34",
        "play no_movement",
        "done",
        "attack 34 > 33",
        "attack 44 > 43",
        "fire 34 > 32",
    ),
    (
        "station right",
        "move 25 24",
        "done",
        "fire 35 > 33",
        "fire 35 > 32",
        "attack 24 > 23",
        "attack 24 > 13",
    ),
)
"""What is typed into the chat of VASSAL as orders: a hand is read by the same orders."""


def shuffled(name, size, hidden):
    """An order of a pack: of the Saxon one the hidden cards lie as a number says."""
    order = list(range(size))
    random.Random(name).shuffle(order)
    if name == "S":
        places = [at for at in range(size) if at not in SHOWN]
        others = [order[at] for at in places]
        random.Random(hidden).shuffle(others)
        for at, number in zip(places, others, strict=True):
            order[at] = number
    return tuple(order)


HEAD = re.compile(r"head [0-9a-f]{8}")


class Duel:
    """One of the two games, to the Normans' first turn. `word` is the side that asks."""

    plan, word, other = PLAN, "norman", "saxon"

    def __init__(self, path, hidden, *, laid=True):
        self.path, self.hidden, self.count = path, hidden, 0
        self.folders = new_game.folders(self.plan, path)
        charter = make_seeded_charter(self.plan, self.folders, rules_of)
        for role in ("referee", self.other):
            GameLog.create(self.folders[role].path / LOG, charter)
        self.host = self.folders["referee"]
        self.robot, self.player = Inbox(self.host), Inbox(self.folders[self.other])
        with self.dealt():
            self.begin(laid)

    def lies(self, name, size):
        """The order of a pack."""
        return shuffled(name, size, self.hidden)

    @contextmanager
    def dealt(self):
        """The packs lie as this game has them."""
        deal = Source.pack

        def pack(source, name, size, secret):
            made = deal(source, name, size, secret)
            made.__dict__["order"] = self.lies(name, size)
            return made

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Source, "pack", pack)
            yield

    def begin(self, laid):
        self.type("Hello")
        if self.table.replay.dice_due:
            self.move()
        self.move("deploy")
        if laid:
            self.lock("deploy")
            self.move("station left")
            self.lock("station left")

    @property
    def now(self):
        return START + 60 * self.count

    def type(self, *lines):
        self.count += 1
        return self.receive(typed("\n".join(lines), f"{self.word}@example.invalid", self.count))

    def lock(self, *lines):
        (draft,) = self.type(*lines).files
        assert self.type(f"yes {code_in(draft)}").outcome == "accepted"

    def move(self, *lines):
        (self.path / "orders.txt").write_text("\n".join(lines) + "\n")
        made = player.sign_move(
            self.folders[self.other], self.path / "orders.txt" if lines else None, now=self.now
        )
        boxes = [made.plan.box] if made.plan.box else []
        mail = game_letters.send_move(self.folders[self.other], made.verifier, [made.signed], boxes)
        assert self.receive(opened(mail).message).outcome == "accepted"

    def receive(self, data):
        done = self.robot.receive(data, self.now)
        for file in done.files:
            if opened(file).to == (f"{self.other}@example.invalid",):
                self.player.receive(opened(file).message, self.now)
        return done

    @property
    def table(self):
        return Table.load(self.host.log)

    @property
    def seen(self):
        return mail_word_drafts.seat_table(self.host, self.table, self.word)

    def answered(self, *orders):
        """What the robot answers to a log in which these orders are typed, but for the code word."""
        save, log = self.path / "now.vsav", self.path / "turn.vlog"
        self.count += 1
        with self.dealt():
            save.write_bytes(position_pictures.save(self.seen, self.word))
            recorder = Recorder(save)
            for order in orders:
                recorder.say(f"<Ed> - order: {order}")
            (answer,) = self.receive(
                with_log(recorder.write(log), f"{self.word}@example.invalid", self.count)
            ).files
        return HEAD.sub("head ?", CODE.sub("Code word: ?", body_of(answer)))


class Contact(Duel):
    """A game to the Saxons' second turn: before their right lies a Norman card face down. It is turned up
    as a Saxon comes near, and falls back if it is cavalry that he would beat."""

    plan = Plan("hastings_pulsipher", "small", (), {}, word=("saxon",), seed=3)
    word, other = "saxon", "norman"

    def lies(self, name, size):
        order = list(range(size))
        random.Random(name).shuffle(order)
        if name == "S":
            order[2], order[3] = order[3], order[2]  # HouseCarls are at the right
        if name == "N" and self.hidden == 2:
            order[6], order[13] = order[13], order[6]  # cavalry lies there, and not foot
        return tuple(order)

    def begin(self, laid):
        self.type("Hello")
        while True:
            table = self.table
            if table.replay.dice_due:
                self.move()
                continue
            (side,) = table.owing_roles
            choice, legal = table.choice(side), [str(each) for each in table.choice(side).options.legal()]
            if (side, choice.kind, table.play.state.turn) == ("saxon", "movement", 2):
                return
            first = table.play.state.turn == 1 and (side, choice.kind) == ("norman", "movement")
            lines = ADVANCE if first else [self.usual(choice, legal)]
            (self.lock if side == self.word else self.move)(*lines)

    @staticmethod
    def usual(choice, legal):
        """What must be done: lay out cards, make the attacks that are due, else nothing."""
        due = [line for line in legal if line.startswith("attack")] if choice.kind == "attacks" else []
        return next(line for line in (*due[:1], "deploy", "done", *legal) if line in legal)


ADVANCE = ("move 25 24", "move 35 34", "move 15 25", "move 26 36-35", "move 17 27-26", "done")
CONTACT = ("move 13 14-15", "done", "attack 15 > 16")


@pytest.fixture(scope="module")
def duels(tmp_path_factory):
    return [Duel(tmp_path_factory.mktemp("duel"), hidden) for hidden in (1, 2)]


@pytest.mark.whole
def test_other_hidden_cards_and_the_same_answers_to_every_log(duels):
    known = [whole_of(duel).known for duel in duels]
    assert known[0] != known[1]  # else nothing was hidden
    beyond = 0
    for orders in LOGS:
        one, other = (duel.answered(*orders) for duel in duels)
        assert one == other
        beyond += one.count("if the dice before it allow it")
    assert beyond > 10  # lines after cards that the robot knows, and their player does not


def test_a_log_of_the_set_up_in_which_the_pack_was_shuffled_is_answered_alike(tmp_path):
    """He knows his cards, the robot the order of the pack: neither may begin the phase anew."""
    early = [Duel(tmp_path / str(hidden), hidden, laid=False) for hidden in (1, 2)]
    one, other = (duel.answered("deploy", "station right", "move 15 14") for duel in early)
    assert one == other and "    deploy\n" in one


@pytest.mark.whole
def test_what_is_legal_hangs_on_a_card_that_is_turned_up_and_the_answers_are_the_same(tmp_path, monkeypatch):
    """A robot that tried a log out on the cards as they lie would tell which: these two games find it out."""
    pair = [Contact(tmp_path / str(hidden), hidden) for hidden in (1, 2)]
    one, other = (contact.answered(*CONTACT) for contact in pair)
    assert one == other and "3 orders" in one  # the third after a card that its player does not know
    answers = []
    for contact in pair:
        known = whole_of(contact).known
        monkeypatch.setattr(sequence, "filled_in", lambda *seen, known=known: as_it_is(*seen, known))
        answers.append(contact.answered(*CONTACT))
    assert answers[0] != answers[1] and ["3 orders" in each for each in answers] == [True, False]


def as_it_is(_field, view, _now, _chance, known):
    """The leak: what the referee knows, where a guess belongs."""
    return replace(view.copy(), viewer=EVERYTHING, known=dict(known))


def whole_of(duel):
    with duel.dealt():
        table = duel.table
        seat_views.sit(table, duel.host)
        return table.play.state


def test_a_hand_is_followed_on_no_game_that_shows_more_than_its_seat_knows(duels):
    """The room of gestures itself refuses what the robot must not ask it: the game as the referee sees it."""
    duel = duels[0]
    with duel.dealt():
        table = duel.table
        seat_views.sit(table, duel.host)
        with pytest.raises(KnowsMore, match="as norman sees it"):
            Following(Play.restore(table.play.rules, table.play.snapshot()), "norman")


def test_games_filled_in_for_a_seat_take_nothing_from_one_that_knows_the_order_of_a_pack():
    """Who knows all has no empty answer for a shuffle: his order of it is none of the seat's business."""
    play = Play(library.rules("hastings_pulsipher", "small"))
    while not isinstance(play.request, Choose):
        assert isinstance(play.request, Shuffle)
        play.answer(tuple(range(play.request.size)))
    assert play.state.phase == "setup"
    with pytest.raises(CannotDeterminize):
        determinize(play, "norman", SeededRandom(0))
