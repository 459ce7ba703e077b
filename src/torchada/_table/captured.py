"""What is bound besides modules' own names: captured objects, and attributes of classes."""

# What other modules of PyTorch took from torch.cuda before activation: (module, name, row of
# torch.cuda). Bound only where the module is loaded already.
CAPTURED = (
    ("torch.nn.parallel.parallel_apply", "_get_device_index", "_get_device_index"),
    ("torch._inductor.exc", "_CudaDeviceProperties", "_CudaDeviceProperties"),
)

# Attributes that CUDA's classes have and torch_musa's have under another name:
# (class in torch_musa, CUDA's name, torch_musa's name).
CLASS_ALIASES = (
    ("Stream", "cuda_stream", "musa_stream"),
    ("Event", "cuda_event", "musa_event"),
)
