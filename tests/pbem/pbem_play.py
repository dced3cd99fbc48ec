"""A table at which tests play: parties with repeatable keys and chains, and a log that grows."""

import hashlib

from said import changed, entry_of, paper, timed

from pbem.dice.hash_chain import Chain
from pbem.entry import entries, setup_papers, standing_papers
from pbem.entry.entries import NOTHING
from pbem.entry.verified_entries import verify_entry
from pbem.judge import due_moments
from pbem.keys.openssh_keys import PrivateKey
from pbem.log.log_verifier import LogVerifier
from pbem.secrets import line_commitments as closed_lines
from pbem.secrets import standing_lines

REFEREED = ("normans", "saxons", "referee")
ALONE = ("normans", "saxons")


def key(name):
    return PrivateKey.from_seed(hashlib.sha256(f"key of {name}".encode()).digest())


def chain(name, length=40):
    return Chain(hashlib.sha256(f"chain of {name}".encode()).hexdigest(), length)


def person(role, name=None, length=40):
    name = name or role
    return {
        "role": role,
        "name": f"Player {name}",
        "mail": f"{name}@example.org",
        "key": key(name).public.line,
        "tip": chain(name, length).tip,
        "length": length,
    }


def charter(roles=REFEREED, length=40, **changes):
    body = {
        "module": {"id": "three_battles", "version": "1.0", "behaviour": 1, "fingerprint": "ab" * 32},
        "scenario": "hastings",
        "options": {"fog": True, "turns": 9, "note": "Æthelred’s rule"},
        "parties": [person(role, length=length) for role in roles],
        "deadlines": [{"kind": "order", "hours": 72, "grace": 12, "then": "default", "days_off": ["sun"]}],
    }
    return entry_of(NOTHING, 0, NOTHING, "charter", roles[0], body | changes)


def joined_charter(roles=REFEREED, *, tickets=False):
    """A charter that the first role signs and the others have joined; the joins' papers too. Without
    tickets it is one of an earlier release."""
    entry = charter(roles)
    host, *others = entry.body.to_plain()["parties"]
    asked = [{name: each[name] for name in ("role", "name", "mail")} for each in others]
    if tickets:
        others = [each | {"nonce": nonce(each["role"])} for each in others]
        asked = [each | {"ticket": setup_papers.ticket_of(nonce(each["role"]))} for each in asked]
    body = entry.body.to_plain() | {"parties": [host, *asked]}
    del body["at"]
    invitation = paper("invitation", {"author": entry.author, "body": body}, key(entry.author))
    joins = [
        paper("join", {"invitation": invitation.digest, "person": each}, key(each["role"])) for each in others
    ]
    parties = [host, *(setup_papers.seat(join).to_plain() for join in joins)]
    return changed(entry, parties=parties), invitation, joins


def nonce(role):
    return hashlib.sha256(f"nonce of {role}".encode()).hexdigest()


