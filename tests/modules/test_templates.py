"""What a template is given is text, and what it is not given is an error."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hostile_words import NASTY, skeleton
from jinja2 import UndefinedError

from modules.templates import Templates, markup


@pytest.fixture
def templates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Templates:
    (tmp_path / "painted" / "templates").mkdir(parents=True)
    (tmp_path / "painted" / "__init__.py").touch()
    (tmp_path / "painted" / "templates" / "a.html").write_text(
        "<p title=\"{{ word }}\" lang='{{ word }}'>{{ word }}<b>{{ word|between }}</b>{{ made }}</p>"
    )
    monkeypatch.delitem(sys.modules, "painted", raising=False)
    monkeypatch.syspath_prepend(str(tmp_path))
    return Templates("painted")


def test_words_are_text_in_quotes_and_between_tags(templates: Templates) -> None:
    found = templates.fill("a.html", word=NASTY, made=markup("<i></i>"))
    assert skeleton(found) == skeleton(templates.fill("a.html", word="a", made=markup("<i></i>")))
    assert "{{ 7 * 7 }}" in found and "49" not in found


def test_quotes_stay_between_tags_alone(templates: Templates) -> None:
    found = templates.fill("a.html", word='"it\'s" <&>', made="")
    quoted = "&quot;it&#x27;s&quot; &lt;&amp;&gt;"
    assert found == f'<p title="{quoted}" lang=\'{quoted}\'>{quoted}<b>"it\'s" &lt;&amp;&gt;</b></p>'


def test_a_name_that_nobody_gave_is_an_error(templates: Templates) -> None:
    with pytest.raises(UndefinedError, match="made"):
        templates.fill("a.html", word="a")


def test_who_writes_no_page_loads_no_engine_of_templates() -> None:
    code = "import sys, modules.templates, pbem.mail.writer, generator.preview, generator.vassal.make; "
    code += "print(*{'jinja2', 'markupsafe'} & sys.modules.keys())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
