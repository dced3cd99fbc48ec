"""What `senlac pack` says of mails is what mails can carry."""

from __future__ import annotations

from modules.game_file.archive import MAIL_FRAME, MOST_OF_A_MAIL, fits_mail, mail_characters
from pbem.entry import armor


def test_the_largest_file_that_fits_is_read_out_of_a_mail() -> None:
    assert MOST_OF_A_MAIL == armor.MAX_TEXT
    largest = next(size for size in range(760_000, 800_000) if not fits_mail(size + 1))
    box = bytes(largest)
    text = armor.encode_box(box)
    assert mail_characters(largest) <= len(text) <= mail_characters(largest) + MAIL_FRAME
    assert armor.boxes(text) == [box]
