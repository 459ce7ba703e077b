"""Operators that the torch of the real platform has in ATen and PyTorch's own torch has not.

Each is composed of PyTorch's operators, works on any device and has a derivative. They have the real
ones' names and schemas, so that code which calls torch.rope or torch.ops.aten._fused_rmsnorm_forward
runs; they are no faster than what they are composed of.
"""

from . import attention, cross_entropy, nn_names, register_fake_impl, rms_norm, rope, swiglu

nn_names.set_names()
