"""Variables of the GPU, which device code reads."""

from fuzz_mcc.expressions import Function


class Variables:
    """Each maker returns the text of a declaration and adds to `functions` how it is read."""

    def declare_variable(self):
        makers = [self.number, self.table, self.members, self.of_template, self.in_namespace]
        return self.chance.rng.choice(makers)()

    def read(self, call, arity=0):
        self.functions.append(Function(call, arity, "device", 1))

    def number(self):
        name, value = self.chance.name("g"), self.chance.number(1, 99)
        static = self.chance.pick("", "static ")
        space = self.chance.pick("__device__", "__constant__", "__managed__")
        if self.chance.some(50) and space != "__managed__":
            n = self.chance.number(1, 99)
            self.preparations.append(
                f"{{ const unsigned x = {n}; check(cudaMemcpyToSymbol({name}, &x, sizeof x)); }}"
            )
        self.read(name)
        return self.chance.pick(
            f"{static}{space} unsigned {name} = {value};",
            f"{space} {static}unsigned {name}{{{value}}};",
            f"{space} {static}unsigned {name}(1 << 3);",
            f"{space} unsigned {name} = {value}, {name}_ = (3 > 2) ? 1 : 2;",
            f"alignas(16) {static}{space} unsigned {name} = unsigned{{{value}}};",
        )

    def table(self):
        name = self.chance.name("g")
        space = self.chance.pick(
            "__device__",
            "__constant__",
            "__device__ const",
            "static __constant__ const",
            "constexpr __device__",
        )
        self.read(f"unsigned({name}[{{}} & 3u])", 1)
        return self.chance.pick(
            f"{space} unsigned {name}[] = {{1, 2, 3, {self.chance.number(4, 99)}}};",
            f"{space} unsigned {name}[4] = {{ (5 > 4), 7, }};",
            f"{space} unsigned short {name}[2 << 1] {{9, sizeof(Box<Box<Box<char>>>), 3}};",
        )

    def members(self):
        name = self.chance.name("g")
        space = self.chance.pick("__device__", "__constant__")
        self.read(f"unsigned({name}.a)")
        self.read(f"unsigned({name}.b)")
        return self.chance.pick(
            f"{space} struct {{ unsigned a; unsigned short b; }} {name} = {{5, 6}};",
            f"struct {name}_ {{ unsigned a : 9, b : 5; }};\n{space} {name}_ {name} = {{1, 2}};",
            f"{space} struct {name}_ {{ unsigned a = 4, b{{3}}; }} {name};",
            f"{space} union {{ unsigned a; unsigned b; }} {name} = {{ 7 }};",
        )

    def of_template(self):
        name = self.chance.name("G")
        self.read(f"{name}<3>")
        self.read(f"{name}_<(4 > 3)>[{{}} % 2u]", 1)
        space = self.chance.pick("__device__", "__constant__")
        return (
            f"template <unsigned N> {space} unsigned {name} = N * 3;\n"
            f"template <unsigned N> {space} unsigned {name}_[2] = {{N, (N > 1) ? 4u : 5u}};"
        )

    def in_namespace(self):
        name, outer = self.chance.name("g"), self.chance.name("n")
        space = self.chance.pick("__device__", "__constant__")
        text, call = self.chance.pick(
            (
                f"namespace {outer} {{ namespace inner {{ {space} unsigned {name} = 5; }} }}",
                f"{outer}::inner::{name}",
            ),
            (
                f"namespace {outer}::inner {{\n{space} unsigned {name} = 5; }}\nusing {outer}::inner::{name};",
                name,
            ),
            (f"namespace {{ {space} unsigned {name}; }}", name),
            (
                f"namespace {outer} {{ inline namespace v1 {{ {space} unsigned {name}{{7}}; }} }}",
                f"{outer}::{name}",
            ),
        )
        if self.chance.some(60):
            self.preparations.append(
                f"{{ unsigned x = 77; check(cudaMemcpyToSymbol({call}, &x, 4)); }}"
            )
        self.read(call)
        return text
