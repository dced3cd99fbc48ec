"""Map windows, boards and grids: everything that lies below a Map component.

VASSAL adds few of a map's parts by itself; one that lacks the rest opens without menus, dragging or zoom.
So `map_window` writes them all.
"""

from collections.abc import Sequence

from generator.vassal.format.buildfile import Component, Value, component, text_component
from generator.vassal.format.codec import TAB, join
from generator.vassal.format.errors import ComponentError
from generator.vassal.format.hexgrid import HexGridPlacement
from generator.vassal.format.squaregrid import SquareGridPlacement
from modules.amounts import count_noun

_BOARD = "module.map.boardPicker.board."
_HELPERS = (
    "ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer", "StackExpander",
    "PieceMover", "KeyBufferer",
)  # fmt: skip
_SHOWN = 2.0
"""How many times as large as on an unzoomed board the stack viewer shows a piece."""

_LINES, _LINE, _BORDER = 4, 12, 3
"""The most lines below a piece in the stack viewer, their height, and the border, in px of a screen. VASSAL
sets them about the middle of their room."""

_MOVED = "$pieceName$ moves $previousLocation$ &rarr; $location$ *"


def map_window(
    name: str,
    boards: Sequence[Component],
    parts: Sequence[Component] = (),
    *,
    zoom_levels: Sequence[float] = (0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0),
    start_zoom: float = 1.0,
    default_boards: Sequence[tuple[str, int, int]] = (),
    hand: bool = False,
    **attributes: Value,
) -> Component:
    """A map window with all its parts; `name` identifies the map in every save.

    `parts` are further children (decks, at-start stacks, layers, LOS threads, shaders), after the boards; a
    stack viewer or stack metrics among them stands for the usual one.
    `default_boards` are (board, column, row); without them two or more boards make VASSAL ask. The first
    map of a module has launch=False, all others launch=True and a buttonName. `hand` makes a PlayerHand.
    """
    metrics = "module.map.HandMetrics" if hand else "module.map.StackMetrics"
    children = (
        board_picker(name, boards, default_boards),
        *([] if _has(parts, "module.map.StackMetrics") else [component(metrics)]),
        *(component(f"module.map.{helper}") for helper in _HELPERS),
        component("module.map.ImageSaver", icon="/images/camera.gif", tooltip="Save map as PNG image"),
        *([] if _has(parts, "module.map.CounterDetailViewer") else [stack_viewer(64, ())]),
        component("module.map.Flare"),
        zoomer(zoom_levels, start_zoom),
        component("module.properties.GlobalProperties"),
        component("module.map.SelectionHighlighters"),
        component("module.map.HighlightLastMoved", color="255,0,0", enabled=True, thickness=2),
        *parts,
    )
    kind = "module.PlayerHand" if hand else "module.Map"
    return component(kind, *children, **(_map_defaults(name) | attributes))


def _has(parts: Sequence[Component], name: str) -> bool:
    return any(part.name == name for part in parts)


def _map_defaults(name: str) -> dict[str, Value]:
    return {
        "mapName": name,
        "allowMultiple": False,
        "backgroundcolor": "255,255,255",
        "buttonName": "Map",
        "icon": "/images/map.gif",
        "launch": False,
        "markMoved": "Always",
        "markUnmovedIcon": "/images/unmoved.gif",
        "markUnmovedTooltip": "Mark all pieces on this map as not moved",
        "color": "0,0,0",
        "thickness": 3,
        "changeFormat": "$message$",
        "createFormat": "$pieceName$ created in $location$ *",
        "moveToFormat": _MOVED,
        "moveWithinFormat": _MOVED,
    }


def board_picker(
    map_name: str, boards: Sequence[Component], default_boards: Sequence[tuple[str, int, int]] = ()
) -> Component:
    """The boards of a map, and which of them lie where when a game starts."""
    names = {str(board.attributes.get("name", "")).strip() for board in boards}
    if unknown := [board for board, _, _ in default_boards if board.removesuffix("/rev") not in names]:
        raise ComponentError(f"map {map_name!r}: no board {unknown[0]!r} among {sorted(names)}")
    cells = [str(cell) for row in default_boards for cell in row]
    text = join((f"{map_name}BoardPicker", *cells), TAB)
    setup = [text_component("setup", text)] if default_boards else []
    return component("module.map.BoardPicker", *setup, *boards)


def board(name: str, image: str, *grid: Component, reversible: bool = False) -> Component:
    """A board with an image of images/ (its size is the board's) and at most one grid."""
    if len(grid) > 1:
        raise ComponentError(
            f"board {name!r} has {count_noun(len(grid), 'grid')}: put them into the zones of a ZonedGrid"
        )
    return component("module.map.boardPicker.Board", *grid, name=name, image=image, reversible=reversible)


def blank_board(name: str, size: tuple[int, int], color: str, *grid: Component) -> Component:
    """A board of one colour, size px."""
    width, height = size
    kind = "module.map.boardPicker.Board"
    return component(kind, *grid, name=name, width=width, height=height, color=color, reversible=False)


