// Semaphores of other APIs: streams signal them and wait for them, in their order.
#define MUSASIM_OWN_NAMES  // the first versions are called, too
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

#include "environment.h"
#include "external_semaphores.h"
#include "gate.h"
#include "stream_helpers.h"

using namespace helpers;

namespace {

const Environment environment({{"MUSASIM_DEVICES", "1"}});

musaExternalSemaphoreHandleDesc described(musaExternalSemaphoreHandleType type, int file) {
  musaExternalSemaphoreHandleDesc what{};
  what.type = type;
  what.handle.fd = file;
  return what;
}

}  // namespace

TEST(a_stream_signals_a_binary_semaphore_in_its_turn) {
  Binary semaphore;
  Stream stream;
  Gate gate;
  EQUAL(gate.hold(stream), musaSuccess);
  EQUAL(signal(semaphore, 0, stream), musaSuccess);
  CHECK(!semaphore.is_set());
  gate.open();
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  CHECK(semaphore.take());
  CHECK(!semaphore.is_set());
}

TEST(a_stream_waits_for_a_binary_semaphore) {
  Binary semaphore;
  Stream stream;
  Ints value;
  EQUAL(wait(semaphore, 0, stream), musaSuccess);
  EQUAL(launch<add>(value.data(), 5, stream), musaSuccess);
  EQUAL(musaStreamQuery(stream), musaErrorNotReady);
  semaphore.set();
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  EQUAL(value.first(), 5);
  CHECK(!semaphore.is_set());  // the wait took it
}

TEST(each_signal_lets_one_wait_go) {
  Binary semaphore;
  Stream stream;
  EQUAL(wait(semaphore, 0, stream), musaSuccess);
  Event between;
  EQUAL(musaEventRecord(between, stream), musaSuccess);
  EQUAL(wait(semaphore, 0, stream), musaSuccess);
  semaphore.set();
  EQUAL(musaEventSynchronize(between), musaSuccess);
  EQUAL(musaStreamQuery(stream), musaErrorNotReady);
  semaphore.set();
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
}

TEST(a_timeline_waits_for_a_number) {
  Timeline timeline;
  Stream stream;
  Event first;
  EQUAL(wait(timeline, 3, stream), musaSuccess);
  EQUAL(musaEventRecord(first, stream), musaSuccess);
  EQUAL(wait(timeline, 5, stream), musaSuccess);
  timeline.store(2);
  EQUAL(musaStreamQuery(stream), musaErrorNotReady);
  timeline.store(4);  // wakes nobody: the waiting stream looks by itself
  EQUAL(musaEventSynchronize(first), musaSuccess);
  EQUAL(musaStreamQuery(stream), musaErrorNotReady);
  timeline.store(1ull << 40);
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
}

TEST(a_stream_signals_a_timeline) {
  Timeline timeline;
  Stream stream;
  EQUAL(signal(timeline, 7, stream), musaSuccess);
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  EQUAL(timeline.load(), 7u);
  EQUAL(signal(timeline, 1ull << 33, stream), musaSuccess);
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  EQUAL(timeline.load(), 1ull << 33);
}

TEST(two_streams_meet_at_a_timeline) {
  Timeline timeline;
  Stream producer;
  Stream consumer;
  Ints value;
  EQUAL(wait(timeline, 1, consumer), musaSuccess);
  EQUAL(launch<multiply>(value.data(), 10, consumer), musaSuccess);
  EQUAL(signal(timeline, 2, consumer), musaSuccess);
  EQUAL(launch<add>(value.data(), 4, producer), musaSuccess);
  EQUAL(signal(timeline, 1, producer), musaSuccess);
  EQUAL(wait(timeline, 2, producer), musaSuccess);
  EQUAL(launch<add>(value.data(), 2, producer), musaSuccess);
  EQUAL(musaStreamSynchronize(producer), musaSuccess);
  EQUAL(value.first(), 42);
  EQUAL(musaStreamSynchronize(consumer), musaSuccess);
}

TEST(several_at_once) {
  Binary binary;
  Timeline timeline;
  Stream stream;
  const musaExternalSemaphore_t both[] = {binary, timeline};
  musaExternalSemaphoreSignalParams signals[2] = {};
  signals[1].params.fence.value = 6;
  EQUAL(musaSignalExternalSemaphoresAsync_v2(both, signals, 2, stream), musaSuccess);
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  CHECK(binary.is_set());
  EQUAL(timeline.load(), 6u);
  musaExternalSemaphoreWaitParams waits[2] = {};
  waits[1].params.fence.value = 8;
  EQUAL(musaWaitExternalSemaphoresAsync_v2(both, waits, 2, stream), musaSuccess);
  EQUAL(musaStreamQuery(stream), musaErrorNotReady);
  timeline.store(8);
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  CHECK(!binary.is_set());
}

