// Looks through the variables one by one: kernels have few.
#include "kernel_runtime/check/shared_variables.h"

#include <algorithm>

namespace musasim::device::check {

bool SharedVariables::note(const SharedVariable& variable) {
  const auto known = std::find_if(all_.begin(), all_.end(), [&](const Entry& entry) {
    return entry.what.place.begin == variable.place.begin;
  });
  if (known == all_.end()) {
    all_.push_back({variable, block_});
    return true;
  }
  const bool first = known->block != block_;
  *known = {variable, block_};
  return first;
}

std::string SharedVariables::problem(const char* address, std::size_t size) const {
  for (const Entry& entry : all_) {
    const SharedVariable& what = entry.what;
    const std::string name = std::string("the __shared__ variable ") + what.name;
    const auto offset = static_cast<std::size_t>(address - what.place.begin);
    const bool inside = what.place.has(address);
    if (inside && offset + size <= what.place.size) {
      return {};
    }
    const bool closed = what.guards[0].has(address) || what.guards[1].has(address);
    if (closed && address < what.place.begin) {
      return "the address is " + std::to_string(what.place.begin - address) + " bytes before " +
             name;
    }
    if (inside || closed) {
      return "the address is byte " + std::to_string(offset) + " of " + name + ", which has " +
             std::to_string(what.place.size) + " bytes";
    }
  }
  return {};
}

}  // namespace musasim::device::check
