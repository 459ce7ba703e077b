"""Device meshes, DTensor, tensor parallel and pipeline parallel on two GPUs."""

import io
import pickle

import pytest
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.device_mesh import DeviceMesh, init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.pipelining import (
    PipelineStage,
    Schedule1F1B,
    ScheduleGPipe,
    ScheduleInterleaved1F1B,
    SplitPoint,
    pipeline,
)
from torch.distributed.tensor import (
    DTensor,
    Partial,
    Replicate,
    Shard,
    _random,
    distribute_module,
    distribute_tensor,
    empty,
    ones,
    rand,
    zeros,
)
from torch.distributed.tensor.parallel import (
    ColwiseParallel,
    PrepareModuleInput,
    RowwiseParallel,
    SequenceParallel,
    loss_parallel,
    parallelize_module,
)

from .models import BATCH, WIDTH, Block, batch, make, same, train
from .ranks import cases_of

pytestmark = pytest.mark.gpu


def one_dimension(name="all"):
    return init_device_mesh("cuda", (2,), mesh_dim_names=(name,))


def case_meshes(rank):
    mesh = init_device_mesh("cuda", (2, 1), mesh_dim_names=("dp", "tp"))
    assert mesh.device_type == "cuda" and "cuda" in repr(mesh)
    assert mesh["dp"].device_type == "cuda" and mesh["dp"].size() == 2
    assert mesh["tp"].get_local_rank() == 0 and mesh.get_local_rank("dp") == rank
    assert list(mesh.get_coordinate()) == [rank, 0]
    assert mesh["dp", "tp"] == mesh
    group = mesh.get_group("dp")
    assert dist.get_backend(group) == "nccl" and dist.get_world_size(group) == 2
    assert len(mesh.get_all_groups()) == 2
    assert mesh["dp", "tp"]._flatten("both").size() == 2
    x = torch.ones(2, device=mesh.device_type)
    dist.all_reduce(x, group=group)
    assert x.tolist() == [2, 2]


def case_meshes_otherwise(rank):
    mesh = DeviceMesh("cuda", torch.arange(2))
    assert mesh == DeviceMesh("cuda", [0, 1]) and hash(mesh) == hash(DeviceMesh("cuda", [0, 1]))
    assert mesh != DeviceMesh("cpu", [0, 1], _init_backend=False)
    from_group = DeviceMesh.from_group(dist.group.WORLD, "cuda")
    assert from_group.device_type == "cuda" and from_group.get_group() is dist.group.WORLD
    groups = [dist.new_group([0, 1]), [dist.new_group([0]), dist.new_group([1])][rank]]
    two = DeviceMesh.from_group(
        groups, "cuda", mesh=torch.arange(2).view(2, 1), mesh_dim_names=("a", "b")
    )
    assert two["a"].device_type == "cuda" and two["a"].size() == 2
    with mesh:
        x = distribute_tensor(torch.ones(2, 2), placements=[Shard(0)])
        assert x.device_mesh is mesh and x.is_cuda
    with pytest.raises(RuntimeError, match="cuda:0"):
        init_device_mesh("cuda:0", (2,))


def case_meshes_in_pickles(rank):
    mesh = one_dimension()
    copy = pickle.loads(pickle.dumps(mesh))
    assert copy == mesh and copy.device_type == "cuda"
    assert b"cuda" in pickle.dumps(mesh)
    file = io.BytesIO()
    torch.save({"x": distribute_tensor(torch.arange(4.0), mesh, [Shard(0)])}, file)
    file.seek(0)
    x = torch.load(file, weights_only=False)["x"]
    assert x.device_mesh.device_type == "cuda" and x.full_tensor().tolist() == [0, 1, 2, 3]


def case_distribute(rank):
    mesh = one_dimension()
    whole = torch.arange(16.0).reshape(4, 4)
    x = distribute_tensor(whole, mesh, [Shard(0)])
    assert x.is_cuda and x.device.type == "cuda" and x.device_mesh.device_type == "cuda"
    assert x.to_local().shape == (2, 4) and x.to_local().device == torch.device("cuda", rank)
    assert torch.equal(x.full_tensor().cpu(), whole)
    columns = x.redistribute(mesh, [Shard(1)])
    assert columns.to_local().shape == (4, 2) and torch.equal(columns.full_tensor().cpu(), whole)
    assert torch.equal(x.redistribute(mesh, [Replicate()]).to_local().cpu(), whole)
    part = DTensor.from_local(torch.ones(2, 2, device="cuda"), mesh, [Partial()])
    assert part.full_tensor().tolist() == [[2, 2], [2, 2]]
    assert part.redistribute(placements=[Shard(0)]).to_local().tolist() == [[2, 2]]
    assert "cuda" in repr(x)


