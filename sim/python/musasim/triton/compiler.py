"""The stages that a kernel goes through on its way to a module of the simulator.

Triton's frontend gives TTIR, its passes TTGIR. The wheel's lowering for AMD's GPUs makes LLVM's IR of that, for a GPU
without matrix units (_passes). Its intrinsics become functions of ours (_host_ir), and the wheel's LLVM makes code
for the host, which the linker makes a module of (_module).
"""

import functools
from dataclasses import dataclass, fields
from typing import Optional, Tuple

from triton.backends.compiler import BaseBackend, GPUTarget

from . import check_version

# The modules of the stages are imported when they are needed: `import triton` imports this one, and a Triton that
# was not tried may lack what they ask of it.


@dataclass(frozen=True)
class MUSAOptions:
    """Options that a launch may ask for.

    maxnreg, launch_pdl and en_wmma change nothing here: they tune NVIDIA's or AMD's hardware.
    """

    num_warps: int = 4
    num_stages: int = 3
    num_ctas: int = 1
    warp_size: int = 32
    maxnreg: Optional[int] = None
    extern_libs: Optional[dict] = None
    debug: bool = False
    sanitize_overflow: bool = True
    arch: int = 31
    supported_fp8_dtypes: Tuple[str, ...] = ("fp8e5",)
    deprecated_fp8_dot_operand_dtypes: Tuple[str, ...] = ()
    default_dot_input_precision: str = "tf32"
    allowed_dot_input_precisions: Tuple[str, ...] = ("tf32", "tf32x3", "ieee", "bf16x3", "bf16x6")
    max_num_imprecise_acc_default: int = 0
    enable_fp_fusion: bool = True
    launch_cooperative_grid: bool = False
    launch_pdl: bool = False
    en_wmma: bool = False
    instrumentation_mode: str = ""
    ir_override: Optional[str] = None
    backend_name: str = "musa"

    def __post_init__(self):
        if self.num_warps < 1 or self.num_warps & (self.num_warps - 1):
            # Triton's other backends raise this type.
            raise AssertionError(f"num_warps must be a power of 2, but is {self.num_warps}")
        if self.num_ctas != 1:
            raise ValueError(
                f"num_ctas is {self.num_ctas}, but the simulated GPU has no clusters of blocks: leave it 1"
            )
        if self.extern_libs:
            raise ValueError(
                f"extern_libs names {', '.join(dict(self.extern_libs))}, but kernels on the simulated GPU link no "
                "library of LLVM's code: leave it out"
            )
        if self.instrumentation_mode:
            raise ValueError(
                f"instrumentation_mode is {self.instrumentation_mode!r}, but kernels on the simulated GPU are not "
                "instrumented: leave it and TRITON_INSTRUMENTATION_MODE out"
            )

    def hash(self):
        """A text that differs where the code does: loops are not pipelined, so num_stages changes nothing."""
        names = [field.name for field in fields(self) if field.name != "num_stages"]
        return "_".join(f"{name}-{getattr(self, name)}" for name in names)


def _default_fp_fusion() -> bool:
    from triton import knobs

    return knobs.language.default_fp_fusion


class MUSABackend(BaseBackend):
    """Compiles for a GPUTarget("musa", 10 * major + minor, warp size)."""

    binary_ext = "mubin"

    @staticmethod
    def supports_target(target: GPUTarget):
        """Whether the target is ours. The attribute may show users another name than the target has."""
        return vars(target)["backend"] == "musa"

    def __init__(self, target: GPUTarget) -> None:
        super().__init__(target)
        check_version()
        from ._cache import replace_triton_key

        replace_triton_key()

    @functools.lru_cache()
    def hash(self):
        """A key of everything but the kernel that results in the cache depend on."""
        from ._module import identity

        return f"{self.target}-{identity()}"

    def get_target_name(self, options) -> str:
        """The name of the target in TTGIR."""
        return f"musa:{options.arch}"

    def parse_options(self, opts):
        """The options of a launch, and those that the target decides."""
        known = {field.name for field in fields(MUSAOptions)}
        given = {name: value for name, value in opts.items() if name in known and value is not None}
        given.update(arch=self.target.arch, warp_size=self.target.warp_size)
        given.setdefault("enable_fp_fusion", _default_fp_fusion())
        if self.target.arch >= 31:
            given.setdefault("supported_fp8_dtypes", ("fp8e4nv", "fp8e5"))
        return MUSAOptions(**given)

    def pack_metadata(self, metadata):
        """The part of a kernel's metadata that the launcher needs."""
        return (metadata.num_warps, metadata.num_ctas, metadata.shared)

    def get_codegen_implementation(self, options):
        """Answers for the frontend: the least sizes of tl.dot."""
        return {"min_dot_size": lambda left, right: (1, 1, 1)}

    def get_module_map(self):
        """The modules that take the place of Triton's general ones."""
        from .language.musa import libdevice

        return {"triton.language.extra.libdevice": libdevice}

    def load_dialects(self, context):
        """Have the context know the dialect of the lowering."""
        from ._passes import load_dialects

        load_dialects(context)

    def add_stages(self, stages, options, language):
        """Name the stages, in their order."""
        from . import _module, _passes
        from ._host_ir import translate_to_host

        if language.name != "TRITON":
            raise NotImplementedError("the simulated GPU runs kernels of Triton, but none of Gluon")
        stages["ttir"] = lambda source, metadata: _passes.make_ttir(source)
        stages["ttgir"] = lambda source, metadata: _passes.make_ttgir(source, options)
        stages["llir"] = lambda source, metadata: translate_to_host(
            *_passes.make_llir(source, metadata, options), metadata
        )
        stages["mubin"] = lambda source, metadata: _module.make_module(source, metadata, options)
