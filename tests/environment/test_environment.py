"""Environment variables of CUDA programs: what they become, when, and what the user is told."""

import json
import os
import sys
import textwrap

import pytest
import torch
from support.processes import run_command

from torchada import _environment
from torchada._environment import alloc_conf, rows, visible

pytestmark = [pytest.mark.musa, pytest.mark.usefixtures("needs_simulator")]

SHOW = """
    import os, torch
    names = "MUSA_LAUNCH_BLOCKING", "PYTORCH_MUSA_ALLOC_CONF", "PYTORCH_NO_MUSA_MEMORY_CACHING"
    names += "MUBLAS_WORKSPACE_CONFIG", "MCCL_DEBUG", "TORCH_MCCL_BLOCKING_WAIT"
    print([os.environ.get(name) for name in names])
"""
CUDA = {
    "CUDA_LAUNCH_BLOCKING": "1",
    "PYTORCH_CUDA_ALLOC_CONF": "expandable_segments:True",
    "PYTORCH_NO_CUDA_MEMORY_CACHING": "1",
    "CUBLAS_WORKSPACE_CONFIG": ":4096:8",
    "NCCL_DEBUG": "WARN",
    "TORCH_NCCL_BLOCKING_WAIT": "1",
}
MAPPED = ["1", "expandable_segments:True", "1", ":4096:8", "WARN", "1"]


@pytest.mark.parametrize("first", ["torch", "torchada", "torch_musa"])
def test_each_variable_gets_its_counterpart(run_python, first):
    done = run_python(f"import {first}\n" + textwrap.dedent(SHOW), env=CUDA)

    assert (done.stdout, done.stderr) == (f"{MAPPED}\n", "")


def test_set_from_python_before_torch(run_python):
    code = f"""
        import os
        os.environ.update({CUDA!r})
        {textwrap.indent(textwrap.dedent(SHOW), " " * 8).strip()}
    """

    assert run_python(code).stdout == f"{MAPPED}\n"


def test_musa_s_own_variables_go_first_and_stay(run_python):
    own = {
        row.musa: "own" for row in rows.ROWS if "ALLOC" not in row.musa and "VIS" not in row.musa
    }
    code = """
        import os, sys, torch, torchada
        before = dict(line.split("=") for line in sys.argv[1:])
        assert {name: os.environ.get(name) for name in before} == before
        assert torchada.unpatch() and {name: os.environ.get(name) for name in before} == before
        assert "TORCHADA_MAPPED" not in os.environ
    """
    pairs = [f"{name}={value}" for name, value in own.items()]

    run_python(code, *pairs, env={**CUDA, "PYTORCH_CUDA_ALLOC_CONF": "", **own})


def test_unpatch_takes_all_back_and_activation_sets_all_again(run_python):
    code = f"""
        import os, torchada
        from torchada._patch import apply_patches
        before = dict(os.environ)
        assert "TORCHADA_MAPPED" in before and torchada.unpatch()
        gone = sorted(set(before) - set(os.environ))
        assert "TORCHADA_MAPPED" in gone and len(gone) == {len(CUDA) + 1}, gone
        assert apply_patches() and dict(os.environ) == before
    """

    assert run_python(code, env=CUDA).stderr == ""


