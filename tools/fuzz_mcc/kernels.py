"""Kernels."""

from dataclasses import dataclass

from fuzz_mcc.expressions import Context


@dataclass
class Kernel:
    """What is launched: `arguments` follow the pointer that every kernel has first."""

    callee: str
    arguments: str = "3u"
    shared: str = ""  # bytes of dynamic shared memory
    flat: bool = False  # for grids of one dimension

    @property
    def uniform(self):
        """Whether its type is void (unsigned*, unsigned)."""
        return self.arguments == "3u" and not self.flat


class Kernels:
    """Each maker returns the text of a declaration and adds to `kernels`."""

    def leaf(self, context):
        if context.side == "device" and self.chance.some(6):
            built_in = self.chance.pick("threadIdx", "blockIdx", "blockDim", "gridDim")
            return f"{built_in}.{self.chance.pick('x', 'y', 'z')}"
        return super().leaf(context)

    def declare_kernel(self):
        makers = (
            [self.simple] * 3
            + [self.of_types] * 2
            + [self.of_values, self.of_packs, self.of_functors]
        )
        makers += [
            self.kernel_by_macro,
            self.hidden,
            self.structure,
            self.overloaded,
            self.of_templates,
            self.befriended,
        ]
        makers += [self.flat, self.flat, self.flat, self.of_result, self.declared_before]
        return self.chance.rng.choice(makers)()

    def kernel_head(self, bounds=True):
        """Everything before the kernel's name."""
        launch_bounds = self.chance.pick(
            "", "", "__launch_bounds__(64)", "__launch_bounds__((2 > 1) ? 128 : 64, 1)"
        )
        attribute = self.chance.pick("", "", "[[maybe_unused]] ")
        storage = self.chance.pick("", "", "static", "inline")
        words = self.chance.shuffled(["__global__", storage, launch_bounds if bounds else ""])
        return attribute + self.chance.pick(f"{words} void", f"{words} void", f"{words}\nvoid")

    def kernel_body(self, seed="s"):
        """The inside of a kernel, and the dynamic shared memory that it needs."""
        context = Context("device", ["i", "v", seed], ["v"], 1)
        text = self.chance.pick(
            "const unsigned i = at();",
            "unsigned i = at(); if (i >= kCount) return;",
            "const unsigned i{at()};\n",
        )
        text += f" unsigned v = {seed} + i;\n"
        first, context = self.block(context, self.chance.number(0, 2))
        text += first
        shared = ""
        if self.chance.some(40):
            more, shared = self.shared_memory()
            text += "\n" + more
        second, context = self.block(context, self.chance.number(0, 2))
        text += f"\n{second}\n{self.chance.pick('o[i] += v;', 'atomicAdd(&o[i % 8u], v);', 'if (v & 1u) o[i] ^= v; else { o[i] = 1; }')}"
        if self.chance.some(20):
            text = f"const unsigned i_ = at(); for (unsigned i = i_; i < kCount; i += kCount) {{ {text.replace('return;', 'continue;')} }}"
            text = (
                text.replace("const unsigned i = at();", "")
                .replace("unsigned i = at();", "")
                .replace("const unsigned i{at()};", "")
            )
        return text, shared

    def shared_memory(self):
        name = self.chance.name("sh")
        t = self.chance.name("t")
        declaration, element, bytes_ = self.chance.pick(
            (f"__shared__ unsigned {name}[64];", f"{name}[{{}}]", ""),
            (f"static __shared__ unsigned {name}[kCount];", f"{name}[{{}}]", ""),
            (f"__shared__ alignas(16) unsigned {name}[64], {name}_;", f"{name}[{{}}]", ""),
            (
                f"__align__(8) __shared__ unsigned {name}[2][32];",
                f"{name}[({{}}) / 32][({{}}) % 32]",
                "",
            ),
            (f"__shared__ struct {{ unsigned a[64]; }} {name};", f"{name}.a[{{}}]", ""),
            (f"__shared__ Box<unsigned> {name}[64];", f"{name}[{{}}].value", ""),
            (f"using {name}_ = unsigned[64]; __shared__ {name}_ {name};", f"{name}[{{}}]", ""),
            (f"__shared__ union {{ unsigned a[64]; char b[4]; }} {name};", f"{name}.a[{{}}]", ""),
            (f"unsigned __shared__ {name}[(3 > 2) ? 64 : 32];", f"{name}[{{}}]", ""),
            (f"volatile __shared__ unsigned {name}[64];", f"{name}[{{}}]", ""),
            (
                f"extern __shared__ unsigned {name}{self.suffix}[];",
                f"{name}{self.suffix}[{{}}]",
                "64 * sizeof(unsigned)",
            ),
            (
                f"extern __shared__ __align__(16) unsigned char {name}{self.suffix}[]; unsigned* {name} = reinterpret_cast<unsigned*>({name}{self.suffix});",
                f"{name}[{{}}]",
                "256",
            ),
            (
                f"__shared__ extern unsigned {name}{self.suffix}[][4];",
                f"{name}{self.suffix}[({{}}) / 4][({{}}) % 4]",
                "(2 > 1) ? 256 : 0",
            ),
            (f"unsigned (&{name})[64] = scratch<unsigned, 64>();", f"{name}[{{}}]", ""),
        )
        own, next_ = element.replace("{}", t), element.replace("{}", f"({t} + 1u) % width()")
        return (
            f"{declaration} const unsigned {t} = rank(); {own} = v; __syncthreads(); v ^= {next_} << 1; __syncthreads();",
            bytes_,
        )

    def simple(self):
        name = self.chance.name("k")
        body, shared = self.kernel_body()
        head = self.kernel_head()
        self.kernels.append(Kernel(name, "3u", shared))
        text = self.chance.pick(
            f"{head} {name}(unsigned* o, unsigned s) {{\n{body}\n}}",
            f"{head} {name}(unsigned* __restrict__ o, const unsigned s)\n{{ {body} }}",
            f"{head} {name}(unsigned o[], unsigned s) {{ {body} }}",
            f"{head} {name}(unsigned* const o, [[maybe_unused]] unsigned s) {{ {body} }}",
        )
        if self.chance.some(25) and not ("static" in head or "inline" in head):
            text = f"__global__ void {name}(unsigned*, unsigned);\n{text}"
        return text

    def of_types(self):
        name = self.chance.name("k")
        body, shared = self.kernel_body()
        head = self.kernel_head()
        arguments = self.chance.pick(
            "<unsigned>",
            "<unsigned, 4>",
            "<unsigned, (5 > 3)>",
            "",
            "<unsigned, 2, Box<Box<Box<int>>>>",
        )
        callee = name + arguments
        self.kernels.append(Kernel(callee, "3u" if arguments else "(3u)", shared))
        text = f"template <class T, int N = {self.chance.pick('2', '(3 > 2)')}, typename U = Box<Box<int>>>\n{head} {name}(T* o, unsigned s) {{ s += N + unsigned(sizeof(U)); {body} }}"
        if arguments == "<unsigned, 4>" and self.chance.some(60):
            text += (
                self.chance.pick(
                    f"\ntemplate __global__ void {name}<unsigned, 4>(unsigned*, unsigned);",
                    f"\ntemplate <> __global__ void {name}<unsigned, 4>(unsigned* o, unsigned s) {{ o[at()] = s; }}",
                    f"\nextern template __global__ void {name}<unsigned, 4>(unsigned*, unsigned);\ntemplate __global__ void {name}<unsigned, 4>(unsigned*, unsigned);",
                )
                if "static" not in head and "inline" not in head
                else ""
            )
        return text

    def of_values(self):
        name = self.chance.name("k")
        body, shared = self.kernel_body()
        self.kernels.append(Kernel(f"{name}<Mode::kFast, 2>", "3u", shared))
        self.kernels.append(Kernel(f"{name}<Mode::kSlow, (1 < 2)>", "3u", shared))
        return (
            f"template <Mode M, unsigned N, bool B = (N > 1)> {self.kernel_head()} {name}(unsigned* o, unsigned s)\n"
            f"{{ if constexpr (M == Mode::kFast) {{ s += N; }} else if constexpr (B) {{ s ^= N; }} {body} }}"
        )

    def of_packs(self):
        name = self.chance.name("k")
        body, shared = self.kernel_body("z")
        head = self.kernel_head()
        self.kernels.append(
            Kernel(self.chance.pick(name, f"{name}<unsigned, unsigned>"), "3u, 4u", shared)
        )
        self.kernels.append(Kernel(f"{name}<Box<Box<unsigned>>>", "Box<Box<unsigned>>(5u)", shared))
        const = self.chance.pick("", "const ")
        return f"template <class... Ts> {head} {name}(unsigned* o, {const}Ts... ts) {{ const unsigned z = (1u + ... + unsigned(ts)); {body} }}"

    def of_functors(self):
        name, functor = self.chance.name("k"), self.chance.name("Op")
        value = self.expression(Context("device", ["a", "m"], [], 1), 1)
        body, shared = self.kernel_body()
        self.kernels.append(Kernel(name, f"3u, {functor}{{4u}}", shared))
        head = self.kernel_head()
        if not shared:
            captured = self.expression(Context("device", ["a", "h"], [], 2), 1)
            sides = "__device__"
            if self.chance.some(40):
                captured, sides = (
                    self.expression(Context("both", ["a", "h"], [], 2), 1),
                    "__host__ __device__",
                )
            self.kernels.append(
                Kernel(
                    name,
                    f"3u, [=] {sides} (unsigned a) {self.chance.pick('', '-> unsigned ')}{{ return h + {captured}; }}",
                )
            )
        return (
            f"struct {functor} {{ unsigned m; __device__ unsigned operator()(unsigned a) const {{ return {value}; }} }};\n"
            f"template <typename F> {head} {name}(unsigned* o, unsigned s, F f) {{ s = f(s); {body} }}"
        )

    def kernel_by_macro(self):
        name, macro = self.chance.name("k"), f"{self.chance.name('KERNEL')}{self.suffix}"
        head = self.kernel_head()
        value = self.expression(Context("device", ["v", "s"], [], 1))
        self.kernels.append(Kernel(f"{name}_add"))
        self.kernels.append(Kernel(f"{name}_xor"))
        return self.chance.pick(
            f"#define {macro}(NAME, OP) {head.replace(chr(10), ' ')} {name}_##NAME(unsigned* o, unsigned s) {{ unsigned v = at(); o[v] OP {value}; }}\n"
            f"{macro}(add, +=) {macro}(xor, ^=)\n",
            f"#define {macro}(NAME, ...) \\\n  __global__ void __launch_bounds__(64) NAME(unsigned* o, unsigned s) {{ \\\n    __VA_ARGS__ }}\n"
            f"{macro}({name}_add, o[at()] += s;)\n{macro}({name}_xor, unsigned v = at(), w[2] = {{1, 2}}; o[v] ^= w[v & 1u] + {value};)\n",
            f"#define {macro} __global__ void\n{macro} {name}_add(unsigned* o, unsigned s) {{ o[at()] += s; }}\n"
            f"static {macro} {name}_xor(unsigned* o, unsigned s) {{ unsigned v = at(); o[v] ^= {value}; }}",
        )
