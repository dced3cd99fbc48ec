"""Settings of all tests: property tests run without deadlines, and in CI with the same examples each time."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("senlac", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "senlac")
