// The sender keeps memory whose storage is gone until the receivers are done; they keep the mapping.
#include "torch_glue/shared_storage.h"

#include <c10/util/Exception.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "machine/device/device_scope.h"
#include "machine/memory/allocation.h"
#include "memory/ipc_counters.h"
#include "torch_glue/allocator.h"
#include "torch_glue/custom_allocator.h"
#include "torch_glue/device_type.h"
#include "torch_glue/stream.h"

namespace musasim {

namespace {

using caching::ipc::Claim;
using caching::ipc::Counter;

// Memory that was sent: its first owner, and a counter for each message.
struct Sent {
  c10::DataPtr memory;
  std::vector<std::unique_ptr<Counter>> counters;

  bool is_done() const {
    return std::all_of(counters.begin(), counters.end(),
                       [](const auto& counter) { return counter->is_done(); });
  }
};

struct Limbo {
  std::mutex mutex;
  std::vector<std::unique_ptr<Sent>> waiting;
};

Limbo& limbo() {
  static auto* const instance = new Limbo;
  return *instance;
}

void release_sent(void* context) {
  std::unique_ptr<Sent> sent(static_cast<Sent*>(context));
  if (caching::in_forked_child()) {
    (void)sent.release();  // it is the parent's
    return;
  }
  if (!sent->is_done()) {
    const std::lock_guard<std::mutex> lock(limbo().mutex);
    limbo().waiting.push_back(std::move(sent));
  }
}

// The storage's memory as something that can be waited for.
Sent& make_sent(c10::StorageImpl& storage) {
  c10::DataPtr& pointer = storage._mutable_data_ptr_no_checks();
  if (pointer.get_deleter() != &release_sent) {
    auto sent = std::make_unique<Sent>();
    void* data = pointer.get();
    const c10::Device device = pointer.device();
    sent->memory = std::move(pointer);
    storage.set_data_ptr_noswap(c10::DataPtr(data, sent.release(), &release_sent, device));
  }
  return *static_cast<Sent*>(storage._mutable_data_ptr_no_checks().get_context());
}

// Memory of another process while a storage uses it.
struct Received {
  int device;
  void* mapping;  // null when the sender is this process
  std::unique_ptr<Claim> claim;
};

void release_received(void* context) {
  const std::unique_ptr<Received> received(static_cast<Received*>(context));
  if (caching::in_forked_child()) {
    return;
  }
  const DeviceScope scope(received->device);
  if (received->mapping != nullptr) {
    (void)musaIpcCloseMemHandle(received->mapping);  // waits for the device's work
  } else {
    (void)musaDeviceSynchronize();
  }
}

// The memory of a handle that this process made. The bytes after the runtime's tell where it is.
void* own_address(const std::string& handle) {
  void* address = nullptr;
  std::memcpy(&address, handle.data() + sizeof(musaIpcMemHandle_t), sizeof address);
  return address;
}

std::string handle_of(void* base) {
  musaIpcMemHandle_t handle{};
  check(musaIpcGetMemHandle(&handle, base));
  std::string bytes(reinterpret_cast<const char*>(&handle), sizeof handle);
  return bytes.append(reinterpret_cast<const char*>(&base), sizeof base);
}

void* open_handle(const std::string& handle) {
  musaIpcMemHandle_t opened{};
  std::memcpy(&opened, handle.data(), sizeof opened);
  void* mapping = nullptr;
  check(musaIpcOpenMemHandle(&mapping, opened, musaIpcMemLazyEnablePeerAccess));
  return mapping;
}

const bool g_collects_before_running_out = [] {
  caching::add_reclaimer(&collect_shared_storages);
  return true;
}();

}  // namespace

SharedStorage share_storage(const c10::Storage& storage) {
  check_not_in_bad_fork();
  c10::StorageImpl& impl = *storage.unsafeGetStorageImpl();
  TORCH_CHECK(storage.device().type() == kMusa,
              "_share_musa_: expected a storage on MUSA, but got one on ", storage.device());
  TORCH_CHECK(!impl.received_cuda(),
              "Attempted to send MUSA tensor received from another process; this is not currently "
              "supported. Consider cloning before sending.");
  collect_shared_storages();
  SharedStorage shared;
  shared.device = storage.device().index();
  void* data = storage.mutable_data();
  if (data == nullptr || storage.nbytes() == 0) {
    return shared;
  }
  as_torch_errors([&] {
    const DeviceScope scope(shared.device);
    void* const base = base_of(data);
    shared.handle = handle_of(base);
    shared.size = storage.nbytes();
    shared.offset = static_cast<std::size_t>(static_cast<char*>(data) - static_cast<char*>(base));
    check(musaStreamSynchronize(current_stream_handle(shared.device)));
    auto counter = std::make_unique<Counter>();
    shared.counter_file = counter->file();
    shared.counter_place = counter->place();
    make_sent(impl).counters.push_back(std::move(counter));
  });
  return shared;
}

c10::Storage open_shared_storage(const SharedStorage& shared) {
  check_not_in_bad_fork();
  TORCH_CHECK_VALUE(shared.handle.size() == sizeof(musaIpcMemHandle_t) + sizeof(void*),
                    "this is not a handle of a shared storage");
  return as_torch_errors([&] {
    const bool is_ours = caching::ipc::is_own(shared.counter_file);
    const DeviceScope scope(shared.device < device_count() ? shared.device : current_device());
    auto received = std::make_unique<Received>();
    received->mapping = is_ours ? nullptr : open_handle(shared.handle);
    char* base = static_cast<char*>(is_ours ? own_address(shared.handle) : received->mapping);
    received->device = device_of_pointer(base);
    received->claim = std::make_unique<Claim>(shared.counter_file, shared.counter_place);
    const c10::Device device = musa_device(received->device);
    c10::DataPtr data(base + shared.offset, received.release(), &release_received, device);
    c10::Storage storage(c10::make_intrusive<c10::StorageImpl>(
        c10::StorageImpl::use_byte_size_t(), shared.size, std::move(data), nullptr, false));
    storage.unsafeGetStorageImpl()->set_received_cuda(true);
    return storage;
  });
}

void release_shared_storage(const std::string& counter_file, std::int64_t counter_place) {
  as_torch_errors([&] { const Claim claim(counter_file, counter_place); });
}

bool collect_shared_storages() {
  if (caching::in_forked_child()) {
    return false;
  }
  std::vector<std::unique_ptr<Sent>> done;
  {
    const std::lock_guard<std::mutex> lock(limbo().mutex);
    auto& waiting = limbo().waiting;
    const auto first_done = std::partition(waiting.begin(), waiting.end(),
                                           [](const auto& sent) { return !sent->is_done(); });
    std::move(first_done, waiting.end(), std::back_inserter(done));
    waiting.erase(first_done, waiting.end());
  }
  return !done.empty();
}

}  // namespace musasim
