"""Builds C++ extensions against the simulated platform.

C++ sources are compiled by PyTorch's own builder, MUSA sources (.mu) by mcc; they find the headers and
libraries of torch_musa and of MUSA_HOME.
"""

import inspect
import os
import platform
import shlex
from typing import List, Optional, Union

import setuptools
import torch
from torch.utils import cpp_extension

import musasim

from . import _mcc

COMMON_MCC_FLAGS: List[str] = []
# Among the flags of the C++ compiler: mcc compiles all sources.
_FORCE_MCC = "force_mcc"
_ARCHITECTURES = ("10", "21", "22", "31", "32")


def _find_musa_home() -> Optional[str]:
    """MUSA_HOME or MUSA_PATH, else the simulated platform's folder."""
    return os.environ.get("MUSA_HOME") or os.environ.get("MUSA_PATH") or musasim.home()


MUSA_HOME = _find_musa_home()
MUDNN_HOME = os.environ.get("MUDNN_HOME") or os.environ.get("MUDNN_PATH")
# The folder of torch_musa's own headers and libraries. Not beside this package in an editable install.
_TORCH_MUSA_NATIVE = os.path.join(os.path.dirname(musasim.home()), "platform")
TORCH_MUSA_LIB_PATH = os.path.join(_TORCH_MUSA_NATIVE, "torch_musa", "lib")
_PORTED_HEADERS = os.path.join(
    _TORCH_MUSA_NATIVE, "torch_musa", "share", "generated_cuda_compatible", "include"
)


def _sign_of_checks() -> List[str]:
    """A folder without headers, while kernels are compiled with checks: builders compile again when a command changes.

    They ask for folders of headers, so those reach every command, of the adapters that build CUDA sources, too.
    """
    checked = os.environ.get("MUSASIM_CHECK_KERNELS", "") not in ("", "0")
    return [os.path.join(musasim.home(), "include", "checked_kernels")] if checked else []


# The libraries that the real libmusa_python brings along. The simulator's loads them when an operator needs
# one, so an extension is linked with those that it calls itself.
_IF_USED = ["musa", "mublas", "mublasLt", "musolver", "musparse", "murand", "mufft"]
_LINK_IF_USED = [
    "-Wl,--push-state,--as-needed",
    *(f"-l{name}" for name in _IF_USED),
    "-Wl,--pop-state",
]


def get_cxx_compiler():
    """The host compiler: CXX, or c++."""
    return os.environ.get("CXX", "c++")


def _join_musa_home(*paths) -> str:
    return os.path.join(MUSA_HOME, *paths)


def include_paths(musa: bool = False) -> List[str]:
    """Folders of headers: PyTorch's, with musa those of torch_musa, MUSA and muDNN as well."""
    paths = cpp_extension.include_paths()
    if musa:
        paths = [_PORTED_HEADERS, *paths, _TORCH_MUSA_NATIVE]
        paths.append(_join_musa_home("include"))
        paths += [os.path.join(MUDNN_HOME, "include")] if MUDNN_HOME else []
        paths += _sign_of_checks()
    return paths


def library_paths(musa: bool = False) -> List[str]:
    """Folders of libraries: PyTorch's, with musa those of torch_musa, MUSA and muDNN as well."""
    paths = cpp_extension.library_paths()
    if musa:
        paths.append(TORCH_MUSA_LIB_PATH)
        paths.append(_join_musa_home("lib"))
        paths += [os.path.join(MUDNN_HOME, "lib")] if MUDNN_HOME else []
    return paths


def _compiled(name, sources, folder, includes, flags) -> List[str]:
    """The objects of .mu files."""
    if not sources:
        return []
    mcc = shlex.split(os.environ.get("PYTORCH_MCC", "")) or [_join_musa_home("bin", "mcc")]
    return _mcc.compile_sources(mcc, name, sources, folder, includes, [*COMMON_MCC_FLAGS, *flags])


