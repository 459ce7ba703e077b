// Names of variables as the linker knows them.
#pragma once

#include <string>

#include "mcc/rewrite/declaration.h"
#include "mcc/rewrite/pass.h"

namespace musasim::mcc {

// c, _ZN2ns1cE: the variable that is declared in a namespace, by the name at the token.
std::string linker_name(const Pass& pass, Index name);

}  // namespace musasim::mcc
