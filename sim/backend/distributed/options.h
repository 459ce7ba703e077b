// The options that a process group is made with.
#pragma once

#include <torch/version.h>
#include <torch/csrc/distributed/c10d/Backend.hpp>

#include <string>
#include <vector>

namespace musasim::distributed {

constexpr char kBackendName[] = "mccl";
// torch.distributed's own default for backends like this one.
constexpr auto kDefaultTimeout = std::chrono::milliseconds(10 * 60 * 1000);

struct GroupOptions final : c10d::Backend::Options {
  explicit GroupOptions(bool high_priority = false,
                        std::chrono::milliseconds limit = kDefaultTimeout)
      : Options(kBackendName, limit), is_high_priority_stream(high_priority) {}

  bool is_high_priority_stream;
  // The communicators are parts of this group's, those of its ranks with the same color.
  c10::intrusive_ptr<c10d::Backend> split_from;
  std::int64_t split_color = 0;
#if TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR < 8
  // Members of the base since.
  std::vector<std::uint64_t> global_ranks_in_group;
  std::string group_name;
#endif
};

using GroupOptionsPtr = c10::intrusive_ptr<GroupOptions>;

}  // namespace musasim::distributed
