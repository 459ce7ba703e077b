// Keys by which the rewriter recognises a function in its later declarations.
#pragma once

#include <string>

#include "mcc/rewrite/declaration.h"
#include "mcc/rewrite/pass.h"

namespace musasim::mcc {

// "S::f", "::operator+": of the classes and namespaces around it the innermost alone, as definitions outside of
// them may name no more. A friend belongs to the namespace around its class.
std::string function_key(const Pass& pass, const Declaration& declaration);

// The same with the types of its parameters as they are written, so that f(void) and f() differ: "::f(int,B,)".
std::string overload_key(const Pass& pass, const Declaration& declaration);

}  // namespace musasim::mcc
