// Which kernels may run their threads one after the other, without a stack for each.
#pragma once

#include "mcc/rewrite/scopes.h"
#include "mcc/rewrite/source.h"

namespace musasim::mcc {

class Fibers {
 public:
  Fibers(const Source& source, const Scopes& scopes);

  // Of the kernel whose body opens at the token; true when in doubt.
  bool needs_fiber(Index body) const;
};

}  // namespace musasim::mcc
