import pytest

from heatcli.arena.drivers import Entry, parse, started
from heatcli.errors import DriverError


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("builtin:random", Entry("random")),
        ("python 'my bot.py'", Entry(argv=("python", "my bot.py"))),
        ("name=A cmd='python bot.py' ms=500", Entry(argv=("python", "bot.py"), name="A", ms=500)),
        ("cmd=builtin:cautious name='Old Man'", Entry("cautious", name="Old Man")),
        ("human", Entry(human=True)),
        ("cmd=human name=Ann", Entry(human=True, name="Ann")),
        ("cmd=a option.risk=3 option.b=x", Entry(argv=("a",), options=(("risk", "3"), ("b", "x")))),
    ],
)
def test_a_driver_is_a_builtin_a_command_or_parts(text, entry):
    assert parse(text) == entry


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "builtin:random"),
        ("builtin:fast", "builtin:cautious, builtin:random"),
        ("builtin:random x", "alone"),
        ("python 'bot.py", "quote"),
        ("name=A", "cmd="),
        ("cmd=", "cmd="),
        ("cmd=a ms=0", "1 to"),
        ("cmd=a ms=-5", "1 to"),
        ("cmd=a colour=red", "name, cmd, ms and option.NAME"),
        ("cmd=a option.=1", "option.NAME"),
        ("human 2", "alone"),
        ("cmd=human ms=5", "means nothing to it"),
        ("cmd=builtin:random option.risk=1", "option.risk means nothing to it"),
        ("cmd=a cmd=b", "once"),
    ],
)
def test_a_wrong_driver_is_refused_with_what_would_be_right(text, hint):
    with pytest.raises(DriverError, match=hint):
        parse(text)


def test_a_command_that_cannot_be_started_is_refused_and_the_others_end():
    with pytest.raises(DriverError, match="cannot be started"), started([parse("cat"), parse("/no/such/program")]):
        pass
