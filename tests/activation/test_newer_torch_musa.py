"""torchada on later versions of torch_musa than 2.7.1, which the simulator plays with their forms of call."""

import json

import pytest

from torchada import _support_versions as versions
from torchada import _table as table
from torchada._errors import UnsupportedError
from torchada._patch import _binding
from torchada._table import newer_facts
from torchada.cli import main

VERSIONS = ("2.9.1.post1", "2.11.0.post2")

HEAD = """
import newer_torch_musa
newer_torch_musa.become({version!r})
import torch, torch_musa, torchada
from newer_torch_musa import calls
"""


@pytest.fixture
def run(run_python):
    """Run code in a process whose torch_musa is of a version."""

    def run_with(version, code):
        env = {"TORCHADA_AUTOLOAD": "0", "TORCH_DEVICE_BACKEND_AUTOLOAD": "0"}
        run_python(HEAD.format(version=version) + code, env=env)

    return run_with


@pytest.mark.parametrize("version", VERSIONS)
def test_the_allocators_history_and_snapshot(run, version):
    run(
        version,
        """
import warnings
warnings.simplefilter("error")
memory = torch.cuda.memory
memory._record_memory_history(max_entries=10, clear_history=True, compile_context=True)
x = torch.ones(1000, device="cuda")
snapshot = memory._snapshot()
actions = [entry["action"] for entry in snapshot["device_traces"][0]]
assert "alloc" in actions, actions
assert torch.cuda.memory_snapshot()
assert torch._C._cuda_allocationTraceback(x.data_ptr())
assert calls[0][:4] == ("record", True, True, False), calls
memory._record_memory_history(None)
""",
    )


@pytest.mark.parametrize("version", VERSIONS)
def test_the_older_form_of_the_history(run, version):
    run(
        version,
        """
record = torch._C._cuda_record_memory_history_legacy
record(True, True, 10, True, False, True, False, False)
torch.ones(1000, device="cuda")
assert torch.cuda.memory._snapshot()["device_traces"][0]
assert calls[0][:4] == ("legacy", True, False, False), calls
record(False, False, 1, False, False)
""",
    )


def test_skipped_actions_are_left_to_a_torch_musa_that_skips_them(run):
    run(
        "2.11.0.post2",
        """
torch.cuda.memory._record_memory_history(max_entries=10, skip_actions=["alloc"])
assert calls == [("record", False, False, False, ["alloc"])], calls
""",
    )


@pytest.mark.parametrize("version", VERSIONS)
def test_pools_are_torch_musas(run, version):
    run(
        version,
        """
pool = torch.cuda.MemPool(use_on_oom=True)
assert pool.options["use_on_oom"] and pool.use_count() == 7
with torch.cuda.use_mem_pool(pool, "cuda:0"):
    x = torch.ones(1000, device="cuda")
assert calls == [("use_mem_pool", 0)], calls
assert len(pool.snapshot()) == 1
try:
    torch.cuda.MemPool(symmetric=True)
except RuntimeError as error:
    assert "symmetric=True" in str(error)
else:
    raise AssertionError("symmetric=True is taken")
""",
    )


@pytest.mark.parametrize("version", VERSIONS)
def test_graphs_are_kept_by_torch_musa(run, version):
    run(
        version,
        """
graph = torch.cuda.CUDAGraph(keep_graph=True)
assert graph.kept
x = torch.zeros(4, device="cuda")
with torch.cuda.graph(graph):
    x += 1
graph.instantiate()
assert ("instantiate", True) in calls, calls
assert (graph.raw_cuda_graph(), graph.raw_cuda_graph_exec()) == (11, 12)
graph.replay()
assert x.tolist() == [1] * 4
assert not torch.cuda.CUDAGraph().kept
""",
    )


@pytest.mark.parametrize("version", VERSIONS)
def test_names_that_torch_musa_has_gained_are_bound(run, version):
    run(
        version,
        """
assert torch.cuda.host_memory_stats() == {"num_host_alloc": 3}
assert torch._C._cuda_hostMemoryStats() == {"num_host_alloc": 3}
assert torch.cuda.get_stream_from_external(5) == ("stream", 5)
torch.cuda.init()
torch._C._host_emptyCache()
torch.cuda.caching_allocator_enable(False)
assert calls == [("host_emptyCache",), ("caching", False)], calls
assert torch._C._cuda_cudaCachingAllocator_is_enabled() is False
""",
    )


