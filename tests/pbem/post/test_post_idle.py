"""A server that says when a mail comes wakes the round."""

import mailbox
import time

from post_servers import PASSWORD, USER, Dovecot

from pbem.post.post_settings import PostSettings
from pbem.post.stop_signal import Stop

MAIL = b"From: ann@example.org\r\nSubject: hello\r\n\r\nhelp\r\n"


def test_a_mail_that_comes_ends_the_wait(tmp_path):
    server = Dovecot()
    try:
        (tmp_path / "password").write_text(PASSWORD)
        (tmp_path / "password").chmod(0o600)
        (tmp_path / "post.yaml").write_text(
            f"from: {USER}\nsend: {{maildir: out}}\nimap: {{host: 127.0.0.1, port: {server.tls_port}, "
            f"user: {USER}, password_file: password, ca_file: {server.ca}}}\n"
        )
        post, stop = PostSettings.read(tmp_path / "post.yaml"), Stop()
        (source,) = post.sources(100_000)
        box = mailbox.Maildir(server.maildir, create=False)
        nudged = []
        with post.listen(100_000, lambda: (nudged.append(1), stop.nudge())):
            began, found = time.monotonic(), []
            while not found and time.monotonic() - began < 60:
                box.add(MAIL)  # until the watcher is there, nobody hears of one
                stop.wait(5)
                found = nudged
        assert found
        assert next(iter(source.waiting_mails())).data == MAIL
        source.close()
    finally:
        server.stop()
