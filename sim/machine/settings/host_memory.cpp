// Reading of /proc/meminfo and of the control groups above this process.
#include "machine/settings/host_memory.h"

#include <algorithm>
#include <fstream>
#include <limits>

namespace musasim {

namespace {

constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();

// The names of one version of control groups.
struct Names {
  const char* mount;
  const char* limit;
  const char* usage;
  const char* reclaimable;  // a row of memory.stat: file pages that the kernel drops when asked
};

constexpr Names kVersion1{"/sys/fs/cgroup/memory", "/memory.limit_in_bytes",
                          "/memory.usage_in_bytes", "total_inactive_file"};
constexpr Names kVersion2{"/sys/fs/cgroup", "/memory.max", "/memory.current", "inactive_file"};

// The number after a word, as in "MemAvailable:  123 kB"; `otherwise` without the word.
std::size_t after_word(const std::string& path, const std::string& word, std::size_t otherwise) {
  std::ifstream file(path);
  std::string found;
  std::size_t number = 0;
  while (file >> found) {
    if (found == word && file >> number) {
      return number;
    }
  }
  return otherwise;
}

// "max" is no number.
std::size_t number_in(const std::string& path, std::size_t otherwise) {
  std::ifstream file(path);
  std::size_t number = 0;
  return file >> number ? number : otherwise;
}

std::size_t left_in(const std::string& group, const Names& names) {
  const std::size_t limit = number_in(group + names.limit, kUnlimited);
  const std::size_t usage = number_in(group + names.usage, 0);
  const std::size_t reclaimable = after_word(group + "/memory.stat", names.reclaimable, 0);
  const std::size_t taken = usage - std::min(usage, reclaimable);
  return limit - std::min(limit, taken);
}

// The least of a group and those above it. A container sees its own group as the root.
std::size_t left_below(const std::string& mount, std::string group, const Names& names) {
  std::size_t left = left_in(mount, names);
  while (group.size() > 1) {
    left = std::min(left, left_in(mount + group, names));
    group.resize(group.rfind('/'));
  }
  return left;
}

// A row is "number:controllers:/group"; version 2 has no controllers.
std::size_t left_in_groups(const std::string& root) {
  std::ifstream rows(root + "/proc/self/cgroup");
  std::size_t left = kUnlimited;
  std::string row;
  while (std::getline(rows, row)) {
    const std::size_t first = row.find(':');
    const std::size_t second = row.find(':', first + 1);
    if (second == std::string::npos) {
      continue;
    }
    const std::string controllers = "," + row.substr(first + 1, second - first - 1) + ",";
    const bool version1 = controllers.find(",memory,") != std::string::npos;
    if (version1 || controllers == ",,") {
      const Names& names = version1 ? kVersion1 : kVersion2;
      left = std::min(left, left_below(root + names.mount, row.substr(second + 1), names));
    }
  }
  return left;
}

}  // namespace

std::size_t free_host_memory(const std::string& root) {
  const std::size_t host = after_word(root + "/proc/meminfo", "MemAvailable:", 0) * 1024;
  return std::min(host, left_in_groups(root));
}

std::size_t fitting_memory(std::size_t free, int devices, std::size_t model) noexcept {
  // A quarter is for the programs themselves. The steps are large enough for processes that start
  // together, and read slightly different numbers, to find the same devices.
  constexpr std::size_t kStep = std::size_t{256} << 20;
  const std::size_t share = free / 4 * 3 / static_cast<std::size_t>(std::max(devices, 1));
  return std::min(model, std::max(share / kStep, std::size_t{1}) * kStep);
}

}  // namespace musasim
