"""The command line: doctor, run and --version, with their exit status, stdout and stderr."""

import json
import os
import re
import sys

import pytest
from support.processes import run_command

import torchada

MODULE = [sys.executable, "-m", "torchada"]
SCRIPT = [os.path.join(os.path.dirname(sys.executable), "torchada")]

NO_MUSA = pytest.mark.usefixtures("no_torch_musa")


def command(*arguments, start=MODULE, **options):
    return run_command([*start, *arguments], **options)


@pytest.mark.parametrize("start", [MODULE, SCRIPT], ids=["module", "script"])
def test_version(start):
    done = command("--version", start=start)

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"torchada {torchada.get_version()}\n"


@pytest.mark.parametrize(
    "arguments, text",
    [
        ([], "the following arguments are required"),
        (["docter"], "invalid choice: 'docter'"),
        (["run"], "torchada: error: no program was given; usage: torchada run"),
        (["run", "-m"], "torchada: error: option -m needs an argument"),
        (["run", "missing.py"], "torchada: error: there is no script 'missing.py' in "),
        (["run", "--devices", "2", "-c", ""], "torchada: error: --devices describes simulated"),
        (["run", "--sim", "--devices", "two", "-c", ""], "invalid int value: 'two'"),
    ],
)
def test_misuse_exits_with_2(arguments, text):
    done = command(*arguments, musasim=False)

    assert done.returncode == 2 and done.stdout == ""
    assert text in done.stderr and "Traceback" not in done.stderr


