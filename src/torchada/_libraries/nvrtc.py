"""NVRTC's functions by ctypes, on MTRTC: what programs hand to them is CUDA's.

A source and its headers are ported as those of extensions are, in memory, and options become mcc's. Each
function is still one of ctypes' own; its arguments are translated when it is called.
"""

import ctypes
import functools
from typing import Any, Callable, Dict, List, Optional, Tuple

# By these names the porting engine knows the texts.
_SOURCE, _EXPRESSION = "torchada/program.cu", "torchada/expression.cu"
_DEFAULT_NAME = b"default_program"


class _Program:
    """A program of NVRTC: its texts, and the program of MTRTC that serves it now."""

    def __init__(self, name: str, source: bytes, headers: Dict[str, bytes]):
        self.name = name
        # Both as the user wrote them; the headers by their names.
        self.source, self.headers = source, headers
        self.found: Dict[str, bytes] = {}  # headers in folders, as they are there
        # The source and the headers, ported.
        self.made_of: Tuple[bytes, Dict[str, bytes]] = (b"", {})
        self.expressions: List[bytes] = []  # as the user wrote them
        self._ported: Dict[bytes, bytes] = {}  # by expression
        # The program that replaced the user's handle, after headers in folders changed the source.
        self.handle: Optional[ctypes.c_void_p] = None

    def ported(self, expression: bytes) -> bytes:
        """An expression; the names that the program defines stay."""
        if expression not in self._ported:
            texts = {**self.found, **self.headers, _SOURCE: self.source, _EXPRESSION: expression}
            self._ported[expression] = _ported(texts)[0][_EXPRESSION][1]
        return self._ported[expression]

    def has_ptx(self) -> bool:
        """Whether the source or a header in memory has calls in the place of inline PTX."""
        from .._extensions.ported import PTX_HEADER

        source, headers = self.made_of
        return any(PTX_HEADER in text for text in (source, *headers.values()))

    def make_again(
        self, library: Any, source: bytes, headers: Dict[str, bytes], found: Dict[str, bytes]
    ) -> int:
        """Make the program of these, where it was made of others; the first status that is not 0."""
        if found != self.found:
            self.found = found
            self._ported.clear()
        if self.made_of == (source, headers):
            return 0
        fresh, name = ctypes.c_void_p(), _encoded(self.name)
        place = ctypes.byref(fresh)
        status = library["mtrtcCreateProgram"](place, source, name, *_arrays(headers))
        if status != 0:
            return status
        for expression in self.expressions:
            status = library["mtrtcAddNameExpression"](fresh, self.ported(expression))
            if status != 0:
                library["mtrtcDestroyProgram"](place)
                return status
        self.destroy(library)
        self.made_of, self.handle = (source, headers), fresh
        return 0

    def destroy(self, library: Any) -> None:
        """Destroy the other program."""
        if self.handle is not None:
            library["mtrtcDestroyProgram"](ctypes.byref(self.handle))
            self.handle = None


# By handle, from creation to destruction.
_programs: Dict[int, _Program] = {}


def with_cuda_arguments(name: str, function: Any, library: Any) -> Any:
    """The library's function for one of CUDA's names, which takes what CUDA's takes."""
    translated, kind = _TRANSLATED.get(name), type(function)  # type: Any, Any
    if translated is None:
        return function
    made = _class(kind, translated)((function.__name__, library))
    made.library = library
    return made


@functools.lru_cache(maxsize=None)
def _class(kind: Any, translated: Callable) -> Any:
    def __call__(self, *arguments):
        return translated(self.library, functools.partial(kind.__call__, self), *arguments)

    names = {"__call__": __call__, "__module__": kind.__module__}
    # ctypes asks each class for its own.
    names.update(_flags_=kind._flags_, _restype_=kind._restype_)
    return type(kind.__name__, (kind,), names)


def _create(
    _: Any, function: Callable, prog: Any, src: Any, name: Any, count: Any, headers: Any, names: Any
) -> Any:
    source, number = _text(src), _number(count)
    included, texts = _texts(names, number), _texts(headers, number)
    if source is None or number < 0 or None in included or None in texts:
        return function(prog, src, name, count, headers, names)  # which says what is wrong
    given = dict(zip(map(_decoded, included), texts))
    program = _Program(_decoded(_text(name) or _DEFAULT_NAME), source, given)
    ported, report = _ported({**given, _SOURCE: source})
    made = ported.pop(_SOURCE)[1], dict(ported.values())
    result = function(prog, made[0], name, *_arrays(made[1]))
    if result == 0:
        program.made_of = made
        _programs[_handle_at(prog)] = program
        _tell(program, report)
    return result


