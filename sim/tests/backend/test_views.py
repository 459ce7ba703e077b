"""Views, in-place and out= forms, resizing, layouts: aliasing is the CPU's, on the device."""

import pytest
import torch
import torch_musa

DEVICE = "musa"


def on_device(tensor, index=0):
    if tensor.numel() == 0:
        return tensor.device == torch.device("musa", index)
    pointer = torch_musa._MUSAC._musasim_pointer_device(tensor.data_ptr())
    return tensor.device == torch.device("musa", index) and pointer == index


@pytest.mark.parametrize(
    "view",
    [
        lambda x: x[1:3],
        lambda x: x[:, 2],
        lambda x: x.t(),
        lambda x: x.view(2, 8),
        lambda x: x.unfold(0, 2, 1),
        lambda x: x.diagonal(),
        lambda x: x.unsqueeze(0).expand(3, 4, 4),
        lambda x: x.view(torch.int32),
        lambda x: torch.as_strided(x, (2, 2), (3, 1), 2),
        lambda x: x.split(2)[1],
        lambda x: x.unbind(1)[3],
        lambda x: x.detach(),
        lambda x: x.squeeze().permute(1, 0),
    ],
)
def test_views_share_the_memory(view):
    host = torch.arange(16.0).view(4, 4)
    device = host.to(DEVICE)
    expected, actual = view(host), view(device)
    assert actual.untyped_storage().data_ptr() == device.untyped_storage().data_ptr()
    assert (actual.stride(), actual.storage_offset()) == (
        expected.stride(),
        expected.storage_offset(),
    )
    assert torch.equal(actual.cpu(), expected)
    if expected.is_floating_point():
        actual.select(0, 0).fill_(9)
        expected.select(0, 0).fill_(9)
        assert torch.equal(device.cpu(), host)


def test_a_view_knows_its_base_and_version():
    x = torch.zeros(4, device=DEVICE)
    y = x[1:]
    assert y._base is x
    version = y._version
    x.add_(1)
    assert y._version == version + 1


def test_in_place_returns_the_same_object():
    x = torch.ones(3, device=DEVICE)
    pointer = x.data_ptr()
    assert x.add_(1) is x and x.mul_(torch.tensor(2.0)) is x and x.data_ptr() == pointer
    assert x.tolist() == [4, 4, 4]


def test_out_is_filled_in_place():
    out = torch.empty(3, device=DEVICE)
    pointer = out.data_ptr()
    assert torch.add(torch.ones(3, device=DEVICE), 1, out=out) is out
    assert out.data_ptr() == pointer and out.tolist() == [2, 2, 2]


def test_out_is_resized():
    out = torch.empty(0, device=DEVICE)
    allocated = torch_musa.memory_allocated()
    torch.add(torch.ones(300, device=DEVICE), 1, out=out)
    assert out.shape == (300,) and on_device(out) and out.untyped_storage().nbytes() == 1200
    assert torch_musa.memory_allocated() == allocated + 1536
    out.untyped_storage().resize_(4000)
    assert out.untyped_storage().nbytes() == 4000 and out.sum().item() == 600


def test_out_of_a_wrong_size_warns():
    out = torch.empty(2, device=DEVICE)
    with pytest.warns(UserWarning, match="was resized"):
        torch.add(torch.ones(5, device=DEVICE), 1, out=out)
    assert out.tolist() == [2] * 5


def test_several_outputs_and_lists():
    x = torch.tensor([[3.0, 1.0], [2.0, 5.0]], device=DEVICE)
    values, indices = torch.empty(0, device=DEVICE), torch.empty(0, dtype=torch.long, device=DEVICE)
    result = torch.max(x, 1, out=(values, indices))
    assert result.values is values and values.tolist() == [3, 5] and indices.tolist() == [0, 1]
    assert all(on_device(part) for part in torch.linalg.qr(x))
    assert torch.stack(torch.meshgrid(x[0], x[1], indexing="ij")).device == x.device


def test_resize_and_set():
    x = torch.arange(6.0, device=DEVICE)
    x.resize_(10)
    assert on_device(x) and x[:6].tolist() == [0, 1, 2, 3, 4, 5]
    y = torch.empty(0, device=DEVICE)
    y.set_(x.untyped_storage(), 2, (2, 2), (2, 1))
    assert y.data_ptr() == x.data_ptr() + 8 and y.tolist() == [[2, 3], [4, 5]]
    y.set_()
    assert y.numel() == 0 and y.device == x.device
    z = torch.zeros(2, device=DEVICE)
    z.data = x
    assert z.data_ptr() == x.data_ptr()


def test_overlap_is_refused_as_on_the_cpu():
    x = torch.ones(4, device=DEVICE)
    with pytest.raises(RuntimeError, match="single memory location"):
        x.expand(3, 4).add_(1)
    with pytest.raises(RuntimeError, match="single memory location"):
        torch.add(x[:3], 1, out=x[1:])


def test_a_copy_onto_a_part_of_itself_is_refused():
    x = torch.arange(9.0, device=DEVICE)
    with pytest.raises(RuntimeError, match="refer to a single memory location"):
        x[:8].copy_(x[1:])
    assert torch.equal(x[:4].copy_(x[5:]).cpu(), torch.arange(5.0, 9.0))


def test_channels_last_is_kept():
    x = torch.randn(2, 3, 4, 4).to(memory_format=torch.channels_last)
    y = x.to(DEVICE)
    assert y.stride() == x.stride() and y.is_contiguous(memory_format=torch.channels_last)
    z = torch.nn.functional.conv2d(y, torch.ones(1, 3, 1, 1, device=DEVICE))
    assert torch.allclose(z.cpu(), x.sum(1, keepdim=True), atol=1e-5)
    assert torch.empty_like(y).stride() == x.stride()
    assert y.contiguous().is_contiguous()


