// Ranks that die, leave, stay away or are cut off: the others get an error in time, never a hang, and
// their devices and other communicators go on.
#include <sys/syscall.h>

#include <string>

#include "mccl/tests/every_collective.h"
#include "musasim/faults.h"

using ranks::Buffer;
using ranks::Rank;
using Clock = std::chrono::steady_clock;

namespace {

// The timeout of ranks that are made from now on. Short where a test waits for the timeout; long where
// something else has to end the waiting first.
void set_timeout(int seconds) {
  setenv("MUSASIM_MCCL_TIMEOUT", std::to_string(seconds).c_str(), 1);
}
constexpr int kShort = 4;
constexpr int kLong = 60;
constexpr int kWellBefore = 20;  // also on a busy machine

mcclResult_t state_of(mcclComm_t comm) {
  mcclResult_t state = mcclSuccess;
  EQUAL(mcclCommGetAsyncError(comm, &state), mcclSuccess);
  return state;
}

// The communicator is in error, and the stream and device as good as before.
void check_only_the_communicator_is_broken(const Rank& self, mcclResult_t wanted) {
  EQUAL(state_of(self.comm), wanted);
  EQUAL(musaGetLastError(), musaSuccess);
  Buffer buffer(ranks::bytes_of(std::vector<int>{5}));
  EQUAL(mcclAllReduce(buffer.get(), buffer.get(), 1, mcclInt32, mcclSum, self.comm, self.stream),
        wanted);
  EQUAL(musaMemsetAsync(buffer.get(), 0, 4, self.stream), musaSuccess);
  EQUAL(musaStreamSynchronize(self.stream), musaSuccess);
  EQUAL(buffer.values<int>()[0], 0);
  mcclComm_t fresh = nullptr;
  int device = -1;
  EQUAL(musaGetDevice(&device), musaSuccess);
  EQUAL(mcclCommInitAll(&fresh, 1, &device), mcclSuccess);
  EQUAL(mcclAllReduce(buffer.get(), buffer.get(), 1, mcclInt32, mcclSum, fresh, self.stream),
        mcclSuccess);
  EQUAL(musaStreamSynchronize(self.stream), musaSuccess);
  EQUAL(mcclCommDestroy(fresh), mcclSuccess);
}

void run_all_reduces(const Rank& self, std::size_t count, int times) {
  Buffer buffer(ranks::bytes_of(std::vector<float>(count, 1)));
  for (int i = 0; i < times && state_of(self.comm) == mcclSuccess; ++i) {
    mcclAllReduce(buffer.get(), buffer.get(), count, mcclFloat32, mcclMax, self.comm, self.stream);
    musaStreamSynchronize(self.stream);
  }
}

}  // namespace

// SIGKILL somewhere in the middle of large operations.
TEST(a_killed_rank_gives_the_others_an_error) {
  set_timeout(kLong);
  auto* start = ranks::shared<std::atomic<int>>();
  const std::vector<int> statuses = ranks::statuses_of_processes(4, [start](Rank& self) {
    run_all_reduces(self, 1000, 3);
    start->fetch_add(1);
    if (self.rank == 2) {
      std::thread([start] {
        while (start->load() < 4) {
          usleep(1000);
        }
        usleep(100000);
        kill(getpid(), SIGKILL);
      }).detach();
    }
    const Clock::time_point begin = Clock::now();
    run_all_reduces(self, 2000003, 1000000);
    CHECK(ranks::seconds_since(begin) < kWellBefore);
    check_only_the_communicator_is_broken(self, mcclRemoteError);
    EQUAL(mcclCommAbort(self.comm), mcclSuccess);
    self.comm = nullptr;
  });
  for (std::size_t i = 0; i < statuses.size(); ++i) {
    EQUAL(statuses[i], i == 2 ? SIGKILL : 0);
  }
}

TEST(a_death_is_noticed_well_before_the_timeout) {
  set_timeout(kLong);
  auto* killed = ranks::shared<std::atomic<int>>();
  const std::vector<int> statuses = ranks::statuses_of_processes(2, [killed](Rank& self) {
    if (self.rank == 1) {
      killed->store(1);
      raise(SIGKILL);
    }
    while (killed->load() == 0) {
      usleep(1000);
    }
    const Clock::time_point begin = Clock::now();
    run_all_reduces(self, 10, 1);
    CHECK(ranks::seconds_since(begin) < kWellBefore);
    EQUAL(state_of(self.comm), mcclRemoteError);
    CHECK(std::string(mcclGetLastError(self.comm)).find("died") != std::string::npos);
  });
  EQUAL(statuses[0], 0);
}

