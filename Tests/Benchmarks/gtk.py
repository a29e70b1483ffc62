"""The library for GTK: what a refresh costs a window, and a list memory, beside a model by hand over json-glib."""

import json
import random
import subprocess
from pathlib import Path

from people import user

COUNT = 10_000


def numbers(folder: Path, project: Path, *command: object) -> list[int]:
    """What the program prints, run on a display of its own."""
    words = [project / "Tests/GTK/run.sh", folder / "gtk", *command]
    ran = subprocess.run(list(map(str, words)), check=True, capture_output=True, text=True)
    return [int(number) for number in ran.stdout.split()]


def write_users(folder: Path) -> tuple[Path, Path]:
    """A list, and the same a while later: one more, and one with another name."""
    chance = random.Random(7)
    users = [user(number, chance) for number in range(COUNT)]
    page, other = folder / "gtk-users.json", folder / "gtk-users-later.json"
    page.write_text(json.dumps(users))
    users[3]["displayName"] = "Another Name"
    users.insert(5, user(COUNT, chance))
    other.write_text(json.dumps(users))
    return page, other


def glue(program: Path) -> tuple[int, int]:
    """Lines of a program in all, and those that aren't empty or comments."""
    lines = program.read_text().splitlines()
    return len(lines), sum(1 for line in lines if line.strip() and not line.strip().startswith("#"))


def show_refresh(what: str, busy: int, took: int, frames: int, rounds: int) -> None:
    print(f"  {what:<58}{busy / 1e6:>10.2f} ms{took / 1e6:>10.2f} ms{frames / rounds:>8.1f} frames")


def show(folder: Path, project: Path, home: Path, home_later: Path) -> None:
    if not (folder / "gtk").exists():
        return  # left out, and said so
    page, later = write_users(folder)
    print("\nGTK: a refresh in a window, from the bytes to its first frame: time of the window's thread, and by the clock")
    show_refresh("the home page", *numbers(folder, project, "refresh", "netease-home", home, home_later))
    own = numbers(folder, project, "refresh", "users", page, later)
    by_hand = numbers(folder, project, "refresh", "by-hand", page, later)
    show_refresh(f"{COUNT:,} people, of whom one is new and one changed", *own)
    show_refresh("the same by hand over json-glib, all replaced", *by_hand)
    print(f"  {'of the time of the thread by hand':<58}{own[0] / by_hand[0]:>10.3f}")
    (own_bytes,) = numbers(folder, project, "memory", "users", page)
    (by_hand_bytes,) = numbers(folder, project, "memory", "by-hand", page)
    print(f"\nGTK: memory of {COUNT:,} people in a window")
    print(f"  {'feedcore':<58}{own_bytes / 1e6:>10.1f} MB{own_bytes / by_hand_bytes:>12.2f} of by hand")
    print(f"  {'by hand, an object each':<58}{by_hand_bytes / 1e6:>10.1f} MB")
    lines, glue_lines = glue(project / "bindings/gtk/examples/movies.py")
    print(f"\nGTK: the film list in Python is {lines} lines, {glue_lines} of them code")