def test_complex_numbers():
    x = torch.randn(3, dtype=torch.complex64)
    y = x.to(DEVICE)
    assert torch.equal(torch.view_as_real(y).cpu(), torch.view_as_real(x))
    assert y.conj().is_conj() and torch.equal(
        y.conj().cpu().resolve_conj(), x.conj().resolve_conj()
    )
    assert torch.allclose((y.conj() * y).cpu(), x.conj() * x)
    assert y.imag.data_ptr() == y.data_ptr() + 4 and y.conj().imag.is_neg()
    assert torch.equal(y.conj().imag.cpu().resolve_neg(), x.conj().imag.resolve_neg())
    assert torch.allclose(torch.fft.ifft(torch.fft.fft(y)).cpu(), x, atol=1e-6)


def test_scalars_from_the_host_mix():
    x = torch.ones(2, device=DEVICE)
    assert (x + torch.tensor(1.0)).device == x.device and (torch.tensor(2) * x).tolist() == [2, 2]
    assert (x + torch.tensor(1.0, dtype=torch.float64)).dtype == torch.float32
    assert torch.where(x > 0, x, torch.tensor(0.0)).tolist() == [1, 1]


@pytest.mark.parametrize(
    "call",
    [
        lambda x, y: x + y,
        lambda x, y: y + x,
        lambda x, y: x.add_(y),
        lambda x, y: torch.mm(x, y),
        lambda x, y: torch.cat([x, y]),
        lambda x, y: torch.add(x, x, out=y),
    ],
)
def test_host_tensors_do_not_mix(call):
    words = "Expected all tensors to be on the same device, but found at least two devices, "
    words += "musa:0 and cpu!"
    with pytest.raises(RuntimeError, match=words):
        call(torch.ones(2, 2, device=DEVICE), torch.ones(2, 2))


def test_devices_do_not_mix(second_device):
    with pytest.raises(RuntimeError, match="at least two devices, musa:0 and musa:1!"):
        torch.ones(2, device="musa:0") + torch.ones(2, device=torch.device("musa", second_device))


def test_where_cuda_takes_host_tensors_so_do_we():
    x = torch.arange(6.0, device=DEVICE)
    assert x[torch.tensor([1, 3])].tolist() == [1, 3]
    x[torch.tensor([0, 1])] = 7
    assert x[:2].tolist() == [7, 7]
    log = torch.randn(5, 2, 4, device=DEVICE).log_softmax(-1)
    lengths = torch.tensor([5, 5]), torch.tensor([2, 2])
    loss = torch.nn.functional.ctc_loss(log, torch.tensor([[1, 2], [1, 3]]), *lengths)
    assert loss.device == x.device
    packed = torch.nn.utils.rnn.pack_padded_sequence(log, torch.tensor([5, 3]))
    assert packed.data.device == x.device and not packed.batch_sizes.is_musa


@pytest.mark.parametrize("dtype", [torch.float16, torch.bool, torch.int64, torch.complex64])
def test_copies_in_every_direction(dtype, second_device):
    host = torch.tensor([[0, 1], [1, 0]]).to(dtype)
    first = host.to("musa:0")
    second = first.to(torch.device("musa", second_device))
    assert on_device(first, 0) and on_device(second, 1)
    assert torch.equal(second.cpu(), host) and second.t().to("musa:0").t().cpu().equal(host)
    assert first.to(torch.complex128).cpu().equal(host.to(torch.complex128))
    back = torch.empty_like(host)
    assert back.copy_(second, non_blocking=True) is back and torch.equal(back, host)


def test_no_cpu_memory_is_left_behind():
    x = torch.empty(1 << 20, device=DEVICE)
    before = torch_musa.memory_allocated()
    y = (x + 1).exp()
    assert on_device(y) and torch_musa.memory_allocated() == before + (4 << 20)
    torch_musa.reset_peak_memory_stats()
    x.sort()  # its temporaries are the device's as well
    assert torch_musa.max_memory_allocated() >= before + (4 << 20) + (12 << 20)
    del y
    assert torch_musa.memory_allocated() == before


def test_copy_on_write_storage():
    x = torch.ones(4, device=DEVICE)
    y = torch._lazy_clone(x)
    assert y.device == x.device
    y.add_(1)
    assert x.tolist() == [1] * 4 and y.tolist() == [2] * 4


def test_functional_transforms_and_inference():
    x = torch.arange(3.0, device=DEVICE)
    jacobian = torch.func.jacrev(lambda v: v * v)(x)
    assert on_device(jacobian) and jacobian.diagonal().tolist() == [0, 2, 4]
    assert torch.func.vmap(torch.dot, in_dims=(None, 0))(
        x, torch.eye(3, device=DEVICE)
    ).tolist() == [
        0,
        1,
        2,
    ]
    with torch.inference_mode():
        y = x.view(3, 1).add(1)
        assert y.is_inference() and y[0].add_(1).item() == 2


def test_custom_operators_of_the_cpu_do_not_serve_the_device():
    with torch.library._scoped_library("musasim_test", "DEF") as library:
        library.define("twice(Tensor x) -> Tensor")
        library.impl("twice", lambda x: x * 2, "CPU")
        x = torch.ones(2, device=DEVICE)
        with pytest.raises(NotImplementedError, match="Could not run 'musasim_test::twice'"):
            torch.ops.musasim_test.twice(x)
        library.impl("twice", lambda x: x * 2, "PrivateUse1")
        assert on_device(torch.ops.musasim_test.twice(x))
