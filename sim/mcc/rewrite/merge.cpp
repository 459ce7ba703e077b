// Merges the two texts of a file: declaration by declaration, and token by token in bodies.
#include "mcc/rewrite/merge.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>

#include "mcc/rewrite/alignment.h"
#include "mcc/rewrite/declaration.h"
#include "mcc/rewrite/edits.h"
#include "mcc/rewrite/initializers.h"
#include "mcc/rewrite/items.h"
#include "mcc/rewrite/labels.h"
#include "mcc/rewrite/marks.h"
#include "mcc/rewrite/moved.h"
#include "mcc/rewrite/scopes.h"

namespace musasim::mcc {

namespace {

// Tokens of the device's text that stand for those of the host's.
struct Hunk {
  Range device;
  Range host;
};

// A hash of each token, with the pragmas in front of it.
std::vector<std::uint64_t> hashes_of(const Source& source) {
  const std::hash<std::string_view> hash;
  std::vector<std::uint64_t> hashes(source.size() + 1);
  for (Index at = 0; at < source.size(); ++at) hashes[at] = hash(source.text(at));
  for (const Directive& directive : source.directives()) {
    const std::string_view text = source.text(directive.begin, directive.end);
    if (text.substr(0, 7) == "#pragma") hashes[directive.before] ^= 3 * hash(text) + 1;
  }
  return hashes;
}

// The line that the user knows each token by.
std::vector<unsigned> lines_of(const Source& source) {
  std::vector<unsigned> lines(source.size());
  const std::string_view text = source.text();
  std::size_t directive = 0;
  std::uint32_t counted = 0;
  unsigned line = 1;
  for (Index at = 0; at < source.size(); ++at) {
    const std::uint32_t begin = source.token(at).begin;
    for (; directive < source.directives().size(); ++directive) {
      const Directive& each = source.directives()[directive];
      if (each.begin > begin) break;
      if (marked_file(source.text(each.begin, each.end)).empty()) continue;
      line = static_cast<unsigned>(std::atoi(text.data() + each.begin + 2));
      counted = each.end;
    }
    line += static_cast<unsigned>(std::count(text.begin() + counted, text.begin() + begin, '\n'));
    counted = begin;
    lines[at] = line;
  }
  return lines;
}

struct Text {
  explicit Text(std::string code)
      : source(std::move(code)), scopes(source), hashes(hashes_of(source)) {}

  // The bytes between the tokens around the range.
  std::uint32_t begin_of(Range range) const {
    return range.begin == 0 ? 0 : source.token(range.begin - 1).end;
  }
  std::uint32_t end_of(Range range) const {
    return range.end == source.size() ? static_cast<std::uint32_t>(source.text().size())
                                      : source.token(range.end).begin;
  }
  std::string with_gaps(Range range) const {
    return std::string(source.text(begin_of(range), end_of(range)));
  }
  std::string text_of(Range range) const {
    return std::string(
        source.text(source.token(range.begin).begin, source.token(range.end - 1).end));
  }
  // The number of lines from the token before the range to the one behind it.
  unsigned lines_over(Range range) {
    if (lines.empty()) lines = lines_of(source);
    return lines[range.end] - lines[range.begin == 0 ? 0 : range.begin - 1];
  }
  // With `by_lines`, equal tokens in different lines, counted from the end of the range, have different hashes.
  std::vector<std::uint64_t> hashes_in(Range range, bool by_lines) const {
    std::vector<std::uint64_t> found = {hashes.begin() + range.begin, hashes.begin() + range.end};
    for (Index at = range.begin; by_lines && at < range.end; ++at) {
      found[at - range.begin] += 0x9E3779B97F4A7C15u * (lines[range.end] - lines[at]);
    }
    return found;
  }
  std::uint64_t hash_of(Range range) const {
    std::uint64_t hash = range.end - range.begin;
    for (Index at = range.begin; at < range.end; ++at) {
      hash = (hash ^ hashes[at]) * 0x9E3779B97F4A7C15u;
      hash ^= hash >> 29;
    }
    return hash;
  }
  std::string marker(std::uint32_t byte) const {
    const Source::Place place = source.place(byte);
    return "# " + std::to_string(place.line) + " \"" + place.file + "\"\n";
  }