def hex_grid(placement: HexGridPlacement, *, visible: bool = False, numbers: bool = False) -> Component:
    """The grid that names hexes as `placement` does; invisible when the board's image shows it."""
    numbering: dict[str, Value] = dict(placement.numbering_attributes())
    grid: dict[str, Value] = dict(placement.grid_attributes())
    return component(
        f"{_BOARD}HexGrid",
        component(f"{_BOARD}mapgrid.HexGridNumbering", visible=numbers, **numbering),
        snapTo=True,
        edgesLegal=False,
        cornersLegal=False,
        visible=visible,
        **grid,
    )


def region_grid(
    regions: Sequence[tuple[str, int, int]], *, snap: bool = True, font_size: int = 9
) -> Component:
    """Named points, (name, x, y) px on the board; a piece belongs to the nearest."""
    names = [name for name, _, _ in regions]
    if len(set(names)) != len(names):
        raise ComponentError(f"two regions share a name: {sorted(n for n in names if names.count(n) > 1)}")
    points = [component(f"{_BOARD}Region", name=n, originx=x, originy=y) for n, x, y in regions]
    return component(f"{_BOARD}RegionGrid", *points, snapto=snap, visible=False, fontsize=font_size)


def square_grid(placement: SquareGridPlacement) -> Component:
    """The grid that names squares as `placement` does; invisible, for the board's image shows it."""
    numbering: dict[str, Value] = dict(placement.numbering_attributes())
    grid: dict[str, Value] = dict(placement.grid_attributes())
    return component(
        f"{_BOARD}SquareGrid",
        component(f"{_BOARD}mapgrid.SquareGridNumbering", visible=False, **numbering),
        range="Manhattan",
        snapTo=True,
        edgesLegal=False,
        cornersLegal=False,
        visible=False,
        **grid,
    )


def zone(
    name: str, corners: Sequence[tuple[int, int]], *children: Component, **attributes: Value
) -> Component:
    """A polygon of the board, px, with its own grid and properties; of two at a point the first counts."""
    if len(corners) < 3:
        raise ComponentError(f"zone {name!r} has {count_noun(len(corners), 'corner')}: give three or more")
    path = ";".join(f"{x},{y}" for x, y in corners)
    defaults: dict[str, Value] = {"locationFormat": "$name$", "useParentGrid": False, "useHighlight": False}
    return component(f"{_BOARD}mapgrid.Zone", *children, name=name, path=path, **(defaults | attributes))


def box_corners(left: int, top: int, right: int, bottom: int) -> list[tuple[int, int]]:
    """The corners of a zone that is a box, px."""
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def zoned_grid(zones: Sequence[Component], background: Component | None = None) -> Component:
    """Zones, and the grid of everything outside them."""
    return component(f"{_BOARD}ZonedGrid", *zones, *([background] if background else []))


def zoomer(levels: Sequence[float], start: float) -> Component:
    """Zoom buttons. VASSAL counts zoomStart from the largest level, beginning with 1."""
    ordered = sorted(set(levels))
    if start not in ordered:
        raise ComponentError(f"start zoom {start} is none of the levels {ordered}")
    number = len(ordered) - ordered.index(start)
    return component("module.map.Zoomer", zoomLevels=[str(float(x)) for x in ordered], zoomStart=number)


def stack_viewer(piece_px: int, told: Sequence[str], **attributes: Value) -> Component:
    """The mouse-over viewer, showing single pieces too; `version` 4 is the present form.

    `told` is what stands below each piece, a paragraph each, in lines no wider than a piece of `piece_px` is
    shown: VASSAL draws one text beside the other, whatever its length, and words would meet. A stack too wide
    for the screen is drawn smaller: where such may lie, give nothing to be told.
    """
    wide = round(_SHOWN * piece_px) - 2 * _BORDER
    cell = f"<td align=center>{'<br>'.join(told)}</td>"
    table = f"<table width={wide} cellpadding=0 cellspacing=0><tr>{cell}</tr></table>"
    defaults: dict[str, Value] = {
        "version": "4", "display": "from all layers", "minDisplayPieces": 1, "showgraph": True,
        "showgraphsingle": True, "showtext": True, "showtextsingle": True, "zoomlevel": 2.0,
        "graphicsZoom": _SHOWN, "bgColor": "255,255,255", "summaryReportFormat": "$LocationName$",
        "counterReportFormat": f"<html>{table}</html>" if told else "",
        "verticalBottomText": _LINES * _LINE // 2 + _BORDER,
    }  # fmt: skip
    return component("module.map.CounterDetailViewer", **(defaults | attributes))


def piece_layers(names: Sequence[str], property_name: str = "Layer") -> Component:
    """Drawing order by a marker's value, lowest first; its indices are the `layer` of `commands.stack`."""
    return component("module.map.LayeredPieceCollection", property=property_name, layerOrder=names)


def at_start(name: str, board_name: str, x: int, y: int, slots: Sequence[Component]) -> Component:
    """A stack that stands on a board, px, when a new game begins."""
    place: dict[str, Value] = {"owningBoard": board_name, "useGridLocation": False, "x": x, "y": y}
    return component("module.map.SetupStack", *slots, name=name, **place)
