// Capture: what is recorded, forks and joins, information, and calls that a capture forbids.
#include <atomic>
#include <thread>

#include "machine/library.h"
#include "machine/stream/stream.h"
#include "stream_helpers.h"

using namespace helpers;

namespace {

musaStreamCaptureStatus status_of(musaStream_t stream) {
  musaStreamCaptureStatus status = musaStreamCaptureStatusNone;
  EQUAL(musaStreamIsCapturing(stream, &status), musaSuccess);
  return status;
}

void begin(musaStream_t stream, musaStreamCaptureMode mode = musaStreamCaptureModeRelaxed) {
  EQUAL(musaStreamBeginCapture(stream, mode), musaSuccess);
}

musaGraph_t end(musaStream_t stream) {
  musaGraph_t graph = nullptr;
  EQUAL(musaStreamEndCapture(stream, &graph), musaSuccess);
  return graph;
}

// Ends a capture that must have become invalid.
void end_invalid(musaStream_t stream) {
  CHECK(status_of(stream) == musaStreamCaptureStatusInvalidated);
  musaGraph_t graph = nullptr;
  EQUAL(musaStreamEndCapture(stream, &graph), musaErrorStreamCaptureInvalidated);
  CHECK(graph == nullptr);
  CHECK(status_of(stream) == musaStreamCaptureStatusNone);
}

std::size_t node_count(musaGraph_t graph) {
  std::size_t count = 0;
  EQUAL(musaGraphGetNodes(graph, nullptr, &count), musaSuccess);
  return count;
}

std::size_t edge_count(musaGraph_t graph) {
  std::size_t count = 0;
  EQUAL(musaGraphGetEdges(graph, nullptr, nullptr, &count), musaSuccess);
  return count;
}

}  // namespace

TEST(captured_work_runs_only_when_the_graph_is_launched) {
  Stream stream;
  Ints value;
  begin(stream);
  CHECK(status_of(stream) == musaStreamCaptureStatusActive);
  EQUAL(launch<add>(value.data(), 3, stream), musaSuccess);
  EQUAL(launch<multiply>(value.data(), 5, stream), musaSuccess);
  const Graph graph(end(stream));
  CHECK(status_of(stream) == musaStreamCaptureStatusNone);
  EQUAL(value.first(), 0);
  EQUAL(node_count(graph), std::size_t{2});
  EQUAL(edge_count(graph), std::size_t{1});
  const Exec exec(graph);
  run(exec);
  EQUAL(value.first(), 15);
  run(exec);
  EQUAL(value.first(), 90);
}

TEST(arguments_are_copied_at_capture) {
  Stream stream;
  Ints value;
  begin(stream);
  int* data = value.data();
  int number = 4;
  void* arguments[] = {&data, &number};
  EQUAL(
      musaLaunchKernel(reinterpret_cast<const void*>(add), dim3(1), dim3(1), arguments, 0, stream),
      musaSuccess);
  data = nullptr;
  number = 1000;
  const Graph graph(end(stream));
  run(Exec(graph));
  EQUAL(value.first(), 4);
}

TEST(copies_memsets_and_host_functions_are_recorded) {
  static std::atomic<int> calls{0};
  Stream stream;
  Ints from(4);
  Ints to(4);
  int* host = nullptr;
  EQUAL(musaMallocHost(reinterpret_cast<void**>(&host), from.bytes()), musaSuccess);
  begin(stream);
  EQUAL(musaMemsetAsync(from.data(), 1, from.bytes(), stream), musaSuccess);
  EQUAL(musaMemcpyAsync(to.data(), from.data(), to.bytes(), musaMemcpyDeviceToDevice, stream),
        musaSuccess);
  EQUAL(musaMemcpyAsync(host, to.data(), to.bytes(), musaMemcpyDeviceToHost, stream), musaSuccess);
  EQUAL(musaLaunchHostFunc(stream, [](void*) { ++calls; }, nullptr), musaSuccess);
  const Graph graph(end(stream));
  EQUAL(node_count(graph), std::size_t{4});
  host[3] = 0;
  const Exec exec(graph);
  run(exec);
  run(exec);
  EQUAL(host[3], 0x01010101);
  EQUAL(calls.load(), 2);
  EQUAL(musaFreeHost(host), musaSuccess);
}

