"""What reaches the shell from outside: signals, a terminal that is gone, bots that take their time, a full disk."""

import asyncio
import errno
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from threading import Thread
from typing import Final

from prompt_toolkit.history import DummyHistory, FileHistory, History, InMemoryHistory

from heatcli.repl.places import HISTORY, Shelf

GONE: Final = (errno.EIO, errno.ENXIO, errno.EPIPE)
MOMENT: Final = 0.3  # seconds
LONG: Final = 5.0


@contextmanager
def lasting(stop: Callable[[], None]) -> Iterator[None]:
    """SIGTERM and SIGHUP call `stop`, so that none interrupts a drawing half-way and leaves a terminal untidy.

    Who ignores them, still does. Raises KeyboardInterrupt when the terminal is gone, as for a signal.
    """
    ends = (signal.SIGTERM, signal.SIGHUP)
    before = [(n, signal.signal(n, lambda *_: stop())) for n in ends if signal.getsignal(n) != signal.SIG_IGN]
    try:
        yield
    except EOFError:
        raise KeyboardInterrupt from None
    except OSError as error:
        if error.errno not in GONE:
            raise
        raise KeyboardInterrupt from None
    finally:
        for number, handler in before:
            signal.signal(number, handler)


class Beside:
    """A thread for what has to be waited for, so that the screen stays alive."""

    def __init__(self) -> None:
        self._thread: Thread | None = None

    async def do(self, work: Callable[[], bool]) -> bool:
        """What a function returns."""
        future: Future[bool] = Future()
        future.set_running_or_notify_cancel()

        def run() -> None:
            try:
                future.set_result(work())
            except BaseException as error:
                future.set_exception(error)

        self._thread = Thread(target=run, daemon=True)
        self._thread.start()
        return await asyncio.wrap_future(future)

    def end(self, hurry: Callable[[], None]) -> None:
        """Nobody waits for an answer any more; what is still worked at after a moment is made to end by `hurry`."""
        if self._thread is not None:
            self._thread.join(MOMENT)
            if self._thread.is_alive():
                hurry()
                self._thread.join(LONG)


class _Kept(FileHistory):
    """Lines that cannot be written are remembered for this session alone."""

    def store_string(self, string: str) -> None:
        with suppress(OSError):
            super().store_string(string)


def history(shelf: Shelf | None, shared: bool = False) -> History:
    """What was typed before; without a folder to write in, in this session alone.

    Of a `shared` keyboard nothing: the next person must not find the plan of the last one.
    """
    if shared:
        return DummyHistory()
    if shelf is None:
        return InMemoryHistory()
    try:
        shelf.folder.mkdir(parents=True, exist_ok=True)
        (shelf.folder / HISTORY).open("ab").close()
    except OSError:
        return InMemoryHistory()
    return _Kept(str(shelf.folder / HISTORY))
