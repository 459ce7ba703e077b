"""torch.distributed behind the scenes: PyTorch has mccl and musa, users have nccl and cuda."""

import json
import sys
import textwrap

import pytest
import torch
import torch.distributed as dist
import torch_musa
from support.processes import run_command
from torch.distributed import distributed_c10d

import torchada
from torchada._errors import UnsupportedError
from torchada._patch.distributed import words

pytestmark = pytest.mark.musa

# One process, a group of one: what PyTorch has, and what users are told.
VIEWS = """
import json, os
import torch
import torch.distributed as dist
import torch_musa
import torchada
from torch.distributed import distributed_c10d
from torch.distributed.device_mesh import DeviceMesh, init_device_mesh

def views(ask):
    with torchada.native_view():
        native = ask()
    return [native, ask()]

os.environ["TORCH_NCCL_BLOCKING_WAIT"] = "1"
store = dist.HashStore()
dist.init_process_group("nccl", store=store, rank=0, world_size=1)
found = {"environment": os.environ.get("TORCH_MCCL_BLOCKING_WAIT")}
world = distributed_c10d._world
found["kept"] = [world.pg_map[dist.group.WORLD][0], world.pg_backend_config[dist.group.WORLD]]
found["backend"] = views(dist.get_backend)
found["config"] = views(dist.get_backend_config)
found["default"] = views(lambda: dist.get_default_backend_for_device("cuda"))
found["made"] = views(lambda: str(dist.Backend("NCCL")))
part = dist.group.WORLD._get_backend(torch.device("cuda"))
found["part"] = [type(part).__name__, *views(part.name), *views(dist.group.WORLD.name)]
mesh = init_device_mesh("cuda", (1,), mesh_dim_names=("all",))
found["mesh"] = views(lambda: mesh.device_type)
found["mesh_text"] = repr(mesh)
found["mesh_pickled"] = [value for value in mesh.__getstate__().values() if value == "cuda"]
copy = object.__new__(DeviceMesh)
copy.__setstate__(mesh.__getstate__())
found["mesh_copied"] = [copy == mesh, hash(copy) == hash(mesh), views(lambda: copy.device_type)]
found["native_mesh"] = views(lambda: DeviceMesh("musa", [0]).device_type)
groups = [dist.new_group([0], backend=name) for name in ("mccl", "cuda:nccl", "cpu:gloo,musa:mccl")]
found["groups"] = [views(lambda: dist.get_backend(group)) for group in groups]
x = torch.ones(2, device="cuda")
for group in groups:
    dist.all_reduce(x, group=group)
found["sum"] = x.tolist()
torchada.unpatch()
found["after"] = dist.get_backend()
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def found(run_python):
    return json.loads(run_python(VIEWS).stdout.splitlines()[-1])


def test_pytorch_keeps_what_torch_musa_is_called(found):
    assert found["kept"] == ["mccl", "musa:mccl"]


@pytest.mark.parametrize("what", ["backend", "default", "made"])
def test_pytorch_sees_mccl_and_users_nccl(found, what):
    assert found[what] == ["mccl", "nccl"]


def test_both_see_their_names_in_the_configuration(found):
    assert found["config"] == ["musa:mccl", "cuda:nccl"]


def test_the_group_is_torch_musas(found):
    assert found["part"] == ["ProcessGroupMCCL", "mccl", "nccl", "custom", "nccl"]


def test_meshes(found):
    assert found["mesh"] == found["native_mesh"] == ["musa", "cuda"]
    assert "'cuda'" in found["mesh_text"] and "musa" not in found["mesh_text"]


def test_meshes_in_pickles_are_cudas(found):
    assert found["mesh_pickled"] == ["cuda"]
    assert found["mesh_copied"] == [True, True, ["musa", "cuda"]]


def test_own_names_go_on_to_work(found):
    assert found["groups"] == [
        ["mccl", "nccl"],
        ["musa:mccl", "cuda:nccl"],
        ["cpu:gloo,musa:mccl", "cpu:gloo,cuda:nccl"],
    ]
    assert found["sum"] == [1, 1]


def test_variables_set_after_the_import_are_honoured(found):
    assert found["environment"] == "1"


def test_unpatch_gives_the_truth_back(found):
    assert found["after"] == "mccl"


@pytest.mark.parametrize(
    ("cuda", "musa"),
    [
        ("nccl", "mccl"),
        ("cuda", "musa"),
        ("cpu:gloo,cuda:nccl", "cpu:gloo,musa:mccl"),
        ("cuda:gloo", "musa:gloo"),
        ("gloo", "gloo"),
        ("ncclx", "ncclx"),
        (None, None),
    ],
)
def test_names(cuda, musa):
    assert words.here(cuda) == musa and words.shown(musa) == cuda


def test_the_class_has_cudas_name_everywhere():
    assert dist.ProcessGroupNCCL is distributed_c10d.ProcessGroupNCCL is dist.ProcessGroupMCCL
    assert "ProcessGroupNCCL" in distributed_c10d.__all__


def test_what_options_lack_is_refused_by_name():
    options = dist.ProcessGroupNCCL.Options()
    assert not hasattr(options, "config")
    with pytest.raises(UnsupportedError, match="ProcessGroupNCCL.Options.config"):
        options.config.blocking = 1
    with pytest.raises(UnsupportedError, match="Instead"):
        options.config = None
    with torchada.native_view():
        assert options.backend == "mccl"
    assert options.backend == "nccl"


def test_options_of_another_backend_are_refused():
    with pytest.raises(AssertionError, match="ProcessGroupNCCL.Options"):
        dist.init_process_group(
            "nccl",
            store=dist.HashStore(),
            rank=0,
            world_size=1,
            pg_options=torch._C._distributed_c10d.Backend.Options("gloo"),
        )
    assert not dist.is_initialized()


def test_collectives_are_pytorchs_own_functions():
    for name in ("all_reduce", "all_gather_into_tensor", "broadcast", "send", "barrier"):
        assert getattr(dist, name).__module__ == "torch.distributed.distributed_c10d"
        assert getattr(dist, name).__code__.co_filename.startswith(torch.__path__[0])


def test_without_mccl_nothing_is_claimed(run_python):
    """As for GPUs whose torch_musa is built without it."""
    code = """
        import importlib.util, os, sys
        os.environ["TORCHADA_AUTOLOAD"] = "0"
        import torch, torch_musa, torch.distributed as dist
        del dist.ProcessGroupMCCL
        import torchada
        built_with_nccl = hasattr(torch._C._distributed_c10d, "ProcessGroupNCCL")
        assert torchada.is_patched() and dist.is_nccl_available() == built_with_nccl
        try:
            dist.init_process_group("nccl", store=dist.HashStore(), rank=0, world_size=1)
        except (RuntimeError, ValueError) as error:
            print(error)
    """
    assert "NCCL" in run_python(textwrap.dedent(code)).stdout


REFUSED = """
import torch
import torch.distributed as dist
import torch.distributed._symmetric_memory as symmetric
import torch.distributed.rpc as rpc
from torchada._errors import UnsupportedError