TEST(work_of_libraries_is_recorded_as_a_kernel) {
  Stream stream;
  std::atomic<int> runs{0};
  begin(stream);
  const auto work = [&] {
    ++runs;
    return musaSuccess;
  };
  EQUAL(musasim::launch_work(stream, "gemm", work), musaSuccess);
  CHECK(musasim::is_capturing(stream));
  const Graph graph(end(stream));
  CHECK(!musasim::is_capturing(stream));
  EQUAL(runs.load(), 0);
  const Exec exec(graph);
  run(exec);
  run(exec);
  EQUAL(runs.load(), 2);
  musaGraphNode_t node = nullptr;
  std::size_t count = 1;
  EQUAL(musaGraphGetNodes(graph, &node, &count), musaSuccess);
  musaKernelNodeParams params{};
  EQUAL(musaGraphKernelNodeGetParams(node, &params), musaErrorInvalidDeviceFunction);
}

TEST(events_fork_and_join) {
  Stream first;
  Stream second;
  Event fork;
  Event join;
  Ints left;
  Ints right;
  begin(first, musaStreamCaptureModeGlobal);
  EQUAL(launch<add>(left.data(), 1, first), musaSuccess);
  EQUAL(musaEventRecord(fork, first), musaSuccess);
  EQUAL(musaStreamWaitEvent(second, fork, 0), musaSuccess);
  CHECK(status_of(second) == musaStreamCaptureStatusActive);
  EQUAL(launch<add>(left.data(), 10, first), musaSuccess);
  EQUAL(launch<add>(right.data(), 100, second), musaSuccess);
  EQUAL(musaEventRecord(join, second), musaSuccess);
  EQUAL(musaStreamWaitEvent(first, join, 0), musaSuccess);
  EQUAL(launch<add>(left.data(), 1000, first), musaSuccess);
  const Graph graph(end(first));
  CHECK(status_of(second) == musaStreamCaptureStatusNone);
  EQUAL(node_count(graph), std::size_t{4});
  EQUAL(edge_count(graph), std::size_t{4});
  run(Exec(graph));
  EQUAL(left.first(), 1011);
  EQUAL(right.first(), 100);
}

TEST(a_fork_that_is_not_joined_is_an_error) {
  Stream first;
  Stream second;
  Event fork;
  Ints value;
  begin(first);
  EQUAL(musaEventRecord(fork, first), musaSuccess);
  EQUAL(musaStreamWaitEvent(second, fork, 0), musaSuccess);
  EQUAL(launch<add>(value.data(), 1, second), musaSuccess);
  musaGraph_t graph = nullptr;
  EQUAL(musaStreamEndCapture(first, &graph), musaErrorStreamCaptureUnjoined);
  CHECK(graph == nullptr);
  CHECK(status_of(second) == musaStreamCaptureStatusNone);
  EQUAL(launch<add>(value.data(), 1, second), musaSuccess);
  EQUAL(musaStreamSynchronize(second), musaSuccess);
  EQUAL(value.first(), 1);
}

