"""The simulator's torch_musa: PyTorch's device module for MUSA over musasim's C++ module.

The order below is the real package's and matters: the backend gets its name first, torch.musa
exists before the native module asks for it, then come the native module and the Python layers.
"""

import sys


def _autoload():
    """The torch.backends entry point. `import torch` calls it; importing this module did the work.

    It stands before `import torch`: when torch_musa is imported first, torch looks it up in this
    half-imported module.
    """


import torch

from . import _startup

_startup.check(torch.__version__)
torch.utils.rename_privateuse1_backend("musa")
torch.musa = sys.modules[__name__]
# The real torch_musa comes with a torch whose lazy initialisation imports "torch_musa"; stock torch
# imports "torch.musa" instead, so the name has to resolve.
sys.modules["torch.musa"] = sys.modules[__name__]
_tensor_classes = set()
_MUSAC = _startup.load_native()

from . import _lazy_names, profiler, version
from .core import _lazy_init as _lazy
from .core import amp, current_blas_handle, current_blaslt_handle, memory, mudnn
from .core._lazy_init import (
    MusaError,
    _is_in_bad_fork,
    _lazy_call,
    _lazy_init,
    check_error,
    is_initialized,
    musart,
)
from .core.amp.common import amp_definitely_not_available, get_amp_supported_dtype
from .core.ao.register_helper import _register_ao_intrinsic_modules
from .core.device import Device as device
from .core.device import DeviceOf as device_of
from .core.device import (
    _DeviceGuard,
    _exchange_device,
    _maybe_exchange_device,
    can_device_access_peer,
    current_device,
    device_count,
    get_arch_list,
    get_device_capability,
    get_device_name,
    get_device_properties,
    is_available,
    is_bf16_supported,
    is_tf32_supported,
    register_musa_hook,
    set_device,
    synchronize,
)
from .core.lowering import apply_lowering_patch
from .core.memory import *
from .core.memory import OutOfMemoryError
from .core.module_attrs import set_module_attributes
from .core.musa import (
    BFloat16Storage,
    BoolStorage,
    ByteStorage,
    CharStorage,
    DoubleStorage,
    FloatStorage,
    HalfStorage,
    IntStorage,
    LongStorage,
    ShortStorage,
)
from .core.ops import register_fake_impl
from .core.random import *
from .core.random import _get_generator
from .core.reductions import init_reductions
from .core.serialization import register_deserialization
from .core.storage import set_storage_attributes
from .core.stream import (
    Event,
    ExternalStream,
    Stream,
    StreamContext,
    _set_stream_by_id,
    current_stream,
    default_stream,
    set_stream,
    stream,
)
from .core.tensor_attrs import set_torch_attributes
from .core.unified import parseEnvForUMM, use_unified_cpu_allocator
from .musa_graph import graphs
from .musa_graph.graphs import (
    MUSAGraph,
    graph,
    graph_pool_handle,
    is_current_stream_capturing,
    make_graphed_callables,
    update_musa_graph_with_profile,
)
from .profiler import set_profiler_attributes

__version__ = version.__version__


def __getattr__(name):
    # A copy of the flag would stay False for ever.
    if name == "_initialized":
        return _lazy._initialized
    value = _lazy_names.look_up(name)
    globals()[name] = value
    return value


def __dir__():
    return sorted({*globals(), *_lazy_names.NAMES})


def _sleep(cycles):
    """Keep the current stream busy for about this many cycles."""
    _lazy_init()
    _MUSAC._musa_sleep(cycles)


def set_attributes():
    """Give PyTorch's classes their names for MUSA; the import of torch_musa did it."""
    set_torch_attributes()
    set_module_attributes()
    set_storage_attributes()
    init_reductions()
    register_deserialization()
    set_profiler_attributes()


def ipc_collect():
    """Give back memory that other processes have let go of."""
    _lazy_init()
    _MUSAC._musa_ipc_collect()


def overwrite_cuda_api():
    """Send torch.cuda's lazy initialisation here, as the real torch_musa does."""
    torch.cuda._lazy_init = _lazy_init
    torch.cuda._lazy_call = _lazy_call


_startup.apply(sys.modules[__name__])
