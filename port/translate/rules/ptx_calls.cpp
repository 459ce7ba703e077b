// Inline PTX becomes calls of the functions of torchada/ptx.h. Only what is around the operands is replaced: they are
// C++, and other rules read them.
#include "torchada/ptx/translate.h"

#include <algorithm>

#include "../asm_place.h"
#include "../asm_statement.h"
#include "../words.h"
#include "rules.h"

namespace torchada::port {

namespace {

// The operand of the number, outputs first; null behind the last one.
const AsmOperand* operand_of(const AsmStatement& statement, std::size_t number) {
  if (number < statement.outputs.size()) return &statement.outputs[number];
  number -= statement.outputs.size();
  return number < statement.inputs.size() ? &statement.inputs[number] : nullptr;
}

template <class Function>
void for_each_operand(const AsmStatement& statement, Function&& function) {
  for (std::size_t i = 0; const AsmOperand* const one = operand_of(statement, i); ++i)
    function(*one, i < statement.outputs.size());
}

ptx::AsmText text_of(const AsmStatement& statement) {
  const std::size_t count = statement.outputs.size() + statement.inputs.size();
  std::vector<std::string_view> expressions;
  expressions.reserve(count);
  ptx::AsmText text;
  text.text = statement.text;
  text.operands.reserve(count);
  for_each_operand(statement, [&](const AsmOperand& one, bool is_output) {
    expressions.push_back(one.expression);
    text.operands.push_back({one.name, one.constraint, is_output});
  });
  text.variables = ptx::free_prefix(expressions);
  text.clobbers_memory = std::find(statement.clobbers.begin(), statement.clobbers.end(),
                                   "memory") != statement.clobbers.end();
  return text;
}

// The PTX in one line, as a comment; the end of a comment in it is parted.
std::string comment_of(std::string_view text) {
  std::string line = "/* PTX: ";
  line.reserve(text.size() + 16);
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at != end;) {
    const char* const word_end = std::find_if(at, end, is_space);
    for (const char* from = at; from != word_end;) {
      const std::string_view word(from, static_cast<std::size_t>(word_end - from));
      const std::size_t slash = word.find('/');
      const bool is_end = slash != word.npos && slash > 0 && word[slash - 1] == '*';
      const std::size_t size = is_end ? slash : std::min(slash, word.size() - 1) + 1;
      line.append(word.substr(0, size));
      if (is_end) line += ' ';
      from += size;
    }
    if (word_end != at) line += ' ';
    at = std::find_if_not(word_end, end, is_space);
  }
  return line + "*/ ";
}

// Appends the ends of lines in the text, and the blanks behind the last one. In a macro each of them is spliced.
void append_lines(std::string_view text, bool in_macro, std::string* result) {
  std::size_t last = 0;
  for (std::size_t at = text.find('\n'); at != std::string_view::npos;
       at = text.find('\n', at + 1)) {
    std::size_t begin = at;
    if (begin > 0 && text[begin - 1] == '\r') --begin;
    if (in_macro) *result += last == 0 ? "\\" : " \\";
    result->append(text.substr(begin, at + 1 - begin));
    last = at + 1;
  }
  if (last == 0) return;
  const std::size_t end = text.find_first_not_of(" \t", last);
  result->append(text.substr(last, std::min(end, text.size()) - last));
}

// Whether no rule changes an expression: none is about its words, and nothing in it is read otherwise.
bool is_left_as_it_is(Context* context, std::string_view expression) {
  for (std::size_t at = 0; at < expression.size(); ++at) {
    const char c = expression[at];
    if (c == '"' || c == '\'' || c == '/' || c == '#' || c == '\\') return false;
    if (!is_word_character(c)) continue;
    const std::size_t begin = at;
    while (at + 1 < expression.size() && is_word_character(expression[at + 1])) ++at;
    if (context->words.find(expression.substr(begin, at + 1 - begin)) != nullptr) return false;
  }
  return true;
}

// Replaces what stands before, between and behind the operands. Every operand stays on its line, and so does what is
// behind the statement.
class Pieces {
 public:
  Pieces(Context* context, const AsmStatement& statement, bool in_macro)
      : context_(*context),
        statement_(statement),
        in_macro_(in_macro),
        at_(statement.range.data()) {
    for_each_operand(statement, [&](const AsmOperand& one, bool) {
      is_one_edit_ = is_one_edit_ && is_left_as_it_is(context, one.expression);
    });
  }

  // The first one counts as the replacement of the statement. Its comment is before the ends of lines.
  void write_first(std::string_view comment, std::string_view code) {
    const std::string_view range = next_range();
    const bool has_lines = range.find('\n') != range.npos;
    text_ = comment.substr(0, comment.size() - (has_lines && !in_macro_ ? 1 : 0));
    if (has_lines) append_lines(range, in_macro_, &text_);
    text_ += code;
    if (!is_one_edit_) edit(range, context_.words.single_replacement(std::move(text_), "ptx"));
  }