class Table:
    """One game. `add` signs and appends without judging, so that a test can cheat."""

    def __init__(self, roles=REFEREED, length=40, begun=None):
        self.holder = {role: role for role in roles}
        self.lengths = dict.fromkeys(roles, length)
        self.log = [begun or entries.sign(charter(roles, length), *map(key, roles))]
        self.game = self.log[0].head
        self.closed = {}

    @property
    def head(self):
        return self.log[-1].head

    def make(self, kind, author, body, link=None, *, signers=None, **changes):
        """An entry that would come next, signed by its author unless told otherwise."""
        if timed(kind) and "at" not in body:
            body = body | {"at": self.time}
        place = {"game": self.game, "seq": len(self.log), "prev": self.head} | changes
        entry = entry_of(kind=kind, author=author, fields=body, link=link, **place)
        return entries.sign(entry, *(signers or [key(self.holder[author])]))

    def add(self, kind, author, body, link=None, **changes):
        self.log.append(self.make(kind, author, body, link, **changes))
        return self.log[-1]

    @property
    def time(self):
        """The last time that the log states, as far as entries can be read."""
        times = [entries.Entry.decode(signed.data).stated_time for signed in self.log if signed.data]
        return max(time for time in times if time is not None)

    def walk(self):
        verifier = LogVerifier()
        for signed in self.log:
            verifier.apply(verify_entry(signed))
        return verifier

    def link(self, role):
        """The next link of whoever holds the role."""
        return chain(self.holder[role], self.lengths[role]).reveal(self.walk().parties[role].revealed)

    def burnt(self, role):
        """The link that whoever holds the role has to burn."""
        return chain(self.holder[role], self.lengths[role]).reveal(self.walk().parties[role].revealed + 1)

    def order(self, role, *lines, kind="order", later=(), **more):
        """An order that shows these lines and, with a referee, closes the later ones."""
        link = self.link(role)
        return self.add(kind, role, self.closing(role, lines, link, later) | more, link)

    def closing(self, role, lines, link, later=()):
        """The body of an order; what it closed is kept in `closed`, by its place."""
        body = {"lines": list(lines)}
        if "referee" in self.holder:
            own = closed_lines.derive_secret(key(self.holder[role]), self.game)
            root = closed_lines.root_of(own, link, [*lines, *later])
            closed = self.closed[len(self.log)] = closed_lines.ClosedOrder(
                self.game, role, root, tuple(later)
            )
            box = closed.box(key(self.holder["referee"]).public)
            body |= {"rest": closed.rest, "box": closed_lines.digest(box)}
        return body

    def used(self, seq, count):
        """How an answer opens the first closed lines of an order."""
        opened = self.closed[seq].open_first(count)
        return {"lines": [list(pair) for pair in opened.lines], "rest": opened.rest}

    def rests(self, used=None):
        """What opens all closed lines before the end; `used`: how many of an order's were used, by place."""
        return {
            "rests": [
                {"order": seq, "root": it.root} | ({"lines": list(left)} if left else {})
                for seq, it in self.closed.items()
                for left in [it.lines[(used or {}).get(seq, 0) :]]
            ]
        }

    def end(self, outcome, author="referee", used=None):
        """All that is closed opened, then the end."""
        if self.closed:
            self.add("open", "referee", self.rests(used))
        return self.add("end", author, {"outcome": outcome})

    def rolls(self, *wanted, link_b):
        """Honest rolls for (label, rule, sides, count); sides 0 is a shuffle."""
        verifier = self.walk()
        batch = verifier.batch
        stream = verifier.source(batch, link_b).stream()
        rolled = []
        for label, rule, sides, count in wanted:
            if sides:
                rolled.append(
                    {"label": label, "rule": rule, "sides": sides, "values": stream.dice(count, sides)}
                )
            else:
                values = stream.shuffle(count)
                rolled.append({"label": label, "rule": rule, "shuffle": count, "values": values})
        return {"k": verifier.k + 1, "batch": batch.seq, "applied": 1, "rolls": rolled}

    def roll(self, *wanted, author="referee", used=None, **more):
        """`used`: the order whose closed lines are opened, and how many."""
        link = self.link(author)
        more |= {"used": self.used(*used)} if used else {}
        return self.add("roll", author, self.rolls(*wanted, link_b=link) | more, link)

    def substitute(self, role, name, author="referee", burn=True):
        """A new chain, signed by all but who is replaced, then the links that all others burn."""
        body = person(role, name, self.lengths[role])
        signers = [who for each, who in self.holder.items() if each != role]
        signers += [] if name in signers else [name]
        signed = self.add("substitute", author, body, signers=[key(each) for each in signers])
        self.holder[role] = name
        while burn and (due := self.walk().renewals.next_role) is not None:
            self.add("ack", due, {"applied": 0, "burnt": self.burnt(due)})
        return signed

    def rollback(self, to, why, signers=None):
        names = signers or [self.holder[role] for role in self.holder]
        body = {"to": to, "why": why}
        author = "referee" if "referee" in self.holder else next(iter(self.holder))
        return self.add("rollback", author, body, signers=[key(name) for name in names])


