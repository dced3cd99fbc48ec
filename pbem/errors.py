"""Every cause for which the protocol refuses something, one class a cause, each with a reason code.

The code is what a program matches and a verdict quotes; the message is for a person and says what is
wrong, where, and what to do. Nothing here imports anything, so commands that only report start fast.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from modules.engine.requests import Choose


class PbemError(Exception):
    """Base of all; `code` is the stable reason code, `str(error)` the message for a person."""

    code: ClassVar[str] = "pbem"


# --- bytes and JSON -------------------------------------------------------------------------------


class CanonicalError(PbemError):
    """Bytes or a value outside the strict subset of JSON."""

    code = "canonical"


class TooLarge(CanonicalError):
    """More bytes than an entry may have; found before parsing."""

    code = "too-large"


class TooDeep(CanonicalError):
    """Arrays and objects nested deeper than allowed; found before parsing."""

    code = "too-deep"


class NotUtf8(CanonicalError):
    """Bytes that are not UTF-8."""

    code = "not-utf8"


class NotJson(CanonicalError):
    """Text that is not JSON."""

    code = "not-json"


class RepeatedKey(CanonicalError):
    """An object with the same key twice."""

    code = "repeated-key"


class BadKey(CanonicalError):
    """An object key that is not an ASCII string."""

    code = "bad-key"


class BadNumber(CanonicalError):
    """A float, NaN, infinity, or an integer of 2^53 or more."""

    code = "bad-number"


class BadString(CanonicalError):
    """A string that is not NFC or holds a lone surrogate."""

    code = "bad-string"


class BadValue(CanonicalError):
    """A value of a type that the subset lacks, such as null."""

    code = "bad-value"


class NotCanonical(CanonicalError):
    """JSON that is right in value but not in its bytes: spaces, key order, escapes, trailing bytes."""

    code = "not-canonical"


# --- keys and signatures --------------------------------------------------------------------------


class BadKeyFile(PbemError):
    """A key file or public key that is not an OpenSSH Ed25519 key."""

    code = "bad-key-file"


class WeakKey(BadKeyFile):
    """A public key under which a signature would bind nothing (small order or non-canonical point)."""

    code = "weak-key"


class PassphraseNeeded(PbemError):
    """The private key is encrypted and no passphrase was given."""

    code = "passphrase-needed"


class WrongPassphrase(PbemError):
    """The private key is encrypted with another passphrase."""

    code = "wrong-passphrase"


class BadPassphraseFile(PbemError):
    """A file that should hold a passphrase and does not."""

    code = "bad-passphrase-file"


class PassphraseUnsupported(PbemError):
    """Encrypted private keys need the `bcrypt` package, which is not installed."""

    code = "passphrase-unsupported"


class FileExists(PbemError):
    """A file that must never be overwritten is there already."""

    code = "file-exists"


class NotAPlainFile(PbemError):
    """A name to write to that stands for a folder, a link or a device."""

    code = "not-a-plain-file"


class SignatureError(PbemError):
    """A signature that is refused."""

    code = "signature"


class SignatureFormat(SignatureError):
    """Not an SSHSIG signature, or one with other bytes than OpenSSH would write."""

    code = "signature-format"


class SignatureAlgorithm(SignatureError):
    """A key type other than ssh-ed25519 or a hash other than sha512."""

    code = "signature-algorithm"


class SignatureNamespace(SignatureError):
    """A signature made for another purpose."""

    code = "signature-namespace"


class SignatureMalleable(SignatureError):
    """A signature whose S is not below the group order: somebody altered a good one."""

    code = "signature-malleable"


class SignatureWrong(SignatureError):
    """The signature does not fit the bytes and the key."""

    code = "signature-wrong"


# --- entries, armor, files ------------------------------------------------------------------------


class BadRecord(PbemError):
    """A line that is not `SIGNATURES JSON`."""

    code = "bad-record"


class BadEntry(PbemError):
    """An entry whose envelope (v, game, seq, prev, type, author, link) has the wrong shape."""

    code = "bad-entry"


class BadBody(PbemError):
    """A body that does not have the shape of its type."""

    code = "bad-body"


class BadPaper(PbemError):
    """A paper (invitation, join) that does not have the shape of its type."""

    code = "bad-paper"


class ArmorMissing(PbemError):
    """No BEGIN and END lines, or not as many entries as expected."""

    code = "armor-missing"


class ArmorDamaged(PbemError):
    """The text between BEGIN and END was changed on its way."""

    code = "armor-damaged"


class NotALog(PbemError):
    """A file that does not begin as a game log does."""

    code = "not-a-log"


class StaleEntry(PbemError):
    """An entry that does not continue the log: another one was appended first."""

    code = "stale-entry"


# --- dice chains ----------------------------------------------------------------------------------


class BadDice(PbemError):
    """A die or shuffle that the stream cannot give, such as one of 1 side."""

    code = "bad-dice"


class BadChainFile(PbemError):
    """A file that is not a dice chain."""

    code = "bad-chain-file"


class LinkExhausted(PbemError):
    """All links of a party's chain are revealed; a `substitute` entry commits to a new chain."""

    code = "link-exhausted"


# --- secret packs ---------------------------------------------------------------------------------


class BadSecretFile(PbemError):
    """A file that is not a referee's secret."""

    code = "bad-secret-file"


class Unreadable(PbemError):
    """A sealed text that this key does not open."""

    code = "unreadable"


