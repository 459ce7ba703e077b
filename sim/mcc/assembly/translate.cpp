// Looks instructions up in the tables.
#include "mcc/assembly/translate.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>

#include "mcc/assembly/instruction.h"

namespace musasim::mcc::assembly {

namespace {

// Kinds of modifiers.
enum : unsigned {
  kAlways = 0,
  kOrder = 1U << 0,
  kScope = 1U << 1,
  kSpace = 1U << 2,
  kHint = 1U << 3,
  kVector = 1U << 4,
  kType = 1U << 5,
  kOperation = 1U << 6,
  kSwap = 1U << 7,
};

// Modifiers that a form which takes them cannot do without.
constexpr unsigned kNeeded = kType | kOperation | kSwap;
// Modifiers that may stand there more than once.
constexpr unsigned kRepeated = kHint | kType;

struct Modifier {
  unsigned kind;
  std::string_view word;
  std::string_view text;
};
constexpr Modifier kModifiers[] = {
#define MUSASIM_MODIFIER(kind, word, text) {kind, word, text},
#include "mcc/assembly/modifiers.def"
#undef MUSASIM_MODIFIER
};

struct Form {
  Dialect dialect;
  std::string_view name;
  std::string_view operands;
  unsigned modifiers;
  std::string_view function;
  Effect effect;
};
constexpr Form kForms[] = {
#define MUSASIM_FORM(dialect, name, operands, modifiers, function, effect) \
  {Dialect::dialect, name, operands, modifiers, function, Effect::effect},
#include "mcc/assembly/forms.def"
#undef MUSASIM_FORM
};

struct Register {
  Dialect dialect;
  std::string_view name;
  std::string_view text;
};
constexpr Register kRegisters[] = {
#define MUSASIM_REGISTER(dialect, name, text) {Dialect::dialect, name, text},
#include "mcc/assembly/registers.def"
#undef MUSASIM_REGISTER
};

constexpr std::string_view kSpaceOfFunctions = "::musasim::device::assembly::";

// The modifiers that an instruction has, by their kinds.
struct Meaning {
  unsigned kinds = 0;
  std::string_view type;
  std::string_view order = "kWeak";
  std::string_view operation;
  std::size_t width = 1;  // of vectors
  bool is_known = true;
};

void note_type(std::string_view type, Meaning* meaning) {
  if (!meaning->type.empty() && meaning->type != type) meaning->is_known = false;
  meaning->type = type;
}

void note(const Modifier& modifier, Meaning* meaning) {
  const bool again = (meaning->kinds & modifier.kind & ~kRepeated) != 0;
  if (again) meaning->is_known = false;
  meaning->kinds |= modifier.kind;
  switch (modifier.kind) {
    case kType: note_type(modifier.text, meaning); break;
    case kOrder: meaning->order = modifier.text; break;
    case kOperation: meaning->operation = modifier.text; break;
    case kVector: meaning->width = static_cast<std::size_t>(modifier.text[0] - '0'); break;
    default: break;
  }
}

Meaning meaning_of(const Instruction& instruction) {
  Meaning meaning;
  for (const std::string& word : instruction.modifiers) {
    const auto* const found = std::find_if(std::begin(kModifiers), std::end(kModifiers),
                                           [&](const Modifier& each) { return each.word == word; });
    if (found == std::end(kModifiers)) {
      meaning.is_known = false;
    } else {
      note(*found, &meaning);
    }
  }
  return meaning;
}

std::string operand_name(unsigned number) { return "musasim_operand_" + std::to_string(number); }

std::string_view register_text(const Instruction& instruction, const Operand& operand) {
  for (const Register& each : kRegisters) {
    if (each.dialect == instruction.dialect && each.name == operand.text) return each.text;
  }
  return {};
}

// The text for an operand in the call, with a comma before it; empty where it does not fit.
std::string argument(const Instruction& instruction, const Operand& operand, char role,
                     std::size_t width) {
  using Kind = Operand::Kind;
  if (role == '@') {
    const bool own = instruction.dialect == Dialect::kLsu && operand.kind == Kind::kValue;
    if (!own && operand.kind != Kind::kAddress) return {};
    return ", " + std::string(kSpaceOfFunctions) + "address(" + operand_name(operand.numbers[0]) +
           ", " + (own ? "0" : operand.text) + ")";
  }
  if (role == 'r') {
    const std::string_view text =
        operand.kind == Kind::kRegister ? register_text(instruction, operand) : std::string_view();
    return text.empty() ? std::string() : ", " + std::string(text);
  }
  if (role == 's' && operand.kind == Kind::kNumber) return ", " + operand.text;
  if (role == 'D' || role == 'S') {
    if (operand.kind != Kind::kVector) return {};
    width = operand.numbers.size();
  } else if (width == 1 && operand.kind == Kind::kVector) {
    return {};
  }
  const bool fits = operand.kind == (width > 1 ? Kind::kVector : Kind::kValue);
  if (!fits || operand.numbers.size() != width) return {};
  std::string names;
  for (const unsigned number : operand.numbers) names += ", " + operand_name(number);
  return names;
}

// The arguments in the order of calls: address, what is written, what is read; parts that are written last.
bool arguments_of(const Instruction& instruction, std::string_view roles, std::size_t width,
                  std::string* arguments) {
  const bool has_rest = !roles.empty() && roles.back() == '*';
  if (has_rest) roles.remove_suffix(1);
  const std::vector<Operand>& operands = instruction.operands;
  if (operands.size() < roles.size() || (operands.size() > roles.size() && !has_rest)) return false;
  for (std::size_t i = roles.size(); i < operands.size(); ++i) {
    const Operand::Kind kind = operands[i].kind;
    if (kind != Operand::Kind::kHint && kind != Operand::Kind::kNumber) return false;
  }
  for (const std::string_view wanted : {"@", "d", "srS", "D"}) {
    for (std::size_t i = 0; i < roles.size(); ++i) {
      if (wanted.find(roles[i]) == std::string_view::npos) continue;
      const std::string text = argument(instruction, operands[i], roles[i], width);
      if (text.empty()) return false;
      *arguments += text;
    }
  }
  if (!arguments->empty()) arguments->erase(0, 2);
  return true;
}

std::string function_of(const Form& form, const Meaning& meaning) {
  const std::string space(kSpaceOfFunctions);
  std::string text = space + std::string(form.function);
  const std::pair<std::string_view, std::string> values[] = {
      {"$type", std::string(meaning.type)},
      {"$order", space + std::string(meaning.order)},
      {"$operation", space + std::string(meaning.operation)}};
  for (const auto& [name, value] : values) {
    const std::size_t at = text.find(name);
    if (at != std::string::npos) text.replace(at, name.size(), value);
  }
  return text;
}

bool takes(const Form& form, const Instruction& instruction, const Meaning& meaning) {
  return form.dialect == instruction.dialect && form.name == instruction.name &&
         (meaning.kinds & ~form.modifiers) == 0 && (form.modifiers & kNeeded & ~meaning.kinds) == 0;
}

// One with an order may be how a thread waits for another's store.
Effect effect_with(const Form& form, const Meaning& meaning) {
  const bool ordered = (meaning.kinds & kOrder) != 0 && meaning.order != "kWeak";
  return ordered ? std::max(form.effect, Effect::kSees) : form.effect;
}

bool translate_one(const Instruction& instruction, Translation* translation) {
  const Meaning meaning = meaning_of(instruction);
  if (!instruction.is_plain || !meaning.is_known) return false;
  for (const Form& form : kForms) {
    if (!takes(form, instruction, meaning)) continue;
    std::string arguments;
    if (!arguments_of(instruction, form.operands, meaning.width, &arguments)) continue;
    translation->code += function_of(form, meaning) + "(" + arguments + "); ";
    return true;
  }
  return false;
}

}  // namespace

Translation translate(std::string_view text, const std::vector<std::string>& names) {
  Translation translation;
  for (const Instruction& instruction : read_instructions(text, names)) {
    if (translate_one(instruction, &translation)) continue;
    translation.code.clear();
    translation.unknown = instruction.text;
    break;
  }
  return translation;
}

bool is_own(std::string_view text) {
  const std::vector<Instruction> instructions = read_instructions(text, {});
  if (instructions.empty()) return false;
  const std::string& name = instructions[0].name;
  return instructions[0].dialect == Dialect::kMtx ||
         (!name.empty() && std::isupper(static_cast<unsigned char>(name[0])) != 0);
}

Effect effect_of(std::string_view text) {
  Effect effect = Effect::kNone;
  for (const Instruction& instruction : read_instructions(text, {})) {
    const Meaning meaning = meaning_of(instruction);
    for (const Form& form : kForms) {
      if (takes(form, instruction, meaning)) effect = std::max(effect, effect_with(form, meaning));
    }
  }
  return effect;
}

}  // namespace musasim::mcc::assembly
