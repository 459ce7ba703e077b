"""torch.cuda inside of compiled code."""

import torch

from .case import case


@case()
def current_device(x):
    return x + torch.cuda.current_device()


@case()
def device_count(x):
    return x + 1 if torch.cuda.device_count() > 0 else x - 1


@case()
def device_properties(x):
    return x + 1 if torch.cuda.get_device_properties(0).total_memory > 0 else x - 1


@case()
def device_properties_of_device(x):
    return x + 1 if torch.cuda.get_device_properties(x.device).multi_processor_count > 0 else x - 1


@case()
def device_capability(x):
    return x + 1 if torch.cuda.get_device_capability()[0] > 0 else x - 1


@case()
def device_name(x):
    return x + 1 if torch.cuda.get_device_name(0) else x - 1


@case()
def bf16_supported(x):
    return x + 1 if torch.cuda.is_bf16_supported() else x - 1


@case()
def is_initialized(x):
    return x + 1 if torch.cuda.is_initialized() else x - 1


@case()
def synchronize(x):
    y = x + 1
    torch.cuda.synchronize()
    return y * 2


@case()
def synchronize_device(x):
    y = x + 1
    torch.cuda.synchronize(x.device)
    return y * 2


@case()
def current_stream(x):
    torch.cuda.current_stream().synchronize()
    return x + 1


@case()
def current_stream_of_device(x):
    torch.cuda.current_stream(x.device).synchronize()
    return x + 1


@case()
def stream_handle(x):
    return x + 1 if torch.cuda.current_stream().cuda_stream == 0 else x - 1


@case()
def side_stream(x):
    s = torch.cuda.Stream()
    s.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(s):
        y = x * 2
    torch.cuda.current_stream().wait_stream(s)
    return y + 1


STREAM = torch.cuda.Stream()


@case()
def global_stream(x):
    STREAM.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(STREAM):
        y = x * 2
    torch.cuda.current_stream().wait_stream(STREAM)
    return y + 1


@case(
    lambda: (torch.ones(4, device="cuda"), torch.cuda.Stream()),
    lambda: (torch.ones(4, device="cuda"), torch.cuda.Stream()),
)
def stream_argument(x, s):
    with torch.cuda.stream(s):
        y = x * 2
    s.synchronize()
    return y


@case()
def record_stream(x):
    y = x * 2
    y.record_stream(torch.cuda.current_stream())
    return y


@case()
def cuda_device_context(x):
    with torch.cuda.device(0):
        return x + torch.ones(4, device="cuda")


@case()
def cuda_device_of(x):
    with torch.cuda.device_of(x):
        return x + 1


@case()
def cuda_device_context_of_tensor(x):
    with torch.cuda.device(x.device):
        return x + 1


@case()
def set_device(x):
    torch.cuda.set_device(0)
    return x + 1


@case()
def empty_cache(x):
    y = x + 1
    torch.cuda.empty_cache()
    return y * 2


@case()
def memory_reserved(x):
    return x + (torch.cuda.memory_reserved() > 0)


@case()
def nvtx_range(x):
    torch.cuda.nvtx.range_push("part")
    y = x + 1
    torch.cuda.nvtx.range_pop()
    return y * 2


@case()
def device_module(x):
    return x + torch.get_device_module("cuda").current_device()


@case()
def device_module_of_tensor(x):
    torch.get_device_module(x.device).synchronize()
    return x + 1


@case()
def device_module_is_torch_cuda(x):
    return x + 1 if torch.get_device_module(x.device) is torch.cuda else x - 1


@case()
def accelerator(x):
    return x + 1 if torch.accelerator.current_accelerator().type == "cuda" else x - 1


@case()
def accelerator_synchronize(x):
    y = x + 1
    torch.accelerator.synchronize()
    return y * 2


@case()
def is_capturing(x):
    return x - 1 if torch.cuda.is_current_stream_capturing() else x + 1
