// Identity and life of processes, from pidfds and /proc.
#include "machine/collective/process.h"

#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>

namespace musasim::collective {

namespace {

struct Stat {
  char state = 0;  // 0: no such process
  std::uint64_t start_time = 0;
};

// /proc/<pid>/stat: the name in parentheses may hold anything, the fields follow the last ')'.
Stat read_stat(int pid) {
  Stat stat;
  std::FILE* file = std::fopen(("/proc/" + std::to_string(pid) + "/stat").c_str(), "re");
  if (file == nullptr) {
    return stat;
  }
  char text[1024] = {};
  const std::size_t length = std::fread(text, 1, sizeof text - 1, file);
  std::fclose(file);
  text[length] = '\0';
  char* field = std::strrchr(text, ')');
  if (field == nullptr || field[1] == '\0') {
    return stat;
  }
  field += 2;
  stat.state = *field;
  // The state is field 3, the start time field 22.
  for (int number = 3; number < 22 && field != nullptr; ++number) {
    field = std::strchr(field, ' ');
    field = field == nullptr ? nullptr : field + 1;
  }
  stat.start_time = field == nullptr ? 0 : std::strtoull(field, nullptr, 10);
  return stat;
}

int open_pidfd(int pid) {
#ifdef SYS_pidfd_open
  return static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
#else
  return pid < 0 ? 0 : -1;
#endif
}

}  // namespace

ProcessId this_process() {
  ProcessId id;
  id.pid = getpid();
  id.start_time = read_stat(id.pid).start_time;
  struct stat info{};
  if (stat("/proc/self/ns/pid", &info) == 0) {
    id.pid_namespace = info.st_ino;
  }
  return id;
}

ProcessWatch::ProcessWatch(const ProcessId& id) : id_(id), pidfd_(open_pidfd(id.pid)) {
  // The process may have ended, and its number been given again, before the pidfd was opened.
  if (pidfd_ >= 0 && read_stat(id.pid).start_time != id.start_time) {
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
  const Stat stat = read_stat(id_.pid);
  return stat.state != 0 && stat.state != 'Z' && stat.state != 'X' &&
         stat.start_time == id_.start_time;
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

}  // namespace musasim::collective