def _get_musa_arch_flags():
    """--offload-arch of TORCH_MUSA_ARCH_LIST ("21;22"), else of the visible devices."""
    named = os.environ.get("TORCH_MUSA_ARCH_LIST", "")
    if named:
        wanted = [part.strip() for part in named.split(";") if part.strip()]
        unknown = [part for part in wanted if part not in _ARCHITECTURES]
        if unknown:
            raise ValueError(
                f"TORCH_MUSA_ARCH_LIST={named}: {unknown[0]} is not one of "
                f"{', '.join(_ARCHITECTURES)}"
            )
    else:
        devices = range(torch.musa.device_count())
        wanted = sorted({"%d%d" % torch.musa.get_device_capability(index) for index in devices})
    return [f"--offload-arch=mp_{part}" for part in wanted]


def MUSAExtension(name, sources, *args, **kwargs):
    """A setuptools.Extension that is compiled and linked against PyTorch, torch_musa and libmusart.

    extra_compile_args may be a list for the C++ compiler or a dictionary with "cxx" and "mcc".
    """
    paths = library_paths(musa=True)
    kwargs["include_dirs"] = [*kwargs.get("include_dirs", []), *include_paths(musa=True)]
    kwargs["library_dirs"] = [*kwargs.get("library_dirs", []), *paths]
    own = ["c10", "torch", "torch_cpu", "torch_python", "musa_python", "musart"]
    kwargs["libraries"] = [*kwargs.get("libraries", []), *own]
    runtime = ["$ORIGIN/lib", *paths]
    kwargs["runtime_library_dirs"] = [*kwargs.get("runtime_library_dirs", []), *runtime]
    kwargs["extra_link_args"] = [*(kwargs.get("extra_link_args") or []), *_LINK_IF_USED]
    arguments = kwargs.get("extra_compile_args", [])
    arguments = arguments if isinstance(arguments, dict) else {"cxx": list(arguments)}
    native = [] if platform.machine().startswith(("arm", "aarch")) else ["-march=native"]
    mcc = [*arguments.get("mcc", []), *_get_musa_arch_flags(), *native]
    kwargs["extra_compile_args"] = {
        **arguments,
        "cxx": [*arguments.get("cxx", []), *native],
        "mcc": mcc,
    }
    kwargs["language"] = "c++"
    return setuptools.Extension(name, sources, *args, **kwargs)


class BuildExtension(cpp_extension.BuildExtension):
    """PyTorch's build_ext, with mcc for .mu files."""

    def build_extensions(self) -> None:
        for extension in self.extensions:
            self._compile_musa_sources(extension)
        # The real builder is not PyTorch's: adapters that wrap PyTorch's, for CUDA sources, are not asked.
        inspect.unwrap(cpp_extension.BuildExtension.build_extensions)(self)

    def _compile_musa_sources(self, extension) -> None:
        given = extension.extra_compile_args
        given = given if isinstance(given, dict) else {"cxx": given, "mcc": given}
        musa, others = _mcc.split(extension.sources)
        if _FORCE_MCC in given.get("cxx", []):
            musa, others = [*musa, *others], []
            given["cxx"].remove(_FORCE_MCC)
        if not musa:
            return
        folder = os.path.join(self.build_temp, extension.name)
        flags = [
            *_mcc.macros(extension),
            *(one for one in given.get("mcc", []) if one != _FORCE_MCC),
        ]
        name = extension.name.split(".")[-1]
        objects = _compiled(name, musa, folder, extension.include_dirs, flags)
        extension.extra_objects = [*(extension.extra_objects or []), *objects]
        extension.sources = others or [_mcc.empty_source(folder)]


def _linking(extra_ldflags, with_musa) -> List[str]:
    flags = list(extra_ldflags or [])
    if with_musa:
        for folder in (TORCH_MUSA_LIB_PATH, _join_musa_home("lib")):
            flags += [f"-L{folder}", f"-Wl,-rpath,{folder}"]
        flags += ["-lmusa_python", "-lmusa_kernels", "-lmusart", *_LINK_IF_USED]
    return flags


