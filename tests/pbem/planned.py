"""A game of the duel in which orders have more lines than they show: moves, boxes and answers as files."""

import duel
from boxed import boxes_in

from pbem.entry import armor
from pbem.log.log_file import GameLog
from pbem.log.verdict import Status
from pbem.log.verification import verify
from pbem.play import player
from pbem.play.host import referee
from pbem.play.orders import order_closing
from pbem.rules.audits import full_audit
from pbem.rules.replay.game_replay import GameReplay
from pbem.simulation.simulated_players import StreamChance

STRIKES = ("done", "strike red-a > blue-a", "strike red-b > blue-b", "done")


class Game:
    """A duel with moves, boxes and answers as files; `name` gives other dice."""

    def __init__(self, path, name="", **more):
        self.path, self.folders = path, duel.new(path, name, forced=False, **more)

    def sign(self, role, *lines):
        file = self.path / "orders.txt"
        file.write_text("\n".join(lines) + "\n")
        return player.sign_move(self.folders[role], file, build=duel.build)

    def apply(self, signed):
        boxes = boxes_in(self.folders)
        return referee.apply(self.folders["referee"], signed, duel.build, boxes=boxes)

    def take_in(self, receipt, *sides):
        answer = armor.read(self.folders["referee"].answer_file(receipt.first))
        for side in sides or duel.SIDES:
            referee.take_in(self.folders[side], answer, duel.build)
        return receipt

    def play(self, role, *lines):
        return self.take_in(self.apply(self.sign(role, *lines).signed))

    def table(self, role="referee"):
        return order_closing.load(self.folders[role], duel.build)

    def play_out(self):
        """To the end, each side with plans for its whole turn and more."""
        chance = StreamChance("ab" * 32)
        while table := self.table():
            if not table.owing_roles:
                return self
            side = table.owing_roles[0]
            choice = table.choice(side)
            legal = [order for order in choice.options.legal() if str(order) != "done"] or ["done"]
            lines = [str(legal[chance.below(len(legal))]), *self.plan(table, side)]
            self.play(side, *lines)
        raise AssertionError

    @staticmethod
    def plan(table, side):
        state, kind = table.replay.play.state, table.choice(side).kind
        foes = state.living("blue" if side == "red" else "red")
        strikes = [f"strike {mine} > {foes[0]}" for mine in state.living(side)]
        return {"steps": ["done", *strikes, "done"], "strikes": ["done"]}.get(kind, [])

    def records(self, role="referee"):
        return list(self.folders[role].log.read().records())


def full(game, role="referee"):
    """The verdict of `verify --full`."""
    path = game.folders[role].log.path
    verdict = verify(GameLog(path).read().records(), GameReplay(duel.build))
    return full_audit.check(path, verdict, duel.build) if verdict.status is Status.HOLDS else verdict
