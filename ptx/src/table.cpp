// Looks instructions up by their name, words and operands.
#include "table.h"

#include <algorithm>
#include <unordered_map>

#include "sizes.h"

namespace torchada::ptx {

namespace {

constexpr Row kRows[] = {
#define PTX_CALL(name, words, operands, effect) {name, words, operands, Effect::effect, {}, {}, {}},
#define PTX_CALL_AS(function, name, words, operands, effect) \
  {name, words, operands, Effect::effect, {}, {}, function},
#define PTX_REFUSED(name, group, reason) {name, {}, {}, Effect::kNone, group, reason, {}},
#define PTX_REFUSED_WORDS(name, words, group, reason) \
  {name, words, {}, Effect::kNone, group, reason, {}},
#include "instructions.def"
#undef PTX_CALL
#undef PTX_CALL_AS
#undef PTX_REFUSED
#undef PTX_REFUSED_WORDS
};

struct Class {
  std::string_view name;
  std::string_view words;
};
constexpr Class kClasses[] = {
#define PTX_CLASS(name, words) {name, words},
#include "classes.def"
#undef PTX_CLASS
};

std::string_view cut(std::string_view* text, char separator) {
  const std::size_t end = std::min(text->find(separator), text->size());
  const std::string_view part = text->substr(0, end);
  text->remove_prefix(std::min(end + 1, text->size()));
  return part;
}

// m64n#k16 is m64n8k16 to m64n256k16.
bool has_columns(std::string_view choice, std::string_view word) {
  const std::size_t mark = choice.find('#');
  const std::string_view end = choice.substr(std::min(mark, choice.size() - 1) + 1);
  if (mark == std::string_view::npos || word.size() <= mark + end.size()) return false;
  if (word.substr(0, mark) != choice.substr(0, mark)) return false;
  if (word.substr(word.size() - end.size()) != end) return false;
  std::size_t number = 0;
  for (const char c : word.substr(mark, word.size() - mark - end.size())) {
    if (c < '0' || c > '9' || number > 256) return false;
    number = number * 10 + static_cast<std::size_t>(c - '0');
  }
  return number > 0 && number <= 256 && number % 8 == 0;
}

bool is_one_of(std::string_view choices, std::string_view word) {
  while (!choices.empty()) {
    const std::string_view choice = cut(&choices, '|');
    if (choice == word || has_columns(choice, word)) return true;
    if (choice.substr(0, 1) != "$") continue;
    for (const Class& one : kClasses) {
      if (one.name == choice.substr(1) && is_one_of(one.words, word)) return true;
    }
  }
  return false;
}

using Words = std::vector<std::string_view>;

// One part of a row's words: takes what it is for from those that are left.
bool take_part(std::string_view part, Words* left, Words* kept) {
  const bool is_dropped = part.front() == '-';
  if (is_dropped) part.remove_prefix(1);
  const bool may_repeat = part.back() == '*';
  const bool may_lack = may_repeat || part.back() == '?';
  if (may_lack) part.remove_suffix(1);
  bool found = false;
  do {
    const auto word = std::find_if(left->begin(), left->end(),
                                   [part](std::string_view one) { return is_one_of(part, one); });
    if (word == left->end()) break;
    // Types stay in their order.
    if (is_type(*word) && std::any_of(left->begin(), word, is_type)) break;
    found = true;
    if (!is_dropped) kept->push_back(*word);
    left->erase(word);
  } while (may_repeat);
  return found || may_lack;
}

bool words_fit(std::string_view pattern, Words left, Words* kept) {
  while (!pattern.empty()) {
    const std::string_view part = cut(&pattern, ' ');
    if (!part.empty() && !take_part(part, &left, kept)) return false;
  }
  return left.empty();
}

bool operand_fits(char letter, const Operand& operand) {
  using Kind = Operand::Kind;
  switch (letter) {
    case '@':
      return operand.kind == Kind::kAddress &&
             operand.parts.size() == (operand.offset.find('%') == std::string::npos ? 1U : 2U);
    case 'b':
      return operand.kind == Kind::kPair || operand.kind == Kind::kRegister ||
             operand.kind == Kind::kReference || operand.kind == Kind::kSink;
    case 'd':
    case 'p':
      return operand.kind == Kind::kRegister || operand.kind == Kind::kReference ||
             operand.kind == Kind::kSink;
    case 'D':
      return operand.kind == Kind::kRegister || operand.kind == Kind::kReference ||
             operand.kind == Kind::kVector || operand.kind == Kind::kSink;
    case 's':
      return operand.kind != Kind::kAddress && operand.kind != Kind::kVector &&
             operand.kind != Kind::kPair && operand.kind != Kind::kSink;
    case 'V': return operand.kind == Kind::kVector;
    case '0':
      return operand.kind == Kind::kInteger && (operand.text == "0" || operand.text == "0x0");
    case 'h': return operand.kind == Kind::kRegister || operand.kind == Kind::kReference;
    default: return operand.kind != Kind::kAddress && operand.kind != Kind::kPair;  // S
  }
}

// A hint stands at the end, and only where a word says so.
bool operands_fit(std::string_view letters, const Instruction& instruction) {
  const std::vector<Operand>& operands = instruction.operands;
  const std::vector<std::string>& words = instruction.modifiers;
  if (!letters.empty() && letters.back() == 'c') letters.remove_suffix(1);
  const bool has_hint = std::find(words.begin(), words.end(), "L2::cache_hint") != words.end();
  if (!letters.empty() && letters.back() == 'h' && !has_hint) letters.remove_suffix(1);
  if (letters.size() != operands.size()) return false;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (!operand_fits(letters[i], operands[i])) return false;
  }
  return true;
}

// Whether the words of the row's name, behind its first one, are the instruction's first words; how many that are.
bool name_fits(std::string_view name, const Instruction& instruction, std::size_t* taken) {
  cut(&name, '.');
  for (*taken = 0; !name.empty(); ++*taken) {
    if (*taken >= instruction.modifiers.size()) return false;
    if (cut(&name, '.') != instruction.modifiers[*taken]) return false;
  }
  return true;
}

// The rows by the first word of their names.
const std::vector<const Row*>& rows_of(std::string_view opcode) {
  static const auto rows = [] {
    std::unordered_map<std::string_view, std::vector<const Row*>> map;
    for (const Row& row : kRows) {
      std::string_view name = row.name;
      map[cut(&name, '.')].push_back(&row);
    }
    return map;
  }();
  static const std::vector<const Row*> none;
  const auto found = rows.find(opcode);
  return found == rows.end() ? none : found->second;
}

}  // namespace

