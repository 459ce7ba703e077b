// The name that a declaration gives its symbol: extern int x asm("y").
#pragma once

#include "context.h"

namespace torchada::port {

// Whether the keyword, which was read last, gives a name to what is declared before it.
bool is_asm_label(const Context& context, const Token& keyword);

}  // namespace torchada::port
