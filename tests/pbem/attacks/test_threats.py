"""Each threat of the protocol has tests that mount it: `threats.yaml` names them, and they are there."""

import ast
import re
from functools import cache
from pathlib import Path

import yaml

HERE = Path(__file__).parent
TESTS = HERE.parent
PAGE = """
re-roll; dropped roll; an entry of the answerer's own before an order whose link he knows; a burnt link that
was shown already; a chain renewed until the dice please; two new chains, the second of one that has not
answered; an ack in another's turn that swaps opener and closer; a closer who resigns with the link in hand;
a late without or with a false time; words that change the game; restarted log or old save; fork; receipt of
another game; receipt of another battle; order changed after the dice; order chosen by looking ahead;
grinding variants of an order; last revealer grinds; refusal after a bad result; reused or exhausted link;
modulo bias; backdated mail; forged From; stolen mailbox; replayed mail; duplicated mail; reordered mail;
different entries to different people; referee prefers a side; guessed commitment; hidden state in a file;
sealed order copied or re-addressed; signature moved to another type or game; duplicate keys; floats; twins
in Unicode; trailing bytes; malleable signature; other engine version; substituted player's old key; zip and
MIME bombs; deep nesting; huge headers; path names; header injection; mail loops; standing orders put into
an answer with the dice known; a standing order skipped, or another line chosen; standing orders filed with
the dice known; what standing orders tell the other side; an old, forked or foreign standing paper; mail
word with a guessed code; mail word with an old code; mail word with a quoted code; mail word with a forged
From; mail word whose draft is changed; mail word not told of; a bad box; a stop "did not fit" that did;
what unused lines tell the other side; what the order of lines tells the other side; what a refusal tells
the other side; a referee who never ends a hidden game; a link shown again from a restored folder; two
restored orders to choose from; a false refusal, then the refused order appended; a false refusal, then
another order with the same link; a false refusal, then the author's two signatures shown as a fork;
a grave refusal behind a trifling one; a false refusal in a game without a way out;
a false word to a newcomer, with what makes a party of them;
an entry that is out for ever and never comes; a `late` without or with a
false time while the order is in hand; an order's place taken again and again; what all have signed
held back, then a `late`; a false word that a clock was ahead; what all have signed held back, then a
move; a fact in other words for each who signs it; a fact that counts twice or elsewhere; adopt of rules that
favour a side; two of three who speak for the third; two of three without a
referee who know their dice; another game told to one of three; one player's mail
in another's game of a club; a club flooded; a club's mails brought upon somebody else; games of a club
guessed; a club's database stolen; a club's database written to by somebody without its key; a club's
database put back from a backup; a worker with an old key; two
workers on one mail; a mail that comes first under the Message-ID of another; a bounce that is none;
a snapshot forged or damaged; a snapshot of another game, log or program; what a snapshot tells;
asking the robot with logs of VASSAL for what is hidden; an order that closes nothing; a die named
otherwise than the rules name it; a better built-in player under a game in progress; data edited under a
game in progress; a charter that says that the
game is simulated; a stranger who lets a program decide for another; other
rules spoken of by one alone; a folder that was left behind; a
folder kept in step on two computers; killed or out of room between record and file; papers and
signatures of a folder that was put back; two copies of a folder on one computer; a record that was cut;
receipts that let somebody choose or two folders sign; a restore after which somebody stands still;
a seat taken by a player who was invited to another;
a second charter by a host's folder that was put back;
a vacation asked for in another's name; wrong codes in another's name; a forged request in the place of one
that is open; a code of another game, role or request; a request to a club in another's name;
a club killed while it does what was confirmed; one who waits and keeps all others from playing;
a seat whose player gets no mail;
a player's address asked for by a stranger;
an order, a join or a code shut out by a flood; a player who signs a flood of orders;
a disk filled with what is put off;
a code that lets a flood in; a code kept from coming by forged mails; a folder filled with what nobody
confirms; a flood of mails to an address that plays nothing; confirmed words shut out by forged ones; a code
for words that are not shown; a code that never gets old; an operator flooded by mails that fail; a
stranger's words in a club's own mail; a name that is the club's or nobody's; mails of the same words taken
for one;
a mail of another game in one mailbox; bytes of a stranger that end a robot;
a claim used up before the order is judged;
a flood at a game that rests; codes of one's own under another's name;
a question asked again under another name; invitations used up by others;
a stranger found under a player's name; a player's mails that come back behind a stranger's;
a request refused that had begun; clocks that wait for ever behind a flood;
drafts by mail word shut out by a flood;
a moment an hour too early; zone data that is another; a false Date that moves a deadline;
a claim before its time; a claim by who owes something; a claim although the answer came in time;
a claim to be free of dice;
a draft that a forged undo voids unseen; a takeback in anothers name; bad dice voided by a takeback;
a vacation in anothers name;
a game from a file with the name of an installed one; another file under one name and version;
a game's file swapped after the join; a zip that says two things; a picture changed without the others' yes;
a version adopted unseen; a file of a game that a stranger sends;
an outcome by hand in a last entry; an objection kept back until dice are known; an objection that delays;
a judge of one's own act; a die by hand rolled until it suits; a die by hand called otherwise, or named
afterwards; an act by hand in another's phase; an act by hand in the middle of something else;
a refused drag that becomes an act by hand; an act by hand upon a hidden card
"""
"""The protocol's table of threats, rows of several taken apart."""
THREATS = yaml.safe_load((HERE / "threats.yaml").read_text())
NAME = re.compile(r"(?P<file>test_\w+)::(?P<test>test_\w+)(?:\[(?P<case>[^\]]+)\])?")


def test_the_list_is_the_protocols():
    assert list(THREATS) == [" ".join(row.split()) for row in PAGE.split(";")]


@cache
def source(name):
    """The functions of a file of tests, and the texts that stand in it."""
    (file,) = TESTS.rglob(f"{name}.py")
    tree = ast.parse(file.read_text())
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    texts = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return functions, texts


def test_each_attack_is_mounted(subtests):
    for threat, test in [(threat, test) for threat, tests in THREATS.items() for test in tests]:
        with subtests.test(threat, test=test):
            found = NAME.fullmatch(test)
            assert found, test
            functions, texts = source(found["file"])
            assert found["test"] in functions
            if found["case"]:
                assert found["case"] in texts
                assert any(
                    "parametrize" in ast.unparse(each) for each in functions[found["test"]].decorator_list
                )
