// Reads statements one by one; expressions are passed over.
#include "mcc/rewrite/statements.h"

#include <algorithm>
#include <string_view>

namespace musasim::mcc {

namespace {

struct Jump {
  Index token;
  bool in_loop;    // within a loop of the range
  bool in_switch;  // or within a switch, closer
};

class Reader {
 public:
  explicit Reader(const Source& source) : source_(source) {}

  const std::vector<Jump>& jumps() const { return jumps_; }

  Index statement(Index at) {
    at = behind_attributes(at);
    switch (source_.word_at(at)) {
      case word::kIf: return choice(at);
      case word::kFor:
      case word::kWhile: return loop(at);
      case word::kDo: return do_loop(at);
      case word::kSwitch: return cases(at);
      case word::kCase:
      case word::kDefault: return label(at);
      case word::kTry:
      case word::kCatch: return kNone;
      default: break;
    }
    if (source_.is_op(at, '{')) return compound(at);
    note_jump(at);
    return simple(at);
  }

 private:
  Index behind_attributes(Index at) const {
    for (Index behind = behind_attribute(source_, at); behind != at;
         behind = behind_attribute(source_, at)) {
      at = behind;
    }
    return at;
  }

  // Behind `if (...)` and its like.
  Index behind_head(Index at) const {
    ++at;
    if (source_.is(at, word::kConstexpr)) ++at;
    const Index close = source_.is_op(at, '(') ? source_.partner(at) : kNone;
    return close == kNone ? kNone : close + 1;
  }

  Index statement_within(Index at, bool loop, bool of_switch) {
    if (at == kNone) return kNone;
    const bool loop_before = in_loop_;
    const bool switch_before = in_switch_;
    in_loop_ = in_loop_ || loop;
    in_switch_ = of_switch || (in_switch_ && !loop);
    const Index behind = statement(at);
    in_loop_ = loop_before;
    in_switch_ = switch_before;
    return behind;
  }

  Index compound(Index at) {
    const Index close = source_.partner(at);
    if (close == kNone) return kNone;
    for (++at; at < close;) {
      at = statement(at);
      if (at == kNone) return kNone;
    }
    return at == close ? close + 1 : kNone;
  }

  Index choice(Index at) {
    at = behind_head(at);
    const Index behind = at == kNone ? kNone : statement(at);
    return behind != kNone && source_.is(behind, word::kElse) ? statement(behind + 1) : behind;
  }

  Index loop(Index at) { return statement_within(behind_head(at), true, false); }
  Index cases(Index at) { return statement_within(behind_head(at), false, true); }

  Index do_loop(Index at) {
    const Index behind = statement_within(at + 1, true, false);
    return behind == kNone || !source_.is(behind, word::kWhile) ? kNone : simple(behind);
  }

  Index label(Index at) {
    while (at < source_.size() && !source_.is_op(at, ':') && !source_.is_op(at, ';')) ++at;
    if (!source_.is_op(at, ':')) return kNone;
    return source_.is_op(at + 1, '}') ? at + 1 : statement(at + 1);
  }

  void note_jump(Index at) {
    if (!source_.is_word(at)) return;
    const std::string_view text = source_.text(at);
    if (text == "break" || text == "continue") jumps_.push_back({at, in_loop_, in_switch_});
  }

  Index simple(Index at) const {
    for (; at < source_.size(); ++at) {
      if (source_.is_op(at, ';')) return at + 1;
      if (source_.is_op(at, '}')) return kNone;
      const bool opens = source_.is_op(at, '(') || source_.is_op(at, '[') || source_.is_op(at, '{');
      if (opens) at = source_.partner(at);
      if (at == kNone) return kNone;
    }
    return kNone;
  }

  const Source& source_;
  std::vector<Jump> jumps_;
  bool in_loop_ = false;
  bool in_switch_ = false;
};

bool is_jump(std::string_view text) {
  return text == "break" || text == "continue" || text == "return" || text == "goto" ||
         text.substr(0, 3) == "co_" || text == "asm" || text == "__asm__";
}

// Whether the token is of a lambda or a class within the body.
bool is_of_inner_function(const Scopes& scopes, Index token, Index body) {
  for (Index number = scopes.around(token); number != kNone && scopes[number].open >= body;
       number = scopes[number].outer) {
    if (scopes.kind(number) == ScopeKind::kLambda) return true;
  }
  return false;
}

}  // namespace

bool begins_statement(const Source& source, Index at) {
  return source.is_op(at - 1, ';') || source.is_op(at - 1, '{') || source.is_op(at - 1, '}') ||
         source.is_op(at - 1, ')') || source.text(at - 1) == "else";
}

Index behind_statement(const Source& source, Index at) { return Reader(source).statement(at); }

bool only_continues(const Source& source, const Scopes& scopes, Range body,
                    std::vector<Index>* continues) {
  Reader reader(source);
  if (reader.statement(body.begin) != body.end) return false;
  std::vector<Index> known;
  for (const Jump& jump : reader.jumps()) {
    const bool leaves = source.text(jump.token) == "break";
    if (leaves && !jump.in_loop && !jump.in_switch) return false;
    if (!leaves && !jump.in_loop) continues->push_back(jump.token);
    known.push_back(jump.token);
  }
  for (Index at = body.begin; at < body.end; ++at) {
    if (!source.is_word(at) || !is_jump(source.text(at))) continue;
    if (std::find(known.begin(), known.end(), at) != known.end()) continue;
    if (!is_of_inner_function(scopes, at, body.begin)) return false;
  }
  return true;
}

}  // namespace musasim::mcc
