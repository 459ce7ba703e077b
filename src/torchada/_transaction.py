"""Importing this module switches torchada on: native hooks and Python patches, all or nothing.

It is a module, not a function with a lock, because threads get here holding import locks (of torch,
torch_musa, or the user's modules), and the patches import things themselves. The import system runs
a module's body once, lets other threads wait for it, and detects a circle of waiting threads; a
lock of ours would complete such a circle unseen.
"""

from ._activation import switch_on

switch_on()
