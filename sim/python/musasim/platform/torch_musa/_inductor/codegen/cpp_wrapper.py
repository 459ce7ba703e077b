"""The C++ wrapper, which the simulated device does not have."""

from torch._inductor.codegen.wrapper import PythonWrapperCodegen


class MUSACppWrapper(PythonWrapperCodegen):
    """Refuses to be made: torch._inductor.config.cpp_wrapper and AOTInductor end here."""

    def __init__(self, *args, **options):
        raise NotImplementedError(
            "the simulated musa device has no C++ wrapper and no AOTInductor: compile with "
            "torch._inductor.config.cpp_wrapper = False"
        )

    @staticmethod
    def create(*args, **options):
        return MUSACppWrapper()
