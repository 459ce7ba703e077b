"""Makes a copy of a folder of CUDA sources with MUSA's names: a text of a rule becomes another.

python -m torch_musa.utils.simple_porting --cuda-dir-path FOLDER writes FOLDER_musa.
"""

import argparse
import json
import os
import re
import shutil
import sys
from typing import Dict, List, Optional, Union

from .logger_util import LOGGER

EXT_REPLACED_MAPPING = {"cuh": "muh", "cu": "mu"}

_NAMES_OF_TORCH = (
    "ApplyUtils|CachingAllocator|Config|DataType|Event|Functions_inl|General|GeneratorImpl|Graph"
    "|Guard|Hooks|Loops|Macros|MathCompat|Sparse|Stream|Utils"
)
# Names of the default rules. Those of cuBLAS and of the other libraries are for the caller's own rules.
_DEFAULT = re.compile(
    r"#ifdef CUDART_VERSION"
    r"|(?:make_|__)?cuda[A-Z]\w+|cu(?:blas|da|fft|pti|rand|solver|sparse|Complex)\w*\.h(?:pp)?"
    r"|(?:cudnn|CUDNN)\w*|CUDART_\w+|CUDA_[CR]_\d+[A-Z]+|__CUDA(?:CC|RT|_ARCH)\w*"
    r"|AT_CUDA_CHECK|TORCH_CUDABLAS_CHECK|PhiloxCudaState|getDefaultCUDAGenerator"
    rf"|REGISTER_CUDA_DISPATCH|RegisterCUDADispatch|CUDA(?:{_NAMES_OF_TORCH})"
)
_IRREGULAR = {"#ifdef CUDART_VERSION": "#if 0", "cublas_v2.h": "mublas.h"}


def read_json(json_file_path: str) -> dict:
    """The content of a file of rules."""
    with open(json_file_path, encoding="utf-8") as file:
        return json.load(file)


def _default(name: str) -> str:
    if name in _IRREGULAR:
        return _IRREGULAR[name]
    name = name.replace("cuda", "musa").replace("CUDA", "MUSA").replace("Cuda", "Musa")
    return re.sub("^CU", "MU", re.sub("^cu", "mu", name))


def _given(value, empty):
    """An argument that may be JSON's text."""
    return json.loads(value) if value and isinstance(value, str) else value or empty


class SimplePorting:
    """Ports the sources below a folder into one beside it with _musa at the end of its name."""

    def __init__(
        self,
        cuda_dir_path: Optional[str] = None,
        ignore_dir_paths: Union[List[str], str, None] = None,
        mapping_rule: Union[Dict[str, str], str, None] = None,
        drop_default_mapping: bool = False,
        mapping_dir_path: Optional[str] = None,
    ):
        self.cuda_dir_path = os.path.normpath(cuda_dir_path or "cuda")
        self.ignore_dir_paths = ignore_dir_paths
        self.mapping_rule = mapping_rule
        self.overwrite_default_mapping = drop_default_mapping
        self.mapping_dir_path = mapping_dir_path
        self.musa_dir_path = os.path.realpath(self.cuda_dir_path + "_musa")
        # Files of an earlier run are not part of the new copy.
        shutil.rmtree(self.musa_dir_path, ignore_errors=True)
        os.makedirs(self.musa_dir_path)

    def load_replaced_mapping(self) -> None:
        """The caller's rules as a dictionary, with those of the files in mapping_dir_path."""
        self.mapping_rule = dict(_given(self.mapping_rule, {}))
        if self.overwrite_default_mapping:
            if not self.mapping_rule:
                LOGGER.error("drop_default_mapping without a mapping_rule leaves nothing to do")
                sys.exit(-1)
        elif self.mapping_dir_path:
            for name in sorted(os.listdir(self.mapping_dir_path)):
                if name.endswith(".json") and name != "general.json":
                    self.mapping_rule.update(read_json(os.path.join(self.mapping_dir_path, name)))

    def process_ignore_dir_paths(self) -> None:
        """The folders to leave out, as they are compared with."""
        given = _given(self.ignore_dir_paths, [])
        self.ignore_dir_paths = [os.path.realpath(path) for path in given]

    def _ported(self, line: str) -> str:
        # cub's headers keep their names.
        if line.startswith(("*", "/")) or "cub/" in line:
            return line
        rules = dict(self.mapping_rule)
        if not self.overwrite_default_mapping and not self.mapping_dir_path:
            rules.update((name, _default(name)) for name in _DEFAULT.findall(line))
        for name in sorted(rules, key=len, reverse=True):
            line = line.replace(name, rules[name])
        return line

    def modify_file(self, cuda_filepath: str, musa_filepath: str) -> None:
        """Write the ported text of one file to another."""
        with open(cuda_filepath, encoding="utf-8") as file:
            lines = [self._ported(line) for line in file]
        with open(musa_filepath, "w", encoding="utf-8") as file:
            file.writelines(lines)

    def change_filename(self, name: str) -> str:
        """A file's name with MUSA's ending."""
        stem, dot, ending = name.rpartition(".")
        return stem + dot + EXT_REPLACED_MAPPING.get(ending, ending)

    def run(self) -> None:
        """Port all files."""
        self.load_replaced_mapping()
        self.process_ignore_dir_paths()
        for root, _, files in os.walk(self.cuda_dir_path):
            if os.path.realpath(root) in self.ignore_dir_paths:
                LOGGER.info("%s is left out", root)
                continue
            target = os.path.join(self.musa_dir_path, os.path.relpath(root, self.cuda_dir_path))
            os.makedirs(target, exist_ok=True)
            for name in files:
                ported = os.path.realpath(os.path.join(target, self.change_filename(name)))
                self.modify_file(os.path.join(root, name), ported)
                LOGGER.info("ported %s to %s", os.path.join(root, name), ported)


def _main() -> None:
    parser = argparse.ArgumentParser(description="Copies CUDA sources with MUSA's names.")
    parser.add_argument("--cuda-dir-path", default="cuda/", help="the folder of the sources")
    parser.add_argument("--ignore-dir-paths", default="[]", help="folders to leave out, as JSON")
    parser.add_argument("--mapping-rule", default="{}", help='rules as JSON: {"cuda": "musa"}')
    parser.add_argument("--drop-default-mapping", action="store_true", help="only these rules")
    parser.add_argument("--mapping-dir-path", help="a folder of rules instead of the default ones")
    given = parser.parse_args()
    SimplePorting(
        given.cuda_dir_path,
        given.ignore_dir_paths,
        given.mapping_rule,
        given.drop_default_mapping,
        given.mapping_dir_path,
    ).run()


if __name__ == "__main__":
    _main()
