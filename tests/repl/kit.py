"""Tables to sit at: a race or a position in one literal line a car, and the lines that somebody types."""

from heatcli.arena.drivers import Local
from heatcli.arena.players import load
from heatcli.core.rules import Rules
from heatcli.core.season import Season
from heatcli.core.specs import Seat, Spec, Stock, seat_cars
from heatcli.data.library import Library
from heatcli.data.seasons import legs_of
from heatcli.record.header import header_of
from heatcli.record.position import brought
from heatcli.record.tokens import token
from heatcli.repl.course import Course, race_of
from heatcli.repl.match import Person
from heatcli.repl.places import Settings
from heatcli.repl.plain import converse
from heatcli.repl.session import Session

FILLER = " deck 1 2 3 4 1 2 3 4"


def driver(name):
    return Local(name, Person()) if name.startswith(("you", "player")) else Local(name, load(name))


def table(track="usa", drivers=("you", "first"), legends=0, seed="table", machine=True, shelf=None, **rules):
    """A race from its start; who is called `you` or `player…` sits here."""
    library = Library()
    spec = Spec(
        library.track(track),
        seat_cars(len(drivers), legends),
        library.catalogue,
        library.legends,
        Rules(**rules),
        None,
        library.weather,
    )
    people = [seat for seat, name in zip(spec.drivers, drivers, strict=True) if name.startswith(("you", "player"))]
    crew = [driver(name) for name in drivers]
    return seated(Course(spec, seed, crew, people, crew=crew), machine, shelf)


def position(track, cars, seed="position", machine=True, round=1, weather="", event=None, names=(), **rules):
    """A race from a position; the first car is yours, the others drive on carefully. A text that begins with `legend`
    is a Legend; `names` are for the others."""
    library = Library()
    seats = [Seat(colour, text.startswith("legend ")) for colour, text in cars.items()]
    texts = {
        colour: text.removeprefix("legend ") if text.startswith("legend ") or " deck " in text else text + FILLER
        for colour, text in cars.items()
    }
    own = tuple(brought(text, library.catalogue) for text in texts.values())
    card = library.event(event) if event else None
    spec = Spec(
        library.track(track),
        seats,
        library.catalogue,
        library.legends,
        Rules(weather=bool(weather), **rules),
        None,
        library.weather,
        Stock(own),
        card,
    )
    called = ["you", *names, *["first"] * len(seats)][: len(seats)]
    header = header_of(spec, seed, called, cars=texts, round=round, weather=weather)
    drivers = [driver(called[seat]) for seat in spec.drivers]
    people = [seat for seat in spec.drivers if called[seat].startswith(("you", "player"))]
    return seated(Course(spec, seed, drivers, people, header=header), machine)


def season(name="1961", drivers=("you", "racer"), legends=2, seed="season"):
    """A championship at its first decision."""
    library = Library()
    _, legs = legs_of(name, library, seed)
    seats = seat_cars(len(drivers), legends)
    championship = Season(name, legs, seats, library.catalogue, library.legends, library.weather)
    course = Course(championship.spec(), seed, [driver(one) for one in drivers], [0])
    return seated(race_of(course, championship))


def seated(course, machine=True, shelf=None):
    session = Session(course, shelf, Settings(), machine=machine)
    go_on(session)
    return session


def go_on(session):
    """The others drive until somebody here is asked."""
    while session.step():
        pass


def typed(session, *lines):
    """What is said to some lines; no line leaves a decision of the others open."""
    said = session.take()
    for line in lines:
        session.feed(line)
        go_on(session)
        said += session.take()
    return said


def read(session, *lines):
    """All that a pipe gets back."""
    shown = []
    converse(session, lines, shown.append)
    return "\n".join(shown)


def tokens(session):
    """The tokens that were written down so far, of the person's seat."""
    match = session.match
    return [
        token(action, match.spec.catalogue)
        for seat, action, asked, *_ in match.race.game.trail
        if seat == session.seat and asked
    ]
