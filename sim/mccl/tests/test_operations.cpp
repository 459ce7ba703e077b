// Groups, messages, operators, streams and graphs, in threads; and what calls check.
#include <string>

#include "mccl/tests/every_collective.h"

using ranks::Buffer;
using ranks::Rank;

namespace {

std::vector<int> all_same(std::size_t count, int value) { return std::vector<int>(count, value); }

}  // namespace

TEST(all_to_all_of_sends_and_receives) {
  ranks::in_threads(4, [](Rank& self) {
    const auto ranks = static_cast<std::size_t>(self.ranks);
    for (const std::size_t count : {std::size_t(3), std::size_t(100003)}) {
      std::vector<int> out;
      for (int to = 0; to < self.ranks; ++to) {
        out.insert(out.end(), count, self.rank * 100 + to);
      }
      Buffer send(ranks::bytes_of(out));
      Buffer receive(out.size() * sizeof(int));
      EQUAL(mcclGroupStart(), mcclSuccess);
      for (std::size_t peer = 0; peer < ranks; ++peer) {
        const std::size_t offset = peer * count * sizeof(int);
        EQUAL(mcclSend(send.at(offset), count, mcclInt32, static_cast<int>(peer), self.comm,
                       self.stream),
              mcclSuccess);
        EQUAL(mcclRecv(receive.at(offset), count, mcclInt32, static_cast<int>(peer), self.comm,
                       self.stream),
              mcclSuccess);
      }
      EQUAL(mcclGroupEnd(), mcclSuccess);
      EQUAL(musaStreamSynchronize(self.stream), musaSuccess);
      const std::vector<int> got = receive.values<int>();
      for (std::size_t peer = 0; peer < ranks; ++peer) {
        const int wanted = static_cast<int>(peer) * 100 + self.rank;
        EQUAL(got[peer * count], wanted);
        EQUAL(got[peer * count + count - 1], wanted);
      }
    }
  });
}

TEST(messages_between_two_ranks_keep_their_order) {
  ranks::in_threads(2, [](Rank& self) {
    constexpr int kMessages = 20;
    std::vector<std::unique_ptr<Buffer>> buffers;
    EQUAL(mcclGroupStart(), mcclSuccess);
    for (int i = 0; i < kMessages; ++i) {
      const auto count = static_cast<std::size_t>(1 + i * 9001);
      buffers.push_back(
          std::make_unique<Buffer>(ranks::bytes_of(all_same(count, self.rank == 0 ? i + 1 : 0))));
      void* data = buffers.back()->get();
      EQUAL(self.rank == 0 ? mcclSend(data, count, mcclInt32, 1, self.comm, self.stream)
                           : mcclRecv(data, count, mcclInt32, 0, self.comm, self.stream),
            mcclSuccess);
    }
    EQUAL(mcclGroupEnd(), mcclSuccess);
    EQUAL(musaStreamSynchronize(self.stream), musaSuccess);
    for (int i = 0; i < kMessages; ++i) {
      const std::vector<int> got = buffers[static_cast<std::size_t>(i)]->values<int>();
      EQUAL(got.front(), i + 1);
      EQUAL(got.back(), i + 1);
    }
  });
}

TEST(small_sends_leave_before_they_are_received) {
  ranks::in_threads(2, [](Rank& self) {
    const int other = 1 - self.rank;
    Buffer send(ranks::bytes_of(all_same(100, self.rank)));
    Buffer receive(100 * sizeof(int));
    // Not grouped: both send first.
    EQUAL(mcclSend(send.get(), 100, mcclInt32, other, self.comm, self.stream), mcclSuccess);
    EQUAL(mcclRecv(receive.get(), 100, mcclInt32, other, self.comm, self.stream), mcclSuccess);
    EQUAL(musaStreamSynchronize(self.stream), musaSuccess);
    EQUAL(receive.values<int>()[99], other);
  });
}

