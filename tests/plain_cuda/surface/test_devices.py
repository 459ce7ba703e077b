"""Calls: devices, initialisation, errors."""

import pytest
import torch

pytestmark = pytest.mark.gpu


def test_properties():
    properties = torch.cuda.get_device_properties(0)
    assert isinstance(properties, torch.cuda._CudaDeviceProperties)
    assert properties.name == torch.cuda.get_device_name(0)
    assert (properties.major, properties.minor) == torch.cuda.get_device_capability(0)
    assert properties.total_memory > 0 and properties.multi_processor_count > 0
    assert torch.cuda.get_arch_list()
    assert torch.cuda.can_device_access_peer(0, 0) is False


def test_properties_that_kernels_are_chosen_by():
    properties = torch.cuda.get_device_properties("cuda:0")
    assert properties.warp_size in (32, 64, 128)
    assert properties.max_threads_per_multi_processor >= 1024
    assert properties.regs_per_multiprocessor >= 2**14
    assert properties.L2_cache_size > 0
    assert (
        properties.shared_memory_per_multiprocessor
        >= properties.shared_memory_per_block_optin
        >= properties.shared_memory_per_block
        >= 16 * 1024
    )
    assert hasattr(properties, "is_integrated") and not hasattr(properties, "no_such_property")
    assert torch.cuda._get_device_properties(0).warp_size == properties.warp_size


def test_properties_that_name_the_device():
    properties = torch.cuda.get_device_properties(0)
    assert len(str(properties.uuid).replace("-", "")) == 32
    assert properties.gcnArchName == properties.name
    assert all(
        isinstance(number, int)
        for number in (properties.pci_bus_id, properties.pci_device_id, properties.pci_domain_id)
    )


def test_what_the_device_computes_with():
    assert torch.cuda.is_bf16_supported() is True
    assert torch.cuda.is_tf32_supported() is True
    assert torch.cuda._check_bf16_tensor_supported(torch.device("cuda", 0)) is True


def test_the_current_device():
    torch.cuda.set_device(0)
    with torch.cuda.device(0), torch.cuda.device_of(torch.ones(1, device="cuda")):
        assert torch.cuda.current_device() == 0
    with torch.cuda._DeviceGuard(0):
        assert torch.cuda.current_device() == 0
    assert torch.cuda._exchange_device(0) == 0
    assert torch.cuda._maybe_exchange_device(-1) == -1
    assert torch.cuda._get_device_index("cuda:0") == 0


@pytest.mark.parametrize("device", [None, [], 1.5, "cuda", "cpu", torch.device("cuda")])
def test_what_is_no_index_cannot_be_made_current(device):
    with pytest.raises(ValueError) as caught:
        torch.cuda.set_device(device)
    wanted = "a cuda device" if device == "cpu" else "a torch.device with a specified index or an"
    assert str(caught.value).startswith(f"Expected {wanted}")
    assert str(caught.value).endswith(f"got:{' ' * (device == 'cpu')}{device}")


def test_initialisation():
    torch.cuda.init()
    torch.cuda._lazy_init()
    assert torch.cuda.is_initialized() is True
    assert torch.cuda._is_in_bad_fork() is False
    called = []
    torch.cuda._lazy_call(lambda: called.append(1))
    assert called == [1]
    torch.cuda.ipc_collect()
    torch.cuda._sleep(1000)
    torch.cuda.synchronize()


def test_errors():
    assert torch.cuda.check_error(0) is None
    with pytest.raises(torch.cuda.CudaError, match="2"):
        torch.cuda.check_error(2)
    assert isinstance(torch.cuda.CudaError(2), RuntimeError)
    assert "later" in str(torch.cuda.DeferredCudaCallError("later"))
    assert isinstance(torch.cuda.OutOfMemoryError("no"), RuntimeError)


def test_the_runtime():
    assert int(torch.cuda.cudart().cudaError.success) == 0


def test_looking_for_the_management_library():
    assert torch.cuda._nvml_based_avail() is False
    torch.cuda._device_count_nvml()
    torch.cuda._raw_device_count_nvml()
    torch.cuda._raw_device_uuid_nvml()


def test_checks_at_initialisation():
    torch.cuda._check_capability()
    torch.cuda._check_cubins()


def test_old_answers_of_amp():
    assert torch.cuda.amp.common.amp_definitely_not_available() is False
