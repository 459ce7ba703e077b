// Asm statements in PTX as calls of the functions of torchada/ptx.h.
#pragma once

#include <string>

#include "mcc/rewrite/asm_statement.h"
#include "torchada/ptx/translate.h"

namespace musasim::mcc {

torchada::ptx::Translation translate_ptx(const AsmStatement& statement);

// The text, which includes the header, with calls in place of the statements of device code that can be translated.
std::string with_ptx_calls(std::string text);

}  // namespace musasim::mcc
