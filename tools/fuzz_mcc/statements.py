"""Statements of functions, whichever side runs them."""


class Statements:
    """Each maker returns text, and a context in which what it declared is known."""

    def block(self, context, count):
        """Some statements one after another, and the context behind them."""
        parts = []
        for _ in range(count):
            text, context = self.statement(context)
            parts.append(text)
        return "\n".join(parts), context

    def statement(self, context):
        makers = [self.declaration] * 3 + [self.assignment] * 3
        if context.level < 4:
            makers += [self.if_else, self.if_else, self.loop, self.loop, self.switch, self.nested]
            makers += [self.lambda_, self.local_struct, self.array, self.oddity, self.by_side]
            if context.side == "host":
                makers += [self.try_catch] * 2
        return self.chance.rng.choice(makers)(context)

    def declaration(self, context):
        name = self.chance.name("v")
        value = self.expression(context)
        const = self.chance.some(30)
        text = self.chance.pick(
            f"unsigned {name} = {value};",
            f"auto {name} = {value};",
            f"[[maybe_unused]] unsigned {name} = {value};",
            f"unsigned {name}{{{value}}};",
            f"unsigned {name}(0u + {value}), {name}_ = {name} >> 2;",
            f"alignas(8) unsigned {name} = {value};",
            f"decltype(0u + 1) {name} = {value};",
        )
        if const:
            text = self.chance.pick("const ", "") + f"unsigned {name} = {value};"
        return text, context.inner(name, writable=not const)

    def assignment(self, context):
        value = self.expression(context)
        if not context.writable:
            return f"(void)({value});", context
        name = self.chance.rng.choice(context.writable)
        operator = self.chance.pick("=", "+=", "-=", "^=", "|=", "*=")
        text = self.chance.pick(
            f"{name} {operator} {value};",
            f"{name} >>= 1;",
            f"{name} <<= {value} & 3u;",
            f"({name})++, {name} ^= {value};",
            f"{name} = {{{value}}};",
        )
        return text, context

    def braced(self, context, count=None):
        """What an `if` or a loop governs: a block, or a statement alone."""
        count = count or self.chance.number(1, 3)
        if count == 1 and self.chance.some(40):
            return self.assignment(context.inner())[0]
        text, _ = self.block(context.inner(), count)
        return self.chance.pick(f"{{\n{text}\n}}", f"{{ {text}\n}}", f"\n{{\n{text} }}")

    def if_else(self, context):
        a, b = self.pair(context, 1)
        head = self.chance.pick(
            f"if ({a} < {b})",
            f"if ({a} & 1u)",
            f"if (const unsigned {self.chance.name('t')} = {a}; {b} > 7u)",
            "if constexpr (sizeof(unsigned) > 2)",
            f"if constexpr (If<(2 > 1)>::value > 0)",
        )
        text = f"{head} {self.braced(context)}"
        if self.chance.some(50):
            text += f" else {self.braced(context)}"
            if self.chance.some(30):
                text = f"if ({b} % 3u) {{ {text} }} else if ({a} > {b}) {self.braced(context)}"
        return text, context

    def loop(self, context):
        name = self.chance.name("i")
        count = self.chance.number(1, 4)
        inner = context.inner(name, writable=False)
        body = self.braced(inner)
        values = ", ".join(f"{self.chance.number(0, 50)}u" for _ in range(count))
        array = self.chance.name("a")
        text = self.chance.pick(
            f"for (unsigned {name} = 0; {name} < {count}u; ++{name}) {body}",
            f"\n#pragma unroll {self.chance.pick('', '2', '(3 > 2 ? 2 : 1)')}\nfor (unsigned {name} = 0, {name}_ = {count}; {name} < {name}_; {name} += 1) {body}",
            f"for (unsigned {name} : {{{values}}}) {body}",
            f"{{ const unsigned {array}[] = {{{values}}}; for (const auto& {name} : {array}) {body} }}",
            f"{{ unsigned {name} = {count}; while ({name}-- > 0) {body} }}",
            f"{{ unsigned {name} = 0; do {body} while (++{name} < {count}u); }}",
            f"{{ unsigned {name} = 0; do {body} while (0); (void){name}; }}",
        )
        return text, context

    def switch(self, context):
        a = self.expression(context, 1)
        first, second, third = (self.block(context.inner(), 1)[0] for _ in range(3))
        text = f"switch ({a} % 4u) {{\n"
        text += self.chance.pick(
            f"case 0: {{ {first} break; }}\ncase 1:\ncase 2: {{ {second} }} [[fallthrough]];\ndefault: {{ {third} }}\n",
            f"case 0: case 1: {{ {first} }} break; default: {{ {second} }}\n",
            f"case If<(1 > 0)>::value: {{ {first} break; }} default: break;\n",
            f"default: {{ {third} break; }} case 3: {{ {first} }} }}\nswitch (0) {{ case 0: {{ {second} }}\n",
        )
        return text + "}", context

    def nested(self, context):
        return f"{{ {self.block(context.inner(), 2)[0]} }}", context

    def lambda_(self, context):
        name, parameter = self.chance.name("f"), self.chance.name("p")
        inner = context.inner(parameter, writable=True)
        by_reference = self.chance.some(50)
        if not by_reference:
            inner.writable = [parameter]
        body, behind = self.block(inner, self.chance.number(1, 2))
        value = self.expression(behind, 1)
        head = self.chance.pick(
            f"(unsigned {parameter})",
            f"(auto {parameter}) -> unsigned",
            f"(unsigned {parameter}) mutable",
        )
        capture = "&" if by_reference else "="
        text = f"auto {name} = [{capture}]{head} {{ {body} return {value}; }};"
        result = self.chance.name("v")
        text += f"\nunsigned {result} = {name}({self.leaf(context)}) + {name}(2u);"
        return text, context.inner(result)

    def local_struct(self, context):
        kind, name, member = (self.chance.name(each) for each in ("L", "s", "m"))
        sides = {"device": "__device__", "host": "", "both": "__host__ __device__"}[context.side]
        inner = type(context)(context.side, ["x", member], [member], 2)
        value = self.expression(inner, 1)
        method = self.chance.pick("operator()", "get", "operator<<", "operator>>")
        const = self.chance.pick("", " const", " const noexcept")
        keyword = self.chance.pick("struct", "class", "struct alignas(8)")
        access = "public: " if keyword == "class" else ""
        text = f"{keyword} {kind} {{ {access}unsigned {member}; {sides} unsigned {method}(unsigned x){const} {{ return {value}; }}\n"
        text += (
            self.chance.pick(
                "", f"enum {{ k{kind} = 3 }}; ", "struct { unsigned a : 3, b : 7; } bits; "
            )
            + "};\n"
        )
        argument = self.leaf(context)
        use = {"get": f".get({argument})", "operator()": f"({argument})"}.get(
            method, f" {method[-2:]} {argument}"
        )
        result = self.chance.name("v")
        text += f"{kind} {name}{{{self.leaf(context)}}};\nunsigned {result} = ({name}{use});"
        return text, context.inner(result)

    def array(self, context):
        name, a, b = (self.chance.name(each) for each in "abc")
        x, y = self.pair(context, 1)
        text = self.chance.pick(
            f"unsigned {name}[2] = {{{x}, {y}}}; auto& [{a}_, {b}_] = {name}; unsigned {a} = {a}_, {b} = {b}_;",
            f"Pair {name}{{{x}, {y}}}; auto [{a}_, {b}_] = {name}; unsigned {a} = {a}_, {b} = {b}_;",
            f"static const unsigned {name}[] = {{7, 8, (1 < 2) ? 9 : 3}}; unsigned {a} = {name}[{x} % 3u], {b} = {y};",
            f"unsigned {name}[2][2] = {{{{{x}, {y}}}, {{{y}, 1u}}}}; unsigned {a} = {name}[{x} % 2u][1], {b} = {name}[0][{y} & 1u];",
            f"constexpr unsigned {name}[] = {{1, 5, 9, (2 > 1) ? 4 : 3}}; unsigned {a} = {name}[{x} % 4u], {b} = {name}[{y} % 3u];",
            f"union {{ unsigned all; unsigned char bytes[4]; }} {name}; {name}.all = {x}; unsigned {a} = {name}.bytes[{y} % 4u], {b} = {name}.all;",
            f"struct {{ unsigned low : 5; unsigned : 3; unsigned high : 9; }} {name} = {{{x} & 31u, {y} & 511u}}; unsigned {a} = {name}.low, {b} = {name}.high;",
            f"enum class {name.upper()} : unsigned {{ kA = 3, kB = (4 > 3) ? 8 : 9, }}; unsigned {a} = unsigned({name.upper()}::kB) + {x}, {b} = {y};",
        )
        return text, context.inner(a, b)

    def oddity(self, context):
        name = self.chance.name("o")
        text = self.chance.pick(
            f"unsigned {name} = 1u; // }}\n",
            f"unsigned {name} = 2u; /* {{ k<<<1, 1>>>( */",
            f'constexpr char {name}_[] = "{{<<<\\"}}"; unsigned {name} = unsigned({name}_[{self.leaf(context)} % 4u]);',
            f'constexpr char {name}_[] = R"x(}}>>>(\n{{)x"; unsigned {name} = unsigned({name}_[{self.leaf(context)} % 5u]);',
            f"unsigned {name} = 0; goto {name}_; {name}_: {name} += 2;",
            f"unsigned {name} = 3; {{{{{{ {name} ^= 1; }}}}}};",
            f"using {name}_ = unsigned; {name}_ {name} = {name}_();",
            f"typedef unsigned {name}_[2]; {name}_ {name}__ = {{1, 2}}; unsigned {name} = {name}__[1];",
        )
        return text, context.inner(name)

    def try_catch(self, context):
        first, second = (self.block(context.inner(), 1)[0] for _ in range(2))
        value = self.leaf(context)
        return (
            f"try {{ {first} if ({value} & 1u) throw 3u; }} catch (unsigned) {{ {second} }} catch (...) {{ }}",
            context,
        )
