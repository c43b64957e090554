import re
import shutil

import msgspec
import pytest

from heatcli.wire import messages
from tests.arena.helpers import BOTS, faults, race

README = (BOTS.parent / "protocol" / "README.md").read_text()


@pytest.mark.skipif(shutil.which("jq") is None, reason="jq is not installed")
def test_the_jq_program_of_the_readme_is_a_bot():
    program = re.search(r"jq -c --unbuffered '(.*?)'", README, re.DOTALL)[0]
    [outcome] = race(program, "builtin:cautious")
    assert faults(outcome, 0) == []


def test_every_message_stands_in_the_readme():
    for message in (*messages.FromReferee.__args__, *messages.FromBot.__args__):
        assert f'"type":"{message.__struct_config__.tag}"' in README


def test_the_readme_tells_every_field():
    for message in (*messages.FromReferee.__args__, *messages.FromBot.__args__):
        for field in msgspec.structs.fields(message):
            assert re.search(rf"[\"`]{field.encode_name}[\"`?]", README), field.encode_name


def test_lines_begin_with_the_type():
    assert messages.line(messages.Bye()) == b'{"type":"bye"}\n'
    assert messages.line(messages.Limits(1, 2)).startswith(b'{"line"')
