"""Rewrites graphs of TorchScript where they ask what a device is: its operators are C++ and say musa.

What is written instead means the same on CUDA, so an archive does there what it does here.
"""

from typing import Any, Iterator

from .operators import CUDA, OF_STREAMS

_MUSA = "musa"
# Each computes from its input what a user's eager code sees.
_IS_CUDA = """
graph(%x : Tensor):
  %genuine : bool = prim::is_cuda(%x)
  %device : Device = prim::device(%x)
  %type : str = prim::type(%device)
  %musa : str = prim::Constant[value="musa"]()
  %ours : bool = aten::eq(%type, %musa)
  %answer : bool = aten::__or__(%genuine, %ours)
  return (%answer)
"""
_NAME = """
graph(%device : Device):
  %name : str = {question}(%device)
  %musa : str = prim::Constant[value="musa"]()
  %cuda : str = prim::Constant[value="cuda"]()
  %all : int = prim::Constant[value=-1]()
  %answer : str = aten::replace(%name, %musa, %cuda, %all)
  return (%answer)
"""
_TO_CUDA = """
graph(%x : Tensor):
  %name : str = prim::Constant[value="cuda"]()
  %device : Device = aten::device(%name)
  %none : NoneType = prim::Constant()
  %no : bool = prim::Constant[value=0]()
  %answer : Tensor = aten::to(%x, %device, %none, %no, %no)
  return (%answer)
"""
_TEXT = _NAME.format(question="aten::str")
_REPLACED = {
    "prim::is_cuda": _IS_CUDA,
    "prim::type": _NAME.format(question="prim::type"),
    "aten::str": _TEXT,
    "aten::cuda": _TO_CUDA,
}
# These make a text of whatever they are given.
_OF_ARGUMENTS = ("aten::format", "aten::percentFormat", "prim::Print")
_AUTOCAST = ("torch.amp.autocast_mode.autocast", "torch.cuda.amp.autocast_mode.autocast")


def show_cuda(graph: Any) -> None:
    """Have the questions in a user's graph answered as those of the user's eager code."""
    for kind, answer in _REPLACED.items():
        for node in graph.findAllNodes(kind):
            if _is_about_a_device(node) and not _is_rewritten(node):
                node.output().replaceAllUsesWith(_insert(graph, node, answer, node.input()))
                node.destroy()
    for kind in _OF_ARGUMENTS:
        for node in graph.findAllNodes(kind):
            for index, value in enumerate(list(node.inputs())):
                if _is_device(value):
                    node.replaceInput(index, _insert(graph, node, _TEXT, value))


def uses_autocast(graph: Any) -> bool:
    """Whether a graph enters torch.autocast: in TorchScript it has an effect on CUDA and CPU alone."""
    return any(name.endswith(_AUTOCAST) for name in _classes_made(graph))


def find_streams(graph: Any) -> str:
    """The function of torch.cuda's streams and events that a graph uses; empty when it uses none."""
    for name in OF_STREAMS:
        if graph.findAllNodes(f"{CUDA}::{name}"):
            return name
    made = (name.rpartition(".torch.classes.cuda.")[2] for name in _classes_made(graph))
    return next((name for name in made if name in ("Stream", "Event")), "")


def _classes_made(graph: Any) -> Iterator[str]:
    return (str(node.output().type()) for node in graph.findAllNodes("prim::CreateObject"))


def _insert(graph: Any, node: Any, answer: str, value: Any) -> Any:
    import torch

    with graph.insert_point_guard(node):
        return graph.insertGraph(torch._C.parse_ir(answer), [value])[0]


def _is_about_a_device(node: Any) -> bool:
    """aten::str and prim::type take anything."""
    return node.kind() in ("prim::is_cuda", "aten::cuda") or _is_device(node.input())


def _is_device(value: Any) -> bool:
    return value.type().kind() == "DeviceObjType"


def _is_rewritten(node: Any) -> bool:
    """Whether this is part of an answer already, in a graph that comes from an archive."""
    return any(_names_musa(use.user) for use in node.output().uses())


def _names_musa(node: Any) -> bool:
    if node.kind() == "aten::__or__":
        return any(
            value.node().kind() == "aten::eq" and _names_musa(value.node())
            for value in node.inputs()
        )
    return node.kind() in ("aten::replace", "aten::eq") and _MUSA in _constants(node)


def _constants(node: Any) -> Iterator[Any]:
    for value in node.inputs():
        if value.node().kind() == "prim::Constant":
            yield value.toIValue()