def _includes(extra_include_paths, with_musa) -> List[str]:
    extra = extra_include_paths or []
    paths = [extra] if isinstance(extra, str) else list(extra)
    if with_musa:
        paths += [_PORTED_HEADERS, _TORCH_MUSA_NATIVE, _join_musa_home("include")]
        paths += _sign_of_checks()
    return paths


def _refuse_sycl(what: str, *arguments) -> None:
    if any(arguments):
        raise RuntimeError(f"{what}: MUSA has no SYCL; leave out the SYCL arguments")


def load(
    name,
    sources: Union[str, List[str]],
    extra_cflags=None,
    extra_musa_cflags=None,
    extra_sycl_cflags=None,
    extra_ldflags=None,
    extra_include_paths=None,
    build_directory=None,
    verbose=False,
    with_musa: Optional[bool] = None,
    with_sycl: Optional[bool] = None,
    is_python_module=True,
    is_standalone=False,
    keep_intermediates=True,
):
    """Compile C++ and MUSA sources and import the result, as torch.utils.cpp_extension.load does.

    with_musa adds the headers and libraries of torch_musa and of MUSA's runtime; without it, .mu files do.
    """
    _refuse_sycl(f"load of {name}", extra_sycl_cflags, with_sycl)
    musa, others = _mcc.split(sources)
    with_musa = bool(musa) if with_musa is None else with_musa
    folder = build_directory or cpp_extension._get_build_directory(name, verbose)
    includes = [*_includes(extra_include_paths, True), *cpp_extension.include_paths()]
    objects = _compiled(name, musa, folder, includes, extra_musa_cflags or [])
    return cpp_extension.load(
        name,
        others or [_mcc.empty_source(folder)],
        extra_cflags=extra_cflags,
        extra_ldflags=[*objects, *_linking(extra_ldflags, with_musa)],
        extra_include_paths=_includes(extra_include_paths, with_musa),
        build_directory=folder,
        verbose=verbose,
        with_cuda=False,
        is_python_module=is_python_module,
        is_standalone=is_standalone,
        keep_intermediates=keep_intermediates,
    )


def load_inline(
    name,
    cpp_sources,
    musa_sources=None,
    sycl_sources=None,
    functions=None,
    extra_cflags=None,
    extra_musa_cflags=None,
    extra_sycl_cflags=None,
    extra_ldflags=None,
    extra_include_paths=None,
    build_directory=None,
    verbose=False,
    with_musa=None,
    with_sycl=None,
    is_python_module=True,
    with_pytorch_error_handling=True,
    keep_intermediates=True,
    use_pch=False,
):
    """Compile sources that are given as text, as load() does; functions are bound in the C++ sources."""
    _refuse_sycl(f"load_inline of {name}", sycl_sources, extra_sycl_cflags, with_sycl)
    with_musa = bool(musa_sources) if with_musa is None else with_musa
    folder = build_directory or cpp_extension._get_build_directory(name, verbose)
    includes = [*_includes(extra_include_paths, True), *cpp_extension.include_paths()]
    written = [_mcc.write_source(folder, musa_sources)] if musa_sources else []
    objects = _compiled(name, written, folder, includes, extra_musa_cflags or [])
    return cpp_extension.load_inline(
        name,
        cpp_sources,
        functions=functions,
        extra_cflags=extra_cflags,
        extra_ldflags=[*objects, *_linking(extra_ldflags, with_musa)],
        extra_include_paths=_includes(extra_include_paths, with_musa),
        build_directory=folder,
        verbose=verbose,
        with_cuda=False,
        is_python_module=is_python_module,
        with_pytorch_error_handling=with_pytorch_error_handling,
        keep_intermediates=keep_intermediates,
        use_pch=use_pch,
    )
