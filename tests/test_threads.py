"""Sixteen threads that all use torchada for the first time end in one activation, or none waits for ever."""

import pytest

pytestmark = pytest.mark.musa

FIRST_USE = """
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
            tensor = torch.ones(4, device="cuda") + 1
            results[index] = (torchada.is_patched(), str(tensor.device), float(tensor.sum()))
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
    from torchada import _activation
    assert len([row for row in _activation.state.ledger.rows() if row.state == "failed"]) == 0
"""
AUTOLOAD = [{}, {"TORCHADA_AUTOLOAD": "0"}, {"TORCH_DEVICE_BACKEND_AUTOLOAD": "0"}]


def first_use(run_python, seed):
    done = run_python(FIRST_USE, seed, env=AUTOLOAD[seed % len(AUTOLOAD)])
    assert done.stderr == ""


@pytest.mark.parametrize("seed", range(5))
def test_first_use(run_python, seed):
    first_use(run_python, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5, 105))
def test_first_use_in_a_hundred_processes(run_python, seed):
    first_use(run_python, seed)


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
