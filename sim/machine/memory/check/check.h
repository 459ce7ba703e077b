// MUSASIM_CHECK=1: reports of misuse of memory (include/musasim/check.h says of what). Nothing here
// is called outside of check mode, except on_new_arena().
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "machine/export.h"
#include "machine/memory/check/call_site.h"
#include "machine/memory/check/text.h"
#include "machine/memory/registry.h"

namespace musasim::check {

// Installs signal handlers, once, in check mode.
void on_new_arena();

// The free of a pointer that nothing lives at.
void report_bad_free(const void* pointer) noexcept;

// A side ("source", "destination") of a copy or fill that does not lie in live memory.
void report_bad_range(const char* side, const void* pointer, std::size_t bytes) noexcept;

// Work of a library was given pageable host memory where it takes device memory.
void report_host_pointer(const void* pointer, const char* kernel) noexcept;

// A kernel did something wrong: `what`, further lines, and (if `with_address`) what lies at an address.
MUSASIM_API void report_in_kernel(const std::string& what, const std::vector<std::string>& lines,
                                  bool with_address, const void* address);
// The allocation that the address lies in, lay in before it was freed, or lies near; its size is 0 where there is
// none. What made and freed it, as text.
struct Neighbour {
  const char* base = nullptr;
  std::size_t size = 0;
  std::string made;
  std::string freed;
};
MUSASIM_API Neighbour allocation_near(const void* pointer);
// "prog+0x1234 (main)": where a return address belongs.
MUSASIM_API std::string place_in_program(const void* return_address);

// The byte behind an allocation that is being freed was overwritten.
void report_overrun(const void* pointer) noexcept;

// --- for the files of this folder ---

// Starts a report: "ERROR: " and what.
void begin(Text& text, const char* what) noexcept;
// One more line of it.
void add_line(Text& text) noexcept;
// Adds what lies, or lay, at the address, and who made and freed it.
void add_address(Text& text, const void* pointer) noexcept;
// A line: how a kernel that was compiled without checks can tell the line of its source.
void add_hint_at_lines(Text& text) noexcept;
// Prints it and counts it.
void finish(const Text& text) noexcept;
// The same for the last one of a process that now ends: also to the crash file.
void finish_fatal(const Text& text) noexcept;

bool any_reports() noexcept;
// Reports memory that public calls after that number allocated and nobody freed.
void report_leaks(std::uint64_t since) noexcept;

}  // namespace musasim::check
