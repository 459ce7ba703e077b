// Reservation, the two views, and the return of memory to the system.
#include "machine/memory/arena.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <new>

#include "machine/memory/units.h"

namespace musasim {

namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;
// Freed memory of at least this size (with its free neighbours) goes back to the system.
constexpr std::size_t kCleanSize = std::size_t{1} << 20;
constexpr std::size_t kMaxQuarantine = 8192;

char* reserve_addresses(std::size_t span) {
  void* all = mmap(nullptr, span + kHugePage, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (all == MAP_FAILED) {
    return nullptr;
  }
  const auto address = reinterpret_cast<std::uintptr_t>(all);
  const std::uintptr_t start = round_up(address, kHugePage);
  if (start != address) {
    munmap(all, start - address);
  }
  if (start - address != kHugePage) {
    munmap(reinterpret_cast<char*>(start) + span, kHugePage - (start - address));
  }
  return reinterpret_cast<char*>(start);
}

bool map_over(char* start, std::size_t size, int protection, int file, std::size_t offset) {
  void* mapped = mmap(start, size, protection, MAP_SHARED | MAP_FIXED | MAP_NORESERVE, file,
                      static_cast<off_t>(offset));
  return mapped != MAP_FAILED;
}

// The part that one arena may take where addresses are limited (ulimit -v).
std::size_t address_share() {
  struct rlimit limit{};
  const bool limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  return limited ? static_cast<std::size_t>(limit.rlim_cur) / 8 : ~std::size_t{0} / 2;
}

void keep_out_of(char* start, std::size_t size) {
  madvise(start, size, MADV_DONTFORK);
  madvise(start, size, MADV_DONTDUMP);
}

}  // namespace

Arena::Arena(Backing backing, std::size_t wanted, std::size_t least, bool host_access)
    : backing_(backing), host_access_(host_access) {
  std::size_t span = round_up(std::min(wanted, address_share()), kHugePage);
  while (!reserve(span)) {
    span = round_up(span / 2, kHugePage);
    if (span < least) {
      throw std::bad_alloc();
    }
  }
  if (!make_views()) {
    throw std::bad_alloc();
  }
  gaps_.give_back(0, span_, 0);
}

bool Arena::reserve(std::size_t span) {
  base_ = reserve_addresses(span);
  if (base_ == nullptr) {
    return false;
  }
  machine_base_ = base_;
  if (check_mode()) {
    machine_base_ = reserve_addresses(span);
    if (machine_base_ == nullptr) {
      munmap(base_, span);
      return false;
    }
  }
  span_ = span;
  return true;
}

bool Arena::make_views() {
  const bool file = backing_ == Backing::kShared || (check_mode() && backing_ != Backing::kNone);
  if (file) {
    file_ = memfd_create("musasim", MFD_CLOEXEC);
    if (file_ < 0 || ftruncate(file_, static_cast<off_t>(span_)) != 0) {
      return false;
    }
  }
  if (check_mode()) {
    void_file_ = memfd_create("musasim-void", MFD_CLOEXEC);
    if (void_file_ < 0 || !map_over(base_, span_, PROT_NONE, void_file_, 0)) {
      return false;
    }
  }
  if (file && !map_over(machine_base_, span_, PROT_READ | PROT_WRITE, file_, 0)) {
    return false;
  }
  if (!file && backing_ == Backing::kAnonymous) {
    if (mprotect(base_, span_, PROT_READ | PROT_WRITE) != 0) {
      return false;
    }
    madvise(base_, span_, MADV_HUGEPAGE);
  }
  if (backing_ != Backing::kAnonymous) {
    keep_out_of(base_, span_);
    keep_out_of(machine_base_, span_);
  }
  return true;
}

int Arena::user_protection() const noexcept {
  return host_access_ || open_ ? PROT_READ | PROT_WRITE : PROT_NONE;
}

// Check mode: the pages of a new allocation appear in the user's view.
bool Arena::show(std::size_t offset, std::size_t size) {
  const std::size_t pages = round_up(size, kPage);
  if (!map_over(base_ + offset, pages, user_protection(), file_, offset)) {
    return false;
  }
  if (backing_ == Backing::kShared) {
    keep_out_of(base_ + offset, pages);
  }
  return true;
}

void Arena::hide(std::size_t offset, std::size_t size) {
  const std::size_t pages = round_up(size, kPage);
  map_over(base_ + offset, pages, open_ ? PROT_READ | PROT_WRITE : PROT_NONE, void_file_, offset);
  keep_out_of(base_ + offset, pages);
}

char* Arena::take(std::size_t size, std::size_t alignment) {
  const std::lock_guard<std::mutex> lock(mutex_);
  // In check mode every allocation has its own pages and a page behind it that nobody has.
  const bool own_pages = check_mode() && backing_ != Backing::kNone;
  const std::size_t room = own_pages ? round_up(size, kPage) + kPage : round_up(size, kUnit);
  const std::size_t step = std::max(alignment, own_pages ? kPage : kUnit);
  std::size_t offset = gaps_.take(room, step);
  if (offset == GapList::kNone) {
    release_quarantine(span_);
    offset = gaps_.take(room, step);
    if (offset == GapList::kNone) {
      return nullptr;
    }
  }
  top_ = std::max(top_, offset + room);
  if (own_pages && !show(offset, size)) {
    gaps_.give_back(offset, room, 0);
    return nullptr;
  }
  return base_ + offset;
}

bool Arena::take_at(char* pointer, std::size_t size) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const bool taken = gaps_.take_at(offset_of(pointer), size);
  if (taken) {
    top_ = std::max(top_, offset_of(pointer) + size);
  }
  return taken;
}

