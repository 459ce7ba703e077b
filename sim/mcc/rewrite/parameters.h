// The names of a function's parameters and of a template's, given where they are missing.
#pragma once

#include <string>
#include <vector>

#include "mcc/rewrite/edits.h"
#include "mcc/rewrite/source.h"
#include "mcc/rewrite/syntax.h"

namespace musasim::mcc {

struct Parameter {
  std::string name;
  bool pack = false;
  bool reference = false;
};

// The function parameters between `open` and its partner.
std::vector<Parameter> function_parameters(const Source& source, Index open, Edits* edits);

// The parameters of a template head.
std::vector<Parameter> template_parameters(const Source& source, Range head, Edits* edits);

}  // namespace musasim::mcc
