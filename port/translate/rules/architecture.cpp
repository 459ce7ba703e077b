// The numbers of __CUDA_ARCH__ and __MUSA_ARCH__, and comparisons with them.
#include "architecture.h"

#include "../vendors.h"
#include "../words.h"
#include "rules.h"

namespace torchada::port {

namespace {

struct ArchitectureRow {
  int capability;  // from this one on
  int musa;        // 0: none
};
constexpr ArchitectureRow kRows[] = {{0, 210}, {800, 220}, {890, 310}, {900, 0}};

// The capabilities that GPUs have, in order: `> 750` means from the next one on.
constexpr int kCapabilities[] = {300, 350, 370, 500, 520, 530, 600, 610, 620,
                                 700, 720, 750, 800, 860, 870, 880, 890, 900};

std::int64_t next_capability(std::int64_t capability) {
  for (const int next : kCapabilities) {
    if (next > capability) return next;
  }
  return capability + 1;
}

bool is_ordering(const Token& token) {
  return token.is_op('<') || token.is_op('>') || token.is_op(op::kLessEqual) ||
         token.is_op(op::kGreaterEqual);
}

}  // namespace

bool is_comparison(const Token& token) {
  return is_ordering(token) || token.is_op(op::kEqual) || token.is_op(op::kNotEqual);
}

namespace {

bool is_arithmetic(const Token& token) {
  return token.is_op('/') || token.is_op('*') || token.is_op('%') || token.is_op('+') ||
         token.is_op('-');
}

// `= X`, `return X`, `switch (X)`, `f(X)`: not asked for truth, so its number matters.
bool is_value(const Token& before, const Token& behind) {
  constexpr std::string_view kTruth[] = {"if", "while", "constexpr", "and", "or", "not"};
  if (behind.is_op('?')) return false;
  if (before.is(TokenKind::kIdentifier)) return !is_one_of(kTruth, before.text());
  return before.is_op('=') || before.is_op(',') || before.is_op('{') || behind.is_op(',') ||
         behind.is_op('}');
}

Token at(const std::vector<Token>& tokens, std::size_t index) {
  return index < tokens.size() ? tokens[index] : Token{};
}

// `(800)` is 800; the index of the number, or none.
std::optional<std::size_t> number_at(const std::vector<Token>& tokens, std::size_t index,
                                     bool leftwards) {
  const char open = leftwards ? ')' : '(';
  for (int i = 0; i < 4 && at(tokens, index).is_op(open); ++i) index += leftwards ? -1UL : 1UL;
  if (!at(tokens, index).is(TokenKind::kNumber)) return std::nullopt;
  if (!integer_of(tokens[index].text())) return std::nullopt;
  return index;
}

// `<`, `>=` mean the same for the number itself; `>`, `<=` mean the next one.
bool means_next(const Token& operation, bool reversed) {
  return reversed ? operation.is_op('<') || operation.is_op(op::kGreaterEqual)
                  : operation.is_op('>') || operation.is_op(op::kLessEqual);
}

std::string_view inclusive_form(const Token& operation) {
  if (operation.is_op('>')) return ">=";
  if (operation.is_op('<')) return "<=";
  return operation.is_op(op::kLessEqual) ? "<" : ">";
}

bool comparison_back(Context* context, const Use& use) {
  const auto value = integer_of(use.number.text());
  const auto capability = value ? capability_of(*value) : std::nullopt;
  if (!capability) return false;
  context->edit(use.number.text(), std::to_string(*capability), "language", Certainty::likely);
  return true;
}

// The line before a token, as tokens; and the few behind it.
std::vector<Token> tokens_around(const Context& context, const Token& token, std::size_t* index) {
  const char* begin = token.begin;
  while (begin != context.text.data() && begin[-1] != '\n' && token.begin - begin < 200) --begin;
  std::vector<Token> tokens;
  Lexer line(std::string_view(begin, static_cast<std::size_t>(token.begin - begin)));
  for (Token next; next_code(&line, &next);) tokens.push_back(next);
  *index = tokens.size();
  tokens.push_back(token);
  Lexer ahead = context.lexer;
  Token next;
  for (int i = 0; i < 6 && next_code(&ahead, &next); ++i) {
    if (next.is(TokenKind::kNewline)) break;
    tokens.push_back(next);
  }
  return tokens;
}

}  // namespace

std::optional<int> musa_architecture(std::int64_t capability) {
  int found = 0;
  for (const ArchitectureRow& row : kRows) {
    if (capability >= row.capability) found = row.musa;
  }
  if (found == 0) return std::nullopt;
  return found;
}

std::optional<int> capability_of(std::int64_t architecture) {
  switch (architecture) {
    case 210: return 700;
    case 220: return 800;
    case 310: return 890;
    default: return std::nullopt;
  }
}

Use use_of(const std::vector<Token>& tokens, std::size_t index) {
  Use use;
  std::size_t left = index - 1;  // wraps around: at() then gives no token
  std::size_t right = index + 1;
  if (at(tokens, left).text() == "defined") return use;
  while (at(tokens, left).is_op('(') && at(tokens, right).is_op(')')) {
    --left;
    ++right;
    if (at(tokens, left).text() == "defined") return use;
  }
  const Token behind = at(tokens, right);
  const Token before = at(tokens, left);
  if (is_comparison(behind)) {
    const auto number = number_at(tokens, right + 1, false);
    const bool alone = number && !is_arithmetic(at(tokens, *number + 1)) && !is_arithmetic(before);
    use.kind = alone ? Use::Kind::kComparison : Use::Kind::kOther;
    use.operation = behind;
    if (number) use.number = tokens[*number];
  } else if (is_comparison(before)) {
    const auto number = number_at(tokens, left - 1, true);
    const bool alone = number && !is_arithmetic(at(tokens, *number - 1)) && !is_arithmetic(behind);
    use.kind = alone ? Use::Kind::kComparison : Use::Kind::kOther;
    use.operation = before;
    use.reversed = true;
    if (number) use.number = tokens[*number];
  } else if (is_arithmetic(before) || is_arithmetic(behind)) {
    use.kind = Use::Kind::kOther;
  } else if (is_value(before, behind)) {
    use.kind = Use::Kind::kValue;
  }
  return use;
}

bool translate_comparison(Context* context, const Token& macro, const Use& use) {
  if (context->reverse()) {
    if (!comparison_back(context, use)) return false;
    context->edit(macro.text(), "__CUDA_ARCH__", "language", Certainty::certain);
    return true;
  }
  if (!is_ordering(use.operation)) return false;
  std::int64_t value = integer_of(use.number.text()).value_or(0);
  const bool next = means_next(use.operation, use.reversed);
  if (next) value = next_capability(value);
  const auto musa = musa_architecture(value);
  if (!musa) return false;
  context->edit(macro.text(), "__MUSA_ARCH__", "language", Certainty::likely);
  if (next) {
    context->edit(use.operation.text(), inclusive_form(use.operation), "language",
                  Certainty::likely);
  }
  context->edit(use.number.text(), std::to_string(*musa), "language", Certainty::likely);
  return true;
}

bool Holds::on_all() const {
  return known && by_architecture[0] && by_architecture[1] && by_architecture[2];
}

bool Holds::on_none() const {
  return known && !by_architecture[0] && !by_architecture[1] && !by_architecture[2];
}

std::string Holds::text() const {
  if (!known) return "true or false depending on other macros";
  if (on_all()) return "true on every MUSA GPU";
  if (on_none()) return "false on every MUSA GPU";
  std::string list;
  for (std::size_t i = 0; i < 3; ++i) {
    if (!by_architecture[i]) continue;
    if (!list.empty()) list += " or ";
    list += std::to_string(kMusaArchitectures[i]);
  }
  return "true if __MUSA_ARCH__ is " + list;
}

namespace {

bool is_number_used(const Use& use) {
  return use.kind == Use::Kind::kOther || use.kind == Use::Kind::kValue;
}

}  // namespace

Holds holds_for(const Condition& condition, const std::vector<Token>& tokens) {
  Holds holds;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].is_op(op::kEqual) || tokens[i].is_op(op::kNotEqual)) return holds;
    // It stays, so it does not count as what a comparison would.
    const bool architecture =
        tokens[i].is(TokenKind::kIdentifier) && tokens[i].text() == "__CUDA_ARCH__";
    if (architecture && is_number_used(use_of(tokens, i))) return holds;
  }
  // Each MUSA architecture counts as the newest capability that becomes it. Numbers that are left
  // are above them as they are above 0, which the comparison reads.
  constexpr std::int64_t kCountsAs[] = {750, 880, 890};
  holds.known = true;
  for (std::size_t i = 0; i <= 3; ++i) {
    const auto macros = [i, &kCountsAs](std::string_view name) -> std::optional<MacroValue> {
      if (name == "__CUDA_ARCH__") {
        return i == 3 ? MacroValue{} : MacroValue{true, kCountsAs[i]};
      }
      if (name == "__CUDACC__") return MacroValue{true, 1};
      if (is_rocm_macro(name) || is_version_macro(name)) return MacroValue{};
      return std::nullopt;
    };
    const auto value = condition.evaluate(macros);
    if (!value) {
      holds.known = false;
      return holds;
    }
    (i == 3 ? holds.host : holds.by_architecture[i]) = *value != 0;
  }
  return holds;
}

