"""A corpus of broken modules, one fault each: the linter finds that fault, and nothing in the sound one."""

import pytest
from tiny import SVG, codes, in_build, in_save, packed, sound

from generator.vassal.format.archive import read_archive
from generator.vassal.format.container import Metadata, deobfuscate, zip_bytes
from generator.vassal.format.pieces import prototype
from generator.vassal.format.traits import UsePrototype
from generator.vassal.lint import fault_table, lint

MAP = "Main Map"
FIELD = "0,0;150,0;150,200;0,200"
NUMBERS = 'hDescend="false" hLeading="0" hOff="1"'


def build(old, new, count=1):
    return lambda entries: in_build(entries, old, new, count)


def save(old, new, count=1):
    return lambda entries: in_save(entries, old, new, count)


def entry(name, data):
    return lambda entries: entries.update({name: data})


def gone(name):
    return lambda entries: entries.pop(name)


def svg(old, new):
    return entry("images/good.svg", SVG.replace(old, new))


def start(**changed):
    """The set-up with other files in its zip."""

    def change(entries):
        archive = read_archive(entries["start.vsav"], "")
        entries["start.vsav"] = zip_bytes({name: archive.read(name) for name in archive.entries} | changed)

    return change


def plain(entries):
    text = deobfuscate(read_archive(entries["start.vsav"], "").read("savedGame"))
    start(savedGame=text.encode())(entries)


def twice(tag, *changes):
    """A component once more, right behind itself, with (old, new) texts changed."""

    def change(entries):
        text = entries["buildFile.xml"].decode()
        first = text.index(tag)
        end = text.index(">", first) + 1
        if text[end - 2] != "/":
            name = text[first + 1 :].split()[0].rstrip(">")
            end = text.index(f"</{name}>", first) + len(name) + 3
        copy = text[first:end]
        for old, new in changes:
            assert old in copy, old
            copy = copy.replace(old, new)
        entries["buildFile.xml"] = (text[:end] + copy + text[end:]).encode()

    return change


def late_picker(entries):
    text = entries["buildFile.xml"].decode()
    first, last = (
        text.index("<VASSAL.build.module.map.BoardPicker>"),
        "</VASSAL.build.module.map.BoardPicker>",
    )
    end = text.index(last) + len(last)
    behind = text.index("</VASSAL.build.module.Map>")
    entries["buildFile.xml"] = (text[:first] + text[end:behind] + text[first:end] + text[behind:]).encode()


def deep_prototypes(entries):
    """A hundred prototypes and some more, each within the one before."""
    tag = '<VASSAL.build.module.PrototypeDefinition description="" name='
    chain = [prototype(UsePrototype(f"P{n + 1}")).definition() for n in range(105)] + [
        prototype().definition()
    ]
    texts = [f'{tag}"P{n}">{text}</VASSAL.build.module.PrototypeDefinition>' for n, text in enumerate(chain)]
    in_build(entries, f'{tag}"Other"', "".join(texts) + f'{tag}"Other"')


