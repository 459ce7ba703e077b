"""The example trains on the simulated GPU as it does on the CPU, in fp32 and in mixed precision."""

import importlib.util
import json
import sys
from pathlib import Path

import pytest
from support.processes import run_command

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "train_digits.py"
EPOCHS = 2

needs_demo_packages = pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in ("sklearn", "matplotlib", "tqdm")),
    reason="the example needs scikit-learn, matplotlib and tqdm: pip install -e .[demo]",
)
# Each training runs once where one process runs the whole file, as with --dist loadfile.
pytestmark = needs_demo_packages

# Runs in a process of its own: argv is the example's folder, then the example's own arguments.
TRAIN_AND_LOOK = """
import json, sys
sys.path.insert(0, sys.argv[1])
import train_digits
import torch

args = train_digits.parse_args(sys.argv[2:])
result = train_digits.run(args)
facts = result.as_json()
facts["parameters"] = [(p.is_cuda, p.device.type, p.data_ptr()) for p in result.model.parameters()]
facts["scaler_enabled"] = result.scaler.is_enabled()
facts["scale"] = result.scaler.get_scale()
if args.device == "cuda":
    a = torch.ones(4, 4, device="cuda")
    with torch.cuda.amp.autocast(enabled=args.amp):
        facts["matmul_dtype"] = str((a @ a).dtype)
    native = sys.modules["torch_musa"]._MUSAC
    where = getattr(native, "_musasim_pointer_device", None)
    if where is not None:
        facts["pointer_devices"] = [where(pointer) for _, _, pointer in facts["parameters"]]
        facts["host_pointer_device"] = where(torch.ones(4).data_ptr())
print(json.dumps(facts))
"""


def train(output, device, *options):
    """What the example did on `device`, as a dictionary."""
    command = [sys.executable, "-c", TRAIN_AND_LOOK, str(EXAMPLE.parent), "--device", device]
    command += ["--epochs", str(EPOCHS), "--quiet", "--output", str(output), *options]
    done = run_command(command, musasim=device == "cuda")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def cpu(tmp_path_factory):
    return train(tmp_path_factory.mktemp("cpu"), "cpu", "--workers", "0")


@pytest.fixture(scope="module")
def fp32(tmp_path_factory):
    return train(tmp_path_factory.mktemp("fp32"), "cuda", "--no-amp")


@pytest.fixture(scope="module")
def amp(tmp_path_factory):
    return train(tmp_path_factory.mktemp("amp"), "cuda", "--workers", "0")


def largest_difference(one, other):
    assert len(one["losses"]) == len(other["losses"]) > 20
    return max(abs(a - b) for a, b in zip(one["losses"], other["losses"]))


def test_example_does_not_know_the_platform():
    lines = EXAMPLE.read_text().splitlines()
    assert [line for line in lines if "musa" in line.lower()] == []
    assert len([line for line in lines if line.startswith("import torchada")]) == 1


def test_cpu_reference_learns(cpu):
    assert cpu["device"] == "CPU" and not cpu["amp"]
    assert cpu["losses"][-1] < 0.5 < cpu["losses"][0]


@pytest.mark.musa
def test_fp32_loss_curve_equals_the_cpus(cpu, fp32):
    assert not fp32["amp"] and not fp32["scaler_enabled"]
    assert fp32["matmul_dtype"] == "torch.float32"
    assert largest_difference(cpu, fp32) <= 1e-3
    assert fp32["accuracy"] == pytest.approx(cpu["accuracy"], abs=0.01)


@pytest.mark.musa
def test_mixed_precision_is_really_on_and_stays_close(cpu, amp):
    assert amp["amp"] and amp["scaler_enabled"]
    assert amp["matmul_dtype"] == "torch.float16"
    assert amp["scale"] > 1
    assert 0 < largest_difference(cpu, amp) <= 5e-2  # 0 would mean that fp32 was used after all


@pytest.mark.musa
@pytest.mark.parametrize("mode", ["fp32", "amp"])
def test_training_happened_on_the_device(mode, request):
    run = request.getfixturevalue(mode)
    assert run["parameters"]
    for is_cuda, device_type, _ in run["parameters"]:
        assert is_cuda and device_type == "cuda"
    assert run["memory_allocated"] > 0
    assert all(milliseconds > 0 for milliseconds in run["epoch_ms"])


@pytest.mark.musa
@pytest.mark.parametrize("mode", ["fp32", "amp"])
def test_parameters_lie_in_the_simulated_devices_memory(mode, request):
    run = request.getfixturevalue(mode)
    if "pointer_devices" not in run:
        pytest.skip("a real torch_musa is installed: its memory ranges cannot be asked for")
    assert run["pointer_devices"] == [0] * len(run["parameters"])
    assert run["host_pointer_device"] == -1


@pytest.mark.musa
def test_demo_ends_with_the_accuracy_and_names_the_gpu(tmp_path):
    # WHEN the script runs as `make demo` runs it
    curve = tmp_path / "curve.json"
    command = [sys.executable, str(EXAMPLE), "--output", str(tmp_path), "--loss-json", str(curve)]
    done = run_command(command)
    # THEN the last lines name the GPU and an accuracy that a working CNN reaches
    assert done.returncode == 0, done.stderr
    *_, trained_on, accuracy = done.stdout.splitlines()
    assert trained_on.startswith("trained on:") and "MTT" in trained_on
    assert float(accuracy.split("test accuracy:")[1]) >= 0.97
    # AND the files are there
    assert (tmp_path / "loss.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "digits.pt").stat().st_size > 10_000
    assert json.loads(curve.read_text())["losses"][-1] < 0.05
