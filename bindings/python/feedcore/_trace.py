"""Which values of a document a mapping reads, and for what: its paths followed, field by field."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Union

Place = tuple[Union[str, int], ...]  # names and positions, from the root
Pattern = tuple[Union[str, None], ...]  # the same, None for any position
Step = Union[str, int, None]  # of a path: a name, a position, or None for "*"
Fields = dict[str, set[Place]]

# A step of a path: a name in quotes, or one without.
STEP = re.compile(r'"((?:[^"\\]|\\.)*)"|([^."]+)')
NUMBER = re.compile("-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]+)?")  # of JSON
SECTION_FIELDS = (
    "key", "title", "subtitle", "titleImage", "action", "actionType", "showType", "canClose",
)  # fmt: skip
ITEM_FIELDS = (
    "id", "title", "subtitle", "text", "html", "image", "action", "actionType", "playCount",
    "labels", "valid",
)  # fmt: skip
PAGE_FIELDS = ("cursor", "hasMore", "refreshInterval", "nodataToast")
YES_OR_NO = ("hasMore", "canClose", "valid")
COUNTS = ("playCount", "refreshInterval", "total")
NEXT_FIELDS = ("cursor", "url", "hasMore", "total")


def pattern(place: Place) -> Pattern:
    return tuple(None if isinstance(step, int) else step for step in place)


def written(steps: Iterable[str | None]) -> str:
    """A pattern as a mapping writes it."""
    return ".".join("*" if step is None else quoted(step) for step in steps)


def quoted(name: str) -> str:
    if name and not name.isdecimal() and not re.search(r'[."*$^]', name):
        return name
    return '"' + re.sub(r'(["\\])', r"\\\1", name) + '"'


class Node(NamedTuple):
    """A value, and where it stands."""

    value: Any
    place: Place = ()

    @property
    def elements(self) -> list[Node]:
        return [Node(value, (*self.place, i)) for i, value in enumerate(self.value)]


class Scope(NamedTuple):
    """What the paths of a rule start from."""

    here: Node
    section: Node
    root: Node


class Trace:
    """What a mapping reads of a document: of each pattern, for which fields, and where. `spare` has
    what an alternative would have read if an earlier one hadn't fit.
    """

    def __init__(self, mapping: dict[str, Any], document: Any) -> None:
        self.used: dict[Pattern, Fields] = defaultdict(lambda: defaultdict(set))
        self.spare: dict[Pattern, Fields] = defaultdict(lambda: defaultdict(set))
        self._led: dict[tuple[str, str], bool] = {}  # whether a field's path led to anything
        self._mapping = without_comments(mapping)
        self._taken: set[str] = set()  # lists at the root, which are for one section each
        root = Node(document)
        scope = Scope(root, root, root)
        self._read_document(scope)
        for section in self._sections(scope):
            self._read_section(Scope(section, section, root))

    @property
    def nowhere(self) -> list[tuple[str, str]]:
        """Fields, and paths of theirs that led to nothing anywhere."""
        return [field_and_path for field_and_path, led in self._led.items() if not led]

    # ------------------------------------------------------------------------ the parts

    def _read_document(self, scope: Scope) -> None:
        status = self._mapping.get("status", {})
        self._read_fields(status, ("code", "message"), scope, "status.")
        page = self._mapping.get("page", {})
        self._read_fields(page, PAGE_FIELDS, scope, "page.")
        self._read_fields(page.get("next", {}), NEXT_FIELDS, scope, "next.")

    def _sections(self, scope: Scope) -> list[Node]:
        rule = self._mapping["sections"].get("list")
        return [scope.root] if rule is None else self._list("sections", rule, scope)

    def _read_section(self, scope: Scope) -> None:
        rule = self._mapping["sections"]
        type_ = self._read_text("sections.type", rule["type"], scope)
        if type_ is None:
            return
        self._read_fields(rule, ("kind", *SECTION_FIELDS), scope, "sections.")
        self._read_fields(
            rule.get("button", {}), ("text", "action", "actionType"), scope, "button."
        )
        default = self._mapping.get("default", {})
        own = self._mapping.get("types", {}).get(type_, {})
        self._read_fields(
            own.get("more", rule.get("more", {})), NEXT_FIELDS, scope, "more."
        )
        items = own.get("items", default.get("items", rule.get("items")))
        item_rule = self._rule(own.get("item", default.get("item", {})))
        if items is not None:
            for item in self._list("items", items, scope):
                self._read_item(item_rule, scope._replace(here=item), "")

    def _read_item(self, rule: dict[str, Any], scope: Scope, prefix: str) -> None:
        if not isinstance(scope.here.value, dict):
            return
        self._read_fields(rule, ITEM_FIELDS, scope, prefix)
        extras = rule.get("extras", {})
        if isinstance(extras, dict):
            self._read_fields(extras, extras, scope, f"{prefix}extras.")
        else:
            self._read_object_of_extras(extras, scope, f"{prefix}extras")
        children = rule.get("children")
        if children:
            for child in self._list(f"{prefix}children", children["list"], scope):
                inside = scope._replace(here=child)
                self._read_item(self._rule(children["item"]), inside, f"{prefix}children.")

    def _rule(self, rule: Any) -> dict[str, Any]:
        found: dict[str, Any] = self._mapping["rules"][rule] if isinstance(rule, str) else rule
        return found

    # ----------------------------------------------------------------------- the fields

    def _read_fields(
        self, rule: dict[str, Any], names: Iterable[str], scope: Scope, prefix: str
    ) -> None:
        for name in names:
            if name in rule:
                self._read(prefix + name, rule[name], scope)

    def _read(self, field: str, rule: Any, scope: Scope) -> list[Node]:
        """What the first alternative that fits leads to; where one value is wanted, that is the
        first that is there.
        """
        joins = isinstance(rule, dict) and "join" in rule
        takes_lists = joins or field.endswith("labels") or is_extra(field)
        kind = "title" if joins else field  # what is joined is a text, an extra too
        taken: list[Node] = []
        for path in alternatives(rule):
            nodes = follow(path, scope)
            has_elements = None in steps_of(path)  # which are no lists themselves
            found = [
                part
                for node in (nodes if takes_lists else nodes[:1])
                for part in parts(kind, node, takes_lists=takes_lists and not has_elements)
            ]
            self._tell(field, path, bool(found))
            if found:
                self._note(self.spare if taken else self.used, field, found)
                taken = taken or found
        return taken

    def _read_text(self, field: str, rule: Any, scope: Scope) -> str | None:
        for node in self._read(field, rule, scope):
            return str(node.value)
        return rule.get("default") if isinstance(rule, dict) else None

    def _read_object_of_extras(self, rule: Any, scope: Scope, field: str) -> None:
        for path in alternatives(rule):
            objects = [node for node in follow(path, scope) if isinstance(node.value, dict)]
            self._tell(field, path, bool(objects))
            for node in objects[:1]:
                for name, value in node.value.items():
                    member = Node(value, (*node.place, name))
                    found = parts(f"{field}.{name}", member, takes_lists=True)
                    self._note(self.used, field, found)
                return

    def _list(self, field: str, rule: Any, scope: Scope) -> list[Node]:
        """The elements of the first alternative that leads to a list."""
        for path in alternatives(rule):
            is_for_one_section = path.startswith("$") and scope.section != scope.root
            if is_for_one_section and path in self._taken:
                continue
            nodes, steps = follow(path, scope), steps_of(path)
            if None in steps:
                lists = follow_steps(steps[: steps.index(None)], start_of(path, scope))
            else:
                lists = [node for node in nodes if isinstance(node.value, list)]
                nodes = [element for node in lists for element in node.elements]
            self._tell(field, path, bool(nodes or lists))
            if nodes or lists:
                if is_for_one_section:
                    self._taken.add(path)
                self._note(self.used, field, lists)
                return nodes
        return []

    def _tell(self, field: str, path: str, led: bool) -> None:
        self._led[field, path] = led or self._led.get((field, path), False)

    def _note(
        self, where: dict[Pattern, Fields], field: str, nodes: Iterable[Node]
    ) -> None:
        for node in nodes:
            where[pattern(node.place)][field].add(node.place)


# ------------------------------------------------------------------------------ the language


def without_comments(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            name: without_comments(member)
            for name, member in value.items()
            if not name.startswith("#")
        }
    return [without_comments(each) for each in value] if isinstance(value, list) else value


def alternatives(rule: Any) -> list[str]:
    paths = rule.get("path", []) if isinstance(rule, dict) else rule
    return [paths] if isinstance(paths, str) else list(paths)


def steps_of(path: str) -> list[Step]:
    """What follows the start; a name in quotes is a name whatever it is."""
    steps: list[Step] = []
    for name, plain in STEP.findall(path):
        if plain:
            steps.append(None if plain == "*" else int(plain) if plain.isdecimal() else plain)
        else:
            steps.append(re.sub(r"\\(.)", r"\1", name))
    return steps[1:] if path[:1] in ("^", "$") else steps


def start_of(path: str, scope: Scope) -> Node:
    first = path.split(".", 1)[0]
    return scope.root if first == "$" else scope.section if first == "^" else scope.here


def follow(path: str, scope: Scope) -> list[Node]:
    return follow_steps(steps_of(path), start_of(path, scope))


def follow_steps(steps: Sequence[Step], start: Node) -> list[Node]:
    nodes = [start]
    for step in steps:
        nodes = [next_ for node in nodes for next_ in go(step, node)]
    return nodes


def go(step: Step, node: Node) -> Iterator[Node]:
    """An object counts as an array of itself."""
    value = node.value
    if isinstance(value, dict):
        if step is None:
            yield node
        elif isinstance(step, str) and step in value:
            yield Node(value[step], (*node.place, step))
    elif isinstance(value, list):
        if step is None:
            yield from node.elements
        elif isinstance(step, int) and step < len(value):
            yield Node(value[step], (*node.place, step))


def is_full(value: Any) -> bool:
    """`null` and "" never fit a field; what holds others does where it holds texts."""
    return value is not None and value != ""


def is_extra(field: str) -> bool:
    return ".extras." in f".{field}"


def fits(field: str, value: Any) -> bool:
    """Of a value that holds no others."""
    if is_extra(field):
        return is_full(value)
    if field.endswith(YES_OR_NO):
        return isinstance(value, bool) or str(value) in ("true", "false", "1", "0")
    if field.endswith(COUNTS):
        return is_count(value)
    return is_full(value) and not isinstance(value, bool)


def is_count(value: Any) -> bool:
    """A number from 0 on that 63 bits hold, or a text that is one."""
    if isinstance(value, str):
        value = float(value) if NUMBER.fullmatch(value) else -1
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 2**63


def parts(field: str, node: Node, *, takes_lists: bool) -> list[Node]:
    """The value itself if it fits; of a list of texts that and its elements."""
    if isinstance(node.value, list):
        texts = [part for each in node.elements for part in parts(field, each, takes_lists=False)]
        return [node, *texts] if takes_lists and texts else []
    return [node] if not isinstance(node.value, dict) and fits(field, node.value) else []