TEST(a_message_to_oneself_needs_both_ends_in_a_group) {
  ranks::in_threads(1, [](Rank& self) {
    Buffer send(ranks::bytes_of(all_same(70000, 5)));
    Buffer receive(70000 * sizeof(int));
    EQUAL(mcclSend(send.get(), 4, mcclInt32, 0, self.comm, self.stream), mcclInvalidUsage);
    EQUAL(mcclGroupStart(), mcclSuccess);
    EQUAL(mcclSend(send.get(), 70000, mcclInt32, 0, self.comm, self.stream), mcclSuccess);
    EQUAL(mcclRecv(receive.get(), 70000, mcclInt32, 0, self.comm, self.stream), mcclSuccess);
    EQUAL(mcclGroupEnd(), mcclSuccess);
    EQUAL(musaStreamSynchronize(self.stream), musaSuccess);
    EQUAL(receive.values<int>()[69999], 5);
  });
}

TEST(nothing_starts_before_the_outer_group_ends) {
  ranks::in_threads(2, [](Rank& self) {
    Buffer buffer(ranks::bytes_of(all_same(8, self.rank + 1)));
    EQUAL(mcclGroupStart(), mcclSuccess);
    EQUAL(mcclGroupStart(), mcclSuccess);
    EQUAL(mcclAllReduce(buffer.get(), buffer.get(), 8, mcclInt32, mcclSum, self.comm, self.stream),
          mcclSuccess);
    EQUAL(mcclGroupEnd(), mcclSuccess);
    EQUAL(musaStreamSynchronize(self.stream), musaSuccess);
    EQUAL(buffer.values<int>()[0], self.rank + 1);  // not yet
    EQUAL(mcclGroupEnd(), mcclSuccess);
    EQUAL(musaStreamSynchronize(self.stream), musaSuccess);
    EQUAL(buffer.values<int>()[7], 3);
  });
  EQUAL(mcclGroupEnd(), mcclInvalidUsage);
}

TEST(an_error_in_a_group_is_the_groups_error) {
  ranks::in_threads(1, [](Rank& self) {
    Buffer buffer(ranks::bytes_of(all_same(8, 3)));
    EQUAL(mcclGroupStart(), mcclSuccess);
    EQUAL(mcclBroadcast(buffer.get(), buffer.get(), 8, mcclInt32, 9, self.comm, self.stream),
          mcclInvalidArgument);
    EQUAL(mcclGroupEnd(), mcclInvalidArgument);
    // And the next group is not affected.
    EQUAL(mcclGroupStart(), mcclSuccess);
    EQUAL(mcclGroupEnd(), mcclSuccess);
  });
}

TEST(a_group_mixes_collectives_and_messages) {
  ranks::in_threads(2, [](Rank& self) {
    const int other = 1 - self.rank;
    Buffer sum(ranks::bytes_of(all_same(1000, self.rank + 1)));
    Buffer send(ranks::bytes_of(all_same(300000, self.rank + 7)));
    Buffer receive(300000 * sizeof(int));
    EQUAL(mcclGroupStart(), mcclSuccess);
    EQUAL(mcclSend(send.get(), 300000, mcclInt32, other, self.comm, self.stream), mcclSuccess);
    EQUAL(mcclAllReduce(sum.get(), sum.get(), 1000, mcclInt32, mcclProd, self.comm, self.stream),
          mcclSuccess);
    EQUAL(mcclRecv(receive.get(), 300000, mcclInt32, other, self.comm, self.stream), mcclSuccess);
    EQUAL(mcclGroupEnd(), mcclSuccess);
    EQUAL(musaStreamSynchronize(self.stream), musaSuccess);
    EQUAL(sum.values<int>()[999], 2);
    EQUAL(receive.values<int>()[299999], other + 7);
  });
}

TEST(one_group_on_two_streams) {
  ranks::in_threads(2, [](Rank& self) {
    const int other = 1 - self.rank;
    musaStream_t second;
    EQUAL(musaStreamCreate(&second), musaSuccess);
    Buffer send(ranks::bytes_of(all_same(400000, self.rank + 1)));
    Buffer receive(400000 * sizeof(int));
    EQUAL(mcclGroupStart(), mcclSuccess);
    EQUAL(mcclSend(send.get(), 400000, mcclInt32, other, self.comm, self.stream), mcclSuccess);
    EQUAL(mcclRecv(receive.get(), 400000, mcclInt32, other, self.comm, second), mcclSuccess);
    EQUAL(mcclGroupEnd(), mcclSuccess);
    EQUAL(musaStreamSynchronize(second), musaSuccess);
    EQUAL(receive.values<int>()[399999], other + 1);
    EQUAL(musaStreamSynchronize(self.stream), musaSuccess);
    EQUAL(musaStreamDestroy(second), musaSuccess);
  });
}

