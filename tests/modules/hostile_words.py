"""Words that would be markup, an attribute or a program of a template, if a page took them for that; pages
filled with them in every place."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

import pytest
from lxml import html
from markupsafe import Markup
from pydantic import BaseModel

from modules.templates import Templates

SECTIONS = ("charts", "scenarios", "numbers", "rulings", "provenance")
NASTY = (
    "</p><script>alert(1)</script><img src=x onerror='alert(2)'>\" onload=\"{{ 7 * 7 }}{% for a in b %}&lt;"
)
OWN = frozenset({"pre", "li", "tr", "p", "playing", "over", "pieces", "windows", *SECTIONS})
"""Words by which a template chooses what it shows: this program alone gives them."""


def skeleton(page: str) -> list[tuple[str, tuple[str, ...]]]:
    """The elements of a page in their order with the names of their attributes, without those of pictures."""
    root = html.document_fromstring(page, parser=html.HTMLParser(huge_tree=True))
    for picture in [*root.iter("svg")]:
        for each in [*picture]:
            picture.remove(each)
    return [(each.tag, tuple(sorted(each.keys()))) for each in root.iter() if isinstance(each.tag, str)]


def hostile(value: Any) -> Any:
    """A value with these words behind every text in it that is not empty."""
    if isinstance(value, Markup):
        return value
    if isinstance(value, str):
        return value if not value or value in OWN else value + NASTY
    if isinstance(value, Mapping):
        return {key: hostile(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [hostile(each) for each in value]
    if isinstance(value, BaseModel):
        return SimpleNamespace(**{name: hostile(getattr(value, name)) for name in type(value).model_fields})
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = [each.name for each in dataclasses.fields(value)]
        shown = [name for name in dir(type(value)) if isinstance(getattr(type(value), name), property)]
        made = {name: hostile(getattr(value, name)) for name in names}
        return SimpleNamespace(**made, **{name: getattr(value, name) for name in shown})
    return value


def filled_twice(make: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, str]]:
    """The templates that are filled as something is made: their names, and the pages as they are and with
    hostile words everywhere."""
    found, fill = [], Templates.fill

    def both(self: Templates, template: str, /, **facts: Any) -> str:
        page = fill(self, template, **facts)
        found.append((template, page, fill(self, template, **hostile(facts))))
        return page

    monkeypatch.setattr(Templates, "fill", both)
    make()
    return found