BROKEN = {
    "build-file": build("</VASSAL.build.GameModule>", ""),
    "file-case": entry("images/A.png", sound()["images/a.png"]),
    "metadata-missing": gone("moduledata"),
    "metadata-damaged": entry("moduledata", b"<data"),
    "metadata-differs": entry("moduledata", Metadata("2.0", "", 0, "Tiny").xml()),
    "vassal-version": entry("moduledata", Metadata("1.0", "", 0, "Tiny", "3.9.0").xml()),
    "component-unknown": build("VASSAL.build.module.NotesWindow", "VASSAL.build.module.NoteWindow"),
    "attribute-unknown": build('nDice="1"', 'nDice="1" dice="1"'),
    "attribute-value": build('nDice="1"', 'nDice="one"'),
    "attribute-choice": build('autoReport="Always"', 'autoReport="Often"'),
    "key-unreadable": build('hotkey="72,130"', 'hotkey="ctrl H"'),
    "child-misplaced": build("module.map.Flare/>", "module.map.Flare/><entry>x</entry>"),
    "map-part-missing": build("<VASSAL.build.module.map.PieceMover/>", ""),
    "map-name-double": twice(
        "<VASSAL.build.module.Map ", ('name="Events"', 'name="Other"'), ('"Guard"', '"B"'),
        ('gpid="2"', 'gpid="5"'), ('gpid="4"', 'gpid="6"'),
    ),
    "board-picker-late": late_picker,
    "zoom-start": build('zoomStart="3"', 'zoomStart="8"'),
    "prototype-double": twice('<VASSAL.build.module.PrototypeDefinition description="" name="Unit"'),
    "property-double": twice("<VASSAL.build.module.properties.GlobalProperty "),
    "setup-name-double": twice("<VASSAL.build.module.PredefinedSetup "),
    "side-double": build("<entry>Norman</entry>", "<entry>English</entry>"),
    "side-unknown": build("restrict;English", "restrict;Englich"),
    "image-missing": build(";a.png;Man", ";c.png;Man"),
    "image-damaged": entry("images/b.png", b"no picture"),
    "sound-missing": build('soundClip="horn.au"', 'soundClip="drum.au"'),
    "file-missing": build('"chart.html"', '"charts.html"'),
    "html-image-missing": entry("help.html", b"<img src='x.png'>"),
    "setup-file-missing": lambda e: (in_build(e, '"start.vsav"', '"begin.vsav"'), e.pop("start.vsav")),
    "setup-unused": lambda e: e.update({"other.vsav": e["start.vsav"]}),
    "svg-damaged": svg(b"</svg>", b""),
    "svg-size": svg(b'width="20" height="20"', b""),
    "svg-short-id": lambda e: e.update({"images/good.svg": SVG.replace(b"gold", b"g")}),
    "svg-href": svg(b"xlink:href", b"href"),
    "svg-reference": svg(b'xlink:href="a.png"', b'xlink:href="https://example.org/a.png"'),
    "svg-color": svg(b'fill="url(#gold)"', b'fill="rgba(1,2,3,.5)"'),
    "svg-css": svg(b"<defs>", b'<g style="mix-blend-mode:multiply"/><defs>'),
    "svg-element": svg(b"<defs>", b"<foreignObject/><defs>"),
    "svg-text": svg(b"<defs>", b"<text>3</text><defs>"),
    "piece-damaged": build("Card/\tnull", "Card/null"),
    "gpid-missing": build('gpid="4"', 'gpid=""'),
    "gpid-number": build('gpid="4"', 'gpid="IV"'),
    "gpid-double": build('gpid="4"', 'gpid="1"'),
    "gpid-too-large": build('gpid="4"', 'gpid="9"'),
    "slot-draws-nothing": build("piece;;;b.png;Guard", "piece;;;;Guard"),
    "prototype-unknown": build("prototype;Unit", "prototype;Unite"),
    "prototype-circular": build("clone;Clone;67,130;\t", "prototype;Other\t"),
    "prototype-too-large": deep_prototypes,
    "prototype-in-save": save("delete;Delete;68,130;", "prototype;Unit"),
    "trait-unknown": build("calcProp;", "calcprop;"),
    "trait-fields": build("restrict;English;false;true;", "restrict;English;false;true;note;more"),
    "trait-short": build("submenu;More;Delete,Away;", "submenu;More"),
    "trait-number": build(";;;1;false;0;0;a.png", ";;;1;false;zero;0;a.png"),
    "trait-boolean": build("restrict;English;false", "restrict;English;no"),
    "trait-color": build("AreaOfEffect;128,128,128", "AreaOfEffect;grey"),
    "trait-key": build("playSound;horn.au;Blow;66,130", "playSound;horn.au;Blow;Ctrl B"),
    "trait-state": build("English,Units\\\t1\\\\", "English,Units\\\t3\\\\"),
    "marker-name": build("mark;Side,Layer", "mark;Side;X,Layer"),
    "marker-values": build("English,Units", "English"),
    "layer-names": build(",+ (reduced);", ",+ (reduced),+ (dead);"),
    "property-command": build(r"Tire:85\,130:I\,1", r"Tire:85\,130"),
    "expression-braces": build("{Step_Level * 2}", "{Step_Level * 2"),
    "place-marker-empty": build(
        r"75,130;+\/null\/piece\;\;\;b.png\;Mark\/null\;0\;0\;\;0;", "75,130;null;"
    ),
    "shape-path": build("playSound;horn.au;Blow;66,130", "nonRect2;1.0;dM 0 0 L 9 0 L 9 9 Z"),
    "send-target": build(f"{MAP};North;5;5", f"{MAP};Nord;5;5"),
    "expression-calls": build("{Step_Level * 2}", "{Step_Level * exec(2)}"),
    "return-deck": build(";2;false;Events", ";2;false;Evens"),
    "submenu-command": build("submenu;More;Delete,Away", "submenu;More;Erase,Away"),
    "key-double": build("playSound;horn.au;Blow;66,130", "playSound;horn.au;Blow;70,130"),
    "board-name-double": build('name="South"', 'name="North"'),
    "board-size": build('height="300"', 'height="0"'),
    "boards-no-default": build(f"<setup>{MAP}BoardPicker\tNorth\t0\t0</setup>", ""),
    "default-board-unknown": build(f"<setup>{MAP}BoardPicker\tNorth", f"<setup>{MAP}BoardPicker\tWest"),
    "grid-double": twice("<VASSAL.build.module.map.boardPicker.board.RegionGrid>"),
    "grid-size": build('dx="50"', 'dx="0"'),
    "numbering-ambiguous": lambda e: (
        in_build(e, 'hOff="1"', 'hOff="9"'), in_build(e, 'vOff="1"', 'vOff="9"')
    ),
    "zone-path": build(FIELD, "0,0;150,0"),
    "zone-off-board": build(FIELD, "0,0;250,0;250,200;0,200"),
    "zone-crossing": build(FIELD, "0,0;150,200;150,0;0,200"),
    "zone-name-double": build('name="Side"', 'name="Field"'),
    "zone-hides-grid": build('$gridLocation$" name="Field"', '$name$" name="Field"'),
    "region-name-double": build('name="Camp"', 'name="Box"'),
    "region-off-board": build('name="Camp" originx="160"', 'name="Camp" originx="260"'),
    "deck-name-double": twice("<VASSAL.build.module.map.DrawPile ", ('gpid="2"', 'gpid="5"')),
    "deck-target": build('reshufflable="false"', 'reshufflable="true"'),
    "start-board-unknown": build('name="Guard" owningBoard="North"', 'name="Guard" owningBoard="Nord"'),
    "start-off-board": build('useGridLocation="false" x="25"', 'useGridLocation="false" x="225"'),
    "start-empty": build('name="Guard" owningBoard="North" useGridLocation="false" x="25" y="25">',
                         'name="Other" owningBoard="North" x="5" y="5"/>'
                         '<VASSAL.build.module.map.SetupStack name="A" owningBoard="North" x="25" y="25">'),
    "start-double": twice("<VASSAL.build.module.map.SetupStack ", ('gpid="4"', 'gpid="5"')),
    "save-damaged": start(savedGame=b"!VCSK5a3"),
    "save-plain": plain,
    "save-password": save("\x1bNOTES\tHello", "\x1bPLAYER\tswordfish\tEdith\tBlue\x1bNOTES\tHello"),
    "save-frame": save("\x1bend_save\x1b", "\x1b"),
    "save-module-differs": start(moduledata=Metadata("1.0", "", 0, "Other").xml()),
    "save-map-unknown": save(f"{MAP}BoardPicker", "Main MapsBoardPicker"),
    "save-board-unknown": save(f"{MAP}BoardPicker\tNorth", f"{MAP}BoardPicker\tWest"),
    "save-deck-unknown": save("Events;;;;false;false", "Evens;;;;false;false"),
    "command-unknown": save("NOTES\t", "NOTICE\t"),
    "command-damaged": save("\x1bNOTES\tHello", "\x1b+/1/2"),
    "piece-id": save("\x1bNOTES\tHello", "\x1b+/null/immob;;N;R;\tpiece;;;a.png;X/\tMain Map;5;5;1;0"),
    "piece-id-double": save("\x1bNOTES\tHello", "\x1b+/21/immob;;N;R;\tpiece;;;a.png;X/\tMain Map;5;5;1;0"),
    "piece-gpid-missing": save("Main Map;170;250;2;0", "Main Map;170;250;;0"),
    "piece-gpid-unknown": save("Main Map;170;250;2;0", "Main Map;170;250;7;0"),
    "piece-loose": save(f"+/12/stack/{MAP};25;25;11;@@0", f"+/12/stack/{MAP};25;25;@@0"),
    "piece-in-two": save("\x1bNOTES\tHello", f"\x1b+/13/stack/{MAP};25;25;11;@@0"),
    "piece-nowhere": save("\x1bNOTES\tHello", "\x1b+/23/piece;;;a.png;X/null;0;0;1;0"),
    "piece-off-board": save("M/11/Main Map/75/25", "M/11/Main Map/75/425"),
    "stack-member": save(f"{MAP};25;25;11;@@0", f"{MAP};25;25;11;99;@@0"),
    "stack-place": save(f"{MAP};25;25;11;@@0", f"{MAP};75;25;11;@@0"),
    "stack-layer": save("@@0", "@@2"),
    "turn-unknown": save("TURNTurnTracker0", "TURNTurnTracker1"),
    "property-unknown": save(";Weather;mud", ";Wether;mud"),
    "setup-line-missing": save("SETUP_STACK\t\x1b", ""),
    "log-step": save("\\\x1bLOG\tM/", "\\\x1bM/"),
    "log-piece": save("M/11/", "M/99/"),
}  # fmt: skip
TRAIL = {"trail-inside-rotator"}
OTHERWISE = {"file-double", "file-damaged", "map-name", "deck-name", "gpid-next", *TRAIL}


