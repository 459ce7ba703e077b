"""Hashes that the C++ side computes as well (names/src/hash.h), and perfect hashing with them."""

MASK = (1 << 64) - 1
SHORT_MASK = (1 << 32) - 1
MULTIPLIER = 0x9E3779B97F4A7C15
SHORT_MULTIPLIER = 0x9E3779B1
SIZE_MULTIPLIER = 0x85EBCA6B


def hash_of(domain, name):
    """The hash of a name; `domain` is the number of its domain."""
    text = name.encode("ascii")
    value = ((len(text) << 8 | domain) * MULTIPLIER) & MASK
    while len(text) > 8:
        value = ((value ^ int.from_bytes(text[:8], "little")) * MULTIPLIER) & MASK
        value ^= value >> 32
        text = text[8:]
    value = ((value ^ _tail(text)) * MULTIPLIER) & MASK
    value = ((value ^ value >> 32) * MULTIPLIER) & MASK
    return value ^ value >> 29


def _tail(text):
    if 4 <= len(text) < 8:
        low, high = text[:4], text[-4:]
        return int.from_bytes(low, "little") | int.from_bytes(high, "little") << 32
    return int.from_bytes(text, "little")


def _beginning(name):
    return int.from_bytes(name[:4].encode("ascii"), "little")


def entry_place(name):
    """Where the first four characters and the length of a name stand in their filter."""
    word = _beginning(name) + len(name) * SIZE_MULTIPLIER
    return ((word * SHORT_MULTIPLIER) & SHORT_MASK) >> 16


def rule_place(name):
    """Where the first four characters stand, in their filter and in the table of rules."""
    return ((_beginning(name) * SHORT_MULTIPLIER) & SHORT_MASK) >> 16


def pair_place(name):
    """Where the first two characters stand in their filter."""
    return (ord(name[0]) & 63) << 6 | (ord(name[1]) & 63)


def filter_words(places, bits):
    """The 64-bit words of a filter."""
    words = [0] * (bits // 64)
    for place in places:
        words[place % bits // 64] |= 1 << place % 64
    return words


class PerfectHash:
    """Pilots and slots for names that are all different."""

    def __init__(self, keys):
        size = 1
        while size * 9 < len(keys) * 10:
            size *= 2
        self.size, self.buckets = size, max(1, size // 4)
        self.pilots = [0] * self.buckets
        # (number of the key, its fingerprint), or None.
        self.slots = [None] * size
        hashes = [hash_of(domain, name) for domain, name in keys]
        if len(set(hashes)) != len(hashes):
            raise SystemExit("names/perfect_hash.py: two names have one hash; change MULTIPLIER")
        self._place(hashes)

    def _place(self, hashes):
        members = {}
        for number, value in enumerate(hashes):
            members.setdefault(value & (self.buckets - 1), []).append((number, value))
        # The fullest buckets first, while there is room.
        for bucket in sorted(members, key=lambda key: (-len(members[key]), key)):
            self._place_bucket(bucket, members[bucket])

    def _place_bucket(self, bucket, group):
        for pilot in range(1 << 16):
            places = {self._slot(value, pilot) for _, value in group}
            if len(places) == len(group) and all(self.slots[place] is None for place in places):
                break
        else:
            raise SystemExit(f"names/perfect_hash.py: no pilot for {len(group)} names of a bucket")
        self.pilots[bucket] = pilot
        for number, value in group:
            self.slots[self._slot(value, pilot)] = (number, value >> 48)

    def _slot(self, value, pilot):
        return ((value >> 16) + pilot * (value >> 40 | 1)) & (self.size - 1)
