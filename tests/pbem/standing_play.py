"""Standing orders as tests file them: signed by a side, taken in by the referee, receipted to both sides."""

import duel

from pbem.play import player
from pbem.play.host import referee
from pbem.play.standing_orders import StandingOrders
from pbem.rules.table import Table


def signed(game, role, *lines):
    """A side's standing orders, signed and kept; nobody else has them."""
    path = game.path / "standing.txt"
    path.write_text("\n".join(lines) + "\n")
    return player.file_standing(game.folders[role], path if lines else None, duel.build)


def taken(game, papers, build=duel.build):
    """What the referee makes of papers: his receipts."""
    folder = game.folders["referee"]
    return [receipt for _, receipt in StandingOrders(folder, Table.load(folder.log, build)).take(papers)]


def show(game, receipts, *roles, build=duel.build):
    """Players keep receipts."""
    for role in roles or duel.SIDES:
        filings = StandingOrders(game.folders[role], Table.load(game.folders[role].log, build))
        for receipt in receipts:
            filings.keep_receipt(receipt)


def file(game, role, *lines):
    """Standing orders all the way."""
    made = signed(game, role, *lines)
    show(game, taken(game, made.papers))
    return made


def share(game, receipt):
    """Both sides take in the referee's answer."""
    from pbem.entry import armor

    answer = armor.read(game.folders["referee"].answer_file(receipt.first))
    for side in duel.SIDES:
        referee.take_in(game.folders[side], answer, duel.build)
