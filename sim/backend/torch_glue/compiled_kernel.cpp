// Running a generated kernel in its stream's turn, or recording it.
#include "torch_glue/compiled_kernel.h"

#include <cstdio>
#include <exception>

#include "graph/recording.h"
#include "machine/device/device_scope.h"
#include "machine/library.h"
#include "torch_glue/device_work.h"

namespace musasim {

void KernelCall::add_tensor(const at::Tensor& tensor, bool is_written) {
  KernelWord word{};
  word.address = tensor.data_ptr();
  words.push_back(word);
  if (tensor.device().type() != kMusa) {
    return;
  }
  if (device < 0) {
    device = tensor.device().index();
  }
  if (is_written && C10_UNLIKELY(graph::Recording::any())) {
    written.push_back(tensor);
  }
}

void CompiledKernel::run(KernelCall call) const {
  const DeviceScope scope(call.device);
  const StreamTarget stream = current_stream_target(call.device);
  if (C10_UNLIKELY(is_capturing(*stream.object))) {
    capture(std::move(call));
    return;
  }
  const DeviceWork work(stream, name_.c_str());
  entry_(call.words.data());
}

// It also runs once, as operators do that are captured: what comes next may look at its results. What
// it writes is put back at the end of the capture.
void CompiledKernel::capture(KernelCall call) const {
  const StreamTarget stream = current_stream_target(call.device);
  const graph::RecordingPtr recording = graph::Recording::of(stream);
  {
    const KernelAccess access(call.device, name_.c_str());
    for (const at::Tensor& tensor : call.written) {
      recording->will_write(tensor.storage());
    }
    entry_(call.words.data());
  }
  check(launch_work(stream.handle, name_.c_str(),
                    [entry = entry_, name = name_, words = std::move(call.words)] {
                      try {
                        entry(words.data());
                      } catch (const std::exception& error) {
                        std::fprintf(stderr, "%s: %s\n", name.c_str(), error.what());
                        return musaErrorAssert;
                      }
                      return musaSuccess;
                    }));
}

}  // namespace musasim