TEST(group_simulate_end_runs_nothing) {
  ranks::in_threads(1, [](Rank& self) {
    Buffer send(ranks::bytes_of(all_same(1000, 4)));
    Buffer receive(ranks::bytes_of(all_same(1000, 0)));
    mcclSimInfo_t info = MCCL_SIM_INFO_INITIALIZER;
    EQUAL(mcclGroupStart(), mcclSuccess);
    EQUAL(
        mcclAllReduce(send.get(), receive.get(), 1000, mcclInt32, mcclSum, self.comm, self.stream),
        mcclSuccess);
    EQUAL(mcclGroupSimulateEnd(&info), mcclSuccess);
    CHECK(info.estimatedTime > 0);
    EQUAL(musaStreamSynchronize(self.stream), musaSuccess);
    EQUAL(receive.values<int>()[0], 0);
    EQUAL(mcclGroupSimulateEnd(nullptr), mcclInvalidArgument);
  });
}

TEST(zero_elements_are_nothing_to_do) {
  ranks::in_threads(2, [](Rank& self) {
    EQUAL(mcclAllReduce(nullptr, nullptr, 0, mcclFloat32, mcclSum, self.comm, self.stream),
          mcclSuccess);
    EQUAL(mcclSend(nullptr, 0, mcclFloat32, 1 - self.rank, self.comm, self.stream), mcclSuccess);
    EQUAL(mcclRecv(nullptr, 0, mcclFloat32, 1 - self.rank, self.comm, self.stream), mcclSuccess);
    EQUAL(musaStreamSynchronize(self.stream), musaSuccess);
    every::all_reduce<float>(self, mcclFloat32, mcclSum, 10, false);
  });
}

TEST(scaled_sums_read_device_scalars_when_they_run) {
  ranks::in_threads(2, [](Rank& self) {
    Buffer scalar(ranks::bytes_of(std::vector<float>{0}));
    Buffer buffer(ranks::bytes_of(std::vector<float>{1, 2, 3}));
    mcclRedOp_t op;
    EQUAL(mcclRedOpCreatePreMulSum(&op, scalar.get(), mcclFloat32, mcclScalarDevice, self.comm),
          mcclSuccess);
    CHECK(op >= mcclNumOps);
    const float factor = self.rank == 0 ? 10 : 0.5f;  // only now
    EQUAL(
        musaMemcpyAsync(scalar.get(), &factor, sizeof factor, musaMemcpyHostToDevice, self.stream),
        musaSuccess);
    EQUAL(mcclAllReduce(buffer.get(), buffer.get(), 3, mcclFloat32, op, self.comm, self.stream),
          mcclSuccess);
    EQUAL(mcclRedOpDestroy(op, self.comm), mcclSuccess);
    EQUAL(musaStreamSynchronize(self.stream), musaSuccess);
    EQUAL(buffer.values<float>()[2], 31.5f);
    EQUAL(mcclRedOpDestroy(op, self.comm), mcclInvalidArgument);
    EQUAL(mcclRedOpDestroy(mcclSum, self.comm), mcclInvalidArgument);
  });
}

TEST(operators_belong_to_a_communicator_and_a_type) {
  ranks::in_threads(1, [](Rank& self) {
    mcclComm_t other = nullptr;
    EQUAL(mcclCommInitAll(&other, 1, nullptr), mcclSuccess);
    Buffer buffer(64);
    double factor = 2;
    mcclRedOp_t op;
    EQUAL(mcclRedOpCreatePreMulSum(&op, &factor, mcclFloat64, mcclScalarHostImmediate, self.comm),
          mcclSuccess);
    EQUAL(mcclAllReduce(buffer.get(), buffer.get(), 1, mcclFloat32, op, self.comm, self.stream),
          mcclInvalidArgument);
    EQUAL(mcclAllReduce(buffer.get(), buffer.get(), 1, mcclFloat64, op, other, self.stream),
          mcclInvalidArgument);
    EQUAL(mcclRedOpDestroy(op, other), mcclInvalidArgument);
    EQUAL(mcclRedOpDestroy(op, self.comm), mcclSuccess);
    EQUAL(mcclRedOpCreatePreMulSum(&op, nullptr, mcclFloat64, mcclScalarHostImmediate, self.comm),
          mcclInvalidArgument);
    EQUAL(mcclCommDestroy(other), mcclSuccess);
  });
}