TEST(first_versions_do_the_same) {
  Timeline timeline;
  Stream stream;
  const musaExternalSemaphore_t one = timeline;
  musaExternalSemaphoreSignalParams_v1 signals{};
  signals.params.fence.value = 3;
  EQUAL(musaSignalExternalSemaphoresAsync(&one, &signals, 1, stream), musaSuccess);
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  EQUAL(timeline.load(), 3u);
  musaExternalSemaphoreWaitParams_v1 waits{};
  waits.params.fence.value = 4;
  EQUAL(musaWaitExternalSemaphoresAsync(&one, &waits, 1, stream), musaSuccess);
  EQUAL(musaStreamQuery(stream), musaErrorNotReady);
  timeline.store(4);
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  EQUAL(musaSignalExternalSemaphoresAsync(&one, nullptr, 1, stream), musaErrorInvalidValue);
  EQUAL(musaWaitExternalSemaphoresAsync(&one, nullptr, 1, stream), musaErrorInvalidValue);
}

TEST(per_thread_forms_use_the_threads_own_stream) {
  Timeline timeline;
  const musaExternalSemaphore_t one = timeline;
  const auto held = [&] { return musaStreamQuery(musaStreamPerThread) == musaErrorNotReady; };
  musaExternalSemaphoreWaitParams waits{};
  musaExternalSemaphoreWaitParams_v1 first_waits{};
  musaExternalSemaphoreSignalParams signals{};
  musaExternalSemaphoreSignalParams_v1 first_signals{};
  waits.params.fence.value = 1;
  first_waits.params.fence.value = 2;
  signals.params.fence.value = 5;
  first_signals.params.fence.value = 6;
  EQUAL(musaWaitExternalSemaphoresAsync_v2_ptsz(&one, &waits, 1, nullptr), musaSuccess);
  CHECK(held());
  timeline.store(1);
  EQUAL(musaStreamSynchronize(musaStreamPerThread), musaSuccess);
  EQUAL(musaWaitExternalSemaphoresAsync_ptsz(&one, &first_waits, 1, nullptr), musaSuccess);
  CHECK(held());
  timeline.store(2);
  EQUAL(musaStreamSynchronize(musaStreamPerThread), musaSuccess);
  EQUAL(musaSignalExternalSemaphoresAsync_v2_ptsz(&one, &signals, 1, nullptr), musaSuccess);
  EQUAL(musaStreamSynchronize(musaStreamPerThread), musaSuccess);
  EQUAL(timeline.load(), 5u);
  EQUAL(musaSignalExternalSemaphoresAsync_ptsz(&one, &first_signals, 1, nullptr), musaSuccess);
  EQUAL(musaStreamSynchronize(musaStreamPerThread), musaSuccess);
  EQUAL(timeline.load(), 6u);
}

TEST(another_process_takes_its_turn) {
  constexpr std::size_t kBytes = 4096;
  const int file = memfd_create("shared", MFD_CLOEXEC);
  CHECK(ftruncate(file, kBytes) == 0);
  void* const shared = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  CHECK(shared != MAP_FAILED);
  Binary there;
  Binary back;
  const pid_t child = fork();
  if (child == 0) {
    auto* const bytes = static_cast<unsigned char*>(shared);
    const bool as_expected = there.await() && bytes[0] == 3 && bytes[kBytes - 1] == 3;
    std::memset(shared, 4, kBytes);
    back.set();
    _exit(as_expected ? 0 : 1);
  }
  musaExternalMemoryHandleDesc what{};
  what.type = musaExternalMemoryHandleTypeOpaqueFd;
  what.handle.fd = file;
  what.size = kBytes;
  musaExternalMemory_t memory = nullptr;
  EQUAL(musaImportExternalMemory(&memory, &what), musaSuccess);
  const musaExternalMemoryBufferDesc whole{0, kBytes, 0};
  void* buffer = nullptr;
  EQUAL(musaExternalMemoryGetMappedBuffer(&buffer, memory, &whole), musaSuccess);
  Stream stream;
  Ints copy(kBytes / sizeof(int));
  EQUAL(musaMemsetAsync(buffer, 3, kBytes, stream), musaSuccess);
  EQUAL(signal(there, 0, stream), musaSuccess);
  EQUAL(wait(back, 0, stream), musaSuccess);
  EQUAL(musaMemcpyAsync(copy.data(), buffer, kBytes, musaMemcpyDeviceToDevice, stream),
        musaSuccess);
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  EQUAL(copy.first(), 0x04040404);
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  EQUAL(musaFree(buffer), musaSuccess);
  EQUAL(musaDestroyExternalMemory(memory), musaSuccess);
  munmap(shared, kBytes);
}

