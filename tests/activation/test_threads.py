"""Sixteen threads that all use torchada for the first time end in one activation, or none waits for ever."""

import json

import pytest

pytestmark = pytest.mark.musa

USE_THE_GPU = """
    def use_the_gpu(index):
        import torch

        stream = torch.cuda.Stream()
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        x = torch.ones(4, device="cuda")
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            start.record()
            with torch.autocast("cuda"):
                product = x.view(2, 2) @ x.view(2, 2)
            end.record()
        torch.cuda.synchronize()
        assert product.dtype is torch.float16 and start.elapsed_time(end) >= 0
        assert torch.cuda.current_stream() == torch.cuda.default_stream()
        assert torch.cuda.memory_allocated() > 0 and torch.cuda.memory_stats()["num_ooms"] == 0
        assert x.type() == "torch.cuda.FloatTensor" and isinstance(x, torch.cuda.FloatTensor)
        generator = torch.Generator("cuda").manual_seed(index)
        torch.rand(3, device="cuda", generator=generator)
        torch.cuda.get_rng_state()
        return str(product.device), float(product.sum())
"""
FIRST_USE = USE_THE_GPU + """
    import os, random, sys, threading, time

    seed = int(sys.argv[1])
    chance = random.Random(seed)
    barrier = threading.Barrier(16)
    results = [None] * 16

    def use(index, first):
        barrier.wait()
        try:
            for name in first:
                __import__(name)
            import torchada
            import torch
            devices = [torch.device("cuda", None), torch.device("cuda:0"), torch.device("cpu")]
            device = torch.device("cuda")
            for _ in range(200):
                assert torch.device("cuda:1").index == 1 and torch.device("cuda").type == "cuda"
            results[index] = (torchada.is_patched(), *use_the_gpu(index))
        except BaseException as error:
            results[index] = repr(error)

    modules = ["torch", "torchada", "torchada.cuda"]
    if os.environ.get("TORCH_DEVICE_BACKEND_AUTOLOAD") == "0":
        # With it, torch's own loop over the backends fails in this race, torchada or not.
        modules.append("torch_musa")
    threads = [
        threading.Thread(target=use, args=(i, chance.sample(modules, chance.randint(0, 3))))
        for i in range(16)
    ]
    for thread in threads:
        thread.daemon = True
        thread.start()
    deadline = time.monotonic() + 200
    for thread in threads:
        thread.join(max(0, deadline - time.monotonic()))
    assert not any(thread.is_alive() for thread in threads), "threads wait for each other"
    assert results == [(True, "cuda:0", 8.0)] * 16, results
    import state_dump
    state_dump.dump()
"""
AUTOLOAD = [{}, {"TORCHADA_AUTOLOAD": "0"}, {"TORCH_DEVICE_BACKEND_AUTOLOAD": "0"}]


@pytest.fixture(scope="module")
def state_of_one_thread(run_python):
    """The state after the same work without threads: every patch is there."""
    code = USE_THE_GPU + """
    import torchada, state_dump
    use_the_gpu(0)
    state_dump.dump()
    """
    return json.loads(run_python(code).stdout)


def first_use(run_python, state_of_one_thread, seed):
    done = run_python(FIRST_USE, seed, env=AUTOLOAD[seed % len(AUTOLOAD)])
    assert done.stderr == ""
    assert json.loads(done.stdout) == state_of_one_thread


@pytest.mark.parametrize("seed", range(5))
def test_first_use(run_python, state_of_one_thread, seed):
    first_use(run_python, state_of_one_thread, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5, 105))
def test_first_use_in_a_hundred_processes(run_python, state_of_one_thread, seed):
    first_use(run_python, state_of_one_thread, seed)


def test_hammering_while_another_thread_unpatches(run_python):
    """Devices are always parsed to something: before, while and after torchada is switched off."""
    code = """
        import threading, torch, torchada
        from torchada._patch import apply_patches
        stop, errors, parsed = threading.Event(), [], [0] * 16

        def hammer(index):
            while not stop.is_set():
                try:
                    for _ in range(50):
                        device = torch.device("cuda:0")
                        assert device.index == 0 and device.type in ("cuda", "musa"), device
                        parsed[index] += 1
                except BaseException as error:
                    errors.append(error)
                    return
                # Sixteen that never wait would leave the one that unpatches no turn.
                stop.wait(0.002)

        threads = [threading.Thread(target=hammer, args=(index,)) for index in range(16)]
        for thread in threads:
            thread.start()
        for _ in range(10):
            assert torchada.unpatch() and not torchada.is_patched()
            assert apply_patches() and torchada.is_patched()
        stop.set()
        for thread in threads:
            thread.join()
        assert errors == [], errors
        assert all(parsed), parsed
    """

    assert run_python(code).stderr == ""
