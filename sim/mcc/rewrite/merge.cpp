// Merges the two texts of a file.
#include "mcc/rewrite/merge.h"

#include <map>

#include "mcc/rewrite/edits.h"
#include "mcc/rewrite/line_difference.h"
#include "mcc/rewrite/marks.h"
#include "mcc/rewrite/scopes.h"

namespace musasim::mcc {

namespace {

enum class Side { kDevice, kHost, kBoth, kDeclarations };

struct Place {
  Side side = Side::kDeclarations;
  Index scope = kNone;  // the function or lambda
};

class Merger {
 public:
  Merger(std::string device, const std::string& host)
      : host_(host), source_(std::move(device)), scopes_(source_) {}

  std::string run() {
    std::map<Index, std::vector<Difference>> both;  // by scope
    for (const Difference& each : differences(source_.text(), host_)) {
      const Place place = place_of(each);
      switch (place.side) {
        case Side::kDevice: break;
        case Side::kHost: take_host(each); break;
        case Side::kBoth: both[place.scope].push_back(each); break;
        case Side::kDeclarations: merge_declarations(each); break;
      }
    }
    for (const auto& [scope, inside] : both) double_body(scope, inside);
    return edits_.apply(source_.text());
  }

 private:
  std::string host_text(const Difference& each) const {
    return host_.substr(each.other_begin, each.other_end - each.other_begin);
  }

  // The first token that begins at the byte or behind it.
  Index token_at(std::uint32_t byte) const {
    Index low = 0;
    Index high = source_.size();
    while (low < high) {
      const Index middle = low + (high - low) / 2;
      if (source_.token(middle).begin < byte) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  // The innermost function or lambda around the bytes whose qualifiers say where it runs; one without
  // them is the host's when nothing around it says more.
  Place place_of(const Difference& each) const {
    const Index last = token_at(each.end);
    Place place;
    for (Index number = scopes_.around_gap(token_at(each.begin)); number != kNone;
         number = scopes_[number].outer) {
      if (scopes_[number].close < last) continue;
      const ScopeKind kind = scopes_.kind(number);
      if (kind != ScopeKind::kFunction && kind != ScopeKind::kLambda) continue;
      const Index open = scopes_[number].open;
      const Marks marks = marks_between(source_, head_begin(number, kind), open);
      if (marks.device && marks.host && !marks.constant) return {Side::kBoth, number};
      if (marks.device || marks.global) return {Side::kDevice, number};
      place = {Side::kHost, number};
    }
    return place;
  }

  // Where the qualifiers of a function or of a lambda begin.
  Index head_begin(Index number, ScopeKind kind) const {
    const Index open = scopes_[number].open;
    const Index begin = statement_begin(source_, open);
    if (kind == ScopeKind::kFunction) return begin;
    for (Index at = open; at > begin; --at) {
      if (source_.is_op(at - 1, ']')) return at;
    }
    return begin;
  }

  void take_host(const Difference& each) { edits_.replace(each.begin, each.end, host_text(each)); }

  void merge_declarations(const Difference& each) {
    const bool only_host = token_at(each.begin) == token_at(each.end);
    if (only_host) take_host(each);
  }

  // { if (inside()) {DEVICE} else {HOST} }, with line markers so that lines stay what they are.
  void double_body(Index scope, const std::vector<Difference>& inside) {
    const std::uint32_t begin = source_.token(scopes_[scope].open).begin;
    const std::uint32_t end = source_.token(scopes_[scope].close).end;
    Edits edits;
    for (const Difference& each : inside) {
      edits.replace(each.begin - begin, each.end - begin, host_text(each));
    }
    const std::string host = edits.apply(source_.text(begin, end));
    edits_.insert(begin, "{ if (::musasim::device::inside()) ");
    edits_.insert(end, " else\n" + marker(begin) + host + "\n" + marker(end) + "}");
  }

  std::string marker(std::uint32_t byte) const {
    const Source::Place place = source_.place(byte);
    return "# " + std::to_string(place.line) + " \"" + place.file + "\"\n";
  }

  const std::string& host_;
  Source source_;
  Scopes scopes_;
  Edits edits_;
};

}  // namespace

std::string merge(std::string device, const std::string& host) {
  return Merger(std::move(device), host).run();
}

}  // namespace musasim::mcc