def filed(table, side, number, *lines, seq=None, game=None, signed=None):
    """A sealed standing paper as an entry carries it, and what is in its box."""
    own = key(table.holder[side])
    filing = standing_lines.make_filing(game or table.game, side, number, own, lines)
    said = filing.make_paper(len(table.log) - 1 if seq is None else seq, key(table.holder["referee"]).public)
    return standing_papers.embed_paper(standing_papers.sign(said, signed or own)).to_plain(), filing


def joined_game(*, tickets=False):
    """A short game that was set up in three mails: its charter carries the joins."""
    entry, *_ = joined_charter(tickets=tickets)
    table = Table(begun=entries.sign(entry, key(entry.author)))
    table.order("saxons", "S-fyrd-2 charges")
    table.roll(("melee", "8.3", 6, 2))
    table.add("resign", "saxons", {})
    table.end({"winner": "normans"})
    return table


def whole_game():
    """A refereed game with every type of entry."""
    table = Table()
    later = ["N-knight-3 x S-fyrd-7", "N-knight-3 0607-0608", "N-archer-1 holds"]
    table.order("normans", "N-knight-3 0507-0607", later=later)
    table.roll(("melee, N-knight-3 against S-fyrd-7", "8.3", 6, 2), ("rout", "8.4", 10, 1), used=(1, 2))
    table.order("saxons", "S-fyrd-7 retreats 0708", kind="decision")
    table.add("ack", "referee", {"applied": 1})
    for role in ("normans", "saxons"):
        lines, salt = [f"{role} strategy A"], hashlib.sha256(role.encode()).hexdigest()
        commit = entries.seal_commit(table.game, role, "turn-2.strategy", salt, lines)
        table.add("seal", role, {"choice": "turn-2.strategy", "commit": commit})
    for role, seq in (("normans", len(table.log) - 2), ("saxons", len(table.log) - 1)):
        salt = hashlib.sha256(role.encode()).hexdigest()
        link = table.link(role) if role == "saxons" else None
        table.add("open", role, {"seal": seq, "salt": salt, "lines": [f"{role} strategy A"]}, link)
    table.roll(("cup", "3.1", 0, 12), ("scatter", "5.2", 1000, 2))
    table.add("late", "referee", {"role": "saxons", "kind": "order", "at": 500_000})
    table.substitute("saxons", "godwin")
    paper, filing = filed(table, "saxons", 1, "retreat of S-fyrd-7: away-from-enemy", "any: default")
    table.order("normans", "N-archer-2 fires", standing={"saxons": 1})
    use = {"decisions": [0], "side": "saxons", "line": "any: default"} | filing.opening("any: default")
    table.roll(("missile fire", "7.1", 6, 3), papers=[paper], stood=[use])
    table.order("saxons", "S-huscarl-1 holds", standing={"saxons": 1})
    table.add("ack", "referee", {"applied": 1})
    table.add(
        "ruling",
        "referee",
        {"facts": ["saxons: hold"], "why": "The map shows it.", "rule": "5.3"},
        signers=[key(table.holder[role]) for role in table.holder],
    )
    table.rollback(len(table.log) - 2, "the ford")
    table.add("resign", "saxons", {})
    table.end({"winner": "normans", "points": 12}, used={1: 2})
    return table


def game_alone():
    """A game without a referee, with both ways to answer a link."""
    table = Table(ALONE)
    table.order("normans", "N-archer-1 fires at S-fyrd-2")
    table.roll(("fire", "6.1", 6, 1), author="saxons")
    table.order("saxons", "S-fyrd-2 charges")
    table.roll(("melee", "8.3", 6, 2), author="normans")
    table.order("normans", "N-archer-1 holds")
    table.add("ack", "saxons", {"applied": 1})
    table.add("end", "normans", {"outcome": {"winner": "none"}})
    return table


HOURLY = [
    {"kind": "order", "hours": 168, "grace": 36, "then": "claim", "hour": "21:00", "zone": "Europe/Warsaw"},
    {"kind": "decision", "hours": 72, "grace": 0, "then": "claim"},
]


