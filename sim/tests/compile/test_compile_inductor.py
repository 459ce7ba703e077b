"""torch.compile with its default backend: kernels in C++, run on the device's streams."""

import pytest
import torch
from compile_cases import QUIET, assert_trains_alike, mlp

pytestmark = [pytest.mark.usefixtures("fresh_dynamo", "own_compile_cache"), *QUIET]
close = torch.testing.assert_close


def test_kernel_result_is_on_the_device_for_all_sizes():
    def function(x):
        return (x.sin() * x.shape[0]).softmax(-1).sum(0)

    compiled = torch.compile(function, dynamic=True, fullgraph=True)
    for rows in (3, 8):
        x = torch.randn(rows, rows + 1, device="musa")
        result = compiled(x)
        assert result.device == torch.device("musa:0")
        close(result, function(x))


def test_training_a_network_is_the_same_as_without():
    assert_trains_alike(mlp(), (8, 16), (8, 4))


def test_device_memory_is_accounted_and_freed():
    compiled = torch.compile(lambda x: x + 1)
    x = torch.zeros(1 << 20, device="musa")
    compiled(x)
    before = torch.musa.memory_allocated()
    result = compiled(x)
    assert torch.musa.memory_allocated() - before == 1 << 22
    del result
    assert torch.musa.memory_allocated() == before


def test_inputs_are_mutated_in_place():
    @torch.compile
    def function(x, y):
        x.add_(1)
        y[1:3] = x[0]
        return x * 2

    x, y = torch.zeros(4, device="musa"), torch.zeros(5, device="musa")
    close(function(x, y), torch.full((4,), 2.0, device="musa"))
    close(x, torch.ones(4, device="musa"))
    close(y, torch.tensor([0.0, 1.0, 1.0, 0.0, 0.0], device="musa"))


def test_each_tensor_stays_on_its_device():
    @torch.compile
    def function(x, y, z):
        return x.sin() * 2, (y.cos() + 1).to(x.device) + x, z.sin() * 2

    x, y = torch.randn(5, device="musa:0"), torch.randn(5, device="musa:1")
    results = function(x, y, z := torch.randn(5))
    assert [str(r.device) for r in results] == ["musa:0", "musa:0", "cpu"]
    close(results[1], (y.cos() + 1).to(x.device) + x)
    close(results[2], z.sin() * 2)


def test_kernels_run_on_the_streams_of_the_program():
    side = torch.musa.Stream()

    @torch.compile
    def function(x):
        y = x + 1
        side.wait_stream(torch.musa.current_stream())
        with torch.musa.stream(side):
            z = y * 2
        torch.musa.current_stream().wait_stream(side)
        return z + 1

    x = torch.ones(3, device="musa")
    close(function(x), torch.full((3,), 5.0, device="musa"))
    with torch.musa.stream(side):
        result = function(x)
    side.synchronize()
    close(result, torch.full((3,), 5.0, device="musa"))


def test_modes_compile_as_well():
    x = torch.randn(6, device="musa")
    for mode in ("reduce-overhead", "max-autotune", "max-autotune-no-cudagraphs"):
        torch._dynamo.reset()
        compiled = torch.compile(lambda x: x.cos() + 1, mode=mode)
        for _ in range(3):
            close(compiled(x), x.cos() + 1)


def test_bad_index_in_a_kernel_raises():
    compiled = torch.compile(lambda table, index: table[index] + 1)
    table = torch.arange(4, device="musa")
    close(
        compiled(table, torch.tensor([3, -4], device="musa")), torch.tensor([4, 1], device="musa")
    )


def test_c_plus_plus_wrapper_is_refused():
    import torch._inductor.config as config

    with config.patch(cpp_wrapper=True), pytest.raises(Exception, match="no C\\+\\+ wrapper"):
        torch.compile(lambda x: x.sin() + 1)(torch.ones(3, device="musa"))


def test_aot_inductor_is_refused(tmp_path):
    program = torch.export.export(torch.nn.ReLU(), (torch.ones(3, device="musa"),))
    words = "aoti_compile_and_package.* do not work .* Instead: save .* torch.export.save"
    with pytest.raises(Exception, match=words):
        torch._inductor.aoti_compile_and_package(program, package_path=str(tmp_path / "x.pt2"))


def test_without_a_compiler_graphs_run_by_operators(run_python):
    code = """
        import warnings
        import torch
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            for function in (lambda x: x.sin() + 1, lambda x: x.cos() + 1):
                x = torch.ones(3, device="musa")
                torch.testing.assert_close(torch.compile(function)(x), function(x))
        print(sum("found no C++ compiler" in str(w.message) for w in caught))
    """
    environment = {"MUSASIM": "1", "MUSASIM_INDUCTOR": "cpp", "CXX": "no-such-compiler"}
    assert run_python(code, env=environment).stdout.split()[-1] == "1"


def test_import_of_torch_musa_leaves_the_compiler_alone(run_python):
    code = """
        import sys
        import torch_musa
        print([name for name in ("torch._dynamo", "torch._inductor", "sympy") if name in sys.modules])
    """
    done = run_python(code, env={"MUSASIM": "1"})
    assert done.stdout.splitlines()[-1] == "[]"
