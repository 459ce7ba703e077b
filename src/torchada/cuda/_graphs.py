"""torch.cuda.CUDAGraph: torch_musa's graph, extended to the methods of CUDA's graph."""

import os
import time
import weakref
from functools import partial
from typing import Any

import torch_musa

from .._errors import UnsupportedError

# A folder: each graph writes itself there at the end of its capture.
_DUMPS = "TORCHADA_CUDA_GRAPH_DEBUG_DUMP_PATH"
# Later versions than 2.7.1 keep a graph when they are asked to, and bind its handles.
_KEEPS = hasattr(torch_musa.MUSAGraph, "raw_musa_graph")
_RAW = (
    "the installed torch_musa does not bind the handles of its graphs",
    "use replay() or debug_dump()",
)


def _refuse(name, why, advice):
    raise UnsupportedError.of(f"torch.cuda.CUDAGraph.{name}", why, advice)


class CUDAGraph(torch_musa.MUSAGraph):
    """A captured graph.

    keep_graph=True keeps the graph on CUDA, and instantiate() or the first replay makes its executable
    form. torch_musa 2.7.1 keeps every graph and instantiates it at the end of the capture. Nothing can
    change a graph there, so programs see no difference.
    """

    # Finds dead inputs when the capture asked for it, and what stops it, once.
    _tracker: Any = None
    _stop: Any = None
    _has_ended = False

    def __new__(cls, keep_graph=False):
        """Make a graph without a capture."""
        return super().__new__(cls)

    def __init__(self, keep_graph=False):
        if _KEEPS:
            super().__init__(keep_graph)
        else:
            super().__init__()
        self._keeps_graph = keep_graph

    def capture_begin(self, pool=None, capture_error_mode="global", check_input_liveness=False):
        """Begin to capture the current stream, which must not be the default one.

        check_input_liveness: replay() raises RuntimeError when an input of the graph is dead.
        """
        self._forget_tracker()
        if os.environ.get(_DUMPS):
            self.enable_debug_mode()
        super().capture_begin(pool=pool, capture_error_mode=capture_error_mode)
        if check_input_liveness:
            from torch.utils._cuda_debug import _CUDAGraphInputLivenessTracker

            self._tracker = _CUDAGraphInputLivenessTracker()
            self._tracker.start()
            # PyTorch's mode must not outlive a graph that is dropped amid its capture.
            self._stop = weakref.finalize(self, self._tracker.stop)
            self._stop.atexit = False
            # Others have torch_musa's replay(), at its cost.
            self.__dict__["replay"] = partial(_replay_of_live_inputs, weakref.ref(self))

    def capture_end(self):
        """End the capture, on the stream where it began.

        Raises OSError if the folder that TORCHADA_CUDA_GRAPH_DEBUG_DUMP_PATH names cannot be made.
        """
        super().capture_end()
        self._has_ended = True
        self._stop_tracker()
        if os.environ.get(_DUMPS):
            self._dump_into(os.path.expanduser(os.environ[_DUMPS]))

    def instantiate(self):
        """Make the executable form of a graph made with keep_graph=True.

        Raises RuntimeError before capture_end(), and without keep_graph.
        """
        if not self._has_ended:
            raise RuntimeError("capture_end() must have been called before calling instantiate")
        if not self._keeps_graph:
            raise RuntimeError(
                "instantiate() is intended to be called by the user only when keep_graph=true"
            )
        if _KEEPS:
            super().instantiate()

    def reset(self):
        """Delete the captured graph and release its memory."""
        self._forget_tracker()
        self._has_ended = False
        super().reset()

    def debug_dump(self, debug_path):
        """Write the graph in Graphviz's language; needs enable_debug_mode() or keep_graph."""
        if self._keeps_graph:
            self.enable_debug_mode()
        super().debug_dump(debug_path)

    def _dump_into(self, folder):
        os.makedirs(folder, exist_ok=True)
        super().debug_dump(os.path.join(folder, f"graph_{time.time_ns()}.dot"))

    def register_generator_state(self, generator):
        """Let the graph use another generator besides the default one.

        Raises UnsupportedError if the installed torch_musa cannot do that.
        """
        if not hasattr(super(), "register_generator_state"):
            why = "a graph of the installed torch_musa can hold the default generator only"
            _refuse("register_generator_state", why, "use the default generator in the capture")
        super().register_generator_state(generator)

    def raw_cuda_graph(self):
        """The graph's handle, a number; raises RuntimeError without keep_graph, as on CUDA.

        Raises UnsupportedError if the installed torch_musa does not bind it.
        """
        if not self._keeps_graph:
            raise RuntimeError(
                "You cannot access the raw cudaGraph_t instance unless CUDAGraph was initialized "
                "with keep_graph=true"
            )
        if not _KEEPS:
            _refuse("raw_cuda_graph", *_RAW)
        return super().raw_musa_graph()

    def raw_cuda_graph_exec(self):
        """The handle of the executable form; raises UnsupportedError where torch_musa does not bind it."""
        if not _KEEPS:
            _refuse("raw_cuda_graph_exec", *_RAW)
        return super().raw_musa_graph_exec()

    def get_graph_data(self):
        """Raise UnsupportedError."""
        _refuse("get_graph_data", *_RAW)

    def _forget_tracker(self):
        self._stop_tracker()
        self._tracker = None
        self.__dict__.pop("replay", None)

    def _stop_tracker(self):
        if self._stop is not None:
            self._stop()


def _replay_of_live_inputs(reference):
    graph = reference()
    graph._tracker.check_alive(graph.pool())
    CUDAGraph.replay(graph)