def due_of(at):
    """The moments that an entry of a game with these deadlines bears."""
    body = charter(deadlines=HOURLY).body
    return [each.to_plain() for each in due_moments.moments_of(body, at)]


def game_at_an_hour():
    """A game whose deadlines end at an hour in a zone, in which somebody is late."""
    start = 1_795_942_800
    first = charter(deadlines=HOURLY, at=start, due=due_of(start))
    table = Table(begun=entries.sign(first, *map(key, REFEREED)))
    table.order("normans", "N-archer-1 fires")
    table.roll(("fire", "6.1", 6, 1), at=start + 60, due=due_of(start + 60))
    late = table.time + 30 * 86_400
    table.add("late", "referee", {"role": "saxons", "kind": "order", "at": late, "due": due_of(late)})
    table.add("resign", "saxons", {})
    table.end({"winner": "normans"})
    return table


def game_claimed():
    """A game without a referee that one of two has closed, since an order of theirs was never answered."""
    first = charter(ALONE, deadlines=HOURLY, at=0, due=due_of(0))
    table = Table(ALONE, begun=entries.sign(first, *map(key, ALONE)))
    table.order("normans", "N-archer-1 fires")
    table.roll(("fire", "6.1", 6, 1), author="saxons", at=60, due=due_of(60))
    table.order("normans", "N-archer-2 fires")
    table.add("claim", "normans", {"role": "saxons", "kind": "order", "at": 40 * 86_400})
    outcome = {"winner": "", "level": "claimed", "claimed": ["normans"], "reason": "silence", "rule": ""}
    table.add("end", "normans", {"outcome": outcome})
    return table


LISTED = {
    "files": {"game.yaml": "01" * 32, "counters.yaml": "02" * 32, "maps/karsk.yaml": "03" * 32},
    "art": {"RULES.md": "04" * 32, "art/figures/ski.svg": "05" * 32, "sheets/north.yaml": "06" * 32},
}


def game_from_file():
    """A game from a file, of which all adopt a version with another picture, and one of other rules."""
    module = {"id": "karsk", "version": "0.1.0", "behaviour": 1, "fingerprint": "ab" * 32} | LISTED
    table = Table(ALONE, begun=entries.sign(charter(ALONE, module=module), *map(key, ALONE)))
    table.order("normans", "N-archer-1 fires")
    table.roll(("fire", "6.1", 6, 1), author="saxons", at=60)
    redrawn = {**LISTED, "art": LISTED["art"] | {"art/figures/ski.svg": "07" * 32}}
    without = {"files": {"game.yaml": "08" * 32}, "art": {}}
    for number, lists in enumerate((redrawn, without), 2):
        said = {"version": f"0.{number}.0", "behaviour": 1, "fingerprint": "ab" * 32} | lists
        table.add("adopt", "normans", said, signers=[key(name) for name in ALONE])
    table.order("saxons", "S-fyrd-1 holds")
    table.add("ack", "normans", {"applied": 1})
    table.add("end", "normans", {"outcome": {"winner": "none"}})
    return table


def game_judged():
    """A game by hand in which the referee has judged two objections."""
    table = Table()
    table.order("normans", "hand 2 put N-archer-1 0504", "hand 3 roll d6")
    table.roll(("hand 3 roll d6", "3", 6, 1))
    table.order("saxons", 'object 1 "too far"', "done")
    table.add("ack", "referee", {"applied": 2})
    table.add("ruling", "referee", {"act": 1, "upheld": True, "why": "Four hexes (2.1)."})
    table.order("saxons", "hand 2 put S-fyrd-1 0403")
    table.add("ack", "referee", {"applied": 1})
    table.order("normans", 'object 3 "a marsh"')
    table.add("ack", "referee", {"applied": 1})
    table.add("ruling", "referee", {"act": 3, "upheld": False, "why": "A clear hex."})
    table.end({"winner": "normans", "points": 12})
    return table


def log_bytes(log):
    return b"senlac-log/2\n" + b"".join(signed.to_record() + b"\n" for signed in log)
