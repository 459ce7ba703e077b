"""CUDA_VISIBLE_DEVICES is MUSA_VISIBLE_DEVICES, as long as it is in time."""

import textwrap

import pytest

pytestmark = [pytest.mark.musa, pytest.mark.usefixtures("needs_simulator")]

COUNT = """
    import os, torch
    print(torch.cuda.device_count(), os.environ.get("MUSA_VISIBLE_DEVICES"))
"""


@pytest.mark.parametrize("first", ["torch", "torchada", "torch_musa"])
@pytest.mark.parametrize("cuda, count", [("1", "1"), ("0,2", "2"), ("", "0")])
def test_mapped(run_python, first, cuda, count):
    env = {"MUSASIM_DEVICES": "3", "CUDA_VISIBLE_DEVICES": cuda}

    done = run_python(f"import {first}\n" + textwrap.dedent(COUNT), env=env)

    assert done.stdout.rstrip("\n").split(" ") == [count, cuda] and done.stderr == ""


def test_the_variable_of_musa_goes_first(run_python):
    env = {"CUDA_VISIBLE_DEVICES": "0", "MUSA_VISIBLE_DEVICES": "0,1", "MUSASIM_DEVICES": "3"}

    assert run_python(COUNT, env=env).stdout.split() == ["2", "0,1"]


def test_too_late(run_python):
    code = """
        import torch, torch_musa, torchada, os
        from torchada import _doctor
        problems = _doctor.collect()["problems"]
        print(torch.cuda.device_count(), os.environ.get("MUSA_VISIBLE_DEVICES"), len(problems))
        print(problems[0]["what"])
        assert torchada.unpatch() and torchada._patch.apply_patches()
    """
    env = {"MUSASIM_DEVICES": "3", "CUDA_VISIBLE_DEVICES": "1", "TORCHADA_AUTOLOAD": "0"}

    done = run_python(code, env=env)

    counts, what = done.stdout.splitlines()
    assert counts.split() == ["3", "None", "1"] and "has no effect" in what
    assert done.stderr.count("CUDA_VISIBLE_DEVICES=1 has no effect") == 1


def test_unpatch_takes_it_back(run_python):
    code = """
        import os, torchada
        from torchada._patch import apply_patches
        assert os.environ["MUSA_VISIBLE_DEVICES"] == "1" and torchada.unpatch()
        assert "MUSA_VISIBLE_DEVICES" not in os.environ
        assert apply_patches() and os.environ["MUSA_VISIBLE_DEVICES"] == "1"
    """
    env = {"MUSASIM_DEVICES": "3", "CUDA_VISIBLE_DEVICES": "1"}

    assert run_python(code, env=env).stderr == ""


MIRRORED = """
    import os, torch, torchada
    print(torch.cuda.device_count(), os.environ.get("CUDA_VISIBLE_DEVICES"))
"""


@pytest.mark.parametrize("before", [None, "1", "0,2"])
def test_cuda_visible_devices_gets_the_value_of_musa_visible_devices(run_python, before):
    env = {"MUSASIM_DEVICES": "3", "MUSA_VISIBLE_DEVICES": "0,2"}
    if before is not None:
        env["CUDA_VISIBLE_DEVICES"] = before
    code = textwrap.dedent(MIRRORED) + (
        "assert torchada.unpatch()\n"
        "print(os.environ.get('MUSA_VISIBLE_DEVICES'), os.environ.get('CUDA_VISIBLE_DEVICES'))"
    )

    done = run_python(code, env=env)

    assert done.stdout.splitlines() == ["2 0,2", f"0,2 {before}"] and done.stderr == ""


@pytest.mark.parametrize(
    "changes, expected",
    [
        ({"CUDA_VISIBLE_DEVICES": "2"}, "1 2"),  # as launchers set it for each worker
        ({"CUDA_VISIBLE_DEVICES": None}, "2 1,0"),
        ({"MUSA_VISIBLE_DEVICES": "2"}, "1 2"),
        ({"MUSA_VISIBLE_DEVICES": None}, "3 None"),
        ({"MUSA_VISIBLE_DEVICES": "2", "CUDA_VISIBLE_DEVICES": ""}, "1 2"),
        ({"MUSA_VISIBLE_DEVICES": "2,1", "CUDA_VISIBLE_DEVICES": "0"}, "2 2,1"),
    ],
)
def test_a_child_process_gets_the_devices_that_were_changed_for_it(run_python, changes, expected):
    child = textwrap.dedent(MIRRORED)
    code = f"""
        import os, subprocess, sys, torch
        env = {{**os.environ, **{changes!r}}}
        env = {{name: text for name, text in env.items() if text is not None}}
        subprocess.run([sys.executable, "-c", {child!r}], env=env, check=True)
    """
    env = {"MUSASIM_DEVICES": "3", "MUSA_VISIBLE_DEVICES": "1,0"}

    assert run_python(code, env=env).stdout == expected + "\n"
