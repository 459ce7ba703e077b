"""The switch: off, on, in children, beside a real torch_musa, and when it fails."""

import json
import os
import sys
import sysconfig

import pytest
import torch
import torch_musa

import musasim
from musasim import _switch

REPORT = """
import importlib.metadata, importlib.util, json, sys
spec = importlib.util.find_spec("torch_musa")
try:
    version = importlib.metadata.version("torch_musa")
except importlib.metadata.PackageNotFoundError:
    version = None
entries = importlib.metadata.entry_points()
if hasattr(entries, "select"):
    group = entries.select(group="torch.backends")
else:
    group = entries.get("torch.backends", ())
print(json.dumps({
    "origin": spec and spec.origin,
    "version": version,
    "entry_points": [e.value for e in group if e.name == "torch_musa"],
    "musasim_loaded": "musasim" in sys.modules,
}))
"""
OFF = {"origin": None, "version": None, "entry_points": []}


def is_ours(origin):
    return origin is not None and origin.startswith(_switch.PLATFORM + os.sep)


@pytest.fixture
def real_torch_musa(tmp_path):
    """A folder with a torch_musa that is not ours."""
    package = tmp_path / "real" / "torch_musa"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("def _autoload(): pass\n")
    return package.parent


@pytest.mark.parametrize("value", [None, "", "0", "off", " False\t", "NO"])
def test_off_leaves_no_trace(run_python, value):
    done = run_python(REPORT, env={} if value is None else {"MUSASIM": value})
    report = json.loads(done.stdout)
    assert {key: report[key] for key in OFF} == OFF
    assert done.stderr == ""
    # Words are looked at by the switch itself; the others cost one look into the environment.
    assert report["musasim_loaded"] is (value not in (None, "", "0"))


def test_on_finds_package_metadata_and_entry_point(run_python):
    done = run_python(REPORT, env={"MUSASIM": "1"})
    report = json.loads(done.stdout)
    assert is_ours(report["origin"])
    assert report["version"] == "2.7.1"
    assert report["entry_points"] == ["torch_musa:_autoload"]
    assert done.stderr == ""


@pytest.mark.parametrize("value", ["on", " true ", "YES", "2"])
def test_other_words_mean_on(monkeypatch, value):
    monkeypatch.setenv("MUSASIM_FORCE", value)
    assert _switch.forced()


def test_on_imports_no_torch_at_start(run_python):
    code = "import sys; print(any(m.split('.')[0] in ('torch', 'torch_musa') for m in sys.modules))"
    assert run_python(code, env={"MUSASIM": "1"}).stdout == "False\n"


def test_platform_folder_comes_last(run_python):
    code = "import sys; print(sys.path[-1], sys.path.count(sys.path[-1]))"
    assert run_python(code, env={"MUSASIM": "1"}).stdout.split() == [_switch.PLATFORM, "1"]


def test_wheel_layout(run_python, tmp_path):
    """The files as a wheel installs them: the package and the .pth file side by side."""
    site = tmp_path / "site"
    (site / "musasim").mkdir(parents=True)
    package = os.path.dirname(musasim.__file__)
    for name in os.listdir(package):
        (site / "musasim" / name).symlink_to(os.path.join(package, name))
    switch = os.path.join(sysconfig.get_path("platlib"), "musasim-switch.pth")
    (site / "musasim-switch.pth").symlink_to(switch)
    add = f"import site; site.addsitedir({str(site)!r})\n"
    report = json.loads(run_python(add + REPORT, env={"MUSASIM": "1"}, flags=["-S"]).stdout)
    assert report["version"] == "2.7.1"
    assert report["origin"].startswith(str(site / "musasim"))
    report = json.loads(run_python(add + REPORT, flags=["-S"]).stdout)
    assert report == {**OFF, "musasim_loaded": False}


def test_no_top_level_torch_musa_is_installed():
    for folder in {sysconfig.get_path("platlib"), sysconfig.get_path("purelib")}:
        assert not os.path.exists(os.path.join(folder, "torch_musa"))


def test_refuses_beside_a_real_one(run_python, real_torch_musa):
    env = {"MUSASIM": "1", "PYTHONPATH": str(real_torch_musa)}
    done = run_python(REPORT, env=env)
    assert json.loads(done.stdout)["origin"].startswith(str(real_torch_musa))
    assert len(done.stderr.splitlines()) == 1
    assert "because a real torch_musa is installed" in done.stderr
    assert "MUSASIM_FORCE=1" in done.stderr


def test_force_goes_before_a_real_one(run_python, real_torch_musa):
    env = {"MUSASIM": "1", "MUSASIM_FORCE": "1", "PYTHONPATH": str(real_torch_musa)}
    done = run_python(REPORT, env=env)
    assert is_ours(json.loads(done.stdout)["origin"])
    assert done.stderr == ""


