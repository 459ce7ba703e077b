"""Properties of a musa device by which torch._inductor chooses how many threads a kernel gets."""

from torch._inductor.runtime.hints import DeviceProperties

_create = DeviceProperties.create


def create(device):
    """PyTorch's answer, with the warps that torch.musa's properties do not tell."""
    from musasim.triton.driver import warp_size

    properties = _create(device)
    if device.type != "musa":
        return properties
    return properties._replace(warp_size=warp_size(device.index))


def _apply():
    DeviceProperties.create = staticmethod(create)


_apply()
