"""Modules of JavaScript become one script in the order of their imports; what cannot be joined is refused."""

import re
import shutil
import subprocess
from importlib import resources

import pytest

from pbem.table import game_page
from pbem.table.joined_script import BadModule, join_modules

GOOD = {
    "main.js": 'import { a } from "./a.js";\nimport {\n  b,\n} from "./b.js";\na(b);\n',
    "a.js": 'import { b } from "./b.js";\n// import("./b.js")\nexport function a(x) { return x + b; }\n',
    "b.js": "export const b = 1;\n",
}


def joined(**changed):
    files = GOOD | {f"{name}.js": text for name, text in changed.items()}
    return join_modules(files.__getitem__, "main.js")


def test_each_module_stands_once_after_those_that_it_imports():
    script = joined()
    assert re.findall(r"// --- (\S+) ---", script) == ["b.js", "a.js", "main.js"]
    assert not re.search(r"^(import|export)\b", script, re.MULTILINE)
    assert script.startswith('"use strict";\n(() => {\n') and script.endswith("})();\n")


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"b": 'import { a } from "./a.js";\nexport const b = a;\n'}, "in a circle: main.js -> a.js -> b.js"),
        ({"b": "const b = 1;\n"}, "imports 'b', which b.js does not export"),
        ({"b": "export const b = 1;\nfunction a() {}\n"}, "both have a"),
        ({"b": "export const b = 1;\nexport default b;\n"}, "`export default b;` cannot be joined"),
        ({"b": "const b = 1;\nexport { b };\n"}, "does not export"),
        ({"a": 'import * as x from "./b.js";\nexport const a = 1;\n'}, "cannot be joined"),
        ({"a": 'import { b as c } from "./b.js";\nexport const a = 1;\n'}, "imports 'b as c'"),
        ({"a": 'import x from "https://elsewhere.example/x.js";\nexport const a = 1;\n'}, "cannot be joined"),
        ({"b": 'export const b = "</script>";\n'}, "ends or hides it"),
        ({"b": 'export const b = "<!--";\n'}, "ends or hides it"),
    ],
)
def test_what_cannot_be_joined_is_refused(changed, why):
    with pytest.raises(BadModule, match=re.escape(why)):
        joined(**changed)


def test_the_script_of_the_page_has_every_module_that_ships():
    page = resources.files("pbem.table") / "page"
    names = {each.name for each in page.iterdir() if each.name.endswith(".js")}
    assert {*re.findall(r"// --- (\S+) ---", game_page._script())} == names
    assert not re.search(r"</style", game_page._style(), re.IGNORECASE)


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_script_of_the_page_is_javascript(tmp_path):
    file = tmp_path / "page.js"
    file.write_text(game_page._script())
    assert subprocess.run(["node", "--check", file], capture_output=True, check=False).returncode == 0
