// The language of an asm statement.
#pragma once

#include <string_view>
#include <vector>

namespace torchada::ptx {

enum class Language {
  kPtx,
  kAmd,  // of AMD's GPUs, or a name of LLVM's
  kCpu,
};

// Whether a type of PTX is behind a dot, .b32 or .f16x2: no assembly of CPUs has them, but ARM's vector instructions.
bool has_type(std::string_view text);

// The language of text that is not understood as PTX. `constraints` are those of the operands, `clobbers` what is behind the third colon.
Language language_of(std::string_view text, const std::vector<std::string_view>& constraints,
                     const std::vector<std::string_view>& clobbers);

}  // namespace torchada::ptx
