"""A second verifier, written from the "Formats" page alone: stdlib and `cryptography`, nothing of pbem.

`check(data)` takes the bytes of a log and returns "holds", "incomplete" or "broken: why". It shares no
code and no structure with pbem, so that an error would have to be made twice to pass.
"""

import base64
import datetime
import hashlib
import json
import re
import unicodedata
from functools import lru_cache

import independent_shapes
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

ZERO = "0" * 64
FIELDS = {
    "charter": "at deadlines module options parties scenario",
    "order": "lines",
    "decision": "lines",
    "seal": "choice commit",
    "open": "at lines salt seal",
    "roll": "applied at batch k rolls",
    "ack": "applied at",
    "late": "at kind role",
    "substitute": "at key length mail name role tip",
    "ruling": "facts why",
    "rollback": "at to why",
    "adopt": "at behaviour fingerprint version",
    "claim": "at kind role",
    "resign": "",
    "end": "outcome",
}
MAY = {
    "substitute": {"recipient", "computer", "word"},
    "ruling": {"rule"},
    "charter": {"secret", "reading"},
    "adopt": {"data", "files", "art"},
    "end": {"secret", "seen"},
}
MAY |= {kind: {"rest", "box", "standing", "papers", "word", "seen"} for kind in ("order", "decision")}
MAY |= {
    "seal": {"box", "word", "seen"},
    "resign": {"word", "seen"},
    "open": {"standing", "papers", "stood", "seen"},
}
MAY |= {"roll": {"used", "papers", "stood", "seen"}, "late": {"papers", "stood", "seen"}}
MAY |= {"ack": {"burnt", "used", "standing", "papers", "stood", "word", "seen"}}
for answering in ("roll", "ack", "late", "open"):
    MAY[answering] |= {"out", "effects", "news", "due"}
MAY["charter"] |= {"due"}


def is_role(name):
    """Whether this can be the name of a party."""
    small = "abcdefghijklmnopqrstuvwxyz"
    start = isinstance(name, str) and 1 <= len(name) <= 32 and name[0] in small
    return start and not set(name) - set(small + "0123456789_-")


def check_seen(seen):
    """What an entry says that its author was shown outside of the log."""
    need(isinstance(seen, list) and 1 <= len(seen) <= 32, "seen")
    for each in seen:
        need(isinstance(each, dict) and set(each) == {"author", "seq", "digest"}, "seen")
        author, seq, digest = each["author"], each["seq"], each["digest"]
        need(is_role(author), "author seen")
        need(type(seq) is int and 0 <= seq < 2**53, "seq seen")
        need(
            isinstance(digest, str) and len(digest) == 64 and not set(digest) - set("0123456789abcdef"),
            "seen",
        )


class Broken(Exception):
    """The log cannot stand."""


def need(condition, why):
    if not condition:
        raise Broken(why)


def sha(*lines):
    return hashlib.sha256("".join(str(line) + "\n" for line in lines).encode()).hexdigest()


# --- canonical JSON, written out by hand ------------------------------------------------------------


def dump(value):
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, int):
        need(abs(value) < 2**53, "integer too large")
        return str(value)
    if isinstance(value, str):
        need(unicodedata.normalize("NFC", value) == value, "not NFC")
        return f'"{value if PLAIN.fullmatch(value) else "".join(map(escape, value))}"'
    if isinstance(value, list):
        return "[" + ",".join(map(dump, value)) + "]"
    need(isinstance(value, dict), "a value outside the subset")
    need(all(key.isascii() for key in value), "key not ASCII")
    return "{" + ",".join(f"{dump(key)}:{dump(value[key])}" for key in sorted(value)) + "}"


PLAIN = re.compile(r"[ !#-\[\]-~]*")
"""Text in which nothing has to be escaped."""


def escape(char):
    short = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return short.get(char) or (f"\\u{ord(char):04x}" if char < " " else char)


def load(data):
    canonical(data)
    return json.loads(data)


