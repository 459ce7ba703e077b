"""Times PyTorch's hipify: hipify_worker.py memory LIST, or hipify_worker.py tree INPUT OUTPUT

From memory only its one substitution by a compiled regular expression counts, not its passes over
includes and launches; of a tree, all of hipify().
"""

import contextlib
import io
import shutil
import sys

from rounds import read_texts, serve
from torch.utils.hipify import hipify_python


def replace(match):
    return hipify_python.PYTORCH_MAP[match.group(0)]


def serve_memory(list_path):
    texts = read_texts(list_path)

    def work():
        for text in texts:
            hipify_python.RE_PYTORCH_PREPROCESSOR.sub(replace, text)

    serve(work)


def serve_tree(source, target):
    def prepare():
        shutil.rmtree(target, ignore_errors=True)
        hipify_python.HIPIFY_FINAL_RESULT.clear()

    def work():
        with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
            hipify_python.hipify(source, output_directory=target, is_pytorch_extension=True)

    serve(work, prepare)


if __name__ == "__main__":
    {"memory": serve_memory, "tree": serve_tree}[sys.argv[1]](*sys.argv[2:])
