#!/usr/bin/env python3
"""What products and convolutions of libmudnn cost: their time divided by that of PyTorch's operator on the CPU.

    python benchmarks/benchmark_mudnn.py                   # everything, about three minutes
    python benchmarks/benchmark_mudnn.py --quick           # a first look
    python benchmarks/benchmark_mudnn.py --rows conv       # rows whose name holds one of these
    python benchmarks/benchmark_mudnn.py --threads 2       # with so many threads on both sides

Both sides run on as many threads, one if not told otherwise, and take turns. Exit code: 0 all rows within their limits, 1 a row is over.
"""

import argparse
import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

TESTS = Path(__file__).resolve().parent.parent / "sim" / "tests" / "mudnn"
LIMIT = 2.0
QUICK, FULL = {"rounds": 6, "repeats": 3}, {"rounds": 12, "repeats": 4}
PRODUCTS = ((256, 256, 256), (1024, 1024, 1024), (32, 4096, 1024), (1, 4096, 1024))
STACKS = ((96, 64), (16, 128))  # how many products, of square matrices of which size
# images, channels, size, results, window, pad, stride, groups
CONVOLUTIONS = (
    (2, 64, 56, 64, 3, 1, 1, 1),
    (2, 3, 112, 64, 7, 3, 2, 1),
    (2, 256, 14, 256, 3, 1, 1, 1),
    (2, 256, 14, 512, 1, 0, 1, 1),
    (2, 128, 56, 128, 3, 1, 2, 1),
    (2, 256, 28, 512, 1, 0, 2, 1),
    (1, 1024, 14, 1024, 3, 1, 1, 1),
    (2, 512, 7, 512, 3, 1, 1, 1),
    (32, 16, 32, 16, 3, 1, 1, 1),
    (32, 64, 7, 64, 3, 1, 1, 1),
    (32, 1, 28, 20, 5, 0, 1, 1),
    (2, 64, 28, 1, 3, 1, 1, 1),
    (2, 128, 28, 128, 3, 1, 1, 128),
    (2, 128, 28, 128, 3, 1, 2, 128),
    (2, 128, 28, 128, 3, 1, 1, 32),
)


@dataclass
class Row:
    name: str
    on_cpu: Callable
    on_device: Callable
    limit: float = LIMIT


def prepared(call, *arguments):
    """The call alone, without describing its tensors for C++."""
    run = call.prepared(*arguments)
    assert run() == 0, arguments[0]
    return run


def product_rows(torch, call):
    for m, k, n in PRODUCTS:
        a, b, out = torch.randn(m, k), torch.randn(k, n), torch.empty(m, n)
        yield Row(
            "product %dx%dx%d" % (m, k, n),
            lambda a=a, b=b, out=out: torch.mm(a, b, out=out),
            prepared(call, "MatMul", [out, a, b], [0, 0], [1.0, 0.0, 0.0]),
        )
    for count, size in STACKS:
        a, b, out = (torch.randn(count, size, size) for _ in range(3))
        yield Row(
            "%d products of %d" % (count, size),
            lambda a=a, b=b, out=out: torch.bmm(a, b, out=out),
            prepared(call, "BatchMatMul", [out, a, b], [0, 0], [1.0, 0.0, 0.0]),
        )


def convolution_rows(torch, call):
    aten = torch.ops.aten
    for images, channels, size, results, window, pad, stride, groups in CONVOLUTIONS:
        x = torch.randn(images, channels, size, size)
        w = torch.randn(results, channels // groups, window, window)
        settings = ([stride] * 2, [pad] * 2, [1, 1])
        y = torch.nn.functional.conv2d(x, w, None, *settings, groups)
        dx, dw = torch.empty_like(x), torch.empty_like(w)
        given = [groups, 0, pad, pad, stride, stride, 1, 1]

        def back(which, x=x, w=w, y=y, settings=settings, groups=groups):
            mask = [which == "data", which == "filter", False]
            aten.convolution_backward(y, x, w, None, *settings, False, [0, 0], groups, mask)

        name = "conv %d, %d->%d of %d, window %d" % (images, channels, results, size, window)
        name += ", stride 2" * (stride == 2) + ", groups of %d" % (channels // groups) * (
            groups > 1
        )
        yield Row(
            name,
            lambda x=x, w=w, s=settings, g=groups: torch.nn.functional.conv2d(x, w, None, *s, g),
            prepared(call, "Convolution", (y, x, w, None, None), given),
        )
        yield Row(
            name + ", data",
            lambda back=back: back("data"),
            prepared(call, "ConvolutionBwdData", (dx, y, w), given),
        )
        yield Row(
            name + ", filter",
            lambda back=back: back("filter"),
            prepared(call, "ConvolutionBwdFilter", (dw, x, y), given),
        )


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", nargs="+", default=[], metavar="TEXT")
    parser.add_argument("--quick", action="store_true", help="few rounds, short: noisy")
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args(argv)
    os.environ.update(TORCHADA_AUTOLOAD="0", OPENBLAS_NUM_THREADS=str(args.threads))
    # PyTorch's threads would spin for milliseconds after their turn, on the processors of the other side.
    os.environ["OMP_WAIT_POLICY"] = "passive"
    import musasim

    musasim.enable(devices=1)
    sys.path.insert(0, str(TESTS))
    import torch
    from benchmark_operators import as_text
    from mudnn_calls import Mudnn
    from operators.measure import measure

    torch.set_num_threads(args.threads)
    with tempfile.TemporaryDirectory() as folder, torch.no_grad():
        call = Mudnn(Path(folder))
        rows = [*product_rows(torch, call), *convolution_rows(torch, call)]
        rows = [r for r in rows if not args.rows or any(text in r.name for text in args.rows)]
        results = measure(rows, **(QUICK if args.quick else FULL))
    print(as_text(results))
    return 0 if all(result["ok"] for result in results.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
