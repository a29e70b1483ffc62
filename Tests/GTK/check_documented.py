#!/usr/bin/python3
"""check_documented.py GIR LIBRARY: everything that is public is described, and what the library exports is public."""
import subprocess
import sys
from xml.etree import ElementTree

CORE = "{http://www.gtk.org/introspection/core/1.0}"
C = "{http://www.gtk.org/introspection/c/1.0}"
GLIB = "{http://www.gtk.org/introspection/glib/1.0}"
DESCRIBED = {CORE + name for name in ("class", "record", "enumeration", "callback", "constructor", "method", "function",
                                      "property", "member", "parameter", "return-value")} | {GLIB + "signal"}


def name_of(path):
    return ".".join(node.get("name") or node.tag.split("}")[1] for node in path)


def is_nothing(node):
    """A return value of a function that returns nothing."""
    kind = node.find(CORE + "type")
    return node.tag == CORE + "return-value" and kind is not None and kind.get("name") == "none"


def missing(node, path):
    path = [*path, node]
    if node.tag in DESCRIBED and not is_nothing(node):
        doc = node.find(CORE + "doc")
        if doc is None or not (doc.text or "").strip():
            yield name_of(path)
    for child in node:
        # The structs of classes have nothing in them that anybody could use.
        if not (child.tag == CORE + "record" and child.get(GLIB + "is-gtype-struct-for")):
            yield from missing(child, path)


def exported(library):
    lines = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    return {line.split()[-1] for line in lines.splitlines()}


def described(namespace):
    names = {node.get(C + "identifier") for node in namespace.iter() if node.get(C + "identifier")}
    return names | {node.get(GLIB + "get-type") for node in namespace.iter() if node.get(GLIB + "get-type")}


def main(gir, library):
    namespace = ElementTree.parse(gir).getroot().find(CORE + "namespace")
    faults = ["not described: " + name for name in missing(namespace, [])]
    symbols, names = exported(library), described(namespace)
    functions = {name for name in names if name.islower()}
    faults += ["exported, but in no header: " + name for name in sorted(symbols - names) if name[0] != "_"]
    faults += ["in a header, but not exported: " + name for name in sorted(functions - symbols)]
    if len(functions) < 100:
        faults.append(f"only {len(functions)} functions were found")
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
