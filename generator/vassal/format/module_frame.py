"""The frame of a module: the root, with the parts that every module has, and its sides and options."""

from collections.abc import Sequence

from generator.vassal.format.buildfile import Component, component, text_component
from generator.vassal.format.container import VASSAL_VERSION
from generator.vassal.format.errors import ComponentError
from generator.vassal.format.pieces import Piece

_RETIRE = "Switch sides, become an observer, or allow another player to take your side in this game"


def game_module(
    name: str,
    version: str,
    description: str,
    next_slot_id: int,
    parts: Sequence[Component],
    *,
    sides: Sequence[str],
    prototypes: Sequence[Component] = (),
    help_menu: Sequence[Component] = (),
    properties: Sequence[Component] = (),
    secrets: bool = False,
) -> Component:
    """The root, with the parts that VASSAL would else add by itself around `parts`.

    With `secrets` no inventory tells what lies in another side's hand.
    `next_slot_id` must exceed every gpid in use (`slots.SlotIds.next_id`); ComponentError if it does not,
    or if two slots share one. Keep the name stable: players' preferences hang on it.
    """
    root = component(
        "GameModule",
        component("module.BasicCommandEncoder"),
        component("module.Documentation", *help_menu),
        player_roster(sides),
        global_options(secrets=secrets),
        component("module.properties.GlobalProperties", *properties),
        component("module.properties.GlobalTranslatableMessages"),
        *parts,
        component("module.PrototypesContainer", *prototypes),
        component("module.Chatter"),
        component("module.KeyNamer"),
        component("VASSAL.i18n.Language"),
        name=name,
        version=version,
        description=description,
        ModuleOther1="",
        ModuleOther2="",
        VassalVersion=VASSAL_VERSION,
        nextPieceSlotId=next_slot_id,
    )
    _check_slot_ids(root, next_slot_id)
    return root


def _check_slot_ids(root: Component, next_slot_id: int) -> None:
    seen: dict[str, str] = {}
    for part in root.walk():
        gpid = part.attributes.get("gpid")
        if gpid is None:
            continue
        name = part.attributes.get("entryName", "")
        if gpid in seen:
            raise ComponentError(f"slots {seen[gpid]!r} and {name!r} share the gpid {gpid}")
        if int(gpid) >= next_slot_id:
            raise ComponentError(f"slot {name!r} has gpid {gpid}, not below nextPieceSlotId {next_slot_id}")
        seen[gpid] = name


def player_roster(sides: Sequence[str]) -> Component:
    """The sides that players choose from; "Solitaire" and "Referee" may see everything."""
    entries = [text_component("entry", side) for side in sides]
    return component(
        "module.PlayerRoster", *entries, buttonKeyStroke="", buttonText="Retire", buttonToolTip=_RETIRE
    )


def global_options(*, secrets: bool = False) -> Component:
    """Options that keep hex ids like "0101" as text and let reports be HTML."""
    return component(
        "module.GlobalOptions",
        autoReport="Always",
        chatterHTMLSupport="Always",
        hotKeysOnClosedWindows="Never",
        inventoryForAll="Never" if secrets else "Always",
        nonOwnerUnmaskable="Never",
        playerIdFormat="$PlayerName$",
        promptString="Opponents can unmask my pieces",
        sendToLocationMoveTrails="Never",
        storeLeadingZeroIntegersAsStrings=True,
    )


def prototype_definition(name: str, piece: Piece, description: str = "") -> Component:
    """A prototype; `piece` comes from `pieces.prototype`."""
    body = piece.definition()
    return text_component("module.PrototypeDefinition", body, name=name, description=description)


def piece_slot(name: str, gpid: int, piece: Piece, size: tuple[int, int], *, card: bool = False) -> Component:
    """A palette entry, at-start piece or (card=True) deck card; size in px as drawn in the palette."""
    if piece.basic.map:
        raise ComponentError(f"slot {name!r}: a piece in a slot lies on no map, not on {piece.basic.map!r}")
    kind = "widget.CardSlot" if card else "widget.PieceSlot"
    body = piece.with_gpid("").definition()
    return text_component(kind, body, entryName=name, gpid=gpid, width=size[0], height=size[1])
