"""NVRTC's functions by ctypes, on MTRTC: what programs hand to them is CUDA's.

A source and its headers are ported as those of extensions are, in memory, and options become mcc's. Each
function is still one of ctypes' own; its arguments are translated when it is called.
"""

import ctypes
import functools
from typing import Any, Callable, Dict, List, NamedTuple, Optional

# By these names the porting engine knows the texts.
_SOURCE, _EXPRESSION = "torchada/program.cu", "torchada/expression.cu"
_DEFAULT_NAME = b"default_program"
# Of the places that need hand work, as many are shown.
_MOST_SHOWN = 5


class _Program(NamedTuple):
    """What a program was made of, as the user wrote it."""

    name: str
    texts: Dict[str, bytes]  # _SOURCE, and the headers by name


# By handle, from creation to destruction.
_programs: Dict[int, _Program] = {}


def with_cuda_arguments(name: str, function: Any, library: Any) -> Any:
    """The library's function for one of CUDA's names, which takes what CUDA's takes."""
    translated, kind = _TRANSLATED.get(name), type(function)  # type: Any, Any
    if translated is None:
        return function
    return _class(kind, translated)((function.__name__, library))


@functools.lru_cache(maxsize=None)
def _class(kind: Any, translated: Callable) -> Any:
    def __call__(self, *arguments):
        return translated(functools.partial(kind.__call__, self), *arguments)

    names = {"__call__": __call__, "__module__": kind.__module__}
    # ctypes asks each class for its own.
    names.update(_flags_=kind._flags_, _restype_=kind._restype_)
    return type(kind.__name__, (kind,), names)


def _create(
    function: Callable, prog: Any, src: Any, name: Any, count: Any, headers: Any, names: Any
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
        program = _Program(_decoded(_text(name) or _DEFAULT_NAME), known)
        _programs[_handle_at(prog)] = program
        _tell(program, report)
    return result


def _destroy(function: Callable, prog: Any) -> Any:
    if prog is not None:
        _programs.pop(_handle_at(prog), None)
    return function(prog)


def _compile(function: Callable, prog: Any, count: Any, options: Any) -> Any:
    from . import nvrtc_options

    given = _texts(options, _number(count))
    program = _programs.get(_number(prog))
    if None in given or program is None:
        return function(prog, count, options)
    words = nvrtc_options.translate(
        list(map(_decoded, given)), program.name, program.texts[_SOURCE]
    )
    array = (ctypes.c_char_p * len(words))(*map(_encoded, words))
    return function(prog, len(words), array)


def _of_expression(function: Callable, prog: Any, expression: Any, *more: Any) -> Any:
    """nvrtcAddNameExpression and nvrtcGetLoweredName: `kernel<__nv_bfloat16>`."""
    program, text = _programs.get(_number(prog)), _text(expression)
    if program is not None and text is not None:
        # Together with the source, whose own names stay.
        ported, _ = _ported({**program.texts, _EXPRESSION: text})
        expression = ported[_EXPRESSION][1]
    return function(prog, expression, *more)


_TRANSLATED: Dict[str, Callable] = {
    "nvrtcCreateProgram": _create,
    "nvrtcDestroyProgram": _destroy,
    "nvrtcCompileProgram": _compile,
    "nvrtcAddNameExpression": _of_expression,
    "nvrtcGetLoweredName": _of_expression,
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