def case_operators(rank):
    mesh = one_dimension()
    torch.manual_seed(1)
    a, b = torch.randn(8, 4), torch.randn(4, 6)
    expected = torch.softmax((a @ b).relu() + 1, dim=-1).sum(0)
    for placements in ([Shard(0)], [Replicate()]):
        x = distribute_tensor(a, mesh, placements).requires_grad_()
        y = distribute_tensor(b, mesh, [Replicate()])
        found = torch.softmax((x @ y).relu() + 1, dim=-1).sum(0)
        torch.testing.assert_close(found.full_tensor().cpu(), expected)
        found.pow(2).sum().backward()
        assert x.grad.placements == x.placements or x.grad.full_tensor().shape == a.shape
    for make_one, value in ((ones, 1), (zeros, 0)):
        x = make_one(4, 4, device_mesh=mesh, placements=[Shard(0)])
        assert x.is_cuda and bool((x.full_tensor() == value).all())
    assert empty(4, 2, device_mesh=mesh, placements=[Shard(1)]).to_local().shape == (4, 1)


def case_random_numbers(rank):
    mesh = one_dimension()
    _random.manual_seed(3, mesh)
    x = rand(8, 2, device_mesh=mesh, placements=[Shard(0)]).full_tensor()
    assert x.is_cuda and x.unique().numel() == 16
    _random.manual_seed(3, mesh)
    again = rand(8, 2, device_mesh=mesh, placements=[Shard(0)]).full_tensor()
    assert torch.equal(x, again)
    y = rand(4, device_mesh=mesh, placements=[Replicate()]).to_local()
    both = [torch.empty_like(y) for _ in range(2)]
    dist.all_gather(both, y)
    assert torch.equal(both[0], both[1])
    layer = distribute_module(nn.Dropout(0.5), mesh)
    dropped = layer(ones(64, device_mesh=mesh, placements=[Shard(0)])).full_tensor()
    assert 0 < int((dropped == 0).sum()) < 64


def case_distribute_module(rank):
    mesh = one_dimension()

    def shard(name, module, mesh):
        for key, parameter in module.named_parameters(recurse=False):
            local = distribute_tensor(parameter, mesh, [Shard(0)])
            module.register_parameter(key, nn.Parameter(local))

    reference = make()
    model = distribute_module(make(), mesh, shard)
    x, _ = batch(0)
    found = model(distribute_tensor(x, mesh, [Replicate()])).full_tensor()
    torch.testing.assert_close(found, reference(x))


def tensor_parallel(mesh):
    model = make()
    plan = {"first": ColwiseParallel(), "second": RowwiseParallel()}
    for block in model.blocks:
        parallelize_module(block, mesh, plan)
    return model


def case_tensor_parallel(rank):
    mesh = one_dimension("tp")
    reference, model = make(), tensor_parallel(mesh)
    assert model.blocks[0].first.weight.to_local().shape == (WIDTH, WIDTH)
    # Some of the parameters are plain tensors: PyTorch's foreach kernels refuse the mixture.
    sgd = [torch.optim.SGD(m.parameters(), lr=0.1, foreach=False) for m in (reference, model)]
    expected = train(reference, batch, optim=sgd[0])
    found = train(model, batch, optim=sgd[1])
    torch.testing.assert_close(found, expected)
    state = {
        name: tensor.full_tensor() if isinstance(tensor, DTensor) else tensor
        for name, tensor in model.state_dict().items()
    }
    same(state, reference)


class Sequence(nn.Module):
    """A norm in front of a block."""

    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(WIDTH)
        self.block = Block()

    def forward(self, x):
        return self.block(self.norm(x))


def case_sequence_parallel(rank):
    mesh = one_dimension("tp")
    torch.manual_seed(5)
    reference = Sequence().cuda()
    model = Sequence().cuda()
    model.load_state_dict(reference.state_dict())
    parallelize_module(
        model,
        mesh,
        {
            "norm": SequenceParallel(),
            "block": PrepareModuleInput(
                input_layouts=(Shard(1),),
                desired_input_layouts=(Replicate(),),
                use_local_output=True,
            ),
            "block.first": ColwiseParallel(),
            "block.second": RowwiseParallel(),
        },
    )
    torch.manual_seed(6)
    x = torch.randn(2, 4, WIDTH, device="cuda")
    found = model(x.chunk(2, dim=1)[rank].contiguous())
    torch.testing.assert_close(found, reference(x))


