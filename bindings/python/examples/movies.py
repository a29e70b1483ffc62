"""The movies that come soon, and the page of the one that is chosen.

python3 movies.py URL           Then type the number of a movie.

The server answers /v2/movie/coming_soon as Douban's did; python3 Tests/Servers/demo.py is one.
"""

import sys
import webbrowser

import feedcore
from feedcore import ActionKind, EventKind


def told(feed: feedcore.Feed, event: feedcore.Event) -> None:
    if event.kind == EventKind.COMPLETE and event.error:
        print(f"no movies: {event.error}", file=sys.stderr)
    elif event.kind == EventKind.COMPLETE:
        for number, movie in enumerate(movies(feed), 1):
            print(number, movie.title, movie.extras.text("year") or "", movie.image or "")
    elif event.activation and event.activation.kind == ActionKind.OPEN_URL:
        webbrowser.open(event.activation.url or "")


def movies(feed: feedcore.Feed) -> "list[feedcore.Item]":
    return [item for section in feed.sections for item in section.items]


def main(base: str) -> int:
    with feedcore.Context() as context:
        feed = feedcore.Feed(context, {"preset": "douban-movies", "baseURL": base}, told)
        feed.refresh()
        context.run()
        for line in sys.stdin if movies(feed) else ():
            if line.strip().isdecimal() and 1 <= int(line) <= len(movies(feed)):
                feed.activate(movies(feed)[int(line) - 1])
                context.run()
            else:
                print(f"a number from 1 to {len(movies(feed))}, please", file=sys.stderr)
        return 1 if feed.sources[0].error else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
