"""All traits under one name, and the way from VASSAL's text to them (`read_trait`)."""

from functools import lru_cache

from generator.vassal.format.trait_base import RawTrait, Trait, TypedTrait
from generator.vassal.format.traits_logic import (
    CalculatedProperty,
    Clone,
    CounterGlobalKeyCommand,
    Delete,
    DynamicProperty,
    Immobilized,
    Marker,
    PlaceMarker,
    ReportState,
    RestrictCommands,
    Restricted,
    ReturnToDeck,
    SendToLocation,
    SetGlobalProperty,
    Submenu,
    TriggerAction,
    UsePrototype,
    property_command,
)
from generator.vassal.format.traits_look import (
    AreaOfEffect,
    Embellishment,
    Footprint,
    FreeRotator,
    Hideable,
    Labeler,
    MovementMarkable,
    Obscurable,
    flip_layer,
    property_layer,
)

__all__ = [
    "AreaOfEffect",
    "CalculatedProperty",
    "Clone",
    "CounterGlobalKeyCommand",
    "Delete",
    "DynamicProperty",
    "Embellishment",
    "Footprint",
    "FreeRotator",
    "Hideable",
    "Immobilized",
    "Labeler",
    "Marker",
    "MovementMarkable",
    "Obscurable",
    "PlaceMarker",
    "RawTrait",
    "ReportState",
    "RestrictCommands",
    "Restricted",
    "ReturnToDeck",
    "SendToLocation",
    "SetGlobalProperty",
    "Submenu",
    "Trait",
    "TriggerAction",
    "TypedTrait",
    "UsePrototype",
    "flip_layer",
    "property_command",
    "property_layer",
    "read_trait",
]

TYPED: tuple[type[TypedTrait] | type[Marker], ...] = (
    UsePrototype,
    Embellishment,
    Marker,
    Delete,
    Clone,
    PlaceMarker,
    MovementMarkable,
    Footprint,
    FreeRotator,
    Immobilized,
    Labeler,
    ReportState,
    RestrictCommands,
    Restricted,
    SendToLocation,
    SetGlobalProperty,
    ReturnToDeck,
    Submenu,
    DynamicProperty,
    Obscurable,
    Hideable,
    AreaOfEffect,
    CalculatedProperty,
    CounterGlobalKeyCommand,
    TriggerAction,
)
_BY_PREFIX = {cls.PREFIX: cls for cls in TYPED}


@lru_cache(maxsize=4096)  # the pieces of a save have most of their traits in common
def read_trait(type_text: str, state: str) -> Trait:
    """The typed trait, or a RawTrait if the prefix is unknown or the text is not in the present form."""
    prefix = type_text.partition(";")[0] + ";"
    cls = _BY_PREFIX.get(prefix)
    found = cls.read(type_text, state) if cls is not None else None
    if found is None or found.type_text() != type_text or found.state_text() != state:
        return RawTrait(type_text, state)
    return found
