// Copies that a group makes together and waits for later: the first thread does them at once, which is
// as early as may be.
#pragma once

#include <cstring>

#include "../cooperative_groups.h"

namespace cooperative_groups {

template <class Group>
void memcpy_async(const Group& group, void* to, const void* from, std::size_t bytes) {
  if (group.thread_rank() == 0) std::memcpy(to, from, bytes);
}
// Copies as many items as both sides have.
template <class Group, class To, class From>
void memcpy_async(const Group& group, To* to, std::size_t to_count, const From* from,
                  std::size_t from_count) {
  const std::size_t bytes = to_count * sizeof(To) < from_count * sizeof(From)
                                ? to_count * sizeof(To)
                                : from_count * sizeof(From);
  memcpy_async(group, static_cast<void*>(to), static_cast<const void*>(from), bytes);
}
template <class Group>
void wait(const Group& group) {
  group.sync();
}
template <unsigned stages, class Group>
void wait_prior(const Group& group) {
  group.sync();
}

}  // namespace cooperative_groups
