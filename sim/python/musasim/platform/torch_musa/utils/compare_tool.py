"""Watches every operator that runs: compares its result with the CPU's, or looks for NaN and infinity.

    with CompareWithCPU(atol=1e-3, rtol=1e-3):
        model(data)

On the simulated device the operators are the CPU's, so a difference is one of the device's own paths.
"""

import contextlib
import os

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from . import _compare_modules
from ._compare_modules import (
    ModuleInfo,
    open_module_tracker,
    post_backward_hook,
    post_forward_hook,
    pre_backward_hook,
    pre_forward_hook,
    register_hooks,
    root_module_info,
)
from ._compare_values import (
    compare_tensors,
    convert_to_cpu,
    convert_to_dtype,
    convert_to_musa,
    format_tensor,
    has_nan_or_inf,
    print_tensors_diff,
    recursive_apply,
    recursive_compare,
    recursive_print,
    tensors_of,
)

# Random on purpose, of memory as it was found, or only about a tensor's form.
_NEVER_COMPARED = ("rand", "dropout", "bernoulli", "multinomial", "normal_", "uniform_", "empty")


def __getattr__(name):
    if name == "current_module_info":  # a copy would not change
        return _compare_modules.current_module_info
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def get_op_name(op_func):
    """The name of an operator, as in "torch.ops.aten.add.Tensor"."""
    name = str(op_func)
    return get_full_op_name(name) if isinstance(op_func, torch._ops.OpOverload) else name


def get_full_op_name(op_name):
    """The name of an operator with the prefix "torch.ops."."""
    return op_name if op_name.startswith("torch.") else f"torch.ops.{op_name}"


class LogToFile:
    """A block whose printed text is appended to a file; None changes nothing.

    The file is emptied at its first use in the process.
    """

    _has_cleared_files = set()

    def __init__(self, filepath=None):
        self.filepath = filepath
        self._stack = None

    def __enter__(self):
        self._stack = contextlib.ExitStack()
        if self.filepath is not None:
            mode = "a" if self.filepath in self._has_cleared_files else "w"
            self._has_cleared_files.add(self.filepath)
            file = self._stack.enter_context(open(self.filepath, mode))
            self._stack.enter_context(contextlib.redirect_stdout(file))
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self._stack.close()
        return False


class TorchFuncMockNoDispatch:
    """Calls a method of tensors without the modes that watch operators."""

    def __init__(self, pt_impl):
        self.pt_impl = pt_impl

    def __call__(self, obj, *args, **kwargs):
        with torch.utils._python_dispatch._disable_current_modes():
            return self.pt_impl(obj, *args, **kwargs)


def save_data_for_op(out, args, kwargs, save_dir, op_name, file_suffix=""):
    """Write an operator's arguments and result to a new file in a folder; returns its path."""
    os.makedirs(save_dir, exist_ok=True)
    number = len(os.listdir(save_dir))
    path = os.path.join(save_dir, f"{op_name}{file_suffix}_{number}.pth")
    values = {"args": args, "kwargs": kwargs, "out": out}
    torch.save({key: convert_to_cpu(value) for key, value in values.items()}, path)
    return path


def compare_for_single_func(func, args, kwargs, atol, rtol, func_name=None, verbose=True):
    """Call func here and on copies on the CPU; returns the result and whether the two agree.

    The arguments are compared afterwards too: operators may change them.
    """
    name = func_name or get_op_name(func)
    cpu_args, cpu_kwargs = convert_to_cpu(args), _on_cpu(convert_to_cpu(kwargs))
    result = func(*args, **kwargs)
    expected = func(*map(_cpu_device, cpu_args), **cpu_kwargs)
    same = recursive_compare(convert_to_cpu(result), expected, atol, rtol)
    if not name.endswith("_like") and not recursive_compare(list(args), list(cpu_args), atol, rtol):
        same = False
    if verbose or not same:
        print(f"{name}: {'agrees' if same else 'DIFFERS'}{_place()}")
    if not same:
        recursive_print(args, False)
    return result, same


def _cpu_device(value):
    return torch.device("cpu") if isinstance(value, torch.device) else value


def _on_cpu(kwargs):
    return {key: _cpu_device(value) for key, value in kwargs.items()}


def _place() -> str:
    module = _compare_modules.running_module()
    return f", in {module}" if module else ""


def compare_for_single_op(inputs_data_save_path, op_func, atol, rtol):
    """Repeat a comparison with arguments that were saved (dump_error_data); as the one above."""
    saved = torch.load(inputs_data_save_path, map_location="cpu", weights_only=False)
    args, kwargs = convert_to_musa(saved["args"]), convert_to_musa(saved["kwargs"])
    return compare_for_single_func(op_func, args, kwargs, atol, rtol)


def nan_inf_track_for_single_func(func, args, kwargs, func_name=None):
    """Call func; returns its result and whether that has a NaN or infinity. Prints it if so."""
    result = func(*args, **kwargs)
    found = has_nan_or_inf(result)
    if found:
        source = "its arguments have one too" if has_nan_or_inf([args, kwargs]) else "NEW"
        print(f"{func_name or get_op_name(func)}: NaN or infinity, {source}{_place()}")
        recursive_print(args, False)
        recursive_print(result, False)
    return result, found


