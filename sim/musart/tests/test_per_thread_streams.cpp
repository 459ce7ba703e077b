// Streams, events, launches, captures and graphs of the _ptsz names: stream 0 is the thread's own.
#include <atomic>
#include <thread>

#include "blocked.h"
#include "environment.h"
#include "musa_runtime.h"
#include "musasim/hand_kernel.h"

using namespace musasim::builtin;

namespace {

const Environment environment({{"MUSASIM_DEVICES", "1"}});

void count(int* out) { *out += 1; }
MUSASIM_REGISTER_KERNEL(count);

struct Counter {
  int* device = nullptr;

  Counter() {
    EQUAL(musaMalloc(&device, sizeof *device), musaSuccess);
    EQUAL(musaMemset(device, 0, sizeof *device), musaSuccess);
  }
  ~Counter() { EQUAL(musaFree(device), musaSuccess); }
  Counter(const Counter&) = delete;
  Counter& operator=(const Counter&) = delete;

  int value() const {
    int seen = -1;
    EQUAL(musaMemcpy_ptds(&seen, device, sizeof seen, musaMemcpyDeviceToHost), musaSuccess);
    return seen;
  }
};

void set(void* flag) { *static_cast<std::atomic<int>*>(flag) = 1; }
void MUSART_CB called(musaStream_t, musaError_t, void* flag) { set(flag); }

const void* kernel() { return reinterpret_cast<const void*>(count); }

std::size_t node_count(musaGraph_t graph) {
  std::size_t nodes = 0;
  EQUAL(musaGraphGetNodes(graph, nullptr, &nodes), musaSuccess);
  return nodes;
}

}  // namespace

TEST(kernels_run_on_the_own_stream) {
  const Counter counter;
  const Blocked blocked;
  int* data = counter.device;
  void* args[] = {&data};
  EQUAL(musaLaunchKernel_ptsz(kernel(), dim3(1), dim3(1), args, 0, nullptr), musaSuccess);
  EQUAL(musaLaunchCooperativeKernel_ptsz(kernel(), dim3(1), dim3(1), args, 0, nullptr),
        musaSuccess);
  const musaLaunchConfig_t config{};
  EQUAL(musaLaunchKernelExC_ptsz(&config, kernel(), args), musaSuccess);
  EQUAL(musaConfigureCall(dim3(1), dim3(1)), musaSuccess);
  EQUAL(musaSetupArgument(&data, sizeof data, 0), musaSuccess);
  EQUAL(musaLaunch_ptsz(kernel()), musaSuccess);
  EQUAL(counter.value(), 4);
}

TEST(host_functions_run_on_the_own_stream) {
  const Blocked blocked;
  std::atomic<int> function{0};
  std::atomic<int> callback{0};
  EQUAL(musaLaunchHostFunc_ptsz(nullptr, set, &function), musaSuccess);
  EQUAL(musaStreamAddCallback_ptsz(nullptr, called, &callback, 0), musaSuccess);
  EQUAL(musaStreamSynchronize_ptsz(nullptr), musaSuccess);
  EQUAL(function.load(), 1);
  EQUAL(callback.load(), 1);
}

TEST(the_own_stream_is_asked_and_waited_for) {
  const Blocked blocked;
  EQUAL(musaStreamQuery_ptsz(nullptr), musaSuccess);
  Gate gate;
  EQUAL(gate.hold(musaStreamPerThread), musaSuccess);
  gate.await_arrival();
  EQUAL(musaStreamQuery_ptsz(nullptr), musaErrorNotReady);
  std::thread([] { EQUAL(musaStreamQuery_ptsz(nullptr), musaSuccess); }).join();
  gate.open();
  EQUAL(musaStreamSynchronize_ptsz(nullptr), musaSuccess);
  EQUAL(musaStreamQuery_ptsz(nullptr), musaSuccess);
}

TEST(events_are_recorded_and_waited_for_on_the_own_stream) {
  musaEvent_t event = nullptr;
  musaEvent_t held = nullptr;
  EQUAL(musaEventCreate(&event), musaSuccess);
  EQUAL(musaEventCreate(&held), musaSuccess);
  {
    const Blocked blocked;
    EQUAL(musaEventRecord_ptsz(event, nullptr), musaSuccess);
    EQUAL(musaEventSynchronize(event), musaSuccess);
    EQUAL(musaEventRecordWithFlags_ptsz(event, nullptr, musaEventRecordDefault), musaSuccess);
    EQUAL(musaEventSynchronize(event), musaSuccess);
    EQUAL(musaEventRecord(held, blocked.stream()), musaSuccess);
    EQUAL(musaStreamWaitEvent_ptsz(nullptr, held, 0), musaSuccess);
    EQUAL(musaStreamQuery_ptsz(nullptr), musaErrorNotReady);
  }
  EQUAL(musaStreamSynchronize_ptsz(nullptr), musaSuccess);
  EQUAL(musaEventDestroy(event), musaSuccess);
  EQUAL(musaEventDestroy(held), musaSuccess);
}

TEST(facts_are_those_of_the_own_stream) {
  unsigned long long own = 0;
  unsigned long long named = 0;
  unsigned long long legacy = 0;
  EQUAL(musaStreamGetId_ptsz(nullptr, &own), musaSuccess);
  EQUAL(musaStreamGetId(musaStreamPerThread, &named), musaSuccess);
  EQUAL(musaStreamGetId(nullptr, &legacy), musaSuccess);
  EQUAL(own, named);
  CHECK(own != legacy);
  unsigned flags = 9;
  unsigned named_flags = 8;
  int priority = 9;
  int device = 9;
  EQUAL(musaStreamGetFlags_ptsz(nullptr, &flags), musaSuccess);
  EQUAL(musaStreamGetFlags(musaStreamPerThread, &named_flags), musaSuccess);
  EQUAL(flags, named_flags);
  EQUAL(musaStreamGetPriority_ptsz(nullptr, &priority), musaSuccess);
  EQUAL(priority, 0);
  EQUAL(musaStreamGetDevice_ptsz(nullptr, &device), musaSuccess);
  EQUAL(device, 0);
}

