// The form of a kernel that may be quicker than a stack for each thread: a loop over its threads, with its
// first condition asked ahead, or turn by turn.
#pragma once

#include <string>
#include <vector>

#include "mcc/rewrite/form.h"
#include "mcc/rewrite/parameters.h"
#include "mcc/rewrite/pass.h"
#include "mcc/rewrite/speed/fiber.h"

namespace musasim::mcc {

// The form of the kernel with that body, which does not use the run time's built-in variables. `captures` is the list of a
// lambda that holds the parameters.
Form fast_form(Pass* pass, Index body, const std::vector<Parameter>& parameters,
               const std::string& captures, const Fibers& fibers);

}  // namespace musasim::mcc
