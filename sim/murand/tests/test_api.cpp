// Statuses of wrong calls, versions, and work on streams: order, capture and replay.
#include <algorithm>
#include <future>
#include <vector>

#include "machine/library.h"
#include "murand.h"
#include "testing/device_array.h"

using musasim::testing::DeviceArray;

TEST(wrong_arguments_are_diagnosed) {
  murandGenerator_t generator = nullptr;
  EQUAL(murandCreateGenerator(nullptr, MURAND_RNG_PSEUDO_DEFAULT), MURAND_STATUS_OUT_OF_RANGE);
  EQUAL(murandCreateGenerator(&generator, static_cast<murandRngType_t>(7)),
        MURAND_STATUS_TYPE_ERROR);
  EQUAL(murandCreateGenerator(&generator, MURAND_RNG_PSEUDO_MTGP32), MURAND_STATUS_NOT_IMPLEMENTED);
  EQUAL(murandCreateGenerator(&generator, MURAND_RNG_PSEUDO_DEFAULT), MURAND_STATUS_SUCCESS);
  DeviceArray<float> out(8);
  DeviceArray<unsigned long long> wide(8);
  EQUAL(murandGenerateNormal(generator, out.data(), 7, 0.0f, 1.0f),
        MURAND_STATUS_LENGTH_NOT_MULTIPLE);
  EQUAL(murandGenerateUniform(generator, nullptr, 8), MURAND_STATUS_OUT_OF_RANGE);
  EQUAL(murandGenerateUniform(generator, nullptr, 0), MURAND_STATUS_SUCCESS);
  EQUAL(murandGenerateLongLong(generator, wide.data(), 8), MURAND_STATUS_TYPE_ERROR);
  EQUAL(murandSetQuasiRandomGeneratorDimensions(generator, 2), MURAND_STATUS_TYPE_ERROR);
  EQUAL(murandSetGeneratorOrdering(generator, MURAND_ORDERING_QUASI_DEFAULT),
        MURAND_STATUS_OUT_OF_RANGE);
  EQUAL(murandSetGeneratorOrdering(generator, MURAND_ORDERING_PSEUDO_LEGACY),
        MURAND_STATUS_SUCCESS);
  EQUAL(murandGenerateSeeds(generator), MURAND_STATUS_SUCCESS);
  unsigned count = 0;
  EQUAL(murandGeneratePoisson(generator, &count, 1, 0.0), MURAND_STATUS_OUT_OF_RANGE);
  EQUAL(murandGeneratePoisson(generator, &count, 1, 500000.0), MURAND_STATUS_OUT_OF_RANGE);
  EQUAL(murandDestroyGenerator(generator), MURAND_STATUS_SUCCESS);
}

TEST(quasirandom_generators_have_no_seed) {
  murandGenerator_t generator = nullptr;
  EQUAL(murandCreateGeneratorHost(&generator, MURAND_RNG_QUASI_SOBOL64), MURAND_STATUS_SUCCESS);
  EQUAL(murandSetPseudoRandomGeneratorSeed(generator, 1), MURAND_STATUS_TYPE_ERROR);
  EQUAL(murandGenerateSeeds(generator), MURAND_STATUS_TYPE_ERROR);
  EQUAL(murandSetQuasiRandomGeneratorDimensions(generator, 0), MURAND_STATUS_OUT_OF_RANGE);
  EQUAL(murandSetQuasiRandomGeneratorDimensions(generator, 20001), MURAND_STATUS_OUT_OF_RANGE);
  EQUAL(murandSetGeneratorOrdering(generator, MURAND_ORDERING_PSEUDO_BEST),
        MURAND_STATUS_OUT_OF_RANGE);
  EQUAL(murandSetGeneratorOrdering(generator, MURAND_ORDERING_QUASI_DEFAULT),
        MURAND_STATUS_SUCCESS);
  unsigned narrow = 0;
  EQUAL(murandGenerate(generator, &narrow, 1), MURAND_STATUS_TYPE_ERROR);
  EQUAL(murandDestroyGenerator(generator), MURAND_STATUS_SUCCESS);
}

TEST(dead_handles_are_diagnosed) {
  murandGenerator_t generator = nullptr;
  EQUAL(murandCreateGenerator(&generator, MURAND_RNG_PSEUDO_DEFAULT), MURAND_STATUS_SUCCESS);
  EQUAL(murandDestroyGenerator(generator), MURAND_STATUS_SUCCESS);
  float value = 0;
  EQUAL(murandDestroyGenerator(generator), MURAND_STATUS_NOT_INITIALIZED);
  EQUAL(murandGenerateUniform(generator, &value, 1), MURAND_STATUS_NOT_INITIALIZED);
  EQUAL(murandSetStream(nullptr, nullptr), MURAND_STATUS_NOT_INITIALIZED);
}

