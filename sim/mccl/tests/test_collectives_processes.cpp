// Collective operations between processes, against a plain computation.
#include "mccl/tests/every_collective.h"

TEST(every_collective_between_4_processes) {
  ranks::in_processes(4, [](ranks::Rank& self) { every::run(self, {1, 259}); });
}

TEST(large_all_reduce_and_messages_between_processes) {
  ranks::in_processes(3, [](ranks::Rank& self) {
    const std::size_t count = 600011;
    every::all_reduce<float>(self, mcclFloat32, mcclSum, count, false);
    every::all_reduce<__half>(self, mcclFloat16, mcclMax, count, true);
    every::reduce_scatter<double>(self, mcclFloat64, mcclAvg, count / 4, false);
    every::send_receive<float>(self, mcclFloat32, count);
  });
}

// Pinned host memory cannot be mapped by others: it goes through staging memory, in pieces.
TEST(host_buffers_between_processes) {
  ranks::in_processes(3, [](ranks::Rank& self) {
    const std::size_t count = 600011;
    void* send = nullptr;
    void* receive = nullptr;
    EQUAL(musaMallocHost(&send, count * sizeof(int)), musaSuccess);
    EQUAL(musaMallocHost(&receive, count * sizeof(int)), musaSuccess);
    const std::vector<int> input = reference::input<int>(self.rank, 0, count);
    std::memcpy(send, input.data(), count * sizeof(int));
    EQUAL(mcclAllReduce(send, receive, count, mcclInt32, mcclSum, self.comm, self.stream),
          mcclSuccess);
    EQUAL(musaStreamSynchronize(self.stream), musaSuccess);
    const std::vector<int> sum = reference::reduced<int>(self.ranks, mcclSum, 0, count);
    CHECK(std::memcmp(receive, sum.data(), count * sizeof(int)) == 0);
    const std::size_t part = count / 3;
    EQUAL(mcclReduceScatter(send, receive, part, mcclInt32, mcclMax, self.comm, self.stream),
          mcclSuccess);
    EQUAL(musaStreamSynchronize(self.stream), musaSuccess);
    const std::vector<int> most = reference::reduced<int>(
        self.ranks, mcclMax, static_cast<std::size_t>(self.rank) * part, part);
    CHECK(std::memcmp(receive, most.data(), part * sizeof(int)) == 0);
    const int next = (self.rank + 1) % self.ranks;
    const int previous = (self.rank + self.ranks - 1) % self.ranks;
    EQUAL(mcclGroupStart(), mcclSuccess);
    EQUAL(mcclRecv(receive, count, mcclInt32, previous, self.comm, self.stream), mcclSuccess);
    EQUAL(mcclSend(send, count, mcclInt32, next, self.comm, self.stream), mcclSuccess);
    EQUAL(mcclGroupEnd(), mcclSuccess);
    EQUAL(musaStreamSynchronize(self.stream), musaSuccess);
    const std::vector<int> other = reference::input<int>(previous, 0, count);
    CHECK(std::memcmp(receive, other.data(), count * sizeof(int)) == 0);
    EQUAL(musaFreeHost(send), musaSuccess);
    EQUAL(musaFreeHost(receive), musaSuccess);
  });
}

TEST_MAIN()
