"""The protocol in other languages: each bot is written here as a stranger would, and all race together."""

import shutil
import subprocess
import sys

import pytest

from tests.arena.helpers import grid_of, inside, rows_of

PYTHON = """
import json, sys
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": m["protocol"], "name": "python"}), flush=True)
    elif m["type"] == "request":
        print(json.dumps({"type": "act", "id": m["id"], "action": m["legal"][0]}), flush=True)
"""

NODE = """
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const m = JSON.parse(line);
  const say = (message) => process.stdout.write(JSON.stringify(message) + "\\n");
  if (m.type === "hello") say({ type: "ready", protocol: m.protocol, name: "node" });
  if (m.type === "request") say({ type: "act", id: m.id, action: m.legal[0] });
});
"""

C = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        if (strstr(line, "\"type\":\"hello\"")) {
            puts("{\"type\":\"ready\",\"protocol\":\"heat/1\",\"name\":\"c\",\"wants\":[\"legal\"]}");
        } else if (strstr(line, "\"type\":\"request\"")) {
            char *action = strstr(line, "\"legal\":[\"") + 10;
            *strchr(action, '"') = 0;
            printf("{\"type\":\"act\",\"id\":%d,\"action\":\"%s\"}\n", atoi(strstr(line, "\"id\":") + 5), action);
        }
        fflush(stdout);
    }
}
"""

SHELL = """#!/bin/sh
while read -r line; do
    case "$line" in
        *'"type":"hello"'*) echo '{"type":"ready","protocol":"heat/1","name":"sh"}' ;;
        *'"type":"request"'*) printf '%s\\n' "$line" | jq -c '{type: "act", id, action: .legal[0]}' ;;
    esac
done
"""


def python(folder):
    (folder / "bot.py").write_text(PYTHON)
    return f"{sys.executable} {folder / 'bot.py'}"


def node(folder):
    (folder / "bot.js").write_text(NODE)
    return f"node {folder / 'bot.js'}"


def c(folder):
    (folder / "bot.c").write_text(C)
    subprocess.run(["gcc", "-O1", "-o", folder / "bot", folder / "bot.c"], check=True)
    return str(folder / "bot")


def shell(folder):
    (folder / "bot.sh").write_text(SHELL)
    return f"sh {folder / 'bot.sh'}"


LANGUAGES = {"python": (python, None), "node": (node, "node"), "c": (c, "gcc"), "shell": (shell, "jq")}


def made(folder, name):
    make, program = LANGUAGES[name]
    if program is not None and shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    return make(folder)


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_bot_in_this_language_races_without_a_fault(tmp_path, name):
    bot = made(tmp_path, name)
    words = ["race", "usa", "--laps", "1", "--seed", "1", "--limit", "5000", "--json"]
    told = rows_of(inside(*words, *grid_of(bot, "builtin:first")).stdout)[-1]
    assert (told["why"], told["faults"], told["warnings"]) == ("finished", [], [])
    # The first legal action in any language is the cautious player's.
    same = rows_of(inside(*words, *grid_of("builtin:first", "builtin:first")).stdout)[-1]
    assert [row["distance"] for row in told["standings"]] == [row["distance"] for row in same["standings"]]


def test_bots_in_four_languages_race_together(tmp_path):
    bots = [made(tmp_path, name) for name in LANGUAGES]
    words = ["race", "usa", "--laps", "1", "--seed", "1", "--limit", "5000", "--garage", "mixed", "--weather"]
    run = inside(*words, "--json", *grid_of(*bots))
    told = rows_of(run.stdout)[-1]
    assert (told["why"], told["faults"], told["warnings"]) == ("finished", [], [])
    assert {row["name"] for row in told["standings"]} == {"python", "node", "c", "sh"}
