// MUSASIM_CHECK=1 and graphs: copies and fills whose memory is gone by the launch.
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "check.h"
#include "child.h"
#include "musa_runtime_api.h"
#include "musasim/check.h"

namespace {

constexpr std::size_t kSize = 1000;

void require(bool holds) {
  if (!holds) {
    std::abort();
  }
}

void* device_block() {
  void* pointer = nullptr;
  musaMalloc(&pointer, kSize);
  return pointer;
}

struct Launched {
  Launched() { musaStreamCreate(&stream); }
  void begin() { musaStreamBeginCapture(stream, musaStreamCaptureModeRelaxed); }
  void end() {
    musaGraph_t graph = nullptr;
    require(musaStreamEndCapture(stream, &graph) == musaSuccess);
    require(musaGraphInstantiate(&exec, graph, 0) == musaSuccess);
  }
  // The device stays whole, as after a bad copy outside of a graph.
  void fails() {
    require(musaGraphLaunch(exec, stream) == musaErrorInvalidValue);
    require(musaStreamSynchronize(stream) == musaSuccess);
    require(musasimCheckReportCount() == 1);
  }
  musaStream_t stream = nullptr;
  musaGraphExec_t exec = nullptr;
};

void freed_source() {
  Launched graph;
  void* device = device_block();
  char host[kSize];
  graph.begin();
  musaMemcpyAsync(host, device, kSize, musaMemcpyDeviceToHost, graph.stream);
  graph.end();
  musaFree(device);
  graph.fails();
}

void freed_fill() {
  Launched graph;
  void* device = device_block();
  graph.begin();
  musaMemset2DAsync(device, 100, 1, 50, 10, graph.stream);
  graph.end();
  require(musaGraphLaunch(graph.exec, graph.stream) == musaSuccess);
  musaFree(device);
  graph.fails();
}

// Nothing is wrong here: also memory that the graph itself allocates and frees.
void all_live() {
  Launched graph;
  void* device = device_block();
  char host[kSize];
  graph.begin();
  void* own = nullptr;
  require(musaMallocAsync(&own, kSize, graph.stream) == musaSuccess);
  musaMemsetAsync(own, 3, kSize, graph.stream);
  musaMemcpy2DAsync(device, 100, own, 100, 90, 10, musaMemcpyDeviceToDevice, graph.stream);
  musaFreeAsync(own, graph.stream);
  musaMemcpyAsync(host, device, 90, musaMemcpyDeviceToHost, graph.stream);
  graph.end();
  for (int i = 0; i < 3; ++i) {
    require(musaGraphLaunch(graph.exec, graph.stream) == musaSuccess);
  }
  require(musaStreamSynchronize(graph.stream) == musaSuccess);
  require(host[89] == 3 && musasimCheckReportCount() == 0);
  musaFree(device);
}

struct Case {
  const char* name;
  void (*run)();
};

constexpr Case kCases[] = {
    {"freed_source", freed_source}, {"freed_fill", freed_fill}, {"all_live", all_live}};

void expect(const char* name, int status, const std::vector<std::string>& words) {
  Child child({"--case", name}, {"MUSASIM_CHECK=1"});
  const ChildResult result = child.finish();
  EQUAL(result.status, status);
  for (const std::string& word : words) {
    if (result.output.find(word) == std::string::npos) {
      ::testing::fail(__FILE__, __LINE__, "no `" + word + "` in:\n" + result.output);
    }
  }
}

}  // namespace

TEST(a_launch_of_copies_of_freed_memory_fails) {
  expect("freed_source", 99,
         {"ERROR: use after free: the source of 1000 bytes", "musaGraphLaunch", "freed by call #"});
}

TEST(a_launch_of_fills_of_freed_memory_fails) {
  expect("freed_fill", 99, {"ERROR: use after free: the destination", "musaGraphLaunch"});
}

TEST(launches_with_live_memory_are_fine) { expect("all_live", 0, {}); }

int main(int argc, char** argv) {
  if (argc > 2 && std::string(argv[1]) == "--case") {
    for (const Case& one : kCases) {
      if (std::strcmp(one.name, argv[2]) == 0) {
        one.run();
      }
    }
    return 0;
  }
  return ::testing::run_all(argc, argv);
}