dist.init_process_group("nccl", store=dist.HashStore(), rank=0, world_size=1)
options = rpc.TensorPipeRpcBackendOptions()
part = dist.group.WORLD._get_backend(torch.device("cuda"))
for call in (
    lambda: symmetric.empty(4, device="cuda"),
    lambda: symmetric.rendezvous(torch.ones(4, device="cuda"), dist.group.WORLD),
    lambda: symmetric.enable_symm_mem_for_group(dist.group.WORLD.group_name),
    lambda: rpc.TensorPipeRpcBackendOptions(devices=["cuda:0"]),
    lambda: options.set_device_map("other", {0: 0}),
    lambda: part.register_mem_pool(None),
):
    try:
        call()
    except UnsupportedError as error:
        print(error)
"""


def test_what_cannot_work_is_refused_with_a_reason(run_python):
    lines = run_python(REFUSED).stdout.splitlines()
    assert len(lines) == 6
    for line, name in zip(lines, ("empty", "rendezvous", "enable", "rpc", "rpc", "mem_pool")):
        assert line.startswith("torch.distributed.") and name in line
        assert "is not supported on MUSA" in line and "Instead: " in line


@pytest.mark.parametrize("module", ["torch.distributed.run", "torch.distributed.launch"])
@pytest.mark.parametrize("by_variable", [False, True])
def test_processes_for_all_gpus(tmp_path, module, by_variable):
    """The launcher as a module, which runs a copy of itself."""
    program = tmp_path / "program.py"
    line = "{LOCAL_RANK} {WORLD_SIZE}\\n"
    program.write_text(f"import os, sys; sys.stdout.write('{line}'.format(**os.environ))")
    env = {"MUSASIM_DEVICES": "3", "OMP_NUM_THREADS": "1"}
    env.update({"PET_NPROC_PER_NODE": "gpu"} if by_variable else {})
    options = [] if by_variable else ["--nproc-per-node=gpu"]
    done = run_command(
        [sys.executable, "-W", "ignore", "-m", module, "--standalone", *options, program], env=env
    )
    assert sorted(done.stdout.splitlines()) == ["0 3", "1 3", "2 3"], done.stderr


GLOO = """
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
x, out = torch.ones(2, device="cuda"), torch.empty(2, device="cuda")
for use in (
    lambda: dist.all_reduce(x),
    lambda: dist.broadcast(x, 0),
    lambda: dist.all_gather([out], x),
    lambda: dist.scatter(out, [x]),
    lambda: DistributedDataParallel(torch.nn.Linear(2, 2).cuda()),
):
    try:
        use()
    except RuntimeError as error:
        print(error, "|", error.__cause__)