TEST(attributes_are_those_of_the_own_stream) {
  musaStream_t other = nullptr;
  EQUAL(musaStreamCreate(&other), musaSuccess);
  musaStreamAttrValue value{};
  value.syncPolicy = musaSyncPolicyYield;
  const auto policy = musaStreamAttributeSynchronizationPolicy;
  EQUAL(musaStreamSetAttribute_ptsz(nullptr, policy, &value), musaSuccess);
  musaStreamAttrValue seen{};
  EQUAL(musaStreamGetAttribute(musaStreamPerThread, policy, &seen), musaSuccess);
  EQUAL(seen.syncPolicy, musaSyncPolicyYield);
  seen = musaStreamAttrValue{};
  EQUAL(musaStreamGetAttribute_ptsz(nullptr, policy, &seen), musaSuccess);
  EQUAL(seen.syncPolicy, musaSyncPolicyYield);
  EQUAL(musaStreamCopyAttributes_ptsz(other, nullptr), musaSuccess);
  seen = musaStreamAttrValue{};
  EQUAL(musaStreamGetAttribute(other, policy, &seen), musaSuccess);
  EQUAL(seen.syncPolicy, musaSyncPolicyYield);
  EQUAL(musaStreamDestroy(other), musaSuccess);
}

TEST(the_own_stream_is_captured_and_its_graph_runs_there) {
  const Counter counter;
  int* data = counter.device;
  void* args[] = {&data};
  EQUAL(musaStreamBeginCapture_ptsz(nullptr, musaStreamCaptureModeRelaxed), musaSuccess);
  EQUAL(musaLaunchKernel_ptsz(kernel(), dim3(1), dim3(1), args, 0, nullptr), musaSuccess);
  musaStreamCaptureStatus status = musaStreamCaptureStatusNone;
  EQUAL(musaStreamIsCapturing_ptsz(nullptr, &status), musaSuccess);
  EQUAL(status, musaStreamCaptureStatusActive);
  musaGraph_t graph = nullptr;
  EQUAL(musaStreamEndCapture_ptsz(nullptr, &graph), musaSuccess);
  EQUAL(node_count(graph), 1u);
  EQUAL(counter.value(), 0);
  musaGraphInstantiateParams parameters{};
  musaGraphExec_t exec = nullptr;
  EQUAL(musaGraphInstantiateWithParams_ptsz(&exec, graph, &parameters), musaSuccess);
  {
    const Blocked blocked;
    EQUAL(musaGraphUpload_ptsz(exec, nullptr), musaSuccess);
    EQUAL(musaGraphLaunch_ptsz(exec, nullptr), musaSuccess);
    EQUAL(counter.value(), 1);
  }
  EQUAL(musaGraphExecDestroy(exec), musaSuccess);
  EQUAL(musaGraphDestroy(graph), musaSuccess);
}

TEST(captures_are_asked_about_and_changed) {
  const Counter counter;
  int* data = counter.device;
  void* args[] = {&data};
  musaGraph_t graph = nullptr;
  EQUAL(musaGraphCreate(&graph, 0), musaSuccess);
  EQUAL(musaStreamBeginCaptureToGraph_ptsz(nullptr, graph, nullptr, nullptr, 0,
                                           musaStreamCaptureModeRelaxed),
        musaSuccess);
  EQUAL(musaLaunchKernel_ptsz(kernel(), dim3(1), dim3(1), args, 0, nullptr), musaSuccess);
  musaStreamCaptureStatus status = musaStreamCaptureStatusNone;
  unsigned long long id = 0;
  unsigned long long same = 0;
  musaGraph_t seen = nullptr;
  std::size_t dependencies = 0;
  EQUAL(musaStreamGetCaptureInfo_ptsz(nullptr, &status, &id), musaSuccess);
  EQUAL(musaStreamGetCaptureInfo_v2_ptsz(nullptr, &status, &same, &seen, nullptr, &dependencies),
        musaSuccess);
  EQUAL(id, same);
  CHECK(seen == graph);
  EQUAL(dependencies, 1u);
  EQUAL(musaStreamUpdateCaptureDependencies_ptsz(nullptr, nullptr, 0,
                                                 musaStreamSetCaptureDependencies),
        musaSuccess);
  EQUAL(musaStreamGetCaptureInfo_v3_ptsz(nullptr, &status, &same, nullptr, nullptr, nullptr,
                                         &dependencies),
        musaSuccess);
  EQUAL(dependencies, 0u);
  musaGraphNode_t root = nullptr;
  std::size_t roots = 1;
  EQUAL(musaGraphGetRootNodes(graph, &root, &roots), musaSuccess);
  EQUAL(musaStreamUpdateCaptureDependencies_v2_ptsz(nullptr, &root, nullptr, 1,
                                                    musaStreamAddCaptureDependencies),
        musaSuccess);
  EQUAL(
      musaStreamGetCaptureInfo_v2_ptsz(nullptr, &status, nullptr, nullptr, nullptr, &dependencies),
      musaSuccess);
  EQUAL(dependencies, 1u);
  EQUAL(musaStreamEndCapture_ptsz(nullptr, &seen), musaSuccess);
  EQUAL(musaGraphDestroy(graph), musaSuccess);
}

TEST_MAIN()
