"""A stranger's charter says that the game is simulated: that is a statement to its readers, and no guard of a
player's folder asks it. Guards are off only where key and chain are those that everybody can work out.
"""

import shutil
from contextlib import suppress

import duel
import pytest
from by_policy import begun
from commands import pbem
from crashes import backup, put_back, settle
from mailed import NOW as MAILED
from mailed import Mailed
from refereed import Game
from refusing import refuses
from three_mails import NOW, PLAN, PLAYERS, Setting

from modules.engine.orders import Order
from pbem import errors
from pbem.dice.dice_stream import hash_lines
from pbem.entry.bodies import Adopt, Substitute
from pbem.entry.entries import Entry
from pbem.entry.verified_entries import verify_entry
from pbem.keys.openssh_keys import openssh_text
from pbem.log.party import disclosures, signing_record
from pbem.log.party.folder import Folder
from pbem.log.party.key_creation import make_secrets
from pbem.messages import game_status
from pbem.play import folder_restoration, player
from pbem.play.agreements import countersignatures
from pbem.reason_codes import Code
from pbem.robot.inbox import Inbox
from pbem.rules.table import Table
from pbem.setup import join_request
from pbem.setup.new_game import Plan

SEEDED = Plan("three_battles", "hastings", ("4",), PLAYERS, seed=7)


def game_of(path, plan=SEEDED):
    """A game whose host wrote a seed into the invitation by hand, and two players who joined it."""
    setting = Setting(path, plan)
    roles = [each for each in PLAYERS if each != "referee"]
    for role in roles:
        done = setting.seat(setting.join(role), now=NOW)
    for role in roles:
        join_request.begin(setting.folder(role), verify_entry(done.charter))
    return setting


@pytest.fixture(scope="module")
def joined(tmp_path_factory):
    path = tmp_path_factory.mktemp("seeded")
    return game_of(path).path


@pytest.fixture
def mover(joined, tmp_path):
    """The folder of who has to act first, and two files with different orders."""
    shutil.copytree(joined, tmp_path / "game")
    table = Table.load(Folder(tmp_path / "game/referee").log)
    assert table.charter.is_simulated
    folder = Folder(tmp_path / "game" / table.owing_roles[0])
    settle(tmp_path / "game")
    files = []
    for number, order in enumerate(different(table)):
        files.append(tmp_path / f"orders-{number}.txt")
        files[-1].write_text(f"{order}\n")
    return folder, files


def test_who_proposes_a_newcomer_lets_no_program_decide_for_him(tmp_path):
    """The attack: the proposal of a hand-made program says that the computer plays the newcomer's side."""
    game = Game(tmp_path, forced=False)
    folder = Folder(tmp_path / "edith")
    make_secrets(folder, length=40)
    key, chain = folder.key().public, folder.chain()
    who = {"role": "red", "name": "Edith", "mail": "edith@example.org", "key": key.line, "tip": chain.tip}
    for more in ({"computer": "policy"}, {"word": True}):
        body = Substitute.read({**who, "length": chain.length, "at": NOW, **more})
        made = countersignatures.propose(game.folders["referee"], body, duel.build)
        with refuses(Code.NOTHING_TO_SIGN):
            countersignatures.countersign(folder, made.file, duel.build)


def test_the_computer_decides_only_where_its_owner_joined_so(tmp_path):
    setting = Setting(tmp_path, PLAN)
    setting.seat(setting.join("saxon", computer="policy"))
    done = setting.seat(setting.join("norman"), now=NOW)
    join_request.begin(setting.folder("saxon"), verify_entry(done.charter))
    saxon = setting.folder("saxon")
    assert Table.load(saxon.log).owing_roles[0] == "saxon"
    saxon.join_file.rename(saxon.path / "elsewhere")
    assert [note.what for note in Inbox(saxon).keep_time(NOW)] == ["orders"]
    (saxon.path / "elsewhere").rename(saxon.join_file)
    assert "signed" in [note.what for note in Inbox(saxon).keep_time(NOW)]


def different(table):
    found: list[Order] = list(table.play.request.options.legal())
    return found[0], found[-1]


def test_two_orders_for_one_place_are_not_signed(mover):
    folder, (first, second) = mover
    player.sign_move(folder, first)
    with refuses(Code.ALREADY_SIGNED):
        player.sign_move(folder, second)


def test_a_folder_that_was_copied_signs_nothing(mover):
    folder, (first, second) = mover
    kept = backup(folder)
    player.sign_move(folder, first)
    put_back(folder, kept)
    with refuses(Code.RESTORED_FOLDER):
        player.sign_move(folder, second)
    table = Table.load(folder.log)
    assert game_status.facts(folder, table)["restored"]


