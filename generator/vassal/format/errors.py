"""The faults that this room reports: one exception class per cause, all below `VassalError`."""


class VassalError(ValueError):
    """Something cannot be written as, or was not found to be, valid VASSAL data."""


class CodecError(VassalError):
    """A list of strings that VASSAL's sequence encoding cannot hold."""


class TraitError(VassalError):
    """A trait field with a value that VASSAL would misread."""


class ExpressionError(VassalError):
    """A text or name that would be read as another program in an expression of VASSAL."""


class FormatError(VassalError):
    """A text that VASSAL would take for a program or for properties where it shows texts."""


class PieceError(VassalError):
    """A piece definition whose type and state do not fit together."""


class PrototypeError(VassalError):
    """A prototype that does not exist, or that cannot be expanded."""


class CircularPrototype(PrototypeError):
    """A prototype that contains itself."""


class PrototypeTooLarge(PrototypeError):
    """Prototypes so deep in each other, or of so many traits, that no module needs them."""


class CommandError(VassalError):
    """A command that cannot stand in the text of a save or log."""


class ComponentError(VassalError):
    """A component, attribute, value or child that VASSAL's build file does not know."""


class ContainerError(VassalError):
    """A .vmod, .vsav or .vlog file that cannot be written or read."""


class ArchiveError(ContainerError):
    """A stranger's zip that is not to be opened: encrypted, far too large, with names that lead out of it."""


class GeometryError(VassalError):
    """A map or board that a VASSAL grid cannot number."""


class SlotIdError(VassalError):
    """A recorded list of piece slot ids (gpid) that contradicts itself."""


class FormError(VassalError):
    """A game whose scenarios are played on things that one module cannot hold together."""
