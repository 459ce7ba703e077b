"""triton.autotune: the first configuration that runs is taken, or each is measured."""

import pytest
import torch

triton = pytest.importorskip("triton")
tl = pytest.importorskip("triton.language")

from triton.runtime.errors import OutOfResources  # noqa: E402

RUN = []
CONFIGS = [
    triton.Config({"BLOCK": 256}, pre_hook=lambda args: RUN.append(args["BLOCK"])),
    triton.Config({"BLOCK": 64}, num_warps=2, pre_hook=lambda args: RUN.append(args["BLOCK"])),
]


@triton.jit
def add_one(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i, mask=i < n) + 1, mask=i < n)


@pytest.fixture
def x():
    RUN.clear()
    return torch.randn(300, device="musa")


def added(kernel, x):
    out = torch.empty_like(x)
    kernel[lambda meta: (triton.cdiv(len(x), meta["BLOCK"]),)](x, out, len(x))
    assert torch.equal(out, x + 1)


def test_the_first_configuration_is_taken(x):
    kernel = triton.autotune(configs=CONFIGS, key=["n"])(add_one)
    added(kernel, x)
    assert kernel.best_config is CONFIGS[0] and set(RUN) == {256}


def test_each_key_is_tuned(x):
    kernel = triton.autotune(configs=CONFIGS[::-1], key=["n"])(add_one)
    added(kernel, x)
    added(kernel, x[:100])
    assert [config.kwargs["BLOCK"] for config in kernel.cache.values()] == [64, 64]


def test_the_tuner_is_found_in_the_call_that_it_measures(x, monkeypatch):
    from musasim.triton import _tuning

    found, find = [], _tuning._tuner
    monkeypatch.setattr(_tuning, "_tuner", lambda call: found.append(find(call)) or found[-1])
    kernel = triton.autotune(configs=CONFIGS, key=["n"])(add_one)
    added(kernel, x)
    assert len(found) == 2 and all(tuner is kernel for tuner in found)


def test_all_are_measured_where_that_is_wanted(x, monkeypatch):
    monkeypatch.setenv("MUSASIM_AUTOTUNE", "all")
    kernel = triton.autotune(configs=CONFIGS, key=["n"])(add_one)
    added(kernel, x)
    assert kernel.best_config in CONFIGS and set(RUN) == {64, 256}
    assert all(0 < times[0] < 1e6 for times in kernel.configs_timings.values())


def does_not_fit(args):
    raise OutOfResources(100 << 10, 72 << 10, "shared memory")


def test_a_configuration_that_does_not_fit_is_passed_over(x):
    configs = [triton.Config({"BLOCK": 64}, pre_hook=does_not_fit), CONFIGS[0]]
    kernel = triton.autotune(configs=configs, key=["n"])(add_one)
    added(kernel, x)
    assert kernel.best_config is configs[1]


def test_another_word_is_refused(x, monkeypatch):
    monkeypatch.setenv("MUSASIM_AUTOTUNE", "best")
    with pytest.raises(ValueError, match="MUSASIM_AUTOTUNE=best: expected one of first, all"):
        added(triton.autotune(configs=CONFIGS, key=["n"])(add_one), x)


def test_what_is_not_tuned_is_measured(x):
    out = torch.empty_like(x)
    call = lambda: add_one[(2,)](x, out, 300, BLOCK=256)  # noqa: E731
    assert triton.testing.do_bench(call, warmup=1, rep=5) > 0
    assert triton.runtime.driver.active.get_benchmarker()(call, warmup=1, rep=5) > 0
