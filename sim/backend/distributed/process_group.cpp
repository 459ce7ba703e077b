// Making and ending of process groups, and their failures.
#include "distributed/process_group.h"

#include <Python.h>
#include <c10/util/Exception.h>
#include <torch/csrc/distributed/c10d/exception.h>

#include <algorithm>
#include <cstdio>
#include <set>

#include "runtime/current_device.h"

namespace musasim::distributed {

namespace {

struct LiveGroups {
  std::mutex mutex;
  std::set<ProcessGroupMccl*> groups;
  std::int64_t made = 0;
};

LiveGroups& live_groups() {
  static auto* instance = new LiveGroups;
  return *instance;
}

std::string text_of(const std::exception_ptr& problem) {
  try {
    std::rethrow_exception(problem);
  } catch (const c10::Error& error) {
    return error.what_without_backtrace();
  } catch (const std::exception& error) {
    return error.what();
  }
}

// Threads of ours may need the interpreter before they can be joined.
class WithoutInterpreter {
 public:
  WithoutInterpreter() {
    if (Py_IsInitialized() != 0 && PyGILState_Check() != 0) {
      thread_ = PyEval_SaveThread();
    }
  }
  ~WithoutInterpreter() {
    if (thread_ != nullptr) {
      PyEval_RestoreThread(thread_);
    }
  }
  WithoutInterpreter(const WithoutInterpreter&) = delete;
  WithoutInterpreter& operator=(const WithoutInterpreter&) = delete;

 private:
  PyThreadState* thread_ = nullptr;
};

std::int64_t next_uid() {
  const std::lock_guard<std::mutex> lock(live_groups().mutex);
  return live_groups().made++;
}

}  // namespace

ProcessGroupMccl::ProcessGroupMccl(c10::intrusive_ptr<c10d::Store> store, int rank, int size,
                                   GroupOptionsPtr options)
    : Backend(rank, size),
      store_(std::move(store)),
      options_(std::move(options)),
      settings_(read_group_settings()),
      uid_(next_uid()),
      watchdog_([this](Operation& operation) { handle_failure(operation); }) {
  TORCH_CHECK_VALUE(device_count() > 0,
                    "ProcessGroupMCCL is only supported with MUSA GPUs, none "
                    "were found. ",
                    device_problem());
  init();
  const std::lock_guard<std::mutex> lock(live_groups().mutex);
  live_groups().groups.insert(this);
}

ProcessGroupMccl::~ProcessGroupMccl() {
  const WithoutInterpreter released;
  {
    const std::lock_guard<std::mutex> lock(live_groups().mutex);
    live_groups().groups.erase(this);
  }
  watchdog_.stop();
  end_lanes("The process group has been destroyed.");
}

void stop_all_groups() {
  const WithoutInterpreter released;
  const std::lock_guard<std::mutex> lock(live_groups().mutex);
  for (ProcessGroupMccl* group : live_groups().groups) {
    group->finish();
  }
}

std::vector<std::shared_ptr<Lane>> ProcessGroupMccl::lanes() {
  const std::lock_guard<std::mutex> lock(lanes_mutex_);
  std::vector<std::shared_ptr<Lane>> all;
  for (const auto& [key, lane] : lanes_) {
    all.push_back(lane);
  }
  return all;
}

void ProcessGroupMccl::end_lanes(const std::string& why) {
  {
    const std::lock_guard<std::mutex> lock(gone_mutex_);
    gone_ = gone_.empty() ? why : gone_;
  }
  for (const std::shared_ptr<Lane>& lane : lanes()) {
    lane->abort(why);
  }
}

void ProcessGroupMccl::check_usable() const {
  const std::lock_guard<std::mutex> lock(gone_mutex_);
  TORCH_CHECK_WITH(DistBackendError, gone_.empty(), "This process group cannot be used any more. ",
                   gone_);
}

void ProcessGroupMccl::abort() {
  const WithoutInterpreter released;
  end_lanes("The process group was aborted.");
  watchdog_.stop();
}

// Other ranks may need this one's part in operations that nobody here has waited for.
void ProcessGroupMccl::finish() {
  constexpr auto kPatience = std::chrono::seconds(5);
  watchdog_.wait_for_all(kPatience);
  abort();
}

void ProcessGroupMccl::shutdown() {
  const WithoutInterpreter released;
  watchdog_.wait_for_all();  // operations that never end run into their timeouts
  watchdog_.stop();
  for (const std::shared_ptr<Lane>& lane : lanes()) {
    lane->destroy();
  }
  const std::lock_guard<std::mutex> lock(gone_mutex_);
  gone_ = gone_.empty() ? "It has been shut down." : gone_;
}

c10d::ErrorType ProcessGroupMccl::getError() { return error_.load(); }

// In the watchdog's thread. By default the process ends: whoever uses the results would go on with
// wrong data, unless he waits in the host and so gets the exception.
void ProcessGroupMccl::handle_failure(Operation& operation) {
  const std::exception_ptr problem = operation.failure();
  const bool lost = operation.lane().failure() != mcclSuccess;
  error_.store(lost ? c10d::ErrorType::COMM_ERROR : c10d::ErrorType::TIMEOUT);
  const ErrorHandling handling = settings_.error_handling;
  if (handling == ErrorHandling::kNone) {
    return;
  }
  const std::string text = text_of(problem);
  if (handling != ErrorHandling::kSkipCleanUp || operation.lane().somebody_sees()) {
    end_lanes("An operation failed: " + text);
  }
  if (handling == ErrorHandling::kCleanUpOnly || operation.lane().somebody_sees()) {
    return;
  }
  std::fprintf(stderr,
               "[PG %s Rank %d] Process group watchdog thread terminated with exception: %s\n"
               "Some MCCL operations have failed or timed out. Due to the asynchronous nature of "
               "MUSA kernels, subsequent operations might run on corrupted/incomplete data. To "
               "avoid data inconsistency, the entire process is taken down "
               "(set TORCH_MCCL_ASYNC_ERROR_HANDLING=0 or 2 to keep it running).\n",
               getGroupUid().c_str(), rank_, text.c_str());
  std::fflush(stderr);
  std::abort();
}

void ProcessGroupMccl::add_ephemeral_timeout(Milliseconds timeout) {
  extra_timeout_ += timeout.count();
}

Milliseconds ProcessGroupMccl::timeout_of(Milliseconds asked) {
  const Milliseconds timeout = asked.count() <= 0 ? options_->timeout : asked;
  return timeout + Milliseconds(extra_timeout_.exchange(0));
}

bool ProcessGroupMccl::verify_work_timeout(const WorkHandle& work, Milliseconds timeout) const {
  const auto* own = dynamic_cast<const WorkMccl*>(work.get());
  TORCH_CHECK(own != nullptr, "Expected a work of ProcessGroupMCCL");
  return own->operation()->plan().timeout == timeout;
}

}  // namespace musasim::distributed