TEST(work_outlives_the_handle) {
  Timeline timeline;
  Stream stream;
  Ints value;
  EQUAL(wait(timeline, 1, stream), musaSuccess);
  EQUAL(launch<add>(value.data(), 1, stream), musaSuccess);
  timeline.destroy();
  EQUAL(signal(timeline, 1, stream), musaErrorInvalidResourceHandle);
  timeline.store(1);
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  EQUAL(value.first(), 1);
}

TEST(the_handle_owns_the_descriptor) {
  const int file = eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE);
  musaExternalSemaphore_t semaphore = nullptr;
  auto what = described(musaExternalSemaphoreHandleTypeTimelineSemaphoreFd, file);
  EQUAL(musaImportExternalSemaphore(&semaphore, &what), musaErrorInvalidValue);
  CHECK(fcntl(file, F_GETFD) >= 0);
  what.type = musaExternalSemaphoreHandleTypeOpaqueFd;
  EQUAL(musaImportExternalSemaphore(&semaphore, &what), musaSuccess);
  EQUAL(musaDestroyExternalSemaphore(semaphore), musaSuccess);
  CHECK(fcntl(file, F_GETFD) < 0);
  EQUAL(musaDestroyExternalSemaphore(semaphore), musaErrorInvalidResourceHandle);
}

TEST(devices_say_that_they_have_timelines) {
  int supported = 0;
  EQUAL(musaDeviceGetAttribute(&supported, musaDevAttrTimelineSemaphoreInteropSupported, 0),
        musaSuccess);
  EQUAL(supported, 1);
}

TEST(bad_imports_are_diagnosed) {
  musaExternalSemaphore_t semaphore = nullptr;
  const int file = memfd_create("too short", MFD_CLOEXEC);
  auto what = described(musaExternalSemaphoreHandleTypeTimelineSemaphoreFd, file);
  EQUAL(musaImportExternalSemaphore(&semaphore, nullptr), musaErrorInvalidValue);
  EQUAL(musaImportExternalSemaphore(nullptr, &what), musaErrorInvalidValue);
  EQUAL(musaImportExternalSemaphore(&semaphore, &what), musaErrorInvalidValue);
  what.type = musaExternalSemaphoreHandleTypeOpaqueFd;
  EQUAL(musaImportExternalSemaphore(&semaphore, &what), musaErrorInvalidValue);
  what.flags = 1;
  EQUAL(musaImportExternalSemaphore(&semaphore, &what), musaErrorInvalidValue);
  what = described(musaExternalSemaphoreHandleTypeKeyedMutex, file);
  EQUAL(musaImportExternalSemaphore(&semaphore, &what), musaErrorNotSupported);
  what.type = static_cast<musaExternalSemaphoreHandleType>(0);
  EQUAL(musaImportExternalSemaphore(&semaphore, &what), musaErrorInvalidValue);
  what = described(musaExternalSemaphoreHandleTypeOpaqueFd, -1);
  EQUAL(musaImportExternalSemaphore(&semaphore, &what), musaErrorOperatingSystem);
  close(file);
}

TEST(bad_calls_are_diagnosed) {
  Binary semaphore;
  Stream stream;
  const musaExternalSemaphore_t one = semaphore;
  const musaExternalSemaphore_t none = nullptr;
  musaExternalSemaphoreSignalParams params{};
  EQUAL(musaSignalExternalSemaphoresAsync_v2(nullptr, &params, 1, stream), musaErrorInvalidValue);
  EQUAL(musaSignalExternalSemaphoresAsync_v2(&one, nullptr, 1, stream), musaErrorInvalidValue);
  EQUAL(musaSignalExternalSemaphoresAsync_v2(&one, &params, 0, stream), musaErrorInvalidValue);
  EQUAL(musaSignalExternalSemaphoresAsync_v2(&none, &params, 1, stream),
        musaErrorInvalidResourceHandle);
  params.flags = musaExternalSemaphoreSignalSkipMtSciBufMemSync;
  EQUAL(musaSignalExternalSemaphoresAsync_v2(&one, &params, 1, stream), musaErrorInvalidValue);
  CHECK(!semaphore.is_set());
}

TEST_MAIN()