TEST(only_the_right_stream_and_thread_end_a_capture) {
  Stream first;
  Stream second;
  Event fork;
  musaGraph_t graph = nullptr;
  EQUAL(musaStreamEndCapture(first, &graph), musaErrorIllegalState);
  EQUAL(musaStreamEndCapture(first, nullptr), musaErrorInvalidValue);
  begin(first, musaStreamCaptureModeThreadLocal);
  EQUAL(musaStreamBeginCapture(first, musaStreamCaptureModeGlobal), musaErrorIllegalState);
  EQUAL(musaEventRecord(fork, first), musaSuccess);
  EQUAL(musaStreamWaitEvent(second, fork, 0), musaSuccess);
  EQUAL(musaStreamEndCapture(second, &graph), musaErrorStreamCaptureUnmatched);
  std::thread([&] {
    EQUAL(musaStreamEndCapture(first, &graph), musaErrorStreamCaptureWrongThread);
  }).join();
  const Graph own(end(first));
  begin(first, musaStreamCaptureModeRelaxed);
  std::thread([&] { EQUAL(musaStreamEndCapture(first, &graph), musaSuccess); }).join();
  EQUAL(musaGraphDestroy(graph), musaSuccess);
}

TEST(the_legacy_stream_is_not_captured_and_not_used_during_a_capture) {
  EQUAL(musaStreamBeginCapture(nullptr, musaStreamCaptureModeRelaxed),
        musaErrorStreamCaptureUnsupported);
  Ints value;
  Stream stream(musaStreamDefault);
  begin(stream);
  musaStreamCaptureStatus status = musaStreamCaptureStatusNone;
  EQUAL(musaStreamIsCapturing(nullptr, &status), musaErrorStreamCaptureImplicit);
  CHECK(status_of(stream) == musaStreamCaptureStatusActive);
  EQUAL(launch<add>(value.data(), 1, nullptr), musaErrorStreamCaptureImplicit);
  end_invalid(stream);
  Stream other;  // does not synchronise with the legacy stream
  begin(other);
  EQUAL(launch<add>(value.data(), 1, nullptr), musaSuccess);
  EQUAL(musaGraphDestroy(end(other)), musaSuccess);
  EQUAL(value.first(), 1);
}

TEST(the_per_thread_stream_can_be_captured) {
  Ints value;
  musaStream_t stream = musasim::per_thread_handle();
  begin(stream);
  EQUAL(launch<add>(value.data(), 2, stream), musaSuccess);
  const Graph graph(end(stream));
  run(Exec(graph));
  EQUAL(value.first(), 2);
}

TEST(waiting_for_what_is_captured_makes_the_capture_invalid) {
  Stream stream;
  Event event;
  Event later;
  const auto attempt = [&](musaError_t expected, const auto& call) {
    begin(stream);
    EQUAL(musaEventRecord(event, stream), musaSuccess);
    EQUAL(call(), expected);
    end_invalid(stream);
    EQUAL(musaEventRecord(event, stream), musaSuccess);
  };
  attempt(musaErrorStreamCaptureUnsupported, [&] { return musaStreamSynchronize(stream); });
  attempt(musaErrorStreamCaptureUnsupported, [&] { return musaStreamQuery(stream); });
  attempt(musaErrorStreamCaptureUnsupported, [] { return musaDeviceSynchronize(); });
  attempt(musaErrorCapturedEvent, [&] { return musaEventQuery(event); });
  attempt(musaErrorCapturedEvent, [&] { return musaEventSynchronize(event); });
  attempt(musaErrorStreamCaptureUnsupported, [&] {
    return musaStreamAddCallback(stream, [](musaStream_t, musaError_t, void*) {}, nullptr, 0);
  });
}

TEST(a_capture_cannot_depend_on_work_outside_of_it) {
  Stream stream;
  Stream outside;
  Event event;
  Event unused;
  EQUAL(musaEventRecord(event, outside), musaSuccess);
  begin(stream);
  EQUAL(musaStreamWaitEvent(stream, unused, 0), musaSuccess);  // nothing to wait for
  CHECK(status_of(stream) == musaStreamCaptureStatusActive);
  EQUAL(musaStreamWaitEvent(stream, event, 0), musaErrorStreamCaptureIsolation);
  EQUAL(musaLaunchHostFunc(stream, [](void*) {}, nullptr), musaErrorStreamCaptureInvalidated);
  end_invalid(stream);
}

