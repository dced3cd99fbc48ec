"""Servers of mail for a game in the browser: mailboxes by IMAP, a way out by SMTP, and who has which."""

from __future__ import annotations

from pathlib import Path

from post_servers import PASSWORD, USER, Dovecot, Smtp

from pbem.log.party.folder import Folder

_SETTINGS = """\
from: {address}
imap:
  {{host: localhost, port: {imap_port}, user: {address}, password_file: password, ca_file: {imap_ca}}}
send:
  smtp: {{host: localhost, port: {smtp_port}, user: {user}, password_file: password, ca_file: {smtp_ca}}}
"""


class MailServers:
    """`address_of`: the mailbox of each role."""

    def __init__(self, path: Path, roles: tuple[str, ...]) -> None:
        self.address_of = {role: USER if role == "referee" else f"{role}@example.org" for role in roles}
        self.imap = Dovecot(users=tuple(self.address_of.values()))
        self.smtp = Smtp(path, deliver=self.imap.deliver)

    def stop(self) -> None:
        self.smtp.stop()
        self.imap.stop()

    def set_up(self, role: str, folder: Folder) -> None:
        """Lets the robot of a folder fetch and send."""
        password = folder.path / "password"
        password.write_text(PASSWORD)
        password.chmod(0o600)
        said = _SETTINGS.format(
            address=self.address_of[role], user=USER, imap_port=self.imap.tls_port, imap_ca=self.imap.ca,
            smtp_port=self.smtp.port, smtp_ca=self.smtp.ca,
        )  # fmt: skip
        (folder.path / "post.yaml").write_text(said)