def case_loss_parallel(rank):
    mesh = one_dimension("tp")
    torch.manual_seed(2)
    logits = torch.randn(4, 8, device="cuda")
    target = torch.randint(8, (4,), device="cuda")
    whole = logits.clone().requires_grad_()
    nn.functional.cross_entropy(whole, target).backward()
    x = distribute_tensor(logits, mesh, [Shard(1)]).requires_grad_()
    with loss_parallel():
        loss = nn.functional.cross_entropy(x, target)
        loss.backward()
    torch.testing.assert_close(x.grad.full_tensor(), whole.grad)


def case_two_dimensions(rank):
    mesh = init_device_mesh("cuda", (1, 2), mesh_dim_names=("dp", "tp"))
    reference, model = make(), tensor_parallel(mesh["tp"])
    for block in model.blocks:
        fully_shard(block, mesh=mesh["dp"])
    fully_shard(model, mesh=mesh["dp"])
    sgd = [torch.optim.SGD(m.parameters(), lr=0.1) for m in (reference, model)]
    expected = train(reference, batch, optim=sgd[0])
    torch.testing.assert_close(train(model, batch, optim=sgd[1]), expected)


def mean_square(output, target):
    return nn.functional.mse_loss(output, target)


def stages(rank, count):
    """The model's layers in as many stages as asked for, every other one on this rank."""
    torch.manual_seed(9)
    layers = [nn.Linear(WIDTH, WIDTH) for _ in range(4)]
    whole = nn.Sequential(*layers).cuda()
    size = len(layers) // count
    parts = [nn.Sequential(*layers[i * size : (i + 1) * size]).cuda() for i in range(count)]
    device = torch.device("cuda", rank)
    own = [
        PipelineStage(parts[i], i, count, device, group=dist.group.WORLD)
        for i in range(rank, count, 2)
    ]
    return whole, parts, own


def pipeline_equals_one_process(rank, schedule_of, count):
    whole, parts, own = stages(rank, count)
    x = torch.randn(BATCH, WIDTH, generator=torch.Generator().manual_seed(1)).cuda()
    y = torch.randn(BATCH, WIDTH, generator=torch.Generator().manual_seed(2)).cuda()
    schedule = schedule_of(own)
    last = rank == (count - 1) % 2
    losses = []
    if rank == 0:
        schedule.step(x) if not last else schedule.step(x, target=y, losses=losses)
    else:
        schedule.step(target=y, losses=losses)
    found = [layer.weight.grad for stage in own for layer in stage.submod]
    for layer in whole:
        layer.zero_grad()
    reference, _, _ = stages(rank, count)
    nn.functional.mse_loss(reference(x), y).backward()
    size = len(reference) // count
    expected = [
        reference[i * size + k].weight.grad for i in range(rank, count, 2) for k in range(size)
    ]
    assert found[0].is_cuda
    for one, other in zip(found, expected):
        torch.testing.assert_close(one, other)
    if last:
        assert len(losses) == 4


def case_pipeline_gpipe(rank):
    pipeline_equals_one_process(rank, lambda own: ScheduleGPipe(own[0], 4, mean_square), 2)


def case_pipeline_1f1b(rank):
    pipeline_equals_one_process(rank, lambda own: Schedule1F1B(own[0], 4, mean_square), 2)


def case_pipeline_interleaved(rank):
    pipeline_equals_one_process(rank, lambda own: ScheduleInterleaved1F1B(own, 4, mean_square), 4)


def case_pipeline_from_a_traced_model(rank):
    model = make()
    x, _ = batch(0)
    expected = model(x)
    split = {"blocks.1": SplitPoint.BEGINNING}
    stage = pipeline(model, mb_args=(x.chunk(2)[0],), split_spec=split).build_stage(
        rank, torch.device("cuda", rank), dist.group.WORLD
    )
    schedule = ScheduleGPipe(stage, 2)
    found = schedule.step(x) if rank == 0 else schedule.step()
    if rank == 1:
        torch.testing.assert_close(found, expected)


@pytest.mark.parametrize("case", cases_of(globals()))
def test_on_two_gpus(results, case):
    results.check(case)
