// What instructions of inline assembly become.
#include "mcc/assembly/instruction.h"
#include "mcc/assembly/translate.h"
#include "testing/check.h"

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

TEST(loads_with_hints) {
  EQUAL(code("ld.global.nc.L1::no_allocate.L2::128B.v2.s32 {%0, %1}, [%2];", 3),
        "load<std::int32_t, kWeak>(address($2, 0), $0, $1); ");
  EQUAL(code("ld.L1::no_allocate.global.nc.b64 %0,[%1 + 16];", 2),
        "load<std::uint64_t, kWeak>(address($1, 16), $0); ");
  EQUAL(code("ld.acquire.sys.global.u32 %0, [%1];", 2),
        "load<std::uint32_t, kAcquire>(address($1, 0), $0); ");
}

TEST(stores_fences_and_several_instructions) {
  EQUAL(code("st.global.L1::no_allocate.v4.s32 [%0], {%1,%2,%3,%4};", 5),
        "store<std::int32_t, kWeak>(address($0, 0), $1, $2, $3, $4); ");
  EQUAL(code("membar.sys; st.volatile.global.u32 [%1], %0;", 2),
        "fence(); store<std::uint32_t, kVolatile>(address($1, 0), $0); ");
  EQUAL(code("// a comment\nfence.acq_rel.gpu; /* and ; another */", 0), "fence(); ");
}

TEST(atomics) {
  EQUAL(code("atom.add.release.sys.global.s32 %0, [%1], %2;", 3),
        "atomic<std::int32_t, Add>(address($1, 0), $0, $2); ");
  EQUAL(code("atom.global.cas.b32 %0, [%1], %2, %3;", 4),
        "compare_and_swap<std::uint32_t>(address($1, 0), $0, $2, $3); ");
  EQUAL(code("red.relaxed.gpu.global.add.s32 [%0], %1;", 2),
        "reduce<std::int32_t, Add>(address($0, 0), $1); ");
}

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

TEST(functions_and_registers) {
  EQUAL(code("ex2.approx.ftz.f32 %0, %1;", 2), "exp2<float, true>($0, $1); ");
  EQUAL(code("tanh.approx.f16x2 %0, %1;", 2), "tanh<__half2, false>($0, $1); ");
  EQUAL(code("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;", 3),
        "shuffle<std::uint32_t, Butterfly>($0, $1, $2, 0x1f, 0xffffffff); ");
  EQUAL(code("mov.u32 %0, %%laneid;", 1), "move<std::uint32_t>($0, lane()); ");
  EQUAL(code("mov.u32 %0, %tid.x;", 1),
        "move<std::uint32_t>($0, ::musasim::device::threadIdx.x); ");
}

TEST(arithmetic_and_parts) {
  EQUAL(code("add.f16x2 %0, %1, %2;", 3), "add<__half2>($0, $1, $2); ");
  EQUAL(code("div.rn.f32 %0, %1, %2;", 3), "divide<float>($0, $1, $2); ");
  EQUAL(code("fma.rn.f32 %0, %1, %2, %3;", 4), "multiply_add<float>($0, $1, $2, $3); ");
  EQUAL(code("cvt.rn.f16.f32 %0, %1;", 2), "convert<__half, float>($0, $1); ");
  EQUAL(code("cvt.rn.f16x2.f32 %0, %1, %2;", 3), "convert<__half2, float>($0, $1, $2); ");
  EQUAL(code("mov.b32 %0, {%1, %1};", 2), "pack<std::uint32_t>($0, $1, $1); ");
  EQUAL(code("mov.b32 {%0, %1}, %2;", 3), "unpack<std::uint32_t>($2, $0, $1); ");
}

TEST(operands_have_names) {
  const assembly::Translation translation =
      assembly::translate("ld.global.f32 %[to], [%[from]];", {"to", "from"});
  EQUAL(translation.code, kSpace + "load<float, " + kSpace + "kWeak>(" + kSpace +
                              "address(musasim_operand_1, 0), musasim_operand_0); ");
}

// The whole statement is an error then, and the instruction is named.
TEST(what_is_not_in_the_tables) {
  for (const char* text :
       {"ld.global.nc.L2::cache_hint.s32 %0, [%1], %2;", "ld.global.s32 %0, [%1], %2;",
        "ld.global.v4.s32 {%0, %1}, [%2];", "ld.relaxed.acquire.sys.u32 %0, [%1];",
        "ld.global %0, [%1];", "st.global.u32 [%0], %9;", "wgmma.fence.sync.aligned;",
        "ex2.f32 %0, %1;", "add.f16.f32 %0, %1, %2;", "cvt.rn.f16.f16 %0, %1;",
        "cvt.rz.f16.f32 %0, %1;", "add.sat.f16 %0, %1, %2;", "mov.u32 %0, %nothing;",
        "fence.proxy.async;", "@p bra DONE;", ".reg .pred p;",
        "LOOP:", "LSU.LD.B128 %0, %1, _, 16, R4"}) {
    const assembly::Translation translation = assembly::translate(text, {"", "", ""});
    CHECK(translation.code.empty());
    EQUAL(translation.unknown + ";", std::string(text) + (std::strchr(text, ';') ? "" : ";"));
  }
  EQUAL(code("membar.gl; mma.sync %0;", 1), "mma.sync %0");
}

TEST(effects) {
  CHECK(effect("") == Effect::kNone);
  CHECK(effect("ld.global.nc.s32 %0, [%1];") == Effect::kNone);
  CHECK(effect("ld.volatile.global.s32 %0, [%1];") == Effect::kSees);
  CHECK(effect("red.global.add.u32 [%0], %1;") == Effect::kSees);
  CHECK(effect("membar.gl; shfl.sync.idx.b32 %0, %1, %2, 31, -1;") == Effect::kWaits);
  CHECK(effect("mov.u32 %0, %%laneid;") == Effect::kWaits);
}

TEST_MAIN()
