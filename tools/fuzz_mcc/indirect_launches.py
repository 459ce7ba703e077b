"""Launches of what only a pointer or a parameter of a template names."""


class IndirectLaunches:
    """Each maker returns statements of `run`; what they need outside goes to `outside`."""

    def in_template(self):
        """Templates that launch what depends on their parameters."""
        name, kernel = self.chance.name("go"), self.chance.name("d")
        grid, block = self.grid()
        text, use = self.chance.pick(
            (
                f"template <class T, unsigned N> __global__ void {kernel}(T* o, T s) {{ o[at()] += s * N; }}\n"
                f"template <class T, unsigned N = 3> void {name}(T* o) {{ {kernel}<T, N><<<{grid}, {block}>>>(o, T(2)); {kernel}<T, (N > 2)><<<1, 64>>>(o, T{{3}}); }}",
                f"{name}(o); {name}<unsigned, 5>(o);",
            ),
            (
                f"template <class T> __global__ void {kernel}(T* o, Box<Box<T>> s) {{ o[at()] ^= s.value.value; }}\n"
                f"template <class T> inline void {name}(T* o) {{ {kernel}<T> <<< {grid}, {block} >>> (o, Box<Box<T>>(7)); }}",
                f"{name}<unsigned>(o);",
            ),
            (
                f"template <unsigned... Ns> __global__ void {kernel}(unsigned* o) {{ o[at()] += (0u + ... + Ns); }}\n"
                f"template <unsigned... Ns> void {name}(unsigned* o, std::integer_sequence<unsigned, Ns...>) {{ {kernel}<Ns...><<<{grid}, {block}>>>(o); ({kernel}<Ns><<<1, 64>>>(o), ...); }}",
                f"{name}(o, std::make_integer_sequence<unsigned, 4>());",
            ),
            (
                f"template <class T> __global__ void {kernel}(unsigned* o) {{ o[at()] += sizeof(T); }}\n"
                f"template <class T> struct {name} {{ template <class U> static void run(unsigned* o) {{ {kernel}<Box<Box<U>>><<<{grid}, {block}>>>(o); if constexpr (sizeof(T) > 2) {kernel}<Box<T>><<<1, 64>>>(o); else {kernel}<T><<<1, 1>>>(o); }} }};",
                f"{name}<int>::run<char>(o);",
            ),
        )
        self.outside.append(text)
        return use

    def through_pointer(self):
        kernel, name = self.uniform_kernel(), self.chance.name("p")
        launch = self.launch(kernel, callee=name)
        return self.chance.pick(
            f"void (*{name})(unsigned*, unsigned) = {kernel.callee}; {launch};",
            f"auto {name} = &{kernel.callee}; {launch};",
            f"decltype({kernel.callee})* {name} = {kernel.callee}; {launch};",
            f"static constexpr auto {name} = {kernel.callee}; {launch};",
            f"void (&{name})(unsigned*, unsigned) = {kernel.callee}; {launch};",
            f"auto* {name} = {kernel.callee}; {self.launch(kernel, callee=f'(*{name})')};",
            f"decltype(&{kernel.callee}) {name} = &{kernel.callee}; {launch};",
            f"using {name}_ = void (*)(unsigned*, unsigned); {self.launch(kernel, callee=f'static_cast<{name}_>({kernel.callee})')};",
            f"{self.launch(kernel, callee=f'(&{kernel.callee})')};",
            f"{self.launch(kernel, callee=f'same({kernel.callee})')};",
            f"unsigned {name} = 3; void* {name}_[] = {{&o, &{name}}}; check(cudaLaunchKernel((const void*)&{kernel.callee}, 2, 32, {name}_, 256, 0));",
            f"{self.launch(kernel, callee=f'(h > 0 ? {kernel.callee} : {kernel.callee})')};",
        )

    def through_table(self):
        kernels = [kernel for kernel in self.kernels if kernel.uniform]
        names = ", ".join(kernel.callee for kernel in kernels)
        name = self.chance.name("table")
        shared = kernels[0]
        shared = type(shared)("", "3u", "256")
        return self.chance.pick(
            f"void (*const {name}[])(unsigned*, unsigned) = {{{names}}}; {self.launch(shared, callee=f'{name}[{len(kernels) - 1}]')};",
            f"using {name}_ = void (*)(unsigned*, unsigned); {name}_ {name}[] = {{{names}}}; for (auto each : {name}) {self.launch(shared, callee='each')};",
            f"struct {{ void (*k)(unsigned*, unsigned); }} {name}[] = {{{names}}}; {self.launch(shared, callee=f'{name}[h % {len(kernels)}u].k')};",
        )

    def through_parameter(self):
        kernel, name = self.uniform_kernel(), self.chance.name("go")
        launch = self.launch(kernel, callee="k")
        text, use = self.chance.pick(
            (
                f"template <void (*k)(unsigned*, unsigned)> void {name}(unsigned* o) {{ {launch}; }}",
                f"{name}<{kernel.callee}>(o);",
            ),
            (
                f"template <class F> void {name}(unsigned* o, F k) {{ {launch}; }}",
                f"{name}(o, {kernel.callee});",
            ),
            (
                f"inline void {name}(unsigned* o, void k(unsigned*, unsigned)) {{ {launch}; }}",
                f"{name}(o, {kernel.callee});",
            ),
            (
                f"template <class... A> void {name}(void (*k)(A...), A... a) {{ k<<<1, 64, 256>>>(a...); }}",
                f"{name}<unsigned*, unsigned>({kernel.callee}, o, 3u);",
            ),
            (
                f"template <class F, class... A> void {name}(F&& k, A&&... a) {{ std::forward<F>(k)<<<2, 32, 256>>>(std::forward<A>(a)...); }}",
                f"{name}(&{kernel.callee}, o, 3u);",
            ),
        )
        self.outside.append(text)
        return use

    def through_member(self):
        kernel, name = self.uniform_kernel(), self.chance.name("m")
        return self.chance.pick(
            f"struct {{ void (*k)(unsigned*, unsigned); }} {name} = {{{kernel.callee}}}; {self.launch(kernel, callee=f'{name}.k')};",
            f"struct {{ void (*k)(unsigned*, unsigned); }} {name}_ = {{{kernel.callee}}}, *{name} = &{name}_; {self.launch(kernel, callee=f'{name}->k')};",
            f"Box<void (*)(unsigned*, unsigned)> {name}({kernel.callee}); {self.launch(kernel, callee=f'{name}.value')};",
        )
