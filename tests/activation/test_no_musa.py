"""Machines without torch_musa: `import torchada` changes nothing, costs nothing and cannot fail."""

import pytest

pytestmark = pytest.mark.usefixtures("no_torch_musa")

CHANGES_NOTHING = """
    import os, sys, warnings, hashlib
    os.environ["TORCH_DEVICE_BACKEND_AUTOLOAD"] = "0"
    import torch, torch.library
    import snapshots as s

    # Whatever is computed on first use has been used before the first snapshot.
    str(torch.device("cpu")), torch.ones(1).is_cuda
    libraries = ["libtorch_python.so", "libtorch_cpu.so", "libc10.so"]
    def snapshot():
        return s.attributes(torch), s.type_slots(torch), s.process()
    snapshot(), s.native_writable_pages(*libraries)

    events = []
    watching = False
    def hook(event, arguments):
        if watching:
            events.append((event, arguments))
    sys.addaudithook(hook)

    before, pages = snapshot(), s.native_writable_pages(*libraries)
    watching = True
    import torchada
    torchada._autoload.activate()
    watching = False
    after, pages_after = snapshot(), s.native_writable_pages(*libraries)

    for old, new in zip(before, after):
        assert s.difference(old, new) == [], s.difference(old, new)
    assert len(pages) == len(libraries) and pages == pages_after
    for event, arguments in events:
        if event == "open":
            path, mode, flags = arguments
            assert not flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT), arguments
        assert not event.startswith(("socket", "subprocess", "os.", "ctypes", "shutil")) or event in (
            "os.listdir", "os.scandir",
        ), event
    with open("/proc/self/maps") as maps:
        assert "torchada" not in maps.read()
"""


def test_import_changes_nothing(run_python):
    run_python(CHANGES_NOTHING, musasim=False, flags=("-B",), env={"LD_BIND_NOW": "1"})


def test_import_without_torch_loads_only_torchada(run_python):
    code = """
        # The finder of an editable installation uses it.
        import importlib.machinery, importlib.util, sys
        before = set(sys.modules)
        import torchada
        added = set(sys.modules) - before
        assert {name.split(".")[0] for name in added} == {"torchada"}, added
        assert torchada._autoload.activate() is None
        assert "torch" not in sys.modules
    """

    assert run_python(code, musasim=False, flags=("-B",)).stderr == ""


def test_public_names_work_on_the_cpu(run_python):
    code = """
        import torchada
        assert not torchada.is_patched() and not torchada.unpatch()
        with torchada.native_view():
            pass
        assert torchada.get_platform() is torchada.Platform.CPU
        import torch
        assert torchada.get_backend() is torch.cpu and torchada.is_cpu_platform()
        assert not torchada.is_gpu_device(0) and not torchada.is_gpu_device(torch.ones(1))
        try:
            torch.ones(1, device="cuda")
        except (AssertionError, RuntimeError) as error:
            print(type(error).__name__)
    """

    done = run_python(code, musasim=False)

    assert done.stdout.split() in (["AssertionError"], ["RuntimeError"])
    assert done.stderr == ""


def test_autoload_leaves_no_trace(run_python):
    """A later `import torchada` has to look again, so that of torch's autoload is undone."""
    code = """
        import sys, torch
        assert not [name for name in sys.modules if name.startswith("torchada")]
        import torchada
        assert not torchada.is_patched()
    """

    assert run_python(code, musasim=False).stderr == ""


@pytest.mark.parametrize("variable", ["cuda", "cpu"])
def test_forced_platform_is_as_quiet(run_python, variable):
    code = """
        import torchada, torch, sys, os
        assert not torchada.is_patched() and "torch_musa" not in sys.modules
        assert torchada.get_device_name() == os.environ["TORCHADA_PLATFORM"]
        assert "MUSA_VISIBLE_DEVICES" not in os.environ
    """
    env = {"TORCHADA_PLATFORM": variable, "CUDA_VISIBLE_DEVICES": "0"}

    assert run_python(code, env=env, musasim=False).stderr == ""


@pytest.mark.slow  # a limit in seconds, which `make bench` holds as well
def test_entry_point_takes_two_milliseconds(run_python, tmp_path):
    # Compiled once, as an installed package is.
    env = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(tmp_path)}
    code = """
        import sys, time, importlib.metadata
        start = time.thread_time()
        from torchada._autoload import activate
        activate()
        print(time.thread_time() - start)
    """

    seconds = [float(run_python(code, musasim=False, env=env).stdout) for _ in range(7)]

    # Other processes only ever add to the time.
    assert min(seconds) <= 0.002, seconds


TROUBLE = {
    "a finder that raises": """
        class Finder:
            @staticmethod
            def find_spec(name, path=None, target=None):
                if name == "torch_musa":
                    raise ValueError("broken metadata of torch_musa")
        sys.meta_path.insert(0, Finder)
    """,
    "a platform that does not exist": "os.environ['TORCHADA_PLATFORM'] = 'mussa'",
    "musa forced, but not installed": "os.environ['TORCHADA_PLATFORM'] = 'musa'",
    "a torchada that is broken": """
        os.environ["TORCHADA_PLATFORM"] = "musa"
        sys.modules["torchada._activation"] = None
    """,
}


@pytest.mark.parametrize("trouble", TROUBLE)
@pytest.mark.parametrize(
    "first, are_errors",
    [
        pytest.param("torch", False, id="torch-warnings"),
        pytest.param("torchada", False, id="torchada-warnings", marks=pytest.mark.slow),
        pytest.param("torch", True, id="torch-errors", marks=pytest.mark.slow),
        pytest.param("torchada", True, id="torchada-errors"),
    ],
)
def test_import_survives(run_python, trouble, first, are_errors):
    """One warning, whichever is imported first, and with -W error too."""
    lines = ["import os, sys", TROUBLE[trouble], f"import {first}", "import torch, torchada"]
    lines.append("print(torchada.is_patched() if 'broken' not in sys.argv[1] else False)")
    code = "\n".join(_dedent(line) for line in lines)
    flags = ("-W", "error") if are_errors else ()

    done = run_python(code, trouble, musasim=False, flags=flags)

    assert done.stdout.strip() == "False"
    assert done.stderr.count("torchada is not active") == 1, done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("stderr", ["None", "open(os.devnull)", "closed"])
def test_import_survives_without_stderr(run_python, stderr):
    code = f"""
        import os, sys
        closed = open(os.devnull)
        closed.close()
        sys.stderr = {stderr}
        os.environ["TORCHADA_PLATFORM"] = "mussa"
        import torch, torchada
        print("done")
    """

    assert run_python(code, musasim=False, flags=("-W", "error")).stdout.split() == ["done"]


def test_folder_of_that_name_is_no_torch_musa(run_python, tmp_path):
    """A checkout of torch_musa's repository beside the script is a namespace package."""
    (tmp_path / "torch_musa").mkdir()

    code = "import torchada, torch; print(torchada.is_patched(), torchada.get_device_name())"
    done = run_python(code, musasim=False, cwd=tmp_path)

    assert done.stdout.split() == ["False", "cpu"] and done.stderr == ""


def _dedent(text):
    import textwrap

    return textwrap.dedent(text).strip("\n")
