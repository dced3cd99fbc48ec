"""The block of orders handed in: VASSAL's own checksum, blocks in chats and mails, what does not hold."""

from __future__ import annotations

from generator.vassal.format.orders.block import checksum, line_sum, read_blocks

CHAT = """\
- Loaded hastings.vsav: Hastings, 14 October 1066: 10 turns, Norman army first
* Foot N-foot-1 moves 1920 → 2010 *
* Orders of Norman army, turn 1, Norman army, Movement
* move N-foot-1 2010-2110
* move N-foot-2 2011
* attack N-foot-1,N-foot-2 > S-fyrd-1,S-fyrd-2
* fire N-archer-1 > 3026
* done
* End of orders: 5, checksum 19420
* Turn 1 of 10: Norman army, Archery fire
""".splitlines()
"""As VASSAL 3.7.26 wrote it."""


def test_the_checksum_is_that_of_vassal() -> None:
    (block,) = read_blocks(CHAT)
    assert block.heading == "Orders of Norman army, turn 1, Norman army, Movement"
    assert (block.orders[0], len(block.orders), checksum(block.orders)) == (
        "move N-foot-1 2010-2110",
        5,
        19420,
    )
    assert block.holds
    assert line_sum("Ærlig 𝄞") == (-1_525_910_484) % 9973  # Java counts a character beyond the plane as two


def test_a_block_survives_a_mail_and_tells_what_was_lost_or_changed() -> None:
    quoted = [f"> {line}" for line in CHAT]
    assert read_blocks(quoted)[0].holds
    shorter = [line for line in CHAT if "fire" not in line or "Archery" in line]
    assert [each.holds for each in read_blocks(shorter)] == [False]
    changed = [line.replace("2110", "2111") for line in CHAT]
    assert [each.holds for each in read_blocks(changed)] == [False]
    assert [each.holds for each in read_blocks(CHAT[:6])] == [False]
    assert [each.holds for each in read_blocks([*CHAT[:4], *CHAT])] == [False, True]
