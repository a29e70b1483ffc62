"""The program in bindings/python/README.md does what it says."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from conftest import FIXTURES, PACKAGE, command_environment


def test_the_program_of_the_readme(tmp_path: Path) -> None:
    text = (PACKAGE / "README.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    shutil.copy(FIXTURES / "netease-home.json", tmp_path / "home.json")
    ran = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path, env=command_environment(), capture_output=True, encoding="utf-8",
    )
    assert ran.stderr == ""
    assert "PLAYLIST_RCMD 推荐歌单 [" in ran.stdout
