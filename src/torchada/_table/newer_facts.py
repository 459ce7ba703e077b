"""Facts of later versions of torch_musa besides the objects that rows bind: see `newer.py`.

Only `torchada support --torch-musa` reads this.
"""

from __future__ import annotations

from typing import Tuple

from .newer import CHANGED, HAS, LACKS, POST1, POST2, RIGHT, ROWS, WRONG, Fact

_TORCHADA = "https://github.com/MooreThreads/torchada/pull/"
_TORCH_MUSA = "https://github.com/MooreThreads/torch_musa/issues/"
_REPLACED = "torchada replaces it"

_OTHERS = (
    Fact("torch.cuda.MemPoolContext", POST2, LACKS, "memory2"),
    Fact("torch._C._MemPoolContext", POST2, LACKS, "memory2"),
    Fact(
        "torch.cuda.use_mem_pool",
        POST1,
        CHANGED,
        "memory1",
        "affects the current thread only, as on CUDA",
    ),
    Fact(
        "torch.cuda.MemPool",
        POST1,
        CHANGED,
        "memory1",
        "takes use_on_oom=True (no_split=True too from 2.11.0.post2); torch_musa counts the users itself",
    ),
    Fact(
        "torch.cuda.CUDAGraph",
        POST1,
        CHANGED,
        "graphs",
        "has raw_cuda_graph() and raw_cuda_graph_exec(), and keep_graph=True keeps torch_musa's graph",
    ),
    Fact("torch.cuda.Event", POST1, CHANGED, "stream", "takes external=True"),
    Fact(
        "torch._C._cuda_record_memory_history",
        POST1,
        CHANGED,
        "memory1",
        "torch_musa takes clear_history, compile_context and global_record_annotations itself "
        "(skip_actions too from 2.11.0.post2)",
    ),
    Fact(
        "torch._C._cuda_cudaCachingAllocator_enable",
        POST1,
        CHANGED,
        "module",
        "False switches the caching allocator off",
    ),
    Fact("torch", POST1, CHANGED, "init", "torch_musa needs torch 2.9.1 or newer"),
    Fact(
        "PYTORCH_MUSA_ALLOC_CONF",
        POST2,
        HAS,
        "torch_musa/csrc/core/MUSAAllocatorConfig.cpp, which parses by torch 2.10's ConfigTokenizer",
        "per_process_memory_fraction, graph_capture_record_stream_reuse, pinned_reserve_segment_size_mb, and "
        "what torch's AcceleratorAllocatorConfig has",
    ),
    Fact("MUSA SDK", "2.9.1", CHANGED, f"{_TORCH_MUSA}138", "is 5.1; torch_musa 2.7.1 has 4.3.4"),
    Fact("torch.backends.musa", POST1, HAS, "init", "is torch_musa.core.musa"),
    Fact("torch_musa.use_unified_allocator", POST1, HAS, "init"),
    Fact("torch_musa.core.ipc", POST2, HAS, "ipc", "has export_tensor() and open_tensor()"),
    Fact(
        "torch::stable::Tensor",
        "2.9.0",
        LACKS,
        f"{_TORCHADA}78, {_TORCHADA}97",
        "accessors and TORCH_BOX of torch 2.10; stable_compat_include_dir() has headers with them",
    ),
    Fact("torch::stable::Tensor", "2.11.0", HAS, "torchada 0.1.103 on PyPI, cpp_extension.py"),
    Fact(
        "tensor[mask] = x",
        "2.9.0",
        WRONG,
        f"{_TORCH_MUSA}146",
        "raises for more than 2**31 elements",
    ),
    Fact(
        "operators on 3e9 elements",
        "2.9.0",
        WRONG,
        f"{_TORCH_MUSA}147",
        "give other results than on slices; which operator is not known",
    ),
    Fact(
        "torch.accelerator's functions of memory",
        "2.9.0",
        WRONG,
        f"{_TORCHADA}104",
        f"raise NotImplementedError, or are missing; {_REPLACED}",
    ),
    Fact("torch.accelerator's functions of memory", POST2, RIGHT, f"{_TORCHADA}104"),
    Fact("log_ of float64, log and multinomial in a graph", POST2, RIGHT, f"{_TORCHADA}106"),
    Fact("inductor's heuristics of templates", POST2, HAS, f"{_TORCHADA}106"),
    Fact(
        "mm and bmm with out_dtype",
        "2.11.0.post1",
        WRONG,
        f"{_TORCHADA}116",
        f"zeros or other numbers; {_REPLACED} where it finds that",
    ),
)

FACTS: Tuple[Fact, ...] = (*ROWS, *_OTHERS)
