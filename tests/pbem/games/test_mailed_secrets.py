"""A whole game of hidden cards by mail: until the secret is opened at the end, nothing in a player's folder,
in his mails or in their pictures depends on what he was not entitled to know.
"""

import base64
import binascii
import email
import email.policy
import re
from copy import copy
from types import SimpleNamespace

import pytest

from pbem.entry.field_types import REFEREE
from pbem.messages import position_pictures
from pbem.rules import seat_views
from pbem.rules.boards import party_board
from pbem.rules.table import Table
from pbem.simulation.mail_games import MAILDIR

SIDES = ("saxon", "norman")
_RUN = re.compile(rb"[A-Za-z0-9+/]{16,}(?:(?:\r?\n|\\n)(?:> ?)*[A-Za-z0-9+/]+)*={0,2}")


def layers(data, depth=4):
    """Bytes, what stands in them in base64, whole or wrapped over lines, and so on."""
    yield data
    if depth:
        for run in _RUN.findall(data):
            text = re.sub(rb"\\n|[^A-Za-z0-9+/=]", b"", run)
            try:
                inner = base64.b64decode(text[: len(text) // 4 * 4])
            except binascii.Error:
                continue
            yield from layers(inner, depth - 1)


def everything(folder):
    """Every byte of a folder's files and their names, of the parts of its mails, and of base64 in them."""
    found = []
    for file in sorted(folder.rglob("*")):
        found.append(str(file.relative_to(folder)).encode())
        if file.is_file():
            data = file.read_bytes()
            found += layers(data)
            if MAILDIR in file.parts or file.suffix == ".eml":
                mail = data.partition(b"\r\n")[2] if data.startswith(b"X-Senlac") else data
                for part in email.message_from_bytes(mail, policy=email.policy.default).walk():
                    found += layers(part.get_payload(decode=True) or b"")
    return b"\n".join(found)


def unknown(referee, table, side):
    """The secret, and seeds and salts of the packs but for the cards that this side was dealt or shown."""
    cards = table.verifier.cards
    secret = referee.secret(cards.commitment)
    packs = cards.open_packs(secret)
    known = {token for deal in cards.deals if deal.side == side for token in deal.tokens} | set(cards.shown)
    hidden = [o for pack in packs.values() for token, o in pack.openings.items() if token not in known]
    return [secret.value, *(pack.seed for pack in packs.values()), *(o.salt for o in hidden)]


@pytest.mark.whole
@pytest.mark.parametrize("side", SIDES)
def test_folder_and_mails_hold_nothing_of_it(kept, side):
    folders = kept.played.folders
    counts = []
    for seq, copied in kept.moments:
        text, table = everything(copied / side), Table.load(folders[REFEREE].log, upto=seq)
        assert table.verifier.entries[-1].data in text
        secrets = unknown(folders[REFEREE], table, side)
        counts.append(len(secrets))
        for what in secrets:
            assert what.encode() not in text
            assert what.upper().encode() not in text
            assert bytes.fromhex(what) not in text
    assert len(counts) > 3
    assert max(counts) > 10


@pytest.mark.parametrize("side", SIDES)
def test_after_the_end_the_secret_is_found(kept, side):
    """Else the test above could not fail."""
    folders = kept.played.folders
    table = Table.load(folders[REFEREE].log)
    assert unknown(folders[REFEREE], table, side)[0].encode() in everything(folders[side].path)


@pytest.mark.parametrize("wrap", [64, 76, 1000])
def test_what_is_wrapped_is_found(tmp_path, wrap):
    """In armor within armor, quoted, and in a mail in base64."""
    secret = b"5a" * 32
    inner = base64.b64encode(b"the secret is " + secret)
    once = b"\r\n> ".join(inner[at : at + wrap] for at in range(0, len(inner), wrap))
    twice = base64.encodebytes(b'{"box":"' + once + b'"}')
    (tmp_path / "a.eml").write_bytes(b"Content-Transfer-Encoding: base64\r\n\r\n" + base64.encodebytes(twice))
    assert secret in everything(tmp_path)


@pytest.mark.whole
@pytest.mark.parametrize("side", SIDES)
def test_a_picture_does_not_change_with_what_is_hidden(kept, side):
    """The same game in which the cards that nobody has seen lie otherwise."""
    referee = kept.played.folders[REFEREE]
    other = SIDES[1 - SIDES.index(side)]
    table = Table.load(referee.log, upto=40)
    seat_views.sit(table, referee)
    changed = copy(table)
    packs = table.seat.knows.packs
    name = other[0].upper()
    secret = [token for token in packs[name].tokens if token not in table.verifier.cards.shown]
    order = list(packs[name].order)
    places = [int(token[1:]) - 1 for token in secret]
    for place, number in zip(places, [order[place] for place in reversed(places)], strict=True):
        order[place] = number
    assert order != list(packs[name].order)
    knows = party_board.Knowledge(packs={**packs, name: SimpleNamespace(order=tuple(order))})
    changed.seat = seat_views.board(changed, knows)
    for since in (0, 30):
        assert position_pictures.mail_picture(changed, side, since) == position_pictures.mail_picture(
            table, side, since
        )
    assert position_pictures.mail_picture(changed, None, 30) != position_pictures.mail_picture(
        table, None, 30
    )
