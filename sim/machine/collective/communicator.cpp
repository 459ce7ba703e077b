// State, operators and handles of communicators.
#include "machine/collective/communicator.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <tuple>
#include <unordered_map>

#include "machine/collective/rendezvous.h"
#include "machine/collective/report.h"
#include "machine/device/properties.h"

namespace musasim::collective {

namespace {

struct Handles {
  std::mutex mutex;
  std::unordered_map<mcclComm_t, CommunicatorPtr> live;
};

Handles& handles() {
  static auto* instance = new Handles;
  return *instance;
}

struct SplitNote {
  int color;
  int key;
  mcclUniqueId id;
};
static_assert(sizeof(SplitNote) <= sizeof(HostNote));

HostNote pack(const SplitNote& note) {
  HostNote packed{};
  std::memcpy(packed.bytes, &note, sizeof note);
  return packed;
}

SplitNote unpack(const HostNote& packed) {
  SplitNote note{};
  std::memcpy(&note, packed.bytes, sizeof note);
  return note;
}

}  // namespace

mcclResult_t read_settings(const mcclConfig_t* config, CommunicatorSettings* settings) {
  if (config == nullptr) {
    return mcclSuccess;
  }
  const mcclConfig_t plain = MCCL_CONFIG_INITIALIZER;
  if (config->magic != plain.magic || config->size < offsetof(mcclConfig_t, cgaClusterSize)) {
    return fail(mcclInvalidArgument,
                "The mcclConfig_t was not initialized with MCCL_CONFIG_INITIALIZER");
  }
  if (config->blocking != MCCL_CONFIG_UNDEF_INT && config->blocking != 0 && config->blocking != 1) {
    return fail(mcclInvalidArgument, "mcclConfig_t.blocking must be 0 or 1, but it is " +
                                         std::to_string(config->blocking));
  }
  settings->blocking =
      config->blocking == MCCL_CONFIG_UNDEF_INT ? settings->blocking : config->blocking == 1;
  const bool whole = config->size >= sizeof plain;
  const bool odd_ctas =
      whole && ((config->minCTAs != MCCL_CONFIG_UNDEF_INT && config->minCTAs <= 0) ||
                (config->maxCTAs != MCCL_CONFIG_UNDEF_INT && config->maxCTAs <= 0));
  if (odd_ctas) {
    return fail(mcclInvalidArgument, "mcclConfig_t.minCTAs and maxCTAs must be above 0");
  }
  return mcclSuccess;
}

Communicator::Communicator(int ranks, int rank, int device, CommunicatorSettings settings)
    : device_(device), settings_(settings), clique_(ranks, rank, physical_index(device)) {}

mcclResult_t Communicator::state() const {
  const mcclResult_t error = error_.load();
  return error == mcclSuccess && busy_.load() ? mcclInProgress : error;
}

void Communicator::set_error(mcclResult_t error) {
  mcclResult_t none = mcclSuccess;
  error_.compare_exchange_strong(none, error);
  clique_.end(RankState::kFailed);
}

void Communicator::settle(mcclResult_t result) {
  if (result != mcclSuccess) {
    set_error(result);
  }
  busy_.store(false);
}

mcclResult_t Communicator::join(const mcclUniqueId& id) {
  const mcclResult_t result = clique_.join(id);
  return result == kCancelled ? fail(mcclInvalidUsage, "The communicator was aborted") : result;
}

mcclResult_t Communicator::split(int color, int key, Part* part) {
  std::vector<HostNote> gathered;
  mcclResult_t result = clique_.gather(pack({color, key, {}}), &gathered);
  std::vector<std::tuple<int, int>> members;  // by key, then by rank
  for (int i = 0; result == mcclSuccess && i < ranks(); ++i) {
    const SplitNote note = unpack(gathered[static_cast<std::size_t>(i)]);
    if (note.color == color) {
      members.emplace_back(note.key, i);
    }
  }
  std::sort(members.begin(), members.end());
  SplitNote mine{color, key, {}};
  const bool taking_part = color != MCCL_SPLIT_NOCOLOR;
  if (result == mcclSuccess && taking_part && std::get<1>(members.front()) == rank()) {
    result = get_unique_id(&mine.id);
  }
  gathered.clear();
  const mcclResult_t second = clique_.gather(pack(mine), &gathered);
  result = result == mcclSuccess ? second : result;
  if (result != mcclSuccess) {
    return result == kCancelled ? fail(mcclInvalidUsage, "The communicator was aborted") : result;
  }
  if (taking_part) {
    const auto self = std::find(members.begin(), members.end(), std::make_tuple(key, rank()));
    part->rank = static_cast<int>(self - members.begin());
    part->ranks = static_cast<int>(members.size());
    part->id = unpack(gathered[static_cast<std::size_t>(std::get<1>(members.front()))]).id;
  }
  return mcclSuccess;
}

void Communicator::abort() {
  clique_.cancel();
  turns_->stop();
  const std::lock_guard<std::mutex> lock(running_);
  clique_.end(RankState::kAborted);
  left_.store(true);
}

void Communicator::leave() {
  left_.store(true);
  const std::lock_guard<std::mutex> lock(running_);
  clique_.end(RankState::kLeft);
}

mcclRedOp_t Communicator::add_operator(const CreatedOperator& op) {
  // Numbers are unique in the process, so that another communicator's operator is noticed.
  static std::atomic<int> next{mcclNumOps};
  const int number = next.fetch_add(1);
  const std::lock_guard<std::mutex> lock(tables_mutex_);
  operators_[number] = op;
  return static_cast<mcclRedOp_t>(number);
}

bool Communicator::find_operator(int number, CreatedOperator* op) const {
  const std::lock_guard<std::mutex> lock(tables_mutex_);
  const auto found = operators_.find(number);
  if (found == operators_.end()) {
    return false;
  }
  *op = found->second;
  return true;
}

bool Communicator::remove_operator(int number) {
  const std::lock_guard<std::mutex> lock(tables_mutex_);
  return operators_.erase(number) != 0;
}

void* Communicator::add_registration() {
  const std::lock_guard<std::mutex> lock(tables_mutex_);
  static std::atomic<std::uintptr_t> next{1};
  void* handle = reinterpret_cast<void*>(next.fetch_add(1) << 4);
  registrations_.insert(handle);
  return handle;
}

bool Communicator::remove_registration(void* handle) {
  const std::lock_guard<std::mutex> lock(tables_mutex_);
  return registrations_.erase(handle) != 0;
}

void add_communicator(const CommunicatorPtr& communicator) {
  const std::lock_guard<std::mutex> lock(handles().mutex);
  handles().live[communicator->handle()] = communicator;
}

CommunicatorPtr find_communicator(mcclComm_t handle) noexcept {
  const std::lock_guard<std::mutex> lock(handles().mutex);
  const auto found = handles().live.find(handle);
  return found == handles().live.end() ? nullptr : found->second;
}

CommunicatorPtr remove_communicator(mcclComm_t handle) noexcept {
  const std::lock_guard<std::mutex> lock(handles().mutex);
  const auto found = handles().live.find(handle);
  if (found == handles().live.end()) {
    return nullptr;
  }
  CommunicatorPtr communicator = found->second;
  handles().live.erase(found);
  return communicator;
}

}  // namespace musasim::collective
