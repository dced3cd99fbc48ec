"""What a club answers to a request of its language. Nothing here changes a game: what is told of one is what
everybody may know of it, and goes to the address of whoever asks.

An address can be forged: so what is more than a question is done once the address in whose name it was asked
has confirmed it, with a code that was sent there (`asked`).
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, timedelta, timezone
from functools import partial
from pathlib import Path
from typing import Any, Final

from modules.amounts import count_noun
from pbem import errors
from pbem.club import open_seats, ratings, stopped_addresses, waiting_list
from pbem.club.club_folder import ClubFolder, find
from pbem.club.club_mails import Clerk
from pbem.club.display_names import display_name, parse_address
from pbem.club.game_index import Index, Row, Seat, is_taken
from pbem.club.game_opening import Opener, check_apart
from pbem.club.open_tables import OpenTables
from pbem.club.quarantine import is_quarantined
from pbem.club.requests import confirmed_requests, pending_requests, request_language
from pbem.club.requests.confirmation_mails import ConfirmationMails
from pbem.club.requests.confirmed_requests import FinishedRequest, StartedRequest
from pbem.club.requests.pending_requests import PendingRequest
from pbem.club.waiting_list import WaitingPlayer
from pbem.log import deadlines
from pbem.log.parties import Player
from pbem.log.party.folder import LOG
from pbem.mail.letter import Letter
from pbem.messages import position_text, report_text
from pbem.play import vacations
from pbem.play.orders import mail_word_codes
from pbem.play.orders.mail_word_codes import new_code
from pbem.reason_codes import Code
from pbem.rules.decision_clock import clock_of
from pbem.rules.table import Table


@dataclass(slots=True)
class Answer:
    """What is answered to one request; `good`: it was understood and could be done. `game`: the one that it
    began. `question`: the mail that asks whether it is the sender's own wish."""

    text: str
    good: bool = True
    picture: bytes | None = None
    game: str = ""
    question: Path | None = None


