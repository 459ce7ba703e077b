"""Forms of kernels beyond the common ones: in namespaces and classes, overloaded, friends, declared before and others."""

from fuzz_mcc.expressions import Context
from fuzz_mcc.kernels import Kernel


class KernelForms:
    """Each maker returns the text of a declaration and adds to `kernels`."""

    def hidden(self):
        name, outer = self.chance.name("k"), self.chance.name("n")
        body, shared = self.kernel_body()
        function = f"__global__ void {name}(unsigned* o, unsigned s) {{ {body} }}"
        text, callee = self.chance.pick(
            (f"namespace {{\n{function} }}", name),
            (f"namespace {outer}::inner {{ {function} }}", f"{outer}::inner::{name}"),
            (f"namespace {outer} {{ {function} }}\nusing {outer}::{name};", name),
            (f'extern "C" {{ {function.replace(name, name + self.suffix)} }}', name + self.suffix),
            (f'extern "C" {function.replace(name, name + self.suffix)}', name + self.suffix),
        )
        self.kernels.append(Kernel(callee, "3u", shared))
        return text

    def structure(self):
        name, kind = self.chance.name("k"), self.chance.name("A")
        body, shared = self.kernel_body()
        self.kernels.append(Kernel(name, f"3u, {kind}{{1, {{2, 3}}, 4}}", shared))
        parameter = self.chance.pick(
            f"const {kind} a", f"{kind} a", f"const __grid_constant__ {kind} a"
        )
        return (
            f"struct {kind} {{ unsigned first, rest[2]; unsigned last : 7; __host__ __device__ unsigned all() const {{ return first + rest[1] * last; }} }};\n"
            f"{self.kernel_head()} {name}(unsigned* o, unsigned s, {parameter}, unsigned = 5, Mode mode = Mode::kSlow) {{ s ^= a.all() + unsigned(mode); {body} }}"
        ).replace(
            "unsigned = 5, Mode mode = Mode::kSlow",
            self.chance.pick(
                "unsigned = 5, Mode mode = Mode::kSlow",
                "unsigned (*p)[4] = nullptr, Mode mode = {}",
            ),
        )

    def overloaded(self):
        name = self.chance.name("k")
        bodies = [self.kernel_body() for _ in range(2)]
        self.kernels.append(Kernel(name, "3u", bodies[0][1]))
        self.kernels.append(Kernel(name, "3u, 4ull", bodies[1][1]))
        self.kernels[-2].arguments = "unsigned(3)"
        return (
            f"__global__ void {name}(unsigned* o, unsigned s) {{ {bodies[0][0]} }}\n"
            f"__global__ void {name}(unsigned* o, unsigned s, u64) {{ {bodies[1][0]} }}"
        )

    def of_templates(self):
        name = self.chance.name("k")
        body, shared = self.kernel_body()
        self.kernels.append(Kernel(f"{name}<Box>", "3u", shared))
        self.kernels.append(Kernel(f"{name}<Box, If<(3 > 2)>>", "3u", shared))
        return (
            f"template <template <class> class C, class I = If<true>> {self.kernel_head()}\n{name}(unsigned* o, unsigned s) "
            f"{{ C<C<C<unsigned>>> deep(s); s += deep.value.value.value + I::value; {body} }}"
        )

    def befriended(self):
        name, kind = self.chance.name("k"), self.chance.name("B")
        body, shared = self.kernel_body()
        self.kernels.append(Kernel(f"{name}<unsigned>", f"3u, {kind}<unsigned>{{}}", shared))
        return (
            f"template <class T> class {kind};\ntemplate <class T> __global__ void {name}(T* o, unsigned s, {kind}<T> b);\n"
            f"template <class T> class {kind} {{ T v = 4; template <class U> friend __global__ void {name}(U* o, unsigned s, {kind}<U> b); }};\n"
            f"template <class T> __global__ void {name}(T* o, unsigned s, {kind}<T> b) {{ s += b.v; {body} }}"
        )

    def flat(self):
        """Kernels that begin with a condition or are a loop of strides, in the usual spelling."""
        name, guard = self.chance.name("k"), self.chance.pick("i < n", "i < n && s > 1u", "n > i")
        context = Context("device", ["i", "v", "s", "n"], ["v"], 3)
        body, context = self.block(context, self.chance.number(1, 3))
        more = self.chance.pick(
            "",
            "",
            "if (v & 1u) continue;",
            "if (v % 5u == 0) return;",
            "if (v > 4000000000u) break;",
        )
        if self.chance.some(30):
            body = f"if (i % 3u == 1u) {{ LEAVE }} else {{ {body} }}"
        else:
            body = f"{body}\nLEAVE"
        start = self.chance.pick(
            "blockIdx.x * blockDim.x + threadIdx.x", "threadIdx.x + blockDim.x * blockIdx.x"
        )
        stride = self.chance.pick("gridDim.x * blockDim.x", "blockDim.x * gridDim.x")
        kind = self.chance.pick("unsigned", "unsigned", "auto", "const unsigned")
        plain = body.replace(
            "LEAVE", more.replace("continue;", "return;").replace("break;", "return;")
        )
        work = f"unsigned v = s + i;\n{body}\no[i] += v;".replace("LEAVE", more)
        once = f"unsigned v = s + i;\n{plain}\no[i] ^= v;"
        loop = "unsigned" if "const" in kind else kind
        text = self.chance.pick(
            f"{kind} i = {start}; if ({guard}) {{ {once} }}",
            f"{kind} i = {start};\nif (!({guard})) return;\n{once}",
            f"const int j = {start}; if (j >= static_cast<int>(n)) {{ return; }} const unsigned i = j; {once}",
            f"for ({loop} i = {start}; i < n; i += {stride}) {{ {work} }}",
            f"for (int j = {start}; j < (int)n; j += {stride})\n{{ const unsigned i = j; {work} }}",
            f"{loop} i = {start}; const unsigned step = {stride}; for (; i < n; i += step) {{ {work} }}",
            f"unsigned i = {start}; while (i < n) {{ unsigned v = i * s; {body.replace('LEAVE', '')} o[i] += v; i += {stride}; }}",
        )
        self.kernels.append(
            Kernel(name, f"3u, {self.chance.pick('64u', '50u', '7u', '0u')}", "", True)
        )
        return f"{self.kernel_head()} {name}(unsigned* o, unsigned s, unsigned n) {{ {text} }}"

    def of_result(self):
        """Kernels whose result is spelled otherwise."""
        name = self.chance.name("k")
        body, shared = self.kernel_body()
        result = self.chance.pick(
            "std::enable_if_t<(N > 2)>",
            "typename std::enable_if<(N > 2), void>::type",
            "std::conditional_t<(N > 1), void, int>",
        )
        self.kernels.append(Kernel(f"{name}<(2 > 1) + 2>", "3u", shared))
        bounds = self.chance.pick(
            "", "__launch_bounds__(64) ", "__launch_bounds__(N > 2 ? 64 : 128) "
        )
        text = self.chance.pick(
            f"__global__ {bounds}{result} {name}(unsigned* o, unsigned s)",
            f"{bounds}__global__ auto {name}(unsigned* o, unsigned s) -> void",
            f"__global__ {bounds}decltype(void(0)) {name}(unsigned* o, unsigned s)",
        )
        return f"template <int N> {text} {{ s *= N; {body} }}"

    def declared_before(self):
        """Kernels that are defined apart from their declaration."""
        name, outer = self.chance.name("k"), self.chance.name("n")
        body, shared = self.kernel_body()
        self.kernels.append(Kernel(f"{outer}::{name}", "3u", shared))
        head = self.chance.pick("", "__launch_bounds__(64) ", "__launch_bounds__(64, (2 > 1)) ")
        return (
            f"namespace {outer} {{ {head}__global__ void {name}(unsigned* o, unsigned s = 4u); }}\n"
            f"__global__ void {head}{outer}::{name}(unsigned* o, unsigned s) {{ {body} }}"
        )
