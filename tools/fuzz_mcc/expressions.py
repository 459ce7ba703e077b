"""Expressions of type unsigned that have a value whatever their variables hold."""

from dataclasses import dataclass, field


@dataclass
class Function:
    """What can be called: `call` has a {} for each argument; `side` is device, host or both."""

    call: str
    arity: int
    side: str
    rank: int = 1  # how deep its own calls go


@dataclass
class Context:
    """Where code stands: the side that runs it, and the variables there."""

    side: str
    readable: list = field(default_factory=list)
    writable: list = field(default_factory=list)
    level: int = 0

    def inner(self, *names, writable=True):
        """A block within, which declared these names."""
        writable_names = [*self.writable, *(names if writable else ())]
        return Context(self.side, [*self.readable, *names], writable_names, self.level + 1)

    def read_only(self):
        """As in a lambda that captures by copy."""
        return Context(self.side, list(self.readable), [], self.level + 1)

    def can_call(self, function):
        return function.side in ("both", self.side)


MOST_CALLS = 3
LITERALS = (
    "0x1Fu",
    "1'000u",
    "0b101u",
    "unsigned('{')",
    "unsigned('\"')",
    "unsigned(sizeof(u64))",
    'unsigned("}<<<"[1])',
    'unsigned(sizeof "{" R"x(}")x")',
    "(unsigned)0xFFFFFFFFFFull",
    "unsigned(1 < 2 > 0)",
    "unsigned(kEight<unsigned>)",
    "unsigned(sizeof(Box<Box<Box<char>>>))",
)


class Expressions:
    """Makes them; `functions` are what they may call."""

    def callable_from(self, context):
        deep = MOST_CALLS - (1 if context.level > 2 else 0)
        return [each for each in self.functions if context.can_call(each) and each.rank <= deep]

    def leaf(self, context):
        if context.readable and not self.chance.some(25):
            return self.chance.rng.choice(context.readable)
        if self.chance.some(60):
            return f"{self.chance.number(0, 99)}u"
        return self.chance.pick(*LITERALS)

    def expression(self, context, depth=2):
        """One that needs no parentheses around it."""
        if depth <= 0:
            return self.leaf(context)
        makers = [self.binary] * 4 + [self.shift, self.choice, self.cast, self.lookalike]
        makers += [self.call] * 5 + [self.immediate, self.comma, self.wide, self.exact_float]
        return self.chance.rng.choice(makers)(context, depth - 1)

    def call(self, context, depth):
        candidates = self.callable_from(context)
        if not candidates:
            return self.binary(context, depth)
        function = self.chance.rng.choice(candidates)
        self.rank = max(self.rank, function.rank)
        arguments = [self.expression(context, depth - 1) for _ in range(function.arity)]
        return function.call.format(*arguments)

    def pair(self, context, depth):
        return self.expression(context, depth), self.expression(context, depth)

    def binary(self, context, depth):
        a, b = self.pair(context, depth)
        if self.chance.some(20):
            return f"({a} {self.chance.pick('/', '%')} ({b} | {self.chance.pick('1u', '3u')}))"
        return f"({a} {self.chance.pick('+', '-', '*', '^', '&', '|')} {b})"

    def shift(self, context, depth):
        a, b = self.pair(context, depth)
        return self.chance.pick(
            f"({a} >> ({b} & 7u))", f"({a} << 3)", f"({a} >>2)", f"(({a} >> 1) >> ({b} % 5u))"
        )

    def choice(self, context, depth):
        a, b = self.pair(context, depth)
        c = self.expression(context, depth)
        return f"({a} {self.chance.pick('<', '>', '<=', '==', '!=')} {b} ? {c} : {b})"

    def cast(self, context, depth):
        a = self.expression(context, depth)
        return self.chance.pick(
            f"unsigned({a})",
            f"(unsigned)(0u + {a})",
            f"static_cast<unsigned>({a})",
            f"unsigned{{{a}}}",
            f"unsigned(static_cast<unsigned char>({a}))",
            f"(~({a}))",
            f"(-({a}))",
            f"unsigned(!({a}))",
            f"Box<unsigned>{{{a}}}.value",
            f"Box<Box<Box<unsigned>>>({a}).value.value.value",
            f"unsigned(std::integral_constant<unsigned, 5>::value + {a})",
        )

    def lookalike(self, context, depth):
        """Comparisons that could be template arguments, and template arguments with comparisons."""
        a, b = self.pair(context, depth)
        c = self.leaf(context)
        return self.chance.pick(
            f"unsigned({a} < {b} && {c} > ({b}))",
            f"unsigned(({a} < {b}) > ({c} & 1u))",
            f"(unsigned({a} < {b}) | unsigned({c} > {a}))",
            f"(kEight<unsigned> < {a} ? {b} : {c} >> 1)",
            f"(If<(3 > 2)>::value + {a})",
            f"(If<(sizeof(u64) >> 2 > 1)>::value + {a})",
            f"(If<!(1 < 0)>::value * {b})",
        )

    def immediate(self, context, depth):
        if not context.level:
            return self.cast(context, depth)
        name = self.chance.name("q")
        inner = context.read_only().inner(name, writable=False)
        body = self.expression(inner, depth)
        capture = self.chance.pick("=", "&", "&" if self.chance.some(50) else "=")
        result = self.chance.pick("", " -> unsigned")
        return f"(0u + [{capture}](unsigned {name}){result} {{ return {body}; }}({self.leaf(context)}))"

    def comma(self, context, depth):
        a, b = self.pair(context, depth)
        return f"((void)({a}), {b})"

    def wide(self, context, depth):
        a, b = self.pair(context, depth)
        return (
            f"static_cast<unsigned>(static_cast<u64>({a}) * ({b}) >> {self.chance.number(1, 31)})"
        )

    def exact_float(self, context, depth):
        a = self.expression(context, depth)
        factor = self.chance.pick("0.5f", "3.f", "1e1f", "0x1p-2f", "0.25f")
        return f"static_cast<unsigned>(static_cast<float>({a} & 1023u) * {factor})"
