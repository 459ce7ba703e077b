"""PyPI's torchvision beside a PyTorch without CUDA, for this folder's tests only.

Its C++ library links libtorch_cuda, so it does not load, and `import torchvision` then fails, because
its fake kernels are for operators that do not exist. Before it is imported, the two that its Python
and its users call most are defined here, in Python.
"""

import importlib.abc
import sys


class _Torchvision(importlib.abc.MetaPathFinder):
    """Acts as torchvision's import asks for the two modules below; finds nothing itself."""

    library = None

    def find_spec(self, name, path, target=None):
        if name == "torchvision" and self.library is None:
            self.library = _define_operators()
        elif name == "torchvision.ops":
            import torchvision.extension

            # ... boxes takes it from there: nms is there after all.
            torchvision.extension._assert_has_ops = lambda: None
        return None


def _define_operators():
    import torch

    library = torch.library.Library("torchvision", "DEF")
    library.define("nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
    library.define("qnms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
    library.impl("nms", _nms, "CompositeExplicitAutograd")
    return library


def _nms(boxes, scores, threshold):
    """Indices of the boxes kept, best first: none overlaps a better one by more than the threshold."""
    import torch

    areas = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    order, kept = scores.argsort(descending=True, stable=True), []
    while order.numel():
        best, rest = order[0], order[1:]
        kept.append(best)
        low = torch.maximum(boxes[best, :2], boxes[rest, :2])
        high = torch.minimum(boxes[best, 2:], boxes[rest, 2:])
        common = (high - low).clamp(min=0).prod(1)
        order = rest[common <= threshold * (areas[best] + areas[rest] - common)]
    return torch.stack(kept) if kept else order


sys.meta_path.insert(0, _Torchvision())