try:
    dist.all_reduce(torch.ones(2), op="max")
except TypeError as error:
    print("as it was")
dist.all_reduce(x.cpu())
dist.destroy_process_group()
dist.init_process_group("cpu:gloo,cuda:nccl", store=dist.HashStore(), rank=0, world_size=1)
dist.all_reduce(x), dist.all_reduce(x.cpu())
print("both")
"""


def test_gloo_says_that_it_takes_no_tensors_of_the_gpu(run_python):
    *lines, other, both = run_python(GLOO).stdout.splitlines()
    names = ("all_reduce", "broadcast", "all_gather", "scatter", "DistributedDataParallel")
    assert (other, both) == ("as it was", "both") and len(lines) == len(names)
    for line, name in zip(lines, names):
        text, cause = line.split(" | ")
        assert text.startswith(
            f"torch.distributed.{name} on a GPU tensor by the backend gloo is not"
        )
        assert (
            "Instead: use init_process_group(" in text and "unsupported device type musa" in cause
        )


TEXTS = """
import torch
import torch.distributed as dist
from torch.distributed import _remote_device
from torch.distributed.run import determine_local_world_size

print(determine_local_world_size("gpu"))
print(_remote_device("rank:0/cuda:1"), _remote_device("rank:0/cuda:1").device())
for options in ({"device_id": torch.device("cuda:99")}, {"device_id": torch.device("cuda")}):
    try:
        dist.init_process_group("nccl", store=dist.HashStore(), rank=0, world_size=1, **options)
    except (ValueError, RuntimeError) as error:
        print(error)
        if dist.is_initialized():
            dist.destroy_process_group()
dist.init_process_group("nccl", store=dist.HashStore(), rank=0, world_size=1)
print(dist.distributed_c10d._get_pg_config())
print(torch.profiler.profile()._get_distributed_info())
"""


def test_texts_name_cuda(run_python):
    text = run_python(TEXTS, env={"MUSASIM_DEVICES": "3"}).stdout
    assert text.startswith("3\nrank:0/cuda:1 cuda:1\n")
    assert "cuda:99" in text
    assert text.count("cuda:nccl") >= 2 and "musa" not in text and "mccl" not in text


def test_doctor_can_tell(run_python):
    assert torch_musa.is_available()
    rows = torchada._activation.state.ledger.rows()
    assert {"torch.distributed.ProcessGroupNCCL"} <= {
        row.target for row in rows if row.area == words.AREA
    }


def test_words_in_paths_and_addresses_of_error_texts_stay():
    from torchada._patch.distributed.words import shown_in

    assert shown_in("mccl on musa:0, not musa.") == "nccl on cuda:0, not cuda."
    assert shown_in("/usr/local/musa/lib, tcp://musa:29500") == (
        "/usr/local/musa/lib, tcp://musa:29500"
    )
