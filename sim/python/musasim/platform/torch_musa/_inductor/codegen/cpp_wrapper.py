"""The C++ wrapper, which the simulated device does not have."""

from torch._inductor.codegen.wrapper import PythonWrapperCodegen


class MUSACppWrapper(PythonWrapperCodegen):
    """Refuses to be made: torch._inductor.config.cpp_wrapper and AOTInductor end here."""

    def __init__(self, *args, **options):
        raise NotImplementedError(
            "AOTInductor (torch._inductor.aoti_compile_and_package and others) and "
            "torch._inductor.config.cpp_wrapper do not work on the simulated musa device, which has "
            "no C++ wrapper. Instead: save the program with torch.export.save(), and after loading it "
            "call torch.compile() on its module() with cpp_wrapper = False"
        )

    @staticmethod
    def create(*args, **options):
        return MUSACppWrapper()
