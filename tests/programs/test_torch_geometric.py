"""torch-geometric: GCN, GAT and GIN on graphs in batches on the GPU, loaders, pooling, device prefetching."""

import pytest
import torch
from torch_geometric import seed_everything
from torch_geometric import transforms as T
from torch_geometric.data import Data
from torch_geometric.loader import DataLoader, NeighborLoader, PrefetchLoader
from torch_geometric.nn import (
    GATConv,
    GCNConv,
    GINConv,
    SAGEConv,
    global_add_pool,
    global_mean_pool,
)
from torch_geometric.utils import add_self_loops, degree, scatter, to_dense_adj, to_undirected

PACKAGES = ("torch-geometric",)


def make_graph(nodes=20, seed=0):
    generator = torch.Generator().manual_seed(seed)
    edges = to_undirected(torch.randint(0, nodes, (2, 3 * nodes), generator=generator))
    features = torch.randn(nodes, 8, generator=generator)
    return Data(x=features, edge_index=edges, y=(features[:, 0] > 0).long())


class Net(torch.nn.Module):
    def __init__(self, kind):
        super().__init__()
        if kind is GINConv:
            self.first = GINConv(torch.nn.Linear(8, 16), train_eps=True)
        else:
            self.first = kind(8, 16)
        self.second = GCNConv(16, 2)

    def forward(self, data):
        x = self.first(data.x, data.edge_index).relu()
        return self.second(x, data.edge_index)


@pytest.mark.parametrize("kind", [GCNConv, GATConv, GINConv, SAGEConv])
def test_training(kind):
    seed_everything(1)
    data, net = make_graph().to("cuda"), Net(kind)
    wanted = net(make_graph())
    net = net.to("cuda")
    torch.testing.assert_close(net(data).cpu(), wanted, rtol=1e-4, atol=1e-5)
    optimizer = torch.optim.Adam(net.parameters(), lr=0.02)
    losses = []
    for _ in range(30):
        loss = torch.nn.functional.cross_entropy(net(data), data.y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.8 * losses[0] and data.is_cuda


def test_batches_of_graphs():
    loader = DataLoader([make_graph(10 + n, n) for n in range(6)], batch_size=3, pin_memory=True)
    for batch in loader:
        batch = batch.to("cuda", non_blocking=True)
        pooled = global_mean_pool(batch.x, batch.batch)
        assert pooled.is_cuda and pooled.shape == (3, 8)
        torch.testing.assert_close(global_add_pool(batch.x, batch.batch)[0], batch[0].x.sum(0))


def test_prefetching_on_its_own_stream():
    loader = PrefetchLoader(
        DataLoader([make_graph()] * 4, batch_size=2), device=torch.device("cuda")
    )
    assert [batch.x.is_cuda for batch in loader] == [True, True]
    assert PrefetchLoader(DataLoader([make_graph()] * 4)).device_helper.device.type == "cuda"


def test_utilities_against_the_cpu():
    data = make_graph()
    on_gpu = data.clone().cuda()
    for function in (
        lambda d: scatter(d.x[d.edge_index[0]], d.edge_index[1], reduce="max"),
        lambda d: degree(d.edge_index[0]),
        lambda d: to_dense_adj(d.edge_index),
        lambda d: add_self_loops(d.edge_index)[0],
        lambda d: T.NormalizeFeatures()(d).x,
        lambda d: T.GCNNorm()(d.clone()).edge_weight,
    ):
        given = function(on_gpu)
        assert given.is_cuda
        torch.testing.assert_close(given.cpu(), function(data))


def test_sparse_adjacency():
    data = T.ToSparseTensor(layout=torch.sparse_csr)(make_graph())
    net = GCNConv(8, 4, normalize=False)
    wanted = net(data.x, data.adj_t)
    given = net.cuda()(data.x.cuda(), data.adj_t.cuda())
    torch.testing.assert_close(given.cpu(), wanted, rtol=1e-4, atol=1e-5)


def test_neighbours_need_pyg_lib():
    with pytest.raises(ImportError, match="pyg-lib"):
        next(iter(NeighborLoader(make_graph(), [2, 2], batch_size=4)))


@pytest.mark.compiles
@pytest.mark.parametrize("kind", [GCNConv, GINConv, SAGEConv])
def test_compiled(kind):
    seed_everything(1)
    data, net = make_graph().to("cuda"), Net(kind).to("cuda")
    given, wanted = torch.compile(net)(data), net(data)
    torch.testing.assert_close(given, wanted, rtol=1e-4, atol=1e-5)
    weights = list(net.parameters())
    torch.testing.assert_close(
        torch.autograd.grad(given.square().sum(), weights),
        torch.autograd.grad(wanted.square().sum(), weights),
        rtol=1e-3,
        atol=1e-4,
    )
