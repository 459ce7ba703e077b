"""torch.library and the dispatcher: who registers and who asks decides what "CUDA" means.

What CUDA users see of it is in plain_cuda/test_library.py and its neighbours.
"""

import gc

import pytest
import torch
from plain_cuda.operators import on_cpu, on_gpu, operators  # noqa: F401
from support.dispatch import keys_of

import torchada

pytestmark = [
    pytest.mark.musa,
    pytest.mark.filterwarnings("ignore:Warning only once for all operators:UserWarning"),
]

C = torch._C
Key = C.DispatchKey


@pytest.fixture
def f(operators):
    return operators.define()


def run_as(module, code, **names):
    exec(code, {**names, **({} if module is None else {"__name__": module})})


REGISTRATIONS = [
    "library.impl('f', lambda x: x, 'CUDA')",
    "torch.library.impl(library, 'f', 'CUDA')(lambda x: x)",
    "torch.library.impl(library.ns + '::f', 'cuda', lambda x: x, lib=library)",
    "torch.library.register_kernel(library.ns + '::f', 'cuda', lambda x: x, lib=library)",
    "kept.append(torch.library.Library(library.ns, 'IMPL', 'CUDA')); kept[0].impl('f', lambda x: x)",
]


@pytest.mark.parametrize("code", REGISTRATIONS)
@pytest.mark.parametrize("caller", ["torch.distributed.fsdp._x", "torch._native", "torch_musa"])
def test_kernels_of_pytorch_itself_stay_cuda_kernels(f, operators, caller, code):
    kept = []
    run_as(caller, code, library=operators.library, torch=torch, kept=kept)
    assert keys_of(operators.name(), "CUDA", "PrivateUse1") == ["CUDA"]
    assert not C._dispatch_has_kernel_for_dispatch_key(operators.name(), "CUDA")


@pytest.mark.parametrize("code", REGISTRATIONS)
@pytest.mark.parametrize("caller", ["torchvision.ops", "sgl_kernel", "vllm._custom_ops", None])
def test_kernels_of_packages_are_the_users(f, operators, caller, code):
    kept = []
    run_as(caller, code, library=operators.library, torch=torch, kept=kept)
    assert keys_of(operators.name(), "CUDA", "PrivateUse1") == ["PrivateUse1"]


CUSTOM_OP = """
def twice(x: torch.Tensor) -> torch.Tensor:
    return x * 2

torch.library.custom_op(name, twice, mutates_args=(), device_types="cuda")
"""


@pytest.mark.parametrize("caller, key", [("torch._x", "CUDA"), ("my_package", "PrivateUse1")])
def test_custom_operators(caller, key):
    name = f"adapter_test::{caller.replace('.', '_')}"
    run_as(caller, CUSTOM_OP, torch=torch, name=name)
    assert keys_of(name, "CUDA", "PrivateUse1") == [key]


def test_registered_twice_names_the_users_file(operators):
    # torch 2.7.1 knows no Python file names here.
    with pytest.raises(RuntimeError, match=r"test_library\.py|/dev/null"):
        first = torch.library.Library(operators.namespace + "_twice", "DEF")
        torch.library.Library(first.ns, "DEF")


@pytest.mark.parametrize("keys", [("CUDA", "PrivateUse1"), ("PrivateUse1", "CUDA")])
@pytest.mark.parametrize("several", [False, True])
def test_a_library_with_a_kernel_for_each_means_its_own_for_musa(f, operators, keys, several):
    for key in keys:
        library = operators.new_library() if several else operators.library
        library.impl("f", lambda x, key=key: x + (1 if key == "CUDA" else 2), key)
    assert f(on_gpu()).item() == 2


def test_when_its_own_is_gone_cudas_counts_again(f, operators):
    own = torch.library.Library(operators.namespace, "IMPL")
    own.impl("f", lambda x: x + 2, "PrivateUse1")
    assert f(on_gpu()).item() == 2
    del own
    gc.collect()
    operators.library.impl("f", lambda x: x + 1, "CUDA")
    assert f(on_gpu()).item() == 1