@dataclass(frozen=True, slots=True)
class RequestAnswers:
    """Answers requests at the desk of a club."""

    hall: ClubFolder
    index: Index
    clerk: Clerk
    opener: Opener
    tables: OpenTables
    boards: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    """The newest picture of each game that was asked for, with the head of the log that it shows."""

    @property
    def questions(self) -> ConfirmationMails:
        """The questions to addresses before something is done in their name."""
        return ConfirmationMails(self.hall, self.index, self.clerk)

    def answer(
        self, request: request_language.Request | request_language.Unclear, letter: Letter, now: int
    ) -> Answer:
        """The answer to a request of who wrote this; raises OSError, or what a game's folder is to blame
        for."""
        if isinstance(request, request_language.Unclear):
            return Answer(
                f"`{request.line[:80]}` is not understood; it is written:\n    {request.form}\n", good=False
            )
        does: dict[type[Any], Callable[[Any, Letter, int], Answer]] = {
            request_language.Help: lambda *_: Answer(request_language.help_text()),
            request_language.List: lambda *_: Answer(self._list()),
            request_language.Ratings: lambda *_: Answer(self._ratings()),
            request_language.Leave: self._leave,
            request_language.Unsubscribe: self._unsubscribe,
            request_language.Subscribe: self._subscribe,
            request_language.Join: self._join,
            request_language.New: self._new,
            request_language.Ask: self._ask,
            request_language.Vacation: self._vacation,
            request_language.Agree: self._agree,
            request_language.Refuse: self._refuse,
            request_language.Press: self._press,
            request_language.ToOperator: self._operator,
            request_language.Substitute: self._substitute,
        }
        try:
            return does[type(request)](request, letter, now)
        except errors.PbemError as error:
            return Answer(f"{error}\n", good=False)

    def address(self, mail: str) -> str:
        """An address as the club has it, of somebody who plays, waits or wants no mail. Hosts may tell
        capitals from small letters: what is asked in a player's name goes to that player's own mailbox alone.
        """
        if seats := self.index.seats_of(mail):
            return seats[0].mail
        if (waits := waiting_list.find(self.hall, mail)) is not None:
            return waits.mail
        return mail if stopped_addresses.why_stopped(self.hall, mail) is None else mail.lower()

    # --- codes ---------------------------------------------------------------------------------------------

    def _to_confirm(
        self, request: request_language.Request, letter: Letter, now: int, what: str, seat: Seat | None = None
    ) -> Answer:
        """Ask an address whether it is its own wish, with a code that confirms this request alone."""
        place = (seat.game, seat.role) if seat else ("", "")
        one = PendingRequest(now, letter.sender, letter.name, request, *place)
        file, said = self.questions.ask(one, what, letter.id)
        return Answer(said, question=file)

    def confirmations(self, letter: Letter, now: int) -> tuple[request_language.Agree, ...]:
        """The codes of requests that a mail says `yes` to: a player by mail word locks drafts so."""
        said = mail_word_codes.find_codes(letter.words)
        return tuple(request_language.Agree("", code) for code in said if self._knows(code, now))

    def _knows(self, code: str, now: int) -> bool:
        """Whether this is the code of a request, open or done."""
        return (
            pending_requests.find(self.hall, code, now) is not None
            or confirmed_requests.find_finished(self.hall, code) is not None
        )

    def _refuse(self, request: request_language.Refuse, _: Letter, now: int) -> Answer:
        found = pending_requests.find(self.hall, request.code, now)
        if found is None:
            done = confirmed_requests.find_finished(self.hall, request.code)
            return Answer(_USED.format(answer=done.answer) if done else _NO_CODE, good=False)
        if (begun := confirmed_requests.find_started(self.hall, found[0])) is not None:
            return replace(self._do(begun), good=False)
        pending_requests.drop(found[0])
        self.questions.note_refused(found[1], now)
        return Answer("It is forgotten: nothing is done.\n")

    def _agree(self, request: request_language.Agree, letter: Letter, now: int) -> Answer:
        found = pending_requests.find(self.hall, request.code, now)
        if found is not None:
            return self._do(confirmed_requests.begin(self.hall, *found, letter.id, now))
        done = confirmed_requests.find_finished(self.hall, request.code)
        if done is None:
            return self._agree_to_vacation(request, now)
        if done.mail != letter.id:
            return Answer(_USED.format(answer=done.answer), good=False)
        return Answer(done.answer, game=done.game)

    def finish(self) -> list[str]:
        """Finish what was confirmed and begun when the process died; the games that began by it. What fails
        is left to the mail that confirmed it, which comes again."""
        games = []
        for one in confirmed_requests.list_started(self.hall):
            with suppress(Exception):  # the mail says what is wrong, and no other waits for it
                games.append(self._answer_again(one).game)
        return list(filter(None, games))

    def _answer_again(self, one: StartedRequest) -> Answer:
        if one.file.is_file():
            return self._do(one)
        confirmed_requests.give_back(one)  # all was done but this
        return Answer("")

    def _do(self, one: StartedRequest) -> Answer:
        """Do what was confirmed, once; what raises OSError goes on where it was, what fails is as before."""
        try:
            answer = self._carry_out(one)
        except OSError:
            raise
        except Exception:  # whatever is wrong with one request, no other waits for it
            confirmed_requests.give_back(one)
            raise
        if answer.good:
            self.questions.note_answered(one.asked, one.at)
            confirmed_requests.finish(one, FinishedRequest(one.mail, answer.text, answer.game))
        else:
            confirmed_requests.give_back(one)
        return answer

    def _carry_out(self, begun: StartedRequest) -> Answer:
        """Each of these may be cut off at any step, and leads to the same when it is done again."""
        one = begun.asked
        does: dict[type[Any], Callable[[Any, PendingRequest, int], Answer]] = {
            request_language.Leave: self._carry_out_leave,
            request_language.Unsubscribe: self._carry_out_unsubscribe,
            request_language.Subscribe: self._carry_out_subscribe,
            request_language.Join: partial(self._carry_out_join, begun),
            request_language.New: partial(self._carry_out_new, begun),
            request_language.Vacation: partial(self._answer_vacation, begun),
            request_language.Substitute: self._carry_out_substitute,
            request_language.ToOperator: self._operator_knows,
        }
        if one.game and self._find_own_seat(one.game, one.mail)[1].role != one.role:
            return Answer(f"You do not play {one.role} in game {one.game} any more.\n", good=False)
        return does[type(one.request)](one.request, one, begun.at)

    # --- the club ------------------------------------------------------------------------------------------

    def _list(self) -> str:
        rows = [row for row in self.index.rows() if row.state in ("playing", "joining")]
        lines = [f"Games in progress: {len(rows)}", *map(_line, rows)]
        waits = [
            it
            for it in waiting_list.list_waiting(self.hall)
            if stopped_addresses.why_stopped(self.hall, it.mail) is None
        ]
        seats = open_seats.list_seats(self.hall, self.index)
        lines += ["", f"Substitutes wanted (substitute N SIDE): {len(seats)}"] if seats else []
        lines += [f"    {seat.game} as {seat.role}" for seat in seats]
        lines += ["", f"Waiting for opponents: {len(waits)}"]
        lines += [f"    {one.game}{f' as {one.side}' if one.side else ''}" for one in waits]
        lines += [
            "",
            "What may be begun (join GAME/SCENARIO):",
            *(f"    {it}" for it in self.opener.list_scenarios()),
        ]
        return "\n".join(lines) + "\n"

    def _ratings(self) -> str:
        rated = ratings.rate_players(self.index)
        lines = [
            f"{it.points:7.1f}  {it.person}, {count_noun(it.games, 'game')}, {it.won} won" for it in rated
        ]
        return "\n".join(["Ratings by results:", *(lines or ["    no game has ended yet"])]) + "\n"

    def _unsubscribe(self, request: request_language.Unsubscribe, letter: Letter, now: int) -> Answer:
        if (plays := self._plays(letter.sender)) is not None:
            return plays
        return self._to_confirm(request, letter, now, "that you get no mail from here any more")

    def _carry_out_unsubscribe(self, _: object, one: PendingRequest, now: int) -> Answer:
        if (plays := self._plays(one.mail)) is not None:
            return plays
        waiting_list.remove(self.hall, one.mail)
        stopped_addresses.stop(self.hall, one.mail, stopped_addresses.UNSUBSCRIBED)
        self.clerk.operator("unsubscribed", f"{one.mail} wants no mail any more.\n", now)
        for seat in self._open_seats(one.mail):
            self._answer_absent(seat, now)
        return Answer("")

    def _plays(self, mail: str) -> Answer | None:
        """What is said to an address that plays; an invitation alone binds nobody."""
        names = ", ".join(seat.game for seat in self._open_seats(mail) if not self._is_only_invited(seat))
        text = (
            f"You play in {names}: resign there first, or ask for a substitute; a player gets the mails of "
            "their games.\n"
        )
        return Answer(text, good=False) if names else None

    def _open_seats(self, mail: str) -> list[Seat]:
        """Those in games that are not over, also where one rests: it may go on."""
        return [seat for seat in self.index.seats_of(mail) if self._may_go_on(seat.game)]

    def _may_go_on(self, name: str) -> bool:
        row = self.index.row(name)
        return row is not None and (
            row.state in ("playing", "joining")
            or (row.state == "broken" and (self.hall.game(name).path / LOG).is_file())
        )

    def _is_only_invited(self, seat: Seat) -> bool:
        row = self.index.row(seat.game)
        return row is not None and row.state == "joining" and seat.role in row.owing

    def _answer_absent(self, gone: Seat, now: int) -> None:
        """Tell the others who were invited that one of them is not coming."""
        text = (
            f"{gone.person}, who was invited to play {gone.role} in game {gone.game}, wants no mail from "
            "here. So this game does not begin; `new` invites somebody else to another one.\n"
        )
        for seat in self.index.seats(gone.game):
            if seat.mail != gone.mail:
                tag = _tag(gone.game, gone.role, seat.mail)
                subject = f"Game {gone.game} does not begin"
                self.clerk.pass_on(f"gone-{tag}", seat.mail, subject, text, now, gone.mail)

    def _subscribe(self, request: request_language.Subscribe, letter: Letter, now: int) -> Answer:
        if stopped_addresses.why_stopped(self.hall, letter.sender) is None:
            return Answer("You get mail from here as before.\n")
        if stopped_addresses.was_asked(self.hall, letter.sender, now):
            return Answer("This address was asked today whether it wants mail again.\n", good=False)
        return self._to_confirm(request, letter, now, "that you get mail from here again")

    def _carry_out_subscribe(self, _: object, one: PendingRequest, __: int) -> Answer:
        was = stopped_addresses.resume(self.hall, one.mail)
        return Answer("You get mail from here again.\n" if was else "You get mail from here as before.\n")

    # --- games that begin ----------------------------------------------------------------------------------

    def _leave(self, request: request_language.Leave, letter: Letter, now: int) -> Answer:
        if waiting_list.find(self.hall, letter.sender) is None:
            return Answer("You were not waiting.\n", good=False)
        return self._to_confirm(request, letter, now, "that you wait no longer for a game")

    def _carry_out_leave(self, _: object, one: PendingRequest, __: int) -> Answer:
        waiting_list.remove(self.hall, one.mail)
        return Answer("You wait no longer.\n")

    def _join(self, request: request_language.Join, letter: Letter, now: int) -> Answer:
        sides = self.opener.sides(request.game)
        if request.side and request.side not in sides:
            return Answer(f"{request.game} has no {request.side}: {', '.join(sides)}\n", good=False)
        as_side = f" as {request.side}" if request.side else ""
        by_word = " by mail word" if request.word else ""
        person = self._display_name(letter.name, letter.sender, sides)
        what = f"to wait for opponents in {request.game}{as_side}{by_word}, as {person}"
        return self._to_confirm(request, letter, now, what)

    def _carry_out_join(
        self, begun: StartedRequest, request: request_language.Join, one: PendingRequest, now: int
    ) -> Answer:
        name = self.opener.find_begun(request.game, begun.invitation)
        if name is None:
            person = self._display_name(one.name, one.mail, self.opener.sides(request.game))
            me = WaitingPlayer(now, one.mail, request.game, request.side, request.word, person)
            name = self._begin_if_full(begun, me, now)
        if name is None:
            sides, waits = self.opener.sides(request.game), self._ready_players(request.game)
            return Answer(
                f"You wait for {request.game}; with you {len(waits)} do. When all seats ({', '.join(sides)}) "
                "have somebody, each gets an invitation. `leave` takes it back.\n"
            )
        seats = self.index.seats(name)
        for seat in seats:
            waiting_list.remove(self.hall, seat.mail)
        went = " and ".join(f"{seat.role} ({seat.person})" for seat in seats)
        return Answer(f"Game {name} begins: an invitation went to {went}.\n", game=name)

    def _begin_if_full(self, begun: StartedRequest, me: WaitingPlayer, now: int) -> str | None:
        """The game that begins as one more waits for it; None as long as a seat stays empty."""
        sides = self.opener.sides(me.game)
        stopped_addresses.welcome(self.hall, me.mail)
        self.opener.check(_player(me))
        waiting_list.add(self.hall, me)
        seated = waiting_list.assign_seats(sides, self._ready_players(me.game))
        if seated is None:
            return None
        players = {side: _player(each) for side, each in seated.items()}
        word = [side for side, each in seated.items() if each.word]
        return self.opener.begin(
            me.game,
            players,
            (),
            word,
            now,
            _note_invitation(begun),
            asked={each.mail for each in seated.values()},
        )

    def _ready_players(self, game: str) -> list[WaitingPlayer]:
        """Who waits for a game and may be invited to it now: nobody else keeps the others from playing."""
        return [
            each
            for each in waiting_list.list_waiting(self.hall)
            if each.game == game and self._is_ready(each)
        ]

    def _is_ready(self, one: WaitingPlayer) -> bool:
        try:
            self.opener.check(_player(one))
        except errors.PbemError:
            return False
        return True

    def _new(self, request: request_language.New, letter: Letter, now: int) -> Answer:
        sides = self.opener.sides(request.game, request.options)
        players = self._players(request, sides, letter)
        check_apart(players)
        named = tuple((side, it.name, it.mail) for side, it in players.items())
        with_options = f", options {', '.join(request.options)}" if request.options else ""
        by_word = ", all by mail word" if request.word else ""
        what = f"a new game, {request.game}{with_options}{by_word}, with "
        what += self._name_players(players, request, letter.sender)
        return self._to_confirm(replace(request, players=named), letter, now, what)

    def _carry_out_new(
        self, begun: StartedRequest, request: request_language.New, one: PendingRequest, now: int
    ) -> Answer:
        """Those who were confirmed are invited, whatever their names mean by now."""
        players = {side: Player(name, mail) for side, name, mail in request.players}
        name = self.opener.find_begun(request.game, begun.invitation)
        if name is None:
            name = self._invite_players(begun, request, players, now)
        went = self._name_players(players, request, one.mail)
        return Answer(f"Game {name} is set up: an invitation went to {went}.\n", game=name)

    def _invite_players(
        self, begun: StartedRequest, request: request_language.New, players: dict[str, Player], now: int
    ) -> str:
        """The new game to which these are invited; what is refused counts for nothing."""
        most, new = self.clerk.settings.limits.games, f"new {begun.asked.mail.lower()}"
        if self.index.count_today(new, now) >= most:
            raise errors.Refusal(
                Code.CLUB_LIMIT, f"{count_noun(most, 'game')} a day are the most for one person"
            )
        if any(each.mail.lower() == begun.asked.mail.lower() for each in players.values()):
            stopped_addresses.welcome(self.hall, begun.asked.mail)
        word = tuple(players) if request.word else ()
        prepared = _note_invitation(begun)
        name = self.opener.begin(
            request.game, players, request.options, word, now, prepared, asked={begun.asked.mail}
        )
        self.index.count(new, now)
        return name

    def _players(self, request: request_language.New, sides: list[str], asker: Letter) -> dict[str, Player]:
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
            found[seat] = self._person(who, asker, sides)
        if len(found) < len(sides):
            raise errors.Refusal(
                Code.BAD_PLAYER, f"the seats are {', '.join(sides)}: name somebody for each, or `join`"
            )
        return {side: found[side] for side in sides}

    def _display_name(self, name: str, mail: str, roles: Sequence[str]) -> str:
        return display_name(name, mail, self.clerk.settings.name, roles)

    def _person(self, who: str, asker: Letter, roles: Sequence[str]) -> Player:
        if who.lower() == "me":
            return Player(self._display_name(asker.name, asker.sender, roles), asker.sender)
        if (mail := parse_address(who)) is not None:
            return Player(self._display_name("", mail, roles), mail)
        if "@" in who:
            raise errors.Refusal(
                Code.BAD_PLAYER, "each WHO is `me`, one address such as ann@example.org, or a player's name"
            )
        known = {
            (seat.person, seat.mail)
            for row in self.index.rows()
            for seat in self.index.seats(row.name)
            if seat.person.lower() == who.lower() and is_taken(row, seat)
        }
        if len(known) != 1:
            why = "nobody" if not known else "more than one"
            raise errors.Refusal(Code.BAD_PLAYER, f"{why} here is called {who[:60]!r}: write the address")
        return Player(*known.pop())

    def _name_players(self, players: dict[str, Player], request: request_language.New, asker: str) -> str:
        """The players to be: each with the address if the asker has typed it, else with a seat by which the
        asker can tell whether this is the person they know."""
        typed = " ".join([asker, *(who for who, _ in request.who)]).lower()
        return " and ".join(
            f"{side} ({it.name}, {it.mail if it.mail.lower() in typed else self._find_seat(it)})"
            for side, it in players.items()
        )

    def _find_seat(self, player: Player) -> str:
        seats = self.index.seats_of(player.mail)
        taken = [it for it in seats if (row := self.index.row(it.game)) and is_taken(row, it)]
        return f"who plays {taken[0].role} in game {taken[0].game}" if taken else "who plays here"

    # --- one game ------------------------------------------------------------------------------------------

    def _ask(self, request: request_language.Ask, letter: Letter, now: int) -> Answer:
        name = self._find_game(request.game, letter.sender)
        row = self.index.row(name)
        if row is None or row.state in ("joining", "broken"):
            return Answer(f"Game {name}: {row.said if row else 'unknown'}\n")
        try:
            table = self.tables.table(name)
        except errors.PbemError:  # its own next mail sets it aside, and tells the operator
            return Answer(f"Game {name} cannot be looked at now.\n", good=False)
        if request.what == "deadline":
            return Answer(f"Game {name}: {self._deadline(table, letter, now)}\n")
        text = f"Game {name}\n{report_text.status_text(table)}\n{self._deadline(table, letter, now)}\n"
        return Answer(text, picture=self._board(name, table) if request.what == "board" else None)

    def _board(self, name: str, table: Table) -> bytes:
        """What everybody sees of a game: drawn once for each place of its log, for anybody may ask again
        and again."""
        from pbem.messages import position_pictures  # drawing is only imported where something is drawn

        place, kept = table.verifier.head, self.boards.get(name)
        if kept is None or kept[0] != place:
            kept = (
                place,
                position_pictures.mail_picture(table, position_text.PUBLIC, table.seq, self.hall.cache),
            )
            if len(self.boards) >= _MOST_BOARDS:
                self.boards.clear()
            self.boards[name] = kept
        return kept[1]

    def _deadline(self, table: Table, letter: Letter, now: int) -> str:
        """Told in the zone of whoever asks, by the Date of their mail."""
        clock = clock_of(table)
        if clock is None:
            return "nobody's time runs"
        added = (clock.due - clock.since - clock.time) // 3_600
        more = f"; {count_noun(added, 'hour')} of vacation are in that" if added else ""
        zone = timezone(timedelta(minutes=letter.offset)) if letter.offset else UTC
        return f"Time: {deadlines.format_deadline(clock, now, zone)}{more}"

    def _vacation(self, request: request_language.Vacation, letter: Letter, now: int) -> Answer:
        name, me = self._find_own_seat(request.game, letter.sender)
        what = (
            f"{count_noun(request.hours, 'hour')} more in game {name}: vacation. The others are "
            "asked after you"
        )
        return self._to_confirm(replace(request, game=name), letter, now, what, me)

    def _answer_vacation(
        self, begun: StartedRequest, request: request_language.Vacation, one: PendingRequest, now: int
    ) -> Answer:
        """Ask all others, each with a code of their own."""
        name, me = self._find_own_seat(one.game, one.mail)
        others = [seat for seat in self.index.seats(name) if seat.mail != me.mail]
        asks = vacations.Vacation(me.role, now, request.hours, dict(begun.codes))
        left = [seat for seat in others if not self._has_asked(asks, seat)]
        if shut := [seat.role for seat in left if not self.clerk.can_pass_on(seat.mail, now, one.mail)]:
            return Answer(_SHUT.format(roles=", ".join(shut)), good=False)
        for seat in left:
            code = new_code()
            locked = asks.lock_code(name, seat.role, seat.mail, code)
            asks = replace(asks, codes={**asks.codes, seat.role: locked})
            begun = confirmed_requests.keep(replace(begun, codes=asks.codes))
            if not self._mail_vacation(name, me, asks, seat, code):
                return Answer(_SHUT.format(roles=seat.role), good=False)
        folder = self.hall.game(name)
        vacations.write(folder, vacations.read(folder).add_request(asks, now))
        if not others:
            return Answer(f"The clock of game {name} stands still for {count_noun(request.hours, 'hour')}.\n")
        return Answer(f"Asked: {', '.join(asks.codes)}. You hear when all agree.\n")

    def _mail_vacation(self, name: str, me: Seat, asks: vacations.Vacation, to: Seat, code: str) -> bool:
        what = (
            f"{me.role} ({me.person}) asks for {count_noun(asks.hours, 'hour')} more in game {name}: vacation"
        )
        text = _AGREED.format(what=what, number=name.split("-", 1)[0], code=code)
        subject = f"Vacation in game {name}?"
        return self.clerk.pass_on(_vacation_mail(asks, to), to.mail, subject, text, asks.asked, me.mail)

    def _has_asked(self, asks: vacations.Vacation, seat: Seat) -> bool:
        return seat.role in asks.codes and bool(self.hall.outbox.find(_vacation_mail(asks, seat)))

    def _agree_to_vacation(self, request: request_language.Agree, now: int) -> Answer:
        """Take in the yes of one of the others to a vacation. All are told before it counts: killed between
        the two, the same yes again finds it open."""
        if not request.game:
            return Answer(_NO_CODE, good=False)
        after, one = self.questions.agreement(request, now)
        name = find(self.hall, request.game)
        if one is None:
            return self._answer_old_code(name, request)
        if one.missing_roles:
            vacations.write(self.hall.game(name), after)
            return Answer(f"Noted. Still to agree: {', '.join(one.missing_roles)}.\n")
        text = (
            f"All agree: the clock of game {name} stands still for "
            f"{count_noun(one.hours, 'hour')} from now.\n"
        )
        for seat in self.index.seats(name):
            tag = _tag(name, seat.role, one.side, str(one.hours), str(one.asked))
            self.clerk.write(f"granted-{tag}", seat.mail, f"Vacation in game {name}", text, now)
        vacations.write(self.hall.game(name), after)
        return Answer(text)

    def _answer_old_code(self, name: str, request: request_language.Agree) -> Answer:
        """What is said to a code that is of no open request of a game."""
        mails = {seat.role: seat.mail for seat in self.index.seats(name)}
        one = vacations.read(self.hall.game(name)).find_granted(name, mails, request.code)
        if one is None:
            return Answer(_NO_CODE, good=False)
        since = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(one.begun))
        return Answer(
            f"All have agreed: the clock of game {name} stands still for "
            f"{count_noun(one.hours, 'hour')} from {since}.\n"
        )

    def _substitute(self, request: request_language.Substitute, letter: Letter, now: int) -> Answer:
        name = find(self.hall, request.game)
        if request.side:
            if (taken := self._answer_unwanted(name, request.side)) is not None:
                return taken
            what = f"that the players of game {name} hear of your offer to play {request.side}"
            return self._to_confirm(replace(request, game=name), letter, now, what)
        name, me = self._find_own_seat(request.game, letter.sender)
        offered = not open_seats.is_offered(self.hall, me)
        what = f"that your seat in game {name} is {'' if offered else 'no longer '}offered in `list`"
        return self._to_confirm(replace(request, game=name, offered=offered), letter, now, what, me)

    def _carry_out_substitute(
        self, request: request_language.Substitute, one: PendingRequest, now: int
    ) -> Answer:
        if not request.side:
            name, me = self._find_own_seat(one.game, one.mail)
            offered = bool(request.offered)
            open_seats.offer(self.hall, me, offered=offered)
            return Answer(
                f"Your seat in game {name} is {'' if offered else 'no longer '}offered in `list`.\n"
            )
        name = request.game
        if (taken := self._answer_unwanted(name, request.side)) is not None:
            return taken
        text = (
            f"{one.mail} offers to play {request.side} in game {name}. What is to be done, `pbem docs "
            "referees` says under substitutes; all players have to agree.\n"
        )
        tag = _tag(name, request.side, one.mail)
        to = [seat.mail for seat in self.index.seats(name)]
        for mail in [*to, self.clerk.settings.operator]:
            subject = f"Substitute in game {name}"
            self.clerk.pass_on(f"offer-{tag}-{_tag(mail)}", mail, subject, text, now, one.mail)
        return Answer(f"The players of game {name} and the operator are told.\n")

    def _answer_unwanted(self, name: str, side: str) -> Answer | None:
        """What is said where nobody is wanted for a seat."""
        if any(
            (seat.game, seat.role) == (name, side) for seat in open_seats.list_seats(self.hall, self.index)
        ):
            return None
        return Answer(f"Nobody is wanted for {side} in game {name}; see `list`.\n", good=False)

    def _press(self, request: request_language.Press, letter: Letter, now: int) -> Answer:
        name, me = self._find_own_seat(request.game, letter.sender)
        seats = [seat for seat in self.index.seats(name) if not self._is_only_invited(seat)]
        to = [seat for seat in seats if request.side in ("all", seat.role) and seat.mail != me.mail]
        if not to:
            roles = ", ".join(seat.role for seat in seats if seat.mail != me.mail)
            told = f"Press goes to {roles} or `all`.\n" if roles else "Nobody else has joined yet.\n"
            return Answer(told, good=False)
        gone = [seat.role for seat in to if self._pass_on(name, me, seat, request.words, letter, now)]
        if not gone:
            return Answer("Nothing more is passed on there today.\n", good=False)
        return Answer(f"Passed on to {', '.join(gone)}.\n")

    def _operator(self, request: request_language.ToOperator, letter: Letter, now: int) -> Answer:
        """Words go on at once: to whom a mail of ours does not come, no code comes either."""
        who = f"{letter.sender}, or somebody who writes in that name, says"
        gone = self._to_operator(who, letter.sender, request.words, _tag(letter.id, request.words), now)
        question = self._to_confirm(
            request,
            letter,
            now,
            f'that the operator can be sure that these words are yours: "{request.words}"',
        )
        said = "Passed on to the operator.\n" if gone else "Today it goes on once you have confirmed it.\n"
        return replace(question, text=f"{said}{question.text}")

    def _operator_knows(self, request: request_language.ToOperator, one: PendingRequest, now: int) -> Answer:
        who = f"{one.mail} has confirmed with a code that these words are from that address"
        gone = self._to_operator(
            who, one.mail, request.words, _tag(one.mail, str(one.at), request.words), now, one.mail
        )
        said = (
            "The operator knows that these words are yours.\n"
            if gone
            else "Nothing more is passed on today.\n"
        )
        return Answer(said, good=gone)

    def _to_operator(self, who: str, mail: str, words: str, tag: str, now: int, by: str = "") -> bool:
        seats = ", ".join(f"{seat.game} as {seat.role}" for seat in self.index.seats_of(mail)) or "no game"
        text = f"{who} (seats: {seats}):\n\n    {words}\n"
        to, subject = self.clerk.settings.operator, f"{self.clerk.settings.name}: a word to you"
        return self.clerk.pass_on(f"word-{tag}", to, subject, text, now, by)

    def _pass_on(self, name: str, me: Seat, to: Seat, words: str, letter: Letter, now: int) -> bool:
        text = (
            f"{me.role} ({me.person}, or somebody who writes in that name) says in game {name}:\n\n"
            f"    {words}\n"
        )
        tag = _tag(letter.id, to.role, words)
        return self.clerk.pass_on(f"press-{tag}", to.mail, f"Press in game {name}", text, now)

    # --- which ---------------------------------------------------------------------------------------------

    def _find_game(self, word: str, sender: str) -> str:
        """The game that was named; where none was, the only one in which the sender plays."""
        if word:
            return find(self.hall, word)
        names = sorted({seat.game for seat in self.index.seats_of(sender) if self._is_in_progress(seat.game)})
        if len(names) == 1:
            return names[0]
        said = f"you play in {', '.join(names)}" if names else "you play in no game here"
        raise errors.Refusal(Code.NO_SUCH_GAME, f"{said}: say which one by its number")

    def _find_own_seat(self, word: str, sender: str) -> tuple[str, Seat]:
        """A game and the sender's seat in it."""
        name = self._find_game(word, sender)
        seat = next((it for it in self.index.seats(name) if it.mail == sender.lower()), None)
        if seat is None:
            raise errors.Refusal(Code.NO_SUCH_GAME, f"you do not play in game {name}")
        return name, seat

    def _is_in_progress(self, name: str) -> bool:
        row = self.index.row(name)
        return row is not None and row.state in ("playing", "joining") and not is_quarantined(self.hall, name)


