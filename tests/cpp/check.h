// The smallest test harness that does: TEST(name) { CHECK(...); } and a main that runs them all.
#pragma once

#include <cstdio>
#include <vector>

namespace torchada::testing {

struct Test {
  const char* name;
  void (*run)();
};

inline std::vector<Test>& tests() {
  static std::vector<Test> all;
  return all;
}

inline int failures = 0;

struct Registration {
  Registration(const char* name, void (*run)()) { tests().push_back({name, run}); }
};

inline int run_all() {
  for (const Test& test : tests()) {
    const int before = failures;
    test.run();
    std::printf("%s %s\n", failures == before ? "passed" : "FAILED", test.name);
  }
  std::printf("%zu tests, %d failed checks\n", tests().size(), failures);
  return failures == 0 ? 0 : 1;
}

}  // namespace torchada::testing

#define TEST(name)                                                                      \
  static void test_##name();                                                            \
  static const torchada::testing::Registration registration_##name(#name, test_##name); \
  static void test_##name()

#define CHECK(condition)                                                 \
  do {                                                                   \
    if (!(condition)) {                                                  \
      ++torchada::testing::failures;                                     \
      std::printf("%s:%d: CHECK(%s)\n", __FILE__, __LINE__, #condition); \
    }                                                                    \
  } while (false)

#define TEST_MAIN() \
  int main() { return torchada::testing::run_all(); }
