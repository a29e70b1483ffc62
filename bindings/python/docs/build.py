"""`build.py OUT`: the guide, and the reference made of the package's docstrings, as HTML.

Needs no network, and Python 3.10 or newer. A warning is an error.
"""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from types import ModuleType
from typing import get_type_hints

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

import pdoc.doc  # noqa: E402
import pdoc.render  # noqa: E402

import feedcore  # noqa: E402


def guide() -> ModuleType:
    """The guide as the docstring of a module, which is what pdoc makes pages of."""
    module = ModuleType("guide", (HERE / "guide.md").read_text(encoding="utf-8"))
    module.__all__ = []  # type: ignore[attr-defined]
    return module


def resolve_named_tuples() -> None:
    """Theirs are names that pdoc would look for in the package, not in the module they stand in."""
    for name in feedcore.__all__:
        thing = getattr(feedcore, name)
        if hasattr(thing, "_fields"):
            thing.__new__.__annotations__ = get_type_hints(thing)


def main() -> None:
    warnings.simplefilter("error")
    resolve_named_tuples()
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    modules = {module.__name__: pdoc.doc.Module(module) for module in (guide(), feedcore)}
    footer = f"feedcore {feedcore.__version__}"
    pdoc.render.configure(docformat="markdown", show_source=False, footer_text=footer)
    for name, module in modules.items():
        page = pdoc.render.html_module(module, modules)
        (out / f"{name}.html").write_text(page, encoding="utf-8")
    (out / "index.html").write_text(pdoc.render.html_index(modules), encoding="utf-8")
    (out / "search.js").write_text(pdoc.render.search_index(modules), encoding="utf-8")


if __name__ == "__main__":
    main()
