// Writing one pointer into a page that may be read-only, leaving its protection as it was.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace torchada::patch {

// The protections of this process's pages at one moment, from /proc/self/maps. To read that takes
// longer than to change a page, so one is read for many changes.
class Protections {
 public:
  static Protections now();

  // Protection bits (PROT_*) of the page that holds `address`.
  std::optional<int> of(const void* address) const;

 private:
  struct Mapping {
    std::uintptr_t begin;
    std::uintptr_t end;
    int bits;
  };
  // By address, as the kernel lists them.
  std::vector<Mapping> mappings_;
};

// Stores `value` at `slot`, whose page has the protection that `pages` says. Returns an empty
// string, or why it could not be done (then nothing was written).
std::string write_pointer(void** slot, void* value, const Protections& pages);

}  // namespace torchada::patch
