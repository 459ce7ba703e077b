"""BuildExtension: PyTorch's build_extensions() over ported sources, one process at a time."""

import hashlib
import json
import os
from contextlib import contextmanager
from functools import wraps
from typing import Any, Callable, Dict, Iterator, List

from .. import _mapping
from . import arch, flags, ninja, project, toolchain
from .lock import locked

# Attributes of an extension that are changed while it is built.
_CHANGED = (
    "sources",
    "include_dirs",
    "libraries",
    "library_dirs",
    "runtime_library_dirs",
    "extra_compile_args",
    "extra_link_args",
    "extra_objects",
)


def build_ported(module: Any, genuine: Callable) -> Callable:
    """PyTorch's BuildExtension.build_extensions(), for CUDA sources as well."""

    @wraps(genuine)
    def build_extensions(self: Any) -> None:
        folder = os.path.join(self.build_temp, "torchada")
        with locked(folder, "in " + os.path.abspath(self.build_temp)), _restored(self.extensions):
            for extension in self.extensions:
                _prepare(module, self, extension, os.path.join(folder, extension.name))
            with _compiler_for_musa(module, self.compiler, folder):
                genuine(self)

    return build_extensions


def get_mapping_rule(self: Any) -> Dict[str, str]:
    """CUDA's names and MUSA's. A subclass may add some or change them; leaving one out changes nothing."""
    return dict(_mapping.MAPPING_RULE)


def _own_names(command: Any) -> Dict[str, str]:
    """The names that a subclass's get_mapping_rule() adds to torchada's."""
    if type(command).get_mapping_rule is get_mapping_rule:
        return {}
    ours = _mapping.MAPPING_RULE
    return {old: new for old, new in command.get_mapping_rule().items() if ours.get(old) != new}


@contextmanager
def _restored(extensions: List[Any]) -> Iterator[None]:
    """Other commands of setuptools read the extensions as well (sdist, egg_info)."""
    before = [{name: getattr(one, name) for name in _CHANGED} for one in extensions]
    try:
        yield
    finally:
        for extension, values in zip(extensions, before):
            for name, value in values.items():
                setattr(extension, name, value)


def _prepare(module: Any, command: Any, extension: Any, output: str) -> None:
    arguments = _by_compiler(extension.extra_compile_args)
    folders = [
        *(extension.include_dirs or []),
        *(command.compiler.include_dirs or []),
        *project.folders_in([*arguments["cxx"], *arguments["nvcc"]]),
    ]
    what = f"the extension {extension.name}"
    done = project.port(
        extension.sources, folders, os.getcwd(), os.path.abspath(output), what, _own_names(command)
    )
    # torch_musa's builder is told this, to have all sources compiled by mcc.
    if "force_mcc" in arguments["cxx"]:
        arguments["cxx"].remove("force_mcc")
        done = project.all_for_device(done, os.path.abspath(output))
    is_cuda = _is_cuda(extension) or project.is_for_device(done.sources)
    if not done.is_changed and not is_cuda:
        return
    extension.sources = [_from_here(path) for path in done.sources]
    extension.include_dirs = done.folders
    extension.extra_compile_args = arguments
    if is_cuda:
        _link(module, extension)


def _from_here(path: str) -> str:
    """Relative to setup.py's folder, as setuptools wants paths; an object of ../x would leave the build folder."""
    relative = os.path.relpath(path)
    return os.path.abspath(path) if relative.startswith(os.pardir + os.sep) else relative


def _is_cuda(extension: Any) -> bool:
    """True for what CUDAExtension made, and for anything else with device code."""
    return project.is_for_device(extension.sources) or not _CUDA.isdisjoint(
        extension.libraries or ()
    )


_CUDA = frozenset(("c10_cuda", "torch_cuda", "cudart"))


