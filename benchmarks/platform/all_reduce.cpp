// All-reduce between two processes, as a share of what memcpy moves when both processes copy at the
// same time: each rank reads and writes as many bytes for an all-reduce as for a copy of that size.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstring>

#include "mccl.h"
#include "measure.h"

namespace {

constexpr int kRanks = 2;
constexpr int kRounds = 15;
constexpr unsigned kTurns = 1 << 16;  // of waiting, after which a rank looks for the other

struct Shared {
  std::atomic<int> id_made;
  std::atomic<int> arrived;
  mcclUniqueId id;
};

void check_mccl(mcclResult_t result, const char* what) {
  if (result != mcclSuccess) {
    std::fprintf(stderr, "%s: %s\n", what, mcclGetLastError(nullptr));
    std::exit(1);
  }
}
#define CHECKED_MCCL(call) check_mccl(call, #call)

class Rank {
 public:
  // `other`: the process of the other rank, which is this one's child or parent.
  Rank(int rank, pid_t other, Shared& shared) : rank_(rank), other_(other), shared_(shared) {
    if (rank == 0) {
      CHECKED_MCCL(mcclGetUniqueId(&shared.id));
      shared.id_made.store(1);
    }
    while (shared.id_made.load() == 0) {
      usleep(100);
      give_up_if(other_is_gone() && shared.id_made.load() == 0);
    }
    CHECKED(musaSetDevice(rank));
    CHECKED(musaStreamCreate(&stream_));
    CHECKED_MCCL(mcclCommInitRank(&comm_, kRanks, shared.id, rank));
  }
  ~Rank() {
    mcclCommDestroy(comm_);
    musaStreamDestroy(stream_);
  }

  void all_reduce(std::size_t bytes, const char* size, int times, const char* limit);

 private:
  // All ranks come here before any goes on.
  void meet() {
    const int goal = (shared_.arrived.fetch_add(1) / kRanks + 1) * kRanks;
    for (unsigned turn = 1; shared_.arrived.load() < goal; ++turn) {
      // Seldom: the question costs much more than a turn.
      give_up_if(turn % kTurns == 0 && other_is_gone() && shared_.arrived.load() < goal);
    }
  }
  bool other_is_gone() const {
    if (rank_ != 0) {
      return getppid() != other_;
    }
    siginfo_t ended{};
    return waitid(P_PID, static_cast<id_t>(other_), &ended, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           ended.si_pid != 0;
  }
  static void give_up_if(bool alone) {
    if (alone) {
      std::fprintf(stderr, "the other rank is gone\n");
      std::exit(1);
    }
  }
  // Nanoseconds until all ranks have done it.
  template <class Work>
  double time_together(int times, Work work) {
    meet();
    return measure::time_ns([&] {
             for (int i = 0; i < times; ++i) {
               work();
             }
             meet();
           }) /
           times;
  }

  const int rank_;
  const pid_t other_;
  Shared& shared_;
  mcclComm_t comm_ = nullptr;
  musaStream_t stream_ = nullptr;
};

void Rank::all_reduce(std::size_t bytes, const char* size, int times, const char* limit) {
  std::vector<char> from(bytes, 1);
  std::vector<char> to(bytes, 2);
  void* send = nullptr;
  void* receive = nullptr;
  CHECKED(musaMalloc(&send, bytes));
  CHECKED(musaMalloc(&receive, bytes));
  CHECKED(musaMemset(send, 0, bytes));
  CHECKED(musaMemset(receive, 0, bytes));
  std::vector<double> shares;
  std::vector<double> nanoseconds;
  for (int round = -2; round < kRounds; ++round) {
    const double plain = time_together(times, [&] { std::memcpy(to.data(), from.data(), bytes); });
    const double ours = time_together(times, [&] {
      CHECKED_MCCL(mcclAllReduce(send, receive, bytes / sizeof(float), mcclFloat32, mcclSum, comm_,
                                 stream_));
      CHECKED(musaStreamSynchronize(stream_));
    });
    if (round >= 0) {
      shares.push_back(plain / ours);
      nanoseconds.push_back(ours);
    }
  }
  if (rank_ == 0) {
    const double time = measure::median(nanoseconds);
    const std::string name = std::string(size) + " between 2 processes";
    measure::row((name + ", share of memcpy").c_str(), measure::median(shares), "ratio", limit);
    measure::row(name.c_str(), static_cast<double>(bytes) / time, "GB/s");
    measure::row((name + ", time").c_str(), time / 1000, "us");
  }
  CHECKED(musaFree(send));
  CHECKED(musaFree(receive));
}

void run(int rank, pid_t other, Shared& shared) {
  Rank self(rank, other, shared);
  self.all_reduce(std::size_t{64} << 20, "64 MiB", 1, ">=0.5");
  self.all_reduce(std::size_t{1} << 20, "1 MiB", 16, "");
  self.all_reduce(4096, "4 KiB", 64, "");
}

}  // namespace

int main() {
  setenv("MUSASIM_DEVICES", "2", 1);
  void* memory =
      mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  auto& shared = *static_cast<Shared*>(memory);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) {
    std::perror("fork");
    return 1;
  }
  run(child == 0 ? 1 : 0, child == 0 ? parent : child, shared);
  int status = 0;
  return child == 0 || (waitpid(child, &status, 0) == child && status == 0) ? 0 : 1;
}
