// The captures that go on, and what they hold.
#include "graph/recording.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <utility>

#include "machine/device/access.h"
#include "machine/library.h"
#include "musa_runtime_api.h"
#include "torch_glue/error.h"

namespace musasim::graph {

namespace {

struct Registry {
  std::mutex mutex;
  std::unordered_map<unsigned long long, RecordingPtr> recordings;
};

Registry& registry() {
  static auto* const all = new Registry;
  return *all;
}

}  // namespace

std::atomic<int> Recording::count_{0};

Recording::Recording(const std::vector<GeneratorStatePtr>& generators)
    : random_(std::make_shared<RandomRuns>()), generators_(generators) {
  for (const GeneratorStatePtr& generator : generators_) {
    random_->add(generator);
    generator->begin_capture();
  }
}

Recording::~Recording() { finish(); }

void Recording::add(unsigned long long capture, RecordingPtr recording) {
  const std::lock_guard<std::mutex> lock(registry().mutex);
  registry().recordings[capture] = std::move(recording);
  count_.fetch_add(1);
}

void Recording::remove(unsigned long long capture) {
  const std::lock_guard<std::mutex> lock(registry().mutex);
  count_.fetch_sub(static_cast<int>(registry().recordings.erase(capture)));
}

RecordingPtr Recording::find(musaStream_t stream) {
  musaStreamCaptureStatus status = musaStreamCaptureStatusNone;
  unsigned long long capture = 0;
  if (musaStreamGetCaptureInfo(stream, &status, &capture) != musaSuccess) {
    musaGetLastError();
    return nullptr;
  }
  const std::lock_guard<std::mutex> lock(registry().mutex);
  const auto found = registry().recordings.find(capture);
  return found == registry().recordings.end() ? nullptr : found->second;
}

RecordingPtr Recording::of(const StreamTarget& stream) {
  RecordingPtr recording = find(stream.handle);
  if (recording == nullptr) {
    musaStreamCaptureStatus status = musaStreamCaptureStatusNone;
    check(musaStreamIsCapturing(stream.handle, &status));
    if (status == musaStreamCaptureStatusInvalidated) {
      check(musaErrorStreamCaptureInvalidated);
    }
    TORCH_CHECK_NOT_IMPLEMENTED(
        false,
        "cannot capture this operator: the capture was begun with "
        "musaStreamBeginCapture; use torch.musa.graph to capture operators");
  }
  return recording;
}

void Recording::note_allocation(const void* pointer, std::size_t size) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto* const start = static_cast<const char*>(pointer);
  for (const auto& [old_start, old_size] : outlived_) {
    const char* const first = std::max(start, old_start);
    const char* const last = std::min(start + size, old_start + old_size);
    if (first < last) {
      const KernelAccess access(0, "musa_graph::save");
      saved_.save(const_cast<char*>(first), static_cast<std::size_t>(last - first));
    }
  }
  // Blocks are handed out again in other sizes: what lies inside the new one is part of it.
  auto inside = fresh_.lower_bound(start);
  while (inside != fresh_.end() && inside->first < start + size) {
    size = std::max(size, static_cast<std::size_t>(inside->first - start) + inside->second);
    inside = fresh_.erase(inside);
  }
  fresh_[start] = size;
}

void Recording::note_free(const void* pointer, std::size_t size) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!is_fresh(pointer, size)) {
    // Its beginning may have been handed out, and have come back, meanwhile.
    std::size_t& outlived = outlived_[static_cast<const char*>(pointer)];
    outlived = std::max(outlived, size);
  }
}

bool Recording::is_fresh(const void* pointer, std::size_t size) const {
  const auto* const start = static_cast<const char*>(pointer);
  auto block = fresh_.upper_bound(start);
  if (block == fresh_.begin()) {
    return false;
  }
  --block;
  return start + size <= block->first + block->second;
}

void Recording::will_write(const c10::Storage& storage) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (storage.nbytes() != 0 && !is_fresh(storage.data(), storage.nbytes())) {
    saved_.save(storage);
  }
}

void Recording::will_write(void* pointer, std::size_t size) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (size != 0 && !is_fresh(pointer, size)) {
    saved_.save(pointer, size);
  }
}

RecordedDraw Recording::draw(const GeneratorStatePtr& generator, musaStream_t stream,
                             std::uint64_t offsets) {
  TORCH_CHECK(
      random_->has(generator),
      "A graph cannot draw random numbers from this generator. Use the default generator of the "
      "device, or call register_generator_state() before the capture.");
  const std::lock_guard<std::mutex> lock(mutex_);
  if (std::exchange(first_draw_, false)) {
    // Nodes run in the order of their recording where their edges allow it, so before all draws.
    check(launch_work(stream, "musa_graph::begin_random_run", [random = random_] {
      random->begin();
      return musaSuccess;
    }));
  }
  return random_->draw(generator, offsets);
}

void Recording::finish() {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const GeneratorStatePtr& generator : std::exchange(generators_, {})) {
    generator->end_capture();
  }
  const KernelAccess access(0, "musa_graph::restore");
  saved_.restore();
}

void note_allocation(musaStream_t stream, const void* pointer, std::size_t size) {
  if (pointer == nullptr || !Recording::any()) {
    return;
  }
  if (const RecordingPtr recording = Recording::find(stream)) {
    recording->note_allocation(pointer, size);
  }
}

void note_free(const void* pointer, std::size_t size) {
  const std::lock_guard<std::mutex> lock(registry().mutex);
  for (const auto& [number, recording] : registry().recordings) {
    recording->note_free(pointer, size);
  }
}

void do_captured_copy(musaStream_t stream, void* to, const void* from, std::size_t size) {
  if (!Recording::any()) {
    return;
  }
  if (const RecordingPtr recording = Recording::find(stream)) {
    const KernelAccess access(0, "memcpy");
    recording->will_write(to, size);
    std::memmove(to, from, size);
  }
}

void clear_captured(musaStream_t stream, void* memory, std::size_t size) {
  if (!Recording::any()) {
    return;
  }
  if (const RecordingPtr recording = Recording::find(stream)) {
    const KernelAccess access(0, "memset");
    recording->will_write(memory, size);
    std::memset(memory, 0, size);
  }
}

void refuse_capture(const StreamTarget& stream) {
  check(musaStreamSynchronize(stream.handle));
  check(musaErrorStreamCaptureUnsupported);  // the capture has ended meanwhile
  throw std::logic_error("unreachable");
}

}  // namespace musasim::graph
