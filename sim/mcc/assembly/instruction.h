// The text of an asm statement as instructions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace musasim::mcc::assembly {

// MTX, whose texts begin with `.mtx`; and the instructions of MUSA's own processors.
enum class Dialect { kMtx, kLsu };

struct Operand {
  enum class Kind { kValue, kVector, kAddress, kRegister, kNumber, kHint, kUnknown };
  Kind kind = Kind::kUnknown;
  std::vector<unsigned> numbers;  // of the statement's operands: %0
  std::string text;               // of a register its name, of an address what is added
};

struct Instruction {
  Dialect dialect = Dialect::kLsu;
  std::string text;                    // as it is written, without what follows it
  std::string name;                    // ld1, LSU.LD
  std::vector<std::string> modifiers;  // relaxed, B128; those behind MTX's operands, too
  std::vector<Operand> operands;
  bool is_plain = true;  // without a predicate, a label or a directive
};

// `names` are those of the statement's operands that have one: %[name].
std::vector<Instruction> read_instructions(std::string_view text,
                                           const std::vector<std::string>& names);

}  // namespace musasim::mcc::assembly