# --- a log that is broken -------------------------------------------------------------------------


class LogFault(PbemError):
    """An entry that is well formed but cannot stand at its place in the log."""

    code = "log"


class EmptyLog(LogFault):
    """A log without a charter."""

    code = "empty-log"


class CharterMisplaced(LogFault):
    """A first entry that is no charter, or a second charter."""

    code = "charter-misplaced"


class WrongGame(LogFault):
    """An entry of another game."""

    code = "wrong-game"


class WrongSeq(LogFault):
    """A number that is not the next one."""

    code = "wrong-seq"


class WrongPrev(LogFault):
    """An entry that follows another head."""

    code = "wrong-prev"


class RepeatedEntry(LogFault):
    """The same entry twice."""

    code = "repeated-entry"


class UnknownAuthor(LogFault):
    """An author whom the charter does not name."""

    code = "unknown-author"


class WrongSigner(LogFault):
    """Signed by another key than the author's in the charter or the latest `substitute`."""

    code = "wrong-signer"


class JoinWrong(LogFault):
    """A charter's `joined` that is not this person's signature on what the charter says."""

    code = "join-wrong"


class SignaturesMissing(LogFault):
    """An entry that others have yet to sign: the roles in `missing`."""

    code = "signatures-missing"

    def __init__(self, message: str, missing: tuple[str, ...]) -> None:
        super().__init__(message)
        self.missing = missing


class NotEntitled(LogFault):
    """A type of entry that this author may not write."""

    code = "not-entitled"


class AfterEnd(LogFault):
    """An entry after the end of the game."""

    code = "after-end"


class LinkWrong(LogFault):
    """A link that does not hash to the party's previous one: reused, skipped or made up."""

    code = "link-wrong"


class LinkMissing(LogFault):
    """An entry that must reveal a link and does not."""

    code = "link-missing"


class LinkNotDue(LogFault):
    """A link revealed where none is due."""

    code = "link-not-due"


class RollDue(LogFault):
    """An entry that comes before the dice that must be rolled first."""

    code = "roll-due"


class RollNotDue(LogFault):
    """A roll that no entry asked for."""

    code = "roll-not-due"


class RollNumber(LogFault):
    """A roll that names another batch number or opening entry than its place gives."""

    code = "roll-number"


class RollValues(LogFault):
    """Values that the seeds do not give."""

    code = "roll-values"


class RollRules(LogFault):
    """Rolls other than those that the rules ask for."""

    code = "roll-rules"


class AppliedWrong(LogFault):
    """Another number of applied lines than the rules give, or one in an ack that only reveals a link."""

    code = "applied-wrong"


class LateTooEarly(LogFault):
    """A side said to be late before its time, by the times in the log itself."""

    code = "late-too-early"


class Overtaken(LogFault):
    """An entry whose place in the log another party's took first, where both could be written."""

    code = "overtaken"


class SealWrong(LogFault):
    """An opening that does not fit its seal, or of a seal that is not the author's or open already; a seal
    whose box does not hold what its hash says, or the second one for a choice."""

    code = "seal-wrong"


class LeafWrong(LogFault):
    """A card whose opening does not fit the leaf that was committed to, or of no pack that was shuffled."""

    code = "leaf-wrong"


class CardTwice(LogFault):
    """Two cards of one pack with the same number, or a pack that is shuffled twice."""

    code = "card-twice"


class SecretWrong(LogFault):
    """At the end the referee does not open the secret that he committed to in the charter."""

    code = "secret-wrong"


class PackWrong(LogFault):
    """A pack in another order than the referee's secret and the links give."""

    code = "pack-wrong"


class DealWrong(LogFault):
    """Cards dealt with another content, or to another key, than the referee's secret gives."""

    code = "deal-wrong"


class RollbackWrong(LogFault):
    """A rollback to a place that is not in the game's present course, or in a game with secret packs."""

    code = "rollback-wrong"


class ShownWrong(LogFault):
    """A card shown where another one was looked for and was there."""

    code = "shown-wrong"


class HiddenIllegal(LogFault):
    """An order that was accepted although its author's own cards made it illegal."""

    code = "hidden-illegal"


class OutOfStep(LogFault):
    """A view of the game that asks for something else than the game itself: a fault of the game's rules."""

    code = "out-of-step"


class RulesRefuse(LogFault):
    """The replay refuses the entry; the message quotes the rule."""

    code = "rules-refuse"


class OutcomeWrong(LogFault):
    """An outcome other than the one that the rules give."""

    code = "outcome-wrong"


class OtherEngine(LogFault):
    """A game that was begun under other rules, data or engine than those installed here."""

    code = "other-engine"


class LineRefused(RulesRefuse):
    """A line of an order entry that cannot be read or is against the rules.

    `index` counts the lines from 0; `line` is its text. For one against the rules, `rule` is the rule's
    number and `choice` the decision that was due (a `modules` request), which lists what is legal.
    """

    code = "line-refused"

    def __init__(
        self, index: int, line: str, cause: Exception, rule: str = "", choice: Choose | None = None
    ) -> None:
        super().__init__(f"line {index + 1} `{line[:80]}`: {cause}")
        self.index, self.line, self.cause, self.rule, self.choice = index, line, cause, rule, choice


class NotYourDecision(RulesRefuse):
    """An order of a side that has nothing to decide now."""

    code = "not-your-decision"
