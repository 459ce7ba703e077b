"""One process of a comparison: loads a variant of a project, and saves the results of its calls.

python -m ported_on_cuda.ask PROJECT VARIANT_FOLDER LIBRARY RESULTS.pt    # from tools/
"""

import importlib
import sys

import torch


def main() -> int:
    """Ask the variant that the command line names."""
    project, folder, library, output = sys.argv[1:]
    sys.path.insert(0, folder)
    if library.endswith("_operators.so"):
        torch.ops.load_library(f"{folder}/{library}")
    module = importlib.import_module(f"ported_on_cuda.calls.{project.replace('-', '_')}")
    found = {}
    try:
        for name, value, exact in module.results():
            if name in found:
                raise ValueError(f"{project}: two results are called {name!r}")
            found[name] = (value.detach().cpu(), exact)
    finally:
        # What came before an error is compared all the same.
        torch.save(found, output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