def depth(value):
    """Arrays and objects nested in one another."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(depth, inner), default=0)


def unbase64(text, what):
    """The bytes of base64 in its one form: with padding, without spare bits or characters."""
    try:
        found = base64.b64decode(text, validate=True)
    except (ValueError, TypeError) as error:
        raise Broken(f"base64 of {what}") from error
    need(base64.b64encode(found) == (text if isinstance(text, bytes) else text.encode()), f"base64 of {what}")
    return found


@lru_cache(maxsize=4096)
def canonical(data):
    """Kept, as is who signed: hundreds of logs that tests make begin alike."""
    need(len(data) <= 262_144, "too large")
    try:
        value = json.loads(data.decode("utf-8"))
        again = dump(value).encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise Broken(f"not JSON: {error}") from error
    need(again == data, "not canonical")
    need(depth(value) <= 16, "too deep")


# --- signatures -------------------------------------------------------------------------------------


def string(data):
    return len(data).to_bytes(4, "big") + data


@lru_cache(maxsize=4096)
def signer(blob, message, namespace=b"senlac-entry-v1"):
    """The raw public key whose signature over the message this is."""
    name = string(b"ssh-ed25519")
    purpose = string(namespace) + string(b"") + string(b"sha512")
    need(len(blob) == 185, "signature frame")
    raw, sig = blob[33:65], blob[-64:]
    need(binds(raw), "weak key")
    start = b"SSHSIG" + (1).to_bytes(4, "big")
    frame = start + string(name + string(raw)) + purpose + string(name + string(sig))
    need(frame == blob, "signature frame")
    need(int.from_bytes(sig[32:], "little") < 2**252 + 27742317777372353535851937790883648493, "S too large")
    digest = hashlib.sha512(message).digest()
    try:
        Ed25519PublicKey.from_public_bytes(raw).verify(sig, b"SSHSIG" + purpose + string(digest))
    except InvalidSignature as error:
        raise Broken("signature wrong") from error
    return raw


PRIME = 2**255 - 19
EIGHTH = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
SMALL = {0, 1, PRIME - 1, EIGHTH, PRIME - EIGHTH}
"""The y of all points of small order."""


def binds(raw):
    """Whether a signature with this key says anything."""
    y = int.from_bytes(raw, "little") % 2**255
    return y < PRIME and y not in SMALL


@lru_cache(maxsize=4096)
def raw_key(line):
    kind, space, text = line.partition(" ")
    wire = unbase64(text, "a key")
    need(kind == "ssh-ed25519" and space and len(wire) == 51, "public key")
    need(wire[:19] == string(b"ssh-ed25519") + (32).to_bytes(4, "big"), "public key")
    need(binds(wire[19:]), "weak key")
    return wire[19:]


def key_of(person):
    return raw_key(person["key"])


def invitation(charter):
    """The digest of the invitation that a charter came from."""
    parties = []
    for person in charter["body"]["parties"]:
        late = ("key", "tip", "length", "recipient", "computer", "nonce", "joined")
        asked = {name: value for name, value in person.items() if "joined" not in person or name not in late}
        if "joined" in person and "nonce" in person:
            asked["ticket"] = sha("senlac-ticket/1", person["nonce"])
        parties.append(asked)
    body = charter["body"] | {"parties": parties}
    body.pop("at", None)
    body.pop("due", None)
    paper = {"v": 2, "type": "invitation", "author": charter["author"], "body": body}
    return hashlib.sha256(dump(paper).encode()).hexdigest()


def join(digest, person):
    """The bytes that a person who joined has signed."""
    said = {name: value for name, value in person.items() if name != "joined"}
    return dump({"v": 2, "type": "join", "invitation": digest, "person": said}).encode()


def check_join(digest, person):
    blob = unbase64(person["joined"], "a join")
    raw = signer(blob, join(digest, person), b"senlac-paper-v1")
    need(raw == key_of(person), "joined with another key")


# --- dice -------------------------------------------------------------------------------------------


def stream(seed):
    counter = 0
    while True:
        yield from bytes.fromhex(sha("senlac-stream/1", seed, counter))
        counter += 1


def die(source, sides):
    while True:
        number, count = next(source), 256
        if sides > 256:
            number, count = number * 256 + next(source), 65_536
        if number < count - count % sides:
            return number % sides + 1


def shuffle(source, size):
    items = list(range(size))
    for i in reversed(range(1, size)):
        j = die(source, i + 1) - 1
        items[i], items[j] = items[j], items[i]
    return items


# --- secret packs -----------------------------------------------------------------------------------


def split(token):
    """A card's pack and place."""
    need(isinstance(token, str), "card")
    name = token.rstrip("0123456789")
    place = token[len(name) :]
    need(name.isascii() and name.isalpha() and len(name) <= 16, "card")
    need(place and len(place) <= 4 and place[0] != "0", "card")
    return name, int(place)


def pack(game, batch, name, size, secret):
    """Number and salt of each card, the top first."""
    seed = sha("senlac-deal/2", *batch, name, secret)
    order = shuffle(stream(seed), size)
    return [(number, sha("senlac-salt/1", seed, f"{name}{place}")) for place, number in enumerate(order, 1)]


def leaf(game, token, number, salt):
    return sha("senlac-card/1", game, token, number, salt)


def derive(key, salt, info):
    return HKDF(hashes.SHA256(), 32, salt or None, info).derive(key)


def b64(data):
    return base64.b64encode(data).rstrip(b"=")


def box(raw, text, coins):
    """The age file of a text for the holder of an Ed25519 key."""
    prime = 2**255 - 19
    y = int.from_bytes(raw, "little") % 2**255
    theirs = ((1 + y) * pow((1 - y) % prime, prime - 2, prime) % prime).to_bytes(32, "little")
    file_key, share, nonce = (
        bytes.fromhex(sha(name, coins))
        for name in ("senlac-box-key/1", "senlac-box-share/1", "senlac-box-nonce/1")
    )
    file_key, nonce = file_key[:16], nonce[:16]
    wire = string(b"ssh-ed25519") + string(raw)
    info = b"age-encryption.org/v1/ssh-ed25519"
    mine = X25519PrivateKey.from_private_bytes(share)
    point = mine.public_key().public_bytes_raw()
    first = mine.exchange(X25519PublicKey.from_public_bytes(theirs))
    tweak = X25519PrivateKey.from_private_bytes(derive(b"", wire, info))
    shared = tweak.exchange(X25519PublicKey.from_public_bytes(first))
    wrapped = ChaCha20Poly1305(derive(shared, point + theirs, info)).encrypt(bytes(12), file_key, b"")
    tag = hashlib.sha256(wire).digest()[:4]
    head = b"age-encryption.org/v1\n-> ssh-ed25519 %s %s\n%s\n---" % (b64(tag), b64(point), b64(wrapped))
    mac = hmac.HMAC(derive(file_key, b"", b"header"), hashes.SHA256())
    mac.update(head)
    body = ChaCha20Poly1305(derive(file_key, nonce, b"payload")).encrypt(b"\0" * 11 + b"\1", text, b"")
    return head + b" " + b64(mac.finalize()) + b"\n" + nonce + body


# --- standing orders ----------------------------------------------------------------------------------


def whole(value, least):
    return type(value) is int and value >= least


def hexes(value, size):
    return isinstance(value, str) and len(value) == size and set(value) <= set("0123456789abcdef")


