// The smallest test harness that does: TEST(name) { CHECK(...); } and a main that runs the tests,
// all of them or those named on the command line. EQUAL(a, b) also prints both values.
#pragma once

#include <cstdio>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

namespace testing {

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

template <class T>
std::string shown(const T& value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

inline void fail(const char* file, int line, const std::string& what) {
  ++failures;
  std::printf("%s:%d: %s\n", file, line, what.c_str());
}

template <class Left, class Right>
void check_equal(const char* file, int line, const char* text, const Left& left,
                 const Right& right) {
  if (!(left == right)) {
    fail(file, line, std::string(text) + ": " + shown(left) + " is not " + shown(right));
  }
}

inline bool wanted(const Test& test, int count, char** names) {
  bool any = count <= 1;
  for (int i = 1; i < count; ++i) {
    any = any || std::strcmp(names[i], test.name) == 0;
  }
  return any;
}

inline int run_all(int count, char** names) {
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  int run = 0;
  for (const Test& test : tests()) {
    if (!wanted(test, count, names)) {
      continue;
    }
    const int before = failures;
    test.run();
    ++run;
    std::printf("%s %s\n", failures == before ? "passed" : "FAILED", test.name);
  }
  std::printf("%d tests, %d failed checks\n", run, failures);
  return run > 0 && failures == 0 ? 0 : 1;
}

}  // namespace testing

#define TEST(name)                                                              \
  static void test_##name();                                                    \
  static const ::testing::Registration registration_##name(#name, test_##name); \
  static void test_##name()

#define CHECK(condition)                                          \
  do {                                                            \
    if (!(condition)) {                                           \
      ::testing::fail(__FILE__, __LINE__, "not so: " #condition); \
    }                                                             \
  } while (false)

#define EQUAL(left, right) \
  ::testing::check_equal(__FILE__, __LINE__, #left " == " #right, left, right)

#define TEST_MAIN() \
  int main(int argc, char** argv) { return ::testing::run_all(argc, argv); }
