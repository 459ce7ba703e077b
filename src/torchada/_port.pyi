"""Types of the native module (port/python/module.cpp)."""

from typing import Any, Dict, Tuple

def translate(
    text: bytes, path: bytes, reverse: bool, strings: bool, translate_asm: bool, rules: bytes, /
) -> Tuple[bytes, str]: ...
def translate_files(
    texts: Tuple[Tuple[bytes, bytes], ...],
    reverse: bool,
    strings: bool,
    translate_asm: bool,
    rules: bytes,
    /,
) -> Tuple[Tuple[Tuple[bytes, bytes], ...], str]: ...
def port_tree(
    input: Any,
    output: Any,
    reverse: bool,
    strings: bool,
    translate_asm: bool,
    in_place: bool,
    check: bool,
    force: bool,
    notes: bool,
    jobs: int,
    progress: bool,
    rules: bytes,
    /,
) -> Dict[str, Any]: ...
def codes_page() -> str: ...
