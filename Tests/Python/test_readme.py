"""What bindings/python/README.md and the top README show is what happens."""

from __future__ import annotations

import copy
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import FIXTURES, PACKAGE, ROOT, Run, command_environment, read_fixture
from feedcore import Mapping, diff, parse
from feedcore._steps import step_lines
from web import Web


@pytest.fixture
def programs() -> list[str]:
    text = (PACKAGE / "README.md").read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


def run_program(program: str, folder: Path) -> str:
    ran = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder, env=command_environment(), capture_output=True, encoding="utf-8", timeout=60,
    )
    assert ran.stderr == ""
    return ran.stdout


def test_a_page_from_a_file(programs: list[str], tmp_path: Path) -> None:
    shutil.copy(FIXTURES / "netease-home.json", tmp_path / "home.json")
    assert "PLAYLIST_RCMD 推荐歌单 [" in run_program(programs[0], tmp_path)


def test_a_page_from_a_server(programs: list[str], tmp_path: Path, home_server: Web) -> None:
    program = programs[1].replace("http://127.0.0.1:8080", home_server.address)
    assert home_server.address in program
    lines = run_program(program, tmp_path).splitlines()
    assert lines[0].startswith("1 [")
    assert "'推荐歌单'" in lines[-1]
    del home_server.routes["/homepage/dragon/ball"]
    assert "menus invalid response: HTTP status 404" in run_program(program, tmp_path)
    assert len(programs) == 2


def test_the_picture_of_the_demo(run: Run) -> None:
    ran = run("show", "netease-home.json", "netease-menus.json", COLUMNS="100")
    shown = ran.stdout.splitlines()
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (picture,) = re.findall(r"```\n(STYLE_RCMD.*?)```", text, re.DOTALL)
    assert [line for line in picture.splitlines() if line not in shown] == ["  …"]


def test_the_picture_of_watch() -> None:
    page = json.loads((FIXTURES / "netease-home.json").read_text(encoding="utf-8"))
    calendar, videos = (page["data"]["blocks"][index] for index in (5, 11))
    calendar["uiElement"]["subTitle"]["title"] = "今日"
    drummer = videos["creatives"][1]["resources"][0]
    drummer["resourceExtInfo"]["playCount"] = 3410
    train = copy.deepcopy(videos["creatives"][0])
    train["creativeId"] = train["resources"][0]["resourceId"] = "8800004009"
    for each in (train, train["resources"][0]):
        each["uiElement"]["mainTitle"]["title"] = "夜行列车"
    videos["creatives"].insert(0, train)
    old = read_fixture("netease-home.json", "netease-home")
    new = parse(Mapping.builtin("netease-home"), json.dumps(page))
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (picture,) = re.findall(r"```\n\S+  3 changes\n(.*?)```", text, re.DOTALL)
    assert list(step_lines(old, new, diff(old, new), 100)) == picture.splitlines()