  Source source;
  Scopes scopes;
  std::vector<std::uint64_t> hashes;
  std::vector<unsigned> lines;  // made when they are needed
};

Range all_of(const Item& item) { return {item.begin, item.end}; }
Range inside_of(const Item& item) { return {item.open + 1, item.close}; }

class Merger {
 public:
  Merger(std::string device, const std::string& host) : device_(std::move(device)), host_(host) {}

  std::string run() {
    merge_items({0, device_.source.size()}, {0, host_.source.size()}, false);
    return edits_.apply(device_.source.text());
  }

 private:
  using Items = std::vector<Item>;

  // The differences of two bodies or two heads. Clang counts the lines of raw strings anew: where the texts have different
  // numbers of lines, the lines of tokens are not compared.
  std::vector<Hunk> hunks_in(Range device, Range host) {
    const bool by_lines = device_.lines_over(device) == host_.lines_over(host);
    std::vector<Hunk> hunks;
    const auto index = [](Index begin, std::size_t at) { return begin + static_cast<Index>(at); };
    for (const Gap& gap :
         gaps_between(device_.hashes_in(device, by_lines), host_.hashes_in(host, by_lines))) {
      hunks.push_back({{index(device.begin, gap.first_begin), index(device.begin, gap.first_end)},
                       {index(host.begin, gap.second_begin), index(host.begin, gap.second_end)}});
    }
    return hunks;
  }

  void merge_items(Range device, Range host, bool in_class) {
    const Side first = side_of(device_, device);
    const Side second = side_of(host_, host);
    const std::vector<Gap> gaps = gaps_between(first.hashes, second.hashes);
    Moved moved = moved_between(gaps, first, second);
    merge_moved(first, second, &moved, in_class);
    for (const Gap& gap : gaps) {
      const Items here = part_of(first.items, gap.first_begin, gap.first_end, moved.device);
      const Items there = part_of(second.items, gap.second_begin, gap.second_end, moved.host);
      const bool at_end = gap.first_begin == first.items.size();
      const Index at = at_end ? device.end : first.items[gap.first_begin].begin;
      if (gap.first_begin == gap.first_end && is_all_of(there, gap)) {
        const bool to_end = gap.second_end == second.items.size();
        const Index end = to_end ? host.end : second.items[gap.second_end].begin;
        take_host({{at, at}, {there[0].begin, end}});
      } else {
        merge_run(at, here, there, in_class);
      }
    }
  }

  static Side side_of(const Text& text, Range range) {
    Side side = {&text.source, items_of(text.source, range.begin, range.end), {}};
    for (const Item& item : side.items) side.hashes.push_back(text.hash_of(all_of(item)));
    return side;
  }

  // Merges what both have at different places; afterwards `moved` leaves out all that is done.
  void merge_moved(const Side& device, const Side& host, Moved* moved, bool in_class) {
    for (const auto& [here, there] : moved->host_first) {
      moved->device[here] = true;
      later_[host.items[there].begin] = all_of(device.items[here]);
    }
    for (std::size_t i = 0; i < device.items.size(); ++i) {
      if (moved->device[i]) erase_device(all_of(device.items[i]));
    }
    for (const auto& [here, there] : moved->device_first) {
      merge_pair(device.items[here], host.items[there], in_class);
      moved->device[here] = true;
      moved->host[there] = true;
    }
  }

  // Whether the host's declarations are those of the gap, each as it is.
  bool is_all_of(const Items& host, const Gap& gap) const {
    if (host.size() != gap.second_end - gap.second_begin) return false;
    return std::none_of(host.begin(), host.end(),
                        [&](const Item& item) { return later_.count(item.begin) != 0; });
  }

  static Items part_of(const Items& items, std::size_t begin, std::size_t end,
                       const std::vector<bool>& left_out) {
    Items part;
    for (std::size_t i = begin; i < end; ++i) {
      if (!left_out[i]) part.push_back(items[i]);
    }
    return part;
  }

