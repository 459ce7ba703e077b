"""Programs with a kernel of Triton that run in a process of their own: with other variables, to see what they print."""

import re

BEGIN = "import torch, triton, triton.language as tl\n"


def run_program(run_python, folder, code, **environment):
    """The finished process. The code is in a file, which Triton reads kernels from; they are compiled in the folder."""
    path = folder / "program.py"
    path.write_text(BEGIN + code)
    environment = {"MUSASIM": "1", "TRITON_CACHE_DIR": str(folder / "cache"), **environment}
    return run_python(f"import runpy; runpy.run_path({str(path)!r})", env=environment, check=False)


def place_of(code, text):
    """program.py and the line of it that holds the text."""
    return f"program.py:{(BEGIN + code)[: (BEGIN + code).index(text)].count(chr(10)) + 1}"


def without_process(report):
    """A report without the number of its process."""
    return re.sub(r"==\d+== +", "", report)
