"""Ends its lines with CR LF.

The referee: strips white space; nothing is wrong.
"""

from _bad import run, well


def start(bot):
    bot.newline = b"\r\n"


run(well, start=start)