def test_names_that_torch_musa_has_gained_in_2_11_are_bound(run):
    run(
        "2.11.0.post2",
        """
assert torch.cuda.get_gencode_flags() == "--offload-arch=mp_31"
torch.cuda.set_sync_debug_mode("warn")
assert torch.cuda.get_sync_debug_mode() == "warn"
assert torch._C._cuda_getMemoryMetadata() == "words"
""",
    )


def test_a_name_that_the_version_lacks_keeps_its_row(monkeypatch):
    monkeypatch.delattr("torch_musa.host_memory_stats", raising=False)
    row = table.row("host_memory_stats")
    assert _binding.present_row("torch.cuda", row) is row
    value, _ = _binding.resolve("torch.cuda", row, None)
    with pytest.raises(UnsupportedError, match="keeps no statistics of pinned host memory"):
        value()


def test_each_fact_of_a_row_is_of_a_row():
    rows = {f"{module}.{row.name}": row for module, row in table.all_rows()}
    for fact in newer_facts.FACTS:
        assert fact.source and versions.order(fact.since) > versions.order(versions.BASE)
        if fact.target is not None:
            assert rows[fact.name].how != table.STOCK, f"{fact.name} is never bound"


def test_a_line_stands_for_its_newest_version():
    order = versions.order
    assert order("2.7.1") < order("2.9.0") < order("2.9.1") < order("2.9.1.post1") < order("2.9")
    assert order("2.9") < order("2.11.0") < order("2.11.0.post1+musa5.2.0") < order("2.11.0.post2")
    assert order("2.11.0.post2") < order("2.11.0.post10") < order("2.11") < order("3")


def lines_of(capsys, *arguments):
    assert main(["support", "--torch-musa", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def test_a_row_that_changes_tells_both_kinds(capsys):
    line = lines_of(capsys, "2.9", "torch.cuda.host_memory_stats", "--kind", "same")[1]
    assert line.split()[:3] == ["torch.cuda.host_memory_stats", "2.9.1.post1", "has"]
    assert "unsupported -> same  torch_musa.host_memory_stats" in line


def test_what_a_version_lacks_is_not_supported(capsys):
    head, *lines = lines_of(capsys, "2.11", "MemPoolContext")
    assert [line.split()[0] for line in lines[:-1]] == [
        "torch._C._MemPoolContext",
        "torch.cuda.MemPoolContext",
    ]
    assert all("lacks     same -> unsupported" in line for line in lines[:-1])
    assert len(lines_of(capsys, "2.9", "MemPoolContext")) == 2


def test_the_last_line_says_what_is_not_known(capsys):
    assert lines_of(capsys, "2.7")[1:] == [
        "0 names of torch.cuda and 0 other facts of torch_musa 2.7. Of what is not listed no difference from "
        "2.7.1 is known, which does not say that there is none. Not run on any of these versions."
    ]
    assert "raises for more than 2**31 elements" in "\n".join(lines_of(capsys, "2.9"))


def test_a_fact_that_was_mended_is_told_as_mended(capsys):
    found = {
        version: [line for line in lines_of(capsys, version) if line.startswith("torch.accel")]
        for version in ("2.11.0.post1", "2.11.0.post2")
    }
    assert [line.split()[5] for lines in found.values() for line in lines] == ["wrong", "right"]


def test_json_and_markdown_have_the_sources(capsys):
    (fact,) = json.loads("\n".join(lines_of(capsys, "2.11", "--format", "json", "gencode")))
    assert fact["source"] == "torch_musa/core/device.py, e205050"
    assert (fact["before"], fact["how"]) == ("unsupported", "same")
    table_line = lines_of(capsys, "2.11", "--format", "markdown", "gencode")[-1]
    assert table_line.endswith("| torch_musa/core/device.py, e205050 |")


@pytest.mark.parametrize("version", ["new", "2.5", ""])
def test_other_versions_are_errors(capsys, version):
    assert main(["support", "--torch-musa", version]) == 2
    assert version in capsys.readouterr().err
