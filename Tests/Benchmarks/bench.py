"""`bench.py BUILD_DIR`: lets the contenders race, measures the library, and prints both beside the project's goals."""

import compileall
import json
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import gtk
import people

HERE = Path(__file__).parent
PROJECT = HERE.parent.parent
BUILD = Path(sys.argv[1])
OUT = BUILD / "bench"
os.environ["PYTHONPATH"] = str(PROJECT / "bindings/python")
os.environ["FEEDCORE_LIBRARY"] = str(BUILD / "libfeedcore.so")

LIBRARY = BUILD / "libfeedcore.so"
PROGRAMS = (
    [OUT / "contenders"],
    [OUT / "foundation"],
    [sys.executable, HERE / "contenders.py"],
)


# ---------------------------------------------------------------------------------------------------------- pages


@dataclass(frozen=True)
class Page:
    path: Path
    turns: int  # of each contender
    runs: int  # that count, in each turn

    @property
    def size(self) -> int:
        return self.path.stat().st_size

    @property
    def label(self) -> str:
        return f"{self.size / 1e3:.0f} KB" if self.size < 1e6 else f"{self.size / 1e6:.0f} MB"


def home_page() -> bytes:
    """A real capture where there is one, else the fixture."""
    capture = PROJECT.parent / "shared/feeds/netease-home-01.json"
    if capture.exists():
        return capture.read_bytes()
    # Compact, as servers send it, and without its broken items: the typed peers refuse a whole page for one of them.
    page = json.loads((PROJECT / "Tests/Fixtures/netease-home.json").read_bytes())
    for block in page["data"]["blocks"]:
        block["creatives"] = [
            creative
            for creative in block.get("creatives", [])
            if isinstance(creative, dict) and isinstance(creative.get("uiElement", {}), dict)
        ]
    return json.dumps(page, ensure_ascii=False, separators=(",", ":")).encode()