TEST(bad_arguments_are_refused) {
  ranks::in_threads(2, [](Rank& self) {
    Buffer buffer(64);
    void* data = buffer.get();
    const auto type = mcclInt32;
    EQUAL(mcclAllReduce(data, data, 4, mcclNumTypes, mcclSum, self.comm, self.stream),
          mcclInvalidArgument);
    EQUAL(mcclAllReduce(data, data, 4, type, static_cast<mcclRedOp_t>(77), self.comm, self.stream),
          mcclInvalidArgument);
    EQUAL(mcclBroadcast(data, data, 4, type, 2, self.comm, self.stream), mcclInvalidArgument);
    EQUAL(mcclReduce(data, data, 4, type, mcclSum, -1, self.comm, self.stream),
          mcclInvalidArgument);
    EQUAL(mcclSend(data, 4, type, 2, self.comm, self.stream), mcclInvalidArgument);
    EQUAL(mcclAllReduce(nullptr, data, 4, type, mcclSum, self.comm, self.stream),
          mcclInvalidArgument);
    EQUAL(mcclAllReduce(data, nullptr, 4, type, mcclSum, self.comm, self.stream),
          mcclInvalidArgument);
    EQUAL(mcclAllReduce(data, data, 4, type, mcclSum, nullptr, self.stream), mcclInvalidArgument);
    int on_the_stack[4] = {};
    EQUAL(mcclAllReduce(on_the_stack, data, 4, type, mcclSum, self.comm, self.stream),
          mcclInvalidArgument);
    EQUAL(mcclAllReduce(data, data, 1 << 20, type, mcclSum, self.comm, self.stream),
          mcclInvalidArgument);
    EQUAL(mcclAllReduce(data, data, SIZE_MAX, type, mcclSum, self.comm, self.stream),
          mcclInvalidArgument);
    EQUAL(musaSetDevice(self.rank + 4), musaSuccess);
    {
      Buffer elsewhere(64);
      EQUAL(mcclAllReduce(elsewhere.get(), data, 4, type, mcclSum, self.comm, self.stream),
            mcclInvalidArgument);
      CHECK(std::string(mcclGetLastError(self.comm)).find("device") != std::string::npos);
    }
    EQUAL(musaSetDevice(self.rank), musaSuccess);
    // Nothing of it disturbed the communicator.
    every::all_reduce<float>(self, mcclFloat32, mcclSum, 10, false);
  });
}

TEST(ranks_that_disagree_get_an_error_instead_of_garbage) {
  ranks::in_threads(2, [](Rank& self) {
    Buffer buffer(64);
    const std::size_t count = self.rank == 0 ? 4 : 5;
    EQUAL(mcclAllReduce(buffer.get(), buffer.get(), count, mcclInt32, mcclSum, self.comm,
                        self.stream),
          mcclSuccess);
    EQUAL(musaStreamSynchronize(self.stream), musaSuccess);
    mcclResult_t state = mcclSuccess;
    EQUAL(mcclCommGetAsyncError(self.comm, &state), mcclSuccess);
    CHECK(state == mcclInvalidUsage || state == mcclRemoteError);
    EQUAL(mcclAllReduce(buffer.get(), buffer.get(), 4, mcclInt32, mcclSum, self.comm, self.stream),
          state);
  });
}

TEST(operations_are_ordered_on_their_stream) {
  ranks::in_threads(2, [](Rank& self) {
    const std::size_t count = 50000;
    Buffer buffer(count * sizeof(int));
    std::vector<int> host(count);
    for (int round = 0; round < 30; ++round) {
      const std::vector<int> input = all_same(count, round + self.rank);
      EQUAL(musaMemcpyAsync(buffer.get(), input.data(), count * sizeof(int), musaMemcpyHostToDevice,
                            self.stream),
            musaSuccess);
      EQUAL(mcclAllReduce(buffer.get(), buffer.get(), count, mcclInt32, mcclSum, self.comm,
                          self.stream),
            mcclSuccess);
      EQUAL(musaMemcpyAsync(host.data(), buffer.get(), count * sizeof(int), musaMemcpyDeviceToHost,
                            self.stream),
            musaSuccess);
      EQUAL(musaStreamSynchronize(self.stream), musaSuccess);
      EQUAL(host[0], 2 * round + 1);
      EQUAL(host[count - 1], 2 * round + 1);
    }
  });
}

