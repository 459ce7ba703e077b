// Writes one pointer into a page that may be read-only, and leaves its protection as it was.
#pragma once

#include <string>

namespace torchada::patch {

// The protection that a page has afterwards.
enum class Page { writable, read_only };

// Stores `value` at `slot`. Returns an empty string, or why it could not be done (then nothing was
// written).
std::string write_pointer(void** slot, void* value, Page page);

}  // namespace torchada::patch
