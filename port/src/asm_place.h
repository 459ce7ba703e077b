// What is around an asm statement: the function that it is in, and what its operands are.
#pragma once

#include <string_view>

#include "asm_statement.h"
#include "context.h"

namespace torchada::port {

// In a function that says nothing of a GPU; false where that cannot be told.
bool is_in_host_function(Context* context, const lexer::Token& keyword);

// The first output that is a bit-field as far as the text declares it; empty where none is.
std::string_view bit_field_of(Context* context, const AsmStatement& statement);

}  // namespace torchada::port
