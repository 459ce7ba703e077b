// Values in memory that streams write and wait for.
#include <chrono>
#include <thread>
#include <vector>

#include "machine/library.h"
#include "machine/memory/allocation.h"
#include "machine/stream/stream.h"
#include "musa/api.h"

namespace d = musasim::driver;

namespace {

constexpr std::chrono::microseconds kPoll{50};

template <class T>
T* place_of(MUdeviceptr address) {
  return static_cast<T*>(musasim::backing_address(d::pointer(address)));
}

template <class T>
bool met(T found, T value, unsigned flags) {
  switch (flags & ~unsigned{MU_STREAM_WAIT_VALUE_FLUSH}) {
    case MU_STREAM_WAIT_VALUE_GEQ: return static_cast<std::make_signed_t<T>>(found - value) >= 0;
    case MU_STREAM_WAIT_VALUE_EQ: return found == value;
    case MU_STREAM_WAIT_VALUE_AND: return (found & value) != 0;
    default: return static_cast<T>(~(found | value)) != 0;  // NOR
  }
}

// One step of a batch.
struct Step {
  bool wait;
  bool wide;
  MUdeviceptr address;
  std::uint64_t value;
  unsigned flags;
};

template <class T>
void run_as(const Step& step, int device) {
  T* const place = place_of<T>(step.address);
  const T value = static_cast<T>(step.value);
  if (!step.wait) {
    __atomic_store_n(place, value, __ATOMIC_RELEASE);
    return;
  }
  while (!met(__atomic_load_n(place, __ATOMIC_ACQUIRE), value, step.flags) &&
         musasim::device_state(device).sticky.load() == musaSuccess) {
    std::this_thread::sleep_for(kPoll);
  }
}

musaError_t check(const Step& step) {
  const std::size_t alignment = step.wide ? sizeof(std::uint64_t) : sizeof(std::uint32_t);
  const unsigned known =
      step.wait ? unsigned{MU_STREAM_WAIT_VALUE_NOR} | unsigned{MU_STREAM_WAIT_VALUE_FLUSH}
                : unsigned{MU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER};
  // Elsewhere a worker would end the process.
  const bool there = static_cast<bool>(musasim::find_allocation(d::pointer(step.address)));
  return !there || step.address % alignment != 0 || (step.flags & ~known) != 0
             ? musaErrorInvalidValue
             : musaSuccess;
}

musaError_t submit_steps(MUstream stream, const char* name, std::vector<Step> steps) {
  for (const Step& step : steps) {
    if (const musaError_t error = check(step); error != musaSuccess) {
      return error;
    }
  }
  musasim::Operation operation;
  operation.name = name;
  operation.run = [steps = std::move(steps)] {
    const int device = musasim::current_device();
    for (const Step& step : steps) {
      step.wide ? run_as<std::uint64_t>(step, device) : run_as<std::uint32_t>(step, device);
    }
    return musaSuccess;
  };
  return musasim::submit(stream, std::move(operation));
}

// Barriers and flushes need no step: every step is seen by all in order.
musaError_t steps_of(const MUstreamBatchMemOpParams* list, unsigned count,
                     std::vector<Step>* steps) {
  for (unsigned i = 0; i < count; ++i) {
    const auto& wait = list[i].waitValue;
    const auto& write = list[i].writeValue;
    switch (list[i].operation) {
      case MU_STREAM_MEM_OP_WAIT_VALUE_32:
        steps->push_back({true, false, wait.address, wait.value, wait.flags});
        break;
      case MU_STREAM_MEM_OP_WAIT_VALUE_64:
        steps->push_back({true, true, wait.address, wait.value64, wait.flags});
        break;
      case MU_STREAM_MEM_OP_WRITE_VALUE_32:
        steps->push_back({false, false, write.address, write.value, write.flags});
        break;
      case MU_STREAM_MEM_OP_WRITE_VALUE_64:
        steps->push_back({false, true, write.address, write.value64, write.flags});
        break;
      case MU_STREAM_MEM_OP_BARRIER:
      case MU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES: break;
      default: return musaErrorInvalidValue;
    }
  }
  return musaSuccess;
}

}  // namespace

MUresult muStreamWaitValue32(MUstream stream, MUdeviceptr addr, muuint32_t value,
                             unsigned int flags) {
  return d::in_context(__func__, [&] {
    return submit_steps(stream, "muStreamWaitValue32", {{true, false, addr, value, flags}});
  });
}

MUresult muStreamWaitValue64(MUstream stream, MUdeviceptr addr, muuint64_t value,
                             unsigned int flags) {
  return d::in_context(__func__, [&] {
    return submit_steps(stream, "muStreamWaitValue64", {{true, true, addr, value, flags}});
  });
}

MUresult muStreamWriteValue32(MUstream stream, MUdeviceptr addr, muuint32_t value,
                              unsigned int flags) {
  return d::in_context(__func__, [&] {
    return submit_steps(stream, "muStreamWriteValue32", {{false, false, addr, value, flags}});
  });
}

MUresult muStreamWriteValue64(MUstream stream, MUdeviceptr addr, muuint64_t value,
                              unsigned int flags) {
  return d::in_context(__func__, [&] {
    return submit_steps(stream, "muStreamWriteValue64", {{false, true, addr, value, flags}});
  });
}

MUresult muStreamBatchMemOp(MUstream stream, unsigned int count,
                            MUstreamBatchMemOpParams* paramArray, unsigned int flags) {
  return d::in_context(__func__, [&] {
    constexpr unsigned kMost = 256;
    if (count == 0 || count > kMost || paramArray == nullptr || flags != 0) {
      return musaErrorInvalidValue;
    }
    std::vector<Step> steps;
    const musaError_t error = steps_of(paramArray, count, &steps);
    return error != musaSuccess ? error
                                : submit_steps(stream, "muStreamBatchMemOp", std::move(steps));
  });
}