void Arena::give_back(char* pointer, std::size_t size) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const std::size_t offset = offset_of(pointer);
  if (backing_ == Backing::kNone) {
    gaps_.give_back(offset, size, 0);
    return;
  }
  if (!check_mode()) {
    clean(gaps_.give_back(offset, round_up(size, kUnit), round_up(size, kUnit)));
    return;
  }
  // Nobody gets the addresses again for long, so that late uses of them are noticed.
  const std::size_t room = round_up(size, kPage) + kPage;
  hide(offset, size);
  fallocate(file_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset),
            static_cast<off_t>(room));
  quarantine_.emplace_back(offset, room);
  quarantined_ += room;
  if (quarantine_.size() > kMaxQuarantine || quarantined_ > span_ / 2) {
    release_quarantine(quarantined_ / 4);
  }
}

void Arena::release_quarantine(std::size_t wanted) {
  std::size_t released = 0;
  while (!quarantine_.empty() && released < wanted) {
    const auto [offset, size] = quarantine_.front();
    quarantine_.pop_front();
    quarantined_ -= size;
    released += size;
    gaps_.give_back(offset, size, 0);
  }
}

// Returns the memory of a large enough gap to the system.
void Arena::clean(const GapList::Gap& gap) {
  if (gap.dirty < kCleanSize) {
    return;
  }
  const std::size_t start = round_up(gap.offset, kPage);
  // A gap that reaches beyond what was ever used needs no cleaning there.
  const std::size_t end = std::min(gap.offset + gap.size, top_) / kPage * kPage;
  if (end <= start) {
    return;
  }
  if (file_ >= 0) {
    fallocate(file_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(start),
              static_cast<off_t>(end - start));
  } else {
    madvise(base_ + start, end - start, MADV_DONTNEED);
  }
  gaps_.cleaned(gap.offset);
}

bool Arena::map(char* pointer, std::size_t size, int file, std::size_t offset) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const int protection = check_mode() ? user_protection() : PROT_READ | PROT_WRITE;
  if (!map_over(pointer, size, protection, file, offset)) {
    return false;
  }
  keep_out_of(pointer, size);
  if (check_mode()) {
    if (!map_over(machine(pointer), size, PROT_READ | PROT_WRITE, file, offset)) {
      hide(offset_of(pointer), size);
      return false;
    }
    keep_out_of(machine(pointer), size);
  }
  return true;
}

void Arena::unmap(char* pointer, std::size_t size) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
  if (!check_mode()) {
    mmap(pointer, size, PROT_NONE, flags, -1, 0);
    keep_out_of(pointer, size);
    return;
  }
  hide(offset_of(pointer), size);
  mmap(machine(pointer), size, PROT_NONE, flags, -1, 0);
  keep_out_of(machine(pointer), size);
}

void Arena::open_view() {
  const std::lock_guard<std::mutex> lock(mutex_);
  open_ = true;
  if (top_ != 0 && !host_access_) {
    mprotect(base_, round_up(top_, kPage), PROT_READ | PROT_WRITE);
  }
}

void Arena::close_view() {
  const std::lock_guard<std::mutex> lock(mutex_);
  open_ = false;
  if (top_ != 0 && !host_access_) {
    mprotect(base_, round_up(top_, kPage), PROT_NONE);
  }
}

}  // namespace musasim
