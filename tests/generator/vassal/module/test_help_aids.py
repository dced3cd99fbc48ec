"""The player aids of the kit in the module's help."""

from __future__ import annotations

import re
import zipfile
from io import BytesIO

from generator.charts.aids import aid_charts, aid_maps
from generator.look import look_of
from generator.vassal.module.texts import manual_files
from modules import library
from modules.definition import Definition


def manual(definition: Definition) -> dict[str, bytes]:
    return manual_files(look_of(definition), definition)


def test_every_side_has_the_charts_of_its_aid_without_fonts_of_ours() -> None:
    definition = library.definition("hastings_pulsipher")
    [(name, data)] = manual(definition).items()
    assert name.startswith("help/") and manual(definition)[name] == data
    with zipfile.ZipFile(BytesIO(data)) as whole:
        files = {each: whole.read(each).decode() for each in whole.namelist()}
    page = files.pop("index.html")
    charts = aid_charts_of(definition)
    assert sorted(set(re.findall(r"<img src='([^']+)'", page))) == sorted(files)
    for side, titles in charts.items():
        part = page.split(f"<h2 id='aid-{side}'>")[1].split("<h2")[0]
        assert re.findall(r" alt='([^']+)'", part) == titles
    assert not any("<text" in svg for svg in files.values())


def aid_charts_of(definition: Definition) -> dict[str, list[str]]:
    return {
        side: [chart.title for chart in aid_charts(look_of(definition), definition, side, 97.0)]
        for side in definition.game.sides
    }


def test_sides_that_fight_on_other_maps_have_another_aid() -> None:
    definition = library.definition("three_battles")
    assert aid_maps(definition, "viking") != aid_maps(definition, "norman")
