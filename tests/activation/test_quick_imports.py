"""The modules of an activation, imported without the import system: the same modules, with less work."""

import json
import os
import py_compile
import shutil
import sys

import pytest

from torchada import _quick_imports

pytestmark = pytest.mark.musa

# What the import system is asked for once the quick imports can begin.
ASKED = """
import importlib.abc, json, sys, torch, torch_musa

class Recorder(importlib.abc.MetaPathFinder):
    names = []
    def find_spec(self, name, path, target=None):
        if name.startswith("torchada."):
            self.names.append(name)

sys.meta_path.insert(0, Recorder())
import torchada
names = list(Recorder.names)
assert torchada.is_patched()
print(json.dumps(names[names.index("torchada._quick_imports") + 1 :]))
"""
LOOKS = """
import json, sys, torch, torch_musa, torchada
assert torchada.is_patched()
looks = {}
for name, module in sys.modules.items():
    spec = getattr(module, "__spec__", None)
    if name.startswith("torchada.") and spec is not None and name != "torchada._core":
        kinds = [type(module).__name__, spec.loader is module.__loader__]
        own = [getattr(module, "__file__", None), module.__package__, getattr(module, "__path__", None), module.__doc__]
        of_spec = [spec.name, spec.origin, spec.parent, spec.has_location]
        package, _, leaf = name.rpartition(".")
        bound = getattr(sys.modules.get(package), leaf, None) is module
        looks[name] = [*kinds, *own, *of_spec, spec.submodule_search_locations, bound]
print(json.dumps(looks, sort_keys=True))
"""
LISTED = (*_quick_imports.BEFORE_ACTIVATION, *_quick_imports.MODULES)
NO_AUTOLOAD = {"TORCH_DEVICE_BACKEND_AUTOLOAD": "0"}


def answer(run_python, code, **env):
    done = run_python(code, env={**NO_AUTOLOAD, **env}, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def test_the_list_holds_what_activation_imports(run_python):
    asked = answer(run_python, ASKED)
    # Needed to import others, and the switch itself.
    expected = {
        "torchada._activation",
        "torchada._core",
        "torchada._patch",
        "torchada._patch._ledger",
        "torchada._patch._device_names",
        "torchada._patch._registry",
        "torchada.cuda",
        "torchada._transaction",
    }
    assert set(asked) <= expected, "add the others to the lists, after those that they import"


def test_the_modules_are_those_of_the_import_system(run_python, tmp_path):
    """Where bytecode is kept elsewhere, the import system imports them all."""
    quick = answer(run_python, LOOKS)
    usual = answer(run_python, LOOKS, PYTHONPYCACHEPREFIX=str(tmp_path))
    listed = {f"torchada.{path}" for path in LISTED}
    assert listed <= set(usual), "nothing needs these: take them out of the lists"
    assert {name: quick.get(name) for name in usual} == usual
    assert set(quick) == set(usual)


def test_a_module_that_fails_is_forgotten_with_its_package(run_python):
    """As where an installed torch_musa lacks what a module takes from it at its import."""
    code = """
        import sys, torch, torch_musa
        import torchada._quick_imports as quick, torchada._patch
        sys.modules["torchada._patch._ledger"] = None
        try:
            quick.import_modules(["_patch.profiler.activities", "_patch.profiler"])
        except ImportError:
            print([name for name in sys.modules if name.startswith("torchada._patch.profiler")])
            print(hasattr(torchada._patch, "profiler"))
    """
    env = {**NO_AUTOLOAD, "TORCHADA_PLATFORM": "cpu"}
    assert run_python(code, env=env, check=True).stdout.split() == ["[]", "False"]


def test_a_package_that_failed_can_be_imported_again(run_python):
    """Its modules stay, so the second time there is only the package itself to import."""
    code = """
        import sys, torch, torch_musa
        import torchada._quick_imports as quick, torchada._patch
        paths = ["_patch.profiler.activities", "_patch.profiler"]
        sys.modules["torchada._patch.profiler.files"] = None
        try:
            quick.import_modules(paths)
        except ImportError:
            del sys.modules["torchada._patch.profiler.files"]
            quick.import_modules(paths)
            print(torchada._patch.profiler.__file__)
    """
    env = {**NO_AUTOLOAD, "TORCHADA_PLATFORM": "cpu"}
    assert run_python(code, env=env, check=True).stdout.strip().endswith("/profiler/__init__.py")


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "module.py"
    path.write_text("x = 1\n")
    return path


def bytecode(source, **options):
    cached = py_compile.compile(str(source), doraise=True, **options)
    return _quick_imports._bytecode(str(source), cached), cached


def test_bytecode_of_the_source_is_used(source):
    names = {}
    exec(bytecode(source)[0], names)
    assert names["x"] == 1


def test_bytecode_of_an_older_source_is_not_used(source):
    _, cached = bytecode(source)
    source.write_text("x = 2\n")
    os.utime(source, (1, 1))
    assert _quick_imports._bytecode(str(source), cached) is None


def test_bytecode_of_another_folder_is_left_to_python(source, tmp_path):
    """As of a tree that was copied with its times: it names the files of the folder that it comes from."""
    _, cached = bytecode(source)
    copy = tmp_path / "copy.py"
    shutil.copy2(source, copy)
    assert _quick_imports._bytecode(str(copy), cached) is None


def test_bytecode_of_a_source_of_another_size_is_not_used(source):
    status = source.stat()
    _, cached = bytecode(source)
    source.write_text("x = 22\n")
    os.utime(source, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert _quick_imports._bytecode(str(source), cached) is None


def test_bytecode_that_goes_by_a_hash_is_left_to_python(source):
    for mode in ("CHECKED_HASH", "UNCHECKED_HASH"):
        mode = py_compile.PycInvalidationMode[mode]
        assert bytecode(source, invalidation_mode=mode)[0] is None


@pytest.mark.parametrize("content", [b"", b"short", b"\0" * 64])
def test_bytecode_of_another_python_is_not_used(source, content):
    _, cached = bytecode(source)
    with open(cached, "wb") as file:
        file.write(content)
    assert _quick_imports._bytecode(str(source), cached) is None


def test_no_bytecode_is_no_error(source):
    assert _quick_imports._bytecode(str(source), f"{source}.pyc") is None


def test_this_python_reads_bytecode_beside_the_sources():
    folder, ending = _quick_imports._own_files()
    assert os.path.samefile(
        folder, os.path.dirname(sys.modules["torchada._quick_imports"].__file__)
    )
    assert ending.endswith(f"{sys.implementation.cache_tag}.pyc")


def test_a_zip_file_says_what_it_cannot_hold(run_python, tmp_path):
    """A library cannot be loaded from one."""
    folder = os.path.dirname(_quick_imports.__file__)
    archive = shutil.make_archive(
        str(tmp_path / "all"), "zip", os.path.dirname(folder), os.path.basename(folder)
    )
    code = """
        import sys
        # That of an editable installation knows its own modules only.
        sys.meta_path[:] = [one for one in sys.meta_path if not hasattr(one, "known_source_files")]
        sys.path.insert(0, sys.argv[1])
        import torchada
        assert torchada.__file__.startswith(sys.argv[1])
    """
    done = run_python(code, archive, env=NO_AUTOLOAD)
    assert "torchada is not active: `import torchada._core` failed: No module named" in done.stderr
