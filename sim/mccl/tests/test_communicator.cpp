// Making, splitting, asking and ending of communicators, in threads.
#include <string>

#include "mccl/tests/every_collective.h"

using ranks::Buffer;
using ranks::Rank;

namespace {

// Sum of `value` over all ranks of a communicator.
int summed(mcclComm_t comm, musaStream_t stream, int value) {
  Buffer buffer(ranks::bytes_of(std::vector<int>{value}));
  EQUAL(mcclAllReduce(buffer.get(), buffer.get(), 1, mcclInt32, mcclSum, comm, stream),
        mcclSuccess);
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  return buffer.values<int>()[0];
}

mcclResult_t wait_until_ready(mcclComm_t comm) {
  mcclResult_t state = mcclInProgress;
  while (state == mcclInProgress) {
    EQUAL(mcclCommGetAsyncError(comm, &state), mcclSuccess);
    usleep(1000);
  }
  return state;
}

mcclConfig_t config_with_blocking(int blocking) {
  mcclConfig_t config = MCCL_CONFIG_INITIALIZER;
  config.blocking = blocking;
  return config;
}

}  // namespace

TEST(version_is_that_of_the_header) {
  int version = 0;
  EQUAL(mcclGetVersion(&version), mcclSuccess);
  EQUAL(version, MCCL_VERSION_CODE);
  EQUAL(mcclGetVersion(nullptr), mcclInvalidArgument);
}

TEST(every_result_has_its_own_text) {
  std::vector<std::string> texts;
  for (int i = 0; i < mcclNumResults; ++i) {
    texts.emplace_back(mcclGetErrorString(static_cast<mcclResult_t>(i)));
    for (int k = 0; k < i; ++k) {
      CHECK(texts[static_cast<std::size_t>(k)] != texts.back());
    }
  }
  EQUAL(std::string(mcclGetErrorString(mcclNumResults)), "unknown result code");
}

TEST(last_error_tells_what_was_wrong) {
  mcclComm_t comm = nullptr;
  mcclUniqueId id{};
  EQUAL(mcclCommInitRank(&comm, 2, id, 5), mcclInvalidArgument);
  CHECK(std::string(mcclGetLastError(nullptr)).find("Rank 5 of 2") != std::string::npos);
}

TEST(unique_ids_differ) {
  mcclUniqueId one;
  mcclUniqueId other;
  EQUAL(mcclGetUniqueId(&one), mcclSuccess);
  EQUAL(mcclGetUniqueId(&other), mcclSuccess);
  CHECK(std::memcmp(&one, &other, sizeof one) != 0);
  EQUAL(sizeof one, 128u);
  EQUAL(mcclGetUniqueId(nullptr), mcclInvalidArgument);
}

TEST(ranks_know_their_place) {
  ranks::in_threads(3, [](Rank& self) {
    int count = -1, rank = -1, device = -1;
    EQUAL(mcclCommCount(self.comm, &count), mcclSuccess);
    EQUAL(mcclCommUserRank(self.comm, &rank), mcclSuccess);
    EQUAL(mcclCommMuDevice(self.comm, &device), mcclSuccess);
    EQUAL(count, 3);
    EQUAL(rank, self.rank);
    EQUAL(device, self.rank);
    EQUAL(mcclCommCount(self.comm, nullptr), mcclInvalidArgument);
    EQUAL(mcclCommUserRank(nullptr, &rank), mcclInvalidArgument);
  });
}

TEST(init_all_makes_one_communicator_a_device) {
  mcclComm_t comms[4] = {};
  const int devices[4] = {3, 1, 0, 2};
  EQUAL(mcclCommInitAll(comms, 4, devices), mcclSuccess);
  musaStream_t streams[4];
  std::vector<std::unique_ptr<Buffer>> buffers;
  EQUAL(mcclGroupStart(), mcclSuccess);
  for (int i = 0; i < 4; ++i) {
    int device = -1;
    EQUAL(mcclCommMuDevice(comms[i], &device), mcclSuccess);
    EQUAL(device, devices[i]);
    EQUAL(musaSetDevice(device), musaSuccess);
    EQUAL(musaStreamCreate(&streams[i]), musaSuccess);
    buffers.push_back(
        std::make_unique<Buffer>(ranks::bytes_of(std::vector<float>{1.5f, float(i)})));
    void* data = buffers.back()->get();
    EQUAL(mcclAllReduce(data, data, 2, mcclFloat32, mcclSum, comms[i], streams[i]), mcclSuccess);
  }
  EQUAL(mcclGroupEnd(), mcclSuccess);
  for (int i = 0; i < 4; ++i) {
    EQUAL(musaStreamSynchronize(streams[i]), musaSuccess);
    EQUAL(buffers[static_cast<std::size_t>(i)]->values<float>()[1], 6.0f);
    EQUAL(mcclCommDestroy(comms[i]), mcclSuccess);
    EQUAL(musaSetDevice(devices[i]), musaSuccess);
    EQUAL(musaStreamDestroy(streams[i]), musaSuccess);
  }
  EQUAL(musaSetDevice(0), musaSuccess);
}

