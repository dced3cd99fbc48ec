"""HTML from templates: the one place that makes an environment of jinja2.

A template lies in `templates/` beside the code that fills it. Every value becomes text of the page, whatever
it holds. A name that nobody gave is an error. jinja2 is loaded with the first page, because most commands
write none.
"""

from __future__ import annotations

import html
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


class Templates:
    """The templates of packages, the first that has one of a name; `filters` are functions that they call."""

    def __init__(self, *packages: str, **filters: Callable[..., str]) -> None:
        self._packages, self._filters = packages, filters

    def fill(self, template: str, /, **facts: Any) -> str:
        """The text of a template with these facts in it. Raises jinja2.UndefinedError for a name in the
        template that is not among them."""
        return self._environment.get_template(template).render(facts)

    @cached_property
    def _environment(self) -> Environment:
        from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

        made = Environment(
            loader=ChoiceLoader([PackageLoader(each) for each in self._packages]),
            autoescape=True,
            finalize=_escaped,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        made.filters |= {"between": _between, **self._filters}
        return made


def markup(made: str) -> Markup:
    """Markup that this program has made itself, such as a picture: no template escapes it."""
    from markupsafe import Markup

    return Markup(made)  # noqa: S704 - nothing else makes markup, and a test names all that call this


def _escaped(value: Any) -> Any:
    """A value as text of a page, between tags and in attributes, spelled as the standard library does."""
    return value if hasattr(value, "__html__") else markup(html.escape(str(value)))


def _between(value: Any) -> Markup:
    """A value as text between two tags, where quotes stay as they are; in an attribute it would be a hole."""
    return markup(html.escape(str(value), quote=False))
