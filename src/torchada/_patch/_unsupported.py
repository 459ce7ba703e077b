"""Stand-ins for CUDA APIs that MUSA lacks; using one raises an error that says what to use instead."""

from .._errors import UnsupportedError


class UnsupportedNameError(UnsupportedError, AttributeError):
    """A name that does not exist and cannot be served; hasattr() is False, as in stock torch."""


def unsupported(api, why, advice, stock=None):
    """An object that raises UnsupportedError when called; a class where PyTorch's is a class."""
    message = UnsupportedError.text(api, why, advice)
    name = api.rpartition(".")[2]

    def refuse_call(*args, **kwargs):
        raise UnsupportedError(message)

    if isinstance(stock, type):

        def refuse(cls, *args, **kwargs):
            raise UnsupportedError(message)

        # A class, so that isinstance() against it still works (and is False).
        public = {key: staticmethod(refuse_call) for key in vars(stock) if key[:1] != "_"}
        members = {"__new__": refuse, "__doc__": message, "__module__": __name__, **public}
        return type(name, (), members)

    refuse_call.__name__ = refuse_call.__qualname__ = name
    refuse_call.__doc__ = message
    return refuse_call
