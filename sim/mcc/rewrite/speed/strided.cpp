// Finds loops of strides, and makes them turns.
#include "mcc/rewrite/speed/strided.h"

#include <algorithm>

#include "mcc/rewrite/form.h"
#include "mcc/rewrite/speed/plain.h"
#include "mcc/rewrite/statements.h"

namespace musasim::mcc {

namespace {

bool mentions(const Source& source, Range range, std::uint32_t word) {
  for (Index at = range.begin; at < range.end; ++at) {
    if (source.is(at, word)) return true;
  }
  return false;
}

bool is_assignment(const Source& source, Index at) {
  if (at >= source.size() || source.token(at).kind != TokenKind::kPunctuator) return false;
  const std::string_view text = source.text(at);
  return text.back() == '=' && text != "==" && text != "!=" && text != "<=" && text != ">=";
}

bool is_count(const Source& source, Index at) {
  return at < source.size() && (source.text(at) == "++" || source.text(at) == "--");
}

// The & of an address, also behind a cast.
bool is_unary(const Source& source, Index at) {
  if (!ends_operand(source, at - 1) || source.is(at - 1, word::kReturn)) return true;
  return source.is_op(at - 1, ')') && source.is_op(at - 2, '*');
}

// The name that stands there is changed, or its address is taken.
bool is_changed(const Source& source, Index at) {
  if (is_count(source, at - 1)) return true;
  Index behind = at + 1;
  while (source.is_op(behind, '.') && source.is_word(behind + 1)) behind += 2;
  const bool element = source.is_op(behind, '[') || source.is_op(behind, op::kArrow);
  if (source.is_op(at - 1, '&') && is_unary(source, at - 1) && !element) return true;
  return is_assignment(source, behind) || is_count(source, behind);
}

// Reads the loop's head; false: it is no loop of strides.
bool read_head(const Source& source, Strided* loop) {
  const Index open = loop->keyword + 1;
  const Index close = source.is_op(open, '(') ? source.partner(open) : kNone;
  if (close == kNone) return false;
  const Index behind = behind_statement(source, close + 1);
  if (behind == kNone) return false;
  loop->body = {close + 1, behind};
  if (source.is(loop->keyword, word::kWhile)) {
    loop->init = {open + 1, open + 1};
    loop->condition = {open + 1, close};
    return true;
  }
  const Index first = statement_end(source, open + 1);
  const Index second = first == kNone ? kNone : statement_end(source, first + 1);
  if (second == kNone || second >= close) return false;
  if (!source.is_op(first, ';') || !source.is_op(second, ';')) return false;
  loop->init = {open + 1, first};
  loop->condition = {first + 1, second};
  loop->step = {second + 1, close};
  return true;
}

// The last statement of while's body is the step.
bool read_last_step(const Source& source, Strided* loop) {
  if (!source.is_op(loop->body.begin, '{')) return false;
  const Index close = loop->body.end - 1;
  Index at = loop->body.begin + 1;
  Index last = kNone;
  while (at < close) {
    last = at;
    at = behind_statement(source, at);
    if (at == kNone) return false;
  }
  if (last == kNone || !source.is_op(close - 1, ';')) return false;
  loop->step = {last, close - 1};
  return true;
}

// `i += step`, and then `j = i` perhaps. The variables are noted.
bool read_step(const Source& source, Strided* loop, std::vector<Index>* variables) {
  for (const Range& part : split_at_commas(source, loop->step.begin, loop->step.end)) {
    const Range value = {part.begin + 2, part.end};
    if (value.begin >= value.end || !source.is_word(part.begin)) return false;
    const std::string name(source.text(part.begin));
    const bool first = variables->empty();
    if (source.text(part.begin + 1) != (first ? "+=" : "=") || !is_plain(source, value)) {
      return false;
    }
    std::string text;
    if (!on_one_line(source, value, &text)) return false;
    if (first && text == "1") return false;
    loop->advance += std::string("musasim_turn.") + (first ? "advance(" : "follow(") + name + ", " +
                     text + "); ";
    for (const Index variable : *variables) {
      if (first == mentions(source, value, source.word_at(variable))) return false;
    }
    if (first && mentions(source, value, source.word_at(part.begin))) return false;
    variables->push_back(part.begin);
  }
  return !variables->empty();
}

// Keeps the names that a turn uses; false: it changes one.
bool keep_names(const Source& source, Range body, const std::vector<std::string>& names,
                const std::vector<std::string>& packs, std::string* kept) {
  for (const std::string& name : names) {
    bool used = false;
    bool only_called = true;
    for (Index at = body.begin; at < body.end; ++at) {
      if (!source.is_word(at) || source.text(at) != name) continue;
      if (source.is_op(at - 1, '.') || source.is_op(at - 1, op::kArrow)) continue;
      if (is_changed(source, at)) return false;
      used = true;
      only_called = only_called && source.is_op(at + 1, '(');
    }
    if (!used) continue;
    if (!kept->empty()) *kept += ", ";
    *kept += (only_called ? "::musasim::device::called(" : "::musasim::device::used(") + name + ")";
    if (std::find(packs.begin(), packs.end(), name) != packs.end()) *kept += "...";
  }
  return true;
}

bool is_declared(const Source& source, const std::vector<Number>& numbers, Index name) {
  return std::any_of(numbers.begin(), numbers.end(), [&](const Number& number) {
    return source.word_at(number.name) == source.word_at(name);
  });
}

// Nothing but semicolons.
bool is_empty(const Source& source, Index at, Index close) {
  while (at < close && source.is_op(at, ';')) ++at;
  return at == close;
}

bool is_within_brackets(const Source& source, Index token, Range range) {
  for (Index at = range.begin; at < token; ++at) {
    if (source.is_op(at, '(') && source.partner(at) != kNone && source.partner(at) > token) {
      return true;
    }
  }
  return false;
}

// `i < n` or `i <= n`, and n stays: as i only grows, whoever comes to a turn came to all before.
bool is_ordered(const Source& source, Range condition, const std::vector<Index>& variables) {
  if (condition.begin + 2 >= condition.end) return false;
  const std::string_view comparison = source.text(condition.begin + 1);
  if (comparison != "<" && comparison != "<=") return false;
  const Range bound = {condition.begin + 2, condition.end};
  for (Index at = bound.begin; at < bound.end; ++at) {
    const std::string_view text = source.text(at);
    for (const char* each : {"<", ">", "<=", ">=", "==", "!=", "&&", "||", "&", "|", "^"}) {
      if (text == each && !is_within_brackets(source, at, bound)) return false;
    }
  }
  for (const Index variable : variables) {
    if (mentions(source, bound, source.word_at(variable))) return false;
  }
  return source.word_at(variables.front()) == source.word_at(condition.begin);
}

// The declarations before the loop, in its head, its condition and its step.
bool read_numbers(const Source& source, Index body, Strided* loop, std::vector<Number>* numbers) {
  if (!repeat_numbers(source, {body + 1, loop->keyword}, *numbers, &loop->numbers)) return false;
  if (!loop->init.empty()) {
    std::vector<Number> declared;
    if (!read_numbers(source, loop->init, &declared)) return false;
    if (!on_one_line(source, loop->init, &loop->first)) return false;
    loop->first += ";" + unused(source, declared) + " ";
    numbers->insert(numbers->end(), declared.begin(), declared.end());
  }
  if (!mentions(source, {body + 1, loop->condition.begin}, word::kThreadIdx)) return false;
  if (source.is(loop->keyword, word::kWhile) && !read_last_step(source, loop)) return false;
  std::vector<Index> variables;
  if (!read_step(source, loop, &variables)) return false;
  for (const Index variable : variables) {
    if (!is_declared(source, *numbers, variable)) return false;
  }
  loop->ordered = is_ordered(source, loop->condition, variables);
  return is_plain(source, loop->condition) && on_one_line(source, loop->condition, &loop->asked);
}

}  // namespace

std::optional<Strided> find_strided(const Source& source, const Scopes& scopes, Index body,
                                    const std::vector<Parameter>& parameters) {
  const Index close = source.partner(body);
  std::vector<Number> numbers;
  Strided loop;
  loop.keyword = behind_numbers(source, {body + 1, close}, &numbers);
  const bool is_while = source.is(loop.keyword, word::kWhile);
  if (!is_while && !source.is(loop.keyword, word::kFor)) return std::nullopt;
  if (!read_head(source, &loop) || !is_empty(source, loop.body.end, close)) return std::nullopt;
  if (!read_numbers(source, body, &loop, &numbers)) return std::nullopt;
  if (!only_continues(source, scopes, loop.body, &loop.continues)) return std::nullopt;
  if (is_while && !loop.continues.empty()) return std::nullopt;
  std::vector<std::string> names;
  std::vector<std::string> packs;
  for (const Parameter& parameter : parameters) {
    names.push_back(parameter.name);
    if (parameter.pack) packs.push_back(parameter.name);
  }
  for (const Number& number : numbers) names.emplace_back(source.text(number.name));
  const Range turn = {loop.body.begin, is_while ? loop.step.begin : loop.body.end};
  if (!keep_names(source, turn, names, packs, &loop.kept)) return std::nullopt;
  return loop;
}

void rewrite_strided(const Source& source, const Strided& loop, Edits* edits) {
  const auto begin = [&](Index token) { return source.token(token).begin; };
  const auto end = [&](Index token) { return source.token(token).end; };
  const std::string inlined = std::string(")") + kInlined;
  const bool is_while = source.is(loop.keyword, word::kWhile);
  const std::string call =
      std::string("{ return ::musasim::device::take_turns") + (is_while ? "_with_step" : "") +
      "(musasim_turn, [&](" + inlined + "{ return ::musasim::device::keep(" + loop.kept +
      "); }, [&](" + inlined + "{ " + loop.advance + "}, [&](" + inlined + "-> bool { return ";
  const std::string next = "}, [&](" + inlined;
  if (is_while) {
    edits->replace(begin(loop.keyword), end(loop.keyword), "for (;;) " + call);
    edits->insert(end(loop.condition.end), "; " + next + "-> void ");
    edits->insert(begin(loop.step.begin), next + "{ ");
    edits->insert(end(loop.body.end - 1), "); }");
  } else {
    edits->insert(begin(loop.condition.begin), ";) " + call);
    edits->insert(end(loop.condition.end), " " + next + "{ ");
    edits->replace(begin(loop.step.end), end(loop.step.end), "; " + next + "-> void { ");
    edits->insert(end(loop.body.end - 1), " }); }");
  }
  for (const Index jump : loop.continues) edits->replace(begin(jump), end(jump), "return");
}

std::string test_of(const Strided& loop) {
  return loop.numbers + " " + loop.first + loop.advance + "return musasim_turn.answer(" +
         loop.asked + ");";
}

}  // namespace musasim::mcc