class TestChildren:
    """A child follows the CUDA variable that was set for it, not what its parent made of another."""

    CODE = """
        import os, subprocess, sys, torch
        child = "import os, torch; print(torch.cuda.device_count(), os.environ.get(sys.argv[1]))"
        child = "import sys; " + child
        for change in sys.argv[1:]:
            env = {k: v for k, v in os.environ.items() if k != "CUDA_VISIBLE_DEVICES"}
            env.update(pair.split("=") for pair in change.split())
            command = [sys.executable, "-c", child, "MUSA_VISIBLE_DEVICES"]
            print(subprocess.check_output(command, env=env, text=True), end="")
    """

    def test_env_changed_by_the_parent(self, run_python):
        env = {"MUSASIM_DEVICES": "3", "CUDA_VISIBLE_DEVICES": "0,1"}
        changes = [
            "CUDA_VISIBLE_DEVICES=2",
            "CUDA_VISIBLE_DEVICES=0,1",
            "",
            "MUSA_VISIBLE_DEVICES=1",
        ]

        out = run_python(self.CODE, *changes, env=env).stdout

        assert out.splitlines() == ["1 2", "2 0,1", "3 None", "1 1"]

    @pytest.mark.parametrize("method", ["fork", "spawn"])
    def test_multiprocessing(self, run_python, tmp_path, method):
        script = tmp_path / "script.py"
        script.write_text(textwrap.dedent("""
                import multiprocessing, os, sys
                def child(queue):
                    import torch
                    queue.put((torch.cuda.device_count(), torch.zeros(1, device="cuda").get_device()))
                if __name__ == "__main__":
                    os.environ["CUDA_VISIBLE_DEVICES"] = "2,1"
                    if sys.argv[1] == "spawn":
                        import torch
                        os.environ["CUDA_VISIBLE_DEVICES"] = "1"
                    context = multiprocessing.get_context(sys.argv[1])
                    queue = context.Queue()
                    process = context.Process(target=child, args=(queue,))
                    process.start()
                    print(queue.get(timeout=100))
                    process.join()
                """))
        done = run_command([sys.executable, script, method], env={"MUSASIM_DEVICES": "3"})

        assert done.stdout == ("(2, 0)\n" if method == "fork" else "(1, 0)\n"), done.stderr

    def test_torchrun(self, run_python, tmp_path):
        script = tmp_path / "script.py"
        script.write_text("import torch\nprint(f'[{torch.cuda.device_count()}]')\n")
        command = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node=2", str(script)]
        env = {"MUSASIM_DEVICES": "3", "CUDA_VISIBLE_DEVICES": "2,0", "OMP_NUM_THREADS": "1"}
        done = run_command(command, env=env)

        assert done.stdout.count("[2]") == 2, done.stderr


class TestVisibleDevices:
    @pytest.mark.parametrize(
        "value, counted", [("", 0), ("-1", 0), ("1", 1), ("2,0", 2), ("0,-1,1", 1), (" 0, 1", 2)]
    )
    def test_forms(self, run_python, value, counted):
        code = "import torch; print(torch.cuda.device_count())"
        env = {"MUSASIM_DEVICES": "3", "CUDA_VISIBLE_DEVICES": value}

        done = run_python(code, env=env)

        assert (done.stdout, done.stderr) == (f"{counted}\n", "")

    @pytest.mark.parametrize("value", ["GPU-5fe1", "0,MIG-1234"])
    def test_identifiers_of_nvidia_s(self, run_python, value):
        code = "import torch; print(torch.cuda.device_count())"
        env = {"MUSASIM_DEVICES": "3", "CUDA_VISIBLE_DEVICES": value}

        done = run_python(code, env=env)

        assert done.stdout == "3\n"
        assert done.stderr.count("has no effect") == 1 and "Use device numbers" in done.stderr

    def test_the_order_counts(self):
        assert visible.translate("1,0") == ("1,0", "")

    def test_set_after_torch_was_imported(self, run_python):
        code = """
            import os, torch
            os.environ["CUDA_VISIBLE_DEVICES"] = os.environ["WANTED"]
            torch.cuda.init()
            print(torch.cuda.device_count())
        """

        late = run_python(code, env={"MUSASIM_DEVICES": "2", "WANTED": "1"})
        harmless = run_python(code, env={"MUSASIM_DEVICES": "2", "WANTED": "0,1"})

        assert late.stdout == harmless.stdout == "2\n"
        assert late.stderr.count("set after the import of torch") == 1
        assert harmless.stderr == ""


class TestAllocatorSettings:
    def test_torch_musa_s_words(self):
        text = "max_split_size_mb:64, roundup_power2_divisions:[256:1,>:4],backend:cudaMallocAsync"
        translated = (
            "max_split_size_mb:64,roundup_power2_divisions:[256:1,>:4],backend:musaMallocAsync"
        )

        assert alloc_conf.translate(text) == (translated, "")

    def test_what_torch_musa_lacks_is_named(self, run_python):
        later = alloc_conf.translate("per_process_memory_fraction:0.5")
        has_it = torch.__version__ >= (2, 11)
        assert later[0] == ("per_process_memory_fraction:0.5" if has_it else "")
        kept, text = alloc_conf.translate("graph_capture_x:1,expandable_segments:True,nonsense")

        assert kept == "expandable_segments:True" and "graph_capture_x:1, nonsense" in text

        env = {"PYTORCH_CUDA_ALLOC_CONF": "throw_on_x:True,max_split_size_mb:64"}
        done = run_python(SHOW, env=env)
        assert "'max_split_size_mb:64'" in done.stdout
        assert done.stderr.count("torch_musa lacks them: throw_on_x:True") == 1

    def test_the_new_name_goes_first(self, run_python):
        env = {
            "PYTORCH_ALLOC_CONF": "max_split_size_mb:64",
            "PYTORCH_CUDA_ALLOC_CONF": "max_split_size_mb:32",
        }

        assert "'max_split_size_mb:64'" in run_python(SHOW, env=env).stdout

    def test_set_between_the_import_and_the_first_use(self, run_python):
        code = """
            import os, torch
            os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "max_split_size_mb:77"
            torch.zeros(1, device="cuda")
            settings = torch.cuda.memory._snapshot()["allocator_settings"]
            print(settings["max_split_size"] // 2**20)
        """

        assert run_python(code).stdout == "77\n"

    def test_set_too_late_and_refused(self, run_python):
        code = """
            import os, torch
            os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "max_split_size_mb:1"
            torch.zeros(1, device="cuda")
        """

        assert "has no effect: torch_musa refuses it (" in run_python(code).stderr


