"""Tells who registers: a user's code, or PyTorch's and torch_musa's.

This is not the perspective table, which decides what somebody is shown: a package that compares
device types natively still wants its CUDA kernels to be called here.
"""

# Modules that only pass a registration on; whoever called them is the one who registers.
_PASSING_ON = (
    "torch.library",
    "torch._library",
    "torch._custom_op",
    "torch._custom_ops",
    "torch._ops",
    "torch._compile",
    "torch._dynamo",
    "functools",
    __package__,
)
# Packages that mean NVIDIA's kernels by "CUDA".
_PYTORCH = ("torch", "torch_musa", "torchgen", "functorch")


def registered_by_user(frame):
    """Whether the nearest caller that is not torch.library's own machinery is not PyTorch."""
    while frame is not None:
        name = frame.f_globals.get("__name__")
        if not isinstance(name, str) or not _is_in(name, _PASSING_ON):
            return not (isinstance(name, str) and _is_in(name, _PYTORCH))
        frame = frame.f_back
    return False


def _is_in(name, packages):
    return any(name == package or name.startswith(package + ".") for package in packages)
