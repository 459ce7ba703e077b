// Tells PTX from the assembly of CPUs and of AMD's GPUs.
#include "torchada/ptx/language.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "registers.h"

namespace torchada::ptx {

namespace {

// Instructions of PTX that need no type behind their name.
constexpr std::string_view kBare[] = {"bra",  "brx",  "call",  "ret",
                                      "exit", "trap", "brkpt", "pmevent"};
constexpr std::string_view kDirectives[] = {".reg",    ".pragma",        ".loc",   ".file",
                                            ".shared", ".local",         ".param", ".global",
                                            ".const",  ".branchtargets", ".align"};

template <std::size_t kSize>
bool is_one_of(const std::string_view (&words)[kSize], std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n{}";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

// One instruction, without what is before it.
std::string_view without_guard(std::string_view piece) {
  if (piece.substr(0, 1) == "@")
    piece = trimmed(piece.substr(std::min(piece.find_first_of(" \t"), piece.size())));
  const std::size_t colon = piece.find(':');
  const bool is_label = colon != std::string_view::npos && piece.substr(colon, 2) != "::" &&
                        piece.substr(0, colon).find_first_of(" \t.") == std::string_view::npos;
  return is_label ? trimmed(piece.substr(colon + 1)) : piece;
}

// $1, %q[name], %%eax
bool has_operands_of_cpus(std::string_view operands) {
  for (std::size_t at = 0; at + 1 < operands.size(); ++at) {
    const char next = operands[at + 1];
    if (operands[at] == '$' && (is_digit(next) || next == '-')) return true;
    if (operands[at] == '%' && is_letter(next) && operands.substr(at + 2, 1) == "[") return true;
  }
  constexpr std::string_view kRegisters[] = {"ax", "bx", "cx", "dx", "si", "di", "sp", "bp", "mm0"};
  for (std::size_t at = operands.find("%%"); at != std::string_view::npos;
       at = operands.find("%%", at + 2)) {
    std::string_view name = operands.substr(at + 2);
    if (!name.empty() && std::string_view("erx").find(name[0]) != std::string_view::npos)
      name.remove_prefix(1);
    for (const std::string_view one : kRegisters) {
      if (name.substr(0, one.size()) == one) return true;
    }
  }
  return false;
}

// The text without its comments.
std::string without_comments(std::string_view text) {
  std::string code;
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find("//"), text.find("/*"));
    code += text.substr(0, begin);
    if (begin == std::string_view::npos) break;
    const bool is_line = text[begin + 1] == '/';
    const std::size_t end = text.find(is_line ? "\n" : "*/", begin + 2);
    text =
        end == std::string_view::npos ? std::string_view() : text.substr(is_line ? end : end + 2);
  }
  return code;
}

// A piece between `;` and newlines.
bool is_of_cpu(std::string_view piece) {
  piece = without_guard(trimmed(piece));
  if (piece.empty()) return false;
  if (piece.front() == '#') return true;  // a comment of theirs
  const std::string_view word = piece.substr(0, piece.find_first_of(" \t\n"));
  if (word.front() == '.') {
    return !is_one_of(kDirectives, word.substr(0, std::min(word.find('.', 1), word.size())));
  }
  if (has_operands_of_cpus(piece)) return true;
  if (!is_letter(word.front())) return false;
  return word.find('.') == std::string_view::npos && !is_one_of(kBare, word) &&
         word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-") == std::string_view::npos;
}

// v_add_f32, s_waitcnt, buffer_load_dword: PTX has no underscore in front of the first dot.
bool is_of_amd(std::string_view text) {
  text = trimmed(text);
  const std::string_view word = text.substr(0, text.find_first_of(" \t\r\n;%"));
  if (word.substr(0, 5) == "llvm.") return true;
  constexpr std::string_view kBegins[] = {"v_",      "s_",    "ds_",    "buffer_",
                                          "global_", "flat_", "image_", "scratch_"};
  return std::any_of(std::begin(kBegins), std::end(kBegins),
                     [word](std::string_view one) { return word.substr(0, one.size()) == one; });
}

}  // namespace

bool has_type(std::string_view text) {
  for (std::size_t at = text.find('.'); at != std::string_view::npos; at = text.find('.', at + 1)) {
    const std::string_view rest = text.substr(at + 1, 7);
    std::size_t end = 0;
    while (end < rest.size() && (is_letter(rest[end]) || is_digit(rest[end]))) ++end;
    if (end > 1 && end < 7 && !type_of_register(rest.substr(0, end)).empty()) return true;
  }
  return false;
}

Language language_of(std::string_view written, const std::vector<std::string_view>& constraints,
                     const std::vector<std::string_view>& clobbers) {
  const std::string code = without_comments(written);
  const std::string_view text = code;
  if (is_of_amd(text)) return Language::kAmd;
  if (has_type(text)) return Language::kPtx;
  bool is_other = false;
  for (const std::string_view constraint : constraints) {
    const std::size_t letter = constraint.find_first_not_of("=+&%");
    if (letter == std::string_view::npos) continue;
    if (constraint.substr(letter) == "v" || constraint.substr(letter) == "s") return Language::kAmd;
    if (constraint.find_first_not_of("=+&%hrlfdqnbC0123456789", letter) != std::string_view::npos)
      is_other = true;
  }
  const auto is_register = [](std::string_view one) { return one != "memory" && one != "cc"; };
  if (is_other || std::any_of(clobbers.begin(), clobbers.end(), is_register)) return Language::kCpu;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(";\n", at), text.size());
    if (is_of_cpu(text.substr(at, end - at))) return Language::kCpu;
    at = end + 1;
  }
  return Language::kPtx;
}

}  // namespace torchada::ptx