def test_a_real_one_in_a_later_site_folder_is_seen(monkeypatch, real_torch_musa):
    site = sys.modules["site"]
    monkeypatch.setattr(site, "getsitepackages", lambda: [str(real_torch_musa)])
    assert _switch.real_torch_musa() == str(real_torch_musa / "torch_musa" / "__init__.py")


def test_a_folder_that_is_no_package_is_not_a_real_one(run_python, tmp_path):
    (tmp_path / "torch_musa").mkdir()
    done = run_python(REPORT, env={"MUSASIM": "1", "PYTHONPATH": str(tmp_path)})
    assert done.stderr == ""
    assert is_ours(json.loads(done.stdout)["origin"])


def test_a_real_one_found_after_the_switch_stops_the_import(monkeypatch, real_torch_musa):
    monkeypatch.syspath_prepend(str(real_torch_musa))
    with pytest.raises(ImportError, match="a real torch_musa is installed as well"):
        torch_musa._startup.check(torch.__version__)
    monkeypatch.setenv("MUSASIM_FORCE", "1")
    torch_musa._startup.check(torch.__version__)


def test_a_failing_switch_lets_python_start(monkeypatch, capsys):
    def fail(force):
        raise OSError("disk on fire")

    monkeypatch.setenv("MUSASIM", "1")
    monkeypatch.setattr(_switch, "turn_on", fail)
    monkeypatch.setattr(_switch, "_ran_at_start", False)
    _switch.at_start()
    message = capsys.readouterr().err
    assert (
        message.startswith("musasim: the simulator stays off, because an error")
        and "disk on fire" in message
    )
    assert len(message.splitlines()) == 1


def test_spawned_processes_and_subprocesses_follow(run_python, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import importlib.util, multiprocessing, subprocess, sys\n"
        "def child(queue):\n"
        "    queue.put(importlib.util.find_spec('torch_musa').origin)\n"
        "if __name__ == '__main__':\n"
        "    import musasim\n"
        "    musasim.enable()\n"
        "    context = multiprocessing.get_context('spawn')\n"
        "    queue = context.SimpleQueue()\n"
        "    process = context.Process(target=child, args=(queue,))\n"
        "    process.start()\n"
        "    print(queue.get())\n"
        "    process.join()\n"
        "    code = 'import importlib.util as u; print(u.find_spec(\"torch_musa\").origin)'\n"
        "    subprocess.run([sys.executable, '-c', code], check=True)\n"
    )
    code = "import runpy, sys; sys.argv[:] = sys.argv[1:]; import subprocess"
    code += "; subprocess.run([sys.executable, *sys.argv], check=True)"
    origins = run_python(code, script).stdout.split()
    assert len(origins) == 2 and all(map(is_ours, origins))


def test_torchrun_children_follow(run_python, tmp_path):
    script = tmp_path / "rank.py"
    script.write_text("import torch; print(torch.ones(1, device='musa').device, flush=True)\n")
    code = """
    import sys
    from torch.distributed.run import main
    main(["--standalone", "--nproc-per-node=1", sys.argv[1]])
    """
    assert "musa:0" in run_python(code, script, env={"MUSASIM": "1"}).stdout


class TestEnable:
    def test_it_works_before_torch_and_sets_the_environment(self, run_python):
        code = """
        import os, musasim
        musasim.enable(devices=3, model="S80")
        assert musasim.is_enabled()
        import torch
        print(torch.musa.device_count(), torch.musa.get_device_name(), os.environ["MUSASIM"])
        musasim.enable()
        """
        assert run_python(code).stdout.split() == ["3", "MTT", "S80", "(simulated)", "1"]

    def test_it_is_a_no_op_when_on(self):
        path = list(sys.path)
        musasim.enable()
        assert musasim.is_enabled() and sys.path == path

    def test_too_late_after_torch(self, monkeypatch):
        monkeypatch.delitem(sys.modules, "torch_musa")
        monkeypatch.setattr(_switch, "is_on", lambda: False)
        with pytest.raises(musasim.SwitchError, match="(?s)too late: torch is.*MUSASIM=1"):
            musasim.enable()

    def test_settings_are_too_late_after_torch_musa(self):
        with pytest.raises(musasim.SwitchError, match="too late to set MUSASIM_DEVICES"):
            musasim.enable(devices=4)

    def test_it_refuses_beside_a_real_one(self, run_python, real_torch_musa):
        code = """
        import os, musasim
        try:
            musasim.enable()
        except musasim.SwitchError as error:
            print(error)
        assert "MUSASIM" not in os.environ
        """
        done = run_python(code, env={"PYTHONPATH": str(real_torch_musa)})
        assert "a real torch_musa is installed" in done.stdout
