"""The user directory: how fast people are found and taken in, beside the program `sqlite3` with the same rows."""

import csv
import json
import os
import random
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

FIRST = """anna ben carl dora emil fred greta hans ida jan karin lars maria nina olaf paul quentin rosa sven tina ulf
    vera willi xaver yvonne zoe john james robert michael david josé émile zoë łukasz øyvind""".split()
LAST = """smith johnson brown jones garcia miller davis rodriguez martinez lopez wilson anderson thomas taylor moore
    jackson martin lee white harris clark lewis müller schmidt schneider fischer weber núñez""".split()
WORDS = """music film books travel coffee design code swift python linux photos food nature cats dogs football running
    art history science news games jazz rock piano guitar love city sea mountain writer engineer student teacher from
    berlin london paris tokyo the of and in with a lover""".split()
HAN = "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗明华强丽军洋勇艳杰娟涛超霞平刚桂英"
EMOJI = "😀🎧🎸🌍🔥✨📷"

# A query, and what sqlite3 is asked for it.
QUERIES = {
    "ann": '("ann" *)',
    "anna": '("anna" *)',
    "@ben": '(username : "ben" *)',
    "anna smi": '("anna" * AND "smi" *)',
    "music jazz": '("music" * AND "jazz" *)',
    "coffee berlin tea": '("coffee" * AND "berlin" * AND "tea" *)',
}
SHORTEST = [*"abcdefghijklmnopqrstuvwxyz", "王", "😀", "%", "+"]
LIMIT = 20
REPEATS = 200


def user(number: int, chance: random.Random) -> dict:
    bio = " ".join(chance.choices(WORDS, k=chance.randint(3, 12)))
    if chance.random() < 0.2:
        bio += " " + chance.choice(EMOJI)
    name = f"{chance.choice(FIRST)} {chance.choice(LAST)}".title()
    if chance.random() < 0.15:
        name = "".join(chance.choices(HAN, k=3))
    username = chance.choice(FIRST) + chance.choice(["", "_", "."]) + chance.choice(LAST)[:6]
    return {
        "id": str(100_000 + number),
        "displayName": name,
        "username": f"{username}{chance.randint(1, 9999)}",
        "followersCount": chance.randint(0, 9999),
        "bio": bio,
        "avatarPath": f"https://example.com/{number}.png",
        "isUserOnboarded": True,
    }


