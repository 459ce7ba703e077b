"""What programs ask of CUDA before it is initialised: calls and seeds that wait."""

import os
import subprocess
import sys
import textwrap

import pytest

pytestmark = pytest.mark.gpu


def run(code):
    """The lines that a new process prints; it has to succeed."""
    command = [sys.executable, "-c", textwrap.dedent(code)]
    done = subprocess.run(command, env=dict(os.environ), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\n")[:-1]


def test_calls_and_seeds_wait_for_the_first_use():
    lines = run("""
        import torch
        order = []
        torch.cuda._lazy_call(lambda: order.append("first"))
        torch.cuda.manual_seed(7)
        torch.cuda._lazy_call(lambda: order.append("second"))
        print(order, torch.cuda.is_initialized(), torch.cuda._initialized)
        x = torch.rand(3, device="cuda")
        print(order, torch.cuda.is_initialized(), torch.cuda._initialized)
        torch.cuda._lazy_call(lambda: order.append("at once"))
        print(order, torch.cuda.initial_seed())
        torch.cuda.manual_seed(7)
        print(torch.rand(3, device="cuda").equal(x), len(torch.cuda.default_generators) > 0)
        """)
    assert lines == [
        "[] False False",
        "['first', 'second'] True True",
        "['first', 'second', 'at once'] 7",
        "True True",
    ]


def test_the_last_of_two_seeds_counts():
    lines = run("""
        import torch
        torch.manual_seed(1)
        torch.cuda.manual_seed_all(2)
        torch.cuda.manual_seed(3)
        torch.cuda.init()
        torch.cuda.init()
        print(torch.cuda.initial_seed(), torch.initial_seed())
        """)
    assert lines == ["3 1"]


def test_a_call_that_fails_is_an_error_of_the_first_use():
    lines = run("""
        import torch
        def fails():
            raise KeyError("no such thing")
        torch.cuda._lazy_call(fails)
        try:
            torch.zeros(1, device="cuda")
        except torch.cuda.DeferredCudaCallError as error:
            print("call failed lazily at initialization with error: 'no such thing'" in str(error))
            print(type(error.__cause__).__name__, torch.cuda.is_initialized())
        """)
    assert lines == ["True", "KeyError False"]


def test_a_call_may_use_the_device():
    lines = run("""
        import torch
        seen = []
        torch.cuda._lazy_call(lambda: seen.append(torch.ones(2, device="cuda").sum().item()))
        torch.cuda._lazy_init()
        print(seen)
        """)
    assert lines == ["[2.0]"]


def test_rng_state_set_before_the_first_use():
    lines = run("""
        import torch
        state = torch.ByteTensor(16).zero_()
        state[0] = 9
        torch.cuda.set_rng_state(state)
        torch.cuda.init()
        print(torch.cuda.get_rng_state().equal(state), torch.cuda.initial_seed())
        """)
    assert lines == ["True 9"]
