// The surroundings of an asm statement: the function that it is in, and what its operands are.
#pragma once

#include <string_view>

#include "asm_statement.h"
#include "context.h"

namespace torchada::port {

// True in a function that says nothing of a GPU; false where that cannot be told.
bool is_in_host_function(Context* context, const Token& keyword);

// The first output that the text declares as a bit-field; empty where there is none.
std::string_view bit_field_of(Context* context, const AsmStatement& statement);

}  // namespace torchada::port