def _by_compiler(arguments: Any) -> Dict[str, List[str]]:
    """extra_compile_args as PyTorch's dictionary; "mcc" is what projects that know MUSA say."""
    if not isinstance(arguments, dict):
        return {"cxx": list(arguments or []), "nvcc": list(arguments or [])}
    split = {key: list(words) for key, words in arguments.items()}
    split["nvcc"] = [*split.get("nvcc", []), *split.pop("mcc", [])]
    split.setdefault("cxx", [])
    return split


def _link(module: Any, extension: Any) -> None:
    platform = toolchain.linking()
    found, dropped = flags.libraries(extension.libraries or [])
    words = flags.for_linker(extension.extra_link_args or [])
    objects = flags.for_linker(extension.extra_objects or [])
    ninja.tell_dropped(module, [*dropped, *words.dropped, *objects.dropped])
    extension.libraries = list(dict.fromkeys([*found, *platform.libraries]))
    extension.library_dirs = _joined(extension.library_dirs, platform.folders)
    extension.runtime_library_dirs = _joined(
        extension.runtime_library_dirs, platform.run_time_folders
    )
    named = [word for word in objects.words if word.startswith("-l")]
    extension.extra_objects = [word for word in objects.words if word not in named]
    extension.extra_link_args = [*words.words, *named, *platform.arguments]


def _joined(first: Any, second: List[str]) -> List[str]:
    return list(dict.fromkeys([*(first or []), *second]))


@contextmanager
def _compiler_for_musa(module: Any, compiler: Any, folder: str) -> Iterator[None]:
    """The distutils compiler takes MUSA's sources, and links nothing twice."""
    before = dict(vars(compiler))
    compiler.src_extensions = [*compiler.src_extensions, ".mu", ".muh"]
    compiler._compile = _compile_by_mcc(module, compiler)
    compiler.link_shared_object = _link_if_new(compiler.link_shared_object, folder)
    try:
        yield
    finally:
        vars(compiler).clear()
        vars(compiler).update(before)


def _compile_by_mcc(module: Any, compiler: Any) -> Callable:
    """The function that compiles one file where ninja is missing; by then mcc is the compiler of its kind."""
    genuine = compiler._compile

    def _compile(obj, src, ext, cc_args, extra_postargs, pp_opts):
        if not ninja.is_device_source(src):
            macros = flags.macros_of_cuda([*compiler.compiler_so, *cc_args, *extra_postargs])
            return genuine(obj, src, ext, [*macros, *cc_args], extra_postargs, pp_opts)
        first, last = flags.of_environment()
        translated = flags.for_mcc([*first, *extra_postargs, *last])
        ninja.tell_dropped(module, translated.dropped)
        macros = flags.macros_of_nvcc([*cc_args, *translated.words])
        words = ["-fPIC", *translated.words]
        if not any(word.startswith("--offload-arch") for word in words):
            words += arch.flags()
        return genuine(obj, src, ext, ["-x", "musa", *macros, *cc_args], words, pp_opts)

    return _compile


def _link_if_new(genuine: Callable, folder: str) -> Callable:
    """With ninja PyTorch forces every build, and distutils would link again what has not changed."""

    def link_shared_object(objects, output_filename, *args, **kwargs):
        name = hashlib.blake2b(os.fsencode(os.path.abspath(output_filename)), digest_size=8)
        record = os.path.join(folder, f"link-{name.hexdigest()}.json")
        arguments = repr((objects, args, sorted(kwargs.items(), key=lambda pair: pair[0])))
        state = [arguments, *map(_state, [*objects, output_filename])]
        if os.path.exists(record) and os.path.exists(output_filename):
            with open(record, encoding="utf-8") as file:
                if json.load(file) == state:
                    return
        genuine(objects, output_filename, *args, **kwargs)
        state[-1] = _state(output_filename)
        with open(record, "w", encoding="utf-8") as file:
            json.dump(state, file)

    return link_shared_object


def _state(path: str) -> List[int]:
    if not os.path.exists(path):
        return []
    found = os.stat(path)
    return [found.st_mtime_ns, found.st_size]
