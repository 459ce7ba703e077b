#include "mcc/rewrite/fiber.h"

namespace musasim::mcc {

Fibers::Fibers(const Source&, const Scopes&) {}

bool Fibers::needs_fiber(Index) const { return true; }

}  // namespace musasim::mcc