def repeated(page: bytes, size: int) -> bytes:
    """The page with its blocks repeated, byte for byte, until it has `size` bytes."""
    text = page.decode()
    start = text.index("[", text.index('"blocks"')) + 1
    end = json.JSONDecoder().raw_decode(text, start - 1)[1] - 1
    blocks = text[start:end].encode()
    times = -(-(size - len(page)) // (len(blocks) + 1)) + 1
    return text[:start].encode() + b",".join([blocks] * times) + text[end:].encode()


def write_pages() -> list[Page]:
    page = home_page()
    sizes = {
        "page.json": (page, 30, 5),
        "page-5mb.json": (repeated(page, 5_000_000), 10, 2),
        "page-50mb.json": (repeated(page, 50_000_000), 4, 2),
    }
    for name, (content, *_) in sizes.items():
        (OUT / name).write_bytes(content)
    return [Page(OUT / name, *counts) for name, (_, *counts) in sizes.items()]


# ----------------------------------------------------------------------------------------------------------- race


class Refused(Exception):
    """A contender doesn't read the page."""


class Program:
    """One of the programs of contenders, with a page loaded; it works when asked."""

    def __init__(self, command: list, page: Page):
        self.process = subprocess.Popen(
            [*command, page.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.names = list(iter(self.answer, ""))

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        self.process.stdin.close()
        self.process.wait()

    def answer(self) -> str:
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"{self.process.args[0]} ended with status {self.process.wait()}")
        return line.rstrip("\n")

    def run(self, contender: int, runs: int = 1) -> list[int]:
        """Nanoseconds of each run."""
        print(contender, runs, file=self.process.stdin)
        answer = self.answer()
        if "refused:" in answer:
            raise Refused(answer.partition("refused: ")[2])
        return [int(time) for time in answer.split()]

    def peak(self) -> int:
        """The most memory that the program has held so far, in bytes."""
        print("peak", file=self.process.stdin)
        return int(self.answer()) * 1024


def start_contenders(page: Page, programs: Sequence[list]) -> dict[str, tuple[Program, int]]:
    """Each in a process of its own: in a shared one, the next to allocate tidies up the heap that jansson left."""
    contenders = {}
    for command in programs:
        with Program(command, page) as program:
            names = program.names
        for index, name in enumerate(names):
            contenders[name] = (Program(command, page), index)
    return contenders


def race(page: Page, programs: Sequence[list] = PROGRAMS) -> tuple[dict[str, list[int]], dict[str, str]]:
    """Nanoseconds by name, and why others gave none. All take turns, so that noise hits all alike."""
    contenders = start_contenders(page, programs)
    times = {name: [] for name in contenders}
    refusals = {}
    for _ in range(page.turns):
        for name, (program, index) in contenders.items():
            if name in refusals:
                continue
            try:
                # The first run doesn't count: caches are full of another's data, and a virtual machine may have given
                # the process's free memory back to its host.
                times[name] += program.run(index, 1 + page.runs)[1:]
            except Refused as reason:
                refusals[name] = str(reason)
                del times[name]
    for program, _ in contenders.values():
        program.end()
    return times, refusals


class Result:
    """How a race ended, in milliseconds."""

    def __init__(self, page: Page):
        self.page = page
        self.times, self.refusals = race(page)

    def of(self, contender: str) -> float | None:
        """The median of the contender whose name starts so; None if it isn't in the race."""
        return next((median(times) / 1e6 for name, times in self.times.items() if name.startswith(contender)), None)

    def ratio(self, contender: str, other: str) -> float | None:
        ours, theirs = self.of(contender), self.of(other)
        return ours / theirs if ours and theirs else None

    def show(self) -> None:
        print(f"\n{self.page.size:,} bytes, {self.page.turns * self.page.runs} runs of each")
        print(f"  {'':<32}{'median ms':>10}{'best ms':>10}{'MB/s':>8}{'of jansson':>12}{'of libfeedcore':>16}")
        for name, times in sorted(self.times.items(), key=lambda entry: median(entry[1])):
            middle = median(times) / 1e6
            print(
                f"  {name:<32}{middle:>10.3f}{min(times) / 1e6:>10.3f}{self.page.size / middle / 1e3:>8.0f}"
                f"{ratio_text(self.ratio(name, 'jansson')):>12}{ratio_text(self.ratio(name, 'libfeedcore')):>16}"
            )
        for name, reason in self.refusals.items():
            print(f"  {name:<32}refuses the page: {reason}")


def ratio_text(ratio: float | None) -> str:
    return "-" if ratio is None else f"{ratio:.3f}" if ratio < 1 else f"{ratio:.2f}"


# -------------------------------------------------------------------------------------------------------- library


def peak_memory(page: Page) -> float:
    """What reading the page takes at most beyond the body, as a multiple of the body."""

    def peak(runs: int) -> int:
        with Program(PROGRAMS[0], page) as program:  # a fresh one: its first contender is libfeedcore
            if runs:
                program.run(0, runs)
            return program.peak()

    return median(peak(1) - peak(0) for _ in range(5)) / page.size


def stripped_size() -> int:
    copy = OUT / "libfeedcore.stripped.so"
    shutil.copy(LIBRARY, copy)
    subprocess.run(["strip", "--strip-unneeded", copy], check=True)
    return copy.stat().st_size


def needed() -> list[str]:
    lines = subprocess.run(["readelf", "--dynamic", "--wide", LIBRARY], check=True, capture_output=True, text=True)
    return sorted(line.split("[")[1].rstrip("]") for line in lines.stdout.splitlines() if "(NEEDED)" in line)


def load_times() -> tuple[float, float]:
    """Milliseconds that dlopen takes in a fresh process: libjansson alone, and libfeedcore, which brings it along."""
    libraries = ("libjansson.so.4", LIBRARY)
    times = [
        [int(subprocess.run([OUT / "load", library], check=True, capture_output=True).stdout) for library in libraries]
        for _ in range(200)
    ]
    return tuple(median(column) / 1e6 for column in zip(*times))


def live_times(page: Page) -> list[float]:
    """Of the program `live`: nanoseconds of a parse, a changed page and an unchanged one, and events per second."""
    output = subprocess.run([OUT / "live", page.path], check=True, capture_output=True, text=True).stdout
    return [float(number) for number in output.split()]


def store_times(page: Page) -> list[float]:
    """Of the program `store`: nanoseconds to the first section, from a plain file and from the store, each in 31 processes
    that do nothing else; and the same in one where the store is open."""
    file = OUT / "store.db"
    for left in OUT.glob("store.db*"):
        left.unlink()
    numbers(OUT / "store", page.path, file, "keep")
    times: dict[str, list[int]] = {"plain": [], "cold": []}
    for _ in range(31):
        for mode, measured in times.items():
            measured += numbers(OUT / "store", page.path, file, mode)
    return [*map(median, times.values()), *numbers(OUT / "store", page.path, file, "open")]


def show_images() -> None:
    """Pictures that are kept, requested and told, beside a look at each of their files."""
    folder = OUT / "images-kept"
    shutil.rmtree(folder, ignore_errors=True)
    requested, looked = numbers(OUT / "images", folder)
    rates = [1000 * 1e9 / time for time in (requested, looked)]
    print("\nPictures that are kept, a second (wall clock), requested all at once and told in dispatch")
    print(f"  {'from request to event':<82}{rates[0]:,.0f}")
    print(f"  {'stat() of the same files, one after the other':<82}{rates[1]:,.0f}")


# -------------------------------------------------------------------------------------------------------- changes

CASES = {"identical": "identical", "edited": "1 % changed", "reversed": "reversed", "new": "all new"}


def numbers(*command: object) -> list[int]:
    output = subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout
    return [int(number) for number in output.split()]


def show_list_changes() -> dict[tuple[str, int], int]:
    """Prints what telling a refresh of a long list costs, and gives libfeedcore's nanoseconds back."""
    print("\nThe changes between two lists, processor time in ms (items removed, added and changed)")
    print(f"  {'items':<9}{'':<14}{'libfeedcore':<24}{'by hand, GLib hash':<24}CollectionDifference")
    times = {}
    for count in (1000, 10_000, 100_000):
        for case, name in CASES.items():
            core, touched, _, glib, glib_touched = numbers(OUT / "diff", "list", case, count)
            times[case, count] = core
            peer = "-"  # which is quadratic, and sees no change inside an item
            if count <= 10_000 and case != "edited":
                swift, swift_touched = numbers(OUT / "difference", case, count)
                peer = f"{swift / 1e6:.3f} ({swift_touched})"
            ours = f"{core / 1e6:.3f} ({touched})"
            print(f"  {count:<9}{name:<14}{ours:<24}{f'{glib / 1e6:.3f} ({glib_touched})':<24}{peer}")
    return times


def refreshed(page: bytes) -> bytes:
    """The page a while later: more plays, one card replaced by a new one on top, two sections in each other's place."""
    document = json.loads(page)
    blocks = document["data"]["blocks"]
    shelves = [block for block in blocks if len(block.get("creatives") or []) > 2]
    for resource in [card["resources"][0] for card in shelves[0]["creatives"] if card.get("resources")][1:4]:
        info = resource.get("resourceExtInfo") or {}
        info["playCount"] = (info.get("playCount") or 0) + 1234
        resource["resourceExtInfo"] = info
    cards = shelves[0]["creatives"]
    new = json.loads(json.dumps(cards[-1]))
    for part in [new, *new.get("resources", [])]:
        for key in ("creativeId", "resourceId"):
            if key in part:
                part[key] = f"{part[key]}7"
    cards.insert(0, new)
    cards.pop()
    blocks[-1], blocks[-2] = blocks[-2], blocks[-1]
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def show_changes(page: Page) -> None:
    times = show_list_changes()
    (OUT / "refreshed.json").write_bytes(refreshed(page.path.read_bytes()))
    parse, changes, steps, removed, added, changed = numbers(OUT / "diff", "page", page.path, OUT / "refreshed.json")
    print("\nGoals: libfeedcore, changes")
    show_goal(
        "of a refreshed home page: at most 0.1 of its parse",
        changes <= 0.1 * parse,
        f"{changes / parse:.3f} ({changes / 1e6:.4f} ms, parse {parse / 1e6:.3f} ms)",
    )
    print(
        f"  {'what that refresh tells':<82}{steps} steps: "
        f"{removed} removed, {added} added, {changed} items changed (sections and items)"
    )
    for case, name in CASES.items():
        growth = times[case, 100_000] / times[case, 10_000]
        show_goal(f"linear: 10 times the items, at most 50 times the time: {name}", growth <= 50, f"{growth:.1f}")


# ---------------------------------------------------------------------------------------------------------- texts


def show_texts() -> None:
    """Prints what it costs to write one number or time for a reader."""
    lines = subprocess.run([OUT / "texts"], check=True, capture_output=True, text=True).stdout.splitlines()
    times = {name: int(time) for name, time in map(str.split, lines)}
    printf = times.pop("snprintf")
    print(f'\nTexts: nanoseconds of one (wall clock), and in times of snprintf("%lld") of the same counts, {printf} ns')
    for name, time in times.items():
        print(f"  {name:<82}{time} ({ratio_text(time / printf)})")


# ---------------------------------------------------------------------------------------------------------- goals


def show_goal(what: str, is_met: bool | None, measured: str) -> None:
    verdict = {True: "goal met", False: "goal missed", None: "not measured"}[is_met]
    print(f"  {what:<68}{verdict:<14}{measured}")


def show_ratio_goal(what: str, results: list[Result], peer: str, limit: float) -> None:
    """One line for each page: the home page is the goal's own, its repetitions show that it holds for long ones."""
    for result in results:
        ratio = result.ratio("libfeedcore", peer)
        show_goal(f"{what}, {result.page.label}", None if ratio is None else ratio <= limit, ratio_text(ratio))


def show_goals(results: list[Result]) -> None:
    print("\nGoals: libfeedcore, bytes to finished snapshot")
    show_ratio_goal("at most 0.07 of jansson's parse alone", results, "jansson", 0.07)
    show_ratio_goal("not slower than msgspec's typed decode", results, "msgspec", 1)
    show_ratio_goal("at most 2 times simdjson's DOM parse", results, "simdjson", 2)

    # Caches and page faults make a byte dearer in a long page, for every contender; growth with the square would make
    # it 10 times as dear.
    per_byte = [result.of("libfeedcore") * 1e6 / result.page.size for result in results]
    show_goal(
        "linear: from 5 to 50 MB, a byte at most twice as dear",
        per_byte[2] <= 2 * per_byte[1],
        ", ".join(f"{time:.2f} ns/byte ({result.page.label})" for time, result in zip(per_byte, results)),
    )
    for result in results:
        times = peak_memory(result.page)
        what = f"peak memory beyond the body: at most 3 times it, {result.page.label}"
        show_goal(what, times <= 3, f"{times:.2f}")

    print("\nGoals: libfeedcore, a feed on its front end's loop (wall clock, from the last byte to COMPLETE)")
    parse, changed, unchanged, events = live_times(results[0].page)
    show_goal(
        "a changed page: at most 2 times the parse alone",
        changed <= 2 * parse,
        f"{changed / parse:.2f} ({changed / 1e6:.3f} ms, parse {parse / 1e6:.3f} ms)",
    )
    show_goal(
        "an unchanged page: at most 0.1 of a changed one",
        unchanged <= 0.1 * changed,
        f"{unchanged / changed:.3f} ({unchanged / 1e6:.3f} ms)",
    )
    print(f"  {'events per second through dispatch':<82}{events:,.0f}")

    print("\nGoals: libfeedcore, the first section from the store (wall clock), beside reading and parsing a plain file")
    plain, cold, again, begun = store_times(results[0].page)
    for what, limit, one, other in (
        ("a cold start: at most 4 times", 4, cold, plain),
        ("once the store is open: at most 2 times", 2, begun, again),
    ):
        show_goal(what, one <= limit * other, f"{one / other:.2f} ({one / 1e6:.3f} ms, plain {other / 1e6:.3f} ms)")

    print("\nGoals: libfeedcore.so")
    size = stripped_size()
    show_goal("stripped, at most 840 KB", size <= 860_160, f"{size / 1e3:.0f} KB")
    libraries = needed()
    allowed = {"libjansson.so.4", "libm.so.6", "libc.so.6"}
    show_goal("needs libjansson, libm and libc only", set(libraries) <= allowed, ", ".join(libraries))
    jansson, feedcore = load_times()
    show_goal(
        "loads in at most 0.3 ms more than libjansson",
        feedcore - jansson <= 0.3,
        f"{feedcore - jansson:.3f} ms more ({feedcore:.3f} - {jansson:.3f})",
    )


def import_times() -> dict[str, float]:
    """Milliseconds of a processor that a fresh Python takes for each import, less those that it takes for nothing. They
    take turns; the package is compiled already, as an installed one is."""
    compileall.compile_dir(PROJECT / "bindings/python/feedcore", quiet=1)
    statements = ("pass", "import json", "import feedcore")
    times: dict[str, list[int]] = {statement: [] for statement in statements}
    for _ in range(41):
        for statement in statements:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([sys.executable, "-S", "-c", statement], check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            times[statement].append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    nothing = median(times.pop("pass"))
    return {statement: (median(times) - nothing) * 1e3 for statement, times in times.items()}


def show_python(page: Page) -> None:
    times, refusals = race(page, [[sys.executable, HERE / "items.py"]])
    own = median(times[next(iter(times))])
    print(f"\nPython: from the {page.label} page to a list of items, every field of each read")
    for name, measured in times.items():
        print(f"  {name:<32}{median(measured) / 1e6:>10.3f} ms{ratio_text(median(measured) / own):>12} of feedcore")
    for name, reason in refusals.items():
        print(f"  {name:<32}refuses the page: {reason}")
    peer = next((median(measured) for name, measured in times.items() if name.startswith("msgspec")), None)
    show_goal(
        "not slower than msgspec's typed decode and the same reading",
        None if peer is None else own <= peer,
        "" if peer is None else f"{own / peer:.2f}",
    )
    for statement, milliseconds in import_times().items():
        print(f"  {statement:<32}{milliseconds:>10.1f} ms")


def main() -> None:
    results = []
    for page in write_pages():
        results.append(Result(page))
        results[-1].show()
    for line in (OUT / "left-out.txt").read_text().splitlines():
        print(f"\nLeft out: {line}")
    show_goals(results)
    show_images()
    people.show(OUT, show_goal)
    show_changes(results[0].page)
    show_texts()
    show_python(results[0].page)
    gtk.show(OUT, PROJECT, results[0].page.path, OUT / "refreshed.json")


if __name__ == "__main__":
    main()
