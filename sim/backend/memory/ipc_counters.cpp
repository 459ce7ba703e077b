// The file of counters, and others' files mapped here.
#include "memory/ipc_counters.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>
#include <vector>

#include "machine/process/process.h"
#include "memory/failure.h"

namespace musasim::caching::ipc {

struct Counter::Slot {
  std::atomic<std::uint32_t> generation;  // of its uses: old messages do not touch new ones
  std::atomic<std::int32_t> pending;      // 1: sent and not let go
  std::atomic<std::int32_t> holder;       // pid of the receiver, 0 before there is one
  std::uint32_t reserved;
  std::atomic<std::uint64_t> holder_start;
};

namespace {

// 24 bytes each, touched only when used.
constexpr std::size_t kSlots = std::size_t{1} << 20;

struct Name {
  std::int32_t pid;
  std::int32_t file;
  std::uint64_t started;
  std::uint64_t inode;
};

std::uint64_t own_start() { return processes::start_time(getpid()); }

// This process's counters.
struct Table {
  std::mutex mutex;
  void* slots = nullptr;
  Name name{};
  std::size_t used = 0;
  std::vector<std::size_t> idle;

  void open(std::size_t slot_size) {
    const int file = memfd_create("musasim-ipc-counters", MFD_CLOEXEC);
    struct stat status{};
    const auto bytes = static_cast<off_t>(kSlots * slot_size);
    if (file >= 0 && ftruncate(file, bytes) == 0 && fstat(file, &status) == 0) {
      void* mapped = mmap(nullptr, static_cast<std::size_t>(bytes), PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_NORESERVE, file, 0);
      if (mapped != MAP_FAILED) {
        slots = mapped;
        name = {getpid(), file, own_start(), status.st_ino};
        return;
      }
    }
    if (file >= 0) {
      close(file);
    }
    throw UsageError("out of memory for the reference counters of shared storages");
  }
};

Table& table() {
  static auto* const instance = new Table;  // outlives tensors that Python holds
  return *instance;
}

Name parse(const std::string& file) {
  Name name{};
  if (file.size() != sizeof name) {
    throw UsageError("this is not the name of a shared storage's reference counter");
  }
  std::memcpy(&name, file.data(), sizeof name);
  return name;
}

}  // namespace

Counter::Counter() {
  Table& all = table();
  const std::lock_guard<std::mutex> lock(all.mutex);
  if (all.slots == nullptr) {
    all.open(sizeof(Slot));
  }
  if (!all.idle.empty()) {
    index_ = all.idle.back();
    all.idle.pop_back();
  } else if (all.used < kSlots) {
    index_ = all.used++;
  } else {
    throw UsageError("cannot share more than " + std::to_string(kSlots) +
                     " storages with other processes");
  }
  slot_ = static_cast<Slot*>(all.slots) + index_;
  slot_->holder = 0;
  slot_->generation.fetch_add(1);
  slot_->pending = 1;
}

Counter::~Counter() {
  slot_->generation.fetch_add(1);
  const std::lock_guard<std::mutex> lock(table().mutex);
  table().idle.push_back(index_);
}

bool Counter::is_done() const {
  if (slot_->pending.load(std::memory_order_acquire) <= 0) {
    return true;
  }
  const std::int32_t holder = slot_->holder.load(std::memory_order_acquire);
  return holder != 0 && processes::start_time(holder) != slot_->holder_start.load();
}

std::string Counter::file() const {
  return std::string(reinterpret_cast<const char*>(&table().name), sizeof(Name));
}

std::int64_t Counter::place() const {
  return static_cast<std::int64_t>(index_) | static_cast<std::int64_t>(slot_->generation.load())
                                                 << 24;
}

// A file of counters mapped here.
struct Claim::File {
  Counter::Slot* slots = nullptr;

  explicit File(const Name& name) {
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%d/fd/%d", static_cast<int>(name.pid),
                  static_cast<int>(name.file));
    const int file = open(path, O_RDWR | O_CLOEXEC);
    struct stat status{};
    if (file >= 0 && fstat(file, &status) == 0 && status.st_ino == name.inode) {
      void* mapped = mmap(nullptr, kSlots * sizeof(Counter::Slot), PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_NORESERVE, file, 0);
      slots = mapped == MAP_FAILED ? nullptr : static_cast<Counter::Slot*>(mapped);
    }
    if (file >= 0) {
      close(file);
    }
  }
  ~File() {
    if (slots != nullptr) {
      munmap(slots, kSlots * sizeof(Counter::Slot));
    }
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  // The mapping is shared by all claims of the file; the last one drops it.
  static std::shared_ptr<File> of(const Name& name) {
    static std::mutex mutex;
    static auto* const known = new std::map<std::uint64_t, std::weak_ptr<File>>;
    const std::lock_guard<std::mutex> lock(mutex);
    std::shared_ptr<File> file = (*known)[name.inode].lock();
    if (file == nullptr) {
      file = std::make_shared<File>(name);
      (*known)[name.inode] = file;
    }
    return file;
  }
};

Claim::Claim(const std::string& file, std::int64_t place) {
  const Name name = parse(file);
  if (processes::start_time(name.pid) != name.started) {
    return;
  }
  file_ = File::of(name);
  const auto index = static_cast<std::size_t>(place & 0xffffff);
  if (file_->slots == nullptr || index >= kSlots) {
    return;
  }
  slot_ = file_->slots + index;
  generation_ = static_cast<std::uint32_t>(place >> 24);
  slot_->holder_start = own_start();
  slot_->holder.store(getpid(), std::memory_order_release);
}

Claim::~Claim() {
  if (slot_ != nullptr && slot_->generation.load() == generation_) {
    slot_->pending.store(0, std::memory_order_release);
  }
}

bool is_own(const std::string& file) {
  const Name name = parse(file);
  return name.pid == getpid() && name.started == own_start();
}

}  // namespace musasim::caching::ipc
