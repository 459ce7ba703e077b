// The user's view of device memory while kernels run.
#pragma once

namespace musasim::check {

// A new arena is opened if kernels run right now.
void open_new_views();

}  // namespace musasim::check
