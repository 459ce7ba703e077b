// Scans over a tile or over lanes that go on together.
#pragma once

#include "../cooperative_groups.h"
#include "operators.h"

namespace cooperative_groups {

template <class T, class Operator>
T inclusive_scan(const coalesced_group& group, const T& value, Operator&& combine) {
  std::decay_t<Operator> own(combine);
  const auto record = device::meet_and_scan(details::Access::lanes(group), value, own);
  return record.any_before ? T(own(record.before.get(), value)) : value;
}
template <class T>
T inclusive_scan(const coalesced_group& group, const T& value) {
  return inclusive_scan(group, value, plus<T>());
}

// The first thread gets a T made out of nothing.
template <class T, class Operator>
T exclusive_scan(const coalesced_group& group, const T& value, Operator&& combine) {
  std::decay_t<Operator> own(combine);
  const auto record = device::meet_and_scan(details::Access::lanes(group), value, own);
  return record.any_before ? record.before.get() : T();
}
template <class T>
T exclusive_scan(const coalesced_group& group, const T& value) {
  return exclusive_scan(group, value, plus<T>());
}

}  // namespace cooperative_groups