  void erase_device(Range range) {
    const std::uint32_t end = device_.source.token(range.end - 1).end;
    edits_.replace(device_.source.token(range.begin).begin, end, "\n" + device_.marker(end));
  }

  // Declarations of both that are not the same: those of one thing are merged, the host's others added.
  void merge_run(Index behind, const Items& device, const Items& host, bool in_class) {
    const std::vector<std::size_t> counterparts = counterparts_of(host, device);
    for (std::size_t i = 0; i < host.size(); ++i) {
      if (counterparts[i] == device.size()) {
        add_host(behind, all_of(host[i]));
      } else {
        merge_pair(device[counterparts[i]], host[i], in_class);
        behind = device[counterparts[i]].end;
      }
    }
  }

  // The index of the device's declaration for each of the host's; device.size() for one without.
  std::vector<std::size_t> counterparts_of(const Items& host, const Items& device) const {
    std::vector<ItemKeys> keys[2];
    for (const Item& item : device) keys[0].push_back(keys_of(device_.source, item));
    for (const Item& item : host) keys[1].push_back(keys_of(host_.source, item));
    std::vector<std::size_t> counterparts(host.size(), device.size());
    std::vector<bool> taken(device.size());
    for (int precision = 0; precision < ItemKeys::kCount; ++precision) {
      for (std::size_t i = 0; i < host.size(); ++i) {
        const std::string& key = keys[1][i].keys[precision];
        for (std::size_t j = 0; j < device.size() && counterparts[i] == device.size(); ++j) {
          if (taken[j] || key.empty() || keys[0][j].keys[precision] != key) continue;
          if (!are_alike(device[j], host[i])) continue;
          counterparts[i] = j;
          taken[j] = true;
        }
      }
    }
    return counterparts;
  }

  // The host's text may only declare a function that the device's text defines.
  static bool are_alike(const Item& device, const Item& host) {
    if (device.kind == ItemKind::kFunction && host.kind == ItemKind::kOther) return true;
    return device.kind == host.kind;
  }

  void take_host(const Hunk& hunk) {
    edits_.replace(device_.begin_of(hunk.device), device_.end_of(hunk.device),
                   host_.with_gaps(hunk.host));
  }

  void add_host(Index behind, Range host) {
    const std::uint32_t at = behind == 0 ? 0 : device_.source.token(behind - 1).end;
    const auto device = later_.find(host.begin);
    const std::string text = device == later_.end()
                                 ? marked(host_, host)
                                 : merge(marked(device_, device->second), marked(host_, host));
    edits_.insert(at, text + device_.marker(at));
  }

  void replace_by_host(const Item& device, const Item& host) {
    const std::uint32_t end = device_.source.token(device.end - 1).end;
    edits_.replace(device_.source.token(device.begin).begin, end,
                   marked(host_, all_of(host)) + device_.marker(end));
  }

  // The tokens in lines of their own, behind their line marker.
  static std::string marked(const Text& text, Range range) {
    return "\n" + text.marker(text.source.token(range.begin).begin) + text.text_of(range) + "\n";
  }

  void merge_pair(const Item& device, const Item& host, bool in_class) {
    switch (device.kind) {
      case ItemKind::kNamespace: return merge_items(inside_of(device), inside_of(host), false);
      case ItemKind::kClass: return merge_items(inside_of(device), inside_of(host), true);
      case ItemKind::kFunction:
        return host.kind == ItemKind::kFunction ? merge_functions(device, host) : void();
      case ItemKind::kOther: return merge_others(device, host, in_class);
    }
  }

  // A function with a body in each text.
  void merge_functions(const Item& device, const Item& host) {
    const Marks here = marks_between(device_.source, device.begin, device.open);
    const Marks there = marks_between(host_.source, host.begin, host.open);
    const bool constant = here.constant && !here.any();
    const bool for_device = here.device || here.global || constant;
    const bool for_host = there.host || !there.any();
    if (for_device && for_host) {
      merge_initializers(initializers_of_function(device_.source, device),
                         initializers_of_function(host_.source, host));
      double_function(device, host);
    } else if (for_host) {
      merge_host_bodies(device, host);
    }
  }

