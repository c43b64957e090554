"""bots/client.py: a bot is one function; the rest is the client's."""

import subprocess
import time

import pytest

from tests.arena.helpers import BOTS
from tests.bots.helpers import BYE, HELLO, LEGAL, heard, lines, program, request

FIRST = "from client import play, option\nplay(lambda request: request['legal'][0]"
RACE = {"type": "race", "race": "r", "seat": 0}
GONE = {"type": "error", "code": "timeout", "why": "", "faults": 1, "left": 2, "applied": "g1 0"}


def act(id, action=LEGAL[0], **more):
    return {"type": "act", "id": id, "action": action, **more}


@pytest.mark.parametrize(
    ("given", "more"),
    [
        ("", {"name": "", "wants": ["legal", "view"]}),
        (", 'mine', '1.2'", {"name": "mine", "wants": ["legal", "view"], "version": "1.2"}),
        (", wants=['legal']", {"name": "", "wants": ["legal"]}),
        (", events=print", {"name": "", "wants": ["legal", "view", "events"]}),
        (", wants=[], events=print", {"name": "", "wants": []}),
    ],
)
def test_ready_says_what_the_author_gave(tmp_path, given, more):
    said, errors = heard(tmp_path, f"{FIRST}{given})", HELLO)
    assert said == [{"type": "ready", "protocol": "heat/1", **more}]
    assert errors == ""


def test_an_option_has_the_type_of_its_default(tmp_path):
    options = """[option("risk", 5, min=0, max=9), option("brave", False), option("motto", "-"),
                  option("style", "calm", values=["calm", "wild"])]"""
    [ready], _ = heard(tmp_path, f"{FIRST}, options={options})", HELLO)
    assert ready["options"] == [
        {"name": "risk", "type": "spin", "default": 5, "min": 0, "max": 9},
        {"name": "brave", "type": "check", "default": False},
        {"name": "motto", "type": "string", "default": "-"},
        {"name": "style", "type": "combo", "default": "calm", "values": ["calm", "wild"]},
    ]


def test_every_request_has_the_values_of_the_options(tmp_path):
    body = "from client import play, option\nplay(lambda r: str(r['options']), options=[option('risk', 5)])"
    races = [{**RACE, "options": {"risk": n}} for n in (7, 8)]
    (_, *acts), _ = heard(tmp_path, body, HELLO, races[0], request(1), request(2), races[1], request(3))
    assert [said["action"] for said in acts] == ["{'risk': 7}", "{'risk': 7}", "{'risk': 8}"]


def test_who_listens_hears_the_messages(tmp_path):
    told = [RACE, {"type": "events", "from": 1, "events": []}, {"type": "error", "code": "parse"}, {"type": "result"}]
    listeners = ", ".join(f"{kind}=print" for kind in ("race", "events", "error", "result"))
    _, errors = heard(tmp_path, f"{FIRST}, {listeners})", HELLO, *told, BYE)
    assert errors.splitlines() == [str(message) for message in told]


def test_who_fails_to_listen_races_on(tmp_path):
    (_, said), errors = heard(tmp_path, f"{FIRST}, race=lambda message: 1 / 0)", HELLO, RACE, request(1))
    assert said == act(1)
    assert errors.endswith("ZeroDivisionError: division by zero\n")


def test_a_note_goes_with_an_action(tmp_path):
    body = "from client import play\nplay(lambda r: (r['legal'][1], 0.73))"
    (_, said), _ = heard(tmp_path, body, HELLO, request(1))
    assert said == act(1, LEGAL[1], note="0.73")


@pytest.mark.parametrize(
    ("does", "says"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("None", "TypeError: the answer is None; one of request['legal'] is right"),
        ("3", "TypeError: the answer is 3; one of request['legal'] is right"),
        ("('a', 'b', 'c')", "ValueError: too many values to unpack (expected 2)"),
    ],
)
def test_a_failure_is_told_and_answered_with_the_first_legal_action(tmp_path, does, says):
    body = f"from client import play\nplay(lambda r: {does} if r['id'] == 7 else 'x')"
    (_, *acts), errors = heard(tmp_path, body, HELLO, request(7), request(8))
    assert acts == [act(7), act(8, "x")]
    trace, *report = errors.splitlines()
    assert trace == "Traceback (most recent call last):"
    assert report[-2:] == [says, "request 7: answered with the first legal action, 'g1 0'"]