TEST(version_has_its_parts) {
  int version = 0, major = 0, minor = 0, patch = 0;
  EQUAL(murandGetVersion(&version), MURAND_STATUS_SUCCESS);
  EQUAL(murandGetProperty(MAJOR_VERSION, &major), MURAND_STATUS_SUCCESS);
  EQUAL(murandGetProperty(MINOR_VERSION, &minor), MURAND_STATUS_SUCCESS);
  EQUAL(murandGetProperty(PATCH_LEVEL, &patch), MURAND_STATUS_SUCCESS);
  EQUAL(version, major * 1000 + minor * 100 + patch);
  EQUAL(murandGetVersion(nullptr), MURAND_STATUS_OUT_OF_RANGE);
}

TEST(numbers_come_in_the_order_of_the_stream) {
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreate(&stream), musaSuccess);
  murandGenerator_t generator = nullptr;
  murandCreateGenerator(&generator, MURAND_RNG_PSEUDO_PHILOX4_32_10);
  EQUAL(murandSetStream(generator, stream), MURAND_STATUS_SUCCESS);
  DeviceArray<unsigned> out(1000);
  std::promise<void> go;
  EQUAL(musasim::launch_work(stream, "held",
                             [&] {
                               go.get_future().wait();
                               return musaSuccess;
                             }),
        musaSuccess);
  EQUAL(murandGenerate(generator, out.data(), 1000), MURAND_STATUS_SUCCESS);
  EQUAL(musaStreamQuery(stream), musaErrorNotReady);
  murandDestroyGenerator(generator);  // does not take back what it has launched
  go.set_value();
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  EQUAL(out.get()[0], 0x6627e8d5u);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST(a_captured_call_gives_the_same_numbers_at_each_replay) {
  for (const auto type : {MURAND_RNG_PSEUDO_PHILOX4_32_10, MURAND_RNG_PSEUDO_MT19937}) {
    musaStream_t stream = nullptr;
    EQUAL(musaStreamCreate(&stream), musaSuccess);
    murandGenerator_t generator = nullptr;
    murandCreateGenerator(&generator, type);
    murandSetStream(generator, stream);
    DeviceArray<float> out(16);
    const std::vector<float> zeros(16);
    out.set(zeros);
    musaGraph_t graph = nullptr;
    musaGraphExec_t exec = nullptr;
    EQUAL(musaStreamBeginCapture(stream, musaStreamCaptureModeGlobal), musaSuccess);
    EQUAL(murandGenerateUniform(generator, out.data(), 16), MURAND_STATUS_SUCCESS);
    EQUAL(musaStreamEndCapture(stream, &graph), musaSuccess);
    CHECK(out.get() == zeros);
    EQUAL(musaGraphInstantiate(&exec, graph, 0), musaSuccess);
    EQUAL(musaGraphLaunch(exec, stream), musaSuccess);
    EQUAL(musaStreamSynchronize(stream), musaSuccess);
    const std::vector<float> first = out.get();
    // A call between the replays takes the numbers behind the captured ones.
    EQUAL(murandGenerateUniform(generator, out.data(), 16), MURAND_STATUS_SUCCESS);
    EQUAL(musaStreamSynchronize(stream), musaSuccess);
    CHECK(out.get() != first);
    EQUAL(musaGraphLaunch(exec, stream), musaSuccess);
    EQUAL(musaStreamSynchronize(stream), musaSuccess);
    CHECK(out.get() == first && first != zeros);
    musaGraphExecDestroy(exec);
    musaGraphDestroy(graph);
    murandDestroyGenerator(generator);
    musaStreamDestroy(stream);
  }
}

TEST(threads_share_a_generator) {
  murandGenerator_t generator = nullptr;
  murandCreateGenerator(&generator, MURAND_RNG_PSEUDO_PHILOX4_32_10);
  DeviceArray<unsigned> out(4000);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      for (int j = 0; j < 10; ++j) murandGenerate(generator, out.data() + (i * 10 + j) * 100, 100);
    });
  }
  for (std::thread& thread : threads) thread.join();
  // Whoever came when: together they took the first 4000 numbers.
  std::vector<unsigned> expected(4000);
  murandGenerator_t host = nullptr;
  murandCreateGeneratorHost(&host, MURAND_RNG_PSEUDO_PHILOX4_32_10);
  murandGenerate(host, expected.data(), 4000);
  std::vector<unsigned> found = out.get();
  std::sort(found.begin(), found.end());
  std::sort(expected.begin(), expected.end());
  CHECK(found == expected);
  murandDestroyGenerator(generator);
  murandDestroyGenerator(host);
}

TEST_MAIN()
