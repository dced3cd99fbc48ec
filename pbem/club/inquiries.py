"""What a club answers to a request of its language. Nothing here changes a game: what is told of one is what
everybody may know of it, and goes to the address of whoever asks."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pbem import errors
from pbem.club import language, ratings, stops, waiting, wanted
from pbem.club.aside import rests
from pbem.club.hall import Hall, find
from pbem.club.index import Index, Row, Seat
from pbem.club.mails import Clerk
from pbem.club.opening import Opener
from pbem.club.tables import Tables
from pbem.club.waiting import Waiting
from pbem.codes import Code
from pbem.log import deadlines
from pbem.log.parties import Player
from pbem.mail.letter import Letter
from pbem.play import vacations
from pbem.play.word_codes import new_code
from pbem.rules.clock import clock_of
from pbem.rules.table import Table
from pbem.tell import reports, roster


@dataclass(slots=True)
class Answer:
    """What is answered to one request; `good`: it was understood and could be done."""

    text: str
    good: bool = True
    picture: bytes | None = None


@dataclass(frozen=True, slots=True)
class Inquiries:
    """Answers requests at the desk of a club."""

    hall: Hall
    index: Index
    clerk: Clerk
    opener: Opener
    tables: Tables

    def answer(self, request: language.Request | language.Unclear, letter: Letter, now: int) -> Answer:
        """The answer to a request of who wrote this; raises OSError, or what a game's folder is to blame
        for."""
        if isinstance(request, language.Unclear):
            return Answer(
                f"`{request.line[:80]}` is not understood; it is written:\n    {request.form}\n", good=False
            )
        does: dict[type[Any], Callable[[Any, Letter, int], Answer]] = {
            language.Help: lambda *_: Answer(language.help_text()),
            language.List: lambda *_: Answer(self._list()),
            language.Ratings: lambda *_: Answer(self._ratings()),
            language.Leave: self._leave,
            language.Unsubscribe: self._unsubscribe,
            language.Subscribe: self._subscribe,
            language.Join: self._join,
            language.New: self._new,
            language.Ask: self._ask,
            language.Vacation: self._vacation,
            language.Agree: self._agree,
            language.Press: self._press,
            language.ToOperator: self._operator,
            language.Substitute: self._substitute,
        }
        try:
            return does[type(request)](request, letter, now)
        except errors.PbemError as error:
            return Answer(f"{error}\n", good=False)

    # --- the club ------------------------------------------------------------------------------------------

    def _list(self) -> str:
        rows = [row for row in self.index.rows() if row.state in ("playing", "joining")]
        lines = [f"Games in progress: {len(rows)}", *map(_line, rows)]
        waits = waiting.everybody(self.hall)
        seats = wanted.seats(self.hall, self.index)
        lines += ["", f"Substitutes wanted (substitute N SIDE): {len(seats)}"] if seats else []
        lines += [f"    {seat.game} as {seat.role}" for seat in seats]
        lines += ["", f"Waiting for opponents: {len(waits)}"]
        lines += [f"    {one.game}{f' as {one.side}' if one.side else ''}" for one in waits]
        lines += [
            "",
            "What may be begun (join GAME/SCENARIO):",
            *(f"    {it}" for it in self.opener.offered()),
        ]
        return "\n".join(lines) + "\n"

    def _ratings(self) -> str:
        rated = ratings.ratings(self.index)
        lines = [f"{it.points:7.1f}  {it.person}, {it.games} games, {it.won} won" for it in rated]
        return "\n".join(["Ratings by results:", *(lines or ["    no game has ended yet"])]) + "\n"

    def _unsubscribe(self, _: object, letter: Letter, now: int) -> Answer:
        seats = [seat for seat in self.index.seats_of(letter.sender) if self._goes_on(seat.game)]
        if seats:
            names = ", ".join(seat.game for seat in seats)
            return Answer(
                f"You play in {names}: resign there first, or ask for a substitute; a player gets the mails "
                "of his games.\n",
                good=False,
            )
        waiting.remove(self.hall, letter.sender)
        stops.stop(self.hall, letter.sender, "unsubscribed")
        self.clerk.operator("unsubscribed", f"{letter.sender} wants no mail any more.\n", now)
        return Answer("")

    def _subscribe(self, _: object, letter: Letter, __: int) -> Answer:
        was = stops.resume(self.hall, letter.sender)
        return Answer("You get mail from here again.\n" if was else "You get mail from here as before.\n")

    # --- games that begin ----------------------------------------------------------------------------------

    def _leave(self, _: object, letter: Letter, __: int) -> Answer:
        gone = waiting.remove(self.hall, letter.sender)
        return Answer("You wait no longer.\n" if gone else "You were not waiting.\n", good=gone)

    def _join(self, request: language.Join, letter: Letter, now: int) -> Answer:
        sides = self.opener.sides(request.game)
        if request.side and request.side not in sides:
            return Answer(f"{request.game} has no {request.side}: {', '.join(sides)}\n", good=False)
        me = Waiting(now, letter.sender, request.game, request.side, request.word)
        waiting.put(self.hall, me)
        waits = [one for one in waiting.everybody(self.hall) if one.game == request.game]
        seated = waiting.seated(sides, waits)
        if seated is None:
            return Answer(
                f"You wait for {request.game}; with you {len(waits)} do. When all seats ({', '.join(sides)}) "
                "have somebody, each gets an invitation. `leave` takes it back.\n"
            )
        players = {side: Player(one.mail.split("@", 1)[0], one.mail) for side, one in seated.items()}
        word = [side for side, one in seated.items() if one.word]
        name = self.opener.begin(request.game, players, (), word, now)
        for one in seated.values():
            waiting.remove(self.hall, one.mail)
        return Answer(f"Game {name} begins: an invitation went to {_named(players)}.\n")

    def _new(self, request: language.New, letter: Letter, now: int) -> Answer:
        most = self.clerk.settings.limits.games
        sides = self.opener.sides(request.game, request.options)
        players = self._players(request, sides, letter.sender)
        if self.index.count(f"new {letter.sender.lower()}", now) > most:
            raise errors.Refusal(Code.CLUB_LIMIT, f"{most} games a day are the most for one person")
        word = tuple(sides) if request.word else ()
        name = self.opener.begin(request.game, players, request.options, word, now)
        return Answer(f"Game {name} is set up: an invitation went to {_named(players)}.\n")

    def _players(self, request: language.New, sides: list[str], sender: str) -> dict[str, Player]:
        """Who was asked, by side: those with a side first, the others in their order."""
        wanted = {side for _, side in request.who if side}
        if strange := sorted(wanted - set(sides)):
            raise errors.Refusal(Code.BAD_PLAYER, f"{request.game} has no {strange[0]}: {', '.join(sides)}")
        free = iter([side for side in sides if side not in wanted])
        found: dict[str, Player] = {}
        for who, side in request.who:
            seat = side or next(free, "")
            if not seat or seat in found:
                raise errors.Refusal(Code.BAD_PLAYER, f"the seats are {', '.join(sides)}, one for each")
            found[seat] = self._person(who, sender)
        if len(found) < len(sides):
            raise errors.Refusal(
                Code.BAD_PLAYER, f"the seats are {', '.join(sides)}: name somebody for each, or `join`"
            )
        return {side: found[side] for side in sides}

    def _person(self, who: str, sender: str) -> Player:
        mail = sender if who.lower() == "me" else who.strip("<>")
        if "@" in mail:
            return Player(mail.split("@", 1)[0], mail)
        known = {
            (seat.person, seat.mail)
            for row in self.index.rows()
            for seat in self.index.seats(row.name)
            if seat.person.lower() == who.lower()
        }
        if len(known) != 1:
            why = "nobody" if not known else "more than one"
            raise errors.Refusal(Code.BAD_PLAYER, f"{why} here is called {who[:60]!r}: write the address")
        return Player(*known.pop())

    # --- one game ------------------------------------------------------------------------------------------

    def _ask(self, request: language.Ask, letter: Letter, now: int) -> Answer:
        name = self._which(request.game, letter.sender)
        row = self.index.row(name)
        if row is None or row.state in ("joining", "broken"):
            return Answer(f"Game {name}: {row.said if row else 'unknown'}\n")
        try:
            table = self.tables.table(name)
        except errors.PbemError:  # its own next mail sets it aside, and tells the operator
            return Answer(f"Game {name} cannot be looked at now.\n", good=False)
        if request.what == "deadline":
            return Answer(f"Game {name}: {self._deadline(table, now)}\n")
        text = f"Game {name}\n{reports.status(table)}\n{self._deadline(table, now)}\n"
        return Answer(text, picture=self._board(table) if request.what == "board" else None)

    def _board(self, table: Table) -> bytes:
        from pbem.tell import pictures  # drawing is only imported where something is drawn

        return pictures.mail_picture(table, roster.PUBLIC, table.seq, self.hall.cache)

    def _deadline(self, table: Table, now: int) -> str:
        clock = clock_of(table)
        if clock is None:
            return "nobody's time runs"
        added = (clock.due - clock.since - clock.time) // 3_600
        more = f"; {added} hours of vacation are in that" if added else ""
        return f"Time: {deadlines.said(clock, now)}{more}"

    def _vacation(self, request: language.Vacation, letter: Letter, now: int) -> Answer:
        name, me = self._own(request.game, letter.sender)
        others = [seat for seat in self.index.seats(name) if seat.mail != me.mail]
        codes = {seat.role: new_code() for seat in others}
        number, reached = name.split("-", 1)[0], []
        for seat in others:
            code = codes[seat.role]
            text = (
                f"{me.role} ({me.person}) asks for {request.hours} hours more in game {name}: vacation. If "
                f"you agree, write to this address:\n\n    agree {number} {code}\n"
            )
            subject = f"Vacation in game {name}?"
            reached.append(self.clerk.pass_on(f"vacation-{_tag(code)}", seat.mail, subject, text, now))
        if not all(reached):
            return Answer("Not everybody can be asked today: an address got enough mails.\n", good=False)
        asked = vacations.read(self.hall.game(name)).ask(me.role, request.hours, codes, now)
        vacations.write(self.hall.game(name), asked)
        if not others:
            return Answer(f"The clock of game {name} stands still for {request.hours} hours.\n")
        return Answer(f"Asked: {', '.join(seat.role for seat in others)}. You hear when all agree.\n")

    def _agree(self, request: language.Agree, _: Letter, now: int) -> Answer:
        name = find(self.hall, request.game)
        folder = self.hall.game(name)
        after, side = vacations.read(folder).agree(request.code, now)
        vacations.write(folder, after)
        if side is None:
            return Answer(f"This is no code of a vacation that is asked for in game {name}.\n", good=False)
        if after.open is not None:
            return Answer(f"Noted. Still to agree: {', '.join(after.open.missing)}.\n")
        granted = after.granted[-1]
        text = f"All agree: the clock of game {name} stands still for {granted.hours} hours from now.\n"
        for seat in self.index.seats(name):
            tag = _tag(name, seat.role, str(granted.begun))
            self.clerk.write(f"granted-{tag}", seat.mail, f"Vacation in game {name}", text, now)
        return Answer(text)

    def _substitute(self, request: language.Substitute, letter: Letter, now: int) -> Answer:
        name = find(self.hall, request.game)
        if not request.side:
            name, me = self._own(request.game, letter.sender)
            asked = wanted.turn(self.hall, me)
            return Answer(f"Your seat in game {name} is {'' if asked else 'no longer '}offered in `list`.\n")
        seats = wanted.seats(self.hall, self.index)
        if not any((seat.game, seat.role) == (name, request.side) for seat in seats):
            return Answer(f"Nobody is wanted for {request.side} in game {name}; see `list`.\n", good=False)
        text = (
            f"{letter.sender} offers to play {request.side} in game {name}. What is to be done, `pbem docs "
            "referees` says under substitutes; all who play have to agree.\n"
        )
        tag = _tag(name, request.side, letter.sender)
        to = [seat.mail for seat in self.index.seats(name)]
        for mail in [*to, self.clerk.settings.operator]:
            self.clerk.pass_on(f"offer-{tag}-{_tag(mail)}", mail, f"Substitute in game {name}", text, now)
        return Answer(f"The players of game {name} and the operator are told.\n")

    def _press(self, request: language.Press, letter: Letter, now: int) -> Answer:
        name, me = self._own(request.game, letter.sender)
        seats = self.index.seats(name)
        to = [seat for seat in seats if request.side in ("all", seat.role) and seat.mail != me.mail]
        if not to:
            roles = ", ".join(seat.role for seat in seats if seat.mail != me.mail)
            return Answer(f"Press goes to {roles} or `all`.\n", good=False)
        gone = [seat.role for seat in to if self._passed_on(name, me, seat, request.words, letter, now)]
        if not gone:
            return Answer("Nothing more is passed on there today.\n", good=False)
        return Answer(f"Passed on to {', '.join(gone)}.\n")

    def _operator(self, request: language.ToOperator, letter: Letter, now: int) -> Answer:
        seats = ", ".join(seat.game for seat in self.index.seats_of(letter.sender)) or "no game"
        text = (
            f"{letter.sender}, or somebody who writes in that name, says (seats: {seats}):\n\n"
            f"    {request.words}\n"
        )
        to, subject = self.clerk.settings.operator, f"{self.clerk.settings.name}: a word to you"
        gone = self.clerk.pass_on(f"word-{_tag(letter.id, request.words)}", to, subject, text, now)
        said = "Passed on to the operator.\n" if gone else "Nothing more is passed on today.\n"
        return Answer(said, good=gone)

    def _passed_on(self, name: str, me: Seat, to: Seat, words: str, letter: Letter, now: int) -> bool:
        text = (
            f"{me.role} ({me.person}, or somebody who writes in that name) says in game {name}:\n\n"
            f"    {words}\n"
        )
        tag = _tag(letter.id, to.role, words)
        return self.clerk.pass_on(f"press-{tag}", to.mail, f"Press in game {name}", text, now)

    # --- which ---------------------------------------------------------------------------------------------

    def _which(self, word: str, sender: str) -> str:
        """The game that was named; where none was, the only one in which the sender plays."""
        if word:
            return find(self.hall, word)
        names = sorted({seat.game for seat in self.index.seats_of(sender) if self._goes_on(seat.game)})
        if len(names) == 1:
            return names[0]
        said = f"you play in {', '.join(names)}" if names else "you play in no game here"
        raise errors.Refusal(Code.NO_SUCH_GAME, f"{said}: say which one by its number")

    def _own(self, word: str, sender: str) -> tuple[str, Seat]:
        """A game and the sender's seat in it."""
        name = self._which(word, sender)
        seat = next((it for it in self.index.seats(name) if it.mail == sender.lower()), None)
        if seat is None:
            raise errors.Refusal(Code.NO_SUCH_GAME, f"you do not play in game {name}")
        return name, seat

    def _goes_on(self, name: str) -> bool:
        row = self.index.row(name)
        return row is not None and row.state in ("playing", "joining") and not rests(self.hall, name)


def _line(row: Row) -> str:
    state = f"to join: {' '.join(row.owing)}" if row.state == "joining" else f"to move: {' '.join(row.owing)}"
    return f"    {row.name}: {row.title}, {state}"


def _named(players: dict[str, Player]) -> str:
    return " and ".join(f"{side} ({player.mail})" for side, player in players.items())


def _tag(*words: str) -> str:
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:16]
