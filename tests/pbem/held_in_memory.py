"""What a party holds, without a disk: its key, chain and secret, and a dictionary for all else."""

from pathlib import PurePosixPath

from pbem import errors
from pbem.log.party.seat import Seat


class Memory:
    """Holdings of a folder's owner; of its files those that `keep` lays here, and the named ones."""

    def __init__(self, folder, *rooms):
        self._raw, self._key, self._chain = folder.public(), folder.key(), folder.chain()
        self._secret = folder.secret_file.is_file() and folder.read("secret")
        self._open = (lambda commitment: folder.secret(commitment)) if self._secret else None
        self._opened = None
        self.files = {
            f"{room}/{name}": folder.read(f"{room}/{name}")
            for room in rooms
            for name in folder.list_names(room)
        }

    def read(self, name):
        return self.files.get(name)

    def list_names(self, room):
        return sorted(PurePosixPath(name).name for name in self.files if name.startswith(f"{room}/"))

    def keep(self, name, data, *, secret=False):
        assert secret in (True, False)
        self.files[name] = data

    def path_of(self, name):
        return PurePosixPath("memory") / name

    def public(self):
        return self._raw

    def role(self, parties):
        seat = Seat.find_seat(parties, self._raw)
        if seat is None:
            raise errors.StrangeFolder("no party")
        return seat.role

    def key(self):
        return self._key

    def key_text(self):
        return self._key.text()

    def chain(self):
        return self._chain

    def secret(self, commitment):
        if self._opened is None:
            self._opened = self._open(commitment)
        return self._opened

    def word(self, role):
        raise AssertionError(role)
