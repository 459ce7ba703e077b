// The __shared__ variables that checks know, and what is wrong with an address beside them.
#include "check.h"
#include "kernel_runtime/check/shared_references.h"
#include "kernel_runtime/check/shared_variables.h"
#include "musasim/device/shared_guard.h"

using namespace musasim::device::check;

namespace {

// Two variables with closed bytes around them.
struct Memory {
  char before[64];
  char tile[48];
  char between[64];
  char behind[64];
  char sum[4];
  char after[64];
};
const Memory memory{};

SharedVariable tile() {
  return {"tile", {memory.tile, 48}, {{memory.before, 64}, {memory.between, 64}}};
}
SharedVariable sum() { return {"sum", {memory.sum, 4}, {{memory.behind, 64}, {memory.after, 64}}}; }

struct Fixture {
  SharedVariables variables;
  Fixture() {
    variables.begin_block();
    variables.note(tile());
    variables.note(sum());
  }
};

}  // namespace

TEST(bytes_of_a_variable_are_right) {
  Fixture f;
  EQUAL(f.variables.problem(memory.tile, 48), "");
  EQUAL(f.variables.problem(memory.sum, 4), "");
}

TEST(the_bytes_behind_a_variable_are_told) {
  Fixture f;
  const std::string told =
      "the address is byte 48 of the __shared__ variable tile, which has 48 bytes";
  EQUAL(f.variables.problem(memory.tile + 48, 4), told);
  EQUAL(f.variables.problem(memory.sum + 2, 4),
        "the address is byte 2 of the __shared__ variable sum, which has 4 bytes");
}

TEST(the_bytes_before_a_variable_are_told) {
  Fixture f;
  EQUAL(f.variables.problem(memory.tile - 4, 4),
        "the address is 4 bytes before the __shared__ variable tile");
}

TEST(nothing_is_known_of_other_bytes) {
  Fixture f;
  EQUAL(f.variables.problem(memory.after + 64, 4), "");
  f.variables.clear();
  EQUAL(f.variables.problem(memory.tile + 48, 4), "");
}

TEST(a_block_has_a_variable_for_the_first_time_once) {
  Fixture f;
  CHECK(!f.variables.note(tile()));
  f.variables.begin_block();
  CHECK(f.variables.note(tile()));
  CHECK(!f.variables.note(tile()));
}

TEST(references_are_made_as_long_as_their_library_is_there) {
  static int made = 0;
  const auto use = []() -> void* { return &++made; };
  make_shared_references();
  {
    const musasim::device::SharedReference one(use), other(use);
    make_shared_references();
    CHECK(made == 2);
  }
  make_shared_references();
  CHECK(made == 2);
}

TEST_MAIN()
