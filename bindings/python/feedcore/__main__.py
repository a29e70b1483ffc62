"""python3 -m feedcore, as a program of its own: quiet on Ctrl-C and on a closed pipe."""

import io
import signal
import sys


def run() -> int:
    for name in ("SIGINT", "SIGPIPE"):
        signal.signal(getattr(signal, name), signal.SIG_DFL)  # end as cat would
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    from .cli import main

    return main()


if __name__ == "__main__":
    sys.exit(run())