def test_the_sound_module_is_clean():
    assert codes(sound()) == []


@pytest.mark.parametrize("code", BROKEN)
def test_one_fault_is_found_and_nothing_else(code):
    entries = sound()
    BROKEN[code](entries)
    assert entries != sound(), "the mutation changed nothing"
    assert codes(entries) == [code]


def test_two_files_of_one_name_are_found():
    entries = sound()
    assert codes(entries, ("images/a.png", entries["images/a.png"])) == ["file-double"]


def test_a_file_that_cannot_be_read_is_found():
    entries = sound()
    entries["chart.html"] = b"<html>a text that stands nowhere else"
    assert codes(entries) == []
    data = bytearray(packed(entries))
    data[data.index(b"a text that stands")] ^= 0xFF
    found = lint(read_archive(bytes(data), "x"), "x")
    assert [finding.code for finding in found] == ["file-damaged"]


def test_names_that_are_missing_are_found_with_what_follows_from_it():
    entries = sound()
    in_build(entries, 'mapName="Main Map"', 'mapName=""')
    assert "map-name" in codes(entries)
    entries = sound()
    in_build(entries, 'name="Events"', 'name=""')
    assert "deck-name" in codes(entries)
    entries = sound()
    in_build(entries, 'nextPieceSlotId="9"', 'nextPieceSlotId=""')
    assert codes(entries) == ["gpid-next"]


