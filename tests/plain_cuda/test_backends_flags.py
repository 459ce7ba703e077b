"""Flags of torch.backends.cuda and torch.backends.cudnn: what was set is read back, contexts restore it."""

import pytest
import torch

pytestmark = pytest.mark.gpu

cuda, cudnn = torch.backends.cuda, torch.backends.cudnn
MATMUL = (
    "allow_tf32",
    "allow_fp16_reduced_precision_reduction",
    "allow_bf16_reduced_precision_reduction",
    "allow_fp16_accumulation",
)
CUDNN = ("enabled", "benchmark", "deterministic", "allow_tf32")


@pytest.fixture(autouse=True)
def as_found():
    matmul = {name: getattr(cuda.matmul, name) for name in MATMUL}
    flags = {name: getattr(cudnn, name) for name in CUDNN}
    yield
    torch.set_float32_matmul_precision("highest")
    for name, value in matmul.items():
        setattr(cuda.matmul, name, value)
    for name, value in flags.items():
        setattr(cudnn, name, value)


@pytest.fixture
def precisions_as_found():
    owners = [torch.backends, cuda.matmul, cudnn, cudnn.conv, cudnn.rnn]
    before = [owner.fp32_precision for owner in owners]
    yield
    for owner, value in zip(owners, before):
        owner.fp32_precision = value


def product():
    x = torch.eye(32, device="cuda")
    assert (x @ x).equal(x)


@pytest.mark.parametrize("name", MATMUL)
def test_products(name):
    for value in (True, False, True):
        setattr(cuda.matmul, name, value)
        assert getattr(cuda.matmul, name) is value
        product()
    with pytest.raises((RuntimeError, TypeError), match="expects a bool"):
        setattr(cuda.matmul, name, "yes")
    assert getattr(cuda.matmul, name) is True


def test_names_that_products_have_not():
    with pytest.raises(AttributeError, match="Unknown attribute nothing"):
        cuda.matmul.nothing
    with pytest.raises(AttributeError, match="Unknown attribute nothing"):
        cuda.matmul.nothing = True


@pytest.mark.parametrize("precision", ["highest", "high", "medium"])
def test_the_precision_of_products(precision):
    torch.set_float32_matmul_precision(precision)
    assert torch.get_float32_matmul_precision() == precision
    assert cuda.matmul.allow_tf32 is (precision != "highest")
    product()


@pytest.mark.parametrize("precision", ["highest", "high"])
def test_a_precision_that_is_none_changes_nothing(precision):
    torch.set_float32_matmul_precision(precision)
    with pytest.warns(UserWarning, match="is not one of 'highest', 'high', or 'medium'"):
        torch.set_float32_matmul_precision("lowest")
    assert torch.get_float32_matmul_precision() == precision
    assert cuda.matmul.allow_tf32 is (precision != "highest")


@pytest.mark.torch_from(2, 9)
@pytest.mark.parametrize("owner", ["backends", "matmul", "cudnn", "conv", "rnn"])
def test_precisions_by_name(owner, precisions_as_found):
    owners = {
        "backends": torch.backends,
        "matmul": cuda.matmul,
        "cudnn": cudnn,
        "conv": cudnn.conv,
        "rnn": cudnn.rnn,
    }
    for value in ("ieee", "tf32", "none"):
        owners[owner].fp32_precision = value
        assert owners[owner].fp32_precision == value
    with pytest.raises(RuntimeError, match="Unknown precision"):
        owners[owner].fp32_precision = "lowest"


@pytest.mark.parametrize("name", CUDNN)
def test_flags_of_cudnn(name):
    for value in (True, False, True):
        setattr(cudnn, name, value)
        assert getattr(cudnn, name) is value
        layer = torch.nn.Conv2d(1, 1, 1, bias=False).cuda()
        torch.nn.init.ones_(layer.weight)
        assert layer(torch.ones(1, 1, 4, 4, device="cuda")).sum().item() == 16


def test_flags_of_a_block():
    before = [getattr(cudnn, name) for name in CUDNN]
    options = {name: not value for name, value in zip(CUDNN, before)}
    with cudnn.flags(**options, benchmark_limit=7):
        assert [getattr(cudnn, name) for name in CUDNN] == list(options.values())
        assert cudnn.benchmark_limit == 7
        with cudnn.flags(enabled=True, deterministic=True):
            assert cudnn.enabled is True and cudnn.deterministic is True
            assert cudnn.benchmark is False
        assert cudnn.enabled is options["enabled"]
    assert [getattr(cudnn, name) for name in CUDNN] == before
    with pytest.raises(KeyError):
        with cudnn.flags(**options):
            raise KeyError("x")
    assert [getattr(cudnn, name) for name in CUDNN] == before