TEST(two_captures_do_not_merge) {
  Stream first;
  Stream second;
  Event event;
  begin(first);
  begin(second);
  EQUAL(musaEventRecord(event, first), musaSuccess);
  EQUAL(musaStreamWaitEvent(second, event, 0), musaErrorStreamCaptureMerge);
  end_invalid(first);
  end_invalid(second);
}

TEST(external_events_become_nodes) {
  Stream stream;
  Stream outside;
  Event before;
  Event after(musaEventDisableTiming);
  EQUAL(musaEventRecord(before, outside), musaSuccess);
  begin(stream);
  EQUAL(musaStreamWaitEvent(stream, before, musaEventWaitExternal), musaSuccess);
  EQUAL(musaEventRecordWithFlags(after, stream, musaEventRecordExternal), musaSuccess);
  const Graph graph(end(stream));
  musaGraphNode_t nodes[2] = {};
  std::size_t count = 2;
  EQUAL(musaGraphGetNodes(graph, nodes, &count), musaSuccess);
  EQUAL(count, std::size_t{2});
  musaGraphNodeType type = musaGraphNodeTypeCount;
  EQUAL(musaGraphNodeGetType(nodes[0], &type), musaSuccess);
  CHECK(type == musaGraphNodeTypeWaitEvent);
  EQUAL(musaGraphNodeGetType(nodes[1], &type), musaSuccess);
  CHECK(type == musaGraphNodeTypeEventRecord);
  run(Exec(graph));
  EQUAL(musaEventQuery(after), musaSuccess);
}

TEST(global_captures_forbid_unsafe_calls_everywhere) {
  Stream stream;
  void* memory = nullptr;
  begin(stream, musaStreamCaptureModeGlobal);
  EQUAL(musaMallocHost(&memory, 64), musaErrorStreamCaptureUnsupported);
  end_invalid(stream);
  begin(stream, musaStreamCaptureModeGlobal);
  std::thread([&] {
    EQUAL(musaMallocHost(&memory, 64), musaErrorStreamCaptureUnsupported);
  }).join();
  end_invalid(stream);
}

TEST(device_memory_is_allocated_in_every_capture) {
  Stream stream;
  void* memory = nullptr;
  for (const auto mode : {musaStreamCaptureModeGlobal, musaStreamCaptureModeThreadLocal,
                          musaStreamCaptureModeRelaxed}) {
    begin(stream, mode);
    EQUAL(musaMalloc(&memory, 64), musaSuccess);
    EQUAL(musaMemsetAsync(memory, 1, 64, stream), musaSuccess);
    const Graph graph(end(stream));
    EQUAL(musaFree(memory), musaSuccess);
  }
}

TEST(global_captures_forbid_synchronous_calls) {
  Stream stream;
  Stream outside;
  Event event;
  Ints value;
  int host = 0;
  const auto attempt = [&](const auto& call) {
    begin(stream, musaStreamCaptureModeGlobal);
    EQUAL(call(), musaErrorStreamCaptureUnsupported);
    end_invalid(stream);
  };
  attempt([&] { return musaMemcpy(&host, value.data(), sizeof(int), musaMemcpyDeviceToHost); });
  attempt([&] { return musaMemset(value.data(), 0, sizeof(int)); });
  attempt([&] { return musaStreamSynchronize(outside); });
  attempt([&] { return musaEventQuery(event); });
  attempt([] { return musaDeviceSynchronize(); });
  begin(stream, musaStreamCaptureModeGlobal);
  EQUAL(launch<add>(value.data(), 1, outside), musaSuccess);  // work elsewhere goes on
  const Graph graph(end(stream));
  EQUAL(musaStreamSynchronize(outside), musaSuccess);
  EQUAL(value.first(), 1);
}

