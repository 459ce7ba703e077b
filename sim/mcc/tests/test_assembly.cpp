// Translations of MUSA's own inline assembly.
#include "check.h"
#include "mcc/assembly/instruction.h"
#include "mcc/assembly/translate.h"

namespace assembly = musasim::mcc::assembly;
using assembly::Effect;

namespace {

const std::string kSpace = "::musasim::device::assembly::";

// Without the namespace, and with short names of operands.
std::string code(const std::string& text, std::size_t operands) {
  const assembly::Translation translation =
      assembly::translate(text, std::vector<std::string>(operands));
  std::string result = translation.code + translation.unknown;
  for (const std::string& word : {kSpace, std::string("musasim_operand_")}) {
    for (std::size_t at; (at = result.find(word)) != std::string::npos;) {
      result.replace(at, word.size(), word == kSpace ? "" : "$");
    }
  }
  return result;
}

Effect effect(const std::string& text) { return assembly::effect_of(text); }

}  // namespace

TEST(musa_s_own_assembly) {
  EQUAL(code(".mtx\nld1.cv.v2 {%0, %1}.s32, [%2].global;", 3),
        "load<std::int32_t, kVolatile>(address($2, 0), $0, $1); ");
  EQUAL(code(".mtx\nst2.release.sys [%0].global, %1.s32;", 2),
        "store<std::int32_t, kRelease>(address($0, 0), $1); ");
  EQUAL(code(".mtx\natom3.release.system.global.add %0.s32, [%1], %2.s32, none;", 3),
        "atomic<std::int32_t, Add>(address($1, 0), $0, $2); ");
  EQUAL(code(".mtx\nmov1 %0.s32, laneid;", 1),
        "move<std::int32_t>($0, ::musasim::device::lane_id()); ");
  EQUAL(code("LSU.LD.B128 %0, %1, _, 16, 1, 1, inner_persist=0, chrnt=l2_l3, slc=byp", 2),
        "load<Bits128, kWeak>(address($1, 0), $0); ");
  EQUAL(code("LSU.ST.B64 %1, %0, _, 8, 1, 1, slc=new", 2),
        "store<std::uint64_t, kWeak>(address($0, 0), $1); ");
  EQUAL(code("LSU.BAR.SLC.NEW", 0), "fence(); ");
  EQUAL(code("LSU.ATOM_32.XCHG %0, %1, slc=byp;", 2),
        "reduce<std::uint32_t, Exchange>(address($0, 0), $1); ");
}

TEST(operands_have_names) {
  const assembly::Translation translation =
      assembly::translate(".mtx\nld1 %[to].f32, [%[from]];", {"to", "from"});
  EQUAL(translation.code, kSpace + "load<float, " + kSpace + "kWeak>(" + kSpace +
                              "address(musasim_operand_1, 0), musasim_operand_0); ");
}

// The whole statement is an error then, and the instruction is named.
TEST(what_is_not_in_the_tables) {
  for (const char* text :
       {"ld1.v4 {%0, %1}.s32, [%2];", "ld1.relaxed.acquire %0.u32, [%1];", "ld1 %0, [%1];",
        "st2 [%0], %9.u32;", "mov1 %0.s32, nothing;", "atom3.release.wg %0.s32, [%1];",
        "@p bra DONE;", "LSU.LD.B128 %0, %1, _, 16, R4"}) {
    const assembly::Translation translation =
        assembly::translate(std::string(".mtx\n") + text, {"", "", ""});
    CHECK(translation.code.empty());
    EQUAL(translation.unknown + ";", std::string(text) + (std::strchr(text, ';') ? "" : ";"));
  }
  EQUAL(code(".mtx\nmbar.acq_rel.gpu; dcvt1.rn %0.s32, %1.f32;", 2), "dcvt1.rn %0.s32, %1.f32");
}

TEST(dialects) {
  CHECK(assembly::is_own(".mtx\nmov1 %0.s32, laneid;"));
  CHECK(assembly::is_own("// a comment\nLSU.BAR.SLC.NEW"));
  for (const char* text : {"", "mov.u32 %0, %1;", "LOOP: bra LOOP;", "{ .reg .pred p; }"}) {
    CHECK(!assembly::is_own(text));
  }
}

TEST(effects) {
  CHECK(effect("") == Effect::kNone);
  CHECK(effect(".mtx\nld1 %0.s32, [%1].global;") == Effect::kNone);
  CHECK(effect(".mtx\nld1.cv %0.s32, [%1].global;") == Effect::kSees);
  CHECK(effect("LSU.ATOM_32.XCHG %0, %1, slc=byp;") == Effect::kSees);
  CHECK(effect(".mtx\nmov1 %0.s32, laneid;") == Effect::kWaits);
}

TEST_MAIN()
