"""Dynamo's interface of the device "cuda", which programs ask by torch._dynamo.device_interface.

Its functions are torch.cuda's, so they are torch_musa's already. What is here asks what torch was
built with, or compares the type of a device.
"""

from typing import Any

from .._ledger import Ledger
from .._views import as_user

AREA = "compile"


def answer_for_cuda(ledger: Ledger, utils: Any) -> None:
    """is_compile_supported("cuda") looks for Triton where the type of the device is "cuda"."""
    name = "is_compile_supported"
    ledger.set_attr(utils, name, as_user(getattr(utils, name), ledger, AREA), area=AREA)


def complete(ledger: Ledger, module: Any) -> None:
    """In torch._dynamo.device_interface."""
    import torch

    raw_stream = torch._C._cuda_getCurrentRawStream
    ledger.set_attr(module, "get_cuda_stream", raw_stream, area=AREA)
    interface = module.CudaInterface
    ledger.set_attr(interface, "get_raw_stream", staticmethod(raw_stream), area=AREA)
    get_properties = as_user(interface.Worker.get_device_properties, ledger, AREA)
    name = get_properties.__name__
    ledger.set_attr(interface.Worker, name, staticmethod(get_properties), area=AREA)