@pytest.mark.parametrize("names", [("cuda", "musa"), ("musa", "cuda")])
def test_a_custom_operator_with_a_kernel_for_each(names):
    def twice(x: torch.Tensor) -> torch.Tensor:
        return x * 2

    def filled(n: int, device: torch.device) -> torch.Tensor:
        return torch.full((n,), 5, device=device)

    f = torch.library.custom_op("adapter_test::each", twice, mutates_args=(), device_types="cpu")
    for name in names:
        f.register_kernel(name)(lambda x, name=name: x + (1 if name == "cuda" else 2))
    assert f(on_gpu()).item() == 2 and f(on_cpu(1.0)).item() == 2
    g = torch.library.custom_op(
        "adapter_test::filled", filled, mutates_args=(), device_types="musa"
    )
    assert g(1, torch.device("cuda")).item() == g(1, torch.device("musa")).item() == 5


@pytest.mark.skipif(
    torch.__version__ < "2.13", reason="torch.library.register_autocast took cpu and cuda alone"
)
def test_autocast_for_those_who_say_musa(operators):
    f = operators.define()
    operators.library.impl("f", lambda x: x.clone(), "CompositeExplicitAutograd")
    torch.library.register_autocast(operators.name(), "musa", torch.float16, lib=operators.library)
    with torch.autocast("cuda"):
        assert f(on_gpu()).dtype == torch.float16


def test_a_fallback_for_the_device_is_refused():
    library = torch.library.Library("_", "IMPL")
    with pytest.raises(torchada._errors.UnsupportedError, match="Instead: register kernels"):
        library.fallback(lambda op, *args, **kwargs: None, "CUDA")
    library._destroy()


def test_pytorch_and_native_views_see_the_truth():
    assert C._dispatch_keys(on_gpu()).has("CUDA")
    seen = {}
    run_as("torch._x", "seen['keys'] = C._dispatch_keys(x)", C=C, x=on_gpu(), seen=seen)
    with torchada.native_view():
        for keys in (seen["keys"], C._dispatch_keys(on_gpu())):
            assert keys.has(Key.PrivateUse1) and not keys.has(Key.CUDA)
        assert "PrivateUse1: " in C._dispatch_dump_table("aten::mm")
        truth = C._dispatch_dump("aten::mm")
    assert "\nCUDA: registered at" in C._dispatch_dump("aten::mm") != truth


def test_pytorchs_python_kernels_stay_where_they_are(operators):
    op = operators.define().default
    run_as("torch._x", "op.py_impl(key)(print)", op=op, key=Key.CUDA)
    assert list(op.py_kernels) == [Key.CUDA]


def test_without_perspective(run_python):
    """TORCHADA_PERSPECTIVE=off: custom operators for "cuda" work as before."""
    run_python(
        """
        import torch

        @torch.library.custom_op("adapter_test::off", mutates_args=(), device_types="cuda")
        def ones(n: int, device: torch.device) -> torch.Tensor:
            return torch.ones(n, device=device)

        @torch.library.custom_op("adapter_test::cast", mutates_args=())
        def same(x: torch.Tensor) -> torch.Tensor:
            return x.clone()

        assert ones(1, torch.device("cuda")).item() == 1
        torch.library.register_autocast("adapter_test::cast", "cuda", torch.float16)
        with torch.autocast("cuda"):
            assert same(torch.ones(1, device="cuda")).dtype == torch.float16
        """,
        env={"TORCHADA_PERSPECTIVE": "off"},
    )


def test_unpatch_gives_the_keys_back(run_python):
    run_python("""
        import torch, torchada
        library = torch.library.Library("adapter_test", "FRAGMENT")
        library.define("f(Tensor x) -> Tensor")
        assert not torch.ops.higher_order.cond.non_fallthrough_keys.has("AutocastPrivateUse1")
        torchada.unpatch()
        library.impl("f", lambda x: x, "CUDA")
        assert torch._C._dispatch_has_kernel_for_dispatch_key("adapter_test::f", "CUDA")
        assert torch._C._dispatch_keys(torch.ones(1, device="musa")).has("PrivateUse1")
        assert torch.ops.higher_order.cond.non_fallthrough_keys.has("AutocastPrivateUse1")
        """)


def test_threads_may_register_at_once(run_python):
    code = """
        import sys, threading, torch
        kept, errors = [], []

        def register(thread):
            try:
                for number in range(60):
                    for key in ("CUDA", "PrivateUse1"):
                        library = torch.library.Library(f"{key}_{thread}_{number}", "DEF")
                        kept.append(library)
                        library.define("f(Tensor x) -> Tensor")
                        library.impl("f", lambda x: x + 1, key)
            except Exception as error:
                errors.append(repr(error))

        sys.setswitchinterval(1e-5)
        threads = [threading.Thread(target=register, args=(each,)) for each in range(16)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        assert not errors, errors
    """
    run_python(code)