def test_launch_blocking_reaches_the_driver(run_python):
    code = """
        import time, torch
        torch.zeros(1, device="cuda")
        start = time.perf_counter()
        torch.cuda._sleep(50_000_000)
        print(time.perf_counter() - start)
    """
    blocking, queued = (
        float(run_python(code, env=env).stdout) for env in ({"CUDA_LAUNCH_BLOCKING": "1"}, {})
    )

    assert blocking > 2 * queued


def test_doctor_says_what_became_of_each(run_python):
    code = """
        import json
        from torchada import _doctor
        report = _doctor.collect()
        print(json.dumps([report["effects"], report["problems"]]))
    """
    env = {
        **CUDA,
        "CUDA_VISIBLE_DEVICES": "GPU-1",
        "CUDA_DEVICE_ORDER": "PCI_BUS_ID",
        "PYTORCH_ALLOC_CONF": "max_split_size_mb:64",
        "CUDA_SOMETHING": "1",
        "MUSA_LAUNCH_BLOCKING": "0",
    }
    effects, problems = json.loads(run_python(code, env=env).stdout)

    assert effects["CUBLAS_WORKSPACE_CONFIG"] == "MUBLAS_WORKSPACE_CONFIG=:4096:8"
    taken = "no effect: {} is set, which takes precedence"
    assert effects["PYTORCH_CUDA_ALLOC_CONF"] == taken.format("PYTORCH_ALLOC_CONF")
    assert effects["CUDA_LAUNCH_BLOCKING"] == taken.format("MUSA_LAUNCH_BLOCKING")
    assert effects["CUDA_DEVICE_ORDER"] == "no effect: MUSA numbers its devices by itself"
    assert effects["CUDA_SOMETHING"] == "no effect: MUSA has no known counterpart"
    assert "has no effect" in effects["CUDA_VISIBLE_DEVICES"]
    assert [problem["todo"] for problem in problems] == [
        "Use device numbers instead, for example 0,1"
    ]


def test_tuning_asked_for_by_a_variable_is_a_warning(run_python):
    code = "import torch"

    warned = run_python(code, env={"PYTORCH_TUNABLEOP_ENABLED": "1"}).stderr
    assert warned.count("PYTORCH_TUNABLEOP_ENABLED=1 has no effect") == 1
    assert run_python(code, env={"PYTORCH_TUNABLEOP_ENABLED": "0"}).stderr == ""


def test_words_nobody_understands_are_a_warning(run_python):
    env = {"TORCHADA_PERSPECTIVE": "maybe", "TORCHADA_LOG": "loud", "TORCHADA_HINTS": "off"}
    done = run_python("import torch, torchada\ntorchada.apply_patches()", env=env)

    switch, levels = "1, on, true, yes, 0, off, false, no", "debug, info, 0, off, false, no"
    for setting, words in (("PERSPECTIVE='maybe'", switch), ("LOG='loud'", levels)):
        text = f"RuntimeWarning: TORCHADA_{setting} has no effect: the value is not one of {words}"
        assert done.stderr.count(text) == 1
    assert done.stderr.count("Warning:") == 2


def test_no_variable_has_two_rows():
    cuda = [name for row in rows.ROWS for name in row.cuda]

    assert len(set(cuda)) == len(cuda) and not set(cuda) & {name for name, _ in rows.NO_EFFECT}


def test_the_mark_is_read_back(monkeypatch):
    monkeypatch.setattr(os, "environ", {"A": "1,2", "TORCHADA_MAPPED": "A=1,2\nB=x=y"})

    assert _environment.is_ours("A") and not _environment.is_ours("B")