  void double_function(const Item& device, const Item& host) {
    const Range bodies[] = {{device.open, device.close + 1}, {host.open, host.close + 1}};
    if (device_.hash_of(bodies[0]) == host_.hash_of(bodies[1])) return;
    double_body(device_.source.token(device.open).begin, device_.source.token(device.close).end,
                host_.marker(host_.source.token(host.open).begin), host_.text_of(bodies[1]),
                names_for_host(device, host));
  }

  // References to the parameters that the host's text names otherwise, by those names.
  std::string names_for_host(const Item& device, const Item& host) {
    const auto names_of = [](const Source& source, const Item& item) {
      const Declaration declaration = read_declaration(source, item.begin);
      std::vector<Index> names;
      if (declaration.kind != DeclarationKind::kFunction) return names;
      const Index close = source.partner(declaration.open);
      for (const Range& part : split_at_commas(source, declaration.open + 1, close)) {
        names.push_back(declared_name(source, part));
      }
      return names;
    };
    const std::vector<Index> here = names_of(device_.source, device);
    const std::vector<Index> there = names_of(host_.source, host);
    std::string text;
    for (std::size_t i = 0; i < here.size() && i < there.size(); ++i) {
      if (here[i] == kNone || there[i] == kNone) continue;
      const std::string_view mine = device_.source.text(here[i]);
      const std::string_view other = host_.source.text(there[i]);
      if (mine == other) continue;
      text.append("[[maybe_unused]] auto& ").append(other).append(" = ").append(mine).append("; ");
    }
    return text;
  }

  // An initializer is computed when the program runs: each side computes its own.
  void merge_initializers(const std::vector<Range>& device, const std::vector<Range>& host) {
    if (device.size() != host.size()) return;
    for (std::size_t i = 0; i < device.size(); ++i) {
      if (device_.hash_of(device[i]) == host_.hash_of(host[i])) continue;
      const std::uint32_t end = device_.source.token(device[i].end - 1).end;
      edits_.insert(device_.source.token(device[i].begin).begin, "::musasim::device::inside() ? (");
      edits_.insert(end, ") : (" + host_.text_of(host[i]) + ")" +
                             (has_line(host[i]) ? "\n" + device_.marker(end) : ""));
    }
  }

  bool has_line(Range host) const { return host_.text_of(host).find('\n') != std::string::npos; }

  bool marks_in(const Hunk& hunk) const {
    return marks_between(device_.source, hunk.device.begin, hunk.device.end).any() ||
           marks_between(host_.source, hunk.host.begin, hunk.host.end).any();
  }

  // A host's function: what it has in lambdas and classes for the device is the device's.
  void merge_host_bodies(const Item& device, const Item& host) {
    for (const Hunk& hunk : hunks_in({device.begin, device.open}, {host.begin, host.open})) {
      if (!marks_in(hunk)) take_host(hunk);
    }
    std::map<Index, std::vector<Hunk>> both;  // by scope
    for (const Hunk& hunk :
         hunks_in({device.open + 1, device.close}, {host.open + 1, host.close})) {
      Index scope = kNone;
      const Marks marks = marks_around(hunk.device, device.open, &scope);
      if (!marks.device && !marks.global) {
        take_host(hunk);
      } else if (marks.host) {
        both[scope].push_back(hunk);
      }
    }
    for (const auto& [scope, inside] : both) double_scope(scope, inside);
  }

  // The innermost function or lambda around tokens of a function's body whose qualifiers say where it
  // runs; a constexpr one is the device's.
  Marks marks_around(Range range, Index body, Index* scope) const {
    for (Index number = device_.scopes.around_gap(range.begin);
         number != kNone && device_.scopes[number].open > body;
         number = device_.scopes[number].outer) {
      if (device_.scopes[number].close < range.end) continue;
      const ScopeKind kind = device_.scopes.kind(number);
      if (kind != ScopeKind::kFunction && kind != ScopeKind::kLambda) continue;
      const Index open = device_.scopes[number].open;
      const Marks marks = marks_between(device_.source, head_begin(number, kind), open);
      *scope = number;
      if (marks.any()) return marks;
    }
    return {};
  }

