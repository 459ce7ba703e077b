// Reductions over a tile or over lanes that go on together: every thread of it gets the result.
#pragma once

#include "../cooperative_groups.h"
#include "operators.h"

namespace cooperative_groups {

template <class T, class Operator>
T reduce(const coalesced_group& group, const T& value, Operator&& combine) {
  std::decay_t<Operator> own(combine);
  return device::meet_and_scan(details::Access::lanes(group), value, own).all.get();
}

// Into memory that all groups share.
template <class T, class Operator>
void reduce_update_async(const coalesced_group& group, T& target, const T& value,
                         Operator&& combine) {
  const T sum = reduce(group, value, combine);
  if (group.thread_rank() == 0) target = combine(target, sum);
}
template <class T, class Operator>
void reduce_store_async(const coalesced_group& group, T* target, const T& value,
                        Operator&& combine) {
  const T sum = reduce(group, value, combine);
  if (group.thread_rank() == 0) *target = sum;
}

}  // namespace cooperative_groups