class Standing:
    """Standing papers: what counts where, in what order they come, which line may be shown as used."""

    def __init__(self, game, people):
        self.game, self.people, self.refereed = game, people, "referee" in people
        sides = [role for role in people if role != "referee"]
        self.keys = {side: [(0, key_of(people[side]))] for side in sides}
        self.papers = {side: [] for side in sides}
        self.since, self.backs = dict.fromkeys(sides, 0), []
        self.shown, self.named = set(), {}

    def fell(self, side, seq):
        return seq < self.since[side] or any(to <= seq < at for to, at in self.backs)

    def force(self, side):
        """The newest paper of a side that has not fallen, by number."""
        good = [each["number"] for each in self.papers[side] if not self.fell(side, each["seq"])]
        return max(good, default=0)

    def replaced(self, seq, role, before, now):
        """Papers fall with who has filed them, or with the referee to whom they are sealed."""
        if before == now:
            return
        for side in self.papers if role == "referee" else (role,):
            self.since[side] = seq
            self.named = {each: number for each, number in self.named.items() if each != side}
        if role != "referee":
            self.keys[role].append((seq, now))

    def take(self, entry, before, after):
        kind, author, body = entry["type"], entry["author"], entry["body"]
        opens = after and not before
        answers = before and kind in ("roll", "ack") and "burnt" not in body
        goes_on = kind in ("late", "open") and not {"rests", "since"} & set(body)
        refs = self.refereed and author == "referee" and (answers or goes_on)
        need("standing" not in body or (opens and self.refereed), "papers named out of place")
        need("papers" not in body or (refs if self.refereed else opens), "papers out of place")
        need("stood" not in body or refs, "standing orders used out of place")
        if opens and self.refereed:
            self.name(body.get("standing", {}))
        elif not before:
            self.named = {side: self.force(side) for side in self.papers}
        for name in ("papers", "stood"):
            need(name not in body or (isinstance(body[name], list) and body[name]), "no list")
        for paper in body.get("papers", ()):
            self.file(paper, entry, before[0] if before else entry["seq"])
        if refs and not before:
            self.named = {side: self.force(side) for side in self.papers}
        if refs:
            need(all(n <= len(self.papers[side]) for side, n in self.named.items()), "a paper is missing")
        first, seen, lines = -1, [], []
        for use in body.get("stood", ()):
            need(
                isinstance(use, dict) and set(use) - {"salt", "path"} == {"decisions", "side", "line"}, "use"
            )
            found = use["decisions"]
            need(isinstance(found, list) and 0 < len(found) <= 2000, "decisions")
            need(all(whole(each, 0) and each <= 100_000 for each in found), "decisions")
            need(found == sorted(set(found)) and found[0] > first, "order of uses")
            first = found[0]
            seen += found
            lines.append((use["side"], use["line"]))
            need(len(set(seen)) == len(seen), "two lines for a decision")
            self.use(use)
            need(len(set(lines)) == len(lines), "order of uses")

    def name(self, named):
        need(isinstance(named, dict) and set(named) <= set(self.papers), "papers named of whom")
        for side in self.papers:
            number = named.get(side, 0)
            need(whole(number, 1 if side in named else 0), "number of a paper")
            need(number == self.force(side) or number > len(self.papers[side]), "another paper is in force")
        self.named = named

    def file(self, paper, entry, limit):
        fields = {"author", "game", "number", "seq", "signature"}
        fields |= {"leaves", "order", "box"} if self.refereed else {"lines"}
        need(isinstance(paper, dict) and set(paper) == fields, "fields of a paper")
        side, seq = paper["author"], paper["seq"]
        need(isinstance(side, str) and side in self.papers, "paper of whom")
        need(self.refereed or side == entry["author"], "another's paper")
        need(paper["game"] == self.game, "paper of another game")
        need(whole(paper["number"], 1) and paper["number"] == len(self.papers[side]) + 1, "number of a paper")
        need(
            whole(seq, self.papers[side][-1]["seq"] if self.papers[side] else 0) and seq < limit,
            "paper's seq",
        )
        need(not self.fell(side, seq), "a paper that fell")
        if self.refereed:
            need(all(hexes(paper[name], 64) for name in ("leaves", "order", "box")), "leaves")
        said = {name: value for name, value in paper.items() if name != "signature"}
        said |= {"v": 2, "type": "standing" if self.refereed else "standing-clear"}
        blob = unbase64(paper["signature"], "a paper")
        raw = signer(blob, dump(said).encode(), b"senlac-paper-v1")
        need(raw == [key for since, key in self.keys[side] if since <= seq][-1], "signer of a paper")
        self.papers[side].append(paper)

    def use(self, use):
        side, line = use["side"], use["line"]
        need(isinstance(side, str) and self.named.get(side), "nothing in force")
        need(isinstance(line, str) and line.isprintable() and 1 <= len(line) <= 500, "a line")
        number = self.named[side]
        if (side, number, line) in self.shown:
            need("salt" not in use and "path" not in use, "a line is shown twice")
            return
        need(hexes(use.get("salt"), 32), "salt of a line")
        found = sha("senlac-standing/1", self.game, side, number, use["salt"], line)
        path = use.get("path")
        need(isinstance(path, list) and len(path) == 6 and all(hexes(each, 64) for each in path), "path")
        for neighbour in path:
            found = sha("senlac-standing-node/1", *sorted((found, neighbour)))
        need(found == self.papers[side][number - 1]["leaves"], "no line of this paper")
        self.shown.add((side, number, line))


# --- the log ----------------------------------------------------------------------------------------


def check(data):
    """The verdict on the bytes of a log file."""
    try:
        return Log(data).verdict()
    except Broken as error:
        return f"broken: {error}"


BINDING = {
    "bad-body",
    "wrong-signer",
    "not-entitled",
    "wrong-prev",
    "link-wrong",
    "link-missing",
    "time-back",
}
BINDING |= {"link-not-due", "link-exhausted", "roll-due", "burn-due"}
SHARED = {"rollback", "ruling", "adopt", "substitute", "claim"}


