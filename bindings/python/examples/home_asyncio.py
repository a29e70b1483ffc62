"""A home page in asyncio: shown, and then what changes in it.

python3 home_asyncio.py URL [TIMES [SECONDS]]     Asks so many times (3), every so many seconds (5).

The server answers as NetEase's music does; python3 Tests/Servers/demo.py is one.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator

import feedcore
from feedcore import ChangeKind


async def show(changes: AsyncIterator[feedcore.Event]) -> None:
    """Runs beside main(): the feed may show something newer by then than event.page."""
    async for event in changes:
        if event.page is None or event.change is None:
            continue  # a RESET, of thousands of changes: a list would be made anew of event.page
        print(f"revision {event.revision_to}: {event.change}")
        if event.change.kind == ChangeKind.SECTIONS:
            first = event.change.position or 0
            for section in event.page.sections[first : first + event.change.added]:
                print(f"  {section.kind.name}: {section.title or '-'}, {len(section.items)} items")


async def main(base: str, times: str = "3", seconds: str = "5") -> int:
    async with feedcore.Context() as context:
        feed = feedcore.Feed(context, {"preset": "netease-home", "baseURL": base})
        showing = asyncio.create_task(show(feed.changes()))
        failures = 0
        for turn in range(int(times)):
            await asyncio.sleep(float(seconds) if turn else 0)
            try:
                event = await asyncio.wait_for(feed.refresh(), 30)
                print(f"request {event.request}: {len(feed.sections)} sections")
            except (feedcore.FeedcoreError, asyncio.TimeoutError) as error:
                failures += 1
                print(f"no page: {error or 'no answer in 30 seconds'}", file=sys.stderr)
        feed.close()  # which ends its changes
        await showing
        return 1 if failures else 0


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    sys.exit(asyncio.run(main(*sys.argv[1:])))
