// References to dynamic shared memory that stand outside of functions (musasim/device/shared_guard.h).
#pragma once

namespace musasim::device::check {

// Makes those of the calling thread, which runs no checked kernel yet.
void make_shared_references();

}  // namespace musasim::device::check
