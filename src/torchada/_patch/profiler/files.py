"""Patches the files that the profiler writes, so that they name CUDA's devices: traces and timelines."""

import gzip
import os
import re
import tempfile
from functools import wraps

from .._ledger import current
from .._registry import patch_function, requires_import
from .activities import AREA


@patch_function
@requires_import("torch_musa")
def _name_devices_of_memory_in_traces():
    """Traces tell by a number which device memory belongs to."""
    import torch
    from torch.autograd import DeviceType

    profile, native_name = torch.autograd.profiler.profile, torch._C._get_privateuse1_backend_name()
    genuine = profile.export_chrome_trace
    number = rb'("Device Type": )%d\b' % DeviceType.PrivateUse1.value
    cudas = rb"\g<1>%d" % DeviceType.CUDA.value

    @wraps(genuine)
    def export_chrome_trace(self, path, *arguments, **options):
        result = genuine(self, path, *arguments, **options)
        if self.profile_memory and self.use_device != native_name:
            _rewrite(path, number, cudas)
        return result

    current().set_attr(profile, "export_chrome_trace", export_chrome_trace, area=AREA)


@patch_function
@requires_import("torch_musa")
def _plot_memory_of_the_gpu():
    """The device of export_memory_timeline() is the GPU that was profiled, as where CUDA is available."""
    import torch

    profile = torch.profiler.profiler._KinetoProfile
    genuine = profile.export_memory_timeline

    @wraps(genuine)
    def export_memory_timeline(self, path, device=None):
        if device is None and self.use_device == "cuda":
            device = "cuda:0"
        return genuine(self, path, device)

    current().set_attr(profile, "export_memory_timeline", export_memory_timeline, area=AREA)


@patch_function
@requires_import("torch_musa")
def _name_devices_in_execution_traces():
    """C++ writes them, and names each tensor's device."""
    import torch

    profiler, ledger = torch.profiler.profiler, current()
    begin, end = profiler._add_execution_trace_observer, profiler._remove_execution_trace_observer
    name = torch._C._get_privateuse1_backend_name().encode()
    device = rb'"%s((:\d+)?")' % name
    paths = []

    @wraps(begin)
    def _add_execution_trace_observer(path):
        done = begin(path)
        if done:
            paths.append(path)
        return done

    @wraps(end)
    def _remove_execution_trace_observer():
        end()
        while paths:
            _rewrite(paths.pop(), device, rb'"cuda\g<1>')

    for function in (_add_execution_trace_observer, _remove_execution_trace_observer):
        ledger.set_attr(profiler, function.__name__, function, area=AREA)


def _rewrite(path, pattern, replacement):
    """Replace a pattern in each line of a file, which may be compressed."""
    # /dev/null holds nothing and must stay what it is; the program may have removed its file.
    if not os.path.isfile(path):
        return
    # A link stays one.
    path = os.path.realpath(path)
    with open(path, "rb") as file:
        is_compressed = file.read(2) == b"\x1f\x8b"
    open_file = gzip.open if is_compressed else open
    folder, name = os.path.split(path)
    with tempfile.NamedTemporaryFile(dir=folder, prefix=name, delete=False) as target:
        written = target.name
    try:
        with open_file(path, "rb") as source, open_file(written, "wb") as target:
            target.writelines(re.sub(pattern, replacement, line) for line in source)
        os.chmod(written, os.stat(path).st_mode)
        os.replace(written, path)
    except BaseException:
        os.unlink(written)
        raise
