// Pointers are written into read-only pages and the protection is as before afterwards.
#include "patch/memory_pages.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"

namespace {

using torchada::patch::Protections;
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
  CHECK(write_pointer(page.start + 3, &target, Protections::now()).empty());
  CHECK(page.start[3] == &target);
  CHECK(Protections::now().of(page.start) == (PROT_READ | PROT_WRITE));
}

TEST(a_read_only_page_is_written_and_read_only_again) {
  const Mapping page(PROT_READ);
  CHECK(write_pointer(page.start, &target, Protections::now()).empty());
  CHECK(page.start[0] == &target);
  CHECK(Protections::now().of(page.start) == PROT_READ);
}

TEST(a_page_that_must_not_become_writable_is_reported) {
  const int file = open("/proc/self/exe", O_RDONLY);
  CHECK(file >= 0);
  const Mapping page(PROT_READ, MAP_SHARED, file);
  const void* before = page.start[0];
  CHECK(write_pointer(page.start, &target, Protections::now()).find("mprotect failed") !=
        std::string::npos);
  CHECK(page.start[0] == before);
  CHECK(Protections::now().of(page.start) == PROT_READ);
  close(file);
}

TEST(an_unmapped_address_is_reported) {
  void** gone = nullptr;
  {
    const Mapping page(PROT_READ);
    gone = page.start;
  }
  CHECK(!Protections::now().of(gone));
  CHECK(!write_pointer(gone, &target, Protections::now()).empty());
}

}  // namespace

TEST_MAIN()
