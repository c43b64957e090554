"""The cockpit at a terminal: one screen, a line to type on, and the race going on above it."""

import asyncio
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from textwrap import wrap
from typing import Final

from prompt_toolkit.application import Application, get_app_or_none
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.clipboard import DummyClipboard
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import Float, FloatContainer, HSplit, Layout, VSplit, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.styles import Style

from heatcli.arena.drivers import Bot, bots
from heatcli.repl.asking import Typed, last_word, typed, words_for
from heatcli.repl.look import STYLE
from heatcli.repl.outside import Beside, history, lasting
from heatcli.repl.scene import Scene
from heatcli.repl.screen import screen
from heatcli.repl.session import Session
from heatcli.repl.text import Line

PAGE: Final = "class:page"
SHORT: Final = 3
"""Lines that are said above the prompt; more are a page, read in place of the map."""

ANSWERED: Final = 2  # lines about what is typed; kept free, so that nothing jumps


class _Words(Completer):
    """Tab: how the line can go on."""

    def __init__(self, shell: "Shell") -> None:
        self._shell = shell

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        if self._shell.is_busy:
            return
        text = document.text_before_cursor
        for word, says in words_for(self._shell.session, text):
            yield Completion(word, -len(last_word(text)), display_meta=says)


class Shell:
    """A session and its screen."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.is_busy = _takes_time(session)
        while not self.is_busy and session.step():
            pass  # nobody is waited for
        self._scene: Scene = session.scene()
        self._notes: list[str] = []
        self._lesson: list[str] = []  # of the decision that is asked for
        self._page: list[str] = []
        self._is_reading = False  # the page answers a command; Enter goes back
        self._page_at = self._page_room = self._page_lines = 0  # of the page as it was drawn last
        self._typed: tuple[str, Scene, Typed] = ("", self._scene, Typed())  # what was typed in which scene
        self._going = False  # Ctrl-C was pressed once
        self._seen_enough = asyncio.Event()
        self.buffer = Buffer(
            completer=_Words(self),
            history=history(session.shelf, shared=len(session.match.people) > 1),
            accept_handler=self._accept,
            multiline=False,
            on_text_changed=lambda _: self._text_changed(),
        )
        self.app: Application[None] = Application(
            layout=self._layout(),
            key_bindings=self._bindings(),
            style=Style.from_dict(STYLE),
            clipboard=DummyClipboard() if len(session.match.people) > 1 else None,  # no line is another's
            full_screen=True,
            enable_page_navigation_bindings=False,
            after_render=lambda _: self._begin(),
        )
        self._begun = False
        self._beside = Beside()

    # --- what is on the screen

    def _layout(self) -> Layout:
        line = VSplit(
            [
                Window(FormattedTextControl(self._prompt), dont_extend_width=True, height=1),
                Window(BufferControl(self.buffer), height=1),
            ]
        )
        body = HSplit([Window(FormattedTextControl(self._drawn), wrap_lines=False), line])
        menu = Float(xcursor=True, ycursor=True, content=CompletionsMenu(max_height=8))
        return Layout(FloatContainer(body, [menu]), focused_element=self.buffer)

    def _prompt(self) -> StyleAndTextTuples:
        return [("class:prompt", self.session.prompt if not self.is_busy else "...> ")]

    def _drawn(self) -> StyleAndTextTuples:
        size = self.app.output.get_size()
        lines = self.lines(size.columns, size.rows - 1)
        drawn: StyleAndTextTuples = []
        for line in lines:
            drawn += [*line, ("", "\n")]
        return drawn[:-1]

    def lines(self, width: int, height: int) -> list[Line]:
        """All above the prompt."""
        answer = self._answer()
        said = [("class:typed", piece) for text in answer.lines for piece in wrap(text, width)]
        said = said or [("class:lesson", piece) for text in self._notes or self._lesson for piece in wrap(text, width)]
        if len(said) > (room := max(ANSWERED, height // 3)):  # what is asked stays in sight
            said = [*said[: room - 1], ("class:lesson", "... (log tells more)")]
        rows: list[Line] = [*([fragment] for fragment in said), *[[]] * (ANSWERED - len(said))]
        page = [piece for text in self._page for piece in wrap(text, width, subsequent_indent="  ") or [""]]
        ascii, marks = self.session.settings.ascii, answer.marks or None
        drawn = screen(self._scene, width, height, ascii, rows, marks, page[self._page_at :])
        self._page_lines = len(page)
        self._page_room = sum(1 for line in drawn if line[0][0] == PAGE)
        return drawn

    def _turn_page(self, way: int) -> None:
        """On by what is seen of the page; its last line tells that there is more."""
        step = max(1, self._page_room - 1)
        self._page_at = max(0, min(self._page_at + way * step, self._page_lines - self._page_room))

    def _answer(self) -> Typed:
        """About the line as it stands; worked out once."""
        if self.is_busy:
            return Typed()
        text, scene, answer = self._typed
        if text != self.buffer.text or scene is not self._scene:
            answer = typed(self.session, self.buffer.text)
            self._typed = (self.buffer.text, self._scene, answer)
        return answer

    # --- what is typed

    def _accept(self, buffer: Buffer) -> bool:
        if self.is_busy:
            self._keys_pressed()
            return True  # the line stays
        self._going = False
        closes = self._is_reading and not buffer.text.strip()
        self._close_page()
        if closes:
            self._asked()
            return False
        self.session.feed(buffer.text)
        self._listen()
        if self.session.left:
            self._leave()
        else:
            self._race_on()
        return False

    def _close_page(self) -> None:
        self._page, self._page_at, self._is_reading, self._notes = [], 0, False, []

    def _listen(self) -> None:
        """What was said: a word or two above the prompt, more as a page."""
        said = self.session.take()
        if len(said) > SHORT:
            self._page, self._page_at, self._is_reading = said, 0, True
            self._notes = ["Enter goes back to the track; PgDn and PgUp turn the page."]
        elif said:
            self._notes = [*self._notes, *said][-2 * SHORT :]

    def _text_changed(self) -> None:
        self._going = False
        self._keys_pressed()

    def _keys_pressed(self) -> None:
        """Who types while others drive has seen enough."""
        if self.is_busy:
            self._seen_enough.set()
            if self.session.match.is_handed:
                self.session.match.take_back()
                self.buffer.reset()  # the key was for that

    # --- the race goes on

    def _begin(self) -> None:
        if not self._begun:
            self._begun = True
            self._race_on()

    def _race_on(self) -> None:
        """Nothing is decided here, until somebody is asked again; if nobody else drives, that is now."""
        if _takes_time(self.session) or self.session.step():
            self.is_busy = True
            self._seen_enough.clear()
            self.app.create_background_task(self._go_on())
        else:
            self._asked()

    async def _go_on(self) -> None:
        """The others decide, one after the other, each turn to be looked at, until somebody here has to."""
        try:
            while await self._step():
                self._listen()
                if self._seen_enough.is_set():
                    await asyncio.sleep(0)  # keys are still heard
                else:
                    self._look()
                    await self._watch()
        finally:
            self.is_busy = False
        self._asked()

    def _asked(self) -> None:
        self._listen()
        if self.session.is_hidden:
            self._lesson = []
        elif taught := self.session.lesson():
            self._lesson = taught
        if self.session.is_over and not self._is_reading:
            self._page, self._page_at, self._lesson = self.session.standings(), 0, []
            self._notes = self._notes[-1:]
        self._look()

    async def _step(self) -> bool:
        """A decision; who takes time is waited for beside the screen, which stays alive."""
        return await self._beside.do(self.session.step) if _takes_time(self.session) else self.session.step()

    async def _watch(self) -> None:
        """Time to look at a turn that is over, or less of it."""
        seconds = self.session.settings.pace / 1000 if self._turn_is_over() else 0.0
        with suppress(TimeoutError):
            await asyncio.wait_for(self._seen_enough.wait(), seconds)

    def _turn_is_over(self) -> bool:
        log = self.session.match.race.log
        return bool(log) and any(event[0] in ("turn", "round", "end") for event in log[-2:])

    def _look(self) -> None:
        self._scene = self.session.scene()
        if app := get_app_or_none():
            app.invalidate()

    # --- keys

    def _bindings(self) -> KeyBindings:
        keys = KeyBindings()
        actions: Sequence[tuple[str, Callable[[KeyPressEvent], object]]] = (
            ("c-c", lambda _: self._interrupt()),
            ("<sigint>", lambda _: self._interrupt()),
            ("c-d", lambda _: self.buffer.delete() if self.buffer.text else self._leave()),
            ("c-z", lambda event: event.app.suspend_to_background()),
            ("<bracketed-paste>", lambda event: self._paste(event.data)),
            ("tab", lambda _: self._complete()),
            ("pagedown", lambda _: self._turn_page(1)),
            ("pageup", lambda _: self._turn_page(-1)),
        )
        for name, action in actions:
            keys.add(name)(partial(_pressed, action))
        return keys

    def _paste(self, text: str) -> None:
        """One line at a time is fed here."""
        first, *more = text.replace("\r", "\n").strip().split("\n")
        self.buffer.insert_text(" ".join(first.split()))
        if any(map(str.strip, more)):
            self._notes = ["The first line was taken; heat play reads many lines from a pipe."]

    def _complete(self) -> None:
        if self.buffer.complete_state:
            self.buffer.complete_next()
        else:
            self.buffer.start_completion(insert_common_part=True)

    def _interrupt(self) -> None:
        """The first Ctrl-C clears the line and stops a bot that drives for somebody; the second in a row leaves."""
        if self._going:
            self._leave()
            return
        self._keys_pressed()
        self.buffer.reset()
        self.session.drop_question()
        self._going = True
        self._notes = [f"Ctrl-C once more leaves. {self.session.kept}"]
        self.app.invalidate()

    def _leave(self, error: BaseException | None = None) -> None:
        """Give the terminal back; whoever leaves twice has left."""
        if self.app.future is None or self.app.future.done():
            return
        if error is None:
            self.app.exit()
        else:
            self.app.exit(exception=error)

    def run(self) -> None:
        """On the screen until the person leaves it. Raises KeyboardInterrupt if the program is told to stop."""
        with lasting(self._stop):
            try:
                self.app.run()
            finally:
                self._beside.end(self._hurry_bots)

    def _hurry_bots(self) -> None:
        """Who thinks for long is not waited for; its race is kept as it was."""
        for bot in bots(self.session.course.drivers):
            bot.process.kill(signal.SIGKILL)

    def _stop(self) -> None:
        if self.app.loop is None:
            raise KeyboardInterrupt
        self.app.loop.call_soon_threadsafe(self._leave, KeyboardInterrupt())


def _pressed(action: Callable[[KeyPressEvent], object], event: KeyPressEvent) -> None:
    action(event)


def _takes_time(session: Session) -> bool:
    """Programs drive, or bots that search: they are waited for beside the screen."""
    drivers = session.match.race.drivers.values()
    return any(isinstance(one, Bot) or "world" in one.player.wants for one in drivers)


def converse(session: Session) -> int:
    """At the terminal until the person leaves; 0."""
    shell = Shell(session)
    shell.run()
    if session.shelf is not None and session.teaching:
        session.shelf.know()
    for line in _farewell(session):
        print(line)
    return 0


def _farewell(session: Session) -> Iterator[str]:
    if session.is_over:
        yield from session.standings()
    if not session.is_over or session.has_next:
        yield session.kept
