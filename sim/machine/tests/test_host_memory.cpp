// The memory that the host has left, read below a folder that plays the root of its file system.
#include "machine/settings/host_memory.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "check.h"

using namespace musasim;

namespace {

constexpr std::size_t kGibibyte = std::size_t{1} << 30;

class Root {
 public:
  Root() {
    char pattern[] = "/tmp/musasim-root-XXXXXX";
    path_ = mkdtemp(pattern);
    write("/proc/meminfo", "MemTotal: 33554432 kB\nMemAvailable:   8388608 kB\n");
  }
  ~Root() { std::filesystem::remove_all(path_); }

  void write(const std::string& name, const std::string& text) const {
    const std::filesystem::path file = path_ + name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  std::size_t left() const { return free_host_memory(path_); }

 private:
  std::string path_;
};

}  // namespace

TEST(host_alone) {
  CHECK(Root().left() == 8 * kGibibyte);
  CHECK(free_host_memory("/no such folder") == 0);
  CHECK(free_host_memory() > 0);
}

TEST(control_groups_of_version_2) {
  const Root root;
  root.write("/proc/self/cgroup", "0::/user/job\n");
  root.write("/sys/fs/cgroup/user/job/memory.max", "max\n");
  root.write("/sys/fs/cgroup/user/job/memory.current", "1073741824\n");
  CHECK(root.left() == 8 * kGibibyte);
  root.write("/sys/fs/cgroup/user/memory.max", "4294967296\n");
  root.write("/sys/fs/cgroup/user/memory.current", "3221225472\n");
  CHECK(root.left() == kGibibyte);
  root.write("/sys/fs/cgroup/user/memory.stat", "anon 5\ninactive_file 1073741824\n");
  CHECK(root.left() == 2 * kGibibyte);
  root.write("/sys/fs/cgroup/user/memory.current", "9294967296\n");
  CHECK(root.left() == 0);
}

TEST(control_groups_of_version_1) {
  const Root root;
  root.write("/proc/self/cgroup", "8:pids:/\n4:cpu,memory:/job\n0::/\n");
  const std::string group = "/sys/fs/cgroup/memory/job/memory.";
  root.write(group + "limit_in_bytes", "2147483648\n");
  root.write(group + "usage_in_bytes", "1610612736\n");
  root.write(group + "stat", "inactive_file 7\ntotal_inactive_file 536870912\n");
  CHECK(root.left() == kGibibyte);
}

// In a container the path is the host's, and the mount shows the container's own group.
TEST(group_of_a_container) {
  const Root root;
  root.write("/proc/self/cgroup", "0::/docker/0123\n");
  root.write("/sys/fs/cgroup/memory.max", "1073741824\n");
  CHECK(root.left() == kGibibyte);
}

TEST(share_of_a_device) {
  CHECK(fitting_memory(16 * kGibibyte, 1, 80 * kGibibyte) == 12 * kGibibyte);
  CHECK(fitting_memory(16 * kGibibyte, 2, 80 * kGibibyte) == 6 * kGibibyte);
  CHECK(fitting_memory(16 * kGibibyte + 12345678, 2, 80 * kGibibyte) == 6 * kGibibyte);
  CHECK(fitting_memory(640 * kGibibyte, 2, 80 * kGibibyte) == 80 * kGibibyte);
  CHECK(fitting_memory(0, 0, 80 * kGibibyte) == kGibibyte / 4);
}

TEST_MAIN()
