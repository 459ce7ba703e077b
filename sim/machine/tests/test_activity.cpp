// The reports that an observer gets of work on streams.
#include "machine/stream/activity.h"

#include <mutex>
#include <string>
#include <vector>

#include "check.h"
#include "machine/library.h"
#include "machine/stream/inline_work.h"
#include "musa_runtime_api.h"
#include "musasim/work.h"

using namespace musasim;

namespace {

struct Seen {
  ActivityKind kind;
  std::string name;
  std::uint64_t correlation;
  unsigned long long stream;
  std::int64_t start;
  std::int64_t end;
  std::size_t bytes;
};

std::mutex g_mutex;
std::vector<Seen> g_seen;

void observe(const Activity& activity) {
  const std::lock_guard<std::mutex> lock(g_mutex);
  g_seen.push_back({activity.kind, activity.name, activity.correlation, activity.stream,
                    activity.start_ns, activity.end_ns, activity.bytes});
}

struct Observed {
  musaStream_t stream = nullptr;
  unsigned long long id = 0;
  Observed() {
    g_seen.clear();
    EQUAL(musaStreamCreateWithFlags(&stream, musaStreamNonBlocking), musaSuccess);
    EQUAL(musaStreamGetId(stream, &id), musaSuccess);
    observe_activities(observe);
  }
  ~Observed() {
    observe_activities(nullptr);
    set_correlation(0);
    musaStreamDestroy(stream);
  }
};

}  // namespace

TEST(work_is_told_with_its_stream_and_its_submitters_mark) {
  const Observed it;
  set_correlation(7);
  launch_work(it.stream, "work", [] { return musaSuccess; });
  set_correlation(8);
  EQUAL(musaStreamSynchronize(it.stream), musaSuccess);
  {
    const InlineWork work(*stream_behind(it.stream), "operator");
  }
  EQUAL(g_seen.size(), 2u);
  EQUAL(g_seen[0].name, "work");
  EQUAL(g_seen[0].correlation, 7u);
  EQUAL(g_seen[0].stream, it.id);
  CHECK(g_seen[0].start > 0 && g_seen[0].start <= g_seen[0].end);
  EQUAL(g_seen[1].name, "operator");
  EQUAL(g_seen[1].correlation, 8u);
  CHECK(g_seen[0].end <= g_seen[1].start);
}

TEST(copies_have_their_size) {
  const Observed it;
  void* memory = nullptr;
  EQUAL(musaMalloc(&memory, 64), musaSuccess);
  EQUAL(musaMemsetAsync(memory, 1, 64, it.stream), musaSuccess);
  char host[64];
  EQUAL(musaMemcpyAsync(host, memory, 64, musaMemcpyDeviceToHost, it.stream), musaSuccess);
  EQUAL(musaStreamSynchronize(it.stream), musaSuccess);
  EQUAL(g_seen.size(), 2u);
  CHECK(g_seen[0].kind == ActivityKind::kMemset);
  CHECK(g_seen[1].kind == ActivityKind::kCopy);
  EQUAL(g_seen[1].bytes, 64u);
  musaFree(memory);
}

TEST(work_of_a_graph_has_the_mark_of_its_launch) {
  const Observed it;
  EQUAL(musaStreamBeginCapture(it.stream, musaStreamCaptureModeThreadLocal), musaSuccess);
  launch_work(it.stream, "node", [] { return musaSuccess; });
  musaGraph_t graph = nullptr;
  EQUAL(musaStreamEndCapture(it.stream, &graph), musaSuccess);
  musaGraphExec_t executable = nullptr;
  EQUAL(musaGraphInstantiate(&executable, graph, 0), musaSuccess);
  set_correlation(9);
  EQUAL(musaGraphLaunch(executable, it.stream), musaSuccess);
  EQUAL(musaStreamSynchronize(it.stream), musaSuccess);
  EQUAL(g_seen.size(), 1u);
  EQUAL(g_seen[0].name, "node");
  EQUAL(g_seen[0].correlation, 9u);
  EQUAL(g_seen[0].stream, it.id);
  musaGraphExecDestroy(executable);
  musaGraphDestroy(graph);
}

TEST(work_is_counted_by_its_kind_observed_or_not) {
  musasimWork before{};
  musasimWorkDone(&before);
  musaStream_t stream = nullptr;
  void* memory = nullptr;
  EQUAL(musaStreamCreateWithFlags(&stream, musaStreamNonBlocking), musaSuccess);
  EQUAL(musaMalloc(&memory, 64), musaSuccess);
  EQUAL(musaMemsetAsync(memory, 1, 64, stream), musaSuccess);
  launch_work(stream, "work", [] { return musaSuccess; });
  char host[64];
  EQUAL(musaMemcpyAsync(host, memory, 64, musaMemcpyDeviceToHost, stream), musaSuccess);
  musasimFinishWork();
  EQUAL(musaStreamQuery(stream), musaSuccess);
  {
    const InlineWork outer(*stream_behind(stream), "operator");
    const InlineWork inner(*stream_behind(stream), "part of it");
  }
  musasimWork after{};
  musasimWorkDone(&after);
  EQUAL(after.kernels - before.kernels, 2u);
  EQUAL(after.copies - before.copies, 1u);
  EQUAL(after.fills - before.fills, 1u);
  musaFree(memory);
  musaStreamDestroy(stream);
}

TEST(nothing_is_told_afterwards) {
  {
    const Observed it;
  }
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreate(&stream), musaSuccess);
  {
    const InlineWork work(*stream_behind(stream), "operator");
  }
  CHECK(g_seen.empty());
  musaStreamDestroy(stream);
}

TEST_MAIN()
