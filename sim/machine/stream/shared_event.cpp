// Interprocess events: a memfd that other processes map through /proc, words and a futex in it.
#include "machine/stream/shared_event.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <new>
#include <string>

#include "machine/process/futex.h"
#include "machine/process/process.h"

namespace musasim {

using processes::ProcessId;

namespace {

constexpr std::uint64_t kMagic = 0x746e65766561736d;
// A wait looks that often whether the other process still lives.
constexpr std::chrono::milliseconds kLifeCheck{50};
constexpr std::size_t kSlots = 64;

struct Handle {
  std::uint64_t magic;
  ProcessId process;
  std::uint64_t inode;  // that the descriptor was not given again to another file
  std::int32_t file;
};
static_assert(sizeof(Handle) <= sizeof(musaIpcEventHandle_t));

const ProcessId& own_process() {
  static const ProcessId id = processes::this_process();
  return id;
}

std::uint64_t inode_of(int file) noexcept {
  struct stat info{};
  return fstat(file, &info) == 0 ? info.st_ino : 0;
}

template <class T>
void raise_to(std::atomic<T>& value, T least) noexcept {
  T seen = value.load();
  while (seen < least && !value.compare_exchange_weak(seen, least)) {
  }
}

// A recording. A slot that was taken again says that its former recording is over: nobody can wait
// for that one longer than for 64 later ones.
struct Slot {
  std::atomic<std::uint64_t> done;
  std::atomic<std::uint64_t> start_time;
  std::atomic<std::uint64_t> pid_namespace;
  std::atomic<std::int32_t> pid;
};

}  // namespace

struct SharedEvent::Block {
  std::atomic<std::uint64_t> magic;
  std::atomic<std::uint64_t> begun;
  std::atomic<std::uint64_t> latest;
  std::atomic<std::uint32_t> changes;  // the futex
  std::array<Slot, kSlots> slots;
};

namespace {

template <class Block>
Block* map_block(int file) noexcept {
  void* const address = mmap(nullptr, sizeof(Block), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  return address == MAP_FAILED ? nullptr : static_cast<Block*>(address);
}

}  // namespace

std::shared_ptr<SharedEvent> SharedEvent::create() {
  const int file = memfd_create("musasim-event", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, sizeof(Block)) != 0) {
    if (file >= 0) {
      close(file);
    }
    throw std::bad_alloc();
  }
  Block* const block = map_block<Block>(file);
  if (block == nullptr) {
    close(file);
    throw std::bad_alloc();
  }
  block->magic.store(kMagic);  // all else is zero, as it should be
  return std::shared_ptr<SharedEvent>(new SharedEvent(block, file));
}

std::shared_ptr<SharedEvent> SharedEvent::open(const musaIpcEventHandle_t& handle,
                                               musaError_t* error) {
  Handle read{};
  std::memcpy(static_cast<void*>(&read), &handle, sizeof(read));
  *error = musaErrorInvalidValue;
  if (read.magic != kMagic) {
    return nullptr;
  }
  if (read.process == own_process()) {
    *error = musaErrorDeviceUninitialized;  // as CUDA: not in the process that made it
    return nullptr;
  }
  *error = musaErrorMapBufferObjectFailed;
  if (!processes::watch_process(read.process)->alive()) {
    return nullptr;
  }
  const std::string path =
      "/proc/" + std::to_string(read.process.pid) + "/fd/" + std::to_string(read.file);
  const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) {
    return nullptr;
  }
  Block* block = inode_of(file) == read.inode ? map_block<Block>(file) : nullptr;
  close(file);
  if (block != nullptr && block->magic.load() != kMagic) {
    munmap(block, sizeof(Block));
    block = nullptr;
  }
  if (block == nullptr) {
    return nullptr;
  }
  *error = musaSuccess;
  return std::shared_ptr<SharedEvent>(new SharedEvent(block, -1));
}

SharedEvent::~SharedEvent() {
  munmap(block_, sizeof(Block));
  if (file_ >= 0) {
    close(file_);
  }
}

musaIpcEventHandle_t SharedEvent::handle() const noexcept {
  musaIpcEventHandle_t result{};
  if (file_ >= 0) {
    const Handle written{kMagic, own_process(), inode_of(file_), file_};
    std::memcpy(&result, &written, sizeof(written));
  }
  return result;
}

std::uint64_t SharedEvent::begin() noexcept {
  const std::uint64_t number = block_->begun.fetch_add(1) + 1;
  Slot& slot = block_->slots[number % kSlots];
  slot.start_time.store(own_process().start_time);
  slot.pid_namespace.store(own_process().pid_namespace);
  slot.pid.store(own_process().pid);
  raise_to(block_->latest, number);
  return number;
}

void SharedEvent::finish(std::uint64_t number) noexcept {
  raise_to(block_->slots[number % kSlots].done, number);
  block_->changes.fetch_add(1);
  processes::futex_wake_all(block_->changes);
}

std::uint64_t SharedEvent::latest() const noexcept { return block_->latest.load(); }

bool SharedEvent::done(std::uint64_t number) const noexcept {
  return number == 0 || block_->slots[number % kSlots].done.load() >= number;
}

bool SharedEvent::abandoned(std::uint64_t number) const noexcept {
  if (done(number)) {
    return false;
  }
  const Slot& slot = block_->slots[number % kSlots];
  ProcessId owner;
  owner.pid = slot.pid.load();
  owner.start_time = slot.start_time.load();
  owner.pid_namespace = slot.pid_namespace.load();
  if (owner == own_process() || processes::watch_process(owner)->alive()) {
    return false;
  }
  return !done(number);  // it may have finished it just before it ended
}

musaError_t SharedEvent::wait(std::uint64_t number) const noexcept {
  for (;;) {
    const std::uint32_t seen = block_->changes.load();
    if (done(number)) {
      return musaSuccess;
    }
    if (abandoned(number)) {
      return musaErrorExternalDevice;
    }
    processes::futex_wait(block_->changes, seen, kLifeCheck);
  }
}

}  // namespace musasim
