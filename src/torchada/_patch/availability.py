"""torch.cuda.is_available(): genuine, with one hint for users; or by perspective when forced.

It stays False on MUSA, because projects tell the platforms apart by it. Training on the CPU without
noticing is what users complain of most, so the first of their calls that gets False says what to do.
"""

import sys
from functools import wraps

from .. import _log, _presence
from ._device_names import is_user
from ._ledger import current
from ._registry import patch_function

AREA = "availability"
FORCE, HINTS = "TORCHADA_FORCE_CUDA_AVAILABLE", "TORCHADA_HINTS"


@patch_function
def _patch_is_available():
    import torch

    ledger = current()
    if _presence.is_on(FORCE):
        _force(ledger, torch.cuda)
    elif _presence.is_off(HINTS):
        ledger.skip(AREA, "torch.cuda._is_compiled", f"{HINTS} is off, so there is no hint")
    else:
        # is_available() asks this first. Its own object is left alone.
        hinting = _hinting(torch.cuda, torch.cuda.is_available.__code__)
        ledger.set_attr(torch.cuda, "_is_compiled", hinting, area=AREA)


def _force(ledger, cuda):
    """Have the genuine is_available() say True to users, wherever they took it from.

    It asks _is_compiled(), then _nvml_based_avail(), and when both are True counts the devices.
    """
    code = cuda.is_available.__code__

    def forced(genuine):
        @wraps(genuine)
        def answer():
            asker = sys._getframe(1)
            return genuine() or (asker.f_code is code and is_user(asker.f_back))

        return answer

    for name in ("_is_compiled", "_nvml_based_avail"):
        ledger.set_attr(cuda, name, forced(getattr(cuda, name)), area=AREA, reason=f"{FORCE} is on")


def _hinting(cuda, code_of_is_available):
    genuine = cuda._is_compiled

    @wraps(genuine)
    def _is_compiled():
        compiled = genuine()
        asker = sys._getframe(1)
        if asker.f_code is code_of_is_available and _is_code_of_a_user(asker.f_back):
            if not _will_be_available(compiled):
                cuda._is_compiled = genuine
                # A user who hid all devices needs no hint.
                if cuda.device_count():
                    _hint(asker.f_back)
        return compiled

    return _is_compiled


def _is_code_of_a_user(frame) -> bool:
    """Whether there is a line to point at: dynamo's frames speak for code that they trace."""
    package = str(frame.f_globals.get("__name__")).partition(".")[0] if frame else ""
    return package != "torch" and is_user(frame)


def _will_be_available(compiled) -> bool:
    """Whether is_available() is about to answer True."""
    if not compiled:
        return False
    import torch

    return torch.cuda._nvml_based_avail() or torch._C._cuda_getDeviceCount() > 0


def _hint(frame) -> None:
    _log.say(
        f"{frame.f_code.co_filename}:{frame.f_lineno}: torch.cuda.is_available() returned False, as "
        "always on MUSA, although device='cuda' works. To run on the GPU, set "
        f"{FORCE}=1, or call torch.musa.is_available() instead. {HINTS}=0 hides this hint"
    )
