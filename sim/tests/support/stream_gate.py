"""Work that holds a stream up: for a time, or until the test lets it go."""

import ctypes

import torch_musa

NAP = 200_000_000  # nanoseconds, of a kernel that stands for long work


def nap_on(stream):
    """Put a sleeping kernel on the stream."""
    with torch_musa.stream(stream):
        torch_musa._sleep(NAP)


class Gate:
    """What the stream gets after this waits until open()."""

    def __init__(self, stream):
        self._libc = ctypes.CDLL(None)
        self._semaphore = ctypes.create_string_buffer(64)
        assert self._libc.sem_init(self._semaphore, 0, 0) == 0
        launch = ctypes.CDLL("libmusart.so.4").musaLaunchHostFunc
        wait = ctypes.cast(self._libc.sem_wait, ctypes.c_void_p)
        assert launch(ctypes.c_void_p(stream.musa_stream), wait, self._semaphore) == 0

    def open(self):
        """Let the stream go on."""
        self._libc.sem_post(self._semaphore)