TEST(init_all_checks_its_devices) {
  mcclComm_t comms[2] = {};
  const int twice[2] = {1, 1};
  const int unknown[2] = {0, 99};
  EQUAL(mcclCommInitAll(comms, 2, twice), mcclInvalidUsage);
  EQUAL(mcclCommInitAll(comms, 2, unknown), mcclUnhandledMusaError);
  EQUAL(mcclCommInitAll(comms, -1, nullptr), mcclInvalidArgument);
  EQUAL(mcclCommInitAll(nullptr, 2, nullptr), mcclInvalidArgument);
}

TEST(init_in_a_group_of_one_thread) {
  mcclUniqueId id;
  mcclComm_t comms[3] = {};
  EQUAL(mcclGetUniqueId(&id), mcclSuccess);
  EQUAL(mcclGroupStart(), mcclSuccess);
  for (int i = 0; i < 3; ++i) {
    EQUAL(musaSetDevice(i), musaSuccess);
    EQUAL(mcclCommInitRank(&comms[i], 3, id, i), mcclSuccess);
    CHECK(comms[i] != nullptr);
  }
  EQUAL(mcclGroupEnd(), mcclSuccess);
  for (int i = 0; i < 3; ++i) {
    int rank = -1;
    EQUAL(mcclCommUserRank(comms[i], &rank), mcclSuccess);
    EQUAL(rank, i);
    EQUAL(mcclCommDestroy(comms[i]), mcclSuccess);
  }
  EQUAL(musaSetDevice(0), musaSuccess);
}

