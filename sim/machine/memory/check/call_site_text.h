// Call sites as text.
#pragma once

#include "machine/memory/check/call_site.h"
#include "machine/memory/check/text.h"

namespace musasim::check {

// Adds the frames of the calling thread: from that return address on, or (null) those that are not
// in the platform's own libraries.
void find_frames(CallSite& site, const void* from) noexcept;

// "prog+0x1234 (main)"
void add_frame(Text& text, const void* address) noexcept;
// "call #3 musaMalloc, called from prog+0x1234 (main)" and a line for each outer frame.
void add_site(Text& text, const CallSite& site) noexcept;

}  // namespace musasim::check