TEST(thread_local_captures_forbid_them_in_their_thread) {
  Stream stream;
  void* memory = nullptr;
  begin(stream, musaStreamCaptureModeThreadLocal);
  std::thread([&] {
    EQUAL(musaMalloc(&memory, 64), musaSuccess);
    EQUAL(musaFree(memory), musaSuccess);
  }).join();
  CHECK(status_of(stream) == musaStreamCaptureStatusActive);
  EQUAL(musaMallocHost(&memory, 64), musaErrorStreamCaptureUnsupported);
  end_invalid(stream);
}

TEST(relaxed_captures_and_relaxed_threads_forbid_nothing) {
  Stream stream;
  void* memory = nullptr;
  begin(stream, musaStreamCaptureModeRelaxed);
  EQUAL(musaMallocHost(&memory, 64), musaSuccess);
  EQUAL(musaFreeHost(memory), musaSuccess);
  EQUAL(musaGraphDestroy(end(stream)), musaSuccess);
  begin(stream, musaStreamCaptureModeGlobal);
  musaStreamCaptureMode mode = musaStreamCaptureModeRelaxed;
  EQUAL(musaThreadExchangeStreamCaptureMode(&mode), musaSuccess);
  CHECK(mode == musaStreamCaptureModeGlobal);
  EQUAL(musaMallocHost(&memory, 64), musaSuccess);
  EQUAL(musaFreeHost(memory), musaSuccess);
  EQUAL(musaThreadExchangeStreamCaptureMode(&mode), musaSuccess);
  CHECK(mode == musaStreamCaptureModeRelaxed);
  EQUAL(musaGraphDestroy(end(stream)), musaSuccess);
  EQUAL(musaThreadExchangeStreamCaptureMode(nullptr), musaErrorInvalidValue);
}

TEST(capture_info_names_graph_and_dependencies) {
  Stream stream;
  Ints value;
  musaStreamCaptureStatus status = musaStreamCaptureStatusActive;
  unsigned long long id = 0;
  EQUAL(musaStreamGetCaptureInfo(stream, &status, &id), musaSuccess);
  CHECK(status == musaStreamCaptureStatusNone);
  begin(stream);
  EQUAL(launch<add>(value.data(), 1, stream), musaSuccess);
  musaGraph_t graph = nullptr;
  const musaGraphNode_t* nodes = nullptr;
  std::size_t count = 0;
  EQUAL(musaStreamGetCaptureInfo_v2(stream, &status, &id, &graph, &nodes, &count), musaSuccess);
  CHECK(status == musaStreamCaptureStatusActive);
  CHECK(id != 0 && graph != nullptr);
  EQUAL(count, std::size_t{1});
  musaGraphNodeType type = musaGraphNodeTypeCount;
  EQUAL(musaGraphNodeGetType(nodes[0], &type), musaSuccess);
  CHECK(type == musaGraphNodeTypeKernel);
  unsigned long long same = 0;
  EQUAL(musaStreamGetCaptureInfo(stream, &status, &same), musaSuccess);
  EQUAL(same, id);
  const musaGraphEdgeData* edges = nullptr;
  EQUAL(musaStreamGetCaptureInfo_v3(stream, &status, &same, &graph, &nodes, &edges, &count),
        musaSuccess);
  EQUAL(count, std::size_t{1});
  CHECK(edges == nullptr);
  EQUAL(musaStreamGetCaptureInfo(stream, nullptr, &id), musaErrorInvalidValue);
  CHECK(end(stream) == graph);
  EQUAL(musaGraphDestroy(graph), musaSuccess);
}

