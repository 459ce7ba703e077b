// Memory and semaphores of other APIs, by the driver's functions.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

#include "driver.h"

namespace {

constexpr std::size_t kBytes = 8192;

// A file in memory, mapped by the test.
struct File {
  int number = memfd_create("external", MFD_CLOEXEC);
  void* mapped = nullptr;
  File() {
    CHECK(ftruncate(number, kBytes) == 0);
    mapped = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0);
    CHECK(mapped != MAP_FAILED);
  }
  ~File() {
    munmap(mapped, kBytes);
    close(number);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
};

MUexternalSemaphore import_semaphore(MUexternalSemaphoreHandleType type, int file) {
  MUSA_EXTERNAL_SEMAPHORE_HANDLE_DESC what{};
  what.type = type;
  what.handle.fd = file;
  MUexternalSemaphore semaphore = nullptr;
  OK(muImportExternalSemaphore(&semaphore, &what));
  return semaphore;
}

// A counter in a file, and the driver's handle of it.
struct Timeline {
  File file;
  MUexternalSemaphore handle =
      import_semaphore(MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD, dup(file.number));
  ~Timeline() { OK(muDestroyExternalSemaphore(handle)); }
  std::atomic<std::uint64_t>& counter() {
    return *static_cast<std::atomic<std::uint64_t>*>(file.mapped);
  }
};

MUSA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS to_signal(unsigned long long value) {
  MUSA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS params{};
  params.params.fence.value = value;
  return params;
}

MUSA_EXTERNAL_SEMAPHORE_WAIT_PARAMS to_wait(unsigned long long value) {
  MUSA_EXTERNAL_SEMAPHORE_WAIT_PARAMS params{};
  params.params.fence.value = value;
  return params;
}

// A launch that ends.
void run(MUgraph graph) {
  Stream stream;
  MUgraphExec exec = nullptr;
  OK(muGraphInstantiateWithFlags(&exec, graph, 0));
  OK(muGraphLaunch(exec, stream.handle));
  OK(muStreamSynchronize(stream.handle));
  OK(muGraphExecDestroy(exec));
}

}  // namespace

TEST(external_memory_is_shared) {
  File file;
  MUSA_EXTERNAL_MEMORY_HANDLE_DESC what{};
  what.type = MU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD;
  what.handle.fd = dup(file.number);
  what.size = kBytes;
  MUexternalMemory memory = nullptr;
  OK(muImportExternalMemory(&memory, &what));
  MUSA_EXTERNAL_MEMORY_BUFFER_DESC part{};
  part.offset = 4;
  part.size = 400;
  MUdeviceptr buffer = 0;
  OK(muExternalMemoryGetMappedBuffer(&buffer, memory, &part));
  OK(muDestroyExternalMemory(memory));
  CHECK(fcntl(what.handle.fd, F_GETFD) < 0);
  int* const ints = static_cast<int*>(file.mapped);
  ints[1] = 11;
  EQUAL(read<int>(buffer, 1)[0], 11);
  write(buffer, counted(100, 30));
  EQUAL(ints[100], 129);
  EQUAL(ints[101], 0);
  OK(muMemFree(buffer));
  IS(muDestroyExternalMemory(memory), INVALID_HANDLE);
  IS(muExternalMemoryGetMappedBuffer(&buffer, memory, &part), INVALID_HANDLE);
  IS(muExternalMemoryGetMappedBuffer(nullptr, memory, &part), INVALID_VALUE);
  IS(muImportExternalMemory(&memory, nullptr), INVALID_VALUE);
  what.type = MU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_HEAP;
  IS(muImportExternalMemory(&memory, &what), NOT_SUPPORTED);
}

TEST(writes_of_others_can_be_flushed) {
  File file;
  MUSA_EXTERNAL_MEMORY_HANDLE_DESC what{};
  what.type = MU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD;
  what.handle.fd = dup(file.number);
  what.size = kBytes;
  MUexternalMemory memory = nullptr;
  OK(muImportExternalMemory(&memory, &what));
  MUSA_EXTERNAL_MEMORY_BUFFER_DESC part{};
  part.size = kBytes;
  MUdeviceptr buffer = 0;
  OK(muExternalMemoryGetMappedBuffer(&buffer, memory, &part));
  std::memset(file.mapped, 2, kBytes);
  OK(muFlushGPUDirectRDMAWrites(MU_FLUSH_GPU_DIRECT_RDMA_WRITES_TARGET_CURRENT_CTX,
                                MU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_OWNER));
  EQUAL(read<int>(buffer, 1)[0], 0x02020202);
  IS(muFlushGPUDirectRDMAWrites(MU_FLUSH_GPU_DIRECT_RDMA_WRITES_TARGET_CURRENT_CTX,
                                static_cast<MUflushGPUDirectRDMAWritesScope>(1)),
     INVALID_VALUE);
  OK(muMemFree(buffer));
  OK(muDestroyExternalMemory(memory));
}

TEST(streams_wait_and_signal) {
  Timeline timeline;
  Stream stream;
  const auto waits = to_wait(1);
  const auto signals = to_signal(2);
  OK(muWaitExternalSemaphoresAsync(&timeline.handle, &waits, 1, stream.handle));
  OK(muSignalExternalSemaphoresAsync(&timeline.handle, &signals, 1, stream.handle));
  IS(muStreamQuery(stream.handle), NOT_READY);
  EQUAL(timeline.counter().load(), 0u);
  timeline.counter() = 1;
  OK(muStreamSynchronize(stream.handle));
  EQUAL(timeline.counter().load(), 2u);
  IS(muWaitExternalSemaphoresAsync(nullptr, &waits, 1, stream.handle), INVALID_VALUE);
  IS(muSignalExternalSemaphoresAsync(&timeline.handle, nullptr, 1, stream.handle), INVALID_VALUE);
}

