"""A game played once in each process, for all tests of a club in PostgreSQL."""

import pytest
import test_database


@pytest.fixture(scope="session")
def played(tmp_path_factory):
    """Where it stood at its beginning, its mails with their times, and its log after them."""
    made = tmp_path_factory.mktemp
    return test_database.play(made("played"), made("start"), test_database.MAILS)


@pytest.fixture
def machines(played, server, tmp_path):
    return test_database.settled_in(played[0], tmp_path, server)
