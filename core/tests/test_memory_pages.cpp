// Pointers are written into read-only pages and the protection is as before afterwards.
#include "patch/memory_pages.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"
#include "page_protection.h"

namespace {

using torchada::patch::Page;
using torchada::patch::write_pointer;

struct Mapping {
  explicit Mapping(int protection, int flags = MAP_PRIVATE | MAP_ANONYMOUS, int file = -1)
      : size(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))),
        start(static_cast<void**>(mmap(nullptr, size, protection, flags, file, 0))) {}
  Mapping(const Mapping&) = delete;
  ~Mapping() { munmap(start, size); }
  std::size_t size;
  void** start;
};

int target = 0;

TEST(a_writable_page_is_written) {
  const Mapping page(PROT_READ | PROT_WRITE);
  CHECK(write_pointer(page.start + 3, &target, Page::writable).empty());
  CHECK(page.start[3] == &target);
  CHECK(protection_of(page.start) == (PROT_READ | PROT_WRITE));
}

TEST(a_read_only_page_is_written_and_read_only_again) {
  const Mapping page(PROT_READ);
  CHECK(write_pointer(page.start, &target, Page::read_only).empty());
  CHECK(page.start[0] == &target);
  CHECK(protection_of(page.start) == PROT_READ);
}

TEST(a_page_that_a_program_has_protected_is_written) {
  const Mapping page(PROT_READ);
  CHECK(write_pointer(page.start, &target, Page::writable).empty());
  CHECK(page.start[0] == &target);
}

TEST(a_page_that_must_not_become_writable_is_reported) {
  const int file = open("/proc/self/exe", O_RDONLY);
  CHECK(file >= 0);
  const Mapping page(PROT_READ, MAP_SHARED, file);
  const void* before = page.start[0];
  CHECK(write_pointer(page.start, &target, Page::read_only).find("mprotect failed") !=
        std::string::npos);
  CHECK(page.start[0] == before);
  CHECK(protection_of(page.start) == PROT_READ);
  close(file);
}

TEST(an_unmapped_address_is_reported) {
  void** gone = nullptr;
  {
    const Mapping page(PROT_READ);
    gone = page.start;
  }
  CHECK(!protection_of(gone));
  CHECK(!write_pointer(gone, &target, Page::read_only).empty());
  CHECK(!write_pointer(gone, &target, Page::writable).empty());
}

}  // namespace

TEST_MAIN()
