"""Devices: names, indices, moving tensors and modules."""

import pickle

import pytest
import torch

pytestmark = pytest.mark.gpu


def test_a_tensor_is_on_the_gpu_in_every_way_of_asking():
    x = torch.ones(3, device="cuda")
    assert x.is_cuda
    assert x.device.type == "cuda"
    assert x.device == torch.device("cuda", torch.cuda.current_device())
    assert str(x.device) == "cuda:0"
    assert repr(x.device) == "device(type='cuda', index=0)"
    assert x.get_device() == 0


def test_ways_to_move():
    x = torch.arange(4)
    for moved in (x.cuda(), x.cuda(0), x.to("cuda"), x.to("cuda:0"), x.to(torch.device("cuda"))):
        assert moved.is_cuda and moved.cpu().equal(x)
    assert x.to(0).device == torch.device("cuda:0")


def test_a_device_survives_pickling():
    device = torch.device("cuda:0")
    assert pickle.loads(pickle.dumps(device)) == device


def test_a_module_moves_with_its_buffers():
    module = torch.nn.BatchNorm1d(3).cuda()
    tensors = [*module.parameters(), *module.buffers()]
    assert tensors and all(tensor.is_cuda for tensor in tensors)
