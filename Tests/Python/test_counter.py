from __future__ import annotations

import gc
import threading
import weakref

import pytest

from conftest import Unraisable
from feedcore import Counter


def test_up_and_down() -> None:
    counter = Counter()
    assert (counter.count, counter.text) == (0, "当前计数: 0")
    counter.increment()
    counter.increment()
    counter.decrement()
    assert (counter.count, counter.text) == (1, "当前计数: 1")
    assert repr(counter) == "Counter('当前计数: 1')"


def test_format() -> None:
    counter = Counter(3, format="{count} of {count} 🎵")
    assert counter.text == "3 of 3 🎵"
    counter.set_format(None)
    assert counter.text == "当前计数: 3"
    with pytest.raises(ValueError, match="null"):
        counter.set_format("a\0b")
    with pytest.raises(UnicodeEncodeError):
        counter.set_format("\ud800")
    assert counter.text == "当前计数: 3"


@pytest.mark.parametrize(("start", "step"), [(2**63 - 1, "increment"), (-(2**63), "decrement")])
def test_it_stays_at_its_ends(start: int, step: str) -> None:
    seen: list[int] = []
    counter = Counter(start, callback=lambda _counter, count: seen.append(count))
    getattr(counter, step)()
    assert counter.count == start
    assert seen == []


@pytest.mark.parametrize("initial", [2**63, -(2**63) - 1])
def test_no_more_than_64_bits(initial: int) -> None:
    with pytest.raises(OverflowError):
        Counter(initial)


def test_the_callback_is_told_counter_and_count() -> None:
    seen: list[tuple[Counter, int]] = []
    counter = Counter(5, callback=lambda *told: seen.append(told))
    counter.increment()
    counter.decrement()
    assert seen == [(counter, 6), (counter, 5)]
    assert seen[0][0] is counter


def test_only_the_last_callback_is_told() -> None:
    first: list[int] = []
    second: list[int] = []
    counter = Counter(callback=lambda _, count: first.append(count))
    counter.increment()
    counter.set_callback(lambda _, count: second.append(count))
    counter.increment()
    counter.set_callback(None)
    counter.increment()
    assert (first, second) == ([1], [2])


def test_what_is_no_function_is_refused() -> None:
    counter = Counter()
    with pytest.raises(TypeError, match="not callable"):
        counter.set_callback("print")  # type: ignore[arg-type]
    counter.increment()


class Listener:
    def __call__(self, counter: Counter, count: int) -> None:
        pass


def test_a_callback_is_kept_while_c_can_call_it_and_no_longer() -> None:
    listener = Listener()
    alive = weakref.ref(listener)
    counter = Counter()
    counter.set_callback(listener)
    del listener
    gc.collect()
    counter.increment()
    assert alive() is not None
    counter.set_callback(None)
    assert alive() is None


@pytest.mark.parametrize("end", [lambda c: c.close(), lambda c: c.set_callback(print)])
def test_each_way_out_drops_the_callback(end) -> None:  # type: ignore[no-untyped-def]
    listener = Listener()
    alive = weakref.ref(listener)
    counter = Counter(callback=listener)
    del listener
    end(counter)
    assert alive() is None


def test_a_counter_goes_at_once_with_its_callback() -> None:
    listener = Listener()
    callback = weakref.ref(listener)
    counter = Counter(callback=listener)
    alive = weakref.ref(counter)
    del listener, counter
    assert alive() is None
    assert callback() is None


def test_a_callback_that_holds_its_counter_is_collected() -> None:
    class View:
        def __init__(self) -> None:
            self.counter = Counter(callback=self.changed)

        def changed(self, counter: Counter, count: int) -> None:
            pass

    view = View()
    view.counter.increment()
    alive = weakref.ref(view)
    del view
    gc.collect()
    assert alive() is None


def test_close_inside_the_callback(unraisable: Unraisable) -> None:
    listener = weakref.WeakSet[Listener]()

    class Closer(Listener):
        def __call__(self, counter: Counter, count: int) -> None:
            counter.close()
            gc.collect()
            seen.append(count)

    seen: list[int] = []
    closer = Closer()
    listener.add(closer)
    counter = Counter(callback=closer)
    del closer
    counter.increment()
    assert seen == [1]
    assert repr(counter) == "Counter(closed)"
    assert len(listener) == 0
    assert unraisable == []


def test_a_callback_may_replace_itself_and_count_on(unraisable: Unraisable) -> None:
    seen: list[tuple[str, int]] = []

    def second(_counter: Counter, count: int) -> None:
        seen.append(("second", count))

    def first(counter: Counter, count: int) -> None:
        counter.set_callback(second)
        gc.collect()
        seen.append(("first", count))
        counter.increment()

    counter = Counter(callback=first)
    del first
    counter.increment()
    assert seen == [("first", 1), ("second", 2)]
    assert unraisable == []


def test_the_last_reference_dropped_inside_the_callback(unraisable: Unraisable) -> None:
    holder: list[Counter] = []

    def drop(_counter: Counter, _count: int) -> None:
        holder.clear()

    holder.append(Counter(callback=drop))
    alive = weakref.ref(holder[0])
    holder[0].increment()
    assert alive() is None
    assert unraisable == []


def test_an_exception_in_a_callback_does_not_pass_through_c(unraisable: Unraisable) -> None:
    def fail(_counter: Counter, count: int) -> None:
        raise RuntimeError(f"at {count}")

    counter = Counter(callback=fail)
    counter.increment()
    counter.increment()
    assert [str(error) for error in unraisable] == ["at 1", "at 2"]
    assert counter.count == 2


def test_closed() -> None:
    with Counter(1) as counter:
        assert counter.count == 1
    counter.close()
    for use in (counter.increment, counter.decrement, lambda: counter.count, lambda: counter.text):
        with pytest.raises(ValueError, match="closed"):
            use()
    with pytest.raises(ValueError, match="closed"):
        counter.set_callback(print)
    with pytest.raises(ValueError, match="closed"):
        counter.set_format("x")


def test_one_thread_at_a_time() -> None:
    seen: list[int] = []
    counter = Counter(callback=lambda _, count: seen.append(count))

    def work() -> None:
        for _ in range(2000):
            counter.increment()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counter.count == 8000
    assert seen == list(range(1, 8001))


def test_many_counters_in_any_order() -> None:
    counters = [Counter(i, callback=Listener()) for i in range(300)]
    for counter in counters:
        counter.increment()
    del counters[::3]
    del counters[1::2]
    counters.reverse()
    gc.collect()
    assert all(counter.text.endswith(str(counter.count)) for counter in counters)