TEST(a_receive_from_a_killed_rank_ends) {
  set_timeout(kLong);
  auto* waiting = ranks::shared<std::atomic<int>>();
  const std::vector<int> statuses = ranks::statuses_of_processes(2, [waiting](Rank& self) {
    Buffer buffer(4 << 20);
    if (self.rank == 1) {  // announces a large message and dies
      mcclSend(buffer.get(), 1 << 20, mcclFloat32, 0, self.comm, self.stream);
      mcclRecv(buffer.get(), 1 << 20, mcclFloat32, 0, self.comm, self.stream);
      while (waiting->load() == 0) {
        usleep(1000);
      }
      raise(SIGKILL);
    }
    EQUAL(mcclRecv(buffer.get(), 1 << 20, mcclFloat32, 1, self.comm, self.stream), mcclSuccess);
    EQUAL(mcclRecv(buffer.get(), 1 << 20, mcclFloat32, 1, self.comm, self.stream), mcclSuccess);
    waiting->store(1);
    EQUAL(musaStreamSynchronize(self.stream), musaSuccess);
    check_only_the_communicator_is_broken(self, mcclRemoteError);
  });
  EQUAL(statuses[0], 0);
}

TEST(a_process_may_exit_while_its_operation_waits) {
  set_timeout(kLong);
  auto* leaving = ranks::shared<std::atomic<int>>();
  const std::vector<int> statuses = ranks::statuses_of_processes(2, [leaving](Rank& self) {
    if (self.rank == 0) {
      leaving->store(getpid());
      Buffer buffer(ranks::bytes_of(std::vector<float>(100, 1)));
      mcclAllReduce(buffer.get(), buffer.get(), 100, mcclFloat32, mcclMax, self.comm, self.stream);
      usleep(20000);
      std::exit(musaStreamQuery(self.stream) == musaErrorNotReady ? 0 : 1);
    }
    while (leaving->load() == 0 || kill(leaving->load(), 0) == 0) {
      usleep(1000);  // its parent waits for it first
    }
    const Clock::time_point begin = Clock::now();
    run_all_reduces(self, 100, 1);
    CHECK(ranks::seconds_since(begin) < kWellBefore);
    EQUAL(state_of(self.comm), mcclRemoteError);
  });
  EQUAL(statuses[0], 0);
  EQUAL(statuses[1], 0);
}

TEST(a_stopped_rank_is_an_error_after_the_timeout) {
  set_timeout(kShort);
  auto* stopped = ranks::shared<std::atomic<int>>();
  const std::vector<int> statuses = ranks::statuses_of_processes(2, [stopped](Rank& self) {
    if (self.rank == 1) {
      stopped->store(getpid());
      raise(SIGSTOP);
      std::_Exit(3);  // when it goes on
    }
    while (stopped->load() == 0) {
      usleep(1000);
    }
    const Clock::time_point begin = Clock::now();
    run_all_reduces(self, 10, 1);
    CHECK(ranks::seconds_since(begin) < kShort + kWellBefore);
    check_only_the_communicator_is_broken(self, mcclRemoteError);
    kill(stopped->load(), SIGCONT);
  });
  EQUAL(statuses[0], 0);
}

TEST(no_shared_memory_stays_after_a_kill) {
  set_timeout(kLong);
  const std::vector<int> statuses = ranks::statuses_of_processes(2, [](Rank& self) {
    run_all_reduces(self, 10000, 2);
    raise(SIGKILL);
  });
  EQUAL(statuses[0], SIGKILL);
  EQUAL(std::system("ls /dev/shm /tmp | grep -q musasim-mccl"), 256);  // nothing found
}

TEST(init_ends_when_ranks_never_come) {
  set_timeout(kShort);
  ranks::in_processes(1, [](Rank&) {
    mcclUniqueId id;
    mcclComm_t comm = nullptr;
    EQUAL(mcclGetUniqueId(&id), mcclSuccess);
    const Clock::time_point begin = Clock::now();
    EQUAL(mcclCommInitRank(&comm, 2, id, 0), mcclRemoteError);
    CHECK(ranks::seconds_since(begin) < kShort + kWellBefore);
    CHECK(comm == nullptr);
  });
}