def nan_inf_track_for_single_op(inputs_data_save_path, op_func):
    """Repeat that with arguments that were saved (dump_error_data)."""
    saved = torch.load(inputs_data_save_path, map_location="cpu", weights_only=False)
    args, kwargs = convert_to_musa(saved["args"]), convert_to_musa(saved["kwargs"])
    return nan_inf_track_for_single_func(op_func, args, kwargs)


class _WatchingMode(TorchDispatchMode):
    """Hands each operator on MUSA tensors to _watch, between two steps and in some ranks only."""

    TENSOR_FUNCS_NO_DISPATCH = ["__repr__"]

    def _set_up(self, enabled, target_list, white_list, enable_ranks, to_file, folder, dump, steps):
        self.enabled = enabled
        self.target_list = set(target_list or ())
        self.white_list = set(white_list or ())
        self.dump_error_data = dump
        self.rank = int(os.environ.get("RANK", 0))
        self.in_rank = enable_ranks is None or self.rank in enable_ranks
        self.output_dir = folder or "compare_tool_output"
        self.log_path = os.path.join(self.output_dir, f"rank_{self.rank}.log") if to_file else None
        self.start_step, self.end_step = steps
        self.current_step = 0
        self._originals = {}
        self.update_active_state()

    def update_active_state(self):
        """Update and return the state: True if operators are watched in this step."""
        begun = self.start_step is None or self.current_step >= self.start_step
        ended = self.end_step is not None and self.current_step >= self.end_step
        self.active = self.enabled and self.in_rank and begun and not ended

    def step(self):
        """Begin the next step."""
        self.current_step += 1
        self.update_active_state()

    def __enter__(self):
        for name in self.TENSOR_FUNCS_NO_DISPATCH:
            original = self._originals[name] = getattr(torch.Tensor, name)
            mock = TorchFuncMockNoDispatch(original)
            setattr(torch.Tensor, name, lambda tensor, *a, _f=mock, **k: _f(tensor, *a, **k))
        if self.log_path is not None:
            os.makedirs(self.output_dir, exist_ok=True)
        return super().__enter__()

    def __exit__(self, exc_type, exc_val, exc_tb):
        for name, original in self._originals.items():
            setattr(torch.Tensor, name, original)
        self._originals.clear()
        return super().__exit__(exc_type, exc_val, exc_tb)

    def _is_watched(self, func, args, kwargs) -> bool:
        name = get_op_name(func)
        if not self.active or name in self.white_list:
            return False
        if self.target_list and name not in self.target_list:
            return False
        return any(tensor.device.type == "musa" for tensor in tensors_of([args, kwargs]))

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if not self._is_watched(func, args, kwargs):
            return func(*args, **kwargs)
        before = (convert_to_cpu(args), convert_to_cpu(kwargs)) if self.dump_error_data else None
        with LogToFile(self.log_path):
            result, wrong = self._watch(func, args, kwargs)
            if wrong and before:
                name = get_op_name(func).rpartition("::")[2]
                print(f"  saved as {save_data_for_op(result, *before, self.output_dir, name)}")
        return result


class CompareWithCPU(_WatchingMode):
    """Compares each operator's result with that of the same operator on the CPU.

    Only operators in target_list are compared, and none in white_list; both hold names such as
    "torch.ops.aten.add.Tensor". dump_error_data saves the arguments when results differ. Operators are
    compared from start_step to end_step, which count the calls of step().
    """

    def __init__(
        self,
        enabled=True,
        atol=0.001,
        rtol=0.001,
        target_list=None,
        white_list=None,
        dump_error_data=False,
        verbose=True,
        enable_ranks=None,
        should_log_to_file=False,
        output_dir="",
        start_step=None,
        end_step=None,
    ) -> None:
        super().__init__()
        self.atol, self.rtol, self.verbose = atol, rtol, verbose
        steps = (start_step, end_step)
        lists = (target_list, white_list, enable_ranks)
        self._set_up(enabled, *lists, should_log_to_file, output_dir, dump_error_data, steps)

    def _is_watched(self, func, args, kwargs) -> bool:
        name = func.__name__
        random = any(part in name for part in _NEVER_COMPARED)
        return not random and super()._is_watched(func, args, kwargs)

    def _watch(self, func, args, kwargs):
        tolerances = (self.atol, self.rtol)
        result, same = compare_for_single_func(
            func, args, kwargs, *tolerances, verbose=self.verbose
        )
        return result, not same


class NanInfTracker(_WatchingMode):
    """Reports the operators whose result has a NaN or an infinity; arguments as of CompareWithCPU."""

    def __init__(
        self,
        enabled=True,
        target_list=None,
        white_list=None,
        enable_ranks=None,
        should_log_to_file=False,
        output_dir="",
        dump_error_data=False,
        start_step=None,
        end_step=None,
    ) -> None:
        super().__init__()
        steps = (start_step, end_step)
        lists = (target_list, white_list, enable_ranks)
        self._set_up(enabled, *lists, should_log_to_file, output_dir, dump_error_data, steps)

    def _watch(self, func, args, kwargs):
        return nan_inf_track_for_single_func(func, args, kwargs)