namespace {

// A value, not a comparison: translated unless the program itself defines the macro.
void plain_use(Context* context, const Place& place, const Word& word, bool architecture) {
  if (architecture) {
    name_rule(context, place, word);
    return;
  }
  // A macro for the version is for guards, where it has to read as 0.
  const bool macro = place.token.directive == Directive::kDefine && !context->reverse();
  if (macro || (word.traits & (trait::kName | trait::kUnknown)) == 0) {
    Finding& finding = context->report(Code::version_guard, place.token.text(), word,
                                       "`" + word.text + "` is used as a value; it stays as it is");
    if (!macro) finding.severity = Severity::note;
    return;
  }
  const std::size_t edits = context->scan.edits.size();
  name_rule(context, place, word);
  if (context->scan.edits.size() == edits) return;
  context->last_edit_unless_defined(word);
  if (context->reverse()) return;
  Finding& finding = context->report(Code::version_guard, place.token.text(), word,
                                     "`" + word.text + "` became MUSA's version number");
  finding.severity = Severity::note;
  context->last_finding_unless_defined(word);
}

}  // namespace

bool guard_in_code_rule(Context* context, const Place& place, const Word& word) {
  if (place.is_member()) return true;
  if (place.before.is(TokenKind::kDirectiveName)) {
    if (place.before.directive == Directive::kDefine) {
      context->scan.definitions.push_back(word.text);
    }
    return true;
  }
  std::size_t index = 0;
  const std::vector<Token> tokens = tokens_around(*context, place.token, &index);
  const Use use = use_of(tokens, index);
  const bool architecture = (word.traits & trait::kArch) != 0;
  if (use.kind == Use::Kind::kPlain ||
      (use.kind == Use::Kind::kValue && (!architecture || context->reverse()))) {
    plain_use(context, place, word, architecture);
    return true;
  }
  if (architecture && use.kind == Use::Kind::kComparison &&
      translate_comparison(context, place.token, use)) {
    if (context->reverse()) return true;
    context->report(Code::arch_guard, place.token.text(), word,
                    "a comparison in code was translated");
    return true;
  }
  context->report(architecture ? Code::arch_guard_left : Code::version_guard, place.token.text(),
                  word, "`" + word.text + "` is used in code; it stays as it is");
  return true;
}

}  // namespace torchada::port