TEST(init_with_the_id_of_a_dead_process_says_so) {
  set_timeout(kLong);
  auto* id = ranks::shared<mcclUniqueId>();
  const pid_t maker = fork();
  if (maker == 0) {
    std::_Exit(mcclGetUniqueId(id) == mcclSuccess ? 0 : 1);
  }
  EQUAL(ranks::wait_for_all({maker})[0], 0);
  ranks::in_processes(1, [id](Rank&) {
    mcclComm_t comm = nullptr;
    EQUAL(mcclCommInitRank(&comm, 2, *id, 0), mcclSystemError);
    CHECK(std::string(mcclGetLastError(nullptr)).find("has ended") != std::string::npos);
  });
}

TEST(abort_returns_while_an_operation_waits) {
  set_timeout(kLong);
  ranks::in_processes(1, [](Rank&) {
    ranks::in_threads(2, [](Rank& self) {
      static std::atomic<int> aborted{0};
      Buffer buffer(ranks::bytes_of(std::vector<float>(10, 1)));
      if (self.rank == 0) {
        EQUAL(mcclAllReduce(buffer.get(), buffer.get(), 10, mcclFloat32, mcclMax, self.comm,
                            self.stream),
              mcclSuccess);
        usleep(50000);
        EQUAL(musaStreamQuery(self.stream), musaErrorNotReady);
        const Clock::time_point begin = Clock::now();
        EQUAL(mcclCommAbort(self.comm), mcclSuccess);
        EQUAL(musaStreamSynchronize(self.stream), musaSuccess);
        CHECK(ranks::seconds_since(begin) < kWellBefore);
        aborted.store(1);
        self.comm = nullptr;
        return;
      }
      while (aborted.load() == 0) {
        usleep(1000);
      }
      // The other one is told at once.
      const Clock::time_point begin = Clock::now();
      run_all_reduces(self, 10, 1);
      CHECK(ranks::seconds_since(begin) < kWellBefore);
      check_only_the_communicator_is_broken(self, mcclRemoteError);
    });
  });
}

TEST(abort_of_a_nonblocking_init_returns) {
  set_timeout(kLong);
  ranks::in_processes(1, [](Rank&) {
    mcclUniqueId id;
    mcclComm_t comm = nullptr;
    mcclConfig_t config = MCCL_CONFIG_INITIALIZER;
    config.blocking = 0;
    EQUAL(mcclGetUniqueId(&id), mcclSuccess);
    EQUAL(mcclCommInitRankConfig(&comm, 2, id, 0, &config), mcclInProgress);
    const Clock::time_point begin = Clock::now();
    EQUAL(mcclCommAbort(comm), mcclSuccess);
    CHECK(ranks::seconds_since(begin) < kWellBefore);
  });
}

TEST(a_destroyed_communicator_is_an_error_for_those_who_wait) {
  set_timeout(kLong);
  ranks::in_processes(1, [](Rank&) {
    ranks::in_threads(2, [](Rank& self) {
      every::all_reduce<float>(self, mcclFloat32, mcclSum, 1000, false);
      if (self.rank == 0) {
        return;  // destroyed at once
      }
      run_all_reduces(self, 10, 1);
      EQUAL(state_of(self.comm), mcclRemoteError);
    });
  });
}

TEST(a_dropped_rank_is_an_error_for_all) {
  set_timeout(kShort);
  ranks::in_processes(3, [](Rank& self) {
    EQUAL(musasimSetFaults("mccl:rank=1,after=2", nullptr, 0), 0);
    run_all_reduces(self, 100, 2);
    EQUAL(state_of(self.comm), mcclSuccess);
    const Clock::time_point begin = Clock::now();
    run_all_reduces(self, 100, 1);
    const double seconds = ranks::seconds_since(begin);
    CHECK(seconds > 1 && seconds < kShort + kWellBefore);
    EQUAL(musasimSetFaults("", nullptr, 0), 0);
    check_only_the_communicator_is_broken(self, mcclRemoteError);
  });
}

TEST(a_late_rank_only_makes_the_others_wait) {
  set_timeout(kLong);
  ranks::in_processes(2, [](Rank& self) {
    EQUAL(musasimSetFaults("mccl:rank=1,delay_ms=300", nullptr, 0), 0);
    const Clock::time_point begin = Clock::now();
    run_all_reduces(self, 100, 2);
    CHECK(ranks::seconds_since(begin) > 0.5);
    EQUAL(state_of(self.comm), mcclSuccess);
    EQUAL(musasimSetFaults("", nullptr, 0), 0);
  });
}

TEST_MAIN()
