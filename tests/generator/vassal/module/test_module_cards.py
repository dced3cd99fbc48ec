"""A module of cards on squares: decks, hands, masks, boards, and that all it names is there."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from looks import TAPESTRY
from lxml import etree
from pictured import CARDS, drawn
from plans import shipped_plan

from generator.vassal.format.errors import FormError, GeometryError
from generator.vassal.format.pieces import Piece, read_definition
from generator.vassal.format.traits import (
    Embellishment,
    Obscurable,
    RestrictCommands,
    SendToLocation,
    UsePrototype,
)
from generator.vassal.make import assemble, write_module
from generator.vassal.module.card_game import CardModule
from generator.vassal.module.data import card_slot, copies, counter_slot
from generator.vassal.module.pictures import ModulePictures
from generator.vassal.module.planning import plan_module
from generator.vassal.module.squares import board_plans
from modules import library
from modules.definition import Definition, load

VASSAL = "VASSAL.build."
SPECTATORS = ["Referee", "Solitaire"]


@pytest.fixture(scope="module")
def plan() -> CardModule:
    made = shipped_plan("hastings_pulsipher", CARDS)
    assert isinstance(made, CardModule)
    return made


@pytest.fixture(scope="module")
def pictures(plan: CardModule, tmp_path_factory) -> ModulePictures:
    return drawn(plan, tmp_path_factory)


@pytest.fixture(scope="module")
def archive(plan: CardModule, pictures: ModulePictures, tmp_path_factory) -> zipfile.ZipFile:
    path = tmp_path_factory.mktemp("module") / "game.vmod"
    write_module(plan.definition, path, CARDS, pictures=pictures)
    return zipfile.ZipFile(path)


@pytest.fixture(scope="module")
def root(archive: zipfile.ZipFile) -> etree._Element:
    return etree.fromstring(archive.read("buildFile.xml"))


def parts(root: etree._Element, name: str) -> list[etree._Element]:
    return root.findall(f".//{VASSAL}{name}")


def pieces(root: etree._Element) -> list[Piece]:
    kinds = ("widget.PieceSlot", "widget.CardSlot", "module.PrototypeDefinition")
    return [read_definition(e.text or "")[1] for kind in kinds for e in parts(root, kind)]


def mask(piece: Piece) -> Obscurable:
    (found,) = (trait for trait in piece.traits if isinstance(trait, Obscurable))
    return found


# --- what is named is there ----------------------------------------------------------------------------


def test_every_file_that_is_named_is_in_the_module(root: etree._Element, archive: zipfile.ZipFile) -> None:
    names = set(archive.namelist())
    for element in root.iter():
        for key in ("image", "fileName", "file"):
            if value := element.get(key):
                assert {value, f"images/{value}"} & names, (element.tag, key, value)


def test_every_image_of_a_piece_is_in_the_module_and_none_is_idle(
    root: etree._Element, archive: zipfile.ZipFile, pictures: ModulePictures
) -> None:
    used = {*pictures.boards.values(), pictures.cover}
    for piece in pieces(root):
        for trait in piece.traits:
            if isinstance(trait, Embellishment):
                used |= {image for image in trait.images if image}
            if isinstance(trait, Obscurable):
                used |= {trait.image, trait.style.removeprefix("G")}
    used |= {name for e in root.iter() if (name := e.get("icon")) and not name.startswith("/")}
    used |= {image for row in pictures.charts.values() for _, image in row}
    there = {name for name in archive.namelist() if name.startswith("images/")}
    assert {f"images/{name}" for name in used} == there


def test_prototypes_that_are_used_exist(root: etree._Element) -> None:
    known = {e.get("name") for e in parts(root, "module.PrototypeDefinition")}
    for piece in pieces(root):
        assert {t.name for t in piece.traits if isinstance(t, UsePrototype)} <= known


def test_the_same_game_gives_the_same_bytes(plan: CardModule, pictures: ModulePictures) -> None:
    again = plan_module(load(plan.definition.folder), CARDS)
    assert assemble(again, again.draw(workers=2)) == assemble(plan, pictures)


# --- boards --------------------------------------------------------------------------------------------


def test_every_square_is_named_as_the_rules_name_it() -> None:
    definition = library.definition("hastings_pulsipher")
    for board in board_plans(TAPESTRY, definition, 2.0).values():
        frame = board.sheet.frame
        for square in frame.squares:
            x, y = board.at(square)
            drawn = frame.card(square).middle
            assert abs(x - drawn[0] * 2) <= 1 and abs(y - drawn[1] * 2) <= 1
            assert board.called(x, y) == square
        for side in frame.board.homes:
            for sector in frame.board.sectors:
                assert board.called(*board.leader_at(side, sector)) == ""
        with pytest.raises(GeometryError):
            board.at(f"{frame.board.grid.columns + 1}1")


def test_sectors_are_zones_with_grids_of_their_own(root: etree._Element, plan: CardModule) -> None:
    boards = {e.get("name"): e for e in parts(root, "module.map.boardPicker.Board")}
    for board in plan.boards.values():
        zones = {
            z.get("name"): z for z in parts(boards[board.title], "module.map.boardPicker.board.mapgrid.Zone")
        }
        for name, sector in board.sheet.frame.board.sectors.items():
            (numbering,) = parts(
                zones[sector.name], "module.map.boardPicker.board.mapgrid.SquareGridNumbering"
            )
            assert numbering.get("hOff") == str(min(sector.columns)), name
            for side in board.sheet.frame.board.homes:
                assert f"{sector.name} sector, {plan.definition.game.sides[side].name}" in zones


def test_boards_of_one_title_are_told_apart(plan: CardModule) -> None:
    titles = [board.title for board in plan.boards.values()]
    assert titles == ["Senlac Ridge (full)", "Senlac Ridge (small)"]


def test_a_sector_whose_columns_lie_apart_is_refused() -> None:
    definition = library.definition("hastings_pulsipher")
    board = definition.boards["small"]
    ends = {"left": (1, 3), "right": (2, 4)}
    sectors = {name: s.model_copy(update={"columns": ends[name]}) for name, s in board.sectors.items()}
    odd = replace(definition, boards={"small": board.model_copy(update={"sectors": sectors})})
    with pytest.raises(GeometryError, match="sector left are not adjacent"):
        board_plans(TAPESTRY, odd, 1.0)


# --- decks and hands -----------------------------------------------------------------------------------


def decks(root: etree._Element) -> dict[str, etree._Element]:
    return {e.get("name") or "": e for e in parts(root, "module.map.DrawPile")}


def test_each_side_alone_can_open_its_pack(root: etree._Element) -> None:
    for side in ("Normans", "Saxons"):
        deck = decks(root)[f"{side}: unit cards"]
        assert deck.get("deckRestrictAccess") == "true"
        assert (deck.get("deckOwners") or "").split(",") == [side, *SPECTATORS]
        assert (deck.get("faceDown"), deck.get("shuffle"), deck.get("drawFaceUp")) == (
            "Always",
            "Always",
            "false",
        )


def test_the_packs_hold_every_card_once(root: etree._Element, plan: CardModule) -> None:
    found = {
        name: [read_definition(e.text or "")[1] for e in parts(deck, "widget.CardSlot")]
        for name, deck in decks(root).items()
    }
    units = [p.markers()["CounterId"] for name in ("Saxons", "Normans") for p in found[f"{name}: unit cards"]]
    cards = plan.definition.counters.values()
    assert units == [
        c.id for side in ("saxon", "norman") for c in cards if c.form == "card" and c.side == side
    ]
    assert [p.markers()["CardCopy"] for p in found["Event cards"]] == list(copies(plan.definition))
    assert len(found["Event cards"]) == 14 and found["Event cards: discards"] == []


def test_all_sides_draw_events_and_see_the_discards(root: etree._Element) -> None:
    everybody = ["Normans", "Saxons", *SPECTATORS]
    events, discards = decks(root)["Event cards"], decks(root)["Event cards: discards"]
    assert (events.get("faceDown"), events.get("allowSelect")) == ("Always", "false")
    assert (discards.get("faceDown"), discards.get("shuffle")) == ("Never", "Never")
    for deck in (events, discards):
        assert (deck.get("deckOwners") or "").split(",") == everybody
        assert deck.get("restrictExpression") == '{Pack == "events"}'


def test_a_hand_is_seen_by_its_side_and_the_spectators(root: etree._Element) -> None:
    hands = {e.get("mapName"): e for e in parts(root, "module.PlayerHand")}
    assert set(hands) == {"Hand of the Normans", "Hand of the Saxons"}
    for side in ("Normans", "Saxons"):
        hand = hands[f"Hand of the {side}"]
        assert (hand.get("side") or "").split(",") == [side, *SPECTATORS]
        assert hand.get("visible") == "false"


def test_the_inventory_tells_nothing_of_hidden_cards(root: etree._Element) -> None:
    (inventory,) = parts(root, "module.Inventory")
    (options,) = parts(root, "module.GlobalOptions")
    assert inventory.get("groupBy") == "Side"
    assert 'DeckName == ""' in (inventory.get("include") or "")
    assert options.get("inventoryForAll") == "Never"


# --- pieces --------------------------------------------------------------------------------------------


def test_a_unit_card_is_known_to_its_side_and_the_spectators(plan: CardModule) -> None:
    for counter in plan.definition.counters.values():
        if counter.form != "card":
            continue
        found = mask(plan.roster.counter(counter.id))
        side = plan.definition.game.sides[counter.side]
        assert found.access == f"sides:{side.name}:Referee:Solitaire"
        assert found.masked_by == "null"
        assert found.mask_name == f"{side.short} card"
        assert found.image == f"back-units-{counter.side}.png"


def test_an_event_is_known_to_whoever_drew_it(plan: CardModule) -> None:
    for copy in copies(plan.definition):
        found = mask(plan.roster.card(copy))
        assert (found.access, found.mask_name) == ("side:", "Event cards: a card")


def test_what_tells_of_a_card_stands_inside_its_mask(plan: CardModule) -> None:
    traits = plan.roster.counter("N-archer-1").traits
    at = next(i for i, trait in enumerate(traits) if isinstance(trait, Obscurable))
    outside = Piece(plan.roster.counter("N-archer-1").basic, traits[:at])
    inside = Piece(outside.basic, traits[at + 1 :])
    told = {"Pack": "units norman", "Side": "Normans", "Facing": "up the board", "Declares": "yes"}
    assert outside.markers() == told
    assert {"CounterId", "Kind", "Nation", "Attack", "Archery", "Defence"} <= set(inside.markers())
    shown = [t for t in outside.traits if isinstance(t, Embellishment) and not t.name.endswith("Sign")]
    assert shown == [] and not any(isinstance(trait, SendToLocation) for trait in outside.traits)


def test_nobody_else_turns_a_unit_card_over(plan: CardModule) -> None:
    traits = plan.roster.counter("S-fyrd-1").traits
    (guard,) = (t for t in traits if isinstance(t, RestrictCommands) and t.name == "Owner alone")
    assert guard.keys == ("70,130",)
    for name in ("Saxons", *SPECTATORS):
        assert f'PlayerSide != "{name}"' in guard.expression


def test_cards_that_face_down_the_board_show_it(plan: CardModule) -> None:
    def layers(counter_id: str) -> list[str]:
        return [t.name for t in plan.roster.counter(counter_id).traits if isinstance(t, Embellishment)]

    assert "Facing" in layers("S-fyrd-1") and "Facing" not in layers("N-foot-1")
    assert plan.roster.counter("S-fyrd-1").markers()["Facing"] == "down the board"


def test_wounds_are_counted_and_arrows_are_a_switch(plan: CardModule) -> None:
    layers = {t.name: t for t in plan.roster.counter("N-archer-2").traits if isinstance(t, Embellishment)}
    wound, dry = layers["Wound"], layers["Dry"]
    assert (len(wound.images), wound.images[0], wound.level, wound.loop) == (5, "", 1, False)
    assert (wound.increase_keystroke, wound.decrease_keystroke) == ("87,130", "87,195")
    assert (dry.level, dry.activate_keystroke) == (-1, "78,130")
    assert "Dry" not in {
        t.name for t in plan.roster.counter("N-foot-1").traits if isinstance(t, Embellishment)
    }


def test_an_unknown_card_shows_its_back_alone(plan: CardModule) -> None:
    for pack, piece in plan.roster.unknown.items():
        images = [image for t in piece.traits if isinstance(t, Embellishment) for image in t.images]
        assert images == [f"back-{pack.replace(' ', '-')}.png"]
        assert "Pack" not in piece.markers()  # it must not get into a deck


def test_ids_of_cards_are_recorded(plan: CardModule) -> None:
    ids = plan.roster.ids
    for copy in copies(plan.definition):
        assert plan.roster.card(copy).basic.gpid == str(ids[card_slot(copy)])
    assert plan.roster.counter("S-levy-5").basic.gpid == str(ids[counter_slot("S-levy-5")])


def test_the_turn_tracker_knows_how_long_the_battle_lasts(root: etree._Element) -> None:
    (tracker,) = parts(root, "module.turn.TurnTracker")
    players, phases = (e.get("list") for e in parts(root, "module.turn.ListTurnLevel"))
    shown = tracker.get("turnFormat") or ""
    assert '" of " + (7)' in shown and shown.startswith('{level1 > (7) ? "The last turn is over"')
    assert (players, phases) == ("Normans,Saxons", "Movement and event,Combat,Counterattack")


def test_text_charts_tell_every_modifier_and_event(archive: zipfile.ZipFile, plan: CardModule) -> None:
    modifiers, events = (archive.read(f"chart-{name}.html").decode() for name in ("modifiers", "events"))
    assert all(each.name.split("'")[0] in modifiers for each in plan.definition.tables.modifiers.values())
    for card in plan.definition.decks["events"].cards.values():
        assert all(choice.name in events for choice in card.choices)


def test_a_game_of_both_forms_is_refused(plan: CardModule, tmp_path: Path) -> None:
    hexes = library.definition("three_battles")
    both: Definition = replace(plan.definition, scenarios={**plan.definition.scenarios, **hexes.scenarios})
    with pytest.raises(FormError, match="not more than one kind"):
        write_module(both, tmp_path / "both.vmod", CARDS)