def second(data, record, papers=()):
    """Of an entry for a place that the log has taken: "fork" if its author, or the author of what stands
    there, has signed both, else "overtaken". `papers`: the records of refusals that come with it."""
    log = Log(data)
    standing = data.split(b"\n")[1:-1][load(record.partition(b" ")[2])["seq"]]
    (first, one), (other, two) = map(opened, (standing, record))
    need(one["game"] in (log.game, ZERO) and two["game"] == log.game, "game")
    if any(
        clears(data, log, entry, raw, paper)
        for entry, raw in ((one, standing), (two, record))
        for paper in papers
    ):
        return "overtaken"
    shared = [is_shared(entry) for entry in (one, two)]
    if one["author"] == two["author"] and not shared[1]:
        return "fork"
    if log.refereed or shared[0] == shared[1] or one["author"] == two["author"]:
        return "overtaken"
    own, keys = (two, first) if shared[0] else (one, other)
    return "fork" if key_of(log.people[own["author"]]) in keys else "overtaken"


def is_shared(entry):
    return (entry["type"] in SHARED and not judges(entry["type"], entry["body"])) or (
        entry["type"] == "late" and "since" in entry["body"]
    )


def judges(kind, body):
    """Whether this is what the referee alone says of an objection."""
    return kind == "ruling" and "upheld" in body


def opened(record):
    """Who signed a record, and what it says."""
    signatures, _, text = record.partition(b" ")
    keys = [signer(unbase64(each, "a signature"), text) for each in signatures.split(b",")]
    return keys, load(text)


def clears(data, log, entry, record, paper):
    """Whether a paper is a refusal that binds of this very entry, by the party that answers it; or a receipt
    of that party which leaves it out."""
    blob, _, text = paper.partition(b" ")
    said = load(text)
    closer = "referee" if log.refereed else log.after(entry["author"])
    if said["type"] == "holding":
        raw = signer(unbase64(blob, "a signature"), text, b"senlac-paper-v1")
        return leaves_out(data, log, entry, record, said, text) and said["author"] == closer == log.owner.get(
            raw
        )
    binds = said["code"] in BINDING or (said["code"] == "line-refused" and "line" in said)
    names = (said["seq"], said["digest"]) == (
        entry["seq"],
        hashlib.sha256(record.partition(b" ")[2]).hexdigest(),
    )
    whose = (said["type"], said["game"], said["author"]) == ("refusal", log.game, closer)
    raw = signer(unbase64(blob, "a signature"), text, b"senlac-paper-v1")
    return binds and names and whose and log.owner.get(raw) == closer


def leaves_out(data, log, entry, record, said, text):
    """Whether a receipt is for a place of the log after which an entry is its author's first, does not name
    it, and is not named by it."""
    records = data.split(b"\n")[1:-1]
    heads = [hashlib.sha256(each.partition(b" ")[2]).hexdigest() for each in records]
    if not said["seq"] < entry["seq"] <= len(records) or heads[said["seq"]] != said["head"]:
        return False
    between = [opened(each)[1] for each in records[said["seq"] + 1 : entry["seq"]]]
    first = not any(
        (each["author"] == said["of"] and not is_shared(each))
        or (each["type"] == "substitute" and each["body"]["role"] == said["of"])
        for each in between
    )
    place = (said["game"], said["of"], heads[entry["seq"] - 1])
    digest = hashlib.sha256(record.partition(b" ")[2]).hexdigest()
    seen = [each["digest"] for each in entry["body"].get("seen", ())]
    return (
        not is_shared(entry)
        and "asked" in said
        and first
        and place == (log.game, entry["author"], entry["prev"])
        and digest not in said["digests"]
        and hashlib.sha256(text).hexdigest() not in seen
    )


def passed(time, left, off):
    """When so many seconds have gone by, days of UTC that are off passed over."""
    while left > 0:
        need(time < 253_000_000_000, "a time that never ends")
        day = datetime.datetime.fromtimestamp(time, datetime.UTC)
        part = 86_400 - time % 86_400
        if not {f"{day:%a}".lower(), f"{day:%Y-%m-%d}"} & off:
            part = min(left, part)
            left -= part
        time += part
    return time


def is_hex(value, digits):
    return isinstance(value, str) and len(value) == digits and not set(value) - set("0123456789abcdef")


def is_line(value):
    """A line of an order: it cannot be empty, so an empty one is the end of what was closed."""
    return isinstance(value, str) and 0 < len(value) <= 500 and value.isprintable()


