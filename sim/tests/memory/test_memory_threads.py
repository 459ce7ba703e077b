"""Memory, threads and streams at once: nobody waits for ever, and no value is wrong."""

import textwrap

LIMITED = {"MUSASIM": "1", "MUSASIM_MEMORY": "48M", "MUSASIM_DEVICES": "1"}

# Each thread hands some of its memory to the others' streams, and catches running out of memory.
BEGIN = """
import faulthandler, random, sys, threading, torch, torch_musa
faulthandler.dump_traceback_later(100, exit=True)
MIB = 1 << 20
problems, refused = [], []

def run(number, work):
    def guarded(index):
        try:
            work(index, random.Random(index))
        except BaseException as error:
            problems.append(repr(error))
    threads = [threading.Thread(target=guarded, args=(i,)) for i in range(number)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    assert not problems, problems
"""

# Nothing is left.
END = """
torch_musa.synchronize()
torch_musa.empty_cache()
print(torch_musa.memory_allocated(), torch_musa.memory_reserved())
"""


def program(text):
    return BEGIN + textwrap.dedent(text) + END


def test_threads_that_run_out_of_memory_do_not_wait_for_each_other(run_python):
    code = program("""
    streams = [torch_musa.Stream() for _ in range(4)]
    pinned = torch.ones(MIB, dtype=torch.uint8).pin_memory()

    def work(index, rng):
        with torch_musa.stream(streams[index]):
            for step in range(120):
                try:
                    x = torch.full((rng.randrange(1, 14) * MIB // 4,), float(step), device="musa")
                    y = torch.cat([x, x[: len(x) // 2]])
                    other = rng.choice(streams)
                    with torch_musa.stream(other):
                        late = torch.empty(MIB, dtype=torch.uint8, device="musa")
                        late.copy_(pinned, non_blocking=True)
                        z = x + 1
                    x.record_stream(other)
                    y.record_stream(other)
                    late.record_stream(streams[index])
                    other.synchronize()
                    assert z[-1].item() == step + 1 and y[-1].item() == step
                except torch.OutOfMemoryError:
                    refused.append(step)
                    x = y = z = late = None

    run(4, work)
    print(len(refused) > 0)
    """)
    assert run_python(code, env=LIMITED).stdout == "True\n0 0\n"


def test_an_operator_that_runs_out_while_its_stream_is_given_memory(run_python):
    """The memory that another thread frees waits for the operator's own stream."""
    code = program("""
    stream = torch_musa.Stream()

    def work(index, rng):
        for step in range(60):
            if index == 0:
                with torch_musa.stream(stream):
                    try:
                        x = torch.ones(3 * MIB, device="musa")
                        y = torch.sort(x)[0]
                    except torch.OutOfMemoryError:
                        refused.append(step)
                        x = y = None
            else:
                try:
                    y = torch.empty(rng.randrange(1, 20) * MIB, dtype=torch.uint8, device="musa")
                    y.record_stream(stream)
                    y = None
                except torch.OutOfMemoryError:
                    pass

    run(3, work)
    """)
    assert run_python(code, env=LIMITED).stdout == "0 0\n"


def test_observers_and_histories_while_a_pool_goes(run_python):
    """Python is called in operators' turns; whoever waits for those has to let it run."""
    code = program("""
    torch_musa.memory._record_memory_history()
    torch_musa._MUSAC._musa_attach_out_of_memory_observer(lambda *what: refused.append(what))
    stream = torch_musa.Stream()

    def pools():
        pool = torch_musa.MemPool()
        with torch_musa.use_mem_pool(pool):
            x = torch.ones(MIB, device="musa")
        x.record_stream(stream)

    def operators(on, rng):
        with torch_musa.stream(on):
            x = torch.ones(rng.randrange(1, 5) * MIB, device="musa")
            y = torch.sort(x)[0]
            torch_musa.memory_snapshot()

    def work(index, rng):
        for step in range(60):
            try:
                if index == 0:
                    pools()
                else:
                    operators(stream if index == 1 else torch_musa.Stream(), rng)
            except torch.OutOfMemoryError:
                pass

    run(3, work)
    """)
    assert run_python(code, env=LIMITED).stdout == "0 0\n"
