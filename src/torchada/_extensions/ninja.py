"""The ninja file of a build with mcc, in place of PyTorch's for nvcc, and the run of ninja."""

import os
import shlex
from typing import Any, Dict, Iterable, List, Sequence

from .. import _log
from . import arch, flags, toolchain

_RULES = """
rule compile
  command = $cxx -MMD -MF $out.d $cflags -c $in -o $out $post_cflags
  depfile = $out.d
  deps = gcc

rule musa_compile
  command = $mcc -MD -MF $out.d $musa_cflags -x musa -c $in -o $out $musa_post_cflags
  depfile = $out.d
  deps = gcc

rule musa_devlink
  command = $mcc $in -o $out $musa_dlink_post_cflags

rule link
  command = $cxx $in $ldflags -o $out
"""
# PyTorch adds these for nvcc, so nobody has to hear that mcc does not want them.
_NOT_TOLD = ("--expt-relaxed-constexpr",)


def is_device_source(path: str) -> bool:
    """True for what mcc compiles."""
    return os.path.splitext(path)[1] in (".mu", ".muh", ".cu", ".cuh")


def write(module: Any, wanted: Dict[str, Any]) -> None:
    """Write the file that PyTorch's _write_ninja_file() was asked for, for mcc.

    `module` is torch.utils.cpp_extension; `wanted` has that function's arguments.
    """
    sources = [os.path.abspath(source) for source in wanted["sources"]]
    objects = wanted["objects"]
    _tell_apart(sources, objects)
    lines = [*_variables(module, wanted), _RULES]
    lines += [_compile_line(source, one) for source, one in zip(sources, objects)]
    if wanted["cuda_dlink_post_cflags"]:
        lines.append(_dlink_line(objects))
    if wanted["library_target"] is not None:
        target = _path(wanted["library_target"])
        lines += [f"build {target}: link {_paths(objects)}", f"default {target}"]
    module._maybe_write(wanted["path"], "\n".join(lines) + "\n")


def _tell_apart(sources: Sequence[str], objects: List[str]) -> None:
    """a.cpp and a.cu, or a.cu of two folders, have one object's name; the caller links the list."""
    taken = set()
    for index, source in enumerate(sources):
        stem = objects[index][: -len(".o")]
        if objects[index] in taken and is_device_source(source):
            objects[index] = f"{stem}.cuda.o"
        number = 1
        while objects[index] in taken:
            objects[index] = f"{stem}.{number}.o"
            number += 1
        taken.add(objects[index])


def _variables(module: Any, wanted: Dict[str, Any]) -> List[str]:
    first, last = map(shlex.join, flags.of_environment())
    device = device_words(module, [first, *_without_defaults(module, wanted["cuda_cflags"])])
    after = device_words(module, [*_without_defaults(module, wanted["cuda_post_cflags"]), last])
    if not any(word.startswith("--offload-arch") for word in [*device, *after]):
        device += arch.flags()
    variables = {
        "ninja_required_version": ["1.3"],
        "cxx": _quoted(_wrapped(module, [module.get_cxx_compiler()])),
        "mcc": _quoted(toolchain.compiler()),
        "cflags": [*_quoted(flags.macros_of_cuda(_host_words(wanted))), *(wanted["cflags"] or [])],
        "post_cflags": wanted["post_cflags"],
        "musa_cflags": _quoted(["-fPIC", *flags.macros_of_nvcc([*device, *after]), *device]),
        "musa_post_cflags": _quoted(after),
        "musa_dlink_post_cflags": _quoted(device_words(module, wanted["cuda_dlink_post_cflags"])),
        "ldflags": _link_words(wanted["ldflags"]),
    }
    return [f"{name} = {' '.join(words or [])}" for name, words in variables.items()]


def _host_words(wanted: Dict[str, Any]) -> List[str]:
    """Takes away the quotes that PyTorch added for the shell."""
    written = [*(wanted["cflags"] or []), *(wanted["post_cflags"] or [])]
    return shlex.split(" ".join(written))


def _without_defaults(module: Any, words: Any) -> List[str]:
    """The flags without those that PyTorch gives nvcc by itself: they switch off the operators and
    conversions of half, which torch_musa's builder leaves on (its COMMON_MCC_FLAGS are empty).
    """
    words, own = list(words or []), list(module.COMMON_NVCC_FLAGS)
    for at in range(len(words) - len(own) + 1):
        if words[at : at + len(own)] == own:
            return words[:at] + words[at + len(own) :]
    return words


def _wrapped(module: Any, command: List[str]) -> List[str]:
    """PyTorch 2.13 puts ccache before a compiler."""
    wrap = getattr(module, "_wrap_compiler", None)
    return command if wrap is None else wrap(command)


def device_words(module: Any, written: Any) -> List[str]:
    """nvcc's flags, as PyTorch quotes them for the shell, as mcc's; what is left out is told."""
    translated = flags.for_mcc(shlex.split(" ".join(written or [])))
    linked = flags.for_linker(translated.words)
    tell_dropped(module, [*translated.dropped, *linked.dropped])
    return linked.words


def tell_dropped(module: Any, dropped: Iterable[Any]) -> None:
    """One note for all that has no meaning on MUSA."""
    own = (*module.COMMON_NVCC_FLAGS, *_NOT_TOLD)
    told = [f"{flag} ({why})" for flag, why in dict.fromkeys(dropped) if flag not in own]
    if told:
        _log.say(f"these flags and libraries are left out on MUSA: {', '.join(told)}")


def _link_words(written: Any) -> List[str]:
    """The linker's words with MUSA's libraries in the place of CUDA's; None where nothing is linked."""
    if written is None:
        return []
    translated = flags.for_linker(shlex.split(" ".join(written)))
    platform = toolchain.linking()
    words = [*translated.words, *(f"-L{folder}" for folder in platform.folders)]
    words += [f"-Wl,-rpath,{folder}" for folder in platform.run_time_folders]
    words += [f"-l{name}" for name in platform.libraries if f"-l{name}" not in words]
    return _quoted([*words, *platform.arguments])


def _quoted(words: Iterable[str]) -> List[str]:
    return [shlex.quote(word).replace("$", "$$") for word in words]


def _path(path: str) -> str:
    return path.replace("$", "$$").replace(" ", "$ ").replace(":", "$:")


def _paths(paths: Iterable[str]) -> str:
    return " ".join(map(_path, paths))


def _compile_line(source: str, target: str) -> str:
    rule = "musa_compile" if is_device_source(source) else "compile"
    return f"build {_path(target)}: {rule} {_path(source)}"


def _dlink_line(objects: List[str]) -> str:
    """The step that links device code; its object is one more for the linker."""
    target = os.path.join(os.path.dirname(objects[0]), "dlink.o")
    line = f"build {_path(target)}: musa_devlink {_paths(objects)}"
    objects.append(target)
    return line
