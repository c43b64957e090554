"""Shuffles and seeds (SPEC chapter C): every shuffle is named by pile and number, and needs no generator state."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final, Protocol

_BLOCK: Final = 32  # cards served by one 512-bit digest


class Rng(Protocol):
    """What `resample` draws from: anything with `random()` in [0, 1), such as random.Random."""

    def random(self) -> float: ...


def seed_key(seed: str) -> bytes:
    """The 32-byte key of a seed; any text is a seed."""
    return blake2b(seed.encode(), digest_size=32).digest()


def shuffle(key: bytes, pile: str, k: int, cards: Sequence[int]) -> list[int]:
    """Fisher-Yates over one big number made of keyed digests; the first card is the top."""
    order = sorted(cards)
    digests = b"".join(
        blake2b(f"{pile}/{k}/{block}".encode(), key=key).digest() for block in range(len(order) // _BLOCK + 1)
    )
    number = int.from_bytes(digests, "little")
    for i in range(len(order) - 1, -1, -1):
        number, j = divmod(number, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def draw_order(rng: Rng, cards: Sequence[int]) -> list[int]:
    """The cards in a random order of a search bot's own making (no pile, no coordinates)."""
    order = list(cards)
    for i in range(len(order) - 1, 0, -1):
        j = int(rng.random() * (i + 1))
        order[i], order[j] = order[j], order[i]
    return order


def bot_seed(seed: str, seat: int) -> str:
    """The seed a bot in this seat may use for itself; tells nothing about the race."""
    return blake2b(f"bot/{seat}".encode(), digest_size=16, key=seed_key(seed)).hexdigest()


def commitment(seed: str) -> str:
    """Proof, given before the race, that the seed named after it was the one used."""
    return blake2b(b"commit", digest_size=32, key=seed_key(seed)).hexdigest()
