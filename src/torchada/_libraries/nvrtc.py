"""NVRTC's functions by ctypes, on MTRTC: what programs hand to them is CUDA's.

A source and its headers are ported as those of extensions are, in memory, and options become mcc's. Each
function is still one of ctypes' own; its arguments are translated when it is called.
"""

import ctypes
import functools
from typing import Any, Callable, Dict, List, Optional

# By these names the porting engine knows the texts.
_SOURCE, _EXPRESSION = "torchada/program.cu", "torchada/expression.cu"
_DEFAULT_NAME = b"default_program"
# Of the places that need hand work, as many are shown.
_MOST_SHOWN = 5


class _Program:
    """What a program was made of, and which one of MTRTC's it is now."""

    def __init__(self, name: str, texts: Dict[str, bytes], source: bytes, headers: Any):
        self.name = name
        self.texts = texts  # as the user wrote them: _SOURCE, and headers by name
        self.source = source  # ported
        self.headers = headers  # ported: their count and two arrays
        self.expressions: List[bytes] = []  # as the user wrote them
        # Of another program, once headers in folders have said that the source must be another.
        self.handle: Optional[ctypes.c_void_p] = None

    def ported(self, expression: bytes) -> bytes:
        """An expression; the names that the program defines stay."""
        return _ported({**self.texts, _EXPRESSION: expression})[0][_EXPRESSION][1]

    def make_again(self, library: Any, source: bytes) -> int:
        """Make the program of another source."""
        fresh = ctypes.c_void_p()
        place, name = ctypes.byref(fresh), _encoded(self.name)
        status = library["mtrtcCreateProgram"](place, source, name, *self.headers)
        if status == 0:
            self.destroy(library)
            self.source, self.handle = source, fresh
            for expression in self.expressions:
                library["mtrtcAddNameExpression"](fresh, self.ported(expression))
        return status

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
    if source is None or None in included or None in texts:
        return function(prog, src, name, count, headers, names)  # which says what is wrong
    known = {_SOURCE: source, **dict(zip(map(_decoded, included), texts))}
    ported, report = _ported(known)
    new_names, new_texts = zip(*((_encoded(new), text) for new, text in ported.values()))
    array = ctypes.c_char_p * number
    lists = (array(*new_texts[1:]), array(*new_names[1:])) if number else (None, None)
    result = function(prog, new_texts[0], name, count, *lists)
    if result == 0:
        shown = _decoded(_text(name) or _DEFAULT_NAME)
        program = _Program(shown, known, new_texts[0], (number, *lists))
        _programs[_handle_at(prog)] = program
        _tell(program, report)
    return result


def _destroy(library: Any, function: Callable, prog: Any) -> Any:
    program = None if prog is None else _programs.pop(_handle_at(prog), None)
    if program is not None:
        program.destroy(library)
    return function(prog)


def _compile(library: Any, function: Callable, prog: Any, count: Any, options: Any) -> Any:
    from . import nvrtc_headers, nvrtc_options

    given, program = _texts(options, _number(count)), _programs.get(_number(prog))
    if None in given or program is None:
        return function(prog, count, options)
    words = nvrtc_options.translate(list(map(_decoded, given)))
    found = nvrtc_headers.port(words, program.name, program.texts[_SOURCE])
    if found is not None:
        words = [*(f"-I{folder}" for folder in found.folders), *words]
        program.texts.update(found.texts)
        status = 0 if found.source == program.source else program.make_again(library, found.source)
        if status != 0:
            return status
    array = (ctypes.c_char_p * len(words))(*map(_encoded, words))
    return function(program.handle or prog, len(words), array)


def _add_expression(_: Any, function: Callable, prog: Any, expression: Any) -> Any:
    program, text = _programs.get(_number(prog)), _text(expression)
    if program is None or text is None:
        return function(prog, expression)
    program.expressions.append(text)
    return function(program.handle or prog, program.ported(text))


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
    """Name what MUSA needs other code for."""
    from .. import _log

    places = [
        f"{program.name if file['path'] == _SOURCE else file['path']}:{finding['line']}: "
        f"{finding['message']} [{finding['code']}]"
        for file in report["files"]
        for finding in file["findings"]
        if finding["severity"] == "warning"
    ]
    if places:
        what = "place needs" if len(places) == 1 else "places need"
        shown = "\n  ".join(places[:_MOST_SHOWN])
        _log.say(f"{program.name}: {len(places)} {what} hand work to run on MUSA:\n  {shown}")


def _number(value: Any) -> int:
    """A number or a handle, as it is or as an object of ctypes."""
    return getattr(value, "value", value) or 0


def _handle_at(place: Any) -> int:
    return ctypes.cast(place, ctypes.POINTER(ctypes.c_void_p)).contents.value or 0


def _text(value: Any) -> Optional[bytes]:
    """What an argument for a `const char*` says; None for a null pointer."""
    if value is None or isinstance(value, bytes):
        return value
    return ctypes.cast(value, ctypes.c_char_p).value


def _texts(values: Any, count: int) -> List[Any]:
    if values is None or count <= 0:
        return [None] * max(count, 0)
    listed = ctypes.cast(values, ctypes.POINTER(ctypes.c_char_p))
    return [listed[index] for index in range(count)]


def _decoded(text: Any) -> str:
    return text.decode("utf-8", "surrogateescape")


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
