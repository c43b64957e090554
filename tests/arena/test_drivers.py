import pytest

from heatcli.arena.drivers import Entry, parse, started
from heatcli.arena.isolation import Setting
from heatcli.errors import DriverError


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("builtin:random", Entry("random")),
        ("python 'my bot.py'", Entry(argv=("python", "my bot.py"))),
        ("name=A cmd='python bot.py' ms=500", Entry(argv=("python", "bot.py"), name="A", clocks=(("ms", 500),))),
        ("cmd=builtin:first name='Old Man'", Entry("first", name="Old Man")),
        ("human", Entry(human=True)),
        ("cmd=human name=Ann", Entry(human=True, name="Ann")),
        ("cmd=a option.risk=3 option.b=x", Entry(argv=("a",), options=(("risk", "3"), ("b", "x")))),
        (
            "cmd=a first_ms=9 bank_ms=60000 add_ms=0",
            Entry(argv=("a",), clocks=(("first_ms", 9), ("bank_ms", 60000), ("add_ms", 0))),
        ),
        (
            "cmd=a dir=/ memory=200 cpu=60 env.THREADS=1",
            Entry(argv=("a",), setting=Setting("/", (("THREADS", "1"),), 200, 60)),
        ),
    ],
)
def test_a_driver_is_a_builtin_a_command_or_parts(text, entry):
    assert parse(text) == entry


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "builtin:random"),
        ("builtin:fast", "builtin:first, builtin:random"),
        ("builtin:random x", "alone"),
        ("python 'bot.py", "quote"),
        ("name=A", "cmd="),
        ("cmd=", "cmd="),
        ("cmd=a ms=0", "1 to"),
        ("cmd=a ms=-5", "1 to"),
        ("cmd=a colour=red", "name, cmd, ms, first_ms, .*cpu, restart, env.NAME and option.NAME"),
        ("cmd=a option.=1", "option.NAME"),
        ("cmd=a env.=1", "env.NAME"),
        ("cmd=a dir=/no/such/folder", "no folder"),
        ("cmd=a memory=0", "whole megabytes from 1"),
        ("cmd=a cpu=x", "whole seconds from 1"),
        ("cmd=builtin:random memory=9", "memory means nothing to it"),
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