def sqlite3(file: Path, script: str) -> float:
    """Seconds."""
    begin = time.monotonic()
    subprocess.run(["sqlite3", file], input=script, check=True, text=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - begin


def sqlite3_query(file: Path, query: str) -> float:
    """Nanoseconds of one of many, the start of the program and the opening of the file not counted."""
    return (min(sqlite3(file, query * REPEATS) for _ in range(3)) - min(sqlite3(file, query) for _ in range(3))) / (
        REPEATS - 1
    ) * 1e9


def matching(file: Path, expression: str) -> str:
    """What gives the same answer: those whose names match, and, where these are too few, those whose bio does too."""
    select = """SELECT json FROM user_words CROSS JOIN users ON id = user_words.rowid
        WHERE user_words MATCH '{}' ORDER BY user_words.rowid LIMIT {};"""
    names = select.format("{username display_name} : " + expression, LIMIT)
    found = subprocess.run(["sqlite3", file], input=names, check=True, text=True, capture_output=True).stdout
    return names if len(found.splitlines()) == LIMIT else names + select.format(expression, LIMIT)


SCAN = """SELECT json FROM users
    WHERE username LIKE '%q%' OR display_name LIKE '%q%' OR bio LIKE '%q%' ORDER BY id LIMIT -1 OFFSET 1000000;"""


def search(program: Path, store: Path, queries: list[str]) -> list[int]:
    """Nanoseconds of each; like the peer's, the best of three runs."""

    def run() -> list[int]:
        command = [program, store, "search"]
        output = subprocess.run(command, input="\n".join(queries), check=True, text=True, capture_output=True).stdout
        return [int(line.split()[0]) for line in output.splitlines()]

    return [min(times) for times in zip(run(), run(), run())]


def import_times(folder: Path, users: list[dict], rows: Path) -> tuple[float, float, float]:
    """Seconds: libfeedcore, sqlite3's .import into a table, and that with full-text indexes."""
    store = folder / "people.db"
    table = folder / "people-table.csv"
    with table.open("w", newline="") as file:
        lines = rows.read_text().splitlines()
        csv.writer(file).writerows(
            [i, u["id"], u["username"], u["displayName"], u["bio"], line]
            for i, (u, line) in enumerate(zip(users, lines), 1)
        )
    output = subprocess.run(
        [folder / "people", store, "import", rows], check=True, text=True, capture_output=True
    ).stdout
    making = f"""PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
        CREATE TABLE users(
            id INTEGER PRIMARY KEY, user TEXT UNIQUE, username TEXT COLLATE NOCASE, display_name TEXT, bio TEXT,
            json TEXT);
        CREATE INDEX users_by_username ON users(username);
        BEGIN;
.import --csv {table} users
"""
    indexing = """
        CREATE VIRTUAL TABLE words USING fts5(username, display_name, bio, content = users, content_rowid = id,
            columnsize = 0, prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2');
        INSERT INTO words(words) VALUES('rebuild');
        CREATE VIEW with_parts AS SELECT * FROM users WHERE display_name GLOB '*[一-龥]*' OR bio GLOB '*[一-龥]*';
        CREATE VIRTUAL TABLE parts USING fts5(username, display_name, bio, content = with_parts, content_rowid = id,
            columnsize = 0, tokenize = trigram);
        INSERT INTO parts(parts) VALUES('rebuild');
        """
    times = []
    for script in (making + "COMMIT;", making + indexing + "COMMIT;"):
        peer = folder / "people-peer.db"
        for left in folder.glob("people-peer.db*"):
            left.unlink()
        times.append(sqlite3(peer, script))
    return int(output) / 1e9, *times


def show(folder: Path, show_goal: Callable[[str, bool, str], None]) -> None:
    if not shutil.which("sqlite3"):
        return
    counts = [1000, 100_000] + ([1_000_000] if os.environ.get("BIG") else [])
    for count in counts:
        print(f"\nGoals: libfeedcore, {count:,} people in the store (wall clock), beside the program sqlite3")
        for left in folder.glob("people.db*"):
            left.unlink()
        chance = random.Random(count)
        users = [user(number, chance) for number in range(count)]
        rows = folder / "people.jsonl"
        rows.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in users))
        ours, table, indexed = import_times(folder, users, rows)

        store = folder / "people.db"
        times = search(folder / "people", store, [*QUERIES, *SHORTEST])
        others = [sqlite3_query(store, matching(store, expression)) for expression in QUERIES.values()]
        for query, one, other in zip(QUERIES, times, others):
            print(f"  {query:<20}{one / 1e6:.3f} ms, sqlite3 {other / 1e6:.3f} ms")
        one, other = sum(times[: len(QUERIES)]), sum(others)
        show_goal(
            "these, to results on the loop: at most 1.2 times the same by FTS5",
            one <= 1.2 * other,
            f"{one / other:.2f} ({one / 1e6:.3f} ms, sqlite3 {other / 1e6:.3f} ms)",
        )
        worst, letter = max(zip(times[len(QUERIES) :], SHORTEST))
        scan = sqlite3_query(store, SCAN)
        show_goal(
            f'the worst of one character ("{letter}"): at most 2 times a LIKE scan',
            worst <= 2 * scan,
            f"{worst / scan:.2f} ({worst / 1e6:.3f} ms, sqlite3 {scan / 1e6:.3f} ms)",
        )
        print(
            f"  import: {count / ours:,.0f} rows/s; sqlite3's .import: {count / table:,.0f} into a table, "
            f"{count / indexed:,.0f} with full-text indexes"
        )