def test_a_failure_without_a_list_is_answered_all_the_same(tmp_path):
    body = "from client import play\nplay(lambda r: 1 / 0, wants=())"
    bare = request(1)
    del bare["legal"]
    (_, said), _ = heard(tmp_path, body, HELLO, bare)
    assert said == act(1, "")


def test_print_is_for_the_author(tmp_path):
    body = "from client import play\nplay(lambda r: print('thinking') or r['legal'][0])"
    (_, said), errors = heard(tmp_path, body, HELLO, request(1))
    assert said == act(1)
    assert errors == "thinking\n"


# the pipe


def test_after_a_pause_what_is_too_late_is_not_answered(tmp_path):
    waiting = [request(1), {**GONE, "id": 1}, request(2), {**GONE, "id": 2}, request(3)]
    (_, *acts), _ = heard(tmp_path, f"{FIRST})", HELLO, *waiting)
    assert acts == [act(3)]


def test_warnings_make_nothing_late(tmp_path):
    warning = {"type": "error", "code": "parse", "why": "", "faults": 0, "left": 3, "id": 1}
    (_, *acts), _ = heard(tmp_path, f"{FIRST})", HELLO, request(1), warning, request(2))
    assert acts == [act(1), act(2)]


@pytest.mark.parametrize(
    "line",
    [
        b"\n",
        b" \r\n",
        b'{"type": "gossip"}\r\n',
        b'{"x": 1}\n',
        b'\xef\xbb\xbf{"type": "race"}\n',
        b'{"type": "result"}\n',
    ],
)
def test_what_needs_no_answer_gets_none(tmp_path, line):
    said, errors = heard(tmp_path, f"{FIRST})", HELLO, line, request(1), line)
    assert said[1:] == [act(1)]
    assert errors == ""


@pytest.mark.parametrize("line", [b"oops\n", b"\xff\xfe\n", b"3\n", b"[" * 100_000 + b"\n"])
def test_what_is_no_message_is_told_and_passed_over(tmp_path, line):
    said, errors = heard(tmp_path, f"{FIRST})", HELLO, line, request(1))
    assert said[1:] == [act(1)]
    assert errors.startswith("no message: b'")
    assert len(errors) < 300


def test_lines_may_come_in_pieces():
    body = "from client import play\nplay(lambda r: r['legal'][0])"
    said = lines(HELLO) + '{"type": "request", "id": 1, "legal": ["ümläut 🏎"]}\n'.encode()
    with subprocess.Popen(program(body), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as bot:
        for i in range(len(said)):
            bot.stdin.write(said[i : i + 1])
            time.sleep(0.001)
        bot.stdin.close()
        answer = bot.stdout.read().splitlines()[1]
    assert answer == b'{"type": "act", "id": 1, "action": "\\u00fcml\\u00e4ut \\ud83c\\udfce"}'


def test_every_answer_is_sent_at_once():
    with subprocess.Popen(program(f"{FIRST})"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as bot:
        for message in (HELLO, request(1), request(2)):
            bot.stdin.write(lines(message))
            assert bot.stdout.readline().startswith(b'{"type": "')
        bot.stdin.close()


def test_after_bye_the_program_goes_on_and_what_follows_is_not_read(tmp_path):
    said, errors = heard(tmp_path, f"{FIRST})\nprint('home')", HELLO, BYE, request(1))
    assert len(said) == 1
    assert errors == "home\n"


def test_the_end_of_the_input_is_the_end(tmp_path):
    said, errors = heard(tmp_path, f"{FIRST})\nprint('home')", HELLO, b'{"type": "requ')
    assert len(said) == 1
    assert errors == "home\n"


def test_a_referee_that_is_gone_ends_the_program_quietly():
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(program(f"{FIRST})"), **pipes) as bot:
        bot.stdout.close()
        bot.stdin.write(lines(HELLO))
        bot.stdin.flush()
        assert bot.wait(10) == 0
        assert bot.stderr.read() == b""


def test_the_client_is_short():
    assert len((BOTS / "client.py").read_text().splitlines()) < 100