TEST(a_binary_semaphore_is_an_event_counter) {
  const int file = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE);
  MUexternalSemaphore semaphore =
      import_semaphore(MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD, dup(file));
  Stream stream;
  const auto signals = to_signal(0);
  OK(muSignalExternalSemaphoresAsync(&semaphore, &signals, 1, stream.handle));
  OK(muStreamSynchronize(stream.handle));
  eventfd_t taken = 0;
  CHECK(eventfd_read(file, &taken) == 0 && taken == 1);
  OK(muDestroyExternalSemaphore(semaphore));
  IS(muDestroyExternalSemaphore(semaphore), INVALID_HANDLE);
  IS(muImportExternalSemaphore(&semaphore, nullptr), INVALID_VALUE);
  close(file);
}

TEST(per_thread_names_use_the_threads_own_stream) {
  Timeline timeline;
  const auto own = reinterpret_cast<MUstream>(2);  // MU_STREAM_PER_THREAD
  const auto waits = to_wait(1);
  const auto signals = to_signal(2);
  const auto wait = reinterpret_cast<decltype(&muWaitExternalSemaphoresAsync)>(
      dlsym(RTLD_DEFAULT, "muWaitExternalSemaphoresAsync_ptsz"));
  const auto signal = reinterpret_cast<decltype(&muSignalExternalSemaphoresAsync)>(
      dlsym(RTLD_DEFAULT, "muSignalExternalSemaphoresAsync_ptsz"));
  OK(wait(&timeline.handle, &waits, 1, nullptr));
  OK(signal(&timeline.handle, &signals, 1, nullptr));
  IS(muStreamQuery(own), NOT_READY);
  timeline.counter() = 1;
  OK(muStreamSynchronize(own));
  EQUAL(timeline.counter().load(), 2u);
}

TEST(graphs_signal) {
  Timeline timeline;
  MUgraph graph = nullptr;
  MUgraphNode node = nullptr;
  OK(muGraphCreate(&graph, 0));
  auto signals = to_signal(3);
  MUSA_EXT_SEM_SIGNAL_NODE_PARAMS params{&timeline.handle, &signals, 1};
  OK(muGraphAddExternalSemaphoresSignalNode(&node, graph, nullptr, 0, &params));
  MUSA_EXT_SEM_SIGNAL_NODE_PARAMS shown{};
  OK(muGraphExternalSemaphoresSignalNodeGetParams(node, &shown));
  CHECK(shown.numExtSems == 1 && shown.extSemArray[0] == timeline.handle);
  EQUAL(shown.paramsArray[0].params.fence.value, 3u);
  signals.params.fence.value = 5;
  OK(muGraphExternalSemaphoresSignalNodeSetParams(node, &params));
  run(graph);
  EQUAL(timeline.counter().load(), 5u);
  MUgraphExec exec = nullptr;
  OK(muGraphInstantiateWithFlags(&exec, graph, 0));
  signals.params.fence.value = 9;
  OK(muGraphExecExternalSemaphoresSignalNodeSetParams(exec, node, &params));
  Stream stream;
  OK(muGraphLaunch(exec, stream.handle));
  OK(muStreamSynchronize(stream.handle));
  EQUAL(timeline.counter().load(), 9u);
  IS(muGraphAddExternalSemaphoresSignalNode(&node, graph, nullptr, 0, nullptr), INVALID_VALUE);
  OK(muGraphExecDestroy(exec));
  OK(muGraphDestroy(graph));
}

TEST(graphs_wait) {
  Timeline timeline;
  timeline.counter() = 4;
  MUgraph graph = nullptr;
  MUgraphNode node = nullptr;
  OK(muGraphCreate(&graph, 0));
  auto waits = to_wait(99);
  MUSA_EXT_SEM_WAIT_NODE_PARAMS params{&timeline.handle, &waits, 1};
  OK(muGraphAddExternalSemaphoresWaitNode(&node, graph, nullptr, 0, &params));
  MUSA_EXT_SEM_WAIT_NODE_PARAMS shown{};
  OK(muGraphExternalSemaphoresWaitNodeGetParams(node, &shown));
  CHECK(shown.numExtSems == 1 && shown.extSemArray[0] == timeline.handle);
  EQUAL(shown.paramsArray[0].params.fence.value, 99u);
  waits.params.fence.value = 4;
  OK(muGraphExternalSemaphoresWaitNodeSetParams(node, &params));
  run(graph);  // the number before would never come
  MUgraphExec exec = nullptr;
  OK(muGraphInstantiateWithFlags(&exec, graph, 0));
  waits.params.fence.value = 6;
  OK(muGraphExecExternalSemaphoresWaitNodeSetParams(exec, node, &params));
  Stream stream;
  OK(muGraphLaunch(exec, stream.handle));
  IS(muStreamQuery(stream.handle), NOT_READY);
  timeline.counter() = 6;
  OK(muStreamSynchronize(stream.handle));
  IS(muGraphAddExternalSemaphoresWaitNode(&node, graph, nullptr, 0, nullptr), INVALID_VALUE);
  OK(muGraphExecDestroy(exec));
  OK(muGraphDestroy(graph));
}

TEST_MAIN()
