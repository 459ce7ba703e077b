"""A pytest plugin: lets upstream's test files be collected.

Some files import private parts of upstream at their top, though most of their tests need none of
them. While tests are collected such an import gets a stand-in; a test that uses one fails with
NotOurs, and one that imports a private part itself fails as it would anywhere.
"""

import importlib.machinery
import sys
import types

import pytest


class NotOurs(Exception):
    """A test uses a private part of upstream; the text names it."""


class StandIn(types.ModuleType):
    """What stands for a private name: once tests run, every use raises NotOurs."""

    # A stand-in for a package has submodules.
    __path__ = ()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self._use(name)

    def __call__(self, *args, **kwargs):
        return self._use("()")

    def __bool__(self):
        self._use("")
        return False

    def __lt__(self, other):
        self._use("")
        return False

    __gt__ = __le__ = __ge__ = __lt__

    def _use(self, what):
        if _Phase.collecting:
            return StandIn(f"{self.__name__}.{what}")
        raise NotOurs(self.__name__)


# Private names that stand for something public: the README names the variable.
KNOWN = {"torchada._patch._FORCE_CUDA_AVAILABLE_ENV": "TORCHADA_FORCE_CUDA_AVAILABLE"}


class _Phase:
    collecting = True


class _Finder:
    """Finds what torchada lacks, at the end of sys.meta_path and only while tests are collected."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if not (_Phase.collecting and name.startswith("torchada.")):
            return None
        return importlib.machinery.ModuleSpec(name, _Finder, is_package=True)

    @staticmethod
    def create_module(spec):
        return StandIn(spec.name)

    @staticmethod
    def exec_module(module):
        if module.__name__ in KNOWN:
            # What an import leaves in sys.modules is what the importer gets.
            sys.modules[module.__name__] = KNOWN[module.__name__]


def pytest_configure(config):
    sys.meta_path.append(_Finder)


def pytest_collection_finish(session):
    """From here on nobody gets a stand-in, but those who have one already."""
    _Phase.collecting = False
    sys.meta_path.remove(_Finder)
    given = [name for name, value in sys.modules.items() if isinstance(value, (StandIn, str))]
    for name in given:
        del sys.modules[name]
        parent, _, leaf = name.rpartition(".")
        vars(sys.modules.get(parent, session)).pop(leaf, None)


@pytest.fixture
def has_gpu():
    """Of upstream's conftest.py, which its source distribution lacks."""
    import torch

    return torch.cuda.device_count() > 0


@pytest.hookimpl(hookwrapper=True)
def pytest_pyfunc_call(pyfuncitem):
    """A test that names a stand-in has tested nothing, pass or fail."""
    outcome = yield
    used = _stand_in_of(pyfuncitem.function, set())
    if used:
        outcome.force_exception(NotOurs(used))


def _stand_in_of(function, seen):
    """The name of a stand-in that this function, or one of its module that it names, refers to."""
    code, scope = getattr(function, "__code__", None), getattr(function, "__globals__", {})
    if code is None or function in seen:
        return None
    seen.add(function)
    for name in code.co_names:
        value = scope.get(name)
        if isinstance(value, StandIn):
            return value.__name__
        if getattr(value, "__globals__", None) is scope:
            found = _stand_in_of(value, seen)
            if found:
                return found
    return None