Match find_row(const Instruction& instruction) {
  Match match;
  for (const Row* const row : rows_of(instruction.opcode)) {
    std::size_t taken = 0;
    if (!name_fits(row->name, instruction, &taken)) continue;
    match.is_name_known = true;
    if (row->reason.empty() || !row->words.empty()) {
      const auto first = instruction.modifiers.begin() + static_cast<std::ptrdiff_t>(taken);
      match.words.clear();
      if (row->reason.empty() && !operands_fit(row->operands, instruction)) continue;
      if (!words_fit(row->words, Words(first, instruction.modifiers.end()), &match.words)) continue;
    }
    match.row = row;
    return match;
  }
  return match;
}

std::string function_of(const Instruction& instruction, const Row& row) {
  if (!row.function.empty()) return std::string(row.function);
  std::string name(row.name);
  // Names of C++'s operators, and one function for barriers of all names.
  if (name == "and" || name == "or" || name == "xor" || name == "not") return name + "_";
  if (row.operands == "0") return "bar_sync";
  if (name == "mad.lo.cc" || name == "mad.hi.cc") return "mad_cc";
  if (name == "prefetchu") return "prefetch";
  if (name == "setp") {
    if (instruction.operands[0].kind == Operand::Kind::kPair) name += "_both";
    if (instruction.operands.size() == 4) name += "_with";
  }
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

}  // namespace torchada::ptx
