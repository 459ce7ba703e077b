// The text of an asm statement in PTX, as items.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace torchada::ptx {

struct Operand {
  enum class Kind {
    kRegister,   // r1, p; also the name of a label
    kReference,  // %0, %[name]: an operand of the statement
    kSpecial,    // %tid.x, %laneid
    kInteger,    // 16, -1, 0x1fU, (1 << 4) | 3
    kFloat,      // 1.5, 0f3f800000, 0d3ff0000000000000
    kAddress,    // [base + offset]; `parts` has the base, an offset that is %0, coordinates
    kVector,     // {a, b}
    kPair,       // d|p
    kSink,       // _
  };
  Kind kind = Kind::kSink;
  std::string text;     // the name, or the number as C++ has it
  unsigned number = 0;  // of a reference
  bool is_negated = false;
  bool has_minus = false;  // -%0, of a number that the compiler knows
  std::string offset;      // of an address: empty, or a number with its sign
  std::vector<Operand> parts;
};

struct Instruction {
  std::string opcode;                  // cp, cvt, mma
  std::vector<std::string> modifiers;  // rn, f32, L1::no_allocate
  std::vector<Operand> operands;
  bool has_guard = false;  // @p, @!p
  Operand guard;
};

struct Item {
  enum class Kind { kInstruction, kLabel, kDeclaration, kOpen, kClose, kPragma };
  Kind kind = Kind::kInstruction;
  std::size_t place = 0;  // in the text
  Instruction instruction;
  std::string type;                // of declared registers
  std::vector<std::string> names;  // declared registers, or the label
};

struct Text {
  std::vector<Item> items;
  std::string error;  // empty where all was understood
  std::size_t error_place = 0;
};

// An operand of the statement.
struct AsmOperand {
  std::string_view name;        // of [name]
  std::string_view constraint;  // =r, +f, n
  bool is_output = false;
};

// `text` is the template with its strings joined and their escapes resolved.
Text parse(std::string_view text, const std::vector<AsmOperand>& operands);

// `add.u32`: the opcode and its modifiers.
std::string opcode_of(const Instruction& instruction);
// Those of the text, each once, and `.pragma`.
std::vector<std::string> opcodes_of(const Text& text);

}  // namespace torchada::ptx
