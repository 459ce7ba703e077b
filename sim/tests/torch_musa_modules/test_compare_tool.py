"""compare_tool: operators are compared with the CPU's, NaN and infinity are found."""

import os

import pytest
import torch
from torch_musa.utils import compare_tool
from torch_musa.utils.compare_tool import CompareWithCPU, NanInfTracker


@pytest.fixture
def wrong_negation():
    """torch.ops.wrong.neg, which is wrong by 1 on MUSA."""
    library = torch.library.Library("wrong", "FRAGMENT")
    library.define("neg(Tensor x) -> Tensor")
    library.impl("neg", lambda x: x.neg() + 1, "PrivateUse1")
    library.impl("neg", lambda x: x.neg(), "CPU")
    yield torch.ops.wrong.neg
    library._destroy()


def test_operators_that_agree(capsys):
    x = torch.ones(3, device="musa")
    with CompareWithCPU():
        y = x + 1
        y.mul_(2)
        torch.cat([x, y]).sum()
    out = capsys.readouterr().out
    assert "torch.ops.aten.add.Tensor: agrees" in out and "aten.mul_.Tensor: agrees" in out
    assert "DIFFERS" not in out and y.tolist() == [4.0, 4.0, 4.0]


def test_an_operator_that_differs(capsys, tmp_path, wrong_negation):
    x = torch.arange(3.0, device="musa")
    with CompareWithCPU(verbose=False, dump_error_data=True, output_dir=str(tmp_path)):
        x + 1
        wrong_negation(x)
    out = capsys.readouterr().out
    assert "aten.add" not in out and "wrong.neg.default: DIFFERS" in out
    assert "3 of 3 elements differ, by up to 1.0" in out
    (saved,) = os.listdir(tmp_path)
    path = str(tmp_path / saved)
    _, same = compare_tool.compare_for_single_op(path, wrong_negation, 1e-3, 1e-3)
    assert not same


def test_only_some_operators_and_steps(capsys):
    x = torch.ones(3, device="musa")
    mode = CompareWithCPU(target_list=["torch.ops.aten.add.Tensor"], start_step=1, end_step=2)
    with mode:
        for _ in range(3):
            x + 1
            x * 1
            mode.step()
    assert capsys.readouterr().out.count("agrees") == 1
    with CompareWithCPU(white_list=["torch.ops.aten.mul.Tensor"], enable_ranks=[0]):
        x * 1
    with CompareWithCPU(enable_ranks=[5]), CompareWithCPU(enabled=False):
        x * 1
    assert capsys.readouterr().out == ""


def test_random_operators_are_not_compared(capsys):
    with CompareWithCPU():
        torch.rand(3, device="musa").bernoulli_()
    assert "DIFFERS" not in capsys.readouterr().out


def test_nan_and_infinity_are_found(capsys, tmp_path):
    x = torch.zeros(2, device="musa")
    with NanInfTracker(should_log_to_file=True, output_dir=str(tmp_path)):
        y = x.log()
        y + 1
        x + 1
    assert capsys.readouterr().out == ""
    text = (tmp_path / "rank_0.log").read_text()
    assert "aten.log.default: NaN or infinity, NEW" in text
    assert "aten.add.Tensor: NaN or infinity, its arguments have one too" in text
    assert text.count("NaN or infinity") == 2


def test_reports_name_the_running_module(capsys):
    model = torch.nn.Sequential(torch.nn.Linear(2, 2)).musa()
    compare_tool.open_module_tracker(model)
    with CompareWithCPU():
        model(torch.ones(1, 2, device="musa", requires_grad=True)).sum().backward()
    out = capsys.readouterr().out
    assert "in forward of Sequential/Linear" in out and "in backward of Sequential/Linear" in out


def test_nested_values():
    x, y = torch.ones(2), torch.tensor([1.0, 2.0])
    compare = compare_tool.recursive_compare
    assert compare([x, {"a": 1}], [x, {"a": 1}], 0, 0)
    assert not compare((x,), (y,), 0, 0) and not compare([x], [x, x], 0, 0)
    assert compare_tool.convert_to_musa({"a": [x]})["a"][0].is_musa
    assert compare_tool.convert_to_dtype([x, 3], torch.half)[0].dtype == torch.half
    assert "shape=[2]" in compare_tool.format_tensor(y) and "max=2.0" in compare_tool.format_tensor(
        y
    )
