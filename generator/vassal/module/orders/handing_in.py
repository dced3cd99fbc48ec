"""The button "Hand in orders": VASSAL writes into the chat what the log says, as lines of orders.

Each counter of the player that has moved tells its own line; the declared combats are gone through by their
numbers: targets and attackers add their names to two properties, and these make a line. What is handed in is
what the pieces say of themselves (`format.orders.marks`); the rules judge it later. How the block
reads is in `format.orders.block`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.position.facings import bearings_of
from generator.vassal.format.buildfile import Component
from generator.vassal.format.expressions import (
    TRUE,
    Term,
    all_of,
    any_of,
    before,
    behind,
    braced,
    choose,
    digest,
    equal,
    grouped,
    joined,
    negated,
    number,
    plus,
    prop,
    starts_with,
    text,
    unequal,
)
from generator.vassal.format.keys import ctrl, named_key
from generator.vassal.format.orders.block import (
    BACK,
    DONE,
    END,
    FACE,
    HEADING,
    MODULUS,
    NOBODY,
    OUT,
    PUT,
    line_sum,
)
from generator.vassal.format.orders.marks import WAY
from generator.vassal.format.pieces import Piece, prototype
from generator.vassal.format.traits import (
    CalculatedProperty,
    DynamicProperty,
    ReportState,
    SetGlobalProperty,
    Trait,
    property_command,
)
from generator.vassal.module.data import VassalFile
from generator.vassal.module.icons import icon
from generator.vassal.module.names import SETTING_UP, state_layer
from generator.vassal.module.orders import in_words
from generator.vassal.module.orders.buttons import change_to, does, own_pieces, property_of, sent
from generator.vassal.module.orders.by_hand import tells
from generator.vassal.module.orders.kinds import (
    going,
    is_by_hand,
    orders_of,
    placing,
    pointing,
    turning,
    verb_of,
)
from generator.vassal.module.orders.ways import FORGET, MOVED, TURNED, TURNS, way_told
from modules.definition import Definition
from modules.engine.orders import Order, Part, parts_of

ORDERS = "Orders"
"""The prototype of pieces that tell their orders."""

_LINE, _SHOT, _TOLD, _FACED = "OrderLine", "ShotLine", "ToldIn", "FacedLine"
_LEFT, _RIGHT, _SUM, _COUNT = "OrdersLeft", "OrdersRight", "OrdersSum", "OrdersCount"
_NUMBER = "Orders"
"""What begins the property that counts the combats of a mark: VASSAL finds but one of two of one name."""

_TELL, _TELL_ALL = named_key("tellOrder"), named_key("tellAllOrders")
_FACE, _FACE_ALL = named_key("tellFacing"), named_key("tellAllFacings")
_FORGET, _BEGIN, _FINISH = named_key("ordersPair"), named_key("ordersBegin"), named_key("ordersDone")
_HAND_IN = named_key("handInOrders")
_NOTHING = text("")
_SETS_UP = equal(prop(SETTING_UP), text("yes"))


@dataclass(frozen=True)
class Handing:
    """How the orders of a game are told; `bearings` are the degrees of its words for facings."""

    definition: Definition
    file: VassalFile
    bearings: Mapping[str, int]

    @classmethod
    def of(cls, definition: Definition, file: VassalFile) -> Handing:
        """That of a game."""
        return cls(definition, file, bearings_of(definition) if definition.maps else {})

    @property
    def kinds(self) -> tuple[type[Order], ...]:
        """The kinds of orders of the game."""
        return orders_of(self.definition)

    @property
    def told_of(self) -> bool:
        """Whether there are orders to hand in."""
        return self.by_hand or bool(self.kinds)

    @property
    def by_hand(self) -> bool:
        """Whether all is done by hand in the game: then the pieces of all sides tell what was done."""
        return is_by_hand(self.definition)

    # --- pieces ------------------------------------------------------------------------------------

    def told(self) -> Piece:
        """The prototype of pieces that tell their orders: lines, keys, and the way that they have gone."""
        traits: list[Trait] = [ReportState(keys=(_TELL,), format=f"${_LINE}$"), *_counted(_TELL, prop(_LINE))]
        traits += tells(self.definition, {ctrl("E"): OUT, ctrl("D"): OUT, ctrl("B"): BACK})
        for mark, kind in pointing(self.kinds).items():
            traits += self._points(mark, kind)
        if self._faces_apart:
            line = CalculatedProperty(_FACED, braced(self._stays()))
            traits += [ReportState(keys=(_FACE,), format=f"${_FACED}$"), *_counted(_FACE, prop(_FACED)), line]
        return prototype(*traits, CalculatedProperty(_LINE, braced(self._line())), way_told(), _once())

    def _line(self) -> Term:
        kind = going(self.kinds)
        called = grouped(choose(equal(prop("CounterId"), _NOTHING), text(NOBODY), prop("CounterId")))
        put = joined(text(f"{PUT} "), called, text(": "), prop(WAY))
        if kind is None:
            return put
        first = parts_of(kind)[0]
        who = prop("CounterId") if first.what == "counter" else before(prop(WAY), "-")
        path = plus(text(" "), behind(prop(WAY), "-"))
        line = plus(plus(plus(grouped(self._verb(kind)), who), path), self._facing())
        if (sets_up := placing(self.kinds)) is not None:
            laid = joined(text(f"{verb_of(sets_up)} "), who, text(" "), prop("LocationName"))
            line = grouped(choose(_SETS_UP, laid, grouped(line)))
        if first.what == "place":
            line = grouped(choose(grouped(self._from_a_square()), grouped(line), put))
        stays = self._stays() if self._turns else _NOTHING
        return choose(equal(prop(WAY), _NOTHING), stays, line)

    def _from_a_square(self) -> Term:
        """Whether a card came from a square, and not from a hand, a pack or a leader's place: these have
        names."""
        sectors = [each for board in self.definition.boards.values() for each in board.sectors.values()]
        columns = {str(column) for sector in sectors for column in sector.columns}
        return any_of(*(starts_with(prop(WAY), column) for column in sorted(columns)))

    @property
    def _turns(self) -> bool:
        return (self.by_hand or turning(self.kinds) is not None) and bool(self.bearings)

    @property
    def _faces_apart(self) -> bool:
        """Whether where a counter looks is an order of its own: by hand always, else in a set-up."""
        return self._turns and (self.by_hand or placing(self.kinds) is not None)

    def _stays(self) -> Term:
        """The line of a counter that turns where it stands."""
        turns = turning(self.kinds)
        verb = FACE if turns is None else verb_of(turns)
        return joined(text(f"{verb} "), prop("CounterId"), self._facing())

    def _verb(self, kind: type[Order]) -> Term:
        """The verb, or that of another kind of way which the piece shows as its state."""
        verbs = {verb_of(each) for each in self.kinds if parts_of(each) == parts_of(kind)}
        found = text(f"{verb_of(kind)} ")
        for name in self.file.states:
            if name in verbs:
                shows = equal(prop(f"{state_layer(name)}_Active"), TRUE)
                found = choose(shows, text(f"{name} "), found)
        return found

    def _facing(self) -> Term:
        """The word for where a piece looks, behind a blank; nothing for one that has no front."""
        steps, found = len(self.bearings), _NOTHING
        for word, bearing in self.bearings.items():
            looks = equal(prop("Facing_Facing"), number(bearing * steps // 360 + 1))
            found = choose(looks, text(f" {word}"), found)
        return grouped(found)

    def _points(self, mark: str, kind: type[Order]) -> Iterator[Trait]:
        actor, target = parts_of(kind)
        acts, aimed = _keys(mark)
        yield _adds(_RIGHT, aimed, target)
        if actor.many:
            yield _adds(_LEFT, acts, actor)
            return
        line = f"{_SHOT}{mark}"
        shot = plus(plus(plus(text(f"{verb_of(kind)} "), _who(actor)), text(" > ")), prop(_RIGHT))
        yield ReportState(keys=(acts,), format=f"${line}$")
        yield from _counted(acts, prop(line))
        yield CalculatedProperty(line, braced(shot))

    # --- the module --------------------------------------------------------------------------------

    def properties(self) -> list[Component]:
        """The properties in which lines are put together, and what begins and ends them."""
        line = plus(plus(prop(_LEFT), text(" > ")), prop(_RIGHT))
        added = {
            _line_key(mark): _more(plus(text(f"{verb_of(kind)} "), line))
            for mark, kind in pointing(self.kinds).items()
        }
        added[in_words.COUNT_SAID] = _more(in_words.line_said())
        added[_FINISH] = braced(plus(prop(_SUM), number(line_sum(DONE))))
        counted = {key: braced(plus(prop(_COUNT), number(1))) for key in added}
        return [
            property_of(_LEFT, "", {_FORGET: ""}),
            property_of(_RIGHT, NOBODY, {_FORGET: NOBODY}),
            property_of(_SUM, "0", {_BEGIN: "0", **added}),
            property_of(_COUNT, "0", {_BEGIN: "0", **counted}),
            property_of(SETTING_UP, "", {in_words.FORGET_SAID: ""}),
            *in_words.properties(),
        ]

    def components(self) -> Iterator[Component]:
        """The button, and the commands that it gives one after the other."""
        if not self.told_of:
            return
        own = TRUE if self.by_hand else own_pieces(self.definition)
        moved = all_of(equal(prop("Moved"), TRUE), unequal(prop(WAY), _NOTHING))
        turned = equal(prop(TURNED), text("yes"))
        new = grouped(any_of(equal(prop(_TOLD), _NOTHING), equal(prop(_TOLD), prop("Phase"))))
        told = grouped(any_of(moved, turned)) if self._turns and not self.by_hand else moved
        yield sent("Each moved piece", _TELL_ALL, _TELL, all_of(told, grouped(own), new))
        steps = [_BEGIN, _TELL_ALL]
        if self._faces_apart:
            there = () if self.by_hand else (_SETS_UP, moved)
            both = all_of(*there, turned, grouped(own), new)
            yield sent("Each piece set up and turned", _FACE_ALL, _FACE, both)
            steps.append(_FACE_ALL)
        for mark, kind in pointing(self.kinds).items():
            yield from self._combats(mark, kind, own)
            steps.append(named_key(f"ordersOf{mark}"))
        player = "" if self.definition.game.sided else " $Player$,"
        end = f"{END} ${_COUNT}$, checksum ${_SUM}$"
        finished = named_key("ordersEnd")
        yield does("Orders: done", finished, [], doReport=True, reportFormat=DONE)
        yield does("Orders: end", named_key("ordersSum"), [], doReport=True, reportFormat=end)
        yield from in_words.components()
        steps += [in_words.TELL_SAID, finished, _FINISH, named_key("ordersSum")]
        yield does(
            "Hand in orders", _HAND_IN, steps, text="Hand in orders", icon=icon("orders"), doReport=True,
            reportFormat=f"{HEADING} $PlayerSide$, turn $Turn$,{player} $Phase$",
            tooltip="Write into the chat what this log says: who moved, each combat, done",
        )  # fmt: skip

    def _combats(self, mark: str, kind: type[Order], own: Term) -> Iterator[Component]:
        """The declared combats by their numbers, targets first."""
        acts, aimed = _keys(mark)
        every_actor, every_target = (named_key(f"{name}{mark}") for name in ("allActors", "allTargets"))
        here = all_of(equal(prop("Declares"), text("yes")), equal(prop(mark), prop(_NUMBER + mark)))
        yield sent("Targets", every_target, aimed, all_of(here, negated(grouped(own))))
        yield sent("Actors", every_actor, acts, all_of(here, grouped(own)))
        steps = [_FORGET, every_target, every_actor]
        if parts_of(kind)[0].many:
            line = named_key(f"line{mark}")
            steps.append(line)
            there = braced(choose(equal(prop(_LEFT), _NOTHING), number(0), number(1)))
            yield does(
                f"Orders: {mark}", line, [_line_key(mark)], doReport=True,
                reportFormat=f"{verb_of(kind)} ${_LEFT}$ > ${_RIGHT}$",
                doLoop=True, loopType="counted", loopCount=there,
            )  # fmt: skip
        yield does(
            f"Orders: each {mark}", named_key(f"ordersOf{mark}"), steps, doLoop=True, loopType="counted",
            loopCount="9", index=True, indexProperty=_NUMBER + mark, indexStart=1, indexStep=1,
        )  # fmt: skip


def _once() -> DynamicProperty:
    """In which phase a piece has told its line: in a later one of the turn it tells it only after more."""
    commands = [property_command("", _TELL, change_to(braced(prop("Phase"))))]
    anew = (MOVED, FORGET, *TURNS)
    return DynamicProperty(
        _TOLD, commands=(*commands, *(property_command("", key, change_to("")) for key in anew))
    )


def _keys(mark: str) -> tuple[str, str]:
    """What tells one who acts, and a target, to add itself."""
    return named_key(f"tellActor{mark}"), named_key(f"tellTarget{mark}")


def _line_key(mark: str) -> str:
    return named_key(f"add{mark}")


def _who(part: Part) -> Term:
    return prop("CounterId") if part.what == "counter" else prop("LocationName")


def _adds(name: str, key: str, part: Part) -> SetGlobalProperty:
    """A piece adds itself to a list, or is the one that is named."""
    there, who = prop(name), _who(part)
    if part.many:
        none = any_of(equal(there, _NOTHING), equal(there, text(NOBODY)))
        who = choose(grouped(none), who, plus(plus(there, text(",")), who))
    return SetGlobalProperty(name, commands=(property_command("", key, change_to(braced(who))),))


def _counted(key: str, line: Term) -> Iterator[SetGlobalProperty]:
    """A line goes into the checksum and is counted."""
    changes = ((_SUM, _more(line)), (_COUNT, braced(plus(prop(_COUNT), number(1)))))
    for name, value in changes:
        yield SetGlobalProperty(name, commands=(property_command("", key, change_to(value)),))


def _more(line: Term) -> str:
    return braced(plus(prop(_SUM), digest(grouped(line), MODULUS)))