TEST(dependencies_of_a_capture_can_be_replaced) {
  Stream stream;
  Ints value;
  EQUAL(musaStreamUpdateCaptureDependencies(stream, nullptr, 0, 0), musaErrorIllegalState);
  begin(stream);
  EQUAL(launch<add>(value.data(), 1, stream), musaSuccess);
  musaStreamCaptureStatus status = musaStreamCaptureStatusNone;
  musaGraph_t graph = nullptr;
  EQUAL(musaStreamGetCaptureInfo_v2(stream, &status, nullptr, &graph, nullptr, nullptr),
        musaSuccess);
  musaGraphNode_t own = nullptr;
  EQUAL(musaGraphAddEmptyNode(&own, graph, nullptr, 0), musaSuccess);
  EQUAL(musaStreamUpdateCaptureDependencies(stream, &own, 1, musaStreamAddCaptureDependencies),
        musaSuccess);
  std::size_t count = 0;
  EQUAL(musaStreamGetCaptureInfo_v2(stream, &status, nullptr, nullptr, nullptr, &count),
        musaSuccess);
  EQUAL(count, std::size_t{2});
  EQUAL(musaStreamUpdateCaptureDependencies_v2(stream, &own, nullptr, 1,
                                               musaStreamSetCaptureDependencies),
        musaSuccess);
  EQUAL(launch<multiply>(value.data(), 0, stream), musaSuccess);
  const Graph ended(end(stream));
  EQUAL(node_count(ended), std::size_t{3});
  EQUAL(edge_count(ended), std::size_t{1});  // own -> multiply
}

TEST(capture_to_a_graph_adds_to_it) {
  Graph graph;
  Ints value;
  musaGraphNode_t first = add_kernel(graph, {}, add, value.data(), 2);
  Stream stream;
  EQUAL(musaStreamBeginCaptureToGraph(stream, graph, &first, nullptr, 1,
                                      musaStreamCaptureModeRelaxed),
        musaSuccess);
  EQUAL(launch<multiply>(value.data(), 21, stream), musaSuccess);
  CHECK(end(stream) == graph);
  EQUAL(node_count(graph), std::size_t{2});
  EQUAL(edge_count(graph), std::size_t{1});
  run(Exec(graph));
  EQUAL(value.first(), 42);
}

TEST(a_graph_launched_into_a_capture_becomes_a_child) {
  Graph inner;
  Ints value;
  add_kernel(inner, {}, add, value.data(), 3);
  const Exec exec(inner);
  Stream stream;
  begin(stream);
  EQUAL(launch<add>(value.data(), 4, stream), musaSuccess);
  EQUAL(musaGraphLaunch(exec, stream), musaSuccess);
  EQUAL(launch<multiply>(value.data(), 10, stream), musaSuccess);
  const Graph graph(end(stream));
  EQUAL(value.first(), 0);
  EQUAL(node_count(graph), std::size_t{3});
  run(Exec(graph));
  EQUAL(value.first(), 70);
}

TEST(memory_allocated_in_a_capture_belongs_to_the_graph) {
  Stream stream;
  Ints value;
  void* memory = nullptr;
  begin(stream);
  EQUAL(musaMallocAsync(&memory, sizeof(int), stream), musaSuccess);
  EQUAL(musaMemsetAsync(memory, 0, sizeof(int), stream), musaSuccess);
  EQUAL(launch<add>(static_cast<int*>(memory), 6, stream), musaSuccess);
  EQUAL(musaMemcpyAsync(value.data(), memory, sizeof(int), musaMemcpyDeviceToDevice, stream),
        musaSuccess);
  EQUAL(musaFreeAsync(memory, stream), musaSuccess);
  EQUAL(musaFreeAsync(memory, stream), musaErrorInvalidValue);
  const Graph graph(end(stream));
  EQUAL(node_count(graph), std::size_t{5});
  const Exec exec(graph);
  run(exec);
  run(exec);
  EQUAL(value.first(), 6);
}

TEST(destroying_a_captured_stream_ends_its_capture) {
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreateWithFlags(&stream, musaStreamNonBlocking), musaSuccess);
  begin(stream, musaStreamCaptureModeGlobal);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
  void* memory = nullptr;
  EQUAL(musaMalloc(&memory, 64), musaSuccess);  // no capture is left
  EQUAL(musaFree(memory), musaSuccess);
}

TEST_MAIN()
