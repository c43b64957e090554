"""Takes 256 MB (--size) and keeps them.

The referee: nothing is wrong with its race, unless a limit forbids it; then exited.
"""

from _bad import run


def deed(bot, request):
    bot.kept = [bytearray(b"\x01") * 1_000_000 for _ in range(bot.size)]
    bot.answer(request)


run(deed, size=256)
