// Writing one pointer into a page that may be read-only, leaving its protection as it was.
#pragma once

#include <optional>
#include <string>

namespace torchada::patch {

// Protection bits (PROT_*) of the page that holds `address`, read from /proc/self/maps.
std::optional<int> page_protection(const void* address);

// Stores `value` at `slot`. Returns an empty string, or why it could not be done (then nothing
// was written).
std::string write_pointer(void** slot, void* value);

}  // namespace torchada::patch