def test_set_flags_tells_what_was_there():
    before = (cudnn.enabled, cudnn.benchmark)
    told = cudnn.set_flags(_enabled=True, _benchmark=True)
    assert told[:2] == before
    assert cudnn.enabled is True and cudnn.benchmark is True


def test_frozen_flags(monkeypatch):
    module = getattr(torch.backends, "m", torch.backends)
    monkeypatch.setattr(module, "__allow_nonbracketed_mutation_flag", True)
    assert torch.backends.flags_frozen() is False
    torch.backends.disable_global_flags()
    assert torch.backends.flags_frozen() is True
    for name in (*CUDNN, "benchmark_limit"):
        with pytest.raises(RuntimeError, match="not allowed to set torch.backends.cudnn flags"):
            setattr(cudnn, name, True)
    with cudnn.flags(benchmark=True, benchmark_limit=3):
        assert cudnn.benchmark is True and cudnn.benchmark_limit == 3
    with getattr(torch.backends, "__allow_nonbracketed_mutation")():
        cudnn.benchmark = True
    assert cudnn.benchmark is True and torch.backends.flags_frozen() is True


def test_what_cudnn_takes():
    x = torch.ones(2, 2, device="cuda")
    assert cudnn.is_acceptable(x) is True and cudnn.is_acceptable(x.half()) is True
    assert cudnn.is_acceptable(x.cpu()) is False and cudnn.is_acceptable(x.long()) is False
    with cudnn.flags(enabled=False):
        assert cudnn.is_acceptable(x) is False


def test_layers_that_ask_cudnn():
    layer = torch.nn.LSTM(3, 4, num_layers=2).cuda()
    layer.flatten_parameters()
    result, _ = layer(torch.ones(5, 2, 3, device="cuda"))
    result.sum().backward()
    assert result.shape == (5, 2, 4) and layer.weight_ih_l0.grad.is_cuda


@pytest.mark.parametrize(
    "function, name, kind",
    [
        (cuda.preferred_linalg_library, "cusolver", torch._C._LinalgBackend.Cusolver),
        (cuda.preferred_blas_library, "cublaslt", torch._C._BlasBackend.Cublaslt),
        (cuda.preferred_blas_library, "cublas", torch._C._BlasBackend.Cublas),
    ],
)
def test_libraries_that_a_program_prefers(function, name, kind):
    before = function()
    try:
        for wanted in (name, kind):
            assert function(wanted) == kind and function() == kind
        assert torch.linalg.inv(torch.eye(4, device="cuda")).equal(torch.eye(4, device="cuda"))
    finally:
        function(before)
    assert function() == before


def test_the_cache_of_plans():
    cache = cuda.cufft_plan_cache
    torch.fft.fft(torch.ones(8, device="cuda"))
    before = cache.max_size
    assert before > 0 and cache[0].max_size == before
    try:
        cache.max_size = 10
        assert cache.max_size == cache[0].max_size == cache["cuda:0"].max_size == 10
        cache[0].max_size = 20
        assert cache[torch.device("cuda", 0)].max_size == 20
        with pytest.raises(RuntimeError, match="non-negative"):
            cache.max_size = -1
        with pytest.raises(TypeError):
            cache.max_size = "many"
        assert cache.max_size == 20
    finally:
        cache.max_size = before
    cache.clear()
    with pytest.raises(RuntimeError, match="read-only property"):
        cache.size = 3
    with pytest.raises(RuntimeError, match="expected 0 <= device index"):
        cache[torch.cuda.device_count()]
    assert torch.fft.fft(torch.ones(8, device="cuda"))[0].item() == 8


def test_deterministic_algorithms():
    try:
        torch.use_deterministic_algorithms(True, warn_only=True)
        assert torch.are_deterministic_algorithms_enabled()
        assert torch.is_deterministic_algorithms_warn_only_enabled()
        torch.set_deterministic_debug_mode("default")
        assert torch.get_deterministic_debug_mode() == 0
    finally:
        torch.use_deterministic_algorithms(False)
    assert not torch.are_deterministic_algorithms_enabled()


@pytest.mark.torch_from(2, 9)
def test_precisions_that_a_flag_cannot_tell(precisions_as_found):
    cudnn.conv.fp32_precision, cudnn.rnn.fp32_precision = "none", "tf32"
    with pytest.raises(RuntimeError, match="mix of the legacy and new APIs"):
        cudnn.allow_tf32
    cuda.matmul.fp32_precision = "tf32"
    with pytest.raises(RuntimeError, match="mix of the legacy and new APIs"):
        cuda.matmul.allow_tf32
