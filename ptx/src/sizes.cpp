// Compares registers with types.
#include "sizes.h"

#include <algorithm>
#include <unordered_map>

#include "checks.h"

namespace torchada::ptx {

namespace {

struct Type {
  unsigned bits = 0;  // 0 for a word that is no type
  char kind = 'b';    // of bits; f: floating point, h: half of its size, p: packed, u: integers
};

Type type_of(std::string_view word) {
  if (word == "pred") return {1, 'b'};
  if (word == "f32" || word == "f64") return {word == "f32" ? 32U : 64U, 'f'};
  if (word == "f16" || word == "bf16") return {16, 'h'};
  if (word == "f16x2" || word == "bf16x2") return {32, 'h'};
  if (word == "u16x2" || word == "s16x2") return {32, 'u'};
  if (word == "tf32") return {32, 'b'};
  if (word == "f32x2") return {64, 'b'};
  if (word == "e2m1x2") return {8, 'p'};
  if (word == "e4m3x2" || word == "e5m2x2" || word == "e2m3x2" || word == "e3m2x2" ||
      word == "ue8m0x2")
    return {16, 'p'};
  if (word.size() < 2 || std::string_view("bus").find(word[0]) == std::string_view::npos) return {};
  const std::string_view size = word.substr(1);
  const char kind = word[0] == 'b' ? 'b' : 'u';
  if (size == "8") return {8, kind};
  if (size == "16") return {16, kind};
  if (size == "32") return {32, kind};
  if (size == "64") return {64, kind};
  if (size == "128") return {128, kind};
  return {};
}

Type nth_type(const Instruction& instruction, unsigned n) {
  Type last;
  for (const std::string& word : instruction.modifiers) {
    const Type type = type_of(word);
    if (type.bits == 0) continue;
    last = type;
    if (n-- == 0) break;
  }
  return last;
}

std::string_view sizes_of(std::string_view name) {
  static const auto sizes = [] {
    std::unordered_map<std::string_view, std::string_view> map;
    const auto add = [&map](std::string_view names, std::string_view letters) {
      while (!names.empty()) {
        const std::size_t end = std::min(names.find(' '), names.size());
        map[names.substr(0, end)] = letters;
        names.remove_prefix(std::min(end + 1, names.size()));
      }
    };
#define PTX_SIZES(names, letters) add(names, letters);
#include "sizes.def"
#undef PTX_SIZES
    return map;
  }();
  const auto found = sizes.find(name);
  return found == sizes.end() ? std::string_view() : found->second;
}

// The demand of a letter of sizes.def on a register.
struct Wanted {
  Type type;
  bool may_be_larger = false;
  bool is_number = false;
};
constexpr Wanted kPredicate{{1, 'b'}};

bool is_count(const Instruction& instruction) {
  return has_word(instruction, "ballot") || has_word(instruction, "popc");
}

Wanted wanted(char letter, const Instruction& instruction) {
  switch (letter) {
    case '0': return {nth_type(instruction, 0)};
    case '1': return {nth_type(instruction, 1)};
    case 'A': return {nth_type(instruction, 0), true};
    case 'B': return {nth_type(instruction, 1), true};
    case 'w': return {{32, 'b'}};
    case 'i': return {{32, 'u'}};
    case 'l': return {{64, 'b'}};
    case 'm': return {{has_word(instruction, "f64") ? 64U : 32U, 'b'}};
    case 'p': return kPredicate;
    case 'v': return {{is_count(instruction) ? 32U : 1U, 'u'}};
    case 'k': return {{}, false, true};
    default: return {};
  }
}

std::string spelled(const Operand& operand) {
  return operand.kind == Operand::Kind::kReference ? "%" + std::to_string(operand.number)
                                                   : operand.text;
}

std::string said(const Operand& operand, const Holder& holder, const Wanted& wanted) {
  const std::string name = "the operand " + spelled(operand) + " ";
  if (wanted.is_number) return name + "is no number that is known to the compiler";
  if (wanted.type.bits == 1) return name + "is no predicate";
  if (holder.bits == 1) return name + "is a predicate";
  if (holder.bits == wanted.type.bits) return name + "is a register of floating point";
  return name + "has " + std::to_string(holder.bits) + " bits where the instruction takes " +
         std::to_string(wanted.type.bits);
}

bool fits(const Holder& holder, const Wanted& wanted) {
  const Type& type = wanted.type;
  if (wanted.is_number) return holder.is_known_number;
  if (holder.bits == 0 || type.bits == 0) return true;
  if (holder.bits == 1 || type.bits == 1) return holder.bits == type.bits;
  if (holder.is_float && (type.kind == 'u' || type.kind == 'h')) return false;
  const bool is_exact = type.kind == 'p' || (holder.is_float && type.kind == 'f');
  const bool may_be_larger = wanted.may_be_larger && !is_exact;
  // No register has 8 bits.
  if (may_be_larger || type.bits == 8) return holder.bits >= type.bits;
  return holder.bits == type.bits;
}

class Check {
 public:
  Check(const Instruction& instruction, const std::function<Holder(const Operand&)>& holder_of)
      : instruction_(instruction), holder_of_(holder_of) {}