def test_a_trail_within_the_rotator_is_found():
    entries = sound()
    text = entries["buildFile.xml"].decode()
    first, last = text.index("footprint;"), text.index("\tmarkmoved;")
    trail = text[first:last]
    rotate = text[text.index("rotate;6") : text.index("\\\\\tdelete;")]
    moved = text.replace(rotate, "ROTATE", 1).replace(trail, rotate, 1).replace("ROTATE", trail, 1)
    entries["buildFile.xml"] = moved.replace(
        "/false;;0;false\tfalse\\\t0\\\\", "/0\tfalse\\\tfalse;;0;false\\\\", 1
    ).encode()
    assert codes(entries) == ["trail-inside-rotator"]


def test_every_fault_of_the_list_is_in_the_corpus():
    assert set(BROKEN) | OTHERWISE == set(fault_table())
    for fault in fault_table().values():
        assert fault.severity in ("error", "warning")
        assert fault.why.endswith(".") and fault.what_to_do


@pytest.mark.parametrize(
    ("shape", "found"),
    [
        ("dM 0 0 L 9 0 L 9.5 -9 Z N b.png", []),
        ("dM 0 0 Q 1 2 3 4 C 1 2 3 4 5 6 Z N two words.png", []),
        ("dM 0 0 L 9 Z N b.png", ["shape-path"]),
        ("dM 0,0 L 9 9 Z N b.png", ["shape-path"]),
        ("m,0,0,l,9,0,nb.png", []),
    ],
)
def test_the_path_of_a_shape_is_read_as_vassal_reads_it(shape, found):
    entries = sound()
    in_build(entries, "playSound;horn.au;Blow;66,130", f"nonRect2;1.0;{shape}")
    assert codes(entries) == found