class Log:
    """A log read from front to back."""

    def __init__(self, data):
        lines = data.split(b"\n")[:-1]
        need(lines and lines[0] == b"senlac-log/2", "first line")
        need(len(lines) > 1, "no charter")
        self.people, self.links, self.left, self.seals, self.owner = {}, {}, {}, {}, {}
        self.tips, self.batch, self.k, self.ended, self.head = set(), None, 0, False, ZERO
        self.closed, self.lines_used, self.whole, self.papers_open = {}, {}, set(), set()
        self.packs, self.shown, self.deals, self.secret = {}, {}, [], None
        self.course, self.opened = [], {}
        self.began, self.stopped, self.time, self.out, self.burning = {}, 0, 0, {}, []
        self.news, self.over, self.ends, self.claimed = set(), {}, {}, None
        for number, line in enumerate(lines[1:]):
            self.entry(number, line)

    def verdict(self):
        return "holds" if self.ended else "incomplete"

    def entry(self, number, line):
        signatures, space, data = line.partition(b" ")
        need(space, "record")
        need(signatures.count(b",") < 16, "too many signatures")
        blobs = [unbase64(text, "a signature") for text in signatures.split(b",")]
        signers = [signer(blob, data) for blob in blobs]
        entry = load(data)
        before = self.batch
        self.envelope(number, entry)
        self.number = number
        head = hashlib.sha256(data).hexdigest()
        if number == 0:
            self.charter(entry, signers, head)
        else:
            self.move(entry, signers)
            self.standing.take(entry, before, self.batch)
        self.moments(entry["type"], entry["body"], entry["type"] != "roll" and "link" in entry)
        self.clocks(number, entry["type"], entry["author"], entry["body"])
        self.head = head
        if not self.batch:
            self.course.append(number)

    def envelope(self, number, entry):
        need(isinstance(entry, dict), "entry is no object")
        need(set(entry) - {"link"} == {"v", "game", "seq", "prev", "type", "author", "body"}, "fields")
        need(all(type(entry[name]) is int for name in ("v", "seq")), "v or seq")
        need(entry["v"] == 2 and entry["seq"] == number, "v or seq")
        need(is_role(entry["author"]) and isinstance(entry["type"], str), "author or type")
        need(all(is_hex(entry[name], 64) for name in ("game", "prev")), "game or prev")
        need("link" not in entry or is_hex(entry["link"], 64), "link")
        need(entry["prev"] == self.head and not self.ended, "prev, or after the end")
        kind, body = entry["type"], entry["body"]
        need(kind in FIELDS and isinstance(body, dict), "type or body")
        if kind == "open" and "rests" in body:
            need(set(body) - {"filed"} == {"at", "rests"} and "link" not in entry, "what is closed, opened")
        elif kind == "late" and "since" in body:
            need(set(body) - {"due"} == {"at", "role", "since"}, "who is silent")
        elif judges(kind, body):
            need(set(body) == {"act", "upheld", "why"}, "an objection that is judged")
        else:
            need(set(body) - MAY.get(kind, set()) == set(FIELDS[kind].split()), f"body of {kind}")
        need(independent_shapes.fits(kind, body), f"a field of {kind}")
        need((kind == "charter") == (number == 0), "charter")
        if "seen" in body:
            check_seen(body["seen"])
        need("link" not in entry or kind in ("order", "decision", "open", "ack", "roll"), "link")

    def charter(self, entry, signers, head):
        need(entry["game"] == ZERO, "game of the charter")
        for person in entry["body"]["parties"]:
            need(person["role"] not in self.people, "role twice")
            self.seat(person)
        need(len(self.people) > 1 and entry["author"] in self.people, "parties")
        here = [person for person in self.people.values() if "joined" not in person]
        need(self.people[entry["author"]] in here, "the author has joined")
        need(signers == [key_of(person) for person in here], "charter signers")
        for person in self.people.values():
            if "joined" in person:
                check_join(invitation(entry), person)
        self.game = self.base = head
        self.refereed = "referee" in self.people
        self.deadlines = entry["body"]["deadlines"]
        self.standing = Standing(head, self.people)
        self.secret = entry["body"].get("secret")
        for person in self.people.values():
            self.by_word(person)
            need("word" not in person or entry["author"] == "referee", "by mail word, and another invites")
        need(self.secret is None or self.refereed, "secret packs without a referee")

    def by_word(self, person):
        """Who has no program has a referee who holds his key."""
        if "word" in person:
            need(person["word"] is True and self.refereed and person["role"] != "referee", "by mail word")

    def seat(self, person):
        role, key = person["role"], key_of(person)
        need(self.owner.setdefault(key, role) == role and person["tip"] not in self.tips, "key or tip twice")
        self.people[role], self.links[role], self.left[role] = person, person["tip"], person["length"]
        self.tips.add(person["tip"])

    def move(self, entry, signers):
        kind, author, body = entry["type"], entry["author"], entry["body"]
        need(entry["game"] == self.game, "game")
        need(author in self.people and (author not in self.out or "rests" in body), "author")
        self.tells(kind, author, body, entry.get("link"))
        need(signers == self.expected(kind, author, body), "signer")
        self.rights(kind, author, body.get("role"))
        if kind == "substitute":
            self.by_word(body)
        else:
            marked = body.get("word", False)
            need(marked is ("word" in body), "a mark that is not true")
            need(marked is ("word" in self.people[author]), "by mail word")
        need(kind == "rollback" or body.get("at", self.time) >= self.time, "a time before another")
        need(self.claimed is None or (kind == "end" and author == self.claimed), "after a claim")
        link = entry.get("link")
        if link is not None:
            need(self.left[author] > 0 and sha(link) == self.links[author], "link")
            self.links[author], self.left[author] = link, self.left[author] - 1
        need("used" not in body or (self.batch and "burnt" not in body), "lines of no order")
        if "burnt" in body:
            need(link is None and body["applied"] == 0, "burnt with something else")
            self.burn(author, body["burnt"])
        elif kind == "substitute":
            self.replace(body)
        else:
            need(not self.burning, "links are to be burnt first")
            if kind == "claim":
                self.claim(author, body)
            elif self.batch:
                self.answer(kind, author, body, link)
            else:
                self.plain(entry, link)
        self.out |= dict.fromkeys(body.get("out", ()), entry["seq"])
        if "news" in body:
            self.news |= {(role, key_of(who)) for role, who in self.people.items()}

    def tells(self, kind, author, body, link):
        """Who is out, effects and news stand where lines were carried out, and nowhere else."""
        told = {"out", "effects", "news"} & set(body)
        need(not told or ("burnt" not in body and (kind == "roll" or link is None)), "told too early")
        playing = [role for role in self.people if role != "referee" and role not in self.out]
        if "out" in told:
            said = body["out"]
            need(said and said == [role for role in playing if role in said], "who is out")
        if told & {"effects", "news"}:
            players = [role for role in self.people if role != "referee"]
            need(author == "referee" and self.secret is not None and told >= {"effects", "news"}, "effects")
            need(body["effects"] and all(map(is_line, body["effects"])), "an effect")
            need(len(body["news"]) == len(players), "news")
            need(all(is_hex(each, 64) for each in body["news"]), "news")

    def expected(self, kind, author, body):
        """The keys with which an entry is signed."""
        inside = [role for role in self.people if role not in self.out]
        if kind == "claim" or (kind == "late" and "since" in body):
            need(body["role"] in inside and len(inside) > 1, "claimed against whom")
            return [key_of(self.people[role]) for role in inside if role != body["role"]]
        if kind == "substitute":
            need(body["role"] in self.people, "role")
            if self.refereed or len(inside) > 2:
                inside.remove(body["role"])
            keys = [key_of(self.people[role]) for role in inside]
            return keys if key_of(body) in keys else [*keys, key_of(body)]
        if kind in ("rollback", "ruling", "adopt") and not judges(kind, body):
            return [key_of(self.people[role]) for role in inside]
        need(self.refereed or not judges(kind, body), "judged without a referee")
        return [key_of(self.people[author])]

    def after(self, role):
        """Who comes next in the charter's order."""
        ring = [*self.people, *self.people]
        return next(each for each in ring[ring.index(role) + 1 :] if each not in self.out)

    def burn(self, author, link):
        """A link given away for the oldest new chain: the one after the author's next."""
        need(self.burning and self.burning[0][0][:1] == [author], "burnt out of turn")
        owing, burnt = self.burning[0]
        need(self.left[author] >= 2 and sha(sha(link)) == self.links[author], "burnt link")
        self.links[author], self.left[author] = link, self.left[author] - 2
        owing.remove(author)
        burnt[author] = link
        self.rebase()

    def rebase(self):
        while self.burning and not self.burning[0][0]:
            burnt = self.burning.pop(0)[1]
            if burnt:
                self.base = sha(self.base, *(burnt[role] for role in self.people if role in burnt))

    def replace(self, body):
        """A new chain: only of who has to answer, or owes a link to burn, before others can go on."""
        role = body["role"]
        owing = {each for renewal in self.burning for each in renewal[0]}
        if owing:
            need(role in owing, "links are to be burnt first")
        elif self.batch:
            need(role == self.batch[2], "dice first")
        if role == "referee":
            closed = [seal for seq, seal in self.seals.items() if seq not in self.opened.values()]
            need(
                all(inside is None or key == key_of(body) for *_, inside, key in closed),
                "sealed to the old key",
            )
        before = key_of(self.people[role])
        self.standing.replaced(self.number, role, before, key_of(body))
        need(key_of(body) == before or all(raw != before for _, _, _, raw, _ in self.deals), "dealt to")
        need(all(raw == key_of(body) for each, raw in self.news if each == role != "referee"), "told to")
        self.seat(body)
        for renewal in self.burning:
            if role in renewal[0]:
                renewal[0].remove(role)
        self.burning.append(([each for each in self.people if each != role and each not in self.out], {}))
        self.rebase()

    def rights(self, kind, author, role):
        need(role is None or role in self.people, "role")
        if kind in ("order", "decision", "seal", "resign"):
            need(author != "referee", "referee plays")
        elif kind == "substitute":
            judge = "referee" if self.refereed and role != "referee" else self.after(role)
            need(author in (role, judge), "another's chain")
        elif self.refereed and kind not in ("ack", "open"):
            need(author == "referee", "referee's entry")
        need(kind != "late" or self.refereed, "late without a referee")
        need(kind != "claim" or not self.refereed, "claimed in a game with a referee")

    def moments(self, kind, body, opens):
        """An entry with which times begin, and that opens no dice, says when each is over that ends at an
        hour; without data of zones one sees whether that can be so anywhere."""
        rules = {}
        for rule in self.deadlines:
            rules.setdefault(rule["kind"], rule)
        rules = [rule for rule in rules.values() if "hour" in rule]
        begins = kind in ("charter", "roll", "ack", "open", "late") and "rests" not in body and not opens
        said = body.get("due", [])
        asked = [rule["kind"] for rule in rules] if begins else []
        need([each["kind"] for each in said] == asked, "moments that are due")
        for rule, each in zip(rules, said, strict=False):
            at, due, end, off = body["at"], each["due"], each["end"], set(rule.get("days_off", ()))
            need(at < 252_000_000_000, "a time that no calendar counts on from")
            hours, grace = rule["hours"], rule["grace"]
            need(at + 3600 * (hours - 38) <= due <= passed(at, 3600 * (hours + 96), off), "a moment")
            need(max(due, due + 3600 * (grace - 26)) <= end <= passed(due, 3600 * (grace + 96), off), "grace")
            need(grace > 0 or due == end, "grace")
        self.over = {each["kind"]: each["end"] for each in said}

    def clocks(self, seq, kind, author, body):
        """Since when each has to decide; nobody's time runs on after what several sign, or a burnt link."""
        self.time = body.get("at", self.time)
        if (kind in SHARED and not judges(kind, body)) or {"burnt", "since"} & set(body):
            self.began, self.stopped, self.ends = {}, seq, {}
            asked = author if "burnt" in body else body.get("role") if "since" in body else None
            if asked is not None:
                self.began[asked], self.ends[asked] = body["at"], self.over
        elif kind in ("charter", "roll", "ack", "open", "late") and "rests" not in body:
            self.began = dict.fromkeys(self.people, body["at"])
            self.ends = dict.fromkeys(self.people, self.over)

    def silent(self, author, role, since):
        """All others say of one that he was asked, where his time stands still."""
        need(role in self.people and role != author and role not in self.out, "who is silent")
        need(role not in self.began and since == self.stopped, "a time that runs")

    def late(self, role, kind, at):
        """Nobody is late before all of his hours have gone by; days off are passed over."""
        rule = next((each for each in self.deadlines if each["kind"] == kind), None)
        if rule is None:
            return
        need(role in self.began, "no time runs")
        if "hour" in rule:
            need(at >= self.ends[role][kind], "too early")
            return
        off = set(rule.get("days_off", ()))
        need(not {"mon", "tue", "wed", "thu", "fri", "sat", "sun"} <= off, "a time that never ends")
        need(at >= passed(self.began[role], 3600 * (rule["hours"] + rule["grace"]), off), "too early")

    def claim(self, author, body):
        """All others say that one has let its time go by twice; who has to answer an order, counted from what
        stands before that."""
        role, kind = body["role"], body["kind"]
        need(role != author and (not self.batch or self.batch[2] == role), "claimed against whom")
        began, ends = self.before if self.batch else (self.began, self.ends)
        rule = next((each for each in self.deadlines if each["kind"] == kind), None)
        need(rule is not None and rule["then"] == "claim" and role in began, "no time that may be claimed")
        if "hour" in rule:
            end = ends[role][kind]
        else:
            end = passed(began[role], 3600 * (rule["hours"] + rule["grace"]), set(rule.get("days_off", ())))
        need(body["at"] >= end + end - began[role], "claimed too early")
        self.claimed, self.batch = author, None

    def answer(self, kind, author, body, link):
        seq, opener, closer, first = self.batch
        need(kind in ("roll", "ack") and author == closer, "nothing but the answer")
        need((link is not None) == (kind == "roll"), "link of an answer")
        if "used" in body:
            self.use_lines(seq, body["used"])
        if kind == "ack":
            self.batch = None
            return
        need(body["k"] == self.k + 1 and body["batch"] == seq and body["rolls"], "roll number")
        links = {opener: first, closer: link}
        batch = (self.base, body["k"], *(links[role] for role in self.people if role in links))
        source = stream(sha("senlac-dice/2", *batch))
        for index, roll in enumerate(body["rolls"]):
            if self.hidden(roll, index, batch):
                continue
            how = "shuffle" if "shuffle" in roll else "sides"
            need(set(roll) == {"label", "rule", how, "values"}, "fields of a roll")
            if "shuffle" in roll:
                values = shuffle(source, roll["shuffle"])
            else:
                values = [die(source, roll["sides"]) for _ in roll["values"]]
            need(values == roll["values"], "roll values")
        self.k, self.batch = self.k + 1, None

    def hidden(self, roll, index, batch):
        """Whether this is about secret packs; they are kept for the end."""
        if "leaves" in roll:
            need(set(roll) == {"label", "rule", "shuffle", "secret", "leaves"}, "secret shuffle")
            name, leaves = roll["secret"], roll["leaves"]
            need(self.secret is not None and name not in self.packs, "secret shuffle")
            need(name.isascii() and name.isalpha() and len(leaves) == roll["shuffle"], "secret shuffle")
            self.packs[name] = (batch, leaves)
        elif "deal" in roll:
            need(set(roll) == {"label", "rule", "deal", "cards", "sealed"}, "deal")
            need(roll["deal"] in self.people and roll["deal"] != "referee", "deal to whom")
            for token in roll["cards"]:
                self.leaf_of(token)
            sealed = unbase64(roll["sealed"], "a deal")
            self.deals.append((batch[1], index, roll["cards"], key_of(self.people[roll["deal"]]), sealed))
        elif "open" in roll:
            need(set(roll) == {"label", "rule", "open"}, "cards shown")
            for token, number, salt in roll["open"]:
                need(type(number) is int and isinstance(salt, str) and len(salt) == 64, "opening")
                need(leaf(self.game, token, number, salt) == self.leaf_of(token), "opening")
                need(self.shown.setdefault((split(token)[0], number), token) == token, "a card twice")
        else:
            return False
        return True

    def leaf_of(self, token):
        name, place = split(token)
        need(name in self.packs and place <= len(self.packs[name][1]), "no such card")
        return self.packs[name][1][place - 1]

    def open_seal(self, seq, author, body):
        """Salt and lines are those of the hash, and what the box holds."""
        need(body["seal"] in self.seals and body["seal"] not in self.opened.values(), "no closed seal")
        sealer, choice, commit, inside, key = self.seals[body["seal"]]
        need(author in (sealer, "referee"), "another's seal")
        salt, lines = body["salt"], body["lines"]
        digest = hashlib.sha256(dump(lines).encode()).hexdigest()
        need(commit == sha("senlac-seal/1", self.game, sealer, choice, salt, digest), "seal")
        if inside is not None and key is not None:
            text = "\n".join([salt, *lines, ""]).encode()
            text = text.ljust((len(text) + 4095) // 4096 * 4096, b"\n")
            coins = sha("senlac-order-box/1", self.game, sealer, choice, salt)
            need(len(text) <= 65_536, "box too large")
            need(base64.b64encode(box(key, text, coins)).decode() == inside, "box")
        self.opened[seq] = body["seal"]

    def close_lines(self, entry, link):
        """With a referee each order says what it closes; no other entry does."""
        body, here = entry["body"], self.refereed and link is not None
        for name in ("rest", "box"):
            need((name in body) == here and (not here or is_hex(body[name], 64)), "closed lines")
        if here:
            self.closed[entry["seq"]] = (entry["author"], body["rest"])

    def rest_of(self, author, pairs, rest):
        for salt, line in reversed(pairs):
            rest = sha("senlac-line/1", self.game, author, salt, line, rest)
        return rest

    def use_lines(self, seq, used):
        """The lines that an answer opens are the first that its order closed."""
        need(seq in self.closed and set(used) == {"lines", "rest"} and used["lines"], "lines of no order")
        author, rest = self.closed[seq]
        for salt, line in used["lines"]:
            need(is_hex(salt, 32) and is_line(line), "a line that is opened")
        need(is_hex(used["rest"], 64), "the rest after the lines")
        need(self.rest_of(author, used["lines"], used["rest"]) == rest, "other lines than were closed")
        self.lines_used[seq] = [line for _, line in used["lines"]]

    def open_papers(self, opener, filed):
        """When the game is over: root and lines of standing papers give what they sealed."""
        names = [(each.get("author"), each.get("number")) for each in filed]
        need(names == sorted(set(names)), "order of papers")
        for each in filed:
            need(set(each) - {"lines"} == {"author", "number", "root"}, "what is opened of a paper")
            need("lines" not in each or each["lines"], "no lines are left out")
            author, number, lines = each["author"], each["number"], each.get("lines", [])
            papers = self.standing.papers.get(author, []) if self.refereed else []
            need(whole(number, 1) and number <= len(papers), "no paper")
            need(
                (author, number) not in self.papers_open and opener in (author, "referee"), "another's paper"
            )
            need(len(lines) <= 64, "lines of a paper")
            salts = [sha("senlac-salt/2", each["root"], at)[:32] for at in range(64)]
            texts = [*lines, *[""] * (64 - len(lines))]
            leaves = [
                sha("senlac-standing/1", self.game, author, number, salt, line)
                for salt, line in zip(salts, texts, strict=True)
            ]
            row = sorted(leaves)
            while len(row) > 1:
                pairs = zip(row[::2], row[1::2], strict=True)
                row = [sha("senlac-standing-node/1", *sorted(pair)) for pair in pairs]
            order = sha("senlac-standing-order/1", self.game, author, number, *leaves)
            paper = papers[number - 1]
            need((paper["leaves"], paper["order"]) == (row[0], order), "other lines than were filed")
            self.papers_open.add((author, number))

    def open_rests(self, opener, rests):
        """When the game is over: root and lines of orders give what they closed."""
        need(isinstance(rests, list), "nothing opened")
        need(
            [each["order"] for each in rests] == sorted({each["order"] for each in rests}), "order of orders"
        )
        for each in rests:
            need(set(each) - {"lines"} == {"order", "root"} and is_hex(each["root"], 64), "what is opened")
            need("lines" not in each or each["lines"], "no lines are left out")
            seq = each["order"]
            need(seq in self.closed and seq not in self.whole, "no closed order")
            author, rest = self.closed[seq]
            need(opener in (author, "referee"), "another's lines")
            lines = [*self.lines_used.get(seq, []), *each.get("lines", [])]
            need(all(map(is_line, lines)), "a line")
            salts = [sha("senlac-salt/2", each["root"], at)[:32] for at in range(len(lines) + 1)]
            pairs = list(zip(salts, [*lines, ""], strict=True))
            need(self.rest_of(author, pairs, "") == rest, "other lines than were closed")
            self.whole.add(seq)

    def open_packs(self, secret):
        """At the end: every order and every deal is the one that the secret gives."""
        need((secret is None) == (self.secret is None), "the secret is opened at the end")
        if secret is None:
            return
        need(sha("senlac-secret/1", secret) == self.secret, "another secret")
        known = {}
        for name, (batch, leaves) in self.packs.items():
            for place, (number, salt) in enumerate(pack(self.game, batch, name, len(leaves), secret), 1):
                known[f"{name}{place}"] = (number, salt)
                need(leaf(self.game, f"{name}{place}", number, salt) == leaves[place - 1], "order of a pack")
        for k, index, cards, raw, sealed in self.deals:
            text = "".join(f"{card} {known[card][0]:05d} {known[card][1]}\n" for card in cards)
            coins = sha("senlac-box/1", self.game, k, index, secret)
            need(sealed == box(raw, text.encode(), coins), "a deal")

    def back_to(self, to):
        need(self.secret is None and to in self.course, "rollback to where")
        self.course = [seq for seq in self.course if seq <= to]
        self.standing.backs.append((to, self.number))
        self.seals = {seq: seal for seq, seal in self.seals.items() if seq <= to}
        self.opened = {seq: seal for seq, seal in self.opened.items() if seq <= to}
        self.out = {role: seq for role, seq in self.out.items() if seq <= to}

    def lose(self, facts):
        """What all say that nobody can open any more."""
        found = [fact.partition("lines lost: ") for fact in facts]
        lost = [seq for before, head, seq in found if head and not before]
        lost = {
            int(seq) for seq in lost if seq.isascii() and seq.isdigit() and seq[0] != "0" and len(seq) < 10
        }
        need(lost <= set(self.closed) - self.whole, "lost of no order")
        self.whole |= lost
        form = re.compile(r"paper lost: ([a-z][a-z0-9_-]{0,31}) ([1-9][0-9]{0,8})")
        gone = {(found[1], int(found[2])) for found in map(form.fullmatch, facts) if found}
        there = {(side, each["number"]) for side, each_ in self.standing.papers.items() for each in each_}
        need(gone <= (there if self.refereed else set()) - self.papers_open, "lost of no paper")
        self.papers_open |= gone

    def plain(self, entry, link):
        kind, author, body = entry["type"], entry["author"], entry["body"]
        need(kind != "roll" and (kind != "ack" or link), "an answer to nothing")
        need(link or not (self.refereed and kind in ("order", "decision")), "locked without link")
        if link:
            need(author != "referee", "referee opens")
            self.batch = (entry["seq"], author, "referee" if self.refereed else self.after(author), link)
            self.before = (self.began, self.ends)
        if kind == "seal":
            need(all(seal[:2] != (author, body["choice"]) for seal in self.seals.values()), "sealed twice")
            key = key_of(self.people["referee"]) if self.refereed else None
            self.seals[entry["seq"]] = (author, body["choice"], body["commit"], body.get("box"), key)
        elif kind in ("order", "decision"):
            self.close_lines(entry, link)
        elif kind == "open" and "rests" in body:
            need(body["rests"] or "filed" in body, "nothing opened")
            self.open_rests(author, body["rests"])
            self.open_papers(author, body.get("filed", []))
        elif kind == "open":
            self.open_seal(entry["seq"], author, body)
        elif kind == "ruling":
            self.lose(body.get("facts", []))
        elif kind == "rollback":
            self.back_to(body["to"])
        elif kind == "resign":
            self.out[author] = entry["seq"]
        elif kind == "late" and "since" in body:
            self.silent(author, body["role"], body["since"])
        elif kind == "late":
            self.late(body["role"], body["kind"], body["at"])
        elif kind == "end":
            need(set(self.closed) == self.whole, "lines that are closed at the end")
            self.open_packs(body.get("secret"))
        self.ended = kind == "end"
