"""Modules of JavaScript become one script that does what they did, or a fault that names file and line."""

import subprocess

import pytest
from in_node import node

from pbem.table.script_joining import join_modules

PARTS = {
    "numbers.js": "const own = 1;\n/** One. */\nexport const ONE = own;\n"
    "export async function two() {\n  return 2;\n}\n",
    "sums.js": 'import { ONE, two as second } from "./formats/numbers.js";\n\nconst own = 10;\n'
    "export class Sums {\n  static async all() {\n    return own + ONE + (await second());\n  }\n}\n",
    "main.js": 'import {\n  Sums,\n} from "./sums.js";\nSums.all().then((sum) => console.log(sum));\n',
}


def modules(folder, parts):
    files = []
    for name, text in parts.items():
        files.append(folder / name)
        files[-1].write_text(text, encoding="utf-8")
    return files


def test_modules_in_any_order_run_as_one_script_with_names_of_their_own(tmp_path):
    files = modules(tmp_path, PARTS)
    script = join_modules(files[::-1])
    assert script == join_modules(files)
    done = subprocess.run([node(), "-"], input=script, capture_output=True, text=True, check=True)
    assert done.stdout == "13\n"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('import { A } from "./absent.js";\n', "main.js: it imports absent.js"),
        ('import { two } from "./sums.js";\n\n', "main.js: it imports two, which sums.js"),
        ("const a = 1;\nexport default a;\n", "main.js:2: 'export'"),
        ('const a = 1;\n\nimport * as all from "./sums.js";\n', "main.js:3: 'import'"),
        ('const a = "</script>";\n', "main.js:1: '</script'"),
        ("// <!-- \n", "main.js:1: '<!--'"),
        ('export const a = await import("./sums.js");\n', "main.js:1: 'import('"),
    ],
)
def test_what_cannot_be_joined_is_named(tmp_path, text, fault):
    files = modules(tmp_path, PARTS | {"main.js": text})
    with pytest.raises(ValueError) as raised:
        join_modules(files)
    assert str(raised.value).startswith(fault)


def test_circles_and_two_modules_of_one_name_are_named(tmp_path):
    files = modules(
        tmp_path, PARTS | {"numbers.js": 'import { Sums } from "./sums.js";\n' + PARTS["numbers.js"]}
    )
    with pytest.raises(ValueError, match=r"import each other: \w+\.js, "):
        join_modules(files)
    (tmp_path / "more").mkdir()
    with pytest.raises(ValueError, match=r"numbers\.js: two modules"):
        join_modules([*files, *modules(tmp_path / "more", {"numbers.js": ""})])