TEST(two_ranks_on_one_device_are_refused) {
  mcclUniqueId id;
  EQUAL(mcclGetUniqueId(&id), mcclSuccess);
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([id, i] {
      mcclComm_t comm = nullptr;
      EQUAL(musaSetDevice(4), musaSuccess);
      EQUAL(mcclCommInitRank(&comm, 2, id, i), mcclInvalidUsage);
      CHECK(comm == nullptr);
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

TEST(one_rank_twice_is_refused_for_both) {
  mcclUniqueId id;
  EQUAL(mcclGetUniqueId(&id), mcclSuccess);
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([id, i] {
      mcclComm_t comm = nullptr;
      EQUAL(musaSetDevice(i), musaSuccess);
      EQUAL(mcclCommInitRank(&comm, 2, id, 1), mcclInvalidUsage);
      CHECK(comm == nullptr);
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

TEST(init_checks_its_arguments) {
  mcclUniqueId id;
  mcclComm_t comm = nullptr;
  EQUAL(mcclGetUniqueId(&id), mcclSuccess);
  EQUAL(mcclCommInitRank(&comm, 0, id, 0), mcclInvalidArgument);
  EQUAL(mcclCommInitRank(&comm, 2, id, 2), mcclInvalidArgument);
  EQUAL(mcclCommInitRank(&comm, 2, id, -1), mcclInvalidArgument);
  EQUAL(mcclCommInitRank(nullptr, 1, id, 0), mcclInvalidArgument);
  mcclUniqueId nonsense{};
  EQUAL(mcclCommInitRank(&comm, 1, nonsense, 0), mcclInvalidArgument);
  mcclConfig_t config = MCCL_CONFIG_INITIALIZER;
  config.magic = 0;
  EQUAL(mcclCommInitRankConfig(&comm, 1, id, 0, &config), mcclInvalidArgument);
  config = config_with_blocking(7);
  EQUAL(mcclCommInitRankConfig(&comm, 1, id, 0, &config), mcclInvalidArgument);
  CHECK(comm == nullptr);
}

TEST(dead_and_null_handles_are_diagnosed) {
  mcclComm_t comm = nullptr;
  EQUAL(mcclCommInitAll(&comm, 1, nullptr), mcclSuccess);
  EQUAL(mcclCommDestroy(comm), mcclSuccess);
  mcclResult_t state = mcclSuccess;
  int count = 0;
  EQUAL(mcclCommDestroy(comm), mcclInvalidArgument);
  EQUAL(mcclCommAbort(comm), mcclInvalidArgument);
  EQUAL(mcclCommCount(comm, &count), mcclInvalidArgument);
  EQUAL(mcclCommGetAsyncError(comm, &state), mcclInvalidArgument);
  EQUAL(mcclAllReduce(nullptr, nullptr, 0, mcclInt8, mcclSum, comm, nullptr), mcclInvalidArgument);
  EQUAL(mcclCommDestroy(nullptr), mcclSuccess);
  EQUAL(mcclCommAbort(nullptr), mcclSuccess);
}

TEST(split_makes_parts_in_the_order_of_keys) {
  ranks::in_threads(6, [](Rank& self) {
    mcclComm_t part = nullptr;
    // Colors 0 and 1; the larger the rank, the smaller the key.
    EQUAL(mcclCommSplit(self.comm, self.rank % 2, 10 - self.rank, &part, nullptr), mcclSuccess);
    int rank = -1, count = -1, device = -1;
    EQUAL(mcclCommUserRank(part, &rank), mcclSuccess);
    EQUAL(mcclCommCount(part, &count), mcclSuccess);
    EQUAL(mcclCommMuDevice(part, &device), mcclSuccess);
    EQUAL(count, 3);
    EQUAL(rank, 2 - self.rank / 2);
    EQUAL(device, self.rank);
    EQUAL(summed(part, self.stream, self.rank), self.rank % 2 == 0 ? 6 : 9);
    EQUAL(summed(self.comm, self.stream, 1), 6);
    EQUAL(mcclCommDestroy(part), mcclSuccess);
  });
}

TEST(split_without_color_gives_no_communicator) {
  ranks::in_threads(3, [](Rank& self) {
    mcclComm_t part = self.comm;
    const int color = self.rank == 1 ? MCCL_SPLIT_NOCOLOR : 7;
    EQUAL(mcclCommSplit(self.comm, color, 0, &part, nullptr), mcclSuccess);
    EQUAL(part == nullptr, self.rank == 1);
    if (part != nullptr) {
      EQUAL(summed(part, self.stream, 10), 20);
      EQUAL(mcclCommDestroy(part), mcclSuccess);
    }
    EQUAL(mcclCommSplit(self.comm, -5, 0, &part, nullptr), mcclInvalidArgument);
    EQUAL(mcclCommSplit(self.comm, 0, 0, nullptr, nullptr), mcclInvalidArgument);
  });
}

TEST(splits_in_one_group) {
  ranks::in_threads(2, [](Rank& self) {
    mcclComm_t parts[2] = {};
    EQUAL(mcclGroupStart(), mcclSuccess);
    EQUAL(mcclCommSplit(self.comm, 0, self.rank, &parts[0], nullptr), mcclSuccess);
    EQUAL(mcclCommSplit(self.comm, self.rank, 0, &parts[1], nullptr), mcclSuccess);
    EQUAL(mcclGroupEnd(), mcclSuccess);
    EQUAL(summed(parts[0], self.stream, 2), 4);
    EQUAL(summed(parts[1], self.stream, 2), 2);
    EQUAL(mcclCommDestroy(parts[0]), mcclSuccess);
    EQUAL(mcclCommDestroy(parts[1]), mcclSuccess);
  });
}

TEST(nonblocking_init_goes_on_in_the_background) {
  mcclUniqueId id;
  EQUAL(mcclGetUniqueId(&id), mcclSuccess);
  mcclConfig_t config = config_with_blocking(0);
  mcclComm_t comms[2] = {};
  EQUAL(musaSetDevice(0), musaSuccess);
  EQUAL(mcclCommInitRankConfig(&comms[0], 2, id, 0, &config), mcclInProgress);
  mcclResult_t state = mcclSuccess;
  EQUAL(mcclCommGetAsyncError(comms[0], &state), mcclSuccess);
  EQUAL(state, mcclInProgress);  // the other rank is not there yet
  int count = 0;
  EQUAL(mcclCommCount(comms[0], &count), mcclInvalidArgument);
  EQUAL(musaSetDevice(1), musaSuccess);
  EQUAL(mcclCommInitRankConfig(&comms[1], 2, id, 1, &config), mcclInProgress);
  for (mcclComm_t comm : comms) {
    EQUAL(wait_until_ready(comm), mcclSuccess);
    EQUAL(mcclCommCount(comm, &count), mcclSuccess);
    EQUAL(count, 2);
    EQUAL(mcclCommFinalize(comm), mcclInProgress);
    EQUAL(wait_until_ready(comm), mcclSuccess);
    EQUAL(mcclCommDestroy(comm), mcclSuccess);
  }
  EQUAL(musaSetDevice(0), musaSuccess);
}

TEST(nonblocking_split_goes_on_in_the_background) {
  ranks::in_threads(2, [](Rank& self) {
    mcclConfig_t config = config_with_blocking(0);
    mcclComm_t part = nullptr;
    EQUAL(mcclCommSplit(self.comm, 0, 0, &part, &config), mcclInProgress);
    EQUAL(wait_until_ready(self.comm), mcclSuccess);
    EQUAL(wait_until_ready(part), mcclSuccess);
    EQUAL(summed(part, self.stream, 21), 42);
    EQUAL(mcclCommDestroy(part), mcclSuccess);
  });
}

TEST(blocking_and_nonblocking_do_not_mix_in_a_group) {
  mcclUniqueId id;
  EQUAL(mcclGetUniqueId(&id), mcclSuccess);
  mcclConfig_t config = config_with_blocking(0);
  mcclComm_t comms[2] = {};
  EQUAL(mcclGroupStart(), mcclSuccess);
  EQUAL(musaSetDevice(0), musaSuccess);
  EQUAL(mcclCommInitRankConfig(&comms[0], 2, id, 0, &config), mcclSuccess);
  EQUAL(musaSetDevice(1), musaSuccess);
  EQUAL(mcclCommInitRank(&comms[1], 2, id, 1), mcclSuccess);
  EQUAL(mcclGroupEnd(), mcclInvalidArgument);
  CHECK(comms[0] == nullptr && comms[1] == nullptr);
  EQUAL(musaSetDevice(0), musaSuccess);
}

TEST(finalize_waits_for_what_was_issued) {
  ranks::in_threads(2, [](Rank& self) {
    Buffer buffer(ranks::bytes_of(std::vector<int>(100000, 1)));
    for (int i = 0; i < 5; ++i) {
      EQUAL(mcclAllReduce(buffer.get(), buffer.get(), 100000, mcclInt32, mcclSum, self.comm,
                          self.stream),
            mcclSuccess);
    }
    EQUAL(mcclCommFinalize(self.comm), mcclSuccess);
    int value = 0;  // without waiting for the stream
    EQUAL(musaMemcpy(&value, buffer.at(99999 * 4), 4, musaMemcpyDeviceToHost), musaSuccess);
    EQUAL(value, 32);
    EQUAL(mcclCommFinalize(self.comm), mcclInvalidArgument);
    EQUAL(mcclAllReduce(buffer.get(), buffer.get(), 1, mcclInt32, mcclSum, self.comm, self.stream),
          mcclInvalidUsage);
  });
}

TEST(several_unique_ids_make_one_communicator) {
  mcclUniqueId ids[2];
  EQUAL(mcclGetUniqueId(&ids[0]), mcclSuccess);
  EQUAL(mcclGetUniqueId(&ids[1]), mcclSuccess);
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&ids, i] {
      mcclComm_t comm = nullptr;
      EQUAL(musaSetDevice(i), musaSuccess);
      EQUAL(mcclCommInitRankScalable(&comm, 2, i, 2, ids, nullptr), mcclSuccess);
      EQUAL(summed(comm, nullptr, i + 1), 3);
      EQUAL(mcclCommDestroy(comm), mcclSuccess);
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

TEST(memory_and_registration) {
  mcclComm_t comm = nullptr;
  EQUAL(mcclCommInitAll(&comm, 1, nullptr), mcclSuccess);
  void* memory = nullptr;
  EQUAL(mcclMemAlloc(&memory, 4096), mcclSuccess);
  musaPointerAttributes attributes{};
  EQUAL(musaPointerGetAttributes(&attributes, memory), musaSuccess);
  EQUAL(attributes.type, musaMemoryTypeDevice);
  void* handle = nullptr;
  EQUAL(mcclCommRegister(comm, memory, 4096, &handle), mcclSuccess);
  CHECK(handle != nullptr);
  EQUAL(mcclCommDeregister(comm, handle), mcclSuccess);
  EQUAL(mcclCommDeregister(comm, handle), mcclInvalidArgument);
  EQUAL(mcclCommRegister(comm, &handle, 8, &handle), mcclInvalidArgument);  // no device memory
  mcclWindow_t window = nullptr;
  EQUAL(mcclCommWindowRegister(comm, memory, 4096, &window, MCCL_WIN_COLL_SYMMETRIC), mcclSuccess);
  CHECK(window != nullptr);
  EQUAL(mcclCommWindowDeregister(comm, window), mcclSuccess);
  EQUAL(mcclCommWindowDeregister(comm, window), mcclInvalidArgument);
  EQUAL(mcclCommWindowRegister(comm, memory, 4096, &window, 77), mcclInvalidArgument);
  EQUAL(mcclMemFree(memory), mcclSuccess);
  EQUAL(musaPointerGetAttributes(&attributes, memory), musaSuccess);
  EQUAL(attributes.type, musaMemoryTypeUnregistered);
  EQUAL(mcclMemAlloc(nullptr, 8), mcclInvalidArgument);
  EQUAL(mcclMemFree(&comm), mcclUnhandledMusaError);
  EQUAL(mcclCommDestroy(comm), mcclSuccess);
}

TEST_MAIN()
