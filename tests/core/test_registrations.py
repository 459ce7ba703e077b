"""PyTorch's own registrations under "CUDA" stay what they are, whenever torchada came."""

import json

import pytest

pytestmark = pytest.mark.musa

# Imports every module of PyTorch whose text names the key, and prints what each operator has.
DUMP = '''
import contextlib, hashlib, importlib, json, pathlib, re, sys, warnings
warnings.simplefilter("ignore")
import torch, torch_musa

root = pathlib.Path(torch.__file__).parent
names = set()
for path in root.rglob("*.py"):
    text = path.read_text(errors="replace")
    if re.search(r"""["'](?:\\w*CUDA|cuda)["']""", text) and re.search(r"\\bimpl\\(|custom_op\\(|Library\\(", text):
        name = ".".join(("torch", *path.relative_to(root).with_suffix("").parts))
        names.add(name.removesuffix(".__init__"))
imported = []
for name in sorted(names | {"torch._native", "torch.distributed.fsdp"}):
    if not name.startswith("torch.testing") and "__main__" not in name:
        with contextlib.suppress(Exception):
            importlib.import_module(name)
            imported.append(name)
torchada = sys.modules.get("torchada")
active = torchada is not None and torchada.is_patched()
with torchada.native_view() if active else contextlib.nullcontext():
    dumps = {}
    for name in torch._C._dispatch_get_all_op_names():
        dumps[name] = hashlib.sha1(torch._C._dispatch_dump(name).encode()).hexdigest()
    keys = ["CUDA", "AutogradCUDA", "AutocastCUDA", "PrivateUse1", "AutogradPrivateUse1"]
    lists = {k: sorted(torch._C._dispatch_get_registrations_for_dispatch_key(k)) for k in keys}
kernels = {
    name: sorted(str(key) for key in operator.py_kernels)
    for name, operator in torch._ops._higher_order_ops.items()
}
impls = sorted(torch.library._impls)
print(json.dumps([active, imported, dumps, lists, impls, kernels]))
'''


@pytest.mark.parametrize("heavy", ["0", "1"])
def test_pytorchs_registrations_are_those_without_torchada(run_python, heavy):
    answers = []
    for environment in ({"TORCHADA_AUTOLOAD": "0"}, {}):
        done = run_python(DUMP, env={**environment, "MUSASIM_HEAVY_IMPORTS": heavy}, timeout=300)
        answers.append(json.loads(done.stdout.splitlines()[-1]))
    without, with_torchada = answers
    assert (without[0], with_torchada[0]) == (False, True)
    names = ("imported", "dumps", "registrations by key", "kernels from Python", "py_kernels")
    for name, expected, found in zip(names, without[1:], with_torchada[1:]):
        assert found == expected, name
    assert "torch.distributed._symmetric_memory" in without[1]
    assert any(name.endswith("/CUDA") for name in without[4])
