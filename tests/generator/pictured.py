"""Modules of shipped games, small enough to be drawn in a test; pictures of each are drawn once in a run."""

import os

from generator.building.taking import Sources
from generator.cache.sources import sources_digest
from generator.cache.store import Store
from generator.vassal.module.planning import Sizes

SMALL = Sizes(hex=24, counter=20)
AREAS = Sizes(counter=20, block=24, area_map=400)
CARDS = Sizes(counter=40, card=60)
SIZES = {"hastings_pulsipher": CARDS, "year_of_the_comet": AREAS}
"""Where they are not SMALL."""


def drawn(plan, tmp_path_factory):
    """The pictures of a plan of a shipped game."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    return plan.draw(1, Sources(Store(shared / "drawn", plan.definition.name, sources_digest())))
