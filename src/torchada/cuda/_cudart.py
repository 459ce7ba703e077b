"""torch.cuda.cudart(): MUSA's runtime library, as far as torch_musa binds it, by CUDA's names."""

import torch
import torch_musa

from .._patch._unsupported import UnsupportedNameError


class _Cudart:
    """torch_musa's runtime bindings under CUDA's names."""

    def __getattr__(self, name):
        if not name.startswith("cuda"):
            raise AttributeError(f"torch.cuda.cudart() has no attribute {name!r}")
        bindings = torch_musa.musart()
        bound = getattr(bindings, "musa" + name[4:], None)
        if bound is None:
            available = ", ".join(sorted("cuda" + n[4:] for n in dir(bindings) if n[:4] == "musa"))
            raise UnsupportedNameError.of(
                f"torch.cuda.cudart().{name}",
                f"torch_musa does not bind musa{name[4:]}",
                f"use one of {available}",
            )
        return bound

    def __dir__(self):
        """CUDA's names of what is there."""
        bound = ["cuda" + name[4:] for name in dir(torch_musa.musart()) if name[:4] == "musa"]
        return [*super().__dir__(), *bound]

    def cudaProfilerStart(self):
        """Do what torch.cuda.profiler.start() does."""
        torch.cuda.profiler.start()
        return self.cudaError.success

    def cudaProfilerStop(self):
        """Do what torch.cuda.profiler.stop() does."""
        torch.cuda.profiler.stop()
        return self.cudaError.success


runtime = _Cudart()


def cudart():
    """The runtime API module; initialises the device, as on CUDA."""
    torch_musa._lazy_init()
    return runtime
