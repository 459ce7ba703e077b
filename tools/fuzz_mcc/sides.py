"""Code that is another one for the GPU than for the host: #if by the architecture, and macros that expand by it."""

CONDITIONS = (
    ("#ifdef __CUDA_ARCH__", True),
    ("#if defined(__CUDA_ARCH__)", True),
    ("#if defined __CUDA_ARCH__ && __CUDA_ARCH__ > 0", True),
    ("#if __CUDA_ARCH__ > 0", True),
    ("#ifndef __CUDA_ARCH__", False),
    ("#if !defined(__CUDA_ARCH__)", False),
)


class Sides:
    """PICK##suffix(a, b) is a on the GPU and b on the host; INLINE and BEGIN are others on each side."""

    def side_macros(self):
        return "\n".join(
            (
                "#ifdef __CUDA_ARCH__",
                f"#define PICK{self.suffix}(a, b) (a)",
                f"#define INLINE{self.suffix} __forceinline__",
                f"#define BEGIN{self.suffix}(x) {{ x += 3u;",
                "#else",
                f"#define PICK{self.suffix}(a, b) (b)",
                f"#define INLINE{self.suffix} inline",
                f"#define BEGIN{self.suffix}(x) if (x > 9u) {{",
                "#endif",
                "",
            )
        )

    def branches(self, device, host):
        """Lines for each side."""
        condition, first = self.chance.pick(*CONDITIONS)
        one, other = (device, host) if first else (host, device)
        parts = [condition, one, "#else" if other else "", other, "#endif"]
        return "\n" + "\n".join(part for part in parts if part) + "\n"

    def picked(self, context, depth=1):
        a, b = self.pair(context, depth)
        return f"PICK{self.suffix}(({a}), ({b}))"

    def expression(self, context, depth=2):
        if depth > 0 and context.level and self.chance.some(4):
            return self.picked(context, depth - 1)
        return super().expression(context, depth)

    def by_side(self, context):
        name = self.chance.name("d")
        one, other = (self.block(context.inner(), 1)[0] for _ in range(2))
        a, b = self.pair(context, 1)
        result = context.inner(name)
        text = self.chance.pick(
            f"unsigned {name} = 1;{self.branches(one, other)}",
            f"unsigned {name} = 1;{self.branches(one, '')}",
            f"unsigned {name} = 1;{self.branches('', other)}",
            f"{self.branches(f'unsigned {name} = {a};', f'const unsigned {name}_ = {b}; unsigned {name} = {name}_;')}",
            f"unsigned {name} = {a}{self.branches(f'+ {b}', f'^ {b}')};",
            f"unsigned {name} = {a}; {self.branches(f'if ({a} > {b}) {{', f'for (int {name}_ = 0; {name}_ < 2; ++{name}_) {{')} {name} += 5; }}",
            f"unsigned {name} = {a}; BEGIN{self.suffix}({name}) {name} ^= {b}; }}",
            f"unsigned {name} = {a}; if ({b} & 1u) {{ {self.branches(f'{name} *= 3u; }} else {{ {name}++; }}', f'{name} = 1u; }}')}",
            f"constexpr unsigned {name}_ = PICK{self.suffix}(3, 4); unsigned {name}__[{name}_] = {{1, 2, {a}}}; unsigned {name} = {name}__[{name}_ - 1];",
            f"auto {name}_ = [=](unsigned p) {{ return p ^ PICK{self.suffix}(({a}), ({b})); }}; unsigned {name} = {name}_(1u);",
            f"auto {name}_ = [=](unsigned p) {{ {self.branches(f'return p + {a};', f'return p * {b};')} }};\nunsigned {name} = {name}_(1u);",
            f"unsigned {name}; {self.branches(f'{name} = {a};', f'{{ {name} = {b}; }}')} {name} += PICK{self.suffix}(1u, 2u);",
            f"unsigned {name} = If<(PICK{self.suffix}(2, 1) > 1)>::value; if constexpr (PICK{self.suffix}(true, false)) {{ {one} }} else {{ {other} }}",
            f"switch ({a} & 1u) {{ {self.branches('case 0:', 'case 1:')} {{ {one} break; }} default: ; }} unsigned {name} = 0;",
        )
        return text, result
