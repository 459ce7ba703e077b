"""The C++ wrapper, which the simulated device does not have."""

from torch._inductor.codegen.wrapper import PythonWrapperCodegen


class MUSACppWrapper(PythonWrapperCodegen):
    """Refuses to be made: torch._inductor.config.cpp_wrapper and AOTInductor end here."""

    def __init__(self, *args, **options):
        raise NotImplementedError(
            "AOTInductor (torch._inductor.aoti_compile_and_package and others) and "
            "torch._inductor.config.cpp_wrapper are not available on the simulated musa device: it "
            "has no C++ wrapper. Instead: torch.export.save() the program and torch.compile() its "
            "module() where it is loaded, with cpp_wrapper = False"
        )

    @staticmethod
    def create(*args, **options):
        return MUSACppWrapper()
