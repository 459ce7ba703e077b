"""Launches, in the places where an expression can stand."""


class Launches:
    """Each maker returns statements of `run`; what they need outside goes to `outside`."""

    def grid(self, flat=False):
        """64 threads; the first ones are of one dimension."""
        if flat:
            return self.chance.pick(
                ("1", "64"), ("2", "32"), ("4u", "16"), ("1", "16"), ("blocks(64, 32)", "dim3{32}")
            )
        return self.chance.pick(
            ("1", "64"),
            ("2", "32"),
            ("4u", "16"),
            ("dim3(2, 2)", "dim3(4, 4)"),
            ("dim3{1, 1, 4}", "dim3(2, 2, 4)"),
            ("(4 >> 1)", "64 >> 1"),
            ("If<(2 > 1)>::value", "kEight<int> * 8"),
            ("(3 > 2) ? 2 : 1", "32"),
            ("[] { return 2; }()", "(32)"),
            ("dim3(Box<Box<Box<int>>>(2).value.value.value)", "32"),
            ("blocks(64, 32)", "dim3{32}"),
        )

    def launch(self, kernel, pointer="o", callee=None):
        """One as an expression."""
        grid, block = self.grid(kernel.flat)
        more = (
            f", {kernel.shared}" if kernel.shared else self.chance.pick("", "", ", 0", ", 1 << 4")
        )
        if more:
            more += self.chance.pick("", ", 0", ", nullptr", ", stream()")
        return (
            f"{callee or kernel.callee}<<<{grid}, {block}{more}>>>({pointer}, {kernel.arguments})"
        )

    def any_kernel(self):
        return self.chance.rng.choice(self.kernels)

    def plain_kernel(self):
        """One without a lambda among its arguments, for macros and functions that are no `run`."""
        simple = [
            each
            for each in self.kernels
            if "[=]" not in each.arguments and "{" not in each.arguments
        ]
        return self.chance.rng.choice(simple) if simple else None

    def plain_launch(self):
        kernel = self.plain_kernel()
        return self.launch(kernel) if kernel else "(void)0"

    def uniform_kernel(self):
        uniform = [each for each in self.kernels if each.uniform]
        return self.chance.rng.choice(uniform) if uniform else None

    def launch_statement(self):
        makers = [self.statement_alone] * 2 + [
            self.governed,
            self.expressions_of_launches,
            self.by_lambda,
        ]
        needs_plain = [
            self.in_macro,
            self.in_function,
            self.in_structure,
            self.in_handler,
            self.in_template,
        ]
        needs_uniform = [
            self.through_pointer,
            self.through_table,
            self.through_parameter,
            self.through_member,
        ]
        if self.plain_kernel():
            makers += needs_plain
        if self.uniform_kernel():
            makers += needs_uniform * 2
        return self.chance.rng.choice(makers)()

    def statement_alone(self):
        return f"{self.launch(self.any_kernel())};"

    def governed(self):
        first, second = self.launch(self.any_kernel()), self.plain_launch()
        i = self.chance.name("i")
        return self.chance.pick(
            f"if (h > 1u) {first}; else {second};",
            f"if (h < 2u) {second};\nelse\n{{ {first}; }}",
            f"for (int {i} = 0; {i} < 2; ++{i}) {second};",
            f"for ({second}; h > 2u && h < 2u; ) ;",
            f"for (int {i} = 0; {i} < 2; ++{i}, {second}) {{ }}",
            f"do {second}; while (0);",
            f"switch (h & 1u) {{ case 0: {second}; break; case 1: {second}; break; default: {second}; }}",
            f"while (h > 99999u) {second};\n{first};",
            f"{{ {{ {second}; }} }} {first};",
        )

    def expressions_of_launches(self):
        first = self.launch(self.any_kernel())
        second, third = self.plain_launch(), self.plain_launch()
        return self.chance.pick(
            f"h > 2u ? {second} : {third};",
            f"(h > 2u) ? (void){second} : (void)(h = 1);",
            f"(void)h, {second}, h++;",
            f"({second});",
            f"static_cast<void>({second});",
            f"h = ({second}, h + 1u);",
            f"(({second}), (void)({third}));",
            f"(void)(h > 0 && ({second}, true));",
            f"{first}, {second};",
        )

    def by_lambda(self):
        name, second = self.chance.name("go"), self.plain_launch()
        return self.chance.pick(
            f"auto {name} = [&](unsigned n) {{ if (n) {second}; }}; {name}(1); {name}(0);",
            f"[&] {{ {second}; }}();",
            f"[=]() -> void {{ return {second}; }}();",
            f"auto {name} = [o](auto n) mutable {{ {second}; return n; }}; h += {name}(2u);",
            f"auto {name} = [&, n = 2u]() -> decltype(h) {{ {second}; return n; }}; h ^= {name}();",
            f"[](unsigned* o, auto... n) {{ ((void)n, ...); {second}; }}(o, 1, 2u);",
            f"dispatch(1u, [&](auto tag) {{ using scalar = decltype(tag); (void)sizeof(scalar); {second}; }});",
        )

    def in_macro(self):
        macro = f"{self.chance.name('LAUNCH')}{self.suffix}"
        kernel = self.plain_kernel()
        grid, block = self.chance.pick(("1", "64"), ("2", "32"))
        shared = kernel.shared or "0"
        text, use = self.chance.pick(
            (
                f"#define {macro}(K, G, B, ...) K<<<G, B, {shared}>>>(__VA_ARGS__)",
                f"{macro}(({kernel.callee}), {grid}, {block}, o, {kernel.arguments});",
            ),
            (
                f"#define {macro}(...) do {{ __VA_ARGS__; h++; }} while (0)",
                f"if (h) {macro}({self.launch(kernel)}); else h = 2;",
            ),
            (
                f"#define {macro}(G, B) <<<G, B, {shared}>>>",
                f"{kernel.callee} {macro}({grid}, {block})(o, {kernel.arguments});",
            ),
            (
                f"#define {macro} <<<{grid}, {block}, {shared}>>>",
                f"{kernel.callee} {macro}(o, {kernel.arguments});",
            ),
            (
                f"#define {macro}(NAME) NAME##_##one",
                f"auto x{macro}_one = [&] {{ {self.launch(kernel)}; }}; {macro}(x{macro})();",
            ),
            (
                f"#define {macro}(G, ...) [&] {{ \\\n  const dim3 grid = G; \\\n  __VA_ARGS__<<<grid, {block}, {shared}>>>(o, {kernel.arguments}); \\\n}}()",
                f"{macro}({grid}, {kernel.callee});",
            ),
        )
        self.outside.append(text)
        return use

    def in_function(self):
        name, kernel = self.chance.name("go"), self.plain_kernel()
        launch = self.launch(kernel)
        text, use = self.chance.pick(
            (f"inline void {name}(unsigned* o) {{ return {launch}; }}", f"{name}(o);"),
            (
                f"static void {name}(unsigned* o, int n = 1)\n{{ if (n > 0) return {launch}; {launch}; }}",
                f"{name}(o);",
            ),
            (
                f"inline int {name}(unsigned n = ({self.launch(kernel, 'memory()')}, 3u)) {{ return n; }}",
                f"h += {name}();",
            ),
            (f"auto {name}(unsigned* o) -> void {{ {launch}; }}", f"{name}(o);"),
            (
                f"static unsigned* {name}(unsigned* o) {{ {launch}; return o; }}",
                f"{name}({name}(o));",
            ),
            (
                f"inline void {name}(unsigned* o) try {{ {launch}; throw 1; }} catch (int) {{ {self.launch(kernel)}; }}",
                f"{name}(o);",
            ),
        )
        self.outside.append(text)
        return use

    def in_structure(self):
        name, kernel = self.chance.name("Go"), self.plain_kernel()
        launch = self.launch(kernel)
        text, use = self.chance.pick(
            (
                f"struct {name} {{ int x; explicit {name}(unsigned* o) : x(({launch}, 3)) {{ {launch}; }} }};",
                f"h += {name}(o).x;",
            ),
            (
                f"struct {name} {{ unsigned* o; ~{name}() {{ {launch}; }} }};",
                f"{{ {name} x{{o}}; }}",
            ),
            (
                f"struct {name} {{ void operator()(unsigned* o) const {{ {launch}; }} }};",
                f"{name}{{}}(o);",
            ),
            (
                f"template <class T> struct {name} {{ static void go(T* o) {{ {launch}; }} }};",
                f"{name}<unsigned>::go(o);",
            ),
            (
                f"class {name} {{ public: unsigned* o; void go() const\n{{ {launch}; }} unsigned* get() {{ return this->o; }} }};",
                f"{name} {name.lower()}{{o}}; {name.lower()}.go();",
            ),
        )
        self.outside.append(text)
        return use

    def in_handler(self):
        kernel = self.plain_kernel()
        launch, other = self.launch(kernel), self.launch(kernel)
        return self.chance.pick(
            f"try {{ {launch}; throw 1; }} catch (int) {{ {other}; }}",
            f"try {{ if (h) throw ({launch}, 5); }} catch (const int& e) {{ h += e; }} catch (...) {{ }}",
        )
