"""Graphs: capturing the work of a stream, and replaying it with one call."""

import gc
import itertools
import weakref

import torch
import torch_musa
from torch_musa import _MUSAC

from ._graphed_callables import make_graphed_callables

__all__ = [
    "MUSAGraph",
    "graph",
    "graph_pool_handle",
    "is_current_stream_capturing",
    "make_graphed_callables",
    "update_musa_graph_with_profile",
]


def is_current_stream_capturing():
    """True if a graph is being captured on the current stream."""
    return _MUSAC._musa_isCurrentStreamCapturing()


def update_musa_graph_with_profile():
    """Instantiate all captured graphs again, so that a profiler that starts now sees their kernels."""
    for instance in MUSAGraph._graph_instances.values():
        if instance._captured:
            instance.reinstantiate_graph()


def graph_pool_handle():
    """A new id of a memory pool that several captures can share."""
    return _MUSAC._graph_pool_handle()


class MUSAGraph(_MUSAC._MUSAGraph):
    """A captured graph; the easiest ways to capture are `graph` and `make_graphed_callables`.

    A replay runs the captured work on the same memory: copy new inputs into the tensors that the
    capture read, and read the results from the tensors that the capture made.
    """

    # By the order of their making; only those that live.
    _graph_instances = weakref.WeakValueDictionary()
    _numbers = itertools.count()
    _captured = False

    def __new__(cls):
        instance = super().__new__(cls)
        cls._graph_instances[next(cls._numbers)] = instance
        return instance

    def capture_begin(self, pool=None, capture_error_mode="global"):
        """Begin to capture the current stream, which must not be the default one.

        pool: of another graph (`pool()`), or from graph_pool_handle(), to share its memory.
        capture_error_mode: "global", "thread_local" or "relaxed": in which threads calls that no
        capture can hold, such as allocating device memory by hand, are errors.
        """
        super().capture_begin(pool=pool, capture_error_mode=capture_error_mode)

    def capture_end(self):
        """End the capture, on the stream where it began; afterwards the graph can be replayed."""
        super().capture_end()
        self._captured = True

    def reinstantiate_graph(self):
        """Instantiate the graph again for replay()."""
        super().reinstantiate_graph()

    def replay(self):
        """Launch the graph on the current stream; it runs asynchronously, as a kernel does."""
        super().replay()

    def reset(self):
        """Delete the captured graph and release its memory."""
        self._captured = False
        super().reset()

    def pool(self):
        """The id of the graph's memory pool."""
        return super().pool()

    def enable_debug_mode(self):
        """Allow debug_dump()."""
        super().enable_debug_mode()

    def debug_dump(self, debug_path):
        """Write the graph's nodes and edges to a file in Graphviz's dot language."""
        super().debug_dump(debug_path)

    @classmethod
    def get_latest_instance(cls):
        """The graph that was made last and still exists, or None."""
        latest = max(cls._graph_instances.keys(), default=None)
        return None if latest is None else cls._graph_instances.get(latest)


class graph:
    """A block whose work is captured into a MUSAGraph instead of being run.

    pool and capture_error_mode are those of MUSAGraph.capture_begin(). stream is the stream to
    capture, by default one that all captures share.
    """

    default_capture_stream = None

    def __init__(self, musa_graph, pool=None, stream=None, capture_error_mode: str = "global"):
        if stream is None:
            if self.__class__.default_capture_stream is None:
                self.__class__.default_capture_stream = torch_musa.Stream()
            stream = self.__class__.default_capture_stream
        self.musa_graph = musa_graph
        self.pool = pool
        self.capture_stream = stream
        self.capture_error_mode = capture_error_mode
        self.stream_ctx = torch_musa.stream(stream)

    def __enter__(self):
        torch_musa.synchronize()
        # Dead tensors in cycles would keep their memory from the graph. Newer versions of PyTorch
        # collect them only on demand, because it takes long.
        if getattr(torch.compiler.config, "force_cudagraph_gc", True):
            gc.collect()
        torch_musa.empty_cache()
        self.stream_ctx.__enter__()
        try:
            self.musa_graph.capture_begin(
                pool=self.pool, capture_error_mode=self.capture_error_mode
            )
        except BaseException:
            self.stream_ctx.__exit__(None, None, None)
            raise

    def __exit__(self, exc_type, exc_value, traceback):
        try:
            self.musa_graph.capture_end()
        finally:
            self.stream_ctx.__exit__(exc_type, exc_value, traceback)
