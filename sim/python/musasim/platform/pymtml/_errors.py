"""MTMLError and a class for each code, under NVML's names, too."""

from . import _constants

_TEXTS = {
    "DRIVER_NOT_LOADED": "Driver Not Loaded",
    "DRIVER_FAILURE": "Driver Failure",
    "INVALID_ARGUMENT": "Invalid Argument",
    "NOT_SUPPORTED": "Not Supported",
    "NO_PERMISSION": "No Permission",
    "INSUFFICIENT_SIZE": "Insufficient Size",
    "NOT_FOUND": "Not Found",
    "INSUFFICIENT_MEMORY": "Insufficient Memory",
    "DRIVER_TOO_OLD": "Driver Too Old",
    "DRIVER_TOO_NEW": "Driver Too New",
    "TIMEOUT": "Timeout",
    "RESOURCE_IS_BUSY": "Resource Is Busy",
    "UNKNOWN": "Unknown Error",
    "UNINITIALIZED": "Uninitialized",
    "FUNCTION_NOT_FOUND": "Function Not Found",
    "LIBRARY_NOT_FOUND": "Library Not Found",
}
_classes: dict = {}
_texts: dict = {}


class MTMLError(Exception):
    """A call that failed: `value` is the code, and the class is that of the code."""

    def __new__(cls, value=_constants.MTML_ERROR_UNKNOWN, detail=""):
        made = Exception.__new__(_classes.get(value, cls) if cls is MTMLError else cls)
        made.value = value
        made.detail = detail
        return made

    def __init__(self, value=_constants.MTML_ERROR_UNKNOWN, detail=""):
        super().__init__(value, detail)

    def __str__(self):
        text = _texts.get(self.value, f"MTML Error with code {self.value}")
        return f"{text}: {self.detail}" if self.detail else text


NVMLError = MTMLError
__all__ = ["MTMLError", "NVMLError"]

for _name, _text in _TEXTS.items():
    _code = getattr(_constants, f"MTML_ERROR_{_name}")
    _suffix = "".join(word.capitalize() for word in _name.split("_"))
    _classes[_code] = type(f"MTMLError_{_suffix}", (MTMLError,), {"__module__": __package__})
    _texts[_code] = _text
    for _prefix in ("MTMLError", "NVMLError"):
        globals()[f"{_prefix}_{_suffix}"] = _classes[_code]
        __all__.append(f"{_prefix}_{_suffix}")
    # NVML's constants, which programs compare `value` with.
    globals()[f"NVML_ERROR_{_name}"] = _code
    __all__.append(f"NVML_ERROR_{_name}")
