// Puts the rotation of executable graphs between libmusart and the libraries that launch them.
#pragma once

#include <cstddef>
#include <optional>

#include "graphs/rotation.h"
#include "patch/transaction.h"

namespace torchada::graphs {

// Redirects the call slots of the libraries that are loaded now: all, or none and the reason. A later
// call adds the libraries that were loaded since; the first cap holds.
std::optional<patch::HookError> start(std::size_t cap);
// Gives the slots back, unless the program has handles that only the rotation knows.
void stop();
// The counts, or nothing when start() has found no library.
std::optional<Counts> counts();

}  // namespace torchada::graphs
