"""Functions: how they are declared, and how they are called."""

from fuzz_mcc.expressions import Context, Function

QUALIFIERS = {"device": ["__device__"], "host": [""], "both": ["__host__", "__device__"]}


class Functions:
    """Each maker returns the text of a declaration and adds to `functions` what it declared."""

    def declare_function(self):
        makers = (
            [self.plain] * 3 + [self.template] * 2 + [self.by_macro, self.method, self.operators]
        )
        makers += [
            self.specialised,
            self.variadic,
            self.partial,
            self.in_namespaces,
            self.enumeration,
        ]
        makers += [self.sfinae, self.pointer_result, self.virtual, self.friend, self.constant]
        makers += [self.side_function] * 3
        self.rank = 0
        return self.chance.rng.choice(makers)()

    def side(self):
        return self.chance.pick("device", "device", "host", "both", "both", "both")

    def qualifiers(self, side, *more):
        """The side's words, with attributes, in any order."""
        inline = self.chance.pick(
            "",
            "inline",
            "static",
            "static inline",
            "__forceinline__",
            "__noinline__",
            "__inline__",
            "__attribute__((noinline))",
        )
        if side == "host" and inline.startswith("__"):
            inline = "inline"
        if inline == "__inline__" and side == "device":
            inline = "static __inline__"
        words = [*QUALIFIERS[side], *more]
        if self.chance.some(70):
            words.append(inline)
        attribute = self.chance.pick("", "", "", "[[maybe_unused]] ", "[[nodiscard]] ")
        return attribute + self.chance.shuffled(words)

    def body(self, side, *parameters, level=1, count=None):
        """The inside of a function that returns unsigned."""
        context = Context(side, list(parameters), list(parameters), level)
        text, behind = self.block(context, count or self.chance.number(0, 3))
        return f"{text}\nreturn {self.expression(behind)};"

    def add(self, call, arity, side):
        self.functions.append(Function(call, arity, side, self.rank + 1))

    def plain(self):
        name, side = self.chance.name("f"), self.side()
        a, b = self.chance.name("x"), self.chance.name("y")
        head = self.qualifiers(side)
        body = self.body(side, a, b)
        noexcept = self.chance.pick("", "", " noexcept", " noexcept(sizeof(int) > 2)")
        text = self.chance.pick(
            f"{head} unsigned {name}(unsigned {a}, unsigned {b}){noexcept} {{\n{body}\n}}",
            f"{head} auto {name}(unsigned {a}, unsigned {b}){noexcept} -> unsigned\n{{ {body} }}",
            f"{head} auto {name}(unsigned {a}, unsigned {b}) {{ {body} }}",
            f"{head} unsigned {name}(unsigned {a}, unsigned {b} = (3 > 2) ? 4u : 5u)\n{{ {body}\n}}",
            f"{head} auto {name}(const unsigned& {a}_, unsigned {b}) -> decltype({a}_ + {b})"
            f" {{ unsigned {a} = {a}_; {body} }}",
        )
        if side == "host" and self.chance.some(20):
            text = f"unsigned {name}(unsigned {a}, unsigned {b}) try {{ {body} }} catch (...) {{ return 1; }}"
        if self.chance.some(25) and text.startswith(f"{head} unsigned") and " = (3" not in text:
            end = text.index(")", text.index(f"{name}("))
            noexcept = noexcept if text[end + 1 :].startswith(noexcept) else ""
            text = f"{head} unsigned {name}(unsigned, unsigned){noexcept};\n{text}"
        self.add(f"{name}({{}}, {{}})", 2, side)
        return text

    def template(self):
        name, side, a = self.chance.name("t"), self.side(), self.chance.name("x")
        body = self.body(side, a)
        head = self.qualifiers(side)
        arguments = self.chance.pick("<unsigned, 5>", "<unsigned>", "<unsigned, (7 > 2)>", "")
        self.add(f"{name}{arguments}({{}})", 1, side)
        text = self.chance.pick(
            f"template <class T, int N = 3> {head} unsigned {name}(T {a}) {{ {a} += N; {body} }}",
            f"template <typename T, int N = (3 > 2 ? 8 : 1), template <class> class C = Box>\n"
            f"{head} unsigned {name}(T {a}) {{ C<C<T>> deep{{C<T>{{{a}}}}}; {a} ^= deep.value.value; {body} }}",
            f"template<class T,int N=1,class=std::enable_if_t<(N>0)>>{head} auto {name}(T {a})->T{{{body}}}",
        )
        if self.chance.some(25) and "N = 3" in text:
            qualifiers = " ".join(QUALIFIERS[side])
            text += f"\ntemplate {qualifiers} unsigned {name}<unsigned, 5>(unsigned);"
        return text

    def specialised(self):
        name, side = self.chance.name("t"), self.side()
        head = " ".join(QUALIFIERS[side])
        bodies = [self.body(side, "a") for _ in range(2)]
        self.add(f"({name}<1>({{}}) + {name}<2>({{}}))", 2, side)
        return (
            f"template <unsigned N> {head} unsigned {name}(unsigned a) {{ a += N; {bodies[0]} }}\n"
            f"template <> {head} unsigned {name}<{self.chance.pick('2', '(3 > 2) + 1', '4 / 2')}>(unsigned a)"
            f" {{ {bodies[1]} }}"
        )

    def variadic(self):
        name, side = self.chance.name("t"), self.side()
        head = self.qualifiers(side)
        self.add(f"{name}({{}}, {{}}, 3u)", 2, side)
        return self.chance.pick(
            f"template <class... Ts> {head} unsigned {name}(Ts... ts) {{ return (0u + ... + unsigned(ts)) + sizeof...(Ts); }}",
            f"template <unsigned... Ns, class... Ts> {head} unsigned {name}(Ts&&... ts)"
            f" {{ unsigned r = (1u + ... + Ns); ((r = r * 31u + ts), ...); return r; }}",
            f"{head} unsigned {name}(unsigned a) {{ return a; }}\n"
            f"template <class T, class... Ts> {head} unsigned {name}(T a, Ts... ts) {{ return a ^ {name}(ts...) << 1; }}",
        )

    def by_macro(self):
        macro, name, side = self.chance.name("MAKE"), self.chance.name("f"), self.side()
        head = self.qualifiers(side)
        value = self.expression(Context(side, ["a", "b"], [], 1))
        self.add(f"{name}_one({{}}, {{}})", 2, side)
        self.add(f"{name}_two({{}}, {{}})", 2, side)
        return self.chance.pick(
            f"#define {macro}{self.suffix}(NAME, OP) {head} unsigned {name}_##NAME(unsigned a, unsigned b) {{ return (a OP b) ^ {value}; }}\n"
            f"{macro}{self.suffix}(one, +) {macro}{self.suffix}(two, *)\n",
            f"#define {macro}{self.suffix}(NAME, ...) \\\n  {head} unsigned NAME(unsigned a, unsigned b) {{ \\\n    __VA_ARGS__; \\\n  }}\n"
            f"{macro}{self.suffix}({name}_one, a += b; return a)\n{macro}{self.suffix}({name}_two, return {value})\n",
            f"#define {macro}{self.suffix} {{\n#define {macro}_{self.suffix} }}\n{head} unsigned {name}_one(unsigned a, unsigned b) "
            f"{macro}{self.suffix} return {value}; {macro}_{self.suffix}\n{head} unsigned {name}_two(unsigned a, unsigned b)"
            f" {macro}{self.suffix} if (a > b) {macro}{self.suffix} a = 1; {macro}_{self.suffix} return a; {macro}_{self.suffix}\n",
        )

    def method(self):
        name, side = self.chance.name("S"), self.side()
        sides = " ".join(QUALIFIERS[side])
        bodies = [self.body(side, "a") for _ in range(3)]
        self.add(f"{name}{{{{{{}}}}}}.get({{}})", 2, side)
        self.add(f"{name}::of({{}})", 1, side)
        self.add(f"{name}::Inner::of({{}})", 1, side)
        key = self.chance.pick("struct", "struct __align__(8)", "struct alignas(16)")
        inner = f"struct Inner {{ static {sides} unsigned of(unsigned a) {{ {bodies[2]} }} }};"
        if self.chance.some(40):
            return (
                f"{key} {name} {{\nunsigned value;\n{sides} unsigned get(unsigned) const;\n"
                f"{sides} static unsigned of(unsigned a);\n{inner} }};\n"
                f"{sides} inline unsigned {name}::get(unsigned a) const {{ {bodies[0]} }}\n"
                f"inline {sides} unsigned {name}::of(unsigned a)\n{{ {bodies[1]} }}"
            )
        get = self.chance.pick(
            "unsigned get(unsigned a) const", "auto get(unsigned a) const noexcept -> unsigned"
        )
        return (
            f"{key} {name}\n{{\n  unsigned value = 3;\n  {sides} explicit {name}(unsigned v) : value(v), more{{v + 1}} {{ value ^= more; }}\n"
            f"  {sides} {get} {{ a ^= value; {bodies[0]} }}\n"
            f"  static {sides} unsigned of(unsigned a) {{ {bodies[1]} }} {inner}\nprivate: unsigned more; }};"
        )

    def operators(self):
        name, side = self.chance.name("O"), self.side()
        sides = " ".join(QUALIFIERS[side])
        shift, value = self.chance.pick("<<", ">>"), self.expression(
            Context(side, ["a", "v"], [], 1), 1
        )
        self.add(f"({name}{{{{{{}}}}}} {shift} {{}} {shift} 3u).v", 2, side)
        self.add(f"unsigned({name}{{{{{{}}}}}} < {name}{{{{{{}}}}}})", 2, side)
        self.add(f"{name}{{{{{{}}}}}}({{}})[{{}}]", 3, side)
        self.add(f"unsigned({name}{{{{{{}}}}}})", 1, side)
        return (
            f"struct {name} {{ unsigned v;\n{sides} {name} operator{shift}(unsigned a) const {{ return {name}{{{value}}}; }}\n"
            f"{sides} bool operator<({name} o) const {{ return v < o.v; }} {sides} bool operator>(const {name}& o) const {{ return v > o.v; }}\n"
            f"{sides} {name} operator()(unsigned a) const {{ return {{a ^ v}}; }} {sides} unsigned operator[](unsigned a) const {{ return a * v; }}\n"
            f"{sides} explicit operator unsigned() const {{ return v + 1; }} {sides} {name}& operator<<=(unsigned a) {{ v <<= a & 7u; return *this; }} }};"
        )

    def partial(self):
        name, side = self.chance.name("P"), self.side()
        sides = " ".join(QUALIFIERS[side])
        bodies = [self.body(side, "a", count=1) for _ in range(3)]
        self.add(f"{name}<unsigned, 3>::of({{}})", 1, side)
        self.add(f"{name}<Box<Box<unsigned>>, 2>::of({{}})", 1, side)
        self.add(f"{name}<Box<int>>().with<Box<Box<int>>>({{}})", 1, side)
        return (
            f"template <class T, unsigned N = 4> struct {name} {{ static {sides} unsigned of(unsigned a) {{ a += N; {bodies[0]} }}\n"
            f"template <class U> {sides} unsigned with(unsigned a) const {{ return a + sizeof(U); }} }};\n"
            f"template <class T> struct {name}<T, (3 > 2) + 2> {{ {sides} static unsigned of(unsigned a) {{ {bodies[1]} }} }};\n"
            f"template <template <class> class C, class T, unsigned N> struct {name}<C<C<T>>, N> {{ static {sides} unsigned of(unsigned a); }};\n"
            f"template <template <class> class C, class T, unsigned N> {sides} unsigned {name}<C<C<T>>, N>::of(unsigned a) {{ {bodies[2]} }}"
        )

    def in_namespaces(self):
        name, side = self.chance.name("f"), self.side()
        outer, inner = self.chance.name("n"), self.chance.name("n")
        head, body = self.qualifiers(side), self.body(side, "a")
        function = f"{head} unsigned {name}(unsigned a) {{ {body} }}"
        text, call = self.chance.pick(
            (f"namespace {outer}::{inner} {{ {function} }}", f"{outer}::{inner}::{name}"),
            (f"namespace {{ namespace {inner} {{\n{function}\n}} }}", f"{inner}::{name}"),
            (
                f"namespace {outer} {{ inline namespace {inner}\n{{ {function} }} }}\nusing {outer}::{name};",
                name,
            ),
            (
                f"namespace {outer} {{ namespace {inner} {{ {function} }} }}\nnamespace {outer}_ = {outer}::{inner};",
                f"{outer}_::{name}",
            ),
            (f"namespace {outer} {{ {function} }}\nusing namespace {outer};", name),
        )
        self.add(f"{call}({{}})", 1, side)
        return text

    def enumeration(self):
        name, function, side = self.chance.name("E"), self.chance.name("f"), self.side()
        head = self.qualifiers(side)
        bodies = [self.body(side, "a", count=1) for _ in range(2)]
        self.add(f"{function}({name}({{}} % 3u), {{}})", 2, side)
        return (
            f"enum class {name} : unsigned {{ kOne, kTwo = (2 > 1) ? 1 : 7, kThree }};\n"
            f"{head} unsigned {function}({name} e, unsigned a)\n{{ switch (e) {{ case {name}::kOne: {{ {bodies[0]} }}\n"
            f"case {name}::kTwo: return a << 1; default: break; }}\n{bodies[1]} }}"
        )

    def sfinae(self):
        name, side = self.chance.name("t"), self.side()
        head = self.qualifiers(side)
        bodies = [self.body(side, "a", count=1) for _ in range(2)]
        self.add(f"{name}<1>({{}})", 1, side)
        self.add(f"{name}<(9 > 2) + 5>({{}})", 1, side)
        return (
            f"template <unsigned N> {head} std::enable_if_t<(N > 2), unsigned> {name}(unsigned a) {{ {bodies[0]} }}\n"
            f"template <unsigned N, std::enable_if_t<(N <= 2), int> = 0> {head} unsigned {name}(unsigned a) {{ {bodies[1]} }}"
        )

    def pointer_result(self):
        name, side = self.chance.name("f"), self.side()
        sides = " ".join(QUALIFIERS[side])
        body = self.body(side, "a")
        value = self.expression(Context(side, ["a"], [], 1), 1)
        self.add(f"{name}({{}})({{}})", 2, side)
        return (
            f"{sides} inline unsigned {name}_one(unsigned a) {{ {body} }}\n{sides} inline unsigned {name}_two(unsigned a) {{ return {value}; }}\n"
            f"{sides} inline unsigned (*{name}(unsigned k))(unsigned) {{ return k & 1u ? &{name}_one : {name}_two; }}"
        )

    def virtual(self):
        name, side = self.chance.name("V"), self.side()
        sides = " ".join(QUALIFIERS[side])
        body = self.body(side, "a")
        self.add(f"{name}_({{}}).get({{}})", 2, side)
        return (
            f"struct {name} {{ {sides} virtual unsigned get(unsigned) const = 0; {sides} virtual ~{name}() {{}} }};\n"
            f"struct {name}_ final : public {name} {{ unsigned v; {sides} {name}_(unsigned a) : {name}{{}}, v{{a}} {{}}\n"
            f"{sides} unsigned get(unsigned a) const override {{ a ^= v; {body} }} }};"
        )

    def friend(self):
        name, side = self.chance.name("F"), self.side()
        sides = " ".join(QUALIFIERS[side])
        value = self.expression(Context(side, ["a"], [], 1), 1)
        self.add(f"mix({name}({{}}), {{}})", 2, side)
        self.add(f"({name}({{}}) >> {name}({{}}))", 2, side)
        return (
            f"class {name} {{ unsigned v; public: {sides} {name}(unsigned a) : v(a) {{}}\n"
            f"{sides} friend unsigned mix({name} f, unsigned a) {{ return f.v ^ {value}; }}\n"
            f"friend {sides} unsigned operator>>({name} f, {name} g); }};\n"
            f"{sides} inline unsigned operator>>({name} f, {name} g) {{ return f.v * 3u + g.v; }}"
        )

    def constant(self):
        name, side = self.chance.name("c"), "both"
        self.add(f"{name}({{}})", 1, side)
        self.add(f"std::integral_constant<unsigned, {name}(7)>::value", 0, side)
        return self.chance.pick(
            f"__host__ __device__ constexpr unsigned {name}(unsigned a) {{ return a * 5u >> 1; }}",
            f"constexpr __device__ __host__ unsigned {name}(unsigned a) {{ if (a > 3) {{ return a; }} return a + 1; }}",
            f"__device__ constexpr inline __host__ unsigned {name}(unsigned a) {{ constexpr unsigned table[] = {{1, 2, 3}};"
            f" unsigned r = 0; for (unsigned i = 0; i < 3; ++i) {{ r += table[i] ^ a; }} return r; }}",
        )
