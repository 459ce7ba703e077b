// Goes through both texts side by side; after a difference it looks for the nearest lines that agree and
// stand at one place of one file. Where there are none, it takes the nearest that agree, no further than
// the next line that each text has once: `return;` and `}` are everywhere.
#include "mcc/rewrite/line_difference.h"

#include <algorithm>
#include <charconv>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace musasim::mcc {

namespace {

struct Line {
  std::string_view text;
  std::size_t file;  // a number for its name
  int number;        // in that file
};

using Lines = std::vector<Line>;
using Files = std::unordered_map<std::string_view, std::size_t>;

bool has_code(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return false;
  return line[first] != '#' || line.substr(first, 7) == "#pragma";
}

// What a marker says of the line behind it: # NUMBER "FILE" FLAGS.
void read_marker(std::string_view line, Files* files, Line* place) {
  const std::size_t open = line.find('"');
  const std::size_t close = line.rfind('"');
  if (line.substr(0, 2) != "# " || open == close) return;
  std::from_chars(line.data() + 2, line.data() + open, place->number);
  --place->number;  // the marker's own newline counts, too
  place->file = files->emplace(line.substr(open, close - open), files->size()).first->second;
}

Lines code_lines(std::string_view text, Files* files) {
  Lines lines;
  Line place = {};
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    place.text = text.substr(at, end - at);
    if (has_code(place.text)) {
      lines.push_back(place);
    } else {
      read_marker(place.text, files, &place);
    }
    ++place.number;
    at = end;
  }
  return lines;
}