class TestDoctor:
    """Why torchada is active or not, and what to do."""

    @pytest.mark.musa
    @pytest.mark.parametrize("start", [MODULE, SCRIPT], ids=["module", "script"])
    def test_active(self, start):
        done = command("doctor", start=start)

        assert (done.returncode, done.stderr) == (0, "")
        lines = dict(line.split(None, 1) for line in done.stdout.splitlines() if line)
        assert lines["platform"] == "musa: torch_musa is installed and can be imported"
        assert lines["active"] == "yes"
        assert lines["core"].startswith("hooks installed; interposer open; perspective on")
        assert re.fullmatch(
            r"\d+ members of PyTorch's types replaced \(--verbose lists them\)", lines["types"]
        )
        assert done.stdout.endswith("\nnothing to fix\n")
        assert re.fullmatch(
            r"\d{3} applied(, \d+ skipped)? \(--verbose lists them\)", lines["patches"]
        )

    @pytest.mark.musa
    def test_slots_by_library_where_torch_came_first(self):
        code = "import torch, torchada; from torchada.cli import main; main(['doctor'])"

        done = run_command([sys.executable, "-c", code])

        assert " call slots in libtorch_python.so\n" in done.stdout

    @pytest.mark.musa
    def test_verbose_lists_every_patch(self):
        done = command("doctor", "--verbose")

        rows = [line for line in done.stdout.splitlines() if line.startswith("  applied ")]
        assert len(rows) > 20 and any("torch.cuda.Stream" in row for row in rows)
        assert "  types     torch.device.type, " in done.stdout
        assert "  TORCHADA_HINTS  off: print no hint when " in done.stdout

    @pytest.mark.musa
    def test_json(self):
        done = command("doctor", "--json", env={"TORCHADA_HINTS": "0"})
        report = json.loads(done.stdout)

        assert done.returncode == 0 and report["problems"] == []
        assert report["platform"]["name"] == "musa" and report["activation"]["status"] == "active"
        assert report["core"]["installed"] and report["torch_musa"]["devices"] >= 1
        assert report["environment"]["TORCHADA_HINTS"] == "0"
        assert {row["state"] for row in report["patches"]} <= {"applied", "skipped"}

    @NO_MUSA
    def test_nothing_to_do_without_torch_musa(self):
        done = command("doctor", musasim=False)

        assert (done.returncode, done.stderr) == (0, "")
        assert "active      no\n" in done.stdout
        text = (
            "torch_musa  not installed; the simulator musasim is installed but off: set MUSASIM=1 "
        )
        assert text in done.stdout

    @NO_MUSA
    def test_neither_torch_musa_nor_simulator(self):
        code = "import sys; sys.modules['musasim'] = None; from torchada.cli import main; "

        done = run_command([sys.executable, "-c", f"{code} main(['doctor'])"], musasim=False)

        assert "torch_musa  not installed\n" in done.stdout

    @pytest.mark.musa
    def test_failed_hook(self):
        done = command("doctor", env={"TORCHADA_TEST_FAIL_HOOK": "torch.Tensor"})

        assert (done.returncode, done.stderr) == (1, "")
        assert (
            "problem: torchada is not active: cannot set up is_cuda of torch.Tensor: TORCHADA_T"
            in (done.stdout)
        )
        assert "    fix: unset TORCHADA_TEST_FAIL_HOOK" in done.stdout

    @NO_MUSA
    @pytest.mark.parametrize("has_entry_point", [False, True])
    def test_broken_torch_musa(self, tmp_path, has_entry_point):
        (tmp_path / "torch_musa.py").write_text("raise OSError('libmusart.so.4 is missing')\n")
        if has_entry_point:
            metadata = tmp_path / "torch_musa-2.7.1.dist-info"
            metadata.mkdir()
            (metadata / "METADATA").write_text("Name: torch_musa\nVersion: 2.7.1\n")
            (metadata / "entry_points.txt").write_text("[torch.backends]\nm = torch_musa:_x\n")

        done = command("doctor", env={"PYTHONPATH": str(tmp_path)}, musasim=False)

        assert done.returncode == 1 and "Traceback" not in done.stderr
        assert "OSError: libmusart.so.4 is missing" in done.stdout
        remedy = "TORCH_DEVICE_BACKEND_AUTOLOAD=0" if has_entry_point else "reinstall torch_musa"
        assert remedy in done.stdout

    @NO_MUSA
    @pytest.mark.parametrize(
        "env, what, todo",
        [
            (
                {"TORCHADA_PLATFORM": "rocm"},
                "'rocm' names no platform",
                "TORCHADA_PLATFORM or unset",
            ),
            ({"TORCHADA_PLATFORM": "musa"}, "torch_musa is not installed", "install torch_musa"),
            ({"TORCHADA_HINT": "0"}, "no environment variable TORCHADA_HINT", "use TORCHADA_HINTS"),
            ({"TORCHADA_LOG": "loud"}, "TORCHADA_LOG='loud' has no effect", "use one of these"),
        ],
    )
    def test_wrong_settings(self, env, what, todo):
        done = command("doctor", env=env, musasim=False)

        assert (done.returncode, done.stderr) == (1, "")
        assert what in done.stdout and todo in done.stdout

    @NO_MUSA
    def test_switches_nobody_understands(self):
        switches = ("AUTOLOAD", "FORCE_CUDA_AVAILABLE", "HINTS", "PERSPECTIVE")
        env = {f"TORCHADA_{name}": "maybe" for name in switches}

        done = command("doctor", "--json", env=env, musasim=False)

        problems = json.loads(done.stdout)["problems"]
        assert [problem["what"].split("=")[0] for problem in problems] == sorted(env)
        words = "=maybe has no effect: the value is not one of 1, on, true, yes, 0, off, false, no"
        assert all(words in problem["what"].replace("'", "") for problem in problems)
        assert {problem["todo"] for problem in problems} == {
            "use one of these values, or unset the variable"
        }
        assert done.returncode == 1

    @NO_MUSA
    def test_every_word_of_a_switch_is_understood_however_written(self):
        env = {"TORCHADA_AUTOLOAD": " OFF ", "TORCHADA_HINTS": "False"}
        env.update(TORCHADA_PERSPECTIVE="No", TORCHADA_LOG="INFO", TORCHADA_PLATFORM=" CPU")
        env.update(TORCHADA_FORCE_CUDA_AVAILABLE="")

        done = command("doctor", env=env, musasim=False)

        assert done.returncode == 0 and "platform    cpu: TORCHADA_PLATFORM=cpu" in done.stdout

    @pytest.mark.musa
    def test_json_has_the_same_keys_without_torch_musa(self):
        """Null stands for what is not known."""
        active, inactive, broken = (
            json.loads(command("doctor", "--json", **options).stdout)
            for options in (
                {},
                {"env": {"TORCHADA_PLATFORM": "cpu"}},
                {"env": {"TORCHADA_PLATFORM": "rocm"}},
            )
        )

        def keys(report):
            sections = ("torchada", "python", "platform", "activation", "torch", "torch_musa")
            return [list(report)] + [list(report[name]) for name in (*sections, "core")]

        assert keys(active) == keys(inactive) == keys(broken)
        assert inactive["core"]["loaded"] is False and inactive["core"]["installed"] is None

    @pytest.mark.musa
    def test_visible_devices_without_autoload(self):
        env = {"CUDA_VISIBLE_DEVICES": "0", "TORCHADA_AUTOLOAD": "0"}

        done = command("doctor", env=env)

        assert done.returncode == 1
        text = "problem: TORCHADA_AUTOLOAD is off, so CUDA_VISIBLE_DEVICES has an effect only in "
        assert text in done.stdout

    def test_reader_that_has_enough(self):
        shell = f"{' '.join(MODULE)} doctor --verbose | head -1"

        done = run_command(["sh", "-c", shell])

        assert done.stdout.startswith("torchada ") and done.stderr == ""


