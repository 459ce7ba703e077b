"""torch.cuda.jiterator: a program can make functions, but a call of one raises UnsupportedError."""

from torch.cuda import jiterator

from .._errors import UnsupportedError


class _Function(jiterator._JittedFunction):
    """A function that was parsed, and cannot be compiled."""

    def __call__(self, *tensors, **kwargs):
        raise UnsupportedError.of(
            f"a call of torch.cuda.jiterator's function {self.kernel_name}",
            "torch_musa binds no run-time compiler",
            "write the function with torch operators, or build an extension from MUSA sources (.mu) "
            "with torch_musa.utils.musa_extension",
        )


def create_jit_fn(code_string, **kwargs):
    """A callable that raises UnsupportedError when called; the code is parsed as on CUDA."""
    return _Function(code_string, return_by_ref=False, num_outputs=1, **kwargs)


def create_multi_output_jit_fn(code_string, num_outputs, **kwargs):
    """A callable that raises UnsupportedError when called; the code is parsed as on CUDA."""
    return _Function(code_string, return_by_ref=True, num_outputs=num_outputs, **kwargs)
