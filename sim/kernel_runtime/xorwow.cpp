// The table of murand's XORWOW generator, which all kernels share.
#include "musasim/random/xorwow.h"

namespace musasim {
namespace random {

const XorwowJumps& xorwow_jumps() {
  static const XorwowJumps jumps;
  return jumps;
}

}  // namespace random
}  // namespace musasim
