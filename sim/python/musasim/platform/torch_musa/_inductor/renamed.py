"""A module of PyTorch's run once more, with CUDA's names in it read as those of MUSA.

For modules that PyTorch has for CUDA graphs only. Their source is the installed torch's.
"""

import ast
import importlib.util

import torch
import torch_musa

_OF_C = {  # where the rule below does not lead to a name of _MUSAC
    "_construct_CUDA_Tensor_From_Storage_And_Metadata": (
        "_construct_MUSA_Tensor_From_Storage_And_Metadata"
    ),
    "_cuda_CUDAAllocator_AllocatorState": "_musa_MUSAAllocator_AllocatorState",
    "_cuda_cudaCachingAllocator_raw_delete": "_musa_musaCachingAllocator_raw_delete",
    "_cuda_clearCublasWorkspaces": "_musa_clearMublasWorkspaces",
    "_cuda_endAllocateToPool": "_musa_endAllocateCurrentStreamToPool",
    "_set_storage_data_ptr_access_error_msg": "_musasim_set_storage_error",
}
_OF_CUDA = {"CUDAGraph": "MUSAGraph"}
# Caches that a MUSA device does not have, here and in torch._C of a torch without CUDA.
_ABSENT = {
    "_cuda_get_conv_benchmark_empty_cache": lambda: False,
    "_cudnn_set_conv_benchmark_empty_cache": lambda empty: None,
    "_set_cached_tensors_enabled": lambda enabled: None,
    "_add_cached_tensor": lambda tensor: None,
    "_remove_cached_tensor": lambda tensor: None,
}


class _NativeNames:
    """torch._C with _MUSAC before it."""

    def __getattr__(self, name):
        native = torch_musa._MUSAC
        for ours in (_OF_C.get(name), name, name.replace("_cuda_", "_musa_", 1)):
            if ours is not None and hasattr(native, ours):
                return getattr(native, ours)
        if name in _ABSENT and not hasattr(torch._C, name):
            return _ABSENT[name]
        return getattr(torch._C, name)


def _dotted(node) -> str:
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else "?"


def musa_name(name) -> str:
    """A name of CUDA's as MUSA's."""
    for cuda, musa in (("cuda", "musa"), ("Cuda", "Musa"), ("CUDA", "MUSA"), ("cublas", "mublas")):
        name = name.replace(cuda, musa)
    return name


class _Renamer(ast.NodeTransformer):
    """`definitions`: names of the module's own to be renamed as well; `package`: the module's."""

    def __init__(self, definitions, package):
        self.definitions = definitions
        self.package = package

    def visit_Call(self, node):
        if _dotted(node.func) == "torch.backends.cuda.is_built":
            return ast.copy_location(ast.Constant(True), node)
        return self.generic_visit(node)

    def visit_Expr(self, node):
        # The module is the same backend under the old name: it is registered already.
        if isinstance(node.value, ast.Call) and _dotted(node.value.func) == "register_backend":
            return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)

    def visit_Attribute(self, node):
        name = _dotted(node)
        if name == "torch._C":
            return ast.copy_location(ast.Name("_native_names", ast.Load()), node)
        node = self.generic_visit(node)
        if name == "torch.cuda":
            node.attr = "musa"
        elif name.startswith("torch.cuda."):
            node.attr = _OF_CUDA.get(node.attr, node.attr)
        elif node.attr == "is_cuda":
            node.attr = "is_musa"
        return node

    def visit_ImportFrom(self, node):
        if node.level:
            name = "." * node.level + (node.module or "")
            node.module, node.level = importlib.util.resolve_name(name, self.package), 0
        if node.module != "torch._C":
            return node
        return [
            ast.copy_location(
                ast.Assign(
                    [ast.Name(alias.asname or alias.name, ast.Store())],
                    ast.Attribute(ast.Name("_native_names", ast.Load()), alias.name, ast.Load()),
                ),
                node,
            )
            for alias in node.names
        ]

    def visit_Constant(self, node):
        if node.value in ("cuda", *self.definitions):
            return ast.copy_location(ast.Constant(musa_name(node.value)), node)
        return node

    def visit_Name(self, node):
        if node.id in self.definitions:
            node.id = musa_name(node.id)
        return node

    def visit_FunctionDef(self, node):
        node = self.generic_visit(node)
        if node.name in self.definitions:
            node.name = musa_name(node.name)
        return node

    visit_ClassDef = visit_FunctionDef


def run_renamed(name, namespace, rename_definitions) -> None:
    """Run the source of module `name` in a namespace; its functions and classes too are renamed on demand."""
    spec = importlib.util.find_spec(name)
    tree = ast.parse(spec.loader.get_source(name))
    kinds = (ast.FunctionDef, ast.ClassDef)
    own = {n.name for n in tree.body if isinstance(n, kinds) and musa_name(n.name) != n.name}
    tree = _Renamer(own if rename_definitions else set(), spec.parent).visit(tree)
    namespace["_native_names"] = _NativeNames()
    exec(compile(ast.fix_missing_locations(tree), spec.origin, "exec"), namespace)