TEST(a_collective_blocks_only_its_stream) {
  ranks::in_threads(2, [](Rank& self) {
    static std::atomic<int> late{0};
    Buffer buffer(ranks::bytes_of(all_same(16, 1)));
    Buffer other(ranks::bytes_of(all_same(16, 2)));
    if (self.rank == 1) {  // comes only when the other rank has used its second stream
      while (late.load() == 0) {
        usleep(1000);
      }
    }
    EQUAL(mcclAllReduce(buffer.get(), buffer.get(), 16, mcclInt32, mcclSum, self.comm, self.stream),
          mcclSuccess);
    if (self.rank == 0) {
      musaStream_t second;
      EQUAL(musaStreamCreateWithFlags(&second, musaStreamNonBlocking), musaSuccess);
      EQUAL(musaMemsetAsync(other.get(), 0, 64, second), musaSuccess);
      EQUAL(musaStreamSynchronize(second), musaSuccess);
      EQUAL(musaStreamQuery(self.stream), musaErrorNotReady);
      late.store(1);
      EQUAL(musaStreamDestroy(second), musaSuccess);
    }
    EQUAL(musaStreamSynchronize(self.stream), musaSuccess);
    EQUAL(buffer.values<int>()[15], 2);
  });
}

// Each rank issues on two streams in the same order, but the streams run as they like.
TEST(operations_of_one_communicator_keep_their_order_across_streams) {
  ranks::in_threads(2, [](Rank& self) {
    musaStream_t second;
    EQUAL(musaStreamCreate(&second), musaSuccess);
    Buffer one(ranks::bytes_of(all_same(64, 1)));
    Buffer two(ranks::bytes_of(all_same(64, 1)));
    for (int i = 0; i < 20; ++i) {
      const bool slow = i % 2 == self.rank;
      if (slow) {
        EQUAL(musaLaunchHostFunc(self.stream, [](void*) { usleep(2000); }, nullptr), musaSuccess);
      }
      EQUAL(mcclAllReduce(one.get(), one.get(), 64, mcclInt32, mcclMax, self.comm, self.stream),
            mcclSuccess);
      EQUAL(mcclAllReduce(two.get(), two.get(), 32, mcclInt32, mcclMax, self.comm, second),
            mcclSuccess);
    }
    EQUAL(musaStreamSynchronize(self.stream), musaSuccess);
    EQUAL(musaStreamSynchronize(second), musaSuccess);
    mcclResult_t state = mcclInternalError;
    EQUAL(mcclCommGetAsyncError(self.comm, &state), mcclSuccess);
    EQUAL(state, mcclSuccess);
    EQUAL(musaStreamDestroy(second), musaSuccess);
  });
}

TEST(a_captured_collective_runs_at_each_replay) {
  ranks::in_threads(2, [](Rank& self) {
    Buffer buffer(ranks::bytes_of(all_same(1000, 1)));
    musaGraph_t graph;
    musaGraphExec_t executable;
    EQUAL(musaStreamBeginCapture(self.stream, musaStreamCaptureModeThreadLocal), musaSuccess);
    EQUAL(
        mcclAllReduce(buffer.get(), buffer.get(), 1000, mcclInt32, mcclSum, self.comm, self.stream),
        mcclSuccess);
    EQUAL(mcclGroupStart(), mcclSuccess);
    EQUAL(
        mcclAllReduce(buffer.get(), buffer.get(), 1000, mcclInt32, mcclSum, self.comm, self.stream),
        mcclSuccess);
    EQUAL(mcclGroupEnd(), mcclSuccess);
    EQUAL(musaStreamEndCapture(self.stream, &graph), musaSuccess);
    EQUAL(buffer.values<int>()[0], 1);  // recorded, not run
    EQUAL(musaGraphInstantiate(&executable, graph, 0), musaSuccess);
    for (int i = 0; i < 3; ++i) {
      EQUAL(musaGraphLaunch(executable, self.stream), musaSuccess);
    }
    EQUAL(musaStreamSynchronize(self.stream), musaSuccess);
    EQUAL(buffer.values<int>()[999], 64);
    EQUAL(musaGraphExecDestroy(executable), musaSuccess);
    EQUAL(musaGraphDestroy(graph), musaSuccess);
  });
}

TEST_MAIN()
