// Tests of reading PTX and of the calls that it becomes.
#include <string>

#include "check.h"
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
  const std::string space = "torchada::ptx::";
  for (std::size_t at = 0; (at = code.find(space)) != std::string::npos;)
    code.erase(at, space.size());
  return code;
}

TEST(one_instruction_is_one_call) {
  CHECK(plain("lop3.b32 %0, %1, %2, %3, 0xea;", 1, 3) ==
        "torchada::ptx::lop3<>(#, #, #, #, 0xeaU)");
  CHECK(plain("membar.gl", 0, 0) == "torchada::ptx::membar<torchada::ptx::_gl>()");
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
      "std::uint32_t ptx_r1{}; std::uint16_t ptx_r1_1{}; mov<_u32>(ptx_r1, ptx_1); "
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
  CHECK(block("bar.red.popc.u32 %0, 1, p;", 1, 0).substr(0, 13) == "named barrier");
}

TEST(what_has_a_meaning_without_the_hardware_is_translated) {
  CHECK(block("cp.async.bulk.commit_group;", 0, 0) == "cp_async_bulk_commit_group<>(); ");
  CHECK(block("barrier.cluster.wait.aligned;", 0, 0) == "barrier_cluster_wait<>(); ");
  CHECK(block("st.shared::cluster.u32 [%0], %1;", 0, 2) ==
        "st<_shared_cluster, _u32>(ptx_0, ptx_1); ");
}

TEST(a_clobber_of_memory_keeps_the_order) {
  AsmText text = statement("mov.u32 %0, %1;", 1, 1);
  text.clobbers_memory = true;
  const Translation done = translate(text);
  CHECK(!done.is_plain);
  CHECK(done.code.find("keep_order(); torchada::ptx::mov") != std::string::npos);
}

}  // namespace

TEST_MAIN()