@pytest.mark.parametrize("arguments", [["doctor"], ["--version"], ["run", "--help"]], ids=" ".join)
def test_reader_that_is_gone(arguments):
    """Python itself would complain at its exit, and exit with 120."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = command(*arguments, stdout=writer)
    finally:
        os.close(writer)

    assert (done.returncode, done.stderr) == (2, "")


class TestRun:
    """A program runs as Python would run it, with torchada active."""

    PROGRAM = "import sys, torch; print(sys.argv, torch.device('cuda').type, torch.ones(1).cuda())"
    OUTPUT = "['{}', 'a', '--sim', '-m'] cuda tensor([1.], device='cuda:0')\n"
    pytestmark = [pytest.mark.musa, pytest.mark.usefixtures("needs_simulator")]

    @pytest.mark.parametrize("start", [MODULE, SCRIPT], ids=["module", "script"])
    def test_script(self, tmp_path, start):
        script = tmp_path / "my_script.py"
        script.write_text(self.PROGRAM)

        done = command("run", "--sim", script, "a", "--sim", "-m", start=start, musasim=False)

        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == self.OUTPUT.format(script)

    def test_module(self, tmp_path):
        script = tmp_path / "my_module.py"
        script.write_text(self.PROGRAM)

        arguments = ["run", "--sim", "-m", "my_module", "a", "--sim", "-m"]
        done = command(*arguments, musasim=False, cwd=tmp_path)

        assert done.stdout == self.OUTPUT.format(script) and done.stderr == ""

    @pytest.mark.parametrize("variable", ["TORCHADA_AUTOLOAD", "TORCH_DEVICE_BACKEND_AUTOLOAD"])
    def test_code(self, variable):
        """Active, though nothing imports torchada and the environment says no to autoload."""
        arguments = ["run", "--sim", "-c", self.PROGRAM, "a", "--sim", "-m"]

        done = command(*arguments, musasim=False, env={variable: "0"})

        assert done.stdout == self.OUTPUT.format("-c") and done.stderr == ""

    def test_simulated_devices(self):
        code = "import torch as t; print(t.cuda.device_count(), t.cuda.get_device_name()); "
        code += "print(t.cuda.get_device_properties(1).total_memory)"
        options = ["--sim", "--devices", "3", "--model", "S5000", "--memory", "2G"]

        lines = command("run", *options, "-c", code, musasim=False).stdout.splitlines()

        assert lines[0].startswith("3 MTT S5000") and int(lines[1]) == 2 << 30

    @pytest.mark.parametrize("status", [0, 3])
    def test_exit_status_is_that_of_the_program(self, status):
        done = command("run", "-c", f"raise SystemExit({status})")

        assert (done.returncode, done.stderr) == (status, "")

    def test_missing_simulator(self, tmp_path):
        """A site folder that hides musasim stands for a machine without it."""
        code = "import sys; sys.modules['musasim'] = None; from torchada.cli import main; "
        code += "sys.exit(main(['run', '--sim', '-c', '']))"

        done = run_command([sys.executable, "-c", code], musasim=False)

        assert done.returncode == 2 and done.stdout == ""
        assert done.stderr.startswith("torchada: error: --sim needs the simulator")

    def test_launcher_imports_no_torch(self, tmp_path):
        code = "import sys; sys.argv = ['torchada', 'run', '-c', '']\n"
        code += "import os; os.execve = lambda *a: print(sorted(sys.modules))\n"
        code += "exec(compile('from torchada.cli import main', 'torchada', 'exec'))\nmain()"

        done = run_command([sys.executable, "-c", code])

        assert "'torchada.cli.run'" in done.stdout and "'torch'" not in done.stdout


class TestRunWithoutMusa:
    """The program runs; one line on stderr says why torchada does nothing, and what to do."""

    pytestmark = NO_MUSA
    PROGRAM = ["run", "-c", "print('ran')"]

    @pytest.mark.parametrize(
        "platform, text",
        [
            (
                "",
                "torchada: torch_musa is not installed, so torchada changes nothing for this "
                "program; `torchada run --sim` runs it on a simulated GPU\n",
            ),
            (
                "cpu",
                "torchada: TORCHADA_PLATFORM=cpu is set, so torchada changes nothing for this "
                "program\n",
            ),
        ],
    )
    def test_note(self, platform, text):
        done = command(*self.PROGRAM, musasim=False, env={"TORCHADA_PLATFORM": platform})

        assert (done.returncode, done.stdout, done.stderr) == (0, "ran\n", text)

    def test_no_such_platform(self):
        done = command(*self.PROGRAM, musasim=False, env={"TORCHADA_PLATFORM": "rocm"})

        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("torchada: error: TORCHADA_PLATFORM='rocm' names no platform")