_MOST_BOARDS: Final = 64
_AGREED: Final = (
    "{what}. If you agree, send a line of your own to this address: the words agree {number}, a space, and "
    "the code word below. If not, there is nothing to do.\n\nCode word: {code}\n"
)
_USED: Final = "This code word was used before, and counts once. What was answered then:\n\n{answer}"
_SHUT: Final = (
    "Not everybody can be asked today, so nobody was: {roles} takes no mail from here, or got enough of your "
    "mails. The same code counts for a week.\n"
)
_NO_CODE: Final = (
    "Nothing waits for this code word: it is a wrong one, or it was used, or it is older than a week. "
    "Nothing has changed, and what waits goes on waiting. A yes to somebody's vacation is written with the "
    "number of the game: agree N CODE. A draft of orders is locked with the word yes.\n"
)


def _line(row: Row) -> str:
    state = f"to join: {' '.join(row.owing)}" if row.state == "joining" else f"to move: {' '.join(row.owing)}"
    return f"    {row.name}: {row.title}, {state}"


def _note_invitation(begun: StartedRequest) -> Callable[[str], None]:
    """Notes the invitation to the game that a request begins."""

    def keep(digest: str) -> None:
        confirmed_requests.keep(replace(begun, invitation=digest))

    return keep


def _vacation_mail(asks: vacations.Vacation, to: Seat) -> str:
    """The name of the mail that asks one of the others."""
    return f"vacation-{asks.codes[to.role][:16]}"


def _player(one: WaitingPlayer) -> Player:
    return Player(one.name or _local(one.mail), one.mail)


def _local(mail: str) -> str:
    return mail.split("@", 1)[0]


def _tag(*words: str) -> str:
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:16]