def _destroy(library: Any, function: Callable, prog: Any) -> Any:
    program = None if prog is None else _programs.pop(_handle_at(prog), None)
    if program is not None:
        program.destroy(library)
    return function(prog)


def _compile(library: Any, function: Callable, prog: Any, count: Any, options: Any) -> Any:
    from .._extensions import project
    from . import nvrtc_headers, nvrtc_options

    number, program = _number(count), _programs.get(_number(prog))
    given = _texts(options, number)
    if number < 0 or None in given or program is None:
        return function(prog, count, options)
    spelled = list(map(_decoded, given))
    words = nvrtc_options.translate(spelled)
    if nvrtc_options.searches_folder_of_source(spelled):
        words += nvrtc_headers.beside(program.name, [program.source, *program.headers.values()])
    found = nvrtc_headers.port(words, program.name, program.source, program.headers)
    if program.has_ptx():
        words.append(f"-I{project.ptx_folder()}")
    if found is not None:
        words = [*(f"-I{folder}" for folder in found.folders), *words]
        headers = {**program.made_of[1], **found.headers}
        status = program.make_again(library, found.source, headers, found.texts)
        if status != 0:
            return status
    array = (ctypes.c_char_p * len(words))(*map(_encoded, words))
    return function(program.handle or prog, len(words), array)


def _add_expression(_: Any, function: Callable, prog: Any, expression: Any) -> Any:
    program, text = _programs.get(_number(prog)), _text(expression)
    if program is None or text is None:
        return function(prog, expression)
    status = function(program.handle or prog, program.ported(text))
    if status == 0:
        program.expressions.append(text)
    return status


def _lowered_name(_: Any, function: Callable, prog: Any, expression: Any, place: Any) -> Any:
    program, text = _programs.get(_number(prog)), _text(expression)
    if program is None or text is None:
        return function(prog, expression, place)
    return function(program.handle or prog, program.ported(text), place)


def _of_program(_: Any, function: Callable, prog: Any, place: Any) -> Any:
    program = _programs.get(_number(prog))
    return function(program and program.handle or prog, place)


_TRANSLATED: Dict[str, Callable] = {
    "nvrtcCreateProgram": _create,
    "nvrtcDestroyProgram": _destroy,
    "nvrtcCompileProgram": _compile,
    "nvrtcAddNameExpression": _add_expression,
    "nvrtcGetLoweredName": _lowered_name,
    **dict.fromkeys(
        (
            "nvrtcGetCUBIN",
            "nvrtcGetCUBINSize",
            "nvrtcGetPTX",
            "nvrtcGetPTXSize",
            "nvrtcGetProgramLog",
            "nvrtcGetProgramLogSize",
        ),
        _of_program,
    ),
}


def _ported(texts: Any) -> Any:
    from ..port import translate_files

    return translate_files(texts)


def _tell(program: _Program, report: Any) -> None:
    from .. import _log
    from .._extensions import ported

    shown = {_SOURCE: program.name, **{name: name for name in program.headers}}
    _log.hand_work(program.name, list(ported.places(report, shown)))


def _number(value: Any) -> int:
    """A number or a handle, as it is or as an object of ctypes."""
    return getattr(value, "value", value) or 0


def _handle_at(place: Any) -> int:
    return ctypes.cast(place, ctypes.POINTER(ctypes.c_void_p)).contents.value or 0


def _text(value: Any) -> Optional[bytes]:
    """The text of an argument for a `const char*`; None for a null pointer."""
    if value is None or isinstance(value, bytes):
        return value
    return ctypes.cast(value, ctypes.c_char_p).value


def _texts(values: Any, count: int) -> List[Any]:
    if values is None or count <= 0:
        return [None] * max(count, 0)
    listed = ctypes.cast(values, ctypes.POINTER(ctypes.c_char_p))
    return [listed[index] for index in range(count)]


def _arrays(headers: Dict[str, bytes]) -> Tuple[int, Any, Any]:
    """The last three arguments of mtrtcCreateProgram."""
    if not headers:
        return 0, None, None
    array = ctypes.c_char_p * len(headers)
    return len(headers), array(*headers.values()), array(*map(_encoded, headers))


def _decoded(text: Any) -> str:
    return text.decode("utf-8", "surrogateescape")


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
