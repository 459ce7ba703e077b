"""Times upstream's torchada: upstream_worker.py memory LIST, or upstream_worker.py tree INPUT OUTPUT

Runs in the environment that tools/make_upstream_venv.sh makes. Of a tree it is upstream's own
modify_file(), file by file; the walk around it, which is torch_musa's, is this module's.
"""

import os
import shutil
import sys

from rounds import read_texts, serve

from torchada.utils import cpp_extension


class SimplePorting:
    """What upstream's modify_file() needs of torch_musa's class."""

    def __init__(self, source, target, rules):
        self.cuda_dir_path = source
        self.musa_dir_path = target
        self.mapping_rule = rules

    def run(self):
        for folder, _, names in os.walk(self.cuda_dir_path):
            place = os.path.join(self.musa_dir_path, os.path.relpath(folder, self.cuda_dir_path))
            os.makedirs(place, exist_ok=True)
            for name in names:
                self.modify_file(os.path.join(folder, name), os.path.join(place, name))


class Module:
    """Where upstream puts its modify_file()."""

    SimplePorting = SimplePorting


def serve_memory(list_path):
    texts = read_texts(list_path)

    def work():
        for text in texts:
            cpp_extension._port_cuda_source(text)

    serve(work)


def serve_tree(source, target):
    cpp_extension._patch_simple_porting_modify_file(Module)
    rules = cpp_extension._MAPPING_RULE.items()
    longest_first = sorted(rules, key=lambda rule: len(rule[0]), reverse=True)
    porting = SimplePorting(source, target, longest_first)
    serve(porting.run, lambda: shutil.rmtree(target, ignore_errors=True))


if __name__ == "__main__":
    {"memory": serve_memory, "tree": serve_tree}[sys.argv[1]](*sys.argv[2:])
