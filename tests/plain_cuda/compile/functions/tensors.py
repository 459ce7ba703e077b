"""What a tensor and its device say."""

import torch

from .case import case, on_cpu, ones


@case()
def device_type(x):
    return x + 1 if x.device.type == "cuda" else x - 1


@case(ones, on_cpu, ones)
def device_type_of_both(x):
    return x + 1 if x.device.type == "cuda" else x - 1


@case(ones, on_cpu, ones, on_cpu)
def is_cuda(x):
    return x.sin() if x.is_cuda else x.cos()


@case()
def device_equals(x):
    return x + 1 if x.device == torch.device("cuda", 0) else x - 1


@case()
def device_equals_string_made(x):
    return x + 1 if x.device == torch.device("cuda:0") else x - 1


@case()
def device_is_not_cpu(x):
    return x + 1 if x.device != torch.device("cpu") else x - 1


@case()
def device_as_text(x):
    return x + 1 if str(x.device) == "cuda:0" else x - 1


@case()
def device_in_f_string(x):
    return x + 1 if f"{x.device}" == "cuda:0" else x - 1


@case()
def device_formatted(x):
    return x + 1 if "{}".format(x.device) == "cuda:0" else x - 1


@case()
def device_represented(x):
    return x + 1 if repr(x.device) == "device(type='cuda', index=0)" else x - 1


@case()
def device_text_starts_with(x):
    return x + 1 if str(x.device).startswith("cuda") else x - 1


@case()
def cuda_in_device_text(x):
    return x + 1 if "cuda" in str(x.device) else x - 1


@case()
def device_type_in_tuple(x):
    return x + 1 if x.device.type in ("cuda", "xpu") else x - 1


@case()
def device_type_as_key(x):
    return x * {"cuda": 2, "cpu": 3}.get(x.device.type, 4)


@case()
def device_type_by_getattr(x):
    return x + 1 if getattr(x.device, "type", None) == "cuda" else x - 1


@case()
def is_cuda_by_getattr(x):
    return x + 1 if getattr(x, "is_cuda", False) else x - 1


@case()
def device_index(x):
    return x + x.device.index


@case()
def get_device(x):
    return x + x.get_device()


@case()
def type_text(x):
    return x + 1 if x.type() == "torch.cuda.FloatTensor" else x - 1


@case()
def type_conversion(x):
    return x.type(torch.float16) + 1


@case()
def device_of_a_result(x):
    y = (x @ x).reshape(1) * 2
    return y + 1 if y.is_cuda and y.device.type == "cuda" else y - 1


@case()
def layout_and_dtype(x):
    return x + 1 if x.layout is torch.strided and x.dtype == torch.float32 else x - 1
