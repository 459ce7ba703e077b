// Identity and life of processes, from pidfds and /proc.
#include "machine/process/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

namespace musasim::processes {

namespace {

int open_pidfd(int pid) {
#ifdef SYS_pidfd_open
  return static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
#else
  return pid < 0 ? 0 : -1;
#endif
}

}  // namespace

std::uint64_t start_time(std::int32_t pid) noexcept {
  char text[1024];
  std::snprintf(text, sizeof text, "/proc/%d/stat", static_cast<int>(pid));
  const int file = open(text, O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return 0;
  }
  const ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  text[length < 0 ? 0 : length] = '\0';
  // The name, in parentheses, may hold anything. The state is field 3, the start time field 22.
  const char* field = std::strrchr(text, ')');
  if (field == nullptr || field[1] == '\0' || field[2] == 'Z' || field[2] == 'X') {
    return 0;
  }
  for (int i = 0; field != nullptr && i < 20; ++i) {
    field = std::strchr(field + 1, ' ');
  }
  return field == nullptr ? 0 : std::strtoull(field, nullptr, 10) + 1;
}

ProcessId this_process() {
  ProcessId id;
  id.pid = getpid();
  id.start_time = start_time(id.pid);
  struct stat info{};
  if (stat("/proc/self/ns/pid", &info) == 0) {
    id.pid_namespace = info.st_ino;
  }
  return id;
}

ProcessWatch::ProcessWatch(const ProcessId& id) : id_(id), pidfd_(open_pidfd(id.pid)) {
  // The process may have ended, and its number been given again, before the pidfd was opened.
  if (pidfd_ >= 0 && start_time(id.pid) != id.start_time) {
    close(pidfd_);
    pidfd_ = -1;
  }
}

ProcessWatch::~ProcessWatch() {
  if (pidfd_ >= 0) {
    close(pidfd_);
  }
}

bool ProcessWatch::alive() const {
  if (pidfd_ >= 0) {
    pollfd entry{pidfd_, POLLIN, 0};
    return poll(&entry, 1, 0) <= 0;
  }
  return start_time(id_.pid) == id_.start_time;
}

std::shared_ptr<ProcessWatch> watch_process(const ProcessId& id) {
  static auto* mutex = new std::mutex;
  static auto* watches =
      new std::map<std::pair<std::int32_t, std::uint64_t>, std::weak_ptr<ProcessWatch>>;
  const std::lock_guard<std::mutex> lock(*mutex);
  std::weak_ptr<ProcessWatch>& known = (*watches)[{id.pid, id.start_time}];
  std::shared_ptr<ProcessWatch> watch = known.lock();
  if (watch == nullptr) {
    watch = std::make_shared<ProcessWatch>(id);
    known = watch;
  }
  return watch;
}

}  // namespace musasim::processes
