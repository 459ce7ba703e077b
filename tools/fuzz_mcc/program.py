"""Programs from numbers: a namespace each, and files of many."""

from pathlib import Path

from fuzz_mcc.chance import Chance
from fuzz_mcc.expressions import Context, Expressions
from fuzz_mcc.formatting import oddly
from fuzz_mcc.function_forms import FunctionForms
from fuzz_mcc.functions import Functions
from fuzz_mcc.indirect_launches import IndirectLaunches
from fuzz_mcc.kernel_forms import KernelForms
from fuzz_mcc.kernels import Kernels
from fuzz_mcc.launches import Launches
from fuzz_mcc.side_functions import SideFunctions
from fuzz_mcc.sides import Sides
from fuzz_mcc.statements import Statements
from fuzz_mcc.variables import Variables

PRELUDE = Path(__file__).with_name("prelude.cuh")


class Program(
    IndirectLaunches,
    Launches,
    KernelForms,
    Kernels,
    Variables,
    FunctionForms,
    SideFunctions,
    Sides,
    Functions,
    Statements,
    Expressions,
):
    """The program of a seed: a namespace with `unsigned long long run()`.

    The bases make its parts and call each other's methods. The order matters where two have a method
    of the same name: Kernels, FunctionForms and Sides add cases to `leaf`, `declare_function` and
    `expression`, and leave the others to the base behind them.
    """

    def __init__(self, seed):
        self.chance = Chance(seed)
        self.name = f"p{seed}"
        self.suffix = f"_{seed}"  # of names that no namespace holds
        self.functions = []  # what expressions may call
        self.rank = 0  # of what was called since it was set
        self.kernels = []
        self.preparations = []  # statements of the host, before the launches
        self.outside = []  # declarations that launches need

    def text(self):
        declarations = [self.declare_variable() for _ in range(self.chance.number(0, 2))]
        declarations += [self.declare_function() for _ in range(self.chance.number(2, 6))]
        declarations += [self.declare_kernel() for _ in range(self.chance.number(1, 3))]
        run = self.run()
        body = "\n".join([*declarations, *self.outside, run])
        text = f"{self.side_macros()}\nnamespace {self.name} {{\n{body}\n}}  // namespace\n"
        rate = self.chance.pick(0, 0.02, 0.05, 0.2)
        return oddly(text, self.chance.rng, rate) if rate else text

    def run(self):
        """The function that launches, and adds up what the host's functions return."""
        lines = list(self.preparations)
        for _ in range(self.chance.number(2, 5)):
            lines += [self.launch_statement(), "r.take();"]
        context = Context("host", ["h"], ["h"], 2)
        for _ in range(self.chance.number(1, 3)):
            text, context = self.statement(context)
            lines += [text, f"r.add({self.expression(context)});"]
        inside = "\n  ".join(lines)
        return (
            "inline u64 run() {\n  Result r;\n  unsigned* o = memory();\n  unsigned h = 3u;\n"
            f"  {inside}\n  r.add(h);\n  return r.hash;\n}}"
        )


def batch(seeds):
    """A file whose program prints each seed with its checksum."""
    programs = "\n".join(Program(seed).text() for seed in seeds)
    runs = "\n".join(
        f'  std::printf("{seed} %016llx\\n", p{seed}::run()); std::fflush(stdout);'
        for seed in seeds
    )
    return f"{PRELUDE.read_text()}\n{programs}\nint main() {{\n{runs}\n}}\n"


def for_musa(text):
    """The same, with MUSA's names."""
    return text.replace("cuda", "musa").replace("CUDA", "MUSA")
