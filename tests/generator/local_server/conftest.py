"""A page of the small server for the tests of a file."""

import pytest
from server_clients import Served


@pytest.fixture(scope="module")
def served():
    it = Served().enter()
    yield it
    it.kill()
