// The conversions that reductions use, against those of the platform's number types.
#include "machine/collective/numbers.h"

#include "check.h"
#include "mccl/tests/reference.h"

using musasim::collective::Bfloat16;
using musasim::collective::Float8E4M3;
using musasim::collective::Float8E5M2;
using musasim::collective::float_of_bits;
using musasim::collective::Half;

namespace {

bool same(float a, float b) { return a == b || (a != a && b != b); }

template <class Ours, class Theirs>
int differing_codes(int codes) {
  int different = 0;
  for (int code = 0; code < codes; ++code) {
    Ours ours{};
    Theirs theirs{};
    std::memcpy(&ours, &code, sizeof ours);
    std::memcpy(&theirs, &code, sizeof theirs);
    different += same(Ours::get(ours), reference::to_float(theirs)) ? 0 : 1;
  }
  return different;
}

// A sample of all floats, NaN aside (any NaN will do there).
template <class Ours, class Theirs>
int differing_floats() {
  int different = 0;
  for (std::uint64_t bits = 0; bits <= 0xffffffffu; bits += 9973) {
    const float value = float_of_bits(static_cast<std::uint32_t>(bits));
    const Ours ours = Ours::set(value);
    const Theirs theirs = reference::from_float<Theirs>(value);
    different += value != value || std::memcmp(&ours, &theirs, sizeof ours) == 0 ? 0 : 1;
  }
  return different;
}

}  // namespace

TEST(every_code_means_the_same_number) {
  EQUAL((differing_codes<Half, __half>(65536)), 0);
  EQUAL((differing_codes<Bfloat16, __mt_bfloat16>(65536)), 0);
  EQUAL((differing_codes<Float8E4M3, reference::Fp8E4M3>(256)), 0);
  EQUAL((differing_codes<Float8E5M2, reference::Fp8E5M2>(256)), 0);
}

TEST(floats_are_rounded_to_the_same_code) {
  EQUAL((differing_floats<Half, __half>()), 0);
  EQUAL((differing_floats<Bfloat16, __mt_bfloat16>()), 0);
  EQUAL((differing_floats<Float8E4M3, reference::Fp8E4M3>()), 0);
  EQUAL((differing_floats<Float8E5M2, reference::Fp8E5M2>()), 0);
}

TEST_MAIN()
