"""A server that takes mails to send, spoken to over one connection for a batch.

What it refuses for good (5xx) is told address by address; what it cannot take just now (4xx), and every mail
during which the connection broke, stays to be tried again.
"""

from __future__ import annotations

import base64
import re
import smtplib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from pbem.errors import Refusal
from pbem.post.faults import Unreachable
from pbem.post.mail_servers import (
    TIMEOUT,
    Server,
    login_refused,
    quote_reply,
    require_ascii,
    translate_faults,
)
from pbem.post.transports import Delivery
from pbem.reason_codes import Code

_LINE_END = re.compile(rb"\r\n|\r|\n")
_WELCOME, _LOGIN_FIRST, _HANGS_UP = 235, 530, 421
_BROKEN = (smtplib.SMTPException,)


class SmtpSink:
    """Sends from one address by one server."""

    def __init__(self, server: Server, sender: str, beside: Path) -> None:
        self.server = server
        self.sender = sender
        self._beside = beside
        self._open: smtplib.SMTP | None = None

    def send(self, message: bytes, to: Sequence[str]) -> Delivery:
        """Hands a mail over; raises Unreachable, or what needs a person: see `faults`."""
        smtp = self._ensure_connected()
        options = ["BODY=8BITMIME"] if not message.isascii() and smtp.has_extn("8bitmime") else []
        if not all(address.isascii() for address in (self.sender, *to)):
            if not smtp.has_extn("smtputf8"):
                return Delivery(refused=dict.fromkeys(to, f"{self.server} takes only addresses in ASCII"))
            options += ["SMTPUTF8", "BODY=8BITMIME"]
        try:
            with translate_faults(self.server, _BROKEN):
                return self._hand_over(smtp, _LINE_END.sub(b"\r\n", message), to, options)
        except Unreachable:
            self._drop()
            raise

    def check_connection(self) -> None:
        """Log in, and send nothing; raises as `send`."""
        self._ensure_connected()
        self.close()

    def close(self) -> None:
        """Ends the connection; the next use makes a new one."""
        smtp, self._open = self._open, None
        if smtp is not None:
            with suppress(smtplib.SMTPException, OSError):
                smtp.quit()
            smtp.close()

    def _hand_over(
        self, smtp: smtplib.SMTP, message: bytes, to: Sequence[str], options: Sequence[str]
    ) -> Delivery:
        try:
            answers = smtp.sendmail(self.sender, list(to), message, list(options))
        except smtplib.SMTPRecipientsRefused as error:
            return _judge_answers(to, error.recipients)
        except smtplib.SMTPSenderRefused as error:
            if error.smtp_code == _LOGIN_FIRST:
                raise login_refused(self.server) from None
            return _judge_answers(to, dict.fromkeys(to, (error.smtp_code, error.smtp_error)))
        except smtplib.SMTPDataError as error:
            return _judge_answers(to, dict.fromkeys(to, (error.smtp_code, error.smtp_error)))
        return _judge_answers(to, answers)

    def _ensure_connected(self) -> smtplib.SMTP:
        if self._open is None:
            with translate_faults(self.server, _BROKEN):
                smtp = self._connect()
            try:
                self._sign_in(smtp)
            except BaseException:
                smtp.close()
                raise
            self._open = smtp
        return self._open

    def _connect(self) -> smtplib.SMTP:
        server = self.server
        # `localhost` keeps the name of this machine out of the mails.
        if server.tls == "yes":
            return smtplib.SMTP_SSL(
                server.host, server.port or 465, "localhost",
                timeout=TIMEOUT, context=server.context(self._beside),
            )  # fmt: skip
        smtp = smtplib.SMTP(server.host, server.port or 587, "localhost", timeout=TIMEOUT)
        if server.tls == "starttls":
            try:
                smtp.starttls(context=server.context(self._beside))
            except smtplib.SMTPNotSupportedError:
                smtp.close()
                raise Refusal(Code.UNTRUSTED_SERVER, f"{server} offers no STARTTLS") from None
            except BaseException:
                smtp.close()
                raise
        return smtp

    def _sign_in(self, smtp: smtplib.SMTP) -> None:
        if self.server.user is None:
            return
        password = self.server.password(self._beside)
        with translate_faults(self.server, _BROKEN):
            try:
                _sign_in(smtp, self.server.user, password)
            except smtplib.SMTPAuthenticationError as error:
                if error.smtp_code < 500:
                    raise Unreachable(f"{self.server} cannot check the password just now") from None
                raise login_refused(self.server) from None
            except smtplib.SMTPNotSupportedError:
                raise Refusal(
                    Code.LOGIN_REFUSED, f"{self.server} knows no login: leave out `user` and its password"
                ) from None
            except UnicodeEncodeError:
                raise require_ascii(self.server) from None

    def _drop(self) -> None:
        smtp, self._open = self._open, None
        if smtp is not None:
            smtp.close()


def _sign_in(smtp: smtplib.SMTP, user: str, password: str) -> None:
    """By PLAIN if the server knows it: the library's own login knows only ASCII."""
    smtp.ehlo_or_helo_if_needed()
    if "PLAIN" not in smtp.esmtp_features.get("auth", "").split():
        smtp.login(user, password)
        return
    secret = base64.b64encode(f"\0{user}\0{password}".encode()).decode("ascii")
    code, said = smtp.docmd("AUTH", f"PLAIN {secret}")
    if code != _WELCOME:
        raise smtplib.SMTPAuthenticationError(code, said)


def _judge_answers(to: Sequence[str], answers: Mapping[str, tuple[int, bytes | str]]) -> Delivery:
    """What the server's answers mean: an address that it says nothing of was taken.

    Raises Unreachable if it hangs up in the middle of the list: then it has not taken the mail at all.
    """
    said = {one: f"{code} {quote_reply(words)}" for one, (code, words) in answers.items()}
    hung_up = [said[one] for one, (code, _) in answers.items() if code == _HANGS_UP]
    if hung_up:
        raise Unreachable(hung_up[0])
    refused = {one: said[one] for one, (code, _) in answers.items() if code >= 500}
    later = {one: said[one] for one in answers if one not in refused}
    return Delivery(tuple(one for one in to if one not in answers), refused, later)
