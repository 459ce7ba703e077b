"""Nothing of torchada's Python stands in a hot path: factories, `.to`, `.cuda`, devices, generators."""

import json

import pytest

pytestmark = pytest.mark.musa

# One process looks three times: at torch alone, with torch_musa, and with torchada active.
LOOK = """
    import json
    import torch
    import torch.utils._device

    FACTORIES = sorted({function.__name__ for function in torch.utils._device._device_constructors()})
    CLASSES = [torch.device, torch.Generator, torch.dtype, torch.Tensor, torch.Size, torch.Stream]
    CLASSES += [torch._C.TensorBase, torch.nn.Parameter, torch.nn.Module, torch.UntypedStorage]

    def look():
        found = {f"torch.{name}": getattr(torch, name) for name in FACTORIES if hasattr(torch, name)}
        for cls in CLASSES:
            found[cls.__name__] = getattr(torch, cls.__name__, cls)
            found.update({f"{cls.__name__}.{name}": value for name, value in vars(cls).items()})
        return found

    def describe(value):
        value = getattr(value, "__func__", value)
        return type(value).__name__, str(getattr(value, "__module__", None))

    alone = look()
    import torch_musa
    native = look()
    import torchada
    from torchada import _activation
    assert torchada.is_patched()
    active = look()
    rows = {
        name: {
            "as_alone": value is alone.get(name),
            "as_native": value is native.get(name),
            "kind": describe(value),
        }
        for name, value in active.items()
    }
    ledger = [row.target for row in _activation.state.ledger.rows() if row.state == "applied"]
    print(json.dumps({"rows": rows, "ledger": ledger, "factories": FACTORIES}))
"""
ENV = {"TORCH_DEVICE_BACKEND_AUTOLOAD": "0", "TORCHADA_AUTOLOAD": "0"}
IN_C = {
    "method_descriptor",
    "getset_descriptor",
    "wrapper_descriptor",
    "classmethod_descriptor",
    "builtin_function_or_method",
}
# On nobody's hot path: pickling, and exchange with other libraries, which is PyTorch's own Python
# with a user's answers.
PYTHON = {
    "Tensor._reduce_ex_internal",
    "Tensor.__cuda_array_interface__",
    "Tensor.__dlpack__",
    "Tensor.__dlpack_device__",
}
TYPES = ("device", "Generator", "dtype", "Tensor", "Size", "TensorBase", "Parameter", "Module")


@pytest.fixture(scope="module")
def looks(run_python):
    """What the process saw: {"rows": {name: ...}, "ledger": [target], "factories": [name]}."""
    return json.loads(run_python(LOOK, env=ENV).stdout.splitlines()[-1])


def test_factories_and_types_are_torchs_own(looks):
    """torch.empty, torch.device and their like are the same objects as in torch alone."""
    names = [f"torch.{name}" for name in looks["factories"] if f"torch.{name}" in looks["rows"]]
    assert len(names) > 30 and "torch.empty" in names
    others = [n for n in [*names, *TYPES] if not looks["rows"][n]["as_alone"]]
    assert others == []


def test_what_changed_in_the_types_is_in_c(looks):
    """What answers by who asks is a C descriptor; torchada adds no Python function or property."""
    mine = {name: row["kind"] for name, row in looks["rows"].items() if not row["as_native"]}
    assert any(name.endswith(".is_cuda") for name in mine)
    python = {name: kind for name, kind in mine.items() if kind[0] not in IN_C}
    assert not python.keys() - PYTHON, python


@pytest.mark.parametrize("name", ["to", "cuda", "cpu", "get_device", "new_empty", "type", "device"])
def test_tensor_methods_are_in_c(looks, name):
    """Of all that a tensor has; torch_musa's own wrapper of `to` is bypassed."""
    row = looks["rows"].get(f"Tensor.{name}") or looks["rows"][f"TensorBase.{name}"]
    assert row["kind"][0] in IN_C


@pytest.mark.parametrize("name", ["to", "cuda", "cpu", "_apply", "__init__"])
def test_modules_move_by_torchs_own_methods(looks, name):
    assert looks["rows"][f"Module.{name}"]["as_alone"]


def test_the_ledger_names_no_hot_object(looks):
    """What torchada says it changed agrees with what was found."""
    hot = {f"torch.{name}" for name in looks["factories"]} | {"torch.device", "torch.Generator"}
    hot |= {f"torch.nn.modules.module.Module.{name}" for name in ("to", "cuda", "cpu", "_apply")}
    assert hot & set(looks["ledger"]) == set()
