// Tests of reading PTX and of the calls that it becomes.
#include <string>

#include "check.h"
#include "torchada/ptx/language.h"
#include "torchada/ptx/translate.h"

namespace {

using namespace torchada::ptx;

AsmText statement(const std::string& text, int outputs, int inputs) {
  AsmText result;
  result.text = text;
  for (int i = 0; i < outputs + inputs; ++i) {
    result.operands.push_back({i == 0 ? "first" : "", i < outputs ? "=r" : "r", i < outputs});
  }
  return result;
}

std::string plain(const std::string& text, int outputs, int inputs) {
  const Translation done = translate(statement(text, outputs, inputs));
  if (!done.is_plain) return done.problem.empty() ? "not plain" : done.problem;
  std::string joined;
  for (const std::string& piece : done.pieces) joined += (joined.empty() ? "" : "#") + piece;
  return joined;
}

std::string block(const std::string& text, int outputs, int inputs) {
  const Translation done = translate(statement(text, outputs, inputs));
  std::string code = done.problem.empty() ? done.code : done.group + ": " + done.problem;
  const std::string space = "::torchada::ptx::";
  for (std::size_t at = 0; (at = code.find(space)) != std::string::npos;)
    code.erase(at, space.size());
  return code;
}

TEST(one_instruction_is_one_call) {
  CHECK(plain("lop3.b32 %0, %1, %2, %3, 0xea;", 1, 3) ==
        "::torchada::ptx::lop3<>(#, #, #, #, 0xeaU)");
  CHECK(plain("membar.gl", 0, 0) == "::torchada::ptx::membar<::torchada::ptx::_gl>()");
  CHECK(block("mov.u32 %[first], %%laneid;", 1, 0) == "mov<_u32>(ptx_0, laneid()); ");
  CHECK(block("cvt.rn.f16x2.f32 %0, %1, %2;", 1, 2) ==
        "cvt<_rn, _f16x2, _f32>(ptx_0, ptx_1, ptx_2); ");
}

TEST(operands_out_of_order_are_no_plain_call) {
  CHECK(!translate(statement("sub.s32 %0, %2, %1;", 1, 2)).is_plain);
  CHECK(!translate(statement("add.s32 %0, %0, %1;", 1, 1)).is_plain);
  CHECK(!translate(statement("add.s32 %0, %1, 1;", 1, 2)).is_plain);
}

TEST(vectors_addresses_and_hints) {
  CHECK(block("ld.global.nc.L1::no_allocate.L2::128B.v2.u32 {%0, %1}, [%2 + 16];", 2, 1) ==
        "ld<_global, _u32>(vec(ptx_0, ptx_1), offset(ptx_2, 16)); ");
  CHECK(block("ld.global.L2::cache_hint.b32 %0, [%1], %2;", 1, 2) ==
        "ld<_global, _b32>(ptx_0, ptx_1); ");
  CHECK(block("ldmatrix.sync.aligned.x2.m8n8.trans.shared.b16 {%0,%1}, [%2];", 2, 1) ==
        "ldmatrix_sync<_trans>(vec(ptx_0, ptx_1), ptx_2); ");
}

TEST(registers_predicates_and_scopes) {
  CHECK(block("{ .reg .pred p; setp.ne.b32 p, %1, 0; @!p mov.u32 %0, 1; }", 1, 1) ==
        "bool ptx_p{}; setp<_ne, _b32>(ptx_p, ptx_1, 0); if (!ptx_p) mov<_u32>(ptx_0, 1); ");
  CHECK(
      block(".reg .b32 r<2>; mov.u32 r1, %1; { .reg .b16 r1; cvt.u16.u32 r1, %1; } mov.u32 %0, r1;",
            1, 1) ==
      "::std::uint32_t ptx_r1{}; ::std::uint16_t ptx_r1_1{}; mov<_u32>(ptx_r1, ptx_1); "
      "cvt<_u16, _u32>(ptx_r1_1, ptx_1); mov<_u32>(ptx_0, ptx_r1); ");
  CHECK(block("shfl.sync.bfly.b32 %0|p, %1, 1, 31, -1;", 1, 1) ==
        "syntax: the register p is not declared");
}

TEST(labels_are_cases) {
  CHECK(
      block("{ .reg .pred p; L: setp.eq.u32 p, %1, 1; @p bra.uni L; }", 0, 2) ==
      "bool ptx_p{}; for (int ptx_at = 0; ptx_at >= 0;) { switch (ptx_at) { case 0: "
      "[[fallthrough]]; "
      "case 1:; setp<_eq, _u32>(ptx_p, ptx_1, 1); if (ptx_p) { ptx_at = 1; continue; } } ptx_at = "
      "-1; } ");
}

TEST(an_operand_is_a_hint_only_where_a_word_says_so) {
  CHECK(block("cp.async.cg.shared.global [%0], [%1], 16, %2;", 0, 3) ==
        "cp_async<>(ptx_0, ptx_1, 16, ptx_2); ");
  CHECK(block("cp.async.cg.shared.global.L2::cache_hint [%0], [%1], 16, %2;", 0, 3) ==
        "cp_async<>(ptx_0, ptx_1, 16); ");
  CHECK(block("cp.async.cg.shared.global.L2::cache_hint [%0], [%1], 16, %2, %3;", 0, 4) ==
        "cp_async<>(ptx_0, ptx_1, 16, ptx_2); ");
}

TEST(registers_of_one_name_in_two_scopes) {
  const std::string code =
      block("{.reg .u32 t, t_1; {.reg .u32 t; mov.u32 t, 1;} mov.u32 t, t_1;}", 0, 0);
  CHECK(code.find("uint32_t ptx_t_1{}") == code.rfind("uint32_t ptx_t_1{}"));
  CHECK(code.find("uint32_t ptx_t_2{}") != std::string::npos);
}

TEST(what_is_refused_has_a_group_and_a_reason) {
  CHECK(block("tcgen05.wait::st.sync.aligned;", 0, 0).substr(0, 9) == "tcgen05: ");
  const char* const tensor =
      "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];";
  CHECK(block(tensor, 0, 4).substr(0, 5) == "tma: ");
  CHECK(block("ld.u32 %0, [%1, {%1}];", 1, 1).substr(0, 9) == "unknown: ");
  const char* const several = "multimem.red.relaxed.sys.global.add.u32 [%0], %1;";
  CHECK(block(several, 0, 2).substr(0, 9) == "cluster: ");
  CHECK(block("frobnicate.u32 %0, %1;", 1, 1) == "unknown: the instruction is not known");
  CHECK(block("add.q32 %0, %1, %1;", 1, 1) ==
        "unknown: these words or operands are not known of the instruction");
  CHECK(block("add.u32 %0, %1, %4;", 1, 1) == "syntax: there is no such operand, before `%4;`");
  CHECK(block("{ add.u32 %0, %1, %1;", 1, 1) == "syntax: `{` without `}`, before ``");
  CHECK(block("add.u32 %1, %0, %0;", 1, 1) == "syntax: an input is written");
  CHECK(block("addc.u32 %0, %1, %1;", 1, 1) == "carry: the carry comes from another statement");
  CHECK(block("isspacep.shared %0, %1;", 1, 1).substr(0, 9) == "unknown: ");
  CHECK(block("add.cc.u32 %0, %1, %1;", 1, 1) == "carry: the carry is for another statement");
  CHECK(block("add.f16 %0, %1, 1.5;", 1, 1).substr(0, 7) == "syntax:");
}

TEST(what_has_a_meaning_without_the_hardware_is_translated) {
  CHECK(block("cp.async.bulk.commit_group;", 0, 0) == "cp_async_bulk_commit_group<>(); ");
  CHECK(block("barrier.cluster.wait.aligned;", 0, 0) == "barrier_cluster_wait<>(); ");
  CHECK(block("st.shared::cluster.u32 [%0], %1;", 0, 2) ==
        "st<_shared_cluster, _u32>(ptx_0, ptx_1); ");
}

TEST(a_percent_sign_is_a_part_of_a_name) {
  CHECK(block("{.reg .b32 %%a, a; mov.b32 %%a, %1; mov.b32 a, 7; mov.b32 %0, %%a;}", 1, 1) ==
        "::std::uint32_t ptx_a{}; ::std::uint32_t ptx_a_1{}; mov<_b32>(ptx_a, ptx_1); "
        "mov<_b32>(ptx_a_1, 7); mov<_b32>(ptx_0, ptx_a); ");
  CHECK(block("{.reg .b32 %%a; mov.b32 a, %1;}", 0, 2) == "syntax: the register a is not declared");
  CHECK(block("{.reg .b32 %%r<3>; mov.b32 %%r2, 1;}", 0, 0) ==
        "::std::uint32_t ptx_r2{}; mov<_b32>(ptx_r2, 1); ");
  CHECK(block("{.reg .b32 a; .reg .u32 a;}", 0, 0) == "syntax: the register a is declared twice");
}

TEST(names_of_operands_are_free) {
  CHECK(free_prefix({"(a)", "(b_ptx_0)"}) == "ptx_");
  CHECK(free_prefix({"(ptx_0 + 1)", "(ptx1_2)"}) == "ptx2_");
  AsmText text = statement("{.reg .b32 t; mov.u32 t, %1; mov.u32 %0, t;}", 1, 1);
  text.variables = "ptx1_";
  CHECK(translate(text).code.find("mov<::torchada::ptx::_u32>(ptx1_0, ptx1_t)") !=
        std::string::npos);
}

TEST(constants_have_64_bits) {
  const auto number = [](const std::string& text) {
    const std::string code = block("{.reg .b64 t; mov.b64 t, " + text + ";}", 1, 0);
    const std::size_t begin = code.find(", ");
    return begin == std::string::npos ? code : code.substr(begin + 2, code.find(");") - begin - 2);
  };
  CHECK(number("(1 << 4) | 3") == "19" && number("~5") == "-6" && number("5*4") == "20");
  CHECK(number("0b101") == "0b101U" && number("0x1FU") == "0x1FU" && number("017") == "017");
  CHECK(number("-0x10") == "-16" && number("- 1") == "-1" && number("!0") == "1");
  CHECK(number("0xFFFFFFFFFFFFFFFF >> 60") == "15" && number("-8 >> 1") == "-4");
  CHECK(number("1 + 2 * 3 == 7 ? 4 : 5") == "4" && number("7 %% 4 - (.s64)1") == "2");
  CHECK(number("18446744073709551615") == "18446744073709551615ULL");
  CHECK(number("WARP_SZ - 1") == "31");
  CHECK(number("-0f3F800000") == "-::torchada::ptx::f32_of_bits(0x3F800000U)" ||
        number("-0f3F800000") == "-f32_of_bits(0x3F800000U)");
  for (const char* const wrong : {"08", "0xg", "1 +", "(1", "1 / 0", "1 << 64", "0b2", "1.5 + 1"})
    CHECK(block("mov.b64 %0, " + std::string(wrong) + ";", 1, 0).substr(0, 7) == "syntax:");
  CHECK(block("ld.u32 %0, [%1 + (4 * 2)];", 1, 1) == "ld<_u32>(ptx_0, offset(ptx_1, 8)); ");
}

TEST(what_is_too_deep_is_refused) {
  for (const std::string open : {"(", "{", "-", "!", "[", "1?"}) {
    std::string text = "mov.b64 %0, ";
    for (int i = 0; i < 100000; ++i) text += open;
    CHECK(block(text, 1, 0).substr(0, 7) == "syntax:");
  }
}

TEST(vectors_of_registers_and_of_numbers) {
  CHECK(block("{.reg .v2 .f32 v; ld.v2.f32 v, [%1]; mov.f32 %0, v.y;}", 1, 1) ==
        "float ptx_v_x{}; float ptx_v_y{}; ld<_f32>(vec(ptx_v_x, ptx_v_y), ptx_1); "
        "mov<_f32>(ptx_0, ptx_v_y); ");
  CHECK(block("{.reg .v2 .f32 v; mov.f32 %0, v.z;}", 1, 0).substr(0, 7) == "syntax:");
  CHECK(block("{.reg .b64 t; mov.b64 t, {%1, 1};}", 1, 1) ==
        "::std::uint64_t ptx_t{}; mov<_b64>(ptx_t, vec(ptx_1, 1)); ");
}

// The refusal of a statement whose operands have these constraints, outputs first; empty where it is taken.
std::string problem(const std::string& text, const std::vector<std::string_view>& constraints) {
  AsmText one;
  one.text = text;
  for (const std::string_view constraint : constraints)
    one.operands.push_back({"", constraint, constraint[0] == '=' || constraint[0] == '+'});
  return translate(one).problem;
}

TEST(registers_have_the_size_of_the_type) {
  CHECK(problem("add.u32 %0, %1, %2;", {"=r", "r", "l"}) ==
        "the operand %2 has 64 bits where the instruction takes 32");
  CHECK(problem("mov.b32 %0, %1;", {"=r", "h"}) ==
        "the operand %1 has 16 bits where the instruction takes 32");
  CHECK(problem("add.u32 %0, %1, 1;", {"=f", "r"}) ==
        "the operand %0 is a register of floating point");
  CHECK(problem("{.reg .b16 t; mov.b32 t, %0;}", {"r"}) ==
        "the operand t has 16 bits where the instruction takes 32");
  CHECK(problem("selp.b32 %0, %1, 1, %2;", {"=r", "r", "r"}) == "the operand %2 is no predicate");
  CHECK(problem("@%0 trap;", {"r"}) == "the operand %0 is no predicate");
  CHECK(problem("@p trap;", {}) == "the register p is not declared");
  CHECK(problem("{.reg .pred p; add.u32 %0, p, 1;}", {"=r"}) == "the operand p is a predicate");
  CHECK(problem("lop3.b32 %0, %0, %0, %0, %1;", {"+r", "r"}) ==
        "the operand %1 is no number that is known to the compiler");
  CHECK(problem("ld.global.u32 %0, [%1];", {"=r", "d"}) == "the operand %1 is no address");
  CHECK(problem("ld.v2.u32 {%0, %1}, [%2];", {"=r", "=l", "l"}) == "registers of several sizes");
  for (const char* const wrong : {"shl.b64 %0, %1, %2;", "popc.b64 %0, %1;", "st.u32 [%0], %3;"})
    CHECK(!problem(wrong, {"=l", "l", "l", "h"}).empty());
}

TEST(registers_may_be_larger_in_loads_stores_and_conversions) {
  CHECK(problem("ld.global.u8 %0, [%1];", {"=r", "l"}).empty());
  CHECK(problem("st.global.u32 [%0], %1;", {"l", "l"}).empty());
  CHECK(problem("cvt.u8.u32 %0, %1;", {"=r", "l"}).empty());
  CHECK(problem("add.f32 %0, %1, %2;", {"=r", "r", "f"}).empty());
  CHECK(problem("mul.wide.u32 %0, %1, %2;", {"=l", "r", "n"}).empty());
  CHECK(problem("shl.b64 %0, %1, %2;", {"=l", "l", "r"}).empty());
  CHECK(problem("mov.b64 %0, {%1, %2};", {"=d", "r", "f"}).empty());
  CHECK(problem("add.u32 %0, %1, 1;", {"=r", "0"}).empty());
}

TEST(sums_are_addresses_only_in_brackets) {
  CHECK(block("ld.u32 %0, [%1+1];", 1, 1) == "ld<_u32>(ptx_0, offset(ptx_1, 1)); ");
  CHECK(problem("ld.u32 %0, %1+1;", {"=r", "l"}) ==
        "a sum is an operand only in brackets, before `+1;`");
  CHECK(problem("add.s32 %0, %1, -1;", {"=r", "r"}).empty());
}

TEST(approximate_doubles_and_128_bits) {
  for (const char* const right : {"rcp.approx.ftz", "rsqrt.approx.ftz", "rsqrt.approx"})
    CHECK(problem(std::string(right) + ".f64 %0, %0;", {"+d"}).empty());
  CHECK(!problem("rcp.approx.f64 %0, %0;", {"+d"}).empty());
  CHECK(problem("atom.acquire.gpu.global.exch.b128 %0, [%1], %0;", {"+q", "l"}) ==
        "MUSA has no atomic operations of 128 bits");
}

TEST(conversions_round_where_they_have_to) {
  for (const char* const wrong :
       {"cvt.u32.f32", "cvt.rn.u32.f32", "cvt.f32.u32", "cvt.rni.f32.u32", "cvt.rn.f32.f32",
        "cvt.rni.u32.s32", "cvt.ftz.u32.s32", "cvt.sat.u32.u32"}) {
    CHECK(!problem(std::string(wrong) + " %0, %1;", {"=r", "r"}).empty());
  }
  for (const char* const right : {"cvt.rzi.u32.f32", "cvt.rn.f32.u32", "cvt.rni.ftz.f32.f32",
                                  "cvt.sat.u32.s32", "cvt.u32.s32", "cvt.rn.ftz.sat.f16.f32"}) {
    CHECK(problem(std::string(right) + " %0, %1;", {"=r", "r"}).empty());
  }
  CHECK(!problem("cvt.f16.f32 %0, %1;", {"=h", "f"}).empty());
  CHECK(!problem("cvt.f32.f64 %0, %1;", {"=f", "d"}).empty());
  CHECK(problem("cvt.f64.f32 %0, %1;", {"=d", "f"}).empty());
  CHECK(problem("cvt.f32.f16 %0, %1;", {"=f", "h"}).empty());
}

TEST(numbers_are_in_the_range_of_the_instruction) {
  CHECK(problem("bar.sync 17;", {}) == "the number 17 where the instruction takes 0 to 15");
  CHECK(problem("bar.sync 1, 33;", {}) ==
        "the number 33 where the instruction takes 0 to 2147483648, multiples of 32");
  CHECK(problem("barrier.cta.arrive 16, 32;", {}).size() > 1);
  CHECK(problem("bar.sync 15, 64;", {}).empty());
  CHECK(problem("cp.async.cg.shared.global [%0], [%1], 8;", {"r", "l"}) ==
        "a copy of 8 bytes: .cg takes 16, .ca 4, 8 and 16");
  CHECK(!problem("cp.async.ca.shared.global [%0], [%1], 4, 8;", {"r", "l"}).empty());
  CHECK(problem("cp.async.ca.shared.global [%0], [%1], 8, 0x0;", {"r", "l"}).empty());
  CHECK(!problem("setmaxnreg.inc.sync.aligned.u32 28;", {}).empty());
  CHECK(!problem("bfe.u32 %0, %0, 256, 1;", {"+r"}).empty());
  CHECK(problem("bfe.u32 %0, %0, 0b11, 1;", {"+r"}).empty());
}

TEST(numbers_and_counts_fit_the_words) {
  for (const char* const wrong :
       {"add.f32 %0, %1, 1;", "mov.b32 %0, 1.5;", "ld.v2.u32 %0, [%1];", "ld.u32 {%0, %0}, [%1];",
        "ld.v2.u32 {%0, %0, %0}, [%1];", "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %0}, [%1];",
        "add.u32 %0, %1, -%1;", "ld.u32 %0, [%1+%1];"})
    CHECK(block(wrong, 1, 1).substr(0, 7) == "syntax:");
  CHECK(block("ld.u32 %0, [%1+4, %1];", 1, 1).substr(0, 8) == "unknown:");
  CHECK(block("add.u32 %0, %1, -", 1, 1).substr(0, 7) == "syntax:");
  CHECK(block("add.f32 %0, %1, 0;", 1, 1) == "add<_f32>(ptx_0, ptx_1, 0); ");
  AsmText text = statement("add.u32 %0, %1, -%2; ld.u32 %0, [%1+%2];", 1, 2);
  text.operands[2].constraint = "n";
  CHECK(translate(text).code.find("-static_cast<long long>(ptx_2)") != std::string::npos);
}

TEST(an_input_in_the_register_of_an_output) {
  AsmText text = statement("add.u32 %0, %1, %2;", 1, 2);
  text.operands[1].constraint = "0";
  CHECK(translate(text).code ==
        "::torchada::ptx::mov<::torchada::ptx::_b32>(ptx_0, ptx_1); "
        "::torchada::ptx::add<::torchada::ptx::_u32>(ptx_0, ptx_0, ptx_2); ");
  text.operands[1].constraint = "2";
  CHECK(translate(text).problem == "the constraint \"2\" is not known");
  text.operands[1].constraint = "=r";
  CHECK(translate(text).problem == "the constraint \"=r\" is not known");
}

TEST(labels_belong_to_their_scope) {
  const std::string code = block("{L: bra L;} {L: bra L;}", 0, 0);
  CHECK(code.find("ptx_at = 1; continue") != std::string::npos);
  CHECK(code.find("ptx_at = 2; continue") != std::string::npos);
  CHECK(block("{L: bra L;} bra L;", 0, 0) == "syntax: the label of `bra` is not there");
  CHECK(block("L: {bra L;}", 0, 0).find("ptx_at = 1") != std::string::npos);
}

TEST(assembly_of_other_machines) {
  const auto of = [](std::string_view text, std::vector<std::string_view> constraints = {},
                     std::vector<std::string_view> clobbers = {}) {
    return language_of(text, constraints, clobbers);
  };
  for (const char* const text : {"rdtsc", "rep; nop", ".intel_syntax noprefix", "movl $1, %0",
                                 "mov %%rbx, %1", "mrs %0, cntvct_el0", "# comment", "0: nop"})
    CHECK(of(text) == Language::kCpu);
  CHECK(of("xgetbv", {"=a", "=d"}) == Language::kCpu && of("", {}, {"rax"}) == Language::kCpu);
  CHECK(of("v_add_f32 %0, %1") == Language::kAmd && of("x %0", {"=v"}) == Language::kAmd);
  for (const char* const text : {"frobnicate.u32 %0, %1;", "@p bra L;", ".reg .pred p;", "exit;",
                                 "L: add.q32 %0, 1;", "{ mov.u32 %0, %%laneid; }"})
    CHECK(of(text, {"=r"}, {"memory"}) == Language::kPtx);
}

TEST(barriers_that_reduce_and_matrices_that_a_warp_loads) {
  CHECK(block("{.reg .pred p; bar.red.popc.u32 %0, 1, 64, !p;}", 1, 0) ==
        "bool ptx_p{}; bar_red<_popc>(ptx_0, 1, 64, !ptx_p); ");
  CHECK(block("wmma.load.a.sync.aligned.row.m16n16k16.shared.s8 {%0, %1}, [%2], 16;", 2, 1) ==
        "wmma_load_a_sync<_row, _m16n16k16, _shared, _s8>(vec(ptx_0, ptx_1), ptx_2, 16); ");
  CHECK(block("atom.global.add.noftz.v2.f16x2 {%0, %1}, [%2], {%0, %1};", 2, 1) ==
        "atom_vector<_add, _f16x2>(vec(ptx_0, ptx_1), ptx_2, vec(ptx_0, ptx_1)); ");
  CHECK(block("vadd.s32.u32.u32.min %0, %1, %1, %1;", 1, 1) ==
        "vadd<_s32, _u32, _u32, _min>(ptx_0, ptx_1, ptx_1, ptx_1); ");
  CHECK(block("vadd.u32.u32.u32.min %0, %1, %1, %1;", 1, 1).substr(0, 8) == "unknown:");
  CHECK(block("vadd4.u32.u32.s32.sat %0, %1, %1, %1;", 1, 1) ==
        "vadd4<_u32, _u32, _s32, _sat>(ptx_0, ptx_1, ptx_1, ptx_1); ");
  CHECK(block("{.reg .pred p; lop3.or.b32 _|p, %0, %1, %1, 0x80, p;}", 0, 2) ==
        "bool ptx_p{}; lop3_with<_or>(sink(), ptx_p, ptx_0, ptx_1, ptx_1, 0x80U, ptx_p); ");
}

TEST(a_clobber_of_memory_keeps_the_order) {
  AsmText text = statement("mov.u32 %0, %1;", 1, 1);
  text.clobbers_memory = true;
  const Translation done = translate(text);
  CHECK(!done.is_plain);
  CHECK(done.code.find("keep_order(); ::torchada::ptx::mov") != std::string::npos);
}

}  // namespace

TEST_MAIN()
