"""What PyTorch's own Python code writes about devices: messages, code of graphs, attention."""

import copy
import pickle

import pytest
import torch
from torch.fx.experimental.proxy_tensor import make_fx
from torch.nn.attention.flex_attention import create_block_mask, flex_attention

pytestmark = pytest.mark.gpu


def test_tensors_that_should_be_close_name_their_devices():
    x = torch.ones(2, device="cuda")
    torch.testing.assert_close(x, x.clone())
    torch.testing.assert_close(x, x.cpu(), check_device=False)
    with pytest.raises(AssertionError, match="'device' do not match: cuda:0 != cpu"):
        torch.testing.assert_close(x, x.cpu())


def test_data_parallel_names_the_device_of_a_module():
    parallel = torch.nn.DataParallel(torch.nn.Linear(2, 2).cuda(), device_ids=[0])
    parallel.module.cpu()
    with pytest.raises(RuntimeError, match=r"on device cuda:0 \(device_ids\[0\]\) .* device: cpu"):
        parallel(torch.ones(2, 2, device="cuda"))


def test_the_code_of_a_traced_function_names_cuda():
    def function(x):
        return x + torch.ones(2, device="cuda")

    x = torch.ones(2, device="cuda")
    traced = make_fx(function)(x)
    assert "device = device(type='cuda')" in traced.code
    assert "cuda" in str(traced.graph)
    data = pickle.dumps(traced)
    assert b"device(type='cuda')" in data
    for module in (traced, copy.deepcopy(traced), pickle.loads(data)):
        assert module(x).tolist() == [2, 2] and module(x).is_cuda


@pytest.mark.filterwarnings("ignore")
def test_flex_attention_in_eager_mode():
    query, key, value = (torch.randn(1, 1, 128, 16, device="cuda") for _ in range(3))
    plain = torch.nn.functional.scaled_dot_product_attention(query, key, value)
    torch.testing.assert_close(flex_attention(query, key, value), plain, atol=1e-2, rtol=1e-2)
    mask = create_block_mask(lambda b, h, i, j: i >= j, 1, 1, 128, 128, device="cuda")
    assert mask.kv_indices.is_cuda
    causal = torch.nn.functional.scaled_dot_product_attention(query, key, value, is_causal=True)
    result = flex_attention(query, key, value, block_mask=mask)
    assert result.is_cuda
    torch.testing.assert_close(result, causal, atol=1e-2, rtol=1e-2)