  // Empty where the operand, or its registers, are right. The second one of a pair is a predicate.
  std::string run(const Operand& operand, const Wanted& wanted) {
    if (operand.kind == Operand::Kind::kVector) return parts(operand, wanted);
    if (operand.kind == Operand::Kind::kPair) {
      std::string problem = run(operand.parts[0], wanted);
      return problem.empty() ? run(operand.parts[1], kPredicate) : problem;
    }
    const bool is_register =
        operand.kind == Operand::Kind::kRegister || operand.kind == Operand::Kind::kReference;
    if (!is_register) return {};
    const Holder holder = holder_of_(operand);
    return fits(holder, wanted) ? std::string() : said(operand, holder, wanted);
  }

 private:
  // mov takes a vector apart; each register of another instruction's vector has the type. One of floating point may be
  // beside others.
  std::string parts(const Operand& vector, Wanted wanted) {
    if (instruction_.opcode == "mov" && !vector.parts.empty()) {
      wanted.type.bits /= static_cast<unsigned>(vector.parts.size());
      wanted.may_be_larger = false;
    }
    if (wanted.type.kind == 'u' || wanted.type.kind == 'h') wanted.type.kind = 'b';
    Holder first;
    for (const Operand& part : vector.parts) {
      std::string problem = run(part, wanted);
      if (!problem.empty()) return problem;
      const Holder holder = holder_of_(part);
      if (first.bits == 0) first = holder;
      if (holder.bits != 0 && holder.bits != first.bits) return "registers of several sizes";
    }
    return {};
  }

  const Instruction& instruction_;
  const std::function<Holder(const Operand&)>& holder_of_;
};

// A sum of f32 may have parts of half its size.
bool is_mixed(const Instruction& instruction) {
  const bool is_arithmetic =
      instruction.opcode == "add" || instruction.opcode == "sub" || instruction.opcode == "fma";
  return is_arithmetic && has_word(instruction, "f32") &&
         (has_word(instruction, "f16") || has_word(instruction, "bf16"));
}

// What the table says, but of mul.wide, mad.wide and of mixed sums, where the words of the instruction tell more.
Wanted wanted_at(std::size_t at, std::string_view letters, const Instruction& instruction) {
  Wanted result = wanted(letters[std::min(at, letters.size() - 1)], instruction);
  const bool is_wide = has_word(instruction, "wide");
  if (is_wide && (at == 0 || at == 3)) result.type.bits *= 2;
  const bool is_half = instruction.opcode == "fma" ? at == 1 || at == 2 : at == 1;
  if (is_half && is_mixed(instruction)) result.type = {16, 'h'};
  return result;
}

}  // namespace

bool is_type(std::string_view word) { return type_of(word).bits != 0; }

Holder holder_of_constraint(std::string_view constraint) {
  Holder holder;
  const std::size_t letter = constraint.find_first_not_of("=+&%");
  if (letter == std::string_view::npos || constraint.size() != letter + 1) return holder;
  switch (constraint[letter]) {
    case 'h': holder.bits = 16; break;
    case 'r': holder.bits = 32; break;
    case 'l': holder.bits = 64; break;
    case 'q': holder.bits = 128; break;
    case 'f':
    case 'd':
      holder.bits = constraint[letter] == 'f' ? 32 : 64;
      holder.is_float = true;
      break;
    case 'n': holder.is_known_number = true; break;
    default: break;
  }
  return holder;
}

Holder holder_of_type(std::string_view word) {
  const Type type = type_of(word);
  Holder holder;
  holder.bits = type.bits;
  holder.is_float = type.kind == 'f';
  return holder;
}

std::string wrong_guard(const Operand& guard, const Holder& holder) {
  return holder.bits == 1 ? std::string() : said(guard, holder, kPredicate);
}

std::string wrong_size(const Instruction& instruction, const Row& row,
                       const std::function<Holder(const Operand&)>& holder_of) {
  const std::string_view letters = sizes_of(row.name);
  if (letters.empty() || has_word(instruction, "block_scale")) return {};
  Check check(instruction, holder_of);
  for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
    const char letter = row.operands[i];
    const Operand& operand = instruction.operands[i];
    if (letter == 'h') continue;
    if (letter == '@') {
      if (holder_of(operand.parts[0]).is_float)
        return "the operand " + spelled(operand.parts[0]) + " is no address";
      continue;
    }
    std::string problem = check.run(operand, wanted_at(i, letters, instruction));
    if (!problem.empty()) return problem;
  }
  return {};
}

}  // namespace torchada::ptx
