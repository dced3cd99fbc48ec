"""Mails of the corpus cut, flipped, doubled and spliced by hypothesis."""

from hypothesis import strategies as st
from mail_corpus import HOSTILE, REAL

MAILS = [case.mail for case in REAL + HOSTILE]
WORDS = st.sampled_from(
    [
        *(
            b"\r\n",
            b"\n",
            b"\r",
            b"\r\n\r\n",
            b" ",
            b"\t",
            b"--b\r\n",
            b"--b--\r\n",
            b"\0",
            b"\xff",
            b"=?",
            b"?=",
        ),
        *(
            b"=?utf-8?q?=0A?=",
            b"=?idna?q?a?=",
            b"=?utf-16?b?AAA?=",
            b'"',
            b"(",
            b")",
            b"<",
            b">",
            b";",
            b"=",
            b"*0*=",
        ),
        *(
            b"From: ",
            b"Subject: ",
            b"Content-Type: ",
            b"multipart/mixed; boundary=",
            b"message/rfc822",
            b"text/html",
        ),
        *(
            b"text/plain; charset=",
            b"Content-Transfer-Encoding: ",
            b"base64",
            b"quoted-printable",
            b"x@y",
            b"a:b;",
        ),
        *(
            b"Content-Disposition: attachment; filename=",
            b"filename*=utf-8''%00",
            b"name*1=",
            b"-----BEGIN SENLAC ",
        ),
        *(
            b"ENTRY-----",
            b"-----END SENLAC ENTRY-----",
            b"PAPER-----",
            b"<br>",
            b"<blockquote>",
            b"&#99999999;",
            b">",
        ),
    ]
)


@st.composite
def mutated(draw, mails=MAILS):
    mail = draw(st.sampled_from(mails))
    for _ in range(draw(st.integers(1, 4))):
        at, to = sorted((draw(st.integers(0, len(mail))), draw(st.integers(0, len(mail)))))
        kind = draw(st.sampled_from(["flip", "cut", "keep", "double", "splice", "word"]))
        if kind == "flip" and at < len(mail):
            mail = mail[:at] + bytes([mail[at] ^ draw(st.integers(1, 255))]) + mail[at + 1 :]
        elif kind == "cut":
            mail = mail[:at] + mail[to:]
        elif kind == "keep":
            mail = mail[:to]
        elif kind == "double":
            mail = mail[:to] + mail[at:]
        elif kind == "splice":
            other = draw(st.sampled_from([*mails, *MAILS]))
            mail = mail[:at] + other[draw(st.integers(0, len(other))) :]
        elif kind == "word":
            mail = mail[:at] + draw(WORDS) + mail[at:]
    return mail