  // The beginning of the qualifiers of a function or of a lambda.
  Index head_begin(Index number, ScopeKind kind) const {
    const Index open = device_.scopes[number].open;
    const Index begin = statement_begin(device_.source, open);
    if (kind == ScopeKind::kFunction) return begin;
    for (Index at = open; at > begin; --at) {
      if (device_.source.is_op(at - 1, ']')) return at;
    }
    return begin;
  }

  void double_scope(Index scope, const std::vector<Hunk>& hunks) {
    const std::uint32_t begin = device_.source.token(device_.scopes[scope].open).begin;
    const std::uint32_t end = device_.source.token(device_.scopes[scope].close).end;
    Edits edits;
    for (const Hunk& hunk : hunks) {
      edits.replace(device_.begin_of(hunk.device) - begin, device_.end_of(hunk.device) - begin,
                    host_.with_gaps(hunk.host));
    }
    double_body(begin, end, device_.marker(begin), edits.apply(device_.source.text(begin, end)));
  }

  // { if (inside()) {DEVICE} else {HOST} }, with line markers so that lines stay what they are.
  void double_body(std::uint32_t begin, std::uint32_t end, const std::string& place,
                   const std::string& host, const std::string& names = {}) {
    edits_.insert(begin, "{ if (::musasim::device::inside()) ");
    edits_.insert(end, (names.empty() ? " else\n" : " else { " + names + "\n") + place +
                           with_other_labels(host) + "\n" + device_.marker(end) +
                           (names.empty() ? "}" : "} }"));
  }

  // A variable of an object is initialized by the side that runs. A variable of the host alone is the host's, unless
  // it is a constant, which code of both sides may use.
  void merge_others(const Item& device, const Item& host, bool in_class) {
    const Source& source = device_.source;
    if (defines_enumeration(source, device)) return;
    const Declaration declaration = read_declaration(source, device.begin);
    const Marks marks = marks_between(source, device.begin, device.end);
    if (declaration.kind == DeclarationKind::kFunction) {
      if (marks.device && marks.host) {
        merge_initializers(initializers_of_function(source, device),
                           initializers_of_function(host_.source, host));
      } else if (!marks.device && !marks.global) {
        replace_by_host(device, host);
      }
      return;
    }
    if (declaration.kind != DeclarationKind::kVariable || declaration.name == kNone) return;
    if (has_any_specifier(source, declaration, {word::kConstexpr, word::kUsing, word::kTypedef}))
      return;
    if (in_class && !has_specifier(source, declaration, word::kStatic)) {
      merge_initializers(initializers_of_variables(source, device),
                         initializers_of_variables(host_.source, host));
    } else if (!in_class && !marks.any() && is_plain_variable(declaration)) {
      replace_by_host(device, host);
    }
  }

  bool is_plain_variable(const Declaration& declaration) const {
    return !has_any_specifier(device_.source, declaration,
                              {word::kConst, word::kConstant, word::kManaged});
  }

  Text device_;
  Text host_;
  Edits edits_;
  std::map<Index, Range>
      later_;  // what the host's text has earlier than the device's, by where it begins there
};

// The next line with code or a pragma; nothing at the end.
std::string_view next_line(std::string_view* rest) {
  while (!rest->empty()) {
    const std::size_t newline = std::min(rest->find('\n'), rest->size() - 1);
    const std::string_view line = rest->substr(0, newline + 1);
    rest->remove_prefix(newline + 1);
    const std::size_t first = line.find_first_not_of(" \t\r\n");
    const bool marks = line.substr(0, 2) == "# " || line.substr(0, 8) == "#define " ||
                       line.substr(0, 7) == "#undef ";
    if (first != std::string_view::npos && !marks) return line;
  }
  return {};
}

bool are_same(std::string_view device, std::string_view host) {
  for (;;) {
    const std::string_view line = next_line(&device);
    if (line != next_line(&host)) return false;
    if (line.empty()) return true;
  }
}

}  // namespace

std::string merge(std::string device, const std::string& host) {
  if (are_same(device, host)) return device;
  return Merger(std::move(device), host).run();
}

}  // namespace musasim::mcc