  void write(std::string_view code) {
    if (is_one_edit_) {
      text_ += operand_of(statement_, number_ - 1)->expression;
    } else {
      text_.clear();
    }
    const std::string_view range = next_range();
    if (range.find('\n') == range.npos) {
      text_ += code;
    } else if (operand_of(statement_, number_ - 1) == nullptr) {
      append_lines(range, in_macro_, &text_);
      text_ += code;
    } else {
      // A blank at the end of a line is none.
      text_ += in_macro_ ? code : code.substr(0, code.find_last_not_of(' ') + 1);
      append_lines(range, in_macro_, &text_);
    }
    if (!is_one_edit_) edit(range, context_.words.part_of_replacement(text_));
  }

  // The replacement of all, where it is one.
  const Replacement* finish() {
    if (!is_one_edit_) return nullptr;
    const Replacement* const whole = context_.words.single_replacement(std::move(text_), "ptx");
    edit(statement_.range, whole);
    return whole;
  }

 private:
  std::string_view next_range() {
    const AsmOperand* const operand = operand_of(statement_, number_++);
    const char* const begin = at_;
    const char* end = statement_.range.data() + statement_.range.size();
    if (operand != nullptr) {
      end = operand->expression.data();
      at_ = end + operand->expression.size();
    }
    return {begin, static_cast<std::size_t>(end - begin)};
  }

  void edit(std::string_view range, const Replacement* replacement) {
    context_.edit(range, replacement, Certainty::certain);
  }

  Context& context_;
  const AsmStatement& statement_;
  const bool in_macro_;
  bool is_one_edit_ = true;  // no other rule changes an operand
  const char* at_;
  std::size_t number_ = 0;  // of the operand that the next piece is before
  std::string text_;        // of the piece; of all, where they are one edit
};

void write_pieces(const AsmStatement& statement, const ptx::Translation& done,
                  const std::string& prefix, std::string_view comment, Dictionary* words,
                  Pieces* pieces) {
  if (done.is_plain) {
    pieces->write_first(comment, done.pieces[0]);
    for (std::size_t i = 1; i < done.pieces.size(); ++i) pieces->write(done.pieces[i]);
    return;
  }
  const std::size_t count = statement.outputs.size() + statement.inputs.size();
  const std::string last = done.code + "} while (false)";
  for (std::size_t i = 0; i < count; ++i) {
    const std::string& declaration = words->declaration(i < statement.outputs.size(), prefix, i);
    if (i == 0) {
      pieces->write_first(comment, "do { " + declaration.substr(2));
    } else {
      pieces->write(declaration);
    }
  }
  if (count == 0) {
    pieces->write_first(comment, "do { " + last);
  } else {
    pieces->write("; " + last);
  }
}

// The edit that the statement became, where it is one; else null.
const Replacement* write(Context* context, const AsmStatement& statement,
                         const ptx::Translation& done, const std::string& prefix, bool in_macro) {
  Pieces pieces(context, statement, in_macro);
  write_pieces(statement, done, prefix,
               comment_of(statement.texts.empty() ? statement.text : statement.texts[0]),
               &context->words, &pieces);
  return pieces.finish();
}

// Whether both are refused for the same hardware, or became the same code.
bool is_alike(const ptx::Translation& one, const ptx::Translation& other) {
  if (!one.problem.empty())
    return one.group == other.group && one.group != "syntax" && one.group != "unknown";
  return other.problem.empty() && one.code == other.code;
}

// The translation of a statement that has several texts.
ptx::Translation translation_of_all(const std::vector<std::string>& texts, ptx::AsmText statement) {
  statement.text = texts[0];
  ptx::Translation first = ptx::translate(statement);
  for (const std::string& other : texts) {
    statement.text = other;
    if (is_alike(first, ptx::translate(statement))) continue;
    first.problem = "macros or an #if give the text different meanings";
    first.group = "text";
    first.instruction.clear();
    break;
  }
  return first;
}

std::string list_of(const std::vector<std::string>& opcodes) {
  std::string text;
  for (const std::string& opcode : opcodes) text += (text.empty() ? "" : ", ") + opcode;
  return text;
}

// False in a branch that no MUSA GPU compiles.
bool refuse(Context* context, std::string_view range, const std::string& message) {
  if (context->dead || context->dead_on_device) return false;
  Finding& finding = context->report(Code::asm_refused, range, message);
  finding.name = "asm";
  return true;
}

bool are_alike(const std::vector<AsmOperand>& some, const std::vector<AsmOperand>& others) {
  return std::equal(some.begin(), some.end(), others.begin(), others.end(),
                    [](const AsmOperand& a, const AsmOperand& b) {
                      return a.name == b.name && a.constraint == b.constraint &&
                             a.expression == b.expression;
                    });
}

// An #if may be around strings and operands. Where both branches have the same operands, they are two texts of one
// statement.
void read_branches(Context* context, const Token& keyword, AsmStatement* statement) {
  auto first = parse_asm(keyword, context->lexer, &context->macros, AsmBranch::kFirst);
  const auto last = parse_asm(keyword, context->lexer, &context->macros, AsmBranch::kLast);
  const auto is_one = [](const std::optional<AsmStatement>& one) {
    return one && one->is_literal && one->texts.empty();
  };
  if (!is_one(first)) return;
  const bool is_same = is_one(last) && first->clobbers == last->clobbers &&
                       first->range == last->range && are_alike(first->outputs, last->outputs) &&
                       are_alike(first->inputs, last->inputs);
  *statement = std::move(*first);
  statement->is_fixed = false;
  if (is_same) statement->texts = {statement->text, last->text};
  statement->is_literal = is_same;
}

void tell_written(Context* context, std::string_view range, const std::string& opcodes) {
  const bool is_dead = context->dead || context->dead_on_device;
  const char* const where = is_dead ? " became C++, for other GPUs" : " became C++";
  Finding& finding = context->report(Code::asm_translated, range, opcodes + where);
  if (is_dead) finding.severity = Severity::note;
  finding.name = "asm";
}

void note_first(Context* context) {
  if (context->first_ptx_edit == 0) context->first_ptx_edit = context->scan.edits.size() + 1;
}

// A copy of a statement that was written before becomes what that became.
bool write_known(Context* context, const AsmStatement& statement) {
  if (!statement.is_fixed) return false;
  const std::string_view range = statement.range;
  const Dictionary::Written& known = context->words.written_asm(range);
  if (known.replacement == nullptr) return false;
  note_first(context);
  context->edit(range, known.replacement, Certainty::certain);
  tell_written(context, range, known.opcodes);
  return true;
}

bool translate_statement(Context* context, const AsmStatement& statement,
                         std::string_view bit_field, bool in_macro) {
  const ptx::AsmText text = text_of(statement);
  const bool is_one = statement.texts.empty();
  const ptx::Translation all =
      is_one ? ptx::Translation() : translation_of_all(statement.texts, text);
  const ptx::Translation& done = is_one ? context->words.ptx(text) : all;
  const bool is_musas =
      statement.text.find(".mtx") != std::string::npos ||
      (!done.opcodes.empty() && done.opcodes[0][0] >= 'A' && done.opcodes[0][0] <= 'Z');
  if (is_musas || (done.opcodes.empty() && done.problem.empty())) return false;
  if (!done.problem.empty()) {
    if (language_of(statement) != ptx::Language::kPtx) return false;
    const std::string where = done.instruction.empty() ? "" : "`" + done.instruction + "`: ";
    return refuse(context, statement.range, where + done.problem + " (" + done.group + ")");
  }
  if (!bit_field.empty()) {
    return refuse(
        context, statement.range,
        concat({"the operand ", bit_field, " is a bit-field, which has no address (operand)"}));
  }
  note_first(context);
  const std::string opcodes = list_of(done.opcodes);
  const Replacement* const whole = write(context, statement, done, text.variables, in_macro);
  if (whole != nullptr && statement.is_fixed && !in_macro) {
    context->words.written_asm(statement.range) = {whole, opcodes};
  }
  tell_written(context, statement.range, opcodes);
  return true;
}

}  // namespace

