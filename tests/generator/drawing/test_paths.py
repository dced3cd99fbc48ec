"""Path data: read, moved and made of shapes, beside fontTools and its pens."""

from __future__ import annotations

import math

import pytest
from fontTools.misc.transform import Transform as Theirs
from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path.parser import parse_path
from hypothesis import given
from hypothesis import strategies as st

from generator.drawing.paths import PathError, Transform, moved, segments, shape

NUMBERS = st.integers(-400, 400).map(lambda n: n / 4)
LETTERS = {"L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "M": 2, "Z": 0}


@st.composite
def paths(draw: st.DrawFn) -> str:
    """Path data of every command, absolute and relative, with numbers close together."""
    parts = [f"M{draw(NUMBERS)} {draw(NUMBERS)}"]
    for letter in draw(st.lists(st.sampled_from([*LETTERS, "A"]), max_size=8)):
        said = letter.lower() if draw(st.booleans()) else letter
        if letter == "A":
            radii = f"{draw(st.integers(1, 60))},{draw(st.integers(1, 60))}"
            flags = f"{draw(st.integers(0, 1))} {draw(st.integers(0, 1))}"
            parts.append(f"{said}{radii} {draw(st.integers(0, 180))} {flags} {draw(NUMBERS)} {draw(NUMBERS)}")
        else:
            parts.append(said + " ".join(str(draw(NUMBERS)) for _ in range(LETTERS[letter])))
    return "".join(parts)


def drawn(pen: RecordingPen) -> list[tuple[float, float]]:
    """The points that fontTools comes by; what only closes or begins anew is no point."""
    return [point for name, points in pen.value if name not in ("closePath", "endPath") for point in points]


def points(data: str) -> list[tuple[float, float]]:
    """The same of ours: fontTools writes the line that closes a path, and the move after it."""
    found: list[tuple[float, float]] = []
    start = here = (0.0, 0.0)
    closed = False
    for letter, each in segments(data):
        if letter == "Z":
            if not closed and not close([here], [start]):
                found.append(start)
            here, closed = start, True
            continue
        if letter == "M":
            start = each[-1]
        elif closed:
            found.append(start)
        closed = False
        found += each
        here = each[-1]
    return found


def close(ours: list[tuple[float, float]], theirs: list[tuple[float, float]], by: float = 1e-4) -> bool:
    return len(ours) == len(theirs) and all(
        math.isclose(one, other, rel_tol=1e-3 if by > 1e-4 else 1e-7, abs_tol=by)
        for a, b in zip(ours, theirs, strict=True)
        for one, other in zip(a, b, strict=True)
    )


@given(paths())
def test_a_path_is_read_as_fonttools_reads_it(data: str) -> None:
    pen = RecordingPen()
    parse_path(data, pen)
    assert close(points(data), drawn(pen)), data


@given(paths(), st.tuples(*[st.integers(-8, 8).map(lambda n: n / 4)] * 4, NUMBERS, NUMBERS))
def test_a_moved_path_is_the_same_path_elsewhere(data: str, matrix: tuple[float, ...]) -> None:
    """Each step of it, to four digits; where a point comes to lie is fontTools' word."""
    before, after = [*segments(data)], [*segments(moved(data, Transform(*matrix)))]
    assert [letter for letter, _ in after] == [letter for letter, _ in before]
    theirs = [Theirs(*matrix).transformPoints(points) for _, points in before]
    assert all(close([*ours], other, by=1e-3) for (_, ours), other in zip(after, theirs, strict=True))


def test_transforms_within_others_are_those_of_fonttools() -> None:
    ours = Transform(2, 0, 0, 3, 5, 7).within(Transform.turned(30, (4, 9))).within(Transform(c=0.5))
    theirs = Theirs(2, 0, 0, 3, 5, 7).translate(4, 9).rotate(math.radians(30)).translate(-4, -9)
    theirs = theirs.transform((1, 0, 0.5, 1, 0, 0))
    assert close([ours.of((3.0, -8.0))], [theirs.transformPoint((3.0, -8.0))])
    assert math.isclose(ours.scale, math.sqrt(6))


@pytest.mark.parametrize(
    ("kind", "told", "data"),
    [
        ("rect", {"x": "1", "y": "2", "width": "3", "height": "4"}, "M1 2h3v4h-3z"),
        (
            "rect", {"width": "8", "height": "6", "rx": "1"},
            "M1 0h6a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-6a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1z",
        ),
        ("circle", {"cx": "5", "cy": "6", "r": "2"}, "M3 6A2 2 0 1 1 7 6A2 2 0 1 1 3 6z"),
        ("ellipse", {"rx": "2", "ry": "1"}, "M-2 0A2 1 0 1 1 2 0A2 1 0 1 1 -2 0z"),
        ("line", {"x1": "1", "y2": "2.5"}, "M1 0L0 2.5"),
        ("polyline", {"points": "0,0 1,1"}, "M0,0 1,1"),
        ("polygon", {"points": "0,0 1,1 2,0"}, "M0,0 1,1 2,0z"),
        ("polygon", {}, ""),
        ("path", {"d": "M0 0z"}, "M0 0z"),
    ],
)  # fmt: skip
def test_shapes_are_paths(kind: str, told: dict[str, str], data: str) -> None:
    assert shape(kind, told) == data
    assert not data or [*segments(data)]


@pytest.mark.parametrize(
    "data", ["L1 1", "M1", "M0 0 L1", "M0 0Z1 1", "M0 0A1 1 0 2 0 1 1", "M1e400 0", "rect"]
)
def test_what_is_no_path_is_told(data: str) -> None:
    with pytest.raises(PathError):
        moved(data, Transform(e=1))


@pytest.mark.parametrize(
    "told", [{"height": "1"}, {"width": "wide", "height": "1"}, {"width": "inf", "height": "1"}]
)
def test_a_shape_whose_numbers_cannot_be_read_is_told(told: dict[str, str]) -> None:
    with pytest.raises(PathError):
        shape("rect", told)
