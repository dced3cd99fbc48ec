"""Who plays by mail word joins: the host's program makes key and chain, and signs when the player says yes.

The invitation's code is his signature: it is sent to his address alone, and kept as a hash
(`mail_word_codes`).
"""

from __future__ import annotations

from pbem import errors
from pbem.entry import setup_papers
from pbem.entry.bodies import InvitedPerson, Joiner
from pbem.entry.entries import NOTHING
from pbem.entry.setup_papers import Invitation, Join, Paper
from pbem.keys.openssh_keys import PublicKey
from pbem.log.parties import Player
from pbem.log.party.folder import Folder
from pbem.log.party.key_creation import make_secrets
from pbem.play.orders import mail_word_codes
from pbem.play.orders.mail_word_codes import Offer
from pbem.reason_codes import Code
from pbem.setup import new_game


def find_role(invited: Invitation, sender: str) -> InvitedPerson | None:
    """Who of those that were invited to play by mail word has this address."""
    asked = (each for each in invited.body.invited_persons if each.word)
    return next((each for each in asked if each.mail.lower() == sender.lower()), None)


def find_offer(folder: Folder, invited: Paper[Invitation], role: str) -> Offer | None:
    """What a player was last asked to say yes to in this game."""
    found = mail_word_codes.load_offer(folder.word(role).invitation_offer_file)
    return found if found is not None and found.game == invited.digest else None


def offer(folder: Folder, invited: Paper[Invitation], role: str, count: int) -> str:
    """A new code for a role, the `count`-th, which takes the place of the one before."""
    code = mail_word_codes.new_code()
    before = find_offer(folder, invited, role)
    made = mail_word_codes.offer((invited.digest, NOTHING), "join", (), "", count).set_code(code, before)
    mail_word_codes.save_offer(folder.word(role).invitation_offer_file, made)
    return code


def join(folder: Folder, invited: Paper[Invitation], asked: InvitedPerson) -> Paper[Join]:
    """The join of a player who has said yes, signed with the key that the referee holds; the same each time.

    Raises what the files of key and chain raise.
    """
    own = folder.word(asked.role)
    make_secrets(own, f"{asked.role} of {invited.said.body.module.id}/{invited.said.body.scenario}")
    person = new_game.person(asked.role, Player(asked.name, asked.mail), own, word=True)
    return setup_papers.sign(Join(invitation=invited.digest, person=Joiner(**dict(person))), own.key())


def check_own(folder: Folder, asked: InvitedPerson, key: str) -> None:
    """Raise `not-invited` for a join of a side by mail word that another program has signed."""
    own = folder.word(asked.role).public_file
    if asked.word and not (own.is_file() and PublicKey.load(own).line == key):
        raise errors.Refusal(
            Code.NOT_INVITED,
            f"{asked.role} plays by mail word: {asked.name} joins with the code of the invitation, and with "
            "no file",
        )
