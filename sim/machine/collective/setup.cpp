// Making and ending of communicators.
#include <algorithm>
#include <thread>

#include "machine/collective/api.h"
#include "machine/collective/check.h"
#include "machine/collective/group.h"
#include "machine/collective/rendezvous.h"
#include "machine/collective/report.h"
#include "machine/device/simulated_gpus.h"

namespace musasim::collective {

namespace {

mcclResult_t check_ranks(int ranks, int rank) {
  if (ranks < 1 || rank < 0 || rank >= ranks) {
    return fail(mcclInvalidArgument, "Rank " + std::to_string(rank) + " of " +
                                         std::to_string(ranks) +
                                         " does not exist; ranks count from 0");
  }
  if (ranks > kMaxRanks) {
    return fail(mcclInvalidArgument, "A communicator has " + std::to_string(kMaxRanks) +
                                         " ranks at most, not " + std::to_string(ranks));
  }
  return mcclSuccess;
}

// Makes the communicator and starts its joining.
mcclResult_t start_joining(mcclComm_t* handle, int ranks, const mcclUniqueId& id, int rank,
                           int device, CommunicatorSettings settings) {
  const auto communicator = std::make_shared<Communicator>(ranks, rank, device, settings);
  communicator->begin_background();
  add_communicator(communicator);
  *handle = communicator->handle();
  return run_job({communicator, [communicator, id] { return communicator->join(id); }, handle});
}

mcclResult_t check_devices(int devices, const int* list) {
  if (devices < 0) {
    return fail(mcclInvalidArgument, "The number of devices must not be negative");
  }
  std::vector<int> seen;
  for (int i = 0; i < devices; ++i) {
    const int device = list == nullptr ? i : list[i];
    if (device < 0 || device >= device_count()) {
      return fail(mcclUnhandledMusaError, "There is no device " + std::to_string(device) +
                                              "; the number of devices is " +
                                              std::to_string(device_count()));
    }
    if (std::find(seen.begin(), seen.end(), device) != seen.end()) {
      return fail(mcclInvalidUsage, "Device " + std::to_string(device) + " is listed twice");
    }
    seen.push_back(device);
  }
  return mcclSuccess;
}

// Runs in the job of a split: the parent's ranks find their parts, and each part joins.
mcclResult_t split_and_join(const CommunicatorPtr& parent, int color, int key,
                            const CommunicatorPtr& child) {
  Communicator::Part part;
  const mcclResult_t result = parent->split(color, key, &part);
  parent->settle(result);
  if (result != mcclSuccess || color == MCCL_SPLIT_NOCOLOR) {
    return result;
  }
  child->place(part.ranks, part.rank);
  return child->join(part.id);
}

}  // namespace

mcclResult_t init_rank(mcclComm_t* handle, int ranks, const mcclUniqueId& id, int rank,
                       const mcclConfig_t* config) {
  CommunicatorSettings settings;
  mcclResult_t result = handle == nullptr ? fail(mcclInvalidArgument, "The out pointer is NULL")
                                          : check_ranks(ranks, rank);
  if (result == mcclSuccess) {
    result = read_settings(config, &settings);
  }
  if (result != mcclSuccess) {
    return note_error(result);
  }
  return note_error(start_joining(handle, ranks, id, rank, current_device(), settings));
}

mcclResult_t init_all(mcclComm_t* handles, int devices, const int* list) {
  mcclUniqueId id{};
  mcclResult_t result = handles == nullptr ? fail(mcclInvalidArgument, "The out pointer is NULL")
                                           : check_devices(devices, list);
  if (result == mcclSuccess) {
    result = get_unique_id(&id);
  }
  if (result != mcclSuccess) {
    return note_error(result);
  }
  group_start();
  for (int i = 0; i < devices; ++i) {
    start_joining(&handles[i], devices, id, i, list == nullptr ? i : list[i], {});
  }
  return group_end();
}

mcclResult_t split(mcclComm_t handle, int color, int key, mcclComm_t* part,
                   const mcclConfig_t* config) {
  CommunicatorPtr parent;
  mcclResult_t result = part == nullptr ? fail(mcclInvalidArgument, "The out pointer is NULL")
                                        : find_ready(handle, &parent);
  if (result == mcclSuccess && color < MCCL_SPLIT_NOCOLOR) {
    result = fail(mcclInvalidArgument, "The color must be MCCL_SPLIT_NOCOLOR, 0 or above");
  }
  CommunicatorSettings settings =
      result == mcclSuccess ? parent->settings() : CommunicatorSettings();
  if (result == mcclSuccess) {
    result = read_settings(config, &settings);
  }
  if (result != mcclSuccess) {
    return note_error(result);
  }
  const auto child = std::make_shared<Communicator>(1, 0, parent->device(), settings);
  child->begin_background();
  *part = nullptr;
  if (color != MCCL_SPLIT_NOCOLOR) {
    add_communicator(child);
    *part = child->handle();
  }
  if (!settings.blocking) {
    parent->begin_background();
  }
  return note_error(
      run_job({child, [=] { return split_and_join(parent, color, key, child); }, part, parent}));
}

mcclResult_t finalize(mcclComm_t handle) {
  CommunicatorPtr communicator;
  const mcclResult_t result = handle == nullptr ? mcclSuccess : find_ready(handle, &communicator);
  if (result != mcclSuccess || handle == nullptr) {
    return result;
  }
  if (communicator->finalized.exchange(true)) {
    return fail(mcclInvalidArgument, "The communicator has already been finalized");
  }
  if (communicator->settings().blocking) {
    communicator->drain();
    return communicator->state();
  }
  communicator->begin_background();
  std::thread([communicator] {
    communicator->drain();
    communicator->settle(mcclSuccess);
  }).detach();
  return mcclInProgress;
}

mcclResult_t destroy(mcclComm_t handle) {
  CommunicatorPtr communicator;
  const mcclResult_t result = handle == nullptr ? mcclSuccess : find(handle, &communicator);
  if (result != mcclSuccess || handle == nullptr || remove_communicator(handle) == nullptr) {
    return result;
  }
  if (communicator->state() == mcclSuccess || communicator->finalized.load()) {
    communicator->drain();
    communicator->leave();
  } else {
    communicator->abort();
  }
  return mcclSuccess;
}

mcclResult_t abort(mcclComm_t handle) {
  CommunicatorPtr communicator;
  const mcclResult_t result = handle == nullptr ? mcclSuccess : find(handle, &communicator);
  if (communicator != nullptr && remove_communicator(handle) != nullptr) {
    communicator->abort();
  }
  return result;
}

}  // namespace musasim::collective
