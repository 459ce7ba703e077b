// Aligns two sequences: what is equal at both ends, then by elements that each has once, then, where few are
// left, by the longest common subsequence.
#include "mcc/rewrite/alignment.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace musasim::mcc {

namespace {

// An element of each.
using Match = std::pair<std::size_t, std::size_t>;

// The longest sequence of matches whose second numbers rise, as their first ones do.
std::vector<Match> longest_rising(const std::vector<Match>& matches) {
  std::vector<std::size_t> ends;  // of the sequences of each length, the lowest
  std::vector<std::size_t> before(matches.size());
  for (std::size_t at = 0; at < matches.size(); ++at) {
    const auto place = std::lower_bound(
        ends.begin(), ends.end(), matches[at].second,
        [&](std::size_t end, std::size_t second) { return matches[end].second < second; });
    before[at] = place == ends.begin() ? at : *(place - 1);
    if (place == ends.end()) {
      ends.push_back(at);
    } else {
      *place = at;
    }
  }
  std::vector<Match> rising(ends.size());
  std::size_t at = ends.empty() ? 0 : ends.back();
  for (std::size_t left = rising.size(); left-- > 0; at = before[at]) rising[left] = matches[at];
  return rising;
}

class Aligner {
 public:
  Aligner(const std::vector<std::uint64_t>& first, const std::vector<std::uint64_t>& second)
      : a_(first), b_(second) {}

  std::vector<Gap> run() {
    align({0, a_.size(), 0, b_.size()});
    return std::move(gaps_);
  }

 private:
  static constexpr std::size_t kMostCompared = std::size_t{1} << 20;

  bool same(std::size_t i, std::size_t j) const { return a_[i] == b_[j]; }

  void align(Gap range) {
    while (range.first_begin < range.first_end && range.second_begin < range.second_end &&
           same(range.first_begin, range.second_begin)) {
      ++range.first_begin;
      ++range.second_begin;
    }
    while (range.first_begin < range.first_end && range.second_begin < range.second_end &&
           same(range.first_end - 1, range.second_end - 1)) {
      --range.first_end;
      --range.second_end;
    }
    const std::size_t n = range.first_end - range.first_begin;
    const std::size_t m = range.second_end - range.second_begin;
    if (n == 0 && m == 0) return;
    if (n == 0 || m == 0) return gaps_.push_back(range);
    std::vector<Match> matches = unique_matches(range);
    if (!matches.empty()) return align_between(range, matches);
    if (n * m > kMostCompared) return gaps_.push_back(range);
    matches = common_subsequence(range);
    if (matches.empty()) return gaps_.push_back(range);
    align_between(range, matches);
  }

  void align_between(Gap range, const std::vector<Match>& matches) {
    for (const Match& match : matches) {
      align({range.first_begin, match.first, range.second_begin, match.second});
      range.first_begin = match.first + 1;
      range.second_begin = match.second + 1;
    }
    align(range);
  }

  std::vector<Match> unique_matches(const Gap& range) const {
    struct Seen {
      std::size_t count[2] = {0, 0};
      std::size_t place[2] = {0, 0};
    };
    std::unordered_map<std::uint64_t, Seen> seen;
    const auto note = [&](std::uint64_t element, int which, std::size_t at) {
      Seen& entry = seen[element];
      ++entry.count[which];
      entry.place[which] = at;
    };
    for (std::size_t i = range.first_begin; i < range.first_end; ++i) note(a_[i], 0, i);
    for (std::size_t j = range.second_begin; j < range.second_end; ++j) note(b_[j], 1, j);
    std::vector<Match> matches;
    for (const auto& [element, each] : seen) {
      if (each.count[0] == 1 && each.count[1] == 1) {
        matches.emplace_back(each.place[0], each.place[1]);
      }
    }
    std::sort(matches.begin(), matches.end());
    return longest_rising(matches);
  }

  std::vector<Match> common_subsequence(const Gap& range) const {
    const std::size_t n = range.first_end - range.first_begin;
    const std::size_t m = range.second_end - range.second_begin;
    std::vector<std::uint32_t> longest((n + 1) * (m + 1));  // of what is left from there on
    const auto at = [&](std::size_t i, std::size_t j) -> std::uint32_t& {
      return longest[i * (m + 1) + j];
    };
    for (std::size_t i = n; i-- > 0;) {
      for (std::size_t j = m; j-- > 0;) {
        at(i, j) = same(range.first_begin + i, range.second_begin + j)
                       ? at(i + 1, j + 1) + 1
                       : std::max(at(i + 1, j), at(i, j + 1));
      }
    }
    std::vector<Match> matches;
    for (std::size_t i = 0, j = 0; i < n && j < m;) {
      if (same(range.first_begin + i, range.second_begin + j)) {
        matches.emplace_back(range.first_begin + i++, range.second_begin + j++);
      } else if (at(i + 1, j) >= at(i, j + 1)) {
        ++i;
      } else {
        ++j;
      }
    }
    return matches;
  }

  const std::vector<std::uint64_t>& a_;
  const std::vector<std::uint64_t>& b_;
  std::vector<Gap> gaps_;
};

}  // namespace

std::vector<Gap> gaps_between(const std::vector<std::uint64_t>& first,
                              const std::vector<std::uint64_t>& second) {
  return Aligner(first, second).run();
}

}  // namespace musasim::mcc
