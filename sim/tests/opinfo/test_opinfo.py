"""PyTorch's operator database on the device against the CPU: the first samples of each operator; all of them as slow.

What a sample has to show: opinfo/comparing.py. The table of the slow run is sim/OPERATORS.md.
"""

import os

import pytest
import torch

pytest.importorskip("expecttest", reason="torch.testing._internal needs it: pip install expecttest")

from opinfo import database, pool  # noqa: E402

# dtype -> how many samples of each operator and variant.
FIRST_SAMPLES = {torch.float32: 2, torch.complex64: 1, torch.int64: 1, torch.bfloat16: 1}
LEAST_SHARE = 0.998


@pytest.fixture
def one_thread():
    """Tiny tensors: a pool of threads only costs time."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.mark.parametrize("dtype", FIRST_SAMPLES, ids=str)
def test_first_samples_of_every_operator(dtype, one_thread):
    failures = {}
    compared = 0
    for name, infos in database.operators().items():
        tally = database.Tally()
        for info in infos:
            database.run_operator(info, (dtype,), limit=FIRST_SAMPLES[dtype], tally=tally)
        compared += sum(tally.total.values())
        failures.update({f"{name} {where}": text for where, text in tally.failures.items()})
    assert failures == {}
    assert compared > 700


@pytest.mark.slow
def test_all_samples():
    answers = pool.run_all(list(database.operators()), os.cpu_count())
    passed = sum(row[2] for answer in answers.values() for row in answer["rows"])
    total = sum(row[3] for answer in answers.values() for row in answer["rows"])
    failures = [text for answer in answers.values() for text in answer["failures"].items()]
    assert passed >= LEAST_SHARE * total, failures
    assert total > 100_000


def test_a_difference_is_found():
    """The comparison itself: values, strides, device, lazy bits."""
    from opinfo.comparing import Difference, check_tree

    host = torch.ones(2, 3)
    check_tree(host, host.to("musa"))
    for wrong in (
        host,
        host.to("musa").t().contiguous().t(),
        host.to("musa").double(),
        host.to("musa").requires_grad_(),
        host.to("musa") + 1,
        [host.to("musa")],
    ):
        with pytest.raises(AssertionError):
            check_tree(host, wrong)
    with pytest.raises(Difference):
        check_tree(host.to(torch.complex64).conj(), host.to("musa").to(torch.complex64))
