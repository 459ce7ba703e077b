"""Operators that the torch of the real platform adds to ATen.

Each is composed of PyTorch's operators, works on any device and has a derivative. They have the names
and schemas of the real operators, so that code which calls torch.rope or
torch.ops.aten._fused_rmsnorm_forward runs. They are no faster than the operators they are made of.
"""

from . import attention, cross_entropy, nn_names, register_fake_impl, rms_norm, rope, swiglu

nn_names.set_names()
