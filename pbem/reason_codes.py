"""Every reason code by which a refusal can be told from all others, with what it means, in one table.

The code is what a program matches and a verdict quotes; the message beside it is for a person. The table in
`docs/reference/formats.md` is made from this one.
"""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """A reason code; `meaning` says in one sentence what it stands for."""

    meaning: str

    def __new__(cls, code: str, meaning: str) -> Code:
        member = str.__new__(cls, code)
        member._value_ = code
        member.meaning = meaning
        return member

    # --- bytes and JSON -----------------------------------------------------------------------------------

    TOO_LARGE = "too-large", "More bytes than an entry may have; found before parsing."
    TOO_DEEP = "too-deep", "Arrays and objects nested deeper than allowed; found before parsing."
    NOT_UTF8 = "not-utf8", "Bytes that are not UTF-8."
    NOT_JSON = "not-json", "Text that is not JSON."
    REPEATED_KEY = "repeated-key", "An object with the same key twice."
    BAD_KEY = "bad-key", "An object key that is not an ASCII string."
    BAD_NUMBER = "bad-number", "A float, NaN, infinity, or an integer of 2^53 or more."
    BAD_STRING = "bad-string", "A string that is not NFC or holds a lone surrogate."
    BAD_VALUE = "bad-value", "A value of a type that the subset lacks, such as null."
    NOT_CANONICAL = (
        "not-canonical",
        "JSON that is right in value but not in its bytes: spaces, key order, escapes, trailing bytes.",
    )

    # --- keys and signatures ------------------------------------------------------------------------------

    BAD_KEY_FILE = "bad-key-file", "A key file or public key that is not an OpenSSH Ed25519 key."
    WEAK_KEY = (
        "weak-key",
        "A public key under which a signature would bind nothing (small order or non-canonical point).",
    )
    PASSPHRASE_NEEDED = "passphrase-needed", "The private key is encrypted and no passphrase was given."
    WRONG_PASSPHRASE = "wrong-passphrase", "The private key is encrypted with another passphrase."
    BAD_PASSPHRASE_FILE = "bad-passphrase-file", "A file that should hold a passphrase and does not."
    PASSPHRASE_UNSUPPORTED = (
        "passphrase-unsupported",
        "Encrypted private keys need the `bcrypt` package, which is not installed.",
    )
    FILE_EXISTS = "file-exists", "A file that must never be overwritten is there already."
    NOT_A_PLAIN_FILE = (
        "not-a-plain-file",
        "A name to write to that stands for a folder, a link or a device.",
    )
    SIGNATURE_FORMAT = (
        "signature-format",
        "Not an SSHSIG signature, or one with other bytes than OpenSSH would write.",
    )
    SIGNATURE_ALGORITHM = (
        "signature-algorithm",
        "A key type other than ssh-ed25519 or a hash other than sha512.",
    )
    SIGNATURE_NAMESPACE = "signature-namespace", "A signature made for another purpose."
    SIGNATURE_MALLEABLE = (
        "signature-malleable",
        "A signature whose S is not below the group order: somebody altered a good one.",
    )
    SIGNATURE_WRONG = "signature-wrong", "The signature does not fit the bytes and the key."

    # --- entries, armor, files ----------------------------------------------------------------------------

    BAD_RECORD = "bad-record", "A line that is not `SIGNATURES JSON`."
    BAD_ENTRY = (
        "bad-entry",
        "An entry whose envelope (v, game, seq, prev, type, author, link) has the wrong shape.",
    )
    OLD_PROTOCOL = "old-protocol", "A game that was begun under a protocol whose dice could be chosen."
    BAD_BODY = "bad-body", "A body that does not have the shape of its type."
    BAD_PAPER = "bad-paper", "A paper (invitation, join) that does not have the shape of its type."
    ARMOR_MISSING = "armor-missing", "No BEGIN and END lines, or not as many entries as expected."
    ARMOR_DAMAGED = "armor-damaged", "The text between BEGIN and END was changed on its way."
    NOT_A_LOG = "not-a-log", "A file that does not begin as a game log does."
    STALE_ENTRY = "stale-entry", "An entry that does not continue the log: another one was appended first."

    # --- dice chains --------------------------------------------------------------------------------------

    BAD_DICE = "bad-dice", "A die or shuffle that the stream cannot give, such as one of 1 side."
    BAD_CHAIN_FILE = "bad-chain-file", "A file that is not a dice chain."
    LINK_EXHAUSTED = (
        "link-exhausted",
        "All links of a party's chain are revealed; a `substitute` entry commits to a new chain.",
    )

    # --- secret packs -------------------------------------------------------------------------------------

    BAD_SECRET_FILE = "bad-secret-file", "A file that is not a referee's secret."
    UNREADABLE = "unreadable", "A sealed text that this key does not open."

    # --- a log that is broken -----------------------------------------------------------------------------

    EMPTY_LOG = "empty-log", "A log without a charter."
    CHARTER_MISPLACED = "charter-misplaced", "A first entry that is no charter, or a second charter."
    WRONG_GAME = "wrong-game", "An entry of another game."
    WRONG_SEQ = "wrong-seq", "A number that is not the next one."
    WRONG_PREV = "wrong-prev", "An entry that follows another head."
    REPEATED_ENTRY = "repeated-entry", "The same entry twice."
    UNKNOWN_AUTHOR = "unknown-author", "An author whom the charter does not name."
    WRONG_SIGNER = (
        "wrong-signer",
        "Signed by another key than the author's in the charter or the latest `substitute`.",
    )
    JOIN_WRONG = (
        "join-wrong",
        "A charter's `joined` that is not this person's signature on what the charter says.",
    )
    SIGNATURES_MISSING = (
        "signatures-missing",
        "An entry that others have yet to sign: the roles in `missing`.",
    )
    NOT_ENTITLED = "not-entitled", "A type of entry that this author may not write."
    AFTER_END = "after-end", "An entry after the end of the game."
    LINK_WRONG = (
        "link-wrong",
        "A link that does not hash to the party's previous one: reused, skipped or made up.",
    )
    LINK_MISSING = "link-missing", "An entry that must reveal a link and does not."
    LINK_NOT_DUE = "link-not-due", "A link revealed where none is due."
    BURN_DUE = "burn-due", "An entry that comes before the links that must be burnt for a new chain."
    TIME_BACK = "time-back", "A time before that of an earlier entry."
    COMPLETED = (
        "completed",
        "A `late`, or a side's other entry, for a place for which it had completed, in time, what all sign.",
    )
    BACKDATED = (
        "backdated",
        "An answer dated more than a day before the order that it answers was signed, by its author's clock.",
    )
    TIME_AHEAD = (
        "time-ahead",
        "A time more than a day ahead of the clock of who takes it in: with it in the log nobody could be "
        "late.",
    )
    ROLL_DUE = "roll-due", "An entry that comes before the dice that must be rolled first."
    ROLL_NOT_DUE = "roll-not-due", "A roll that no entry asked for."
    ROLL_NUMBER = (
        "roll-number",
        "A roll that names another batch number or opening entry than its place gives.",
    )
    ROLL_VALUES = "roll-values", "Values that the seeds do not give."
    ROLL_RULES = "roll-rules", "Rolls other than those that the rules ask for."
    APPLIED_WRONG = (
        "applied-wrong",
        "Another number of applied lines than the rules give, or one in an ack that only reveals a link.",
    )
    WORD_WRONG = (
        "word-wrong",
        "An entry of a side by mail word without the mark that says so, or with the mark of any other; mail "
        "word without a referee, or of the referee himself.",
    )
    DUE_WRONG = (
        "due-wrong",
        "An entry whose `due` is missing or stands where none belongs, or holds a moment that no time zone "
        "gives.",
    )
    DUE_DIFFERS = (
        "due-differs",
        "An entry that says another moment at which a time is over than the program here works out, by the "
        "hour and zone of the charter.",
    )
    CLAIM_CONTESTED = (
        "claim-contested",
        "A claim of the game, or the `late` that leads to one, against a side whose program had sent what "
        "was due in time.",
    )
    ZONE_UNKNOWN = "zone-unknown", "A time zone of which this PC has no data."
    LATE_TOO_EARLY = (
        "late-too-early",
        "A side said to be late before its time, by the times in the log itself.",
    )
    OVERTAKEN = (
        "overtaken",
        "An entry whose place in the log another party's took first, where both could be written.",
    )
    AUDIT_WITHHELD = (
        "audit-withheld",
        "A game that is over by the rules, which the referee has not opened and ended.",
    )
    OPEN_TOO_EARLY = (
        "open-too-early",
        "A side that would open its own orders where the game goes on, before the referee had a day to do "
        "it, or out of turn.",
    )
    LINES_WRONG = (
        "lines-wrong",
        "Lines of an order that are opened and are not those that it closed, an order that says nothing of "
        "closed lines where it must or something where it may not, or lines opened where none can be.",
    )
    LINES_CLOSED = "lines-closed", "An end of the game before all closed lines of all orders are opened."
    LINES_LOST = "lines-lost", "A side's own closed lines that are not in its folder any more, or damaged."
    BOX_MISSING = "box-missing", "An order whose box with its closed lines has not come, or cannot be opened."
    BOX_WRONG = "box-wrong", "A box that does not hold the lines that its order closed."
    STOP_WRONG = (
        "stop-wrong",
        "The use of an order's lines stopped at one that was legal: the referee's doing.",
    )
    SEAL_WRONG = (
        "seal-wrong",
        "An opening that does not fit its seal, or of a seal that is not the author's or open "
        "already; a seal whose box does not hold what its hash says, or the second one for a choice.",
    )
    STANDING_WRONG = (
        "standing-wrong",
        "Standing orders that are not the paper in force, out of their numbers, or in an entry that may not "
        "name, carry or use any; a line that is no leaf of its paper.",
    )
    STANDING_LOST = (
        "standing-lost",
        "Standing orders that are not in the folder any more of who filed them, or of the referee.",
    )
    STANDING_SKIPPED = (
        "standing-skipped",
        "A decision answered by another line of standing orders than the first that fits, or by none.",
    )
    LEAF_WRONG = (
        "leaf-wrong",
        "A card whose opening does not fit the leaf that was committed to, or of no pack that was shuffled.",
    )
    CARD_TWICE = (
        "card-twice",
        "Two cards of one pack with the same number, or a pack that is shuffled twice.",
    )
    SECRET_WRONG = (
        "secret-wrong",
        "At the end the referee does not open the secret that he committed to in the charter.",
    )
    PACK_WRONG = "pack-wrong", "A pack in another order than the referee's secret and the links give."
    DEAL_WRONG = (
        "deal-wrong",
        "Cards dealt with another content, or to another key, than the referee's secret gives.",
    )
    ROLLBACK_WRONG = (
        "rollback-wrong",
        "A rollback to a place that is not in the game's present course, or in a game with a `secret`.",
    )
    SHOWN_WRONG = "shown-wrong", "A card shown where another one was looked for and was there."
    HIDDEN_ILLEGAL = (
        "hidden-illegal",
        "An order that was accepted although its author's own cards made it illegal.",
    )
    OUT_OF_STEP = (
        "out-of-step",
        "A view of the game that asks for something else than the game itself: a fault of the game's rules.",
    )
    RULES_REFUSE = "rules-refuse", "The replay refuses the entry; the message quotes the rule."
    EFFECT_WRONG = (
        "effect-wrong",
        "An entry gives a closed order another outcome than the rules, or an impossible one.",
    )
    NEWS_WRONG = (
        "news-wrong",
        "A box of news that is missing, is not the one in the log, or says what is not so.",
    )
    OUT_WRONG = "out-wrong", "An entry names other players as out of the game than the rules do."
    OUTCOME_WRONG = "outcome-wrong", "An outcome other than the one that the rules give."
    OTHER_ENGINE = (
        "other-engine",
        "A game whose rules, or the data that they read, are others than those installed here, so that these "
        "cannot judge it.",
    )
    GAME_FILE_MISSING = (
        "game-file-missing",
        "A game that comes from a file, and the file with the digests of its charter is not here.",
    )
    GAME_FILE_DIFFERS = (
        "game-file-differs",
        "A game that comes from a file, and the file here is another than that of its charter, or damaged.",
    )
    GAME_NAME_TAKEN = (
        "game-name-taken",
        "A game from a file that bears the name of a game that comes with Senlac, or another than it says.",
    )
    NOTHING_TO_ADOPT = "nothing-to-adopt", "The game is played by the rules installed here already."
    NO_REFEREE = "no-referee", "A vacation is granted by a referee, and the game has none."
    NOTHING_TO_UNDO = "nothing-to-undo", "There is no order that can be taken back so."
    LINE_REFUSED = "line-refused", "A line of an order entry that cannot be read or is against the rules."
    NOT_YOUR_DECISION = "not-your-decision", "An order of a side that has nothing to decide now."
    REFUSED_BEFORE = (
        "refused-before",
        "An entry that was refused by a paper which freed its place: another may stand there since.",
    )
    REFUSED_LEGAL = "refused-legal", "A signed refusal of an entry that the log and the rules allow."
    REFUSED_TAKEN = "refused-taken", "An entry in the log that its answerer has refused by a signed paper."
    DISPUTED = (
        "disputed",
        "An entry that was refused although its author's program does not find the fault: nothing else is "
        "signed for its place.",
    )
    FORK = "fork", "Two different entries, both signed, at one seq: `conflict` holds both."
    # --- folders, files of orders, drafts, names on the command line --------------------------------------

    UNKNOWN_GAME = "unknown-game", "A game, scenario or option that is not here, or a game without rules."
    BROKEN_LOG = "broken-log", "The log in a folder does not hold; `cause` says why."
    OLD_LOG = "old-log", "A log that ends before an entry to which its owner has already signed the answer."
    RESTORED_FOLDER = (
        "restored-folder",
        "A folder that was copied, or put back from a backup: it signs nothing until the others' receipts "
        "are in.",
    )
    LEFT_BEHIND = (
        "left-behind",
        "A folder whose owner has gone on in another one: an entry of one's own of which it has no record.",
    )
    LINK_SHOWN = "link-shown", "A link of one's own chain that was shown before, in another entry."
    NOT_NAMED = (
        "not-named",
        "An entry that a receipt for its author does not name, and that was not signed after it.",
    )
    CHAIN_USED = "chain-used", "A dice chain whose links were shown in another game."
    NO_GAME_FOLDER = "no-game-folder", "A folder without the files that a party of a game has."
    STRANGE_FOLDER = "strange-folder", "A folder whose key or chain is not that of a party of its game."
    ORDER_FILE = (
        "order-file",
        "A file of orders that cannot be signed; the message is one FILE:LINE[:COLUMN]: FAULT a line.",
    )
    ALREADY_SIGNED = (
        "already-signed",
        "Another locked move for the same place in the log is signed already: a second would be a fork.",
    )
    SEALED_DRAFT = "sealed-draft", "A draft of an order that is to be sealed: there is nothing to show."
    SEAL_LOST = "seal-lost", "A side's own sealed order that is not in its folder any more, or damaged."
    DRAFT_NOT_LOCKED = "draft-not-locked", "A draft where a locked move is needed."
    NOTHING_OWED = "nothing-owed", "More time, or a reminder, for a side that owes nothing."
    NOTHING_TO_SIGN = "nothing-to-sign", "A file that asks for no signature of this party, or for none yet."
    BAD_SAVE = "bad-save", "A file that keeps a game against the program, damaged or of another kind."
    BAD_DRAFT = "bad-draft", "A file with the draft of a table, damaged or of another kind."
    STALE_DRAFT = "stale-draft", "A draft that has changed, or whose game has gone on, since it was shown."
    GAME_BUSY = "game-busy", "Another window plays this game against the program."
    BAD_ROW = "bad-row", "A row of a study that cannot be read, or of which no signed log can be written."
    NO_ODDS = (
        "no-odds",
        "Odds of an order that no decision which is due could answer, or that nobody can know.",
    )
    BAD_FILTER = (
        "bad-filter",
        "A counter named on the command line that the game does not have, or that fits several.",
    )
    BAD_PICTURE = (
        "bad-picture",
        "A picture that cannot be made: its file's ending, its side, or the game's art.",
    )
    KEY_EXPOSED = "key-exposed", "A key or dice chain that everybody on the machine may read, at a move."
    NOT_CONFIRMED = "not-confirmed", "An act that cannot be taken back was not confirmed."
    BAD_PLAYER = (
        "bad-player",
        "A player that cannot be read from the command line, or one that is missing there.",
    )
    BAD_DEADLINE = "bad-deadline", "A deadline that cannot be read from the command line."

    # --- setting up a game by mail ------------------------------------------------------------------------

    REFEREE_NEEDED = (
        "referee-needed",
        "A game with hands or packs that not everybody may see, without a referee who holds them.",
    )
    INVITATION_CHANGED = "invitation-changed", "Another invitation than the one in the folder."
    WRONG_INVITATION = "wrong-invitation", "A join to another invitation than the host's."
    NOT_INVITED = (
        "not-invited",
        "A role that nobody was asked to take, or another name or mail address than was asked.",
    )
    ROLE_TAKEN = "role-taken", "A join for a role that somebody else has joined for."
    JOINED_ALREADY = "joined-already", "Another join by the same player, or one that he has taken back."
    KEY_TWICE = "key-twice", "A join with a key that another party has."
    TIP_TWICE = "tip-twice", "A join with a dice chain that another party has."
    CHARTER_DIFFERS = (
        "charter-differs",
        "A charter of another game than the one that was joined, or with something else in it.",
    )
    # --- mails --------------------------------------------------------------------------------------------

    # --- ignored: written by a program, never answered ----------------------------------------------------

    MAIL_AUTOMATIC = "mail-automatic", "An automatic answer, such as of somebody who is on holiday."
    MAIL_BOUNCE = "mail-bounce", "A report of a mail program: not delivered, delayed, read."
    MAIL_LIST = "mail-list", "A mail that went over a list, or to many."
    MAIL_OWN_ANSWER = "mail-own-answer", "An answer of a referee's robot, come back to one."

    # --- headers: who wrote it cannot be said -------------------------------------------------------------

    MAIL_HEADERS_TOO_LARGE = (
        "mail-headers-too-large",
        "More bytes of headers than are read, or no empty line after them.",
    )
    MAIL_NO_SENDER = "mail-no-sender", "No From header, or one without an address."
    MAIL_SEVERAL_SENDERS = "mail-several-senders", "Two From headers, or several addresses in one."
    MAIL_GROUP_SENDER = "mail-group-sender", "A From header that names a group."
    MAIL_BAD_SENDER = "mail-bad-sender", "An address that no answer is sent to: not a plain user@host."
    MAIL_HEADER_INJECTION = (
        "mail-header-injection",
        "An encoded line end in a subject or name: it would begin a header of its own in an answer.",
    )

    # --- limits -------------------------------------------------------------------------------------------

    MAIL_TOO_LARGE = "mail-too-large", "More bytes or lines than are read."
    MAIL_HEADER_TOO_LONG = "mail-header-too-long", "One header that is longer than its kind may be."
    MAIL_TOO_MANY_HEADERS = "mail-too-many-headers", "More headers, or more about content, than are read."
    MAIL_TOO_MANY_PARTS = "mail-too-many-parts", "More parts than are read."
    MAIL_NESTED_TOO_DEEP = "mail-nested-too-deep", "Parts within parts, deeper than is read."
    MAIL_TOO_MANY_ENTRIES = "mail-too-many-entries", "More entries or papers than are read in one mail."
    MAIL_TEXT_TOO_LONG = "mail-text-too-long", "A text with entries that is longer than is read."

    # --- MIME ---------------------------------------------------------------------------------------------

    MAIL_NUL_BYTE = "mail-nul-byte", "A NUL byte, which no mail may hold."
    MAIL_UNPARSABLE = "mail-unparsable", "Headers that the parser cannot make sense of."
    MAIL_REPEATED_HEADER = "mail-repeated-header", "A part that says twice what it is."
    MAIL_BOUNDARY = (
        "mail-boundary",
        "A multipart whose boundary is missing, malformed, that of another one, or nowhere in it.",
    )
    MAIL_CHARSET = "mail-charset", "A text in a character set that is not read."
    MAIL_ENCODING = (
        "mail-encoding",
        "A transfer encoding other than 7bit, 8bit, binary, quoted-printable and base64.",
    )
    MAIL_BASE64 = "mail-base64", "A part in base64 that is not base64."
    MAIL_PATH_NAME = "mail-path-name", "An attachment whose name is a path."
    MAIL_ARCHIVE = "mail-archive", "An archive. None is opened."

    # --- entries ------------------------------------------------------------------------------------------

    MAIL_EMPTY_ATTACHMENT = (
        "mail-empty-attachment",
        "An attachment *.pbem in which there is no entry and no paper.",
    )
    MAIL_ARMOR_CUT = "mail-armor-cut", "A BEGIN line without its END line."
    MAIL_ARMOR_CHANGED = "mail-armor-changed", "Armor that was changed on its way."
    MAIL_ENTRIES_DIFFER = (
        "mail-entries-differ",
        "Body and attachment (or two texts of one body) that say different things for the same place.",
    )

    # --- writing ------------------------------------------------------------------------------------------

    DRAFT_ADDRESS = "draft-address", "An address that is not `user@host` or `Name <user@host>`."
    DRAFT_TOO_LARGE = "draft-too-large", "More than another program would read: text, entries, picture."
    # --- mail on its way ----------------------------------------------------------------------------------

    BAD_CLUB_FILE = (
        "bad-club-file",
        "A club's settings that cannot be used; the message is one FILE:LINE:COLUMN: FAULT a line.",
    )
    NO_SUCH_GAME = (
        "no-such-game",
        "A game that is none of a club's, or not said where there are several.",
    )
    CLUB_LIMIT = "club-limit", "More than a club does in a day, or for an address that takes no mail."
    CLUB_INCOMPLETE = "club-incomplete", "A package that a club needs is not installed."
    CLUB_BUSY = "club-busy", "Another process takes in the mails of the club."
    CLUB_DATABASE = (
        "club-database",
        "A database with no club in it, with one already, or of another version.",
    )
    CLUB_KEY = "club-key", "Another key than the one with which the database of a club is closed."
    CLUB_RESTORED = "club-restored", "The database of a club was put back from a backup."
    BAD_POST_FILE = (
        "bad-post-file",
        "Settings that cannot be used; the message is one FILE:LINE:COLUMN: FAULT a line.",
    )
    NO_PASSWORD = (
        "no-password",
        "A password that cannot be had: its file is missing or empty, or its command failed.",
    )
    PASSWORD_EXPOSED = "password-exposed", "A password file that everybody on the machine may read."
    UNREACHABLE = (
        "unreachable",
        "A server or network that does not answer now, or answers that it cannot just now.",
    )
    LOGIN_REFUSED = (
        "login-refused",
        "A server that does not take the user and password: trying again would lock the user out.",
    )
    UNTRUSTED_SERVER = (
        "untrusted-server",
        "A server whose certificate does not prove that it is the one in the settings, or that offers "
        "no TLS.",
    )
    SOCKET_TAKEN = "socket-taken", "A port or socket at which mail cannot be taken: another program has it."
    MAILBOX_MISSING = (
        "mailbox-missing",
        "A Maildir or IMAP folder that is not there, or may not be changed.",
    )
    BAD_ENVELOPE = (
        "bad-envelope",
        "A name or address under which no mail can be kept or sent, or a file in the outbox without them.",
    )
    NAME_TAKEN = "name-taken", "Another mail lies in the outbox, or was sent, under this name."

    # --- VASSAL logs -----------------------------------------------------------------------------------

    BAD_VASSAL_LOG = "bad-vassal-log", "A file that is no VASSAL log, or none of the module of this game."
    OTHER_POSITION = (
        "other-position",
        "A VASSAL log that was recorded on another game, or on another position of this one.",
    )


def table() -> str:
    """The table of all codes as the page of formats shows it: Markdown, one row a code."""
    rows = [f"| `{code}` | {code.meaning} |" for code in Code]
    return "\n".join(["| code | what it means |", "|---|---|", *rows])
