"""Compiles the two variants of a project: the original, and the ported one through the shim.

A library that is there already is not built again, so what one machine built can be run on another.
"""

import concurrent.futures
import os
import pathlib
import subprocess
import sysconfig
import time

VARIANTS = ("unported", "ported")
_NEW_SUFFIX = {"unported": {}, "ported": {".cu": ".mu"}}


class Builder:
    """Knows this machine's compilers; builds below the folder that was prepared."""

    def __init__(self, folder, shim, architecture):
        from torch.utils import cpp_extension

        self._folder, self._shim = folder, shim
        self._cxx = os.environ.get("CXX", "g++")
        self._nvcc = os.path.join(cpp_extension.CUDA_HOME or "/usr/local/cuda", "bin", "nvcc")
        includes = cpp_extension.include_paths("cuda")
        folders = cpp_extension.library_paths("cuda")
        # Wheels of NVIDIA hold what a small toolkit leaves out: cusparse.h and others.
        for wheel in pathlib.Path(cpp_extension.__file__).parents[2].glob("nvidia/cu[0-9]*"):
            includes.append(str(wheel / "include"))
            folders.append(str(wheel / "lib"))
        includes.append(sysconfig.get_path("include"))
        # For the host alone; device code is optimised anyway.
        self._common = ["-std=c++17", "-O1", "-DTORCH_API_INCLUDE_EXTENSION_H"]
        self._common += [word for path in includes for word in ("-isystem", path)]
        self._cuda = ["-x", "cu", f"-gencode=arch=compute_{architecture},code=sm_{architecture}"]
        self._cuda += ["-Xcompiler", "-fPIC", "-Xcompiler", "-w", "-w"]
        self._cuda += cpp_extension.COMMON_NVCC_FLAGS
        names = ("c10", "torch", "torch_cpu", "torch_cuda", "c10_cuda", "torch_python")
        self._link_flags = [f"-L{path}" for path in folders] + [f"-l{name}" for name in names]
        self._link_flags.append(_cuda_runtime(folders))

    def build(self, projects, jobs):
        """Build both variants of every project; return how many failed."""
        begin, failed = time.perf_counter(), 0
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            parts = [
                (
                    project,
                    variant,
                    [pool.submit(_run, *one) for one in self.units(project, variant)],
                )
                for project in projects
                for variant in VARIANTS
                if not self._library(project, variant).exists()
            ]
            for project, variant, objects in parts:
                made = [one.result() for one in objects]
                failed += not (all(made) and self._link(project, variant, made))
        print(f"built in {time.perf_counter() - begin:.0f} s, {failed} failed", flush=True)
        return failed

    def _library(self, project, variant):
        return self._folder / project.name / variant / project.library

    def units(self, project, variant):
        """What is compiled: each command, and the object that it makes."""
        root = self._folder / project.name / variant
        place = self._folder / "objects" / project.name / variant
        place.mkdir(parents=True, exist_ok=True)
        for source in self._sources(project, root, place, _NEW_SUFFIX[variant]):
            result = place / f"{source.name}.o"
            command = [f"-DTORCH_EXTENSION_NAME={pathlib.PurePath(project.library).stem}"]
            if variant == "ported":
                command += ["-include", str(self._shim / "back_to_cuda.h"), f"-I{self._shim}"]
            command += [*project.flags, *(f"-I{root / each}" for each in project.includes)]
            command += [*self._common, "-c", str(source)]
            if source.suffix == ".cpp":
                yield [self._cxx, "-fPIC", "-w", "-fopenmp", *command], result
            else:
                yield [self._nvcc, *self._cuda, *project.nvcc_flags, *command], result

    def _sources(self, project, root, place, new_suffix):
        # The original's list of files decides for both variants.
        original = self._folder / project.name / "unported"
        found = [path for each in project.sources for path in sorted(original.glob(each))]
        renamed = [path.with_suffix(new_suffix.get(path.suffix, path.suffix)) for path in found]
        sources = [root / path.relative_to(original) for path in renamed]
        if not project.joined:
            return sources
        groups = {}
        for source in sources:
            groups.setdefault(source.suffix, []).append(source)
        return [_join(group, project, place) for group in groups.values()]

    def _link(self, project, variant, objects):
        command = [self._cxx, "-shared", "-s", "-fopenmp", *map(str, objects), *self._link_flags]
        return _run(command, self._library(project, variant))


def _join(sources, project, place):
    """A source that includes these; it is written only when it changes."""
    lines = []
    for number, source in enumerate(sources):
        lines += [f"#define {word} {word}_{number}" for word in project.own_words]
        lines.append(f'#include "{source}"')
        lines += [f"#undef {word}" for word in project.own_words + project.file_macros]
    result, text = place / f"all{sources[0].suffix}", "\n".join(lines) + "\n"
    if not result.exists() or result.read_text() != text:
        result.write_text(text)
    return result


def _cuda_runtime(folders):
    """The CUDA runtime that torch loads; only its SONAME gets into what is linked."""
    for folder in folders:
        for path in sorted(pathlib.Path(folder).glob("libcudart.so.*")):
            return str(path)
    return "-lcudart"


def _run(command, result):
    """Make the result unless it is there; None when the command fails."""
    if not result.exists():
        unfinished = result.with_name(f"unfinished-{result.name}")
        command = [*command, "-o", str(unfinished)]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            print(f"{' '.join(command)}\n{done.stdout[-3000:]}\nthe command failed", flush=True)
            return None
        unfinished.rename(result)
    return result
