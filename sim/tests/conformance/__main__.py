"""Prints what differs from the real torch_musa: `cd sim/tests; python -m conformance`."""

import os

os.environ["TORCHADA_AUTOLOAD"] = "0"  # torchada changes the names that are compared

import musasim

musasim.enable(devices=2)

from .facts import DIFFERENT, MISSING, read_unsupported
from .problems import listed_in_vain, not_listed, problems

missing, different = problems()
for heading, found in ((MISSING, missing), (DIFFERENT, different)):
    listed = read_unsupported(heading)
    print(f"## {heading}: {len(found)} names, {len(listed)} items in UNSUPPORTED.md")
    for name in not_listed(found, listed):
        print(f"not listed: {name}: {found[name]}")
    for name in listed_in_vain(found, listed):
        print(f"listed in vain: {name}")