def test_a_link_that_was_shown_is_not_given_away(mover):
    folder, (first, _) = mover
    link = Entry.decode(player.sign_move(folder, first).signed.data).link
    verifier = Table.load(folder.log).verifier
    assert disclosures.next_undisclosed_link(folder, verifier, folder.role(verifier.parties)) != link


def test_a_key_that_everybody_knows_is_not_enough(tmp_path):
    """The attack: a key of a simulated game, or what looks like one, is taken along into a game; the chain
    that the guard keeps is a secret one all the same."""
    setting = Setting(tmp_path, SEEDED)
    (tmp_path / "known").write_bytes(
        openssh_text(bytes.fromhex(hash_lines("senlac-play/1", "7", "norman", "key")))
    )
    (tmp_path / "known").chmod(0o600)
    setting.seat(setting.join("norman", key_file=tmp_path / "known"))
    done = setting.seat(setting.join("saxon"), now=NOW)
    join_request.begin(setting.folder("norman"), verify_entry(done.charter))
    folder = setting.folder("norman")
    (folder.path / signing_record.FILE).unlink()
    verifier = Table.load(folder.log).verifier
    with refuses(Code.RESTORED_FOLDER):
        disclosures.next_undisclosed_link(folder, verifier, "norman")


@pytest.fixture(scope="module")
def simulated(tmp_path_factory):
    """The beginning of a game that `pbem simulate` has made, as the release before made it too: no record."""
    return begun(tmp_path_factory.mktemp("simulated"), "three_battles", "fulford", 3)


def test_a_simulated_folder_is_played_on_and_so_is_its_copy(simulated, tmp_path):
    """Nothing in it is a secret, so that a guard would keep nothing."""
    for place in (tmp_path / "one", tmp_path / "two"):
        shutil.copytree(simulated, place)
        table = Table.load(Folder(place / "referee").log)
        side = table.owing_roles[0]
        shutil.copy(place / "referee/game.log", place / side / "game.log")
        assert not (place / side / signing_record.FILE).exists()
        orders = tmp_path / "orders.txt"
        orders.write_text(f"{different(table)[0]}\n")
        code, out, err = pbem("move", orders, "--dir", place / side, "--yes")
        assert (code, err) == (0, ""), out
        code, out, err = pbem(
            "apply", *place.glob(f"{side}/moves/{table.seq + 1:04d}-*"), "--dir", place / "referee"
        )
        assert (code, err) == (0, ""), out


def test_a_simulated_folder_says_that_nothing_is_to_be_restored(simulated):
    with refuses(Code.NOTHING_OWED):
        folder_restoration.ask(Folder(simulated / "referee"), NOW)
    code, out, _ = pbem("status", "--dir", simulated / "referee")
    assert (code, "Put back" in out) == (0, False)


def test_with_another_chain_it_is_guarded(simulated, tmp_path):
    """Who goes on in a simulated game with a chain of his own has a secret to keep."""
    place = tmp_path / "one"
    shutil.copytree(simulated, place)
    folder = Folder(place / "referee")
    verifier = Table.load(folder.log).verifier
    text = folder.chain_file.read_text()
    folder.chain_file.write_text(text[:-2] + ("0" if text[-2] != "0" else "1") + "\n")
    with refuses(Code.RESTORED_FOLDER):
        disclosures.disclose(folder, verifier, [])


def test_who_speaks_of_other_rules_has_no_order_judged_by_them(tmp_path):
    """The attack: with an order goes an `adopt` that nobody else has signed. The referee's program, which has
    other rules than the game's installed, then judges the order by these, and answers it."""

    def newer(game):
        if game.module.behaviour != 2:
            raise errors.LogFault(Code.OTHER_ENGINE, f"behaviour {game.module.behaviour}; here is 2")
        return duel.build(game)

    game = Mailed(tmp_path, forced=False)
    order = game.sign("red", "done", "done").signed
    host = game.folders["referee"]
    before = host.log.path.read_bytes()
    with refuses(Code.OTHER_ENGINE):
        Inbox(host, build=newer).receive(game.mail(order), MAILED)
    for author in ("red", "referee"):
        said = Adopt(version="2", behaviour=2, fingerprint="cd" * 32, at=MAILED)
        adopt = duel.sign(game.table().next_entry(author, said), duel.key("red"))
        for entries in ((adopt, order), (order, adopt)):
            with suppress(errors.PbemError):
                Inbox(host, build=newer).receive(game.mail(*entries), MAILED)
            assert host.log.path.read_bytes() == before
