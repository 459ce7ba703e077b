"""Lazy initialisation: nothing touches the device before its first use, calls are queued."""

import threading
import traceback

from torch_musa import _MUSAC

_is_in_bad_fork = _MUSAC._musa_isInBadFork
_initialized = False
_initialization_lock = threading.RLock()
# Set while the queued calls run: they call _lazy_init themselves.
_tls = threading.local()
_queued_calls = []


class DeferredMusaCallError(Exception):
    """A call that was queued before initialisation failed during initialisation."""


class MusaError(RuntimeError):
    """A call of the MUSA runtime returned an error code."""

    def __init__(self, code: int) -> None:
        musart = _MUSAC._musart
        super().__init__(f"{musart.musaGetErrorString(musart.musaError(code))} ({code})")


class _LazySeedTracker:
    """Keeps only the seeding calls that still matter: the last for all devices, the last for one."""

    def __init__(self):
        self._all = ()
        self._one = ()
        self._one_is_newer = False

    def queue_seed_all(self, cb, traceback):
        self._all = (cb, traceback)
        self._one_is_newer = False

    def queue_seed(self, cb, traceback):
        self._one = (cb, traceback)
        self._one_is_newer = True

    def get_calls(self):
        ordered = (self._all, self._one) if self._one_is_newer else (self._one, self._all)
        return [call for call in ordered if call]


_lazy_seed_tracker = _LazySeedTracker()


def _lazy_call(callable, **kwargs):
    """Make the call now, or queue it until the device is initialised."""
    with _initialization_lock:
        if is_initialized():
            callable()
            return
        origin = traceback.format_stack()
        if kwargs.get("seed_all", False):
            _lazy_seed_tracker.queue_seed_all(callable, origin)
        elif kwargs.get("seed", False):
            _lazy_seed_tracker.queue_seed(callable, origin)
        else:
            _queued_calls.append((callable, origin))


def is_initialized():
    """True if this process has initialised MUSA; never True in a forked child."""
    return _initialized and not _is_in_bad_fork()


def init():
    """Initialise MUSA now."""
    _lazy_init()


def _lazy_init():
    """Initialise MUSA unless it was done. Every first use of the device comes through here."""
    global _initialized
    if is_initialized() or hasattr(_tls, "is_initializing"):
        return
    with _initialization_lock:
        if is_initialized():
            return
        if _is_in_bad_fork():
            raise RuntimeError(
                "Cannot re-initialize MUSA in forked subprocess. To use MUSA with "
                "multiprocessing, you must use the 'spawn' start method"
            )
        _MUSAC._musa_init()
        _tls.is_initializing = True
        try:
            _run_queued_calls()
        finally:
            del _tls.is_initializing
        _initialized = True


def _all_queued_calls():
    yield from _queued_calls  # with those that they queue themselves
    yield from _lazy_seed_tracker.get_calls()


def _run_queued_calls():
    for queued_call, origin in _all_queued_calls():
        try:
            queued_call()
        except Exception as error:
            raise DeferredMusaCallError(
                f"MUSA call failed lazily at initialization with error: {error}\n\n"
                f"MUSA call was originally invoked at:\n\n{''.join(origin)}"
            ) from error
    _queued_calls.clear()


def musart():
    """The bindings of the MUSA runtime library."""
    _lazy_init()
    return _MUSAC._musart


def check_error(res: int) -> None:
    """Raise MusaError unless res is the code of success."""
    if int(res) != int(_MUSAC._musart.musaError.success):
        raise MusaError(int(res))
