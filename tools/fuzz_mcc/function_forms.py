"""Forms of functions and classes beyond the common ones: nested templates, inheritance, callbacks, recursion and others."""

from fuzz_mcc.expressions import Context
from fuzz_mcc.functions import QUALIFIERS


class FunctionForms:
    """Each maker returns the text of a declaration and adds to `functions`."""

    def declare_function(self):
        if not self.chance.some(30):
            return super().declare_function()
        makers = [self.nested_template, self.inherited, self.literal, self.callback, self.recursive]
        makers += [self.constants_of_class, self.deduced, self.variable_template]
        self.rank = 0
        return self.chance.rng.choice(makers)()

    def nested_template(self):
        name, side = self.chance.name("N"), self.side()
        sides = " ".join(QUALIFIERS[side])
        bodies = [self.body(side, "a", count=1) for _ in range(2)]
        self.add(f"{name}<Box<int>>::Inner<(3 > 2)>::of({{}})", 1, side)
        self.add(f"{name}<int>().apply({{}}, 3u)", 1, side)
        return (
            f"template <class T> struct {name} {{ template <int N, class U = T> struct Inner {{ static {sides} unsigned of(unsigned a); }};\n"
            f"template <class U> {sides} unsigned apply(unsigned a, U u) const; }};\n"
            f"template <class T> template <int N, class U> {sides} unsigned {name}<T>::Inner<N, U>::of(unsigned a) {{ {bodies[0]} }}\n"
            f"template <class T> template <class U>\n{sides} unsigned {name}<T>::apply(unsigned a, U u) const {{ a ^= unsigned(u); {bodies[1]} }}"
        )

    def inherited(self):
        base, name, side = self.chance.name("B"), self.chance.name("D"), self.side()
        sides = " ".join(QUALIFIERS[side])
        body = self.body(side, "a", count=1)
        self.add(f"{name}{{{{{{}}}}}}.get({{}})", 2, side)
        self.add(f"{name}{{{{{{}}, {{}}}}}}.own()", 2, side)
        return (
            f"template <class D> struct {base} {{ unsigned v; {sides} {base}(unsigned a) : v{{a}} {{}} {sides} {base}(unsigned a, unsigned b) : {base}(a ^ b) {{}}\n"
            f"{sides} unsigned get(unsigned a) const {{ return static_cast<const D*>(this)->own() ^ a; }} }};\n"
            f"struct {name} final : private {base}<{name}> {{ using {base}<{name}>::{base}; using {base}<{name}>::get; friend struct {base}<{name}>;\n"
            f"{sides} unsigned own() const {{ unsigned a = this->v; {body} }} }};"
        )

    def literal(self):
        name = self.chance.name("lit")
        self.add(f"({{}} + 12_{name})", 1, "both")
        self.add(f"(3_{name} >> 1)", 0, "both")
        return f'__host__ __device__ constexpr unsigned operator""_{name}(unsigned long long v) {{ return unsigned(v) * 3u; }}'

    def callback(self):
        name, side = self.chance.name("f"), self.side()
        head, sides = self.qualifiers(side), " ".join(QUALIFIERS[side])
        value = self.expression(Context(side, ["a"], [], 1), 1)
        self.add(f"{name}(&{name}_, {{}})", 1, side)
        self.add(f"{name}_each({{}}, {name}_)", 1, side)
        return (
            f"{sides} inline unsigned {name}_(unsigned a) {{ return {value}; }}\n"
            f"{head} unsigned {name}(unsigned (*f)(unsigned), unsigned a) {{ return f(a) ^ (*f)(a + 1); }}\n"
            f"template <class F, class... Fs> {sides} unsigned {name}_each(unsigned a, F&& f, Fs&&... fs)"
            f" {{ a = f(a); if constexpr (sizeof...(Fs) > 0) {{ return {name}_each(a, fs...); }} else return a; }}"
        )

    def recursive(self):
        name, side = self.chance.name("f"), self.side()
        sides = " ".join(QUALIFIERS[side])
        value = self.expression(Context(side, ["a", "n"], [], 1), 1)
        self.add(f"{name}<3>({{}})", 1, side)
        self.add(f"{name}_({{}}, 3u)", 1, side)
        return (
            f"template <int N> {sides} unsigned {name}(unsigned a) {{ if constexpr (N > 0) return {name}<N - 1>(a * 3u); else return a; }}\n"
            f"{sides} inline unsigned {name}_(unsigned a, unsigned n) {{ return n == 0 ? a : {name}_(a ^ {value}, n - 1); }}"
        )

    def constants_of_class(self):
        name = self.chance.name("K")
        self.add(f"({name}<3>::kOne + {{}})", 1, "both")
        self.add(f"unsigned({name}<(4 > 2)>::kTwo)", 0, "both")
        return (
            f"template <int N> struct {name} {{ static constexpr unsigned kOne = (N > 2) ? 4 : 5; enum : unsigned {{ kTwo = N << 1 }};\n"
            f'static_assert(N < 9 && (N > 0), "}} <<<"); using type = {name}<(N > 1) ? 1 : 2>; }};'
        )

    def deduced(self):
        name, side = self.chance.name("f"), self.side()
        head = self.qualifiers(side)
        value = self.expression(Context(side, ["a", "b"], [], 1), 1)
        self.add(f"unsigned({name}({{}}, {{}}))", 2, side)
        return self.chance.pick(
            f"template <class A, class B> {head} auto {name}(A a, B b) {{ return {value}; }}",
            f"template <class A, class B>\n{head} auto {name}(A a, B b) -> decltype(a < b ? a + b : b) {{ return {value}; }}",
            f"template <class A, class B> {head} std::common_type_t<A, B> {name}(const A& a, const B& b)\n{{ {{ return {value}; }} }}",
            f"{head} std::conditional_t<(3 > 2), unsigned, Box<Box<int>>> {name}(unsigned a, unsigned b) {{ return {value}; }}",
        )

    def variable_template(self):
        name = self.chance.name("vt")
        self.add(f"unsigned({name}<3> + {{}})", 1, "both")
        self.add(f"unsigned({name}<(5 > 3)>)", 0, "both")
        return f"template <int N> constexpr unsigned {name} = N > 2 ? N : 9;\ntemplate <> constexpr unsigned {name}<(7 > 2)>{{11}};"
