// Sums of products, by the loops of each kind of processor that this one is; so it has them in itself.
#include "mudnn/tiles.cpp"

#include <cmath>
#include <limits>
#include <vector>

#include "check.h"

using namespace musasim::dnn;

namespace {

struct Sizes {
  int rows, terms, width;
};

// Small whole numbers, of which sums are exact.
int number(int i, int seed) { return (i * 7 + i / 13 + seed) % 9 - 4; }

template <class C>
void check(void (*add)(const Products<C>&), const Sizes& s) {
  const int ld = (s.width + 15) / 16 * 16, reach = s.terms * 3 + 1;
  std::vector<C> values(static_cast<std::size_t>(s.rows * reach)),
      lines(static_cast<std::size_t>(s.terms * 5 + s.width + 16)),
      sums(static_cast<std::size_t>(s.rows * ld), C(77));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<C>(number(static_cast<int>(i), 1));
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    lines[i] = static_cast<C>(number(static_cast<int>(i), 2));
  }
  std::vector<const C*> rows;
  std::vector<int> at, line;
  for (int r = 0; r < s.rows; ++r) rows.push_back(values.data() + r * reach);
  for (int t = 0; t < s.terms; ++t) {
    at.push_back(t * 3);
    line.push_back((s.terms - 1 - t) * 5);
  }
  std::vector<C> wanted = sums;
  for (int r = 0; r < s.rows; ++r) {
    for (int x = 0; x < s.width; ++x) {
      C& sum = wanted[static_cast<std::size_t>(r * ld + x)];
      for (std::size_t t = 0; t < at.size(); ++t) {
        sum +=
            rows[static_cast<std::size_t>(r)][at[t]] * lines[static_cast<std::size_t>(line[t] + x)];
      }
    }
  }
  add({rows.data(), s.rows, at.data(), lines.data(), line.data(), s.terms, s.width, sums.data(),
       ld});
  int wrong = 0;
  for (int i = 0; i < s.rows * ld; ++i) {
    const auto n = static_cast<std::size_t>(i);
    wrong += i % ld < s.width && sums[n] != wanted[n] ? 1 : 0;
  }
  EQUAL(wrong, 0);
}

template <class C>
void check_all(void (*add)(const Products<C>&)) {
  for (const int width : {1, 3, 4, 8, 15, 16, 17, 32, 33, 48, 49, 100}) {
    for (const int rows : {1, 2, 3, 8, 11}) {
      for (const int terms : {0, 1, 9, 193, 400}) check<C>(add, {rows, terms, width});
    }
  }
}

template <class C>
void check_times(void (*add)(const C*, C, std::int64_t, C*)) {
  for (const std::int64_t count : {0, 1, 3, 8, 15, 16, 17, 33, 209}) {
    std::vector<C> from, sums, wanted;
    for (int i = 0; i < 210; ++i) {
      from.push_back(static_cast<C>(number(i, 1)));
      sums.push_back(static_cast<C>(number(i, 2)));
      wanted.push_back(sums.back() + (i < count ? 3 * from.back() : C(0)));
    }
    add(from.data(), 3, count, sums.data());
    CHECK(sums == wanted);
  }
}

}  // namespace

TEST(sums_for_this_processor) {
  check_all<float>(add_products<float>);
  check_all<double>(add_products<double>);
  check_times<float>(add_times<float>);
  check_times<double>(add_times<double>);
}

TEST(sums_for_any_processor) {
  check_all<float>(any_processor::add<float>);
  check_all<double>(any_processor::add<double>);
  check_times<float>(any_processor::add_times<float>);
  check_times<double>(any_processor::add_times<double>);
}

#if defined(__x86_64__)
TEST(sums_for_older_processors) {
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    check_all<float>(avx2::add<float>);
    check_all<double>(avx2::add<double>);
    check_times<float>(avx2::add_times<float>);
    check_times<double>(avx2::add_times<double>);
  }
}
#endif

TEST(what_is_not_a_number_stays_in_its_sum) {
  const float values[] = {1, 2}, *rows[] = {values};
  std::vector<float> lines(40, 1), sums(16, 0);
  const int at[] = {0, 1}, line[] = {0, 20};
  lines[3] = std::numeric_limits<float>::infinity();
  lines[23] = -lines[3];
  add_products<float>({rows, 1, at, lines.data(), line, 2, 10, sums.data(), 16});
  for (std::size_t x = 0; x < 10; ++x) CHECK(x == 3 ? std::isnan(sums[x]) : sums[x] == 3);
}

TEST_MAIN()
