// The bytes between the end of an allocation and the end of its last page (check mode): they hold a
// pattern, and a kernel that writes them is noticed when the memory is freed.
#pragma once

#include <cstddef>

#include "machine/memory/allocation.h"

namespace musasim::check {

// `room`: bytes from its base that belong to it and to nobody else.
void fill_slack(const Allocation& what, std::size_t room) noexcept;
// Reports what was overwritten.
void verify_slack(const Allocation& what, std::size_t room) noexcept;

}  // namespace musasim::check
