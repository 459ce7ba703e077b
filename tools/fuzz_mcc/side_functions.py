"""Functions and classes that are others for the GPU than for the host."""

from fuzz_mcc.expressions import Context
from fuzz_mcc.functions import QUALIFIERS


class SideFunctions:
    """Each maker returns the text of a declaration and adds to `functions`."""

    def side_function(self):
        makers = [
            self.two_texts,
            self.two_texts,
            self.two_heads,
            self.one_side,
            self.marked,
            self.one_line,
        ]
        makers += [
            self.constructor,
            self.template_by_side,
            self.returns,
            self.default_argument,
            self.helper,
        ]
        makers += [
            self.by_macro_of_side,
            self.class_by_side,
            self.chain,
            self.constants,
            self.overloads,
        ]
        return self.chance.rng.choice(makers)()

    def two_texts(self):
        """A function of both sides, written twice."""
        name = self.chance.name("h")
        device, host = self.body("both", "a"), self.body("both", "b")
        heads = [
            self.chance.pick("__host__ __device__", "__device__ inline __host__") for _ in range(2)
        ]
        self.add(f"{name}({{}})", 1, "both")
        return self.branches(
            f"{heads[0]} unsigned {name}(unsigned a) {{\n{device}\n}}",
            f"{heads[1]} unsigned {name}(unsigned b)\n{{ {host} }}",
        )

    def two_heads(self):
        """One body below two heads; a function of one side each, which functions of both call."""
        name = self.chance.name("h")
        body = self.body("both", "a")
        self.add(f"{name}_({{}})", 1, "both")
        return (
            self.branches(
                f"__device__ unsigned {name}(unsigned a)",
                f"__host__ inline unsigned {name}(unsigned a)",
            )
            + f"{{ {body} }}\n__host__ __device__ inline unsigned {name}_(unsigned a) {{ return {name}(a); }}"
        )

    def one_side(self):
        """A function that exists for one side alone."""
        name, side = self.chance.name("h"), self.chance.pick("device", "host")
        body = self.body(side, "a")
        head = self.qualifiers(side)
        text = f"{head} unsigned {name}(unsigned a) {{\n{body}\n}}"
        lines = self.branches(text, "") if side == "device" else self.branches("", text)
        use = (
            (f"return {name}(a);", "return a;")
            if side == "device"
            else ("return a;", f"return {name}(a);")
        )
        self.add(f"{name}_({{}})", 1, "both")
        return f"{lines}__host__ __device__ inline unsigned {name}_(unsigned a) {{ {self.branches(*use)} }}"

    def marked(self):
        """A qualifier that is another one on each side."""
        name, side = self.chance.name("h"), self.chance.pick("device", "both", "both")
        body = self.body(side, "a")
        value = self.picked(Context(side, ["a"], [], 1))
        words = " ".join(QUALIFIERS[side])
        self.add(f"{name}({{}})", 1, side)
        self.add(f"{name}_({{}})", 1, side)
        return (
            f"{words} INLINE{self.suffix} unsigned {name}(unsigned a) {{ {body} }}\n"
            f"INLINE{self.suffix} {words} unsigned {name}_(unsigned a) {{ return {value}; }}"
        )

    def one_line(self):
        """Several functions that a macro puts into one line."""
        macro, name = f"LINE{self.suffix}_{self.chance.name('')}", self.chance.name("h")
        sides = [self.side() for _ in range(3)]
        heads = [" ".join(QUALIFIERS[side]) for side in sides]
        values = [self.picked(Context(side, ["a"], [], 1)) for side in sides]
        parts = [
            f"{head} inline unsigned {name}_##NAME##{i}(unsigned a) {{ return {value}; }}"
            for i, (head, value) in enumerate(zip(heads, values))
        ]
        for i, side in enumerate(sides):
            self.add(f"{name}_x{i}({{}})", 1, side)
        return f"#define {macro}(NAME) " + " \\\n  ".join(parts) + f"\n{macro}(x)\n"

    def constructor(self):
        name = self.chance.name("C")
        context = Context("both", ["a"], [], 1)
        a, b = self.picked(context), self.picked(context)
        body = self.body("both", "a")
        self.add(f"{name}({{}}).v", 1, "both")
        self.add(f"unsigned({name}({{}}))", 1, "both")
        self.add(f"{name}({{}}).get({{}})", 2, "both")
        values = self.chance.pick(
            f": v({a}), w{{{b}}}",
            f": v(a), w({b})",
            f":{self.branches('v(a), w(2)', 'v(2), w(a)')}",
        )
        return (
            f"struct {name} {{ unsigned v, w = PICK{self.suffix}(5, 6), x = {self.chance.pick('1', f'PICK{self.suffix}(7, 8)')};\n"
            f"__host__ __device__ {name}(unsigned a) {values} {{ x += v; }}\n"
            f"__host__ __device__ explicit operator unsigned() const {{ return PICK{self.suffix}(v + x, w); }}\n"
            f"{self.branches('__device__ unsigned', '__host__ unsigned')} get(unsigned a) const {{ a += x; {body} }} }};"
        )

    def template_by_side(self):
        name = self.chance.name("t")
        bodies = [self.body("both", "a") for _ in range(2)]
        self.add(f"{name}<3>({{}})", 1, "both")
        self.add(f"{name}<PICK{self.suffix}(1, 2)>({{}})", 1, "both")
        return f"template <unsigned N> __host__ __device__ unsigned {name}(unsigned a) {{ a += N; {self.branches(*bodies)} }}"

    def returns(self):
        name, side = self.chance.name("h"), self.chance.pick("both", "device", "host")
        head = self.qualifiers(side)
        bodies = [self.body(side, "a") for _ in range(2)]
        constant = (
            "constexpr "
            if side == "both" and "noinline" not in head and self.chance.some(30)
            else ""
        )
        self.add(f"{name}({{}})", 1, side)
        if constant:
            return f"{constant}__host__ __device__ unsigned {name}(unsigned a) {{ return PICK{self.suffix}(a + 1, a * 2); }}"
        return f"{head} unsigned {name}(unsigned a) {{ {self.branches(*bodies)} }}"

    def default_argument(self):
        name = self.chance.name("h")
        body = self.body("both", "a", "b")
        self.add(f"{name}({{}})", 1, "both")
        self.add(f"{name}({{}}, {{}})", 2, "both")
        value = f"PICK{self.suffix}({self.chance.number(1, 9)}u, {self.chance.number(10, 19)}u)"
        lines = self.chance.pick(value, self.branches("3u", "4u"))
        return f"__host__ __device__ inline unsigned {name}(unsigned a, unsigned b = {lines}) {{ {body} }}"

    def helper(self):
        """Declarations that only one side's text has, between functions of both."""
        name = self.chance.name("h")
        body = self.body("both", "a")
        self.add(f"{name}({{}})", 1, "both")
        device = (
            f"struct {name}D {{ static __device__ unsigned of(unsigned a) {{ return a + 1; }} }};"
        )
        host = f"struct {name}H {{ static unsigned of(unsigned a) {{ if (a) {{ return a - 1; }} return a; }} }};\nnamespace {{ struct {name}I {{ }}; }}"
        use = self.branches(f"a = {name}D::of(a);", f"a = {name}H::of(a); {name}I i; (void)i;")
        return f"{self.branches(device, host)}__host__ __device__ inline unsigned {name}(unsigned a) {{ {use} {body} }}"

    def by_macro_of_side(self):
        """Functions from a macro that has another text on each side."""
        macro, name = f"SIDE{self.suffix}_{self.chance.name('')}", self.chance.name("h")
        values = [self.expression(Context("both", ["a"], [], 1)) for _ in range(2)]
        heads = [
            self.chance.pick("__host__ __device__", f"__device__ INLINE{self.suffix} __host__")
            for _ in range(2)
        ]
        definitions = [
            f"#define {macro}(NAME, ...) \\\n  {head} unsigned {name}_##NAME(unsigned a) {{ \\\n    __VA_ARGS__; return {value} ^ a; \\\n  }}"
            for head, value in zip(heads, values)
        ]
        self.add(f"{name}_one({{}})", 1, "both")
        self.add(f"{name}_two({{}})", 1, "both")
        return f"{self.branches(*definitions)}{macro}(one, a += 2) {macro}(two, if (a > 4) {{ a ^= PICK{self.suffix}(1u, 2u); }})\n"

    def class_by_side(self):
        """A class whose methods are others, and more, on one side; its members are the same."""
        name = self.chance.name("C")
        bodies = [self.body("both", "a", count=1) for _ in range(3)]
        extra = self.chance.pick(
            "__host__ __device__ unsigned more() const { return v; }",
            "private: struct Inner { unsigned w; }; public:",
            "enum { kOnly = 3 }; static constexpr unsigned kMore = 4;",
        )
        self.add(f"{name}{{{{{{}}}}}}.get({{}})", 2, "both")
        self.add(f"({name}{{{{{{}}}}}} + {{}})", 2, "both")
        self.add(f"{name}::of({{}})", 1, "both")
        return (
            f"class {name} {{ public: unsigned v;\n{self.branches(extra, '') if self.chance.some(50) else self.branches('', extra)}"
            f"__host__ __device__ unsigned get(unsigned a) const {{ {self.branches(bodies[0], bodies[1])} }}\n"
            f"__host__ __device__ friend unsigned operator+({name} c, unsigned a) {{ return PICK{self.suffix}(c.v * a, c.v - a); }}\n"
            + self.branches(
                f"static __device__ unsigned of(unsigned a) {{ {bodies[2]} }}",
                f"static __host__ unsigned of(unsigned b) {{ return b * 3u; }}",
            )
            + "};"
        )

    def chain(self):
        """Branches within branches."""
        name = self.chance.name("h")
        texts = [self.block(Context("both", ["a"], ["a"], 2), 1)[0] for _ in range(4)]
        self.add(f"{name}({{}})", 1, "both")
        return (
            f"inline __host__ __device__ unsigned {name}(unsigned a)\n{{\n#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 10\n  return 1;\n"
            f"#elif defined(__CUDA_ARCH__)\n#if 1\n{texts[0]}\n#else\n}} {{ <<<\n#endif\n{texts[1]}\n#elif 0\n{{\n#else\n{{ {texts[2]}\n"
            f"#ifndef __CUDA_ARCH__\n{texts[3]} }}\n#endif\n#endif\n  return a;\n}}"
        )

    def constants(self):
        """What is computed when it is compiled, and when it runs."""
        name, side = self.chance.name("c"), "both"
        self.add(f"{name}({{}})", 1, side)
        self.add(f"{name}_<3>({{}})", 1, side)
        return (
            f"__host__ __device__ constexpr unsigned {name}(unsigned a) {{ return PICK{self.suffix}(a ^ 5u, a + 7u); }}\n"
            f"template <unsigned N> __host__ __device__ constexpr auto {name}_(unsigned a) -> unsigned\n{{ if (a > N) {{ return {name}(a); }} return a + PICK{self.suffix}(N, 2 * N); }}"
        )

    def overloads(self):
        """One side has an overload more, which the other never calls."""
        name = self.chance.name("h")
        bodies = [self.body("both", "a", count=1) for _ in range(3)]
        self.add(f"{name}({{}})", 1, "both")
        self.add(f"{name}({{}}, 2.5f)", 1, "both")
        extra = f"__host__ __device__ inline unsigned {name}(unsigned a, double) {{ {bodies[2]} }}"
        lines = self.branches(extra, "") if self.chance.some(50) else self.branches("", extra)
        return (
            f"__host__ __device__ inline unsigned {name}(unsigned a) {{ {self.branches(bodies[0], '')} return a; }}{lines}"
            f"__host__ __device__ inline unsigned {name}(unsigned a, float) {{ {bodies[1]} }}"
        )
