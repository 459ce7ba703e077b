// The communicators of a process group: one for each device, and one for each pair of ranks that
// sends messages outside of batches.
#include <c10/util/Exception.h>

#include <cstring>

#include "distributed/process_group.h"
#include "distributed/wire.h"
#include "torch_glue/device_type.h"

namespace musasim::distributed {

namespace {

// Rank 0 of the communicator makes it, the others find it in the store.
mcclUniqueId exchange_unique_id(c10d::Store& store, const std::string& key, int rank) {
  mcclUniqueId id{};
  if (rank == 0) {
    check_mccl(mcclGetUniqueId(&id), "mcclGetUniqueId");
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(&id);
    store.set(key, std::vector<std::uint8_t>(bytes, bytes + sizeof id));
    return id;
  }
  std::vector<std::uint8_t> bytes;
  try {
    bytes = store.get(key);
  } catch (const std::exception& problem) {
    C10_THROW_ERROR(DistBackendError,
                    c10::str("Rank ", rank,
                             " did not get MCCL's unique id from rank 0 through the store (key '",
                             key, "'): ", problem.what()));
  }
  TORCH_CHECK_WITH(DistBackendError, bytes.size() == sizeof id, "The store's value of '", key,
                   "' is not a unique id of MCCL");
  std::memcpy(&id, bytes.data(), sizeof id);
  return id;
}

}  // namespace

LanePlan ProcessGroupMccl::plan_of(int device) const {
  return {device, size_, rank_, settings_.high_priority || options_->is_high_priority_stream,
          options_->timeout};
}

std::shared_ptr<Lane> ProcessGroupMccl::split_lane(const LanePlan& plan) {
  const auto parent = c10::dynamic_intrusive_pointer_cast<ProcessGroupMccl>(options_->split_from);
  TORCH_CHECK(parent != nullptr, "Options.split_from must be a ProcessGroupMCCL");
  ++parent->splits_;
  return Lane::split(*parent->lane_of_device(plan.device), plan,
                     static_cast<int>(options_->split_color));
}

std::shared_ptr<Lane> ProcessGroupMccl::make_lane(const std::string& key, const LanePlan& plan) {
  const mcclUniqueId id = exchange_unique_id(*store_, key, plan.rank);
  std::shared_ptr<Lane> lane = Lane::join(plan, id);
  if (plan.rank == 0) {
    store_->deleteKey(key);  // all have read it; a later group may use the same store and key
  }
  return lane;
}

std::shared_ptr<Lane> ProcessGroupMccl::find_lane(const std::string& name) {
  const std::lock_guard<std::mutex> lock(lanes_mutex_);
  const auto found = lanes_.find(name);
  return found == lanes_.end() ? nullptr : found->second;
}

std::shared_ptr<Lane> ProcessGroupMccl::add_lane(const std::string& name,
                                                 std::shared_ptr<Lane> lane) {
  int none = -1;
  first_device_.compare_exchange_strong(none, lane->stream().device_index());
  const std::lock_guard<std::mutex> lock(lanes_mutex_);
  return lanes_[name] = std::move(lane);
}

// The other ranks would wait for a communicator of the device that they were promised.
void ProcessGroupMccl::check_device(int device) const {
  const auto bound = getBoundDeviceId();
  TORCH_CHECK_WITH(DistBackendError, !bound.has_value() || bound->index() == device,
                   "Attempt to perform collective on tensor not on device passed to "
                   "init_process_group: the tensor is on musa:",
                   device, ", the process group is bound to ", *bound);
}

std::shared_ptr<Lane> ProcessGroupMccl::lane_of_device(int device) {
  const std::lock_guard<std::mutex> lock(making_mutex_);
  const std::string name = "musa:" + std::to_string(device);
  if (auto lane = find_lane(name)) {
    return lane;
  }
  check_device(device);
  const LanePlan plan = plan_of(device);
  // Each rank has another device, so that the key in the store has to do without.
  return add_lane(name, options_->split_from != nullptr
                            ? split_lane(plan)
                            : make_lane("mccl/" + std::to_string(lanes_made_[""]++), plan));
}

std::shared_ptr<Lane> ProcessGroupMccl::lane_of_pair(int device, int peer) {
  const std::string pair =
      std::to_string(std::min(rank_, peer)) + ":" + std::to_string(std::max(rank_, peer));
  const std::lock_guard<std::mutex> lock(making_mutex_);
  const std::string name = pair + " on musa:" + std::to_string(device);
  if (auto lane = find_lane(name)) {
    return lane;
  }
  check_device(device);
  LanePlan plan = plan_of(device);
  plan.ranks = 2;
  plan.rank = rank_ < peer ? 0 : 1;
  const std::string key = "mccl/" + pair + "/" + std::to_string(lanes_made_[pair]++);
  return add_lane(name, make_lane(key, plan));
}

std::shared_ptr<Lane> ProcessGroupMccl::lane_of(const Call& call, bool batch) {
  const c10::Device device = (call.inputs.empty() ? call.outputs : call.inputs).front().device();
  check_usable();
  const bool alone = call.peer >= 0 && !batch;
  return alone ? lane_of_pair(device.index(), call.peer) : lane_of_device(device.index());
}

void ProcessGroupMccl::eagerConnectSingleDevice(c10::Device device) {
  check_usable();
  lane_of_device(checked_device_index(device.index()));
}

bool ProcessGroupMccl::is_initialized() {
  for (const std::shared_ptr<Lane>& lane : lanes()) {
    if (lane->failure() == mcclSuccess) {
      return true;
    }
  }
  return false;
}

void ProcessGroupMccl::perform_nocolor_split(c10::Device device) {
  check_usable();
  ++splits_;
  const LanePlan plan = plan_of(checked_device_index(device.index()));
  Lane::split(*lane_of_device(plan.device), plan, MCCL_SPLIT_NOCOLOR);
}

#if TORCH_VERSION_MAJOR > 2 || TORCH_VERSION_MINOR >= 8
c10::intrusive_ptr<c10d::Backend> ProcessGroupMccl::split(
    const c10::intrusive_ptr<c10d::Store>& store, const std::vector<int>& ranks,
    const c10::intrusive_ptr<Options>& options) {
  const auto given = c10::dynamic_intrusive_pointer_cast<GroupOptions>(options);
  TORCH_CHECK(given != nullptr, "split: expected the options of a ProcessGroupMCCL");
  TORCH_CHECK(getBoundDeviceId().has_value() || first_device_.load() >= 0,
              "split: the parent group has no communicator yet; bind the group to a device, or run "
              "a collective in it first");
  const c10::Device device =
      getBoundDeviceId().has_value() ? *getBoundDeviceId() : musa_device(first_device_.load());
  const auto place = std::find(ranks.begin(), ranks.end(), rank_);
  if (place == ranks.end()) {
    perform_nocolor_split(device);
    return nullptr;
  }
  auto own = c10::make_intrusive<GroupOptions>(*given);
  own->split_from = c10::intrusive_ptr<c10d::Backend>::unsafe_reclaim_from_nonowning(this);
  own->split_color = *std::min_element(ranks.begin(), ranks.end());
  own->global_ranks_in_group.clear();
  for (const int rank : ranks) {
    const bool known = options_->global_ranks_in_group.size() > static_cast<std::size_t>(rank);
    own->global_ranks_in_group.push_back(
        known ? options_->global_ranks_in_group[static_cast<std::size_t>(rank)]
              : static_cast<std::uint64_t>(rank));
  }
  auto part = c10::make_intrusive<ProcessGroupMccl>(store, static_cast<int>(place - ranks.begin()),
                                                    static_cast<int>(ranks.size()), own);
  part->setBoundDeviceId(device);
  part->eagerConnectSingleDevice(device);
  return part;
}
#endif

}  // namespace musasim::distributed
