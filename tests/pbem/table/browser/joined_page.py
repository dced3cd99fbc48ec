"""The story page joined from its files, as one HTML file that asks for nothing; for tests and figures."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[4] / "pbem" / "table" / "page"
_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([a-z]+)\.js";\n', re.MULTILINE)


def modules_in_order(first: str = "main") -> list[str]:
    """The names of the modules that `first` needs, each after those that it imports itself, `first` last."""
    order: list[str] = []

    def add(name: str) -> None:
        if name in order:
            return
        for _, needed in _IMPORT.findall((PAGE / f"{name}.js").read_text(encoding="utf-8")):
            add(needed)
        order.append(name)

    add(first)
    return order


def joined_script() -> str:
    """The modules as one classic script."""
    texts = [(PAGE / f"{name}.js").read_text(encoding="utf-8") for name in modules_in_order()]
    texts = [re.sub(r"^export ", "", _IMPORT.sub("", text), flags=re.MULTILINE) for text in texts]
    return '"use strict";\n(() => {\n' + "\n".join(texts) + "})();\n"


def joined_page(story: dict[str, Any]) -> str:
    """The page of a story, with a content security policy by hash."""
    style, script = (PAGE / "page.css").read_text(encoding="utf-8"), joined_script()
    policy = (
        "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; "
        f"style-src '{_hash(style)}'; script-src '{_hash(script)}'"
    )
    told = json.dumps(story, ensure_ascii=False)
    for sign in "<>&\u2028\u2029":
        told = told.replace(sign, f"\\u{ord(sign):04x}")
    title = story["title"].replace("&", "&amp;").replace("<", "&lt;")
    values = {"title": title, "policy": policy, "style": style, "script": script, "story": told}
    page = (PAGE / "page.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{ ([a-z]+) \}\}", lambda found: values[found[1]], page)


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
