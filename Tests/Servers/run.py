#!/usr/bin/env python3
"""Runs a program while misbehave.py and nginx.py serve.

    run.py PROGRAM ARGUMENT...

The program's environment has the URLs of their ports (TEST_SERVER, TEST_STATS, TEST_MUTE, TEST_DEAF; TEST_HTTP,
TEST_ECHO, TEST_HTTPS, TEST_OTHER, no path) and the paths of certificates (TEST_CA, TEST_CADIRECTORY, TEST_STRANGER).
"""
import json
import os
import pathlib
import subprocess
import sys

SERVERS = pathlib.Path(__file__).resolve().parent


def start(script, argument):
    process = subprocess.Popen([sys.executable, "-B", SERVERS / script, argument], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE)
    told = json.loads(process.stdout.readline())
    variables = {}
    for name, value in told.items():
        scheme = "https" if name in ("https", "other") else "http"
        variables["TEST_" + name.upper()] = f"{scheme}://127.0.0.1:{value}" if isinstance(value, int) else value
    return process, variables


def main():
    bad, bad_variables = start("misbehave.py", SERVERS.parent.parent.parent / "shared" / "faults")
    good, good_variables = start("nginx.py", SERVERS.parent / "Fixtures")
    try:
        sys.exit(subprocess.run(sys.argv[1:], env={**os.environ, **bad_variables, **good_variables}).returncode)
    finally:
        for process in (bad, good):
            process.stdin.close()
            process.wait()


if __name__ == "__main__":
    main()