ptx::Language language_of(const AsmStatement& statement) {
  std::vector<std::string_view> constraints;
  for_each_operand(statement,
                   [&](const AsmOperand& one, bool) { constraints.push_back(one.constraint); });
  // The beginning of a text with macros may tell that it is a comment of a CPU's.
  const bool is_told = statement.is_literal || statement.text.substr(0, 1) == "#";
  const std::string_view text = is_told ? statement.text : std::string_view();
  return ptx::language_of(text, constraints, statement.clobbers);
}

bool ptx_calls_rule(Context* context, const Token& keyword) {
  if (!context->words.options().translate_asm || context->reverse()) return false;
  auto statement = parse_asm(keyword, context->lexer, &context->macros);
  if (!statement || statement->is_goto) return false;
  // A word without a dot may be a CPU's where host code may stand.
  if (!contains(statement->text, ".") &&
      (context->dead_on_device || is_in_host_function(context, keyword))) {
    return false;
  }
  if (!statement->is_literal && statement->has_directive)
    read_branches(context, keyword, &*statement);
  if (!statement->is_literal) {
    if (language_of(*statement) != ptx::Language::kPtx) return false;
    return refuse(context, statement->range,
                  "a part of the text comes from a macro or an #if (text)");
  }
  const bool in_macro = keyword.directive != Directive::kNone;
  const std::string_view bit_field = bit_field_of(context, *statement);
  return (!in_macro && bit_field.empty() && write_known(context, *statement)) ||
         translate_statement(context, *statement, bit_field, in_macro);
}

}  // namespace torchada::port