bool is_word_character(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// A line of each text.
using Pair = std::pair<std::size_t, std::size_t>;

// The longest sequence of pairs whose second numbers rise, as their first ones do.
std::vector<Pair> longest_rising(const std::vector<Pair>& pairs) {
  std::vector<std::size_t> ends;  // of the sequences of each length, the lowest
  std::vector<std::size_t> before(pairs.size());
  for (std::size_t at = 0; at < pairs.size(); ++at) {
    const auto place = std::lower_bound(
        ends.begin(), ends.end(), pairs[at].second,
        [&](std::size_t end, std::size_t second) { return pairs[end].second < second; });
    before[at] = place == ends.begin() ? at : *(place - 1);
    if (place == ends.end()) {
      ends.push_back(at);
    } else {
      *place = at;
    }
  }
  std::vector<Pair> rising(ends.size());
  std::size_t at = ends.empty() ? 0 : ends.back();
  for (std::size_t left = rising.size(); left-- > 0; at = before[at]) rising[left] = pairs[at];
  return rising;
}

// The lines behind `from` that each text has once, in the order that both have.
std::vector<Pair> unique_lines(const Lines (&lines)[2], Pair from) {
  struct Seen {
    std::size_t count[2] = {0, 0};
    std::size_t place[2] = {0, 0};
  };
  std::unordered_map<std::string_view, Seen> seen;
  const std::size_t begin[2] = {from.first, from.second};
  for (int text = 0; text < 2; ++text) {
    for (std::size_t at = begin[text]; at < lines[text].size(); ++at) {
      Seen& line = seen[lines[text][at].text];
      ++line.count[text];
      line.place[text] = at;
    }
  }
  std::vector<Pair> pairs;
  for (const auto& [line, each] : seen) {
    if (each.count[0] == 1 && each.count[1] == 1) pairs.emplace_back(each.place[0], each.place[1]);
  }
  std::sort(pairs.begin(), pairs.end());
  return longest_rising(pairs);
}

class Comparison {
 public:
  Comparison(std::string_view first, std::string_view second)
      : texts_{first, second}, lines_{code_lines(first, &files_), code_lines(second, &files_)} {}

  std::vector<Difference> run() {
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < lines_[0].size() || j < lines_[1].size()) {
      if (same(i, j)) {
        ++i;
        ++j;
        continue;
      }
      std::size_t i_end = i;
      std::size_t j_end = j;
      const Pair last = next_unique(i, j);
      const bool placed = meet(last, true, &i_end, &j_end);
      if (!placed && !meet(last, false, &i_end, &j_end)) std::tie(i_end, j_end) = last;
      add(i, i_end, j, j_end, placed);
      i = i_end;
      j = j_end;
    }
    return std::move(found_);
  }

 private:
  static constexpr std::size_t kFarthest = 3000;
  static constexpr std::size_t kAgreeing = 3;
  static constexpr std::size_t kAlike = 8;
  static constexpr std::size_t kMostPieces = 500;

  bool same(std::size_t i, std::size_t j) const {
    return i < lines_[0].size() && j < lines_[1].size() && lines_[0][i].text == lines_[1][j].text;
  }

  bool at_one_place(std::size_t i, std::size_t j) const {
    const Line& first = lines_[0][i];
    const Line& second = lines_[1][j];
    return first.number == second.number && first.file == second.file;
  }

  bool agree(std::size_t i, std::size_t j) const {
    for (std::size_t k = 0; k < kAgreeing; ++k) {
      const bool at_end = i + k == lines_[0].size() && j + k == lines_[1].size();
      if (at_end) return true;
      if (!same(i + k, j + k)) return false;
    }
    return true;
  }

  // The first pair of unique lines from there on; the ends where there is none.
  Pair next_unique(std::size_t i, std::size_t j) {
    if (!has_unique_) unique_ = unique_lines(lines_, {i, j});
    has_unique_ = true;
    while (passed_ < unique_.size() &&
           (unique_[passed_].first < i || unique_[passed_].second < j)) {
      ++passed_;
    }
    return passed_ < unique_.size() ? unique_[passed_] : Pair(lines_[0].size(), lines_[1].size());
  }

  // The nearest pair of lines from which the texts agree, but not behind `last`: lines of one place, or
  // several that are equal. Whether there is one.
  bool meet(Pair last, bool by_place, std::size_t* i, std::size_t* j) const {
    for (std::size_t distance = 1; distance < kFarthest; ++distance) {
      for (std::size_t step = 0; step <= distance; ++step) {
        const std::size_t a = *i + step;
        const std::size_t b = *j + distance - step;
        if (a > last.first || b > last.second) continue;
        if (by_place ? !same(a, b) || !at_one_place(a, b) : !agree(a, b)) continue;
        *i = a;
        *j = b;
        return true;
      }
    }
    return false;
  }

  // A difference, in pieces: lines of one place (where places are not known: lines that begin alike) are
  // one piece, so that a declaration of one side alone is not mixed up with its neighbour.
  void add(std::size_t first, std::size_t i_end, std::size_t j, std::size_t j_end, bool placed) {
    std::size_t i = first;
    for (; i < i_end && i_end - i < kMostPieces; ++i) {
      std::size_t fellow = j;
      while (fellow < j_end && !are_fellows(i, fellow, placed)) ++fellow;
      if (fellow == j_end) continue;
      add_lines(first, i, j, fellow);
      const Difference line =
          trimmed({begin_of(0, i), end_of(0, i + 1), begin_of(1, fellow), end_of(1, fellow + 1)});
      if (line.begin < line.end || line.other_begin < line.other_end) found_.push_back(line);
      first = i + 1;
      j = fellow + 1;
    }
    add_lines(first, i_end, j, j_end);
  }

  // Without the lines at both ends that are the same, such as the brackets of a body: what differs
  // within a function must not reach beyond it.
  void add_lines(std::size_t i, std::size_t i_end, std::size_t j, std::size_t j_end) {
    while (i < i_end && j < j_end && same(i, j)) {
      ++i;
      ++j;
    }
    while (i < i_end && j < j_end && same(i_end - 1, j_end - 1)) {
      --i_end;
      --j_end;
    }
    if (i == i_end && j == j_end) return;
    found_.push_back({end_of(0, i), begin_of(0, i_end), end_of(1, j), begin_of(1, j_end)});
  }

  // Without the whole words at both ends that are the same.
  Difference trimmed(Difference piece) const {
    const std::string_view a = texts_[0].substr(piece.begin, piece.end - piece.begin);
    const std::string_view b =
        texts_[1].substr(piece.other_begin, piece.other_end - piece.other_begin);
    const std::size_t shorter = std::min(a.size(), b.size());
    std::size_t head = 0;
    while (head < shorter && a[head] == b[head]) ++head;
    while (head > 0 && is_word_character(a[head - 1])) --head;
    std::size_t tail = 0;
    while (tail < shorter - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) ++tail;
    while (tail > 0 && is_word_character(a[a.size() - tail])) --tail;
    piece.begin += static_cast<std::uint32_t>(head);
    piece.other_begin += static_cast<std::uint32_t>(head);
    piece.end -= static_cast<std::uint32_t>(tail);
    piece.other_end -= static_cast<std::uint32_t>(tail);
    return piece;
  }

  bool are_fellows(std::size_t i, std::size_t j, bool placed) const {
    return placed ? at_one_place(i, j) : begin_alike(lines_[0][i].text, lines_[1][j].text);
  }

  static bool begin_alike(std::string_view a, std::string_view b) {
    const std::size_t shorter = std::min(a.size(), b.size());
    std::size_t equal = 0;
    while (equal < shorter && a[equal] == b[equal]) ++equal;
    return equal >= kAlike && 2 * equal >= shorter;
  }

  std::uint32_t offset(int text, const char* at) const {
    return static_cast<std::uint32_t>(at - texts_[text].data());
  }
  std::uint32_t begin_of(int text, std::size_t line) const {
    const Lines& lines = lines_[text];
    if (line == lines.size()) return static_cast<std::uint32_t>(texts_[text].size());
    return offset(text, lines[line].text.data());
  }
  // Behind the line before.
  std::uint32_t end_of(int text, std::size_t line) const {
    if (line == 0) return 0;
    const std::string_view before = lines_[text][line - 1].text;
    return offset(text, before.data() + before.size());
  }

  std::string_view texts_[2];
  Files files_;
  Lines lines_[2];
  std::vector<Difference> found_;
  std::vector<Pair> unique_;  // made at the first difference
  bool has_unique_ = false;
  std::size_t passed_ = 0;
};

}  // namespace

std::vector<Difference> differences(std::string_view first, std::string_view second) {
  return Comparison(first, second).run();
}

}  // namespace musasim::mcc
