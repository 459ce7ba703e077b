"""The run of ninja: it ends with the process that started it, so that a killed build leaves nothing."""

import ctypes
import signal
import subprocess
import sys
from functools import wraps
from typing import Any, Callable

_PR_SET_PDEATHSIG = 1


def run_until_we_end(module: Any, genuine: Callable) -> Callable:
    """PyTorch's _run_ninja_build(); `module` is torch.utils.cpp_extension.

    Otherwise ninja would go on after its parent was killed, and write what the next build writes.
    """
    # Looked up here: between fork and exec nothing may be imported or opened.
    prctl = ctypes.CDLL(None).prctl

    @wraps(genuine)
    def _run_ninja_build(build_directory: str, verbose: bool, error_prefix: str) -> None:
        command = ["ninja", "-v"]
        workers = module._get_num_workers(verbose)
        if workers is not None:
            command += ["-j", str(workers)]
        sys.stdout.flush()
        sys.stderr.flush()
        try:
            subprocess.run(
                command,
                # Not None: setuptools may have detached sys.stdout.
                stdout=1 if verbose else subprocess.PIPE,
                stderr=subprocess.STDOUT,
                cwd=build_directory,
                check=True,
                preexec_fn=lambda: prctl(_PR_SET_PDEATHSIG, signal.SIGTERM),
            )
        except subprocess.CalledProcessError as error:
            output = (error.output or b"").decode("utf-8", "replace")
            raise RuntimeError(f"{error_prefix}: {output}" if output else error_prefix) from error

    return _run_ninja_build
