// Environment variables mean the same in any case and with spaces around them.
#include "environment.h"

#include <cstdlib>

#include "check.h"

namespace {

using torchada::is_switched_off;

constexpr const char kVariable[] = "TORCHADA_TEST_ENVIRONMENT";

TEST(off_has_four_spellings) {
  for (const char* text : {"off", "0", "false", "no", " OFF ", "False", "No\n"}) {
    setenv(kVariable, text, 1);
    CHECK(is_switched_off(kVariable));
  }
}

TEST(anything_else_is_not_off) {
  for (const char* text : {"", " ", "on", "1", "true", "offf", "0 0"}) {
    setenv(kVariable, text, 1);
    CHECK(!is_switched_off(kVariable));
  }
  unsetenv(kVariable);
  CHECK(!is_switched_off(kVariable));
  CHECK(torchada::environment_value(kVariable).empty());
}

}  // namespace

TEST_MAIN()
