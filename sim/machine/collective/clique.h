// One rank among its peers: joining them, waiting for them without ever waiting for the dead, and
// reaching their memory.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "machine/collective/device_memory.h"
#include "machine/collective/limits.h"
#include "machine/collective/segment.h"
#include "mccl.h"

namespace musasim::collective {

// The result of a wait in which this rank was told to stop: no error of its own.
constexpr mcclResult_t kCancelled = mcclNumResults;

class Clique {
 public:
  Clique(int ranks, int rank, int physical_device);
  ~Clique();
  Clique(const Clique&) = delete;
  Clique& operator=(const Clique&) = delete;

  // Sets the rank and the number of ranks, where they were not known yet. Before join().
  void place(int ranks, int rank);
  // Waits until all ranks have joined.
  mcclResult_t join(const mcclUniqueId& id);

  int rank() const { return rank_; }
  int ranks() const { return ranks_; }
  Segment& segment() const { return *segment_; }
  RankSlot& slot(int rank) const { return segment_->slot(rank); }
  RankSlot& mine() const { return segment_->slot(rank_); }
  bool in_this_process(int rank) const { return peers_[rank].local; }

  // Something changed that the rank may wait for.
  void ring(int rank) const;
  void ring_all() const;

  // Sleeps until done() holds. It is woken when this rank's bell rings; pending(r) says for which
  // ranks it waits. An error when one of those can never come.
  template <class Done, class Pending>
  mcclResult_t wait(Done done, Pending pending);

  // The one of its two notes that the next operation uses. The other one may still be read: the operation
  // before this one may not have ended for all ranks.
  int next_parity() { return static_cast<int>(operations_++ % 2); }

  // One step of a collective operation: returns when all ranks have come as far.
  mcclResult_t meet();

  // Gathers what each rank gives (on the host, not on a stream).
  mcclResult_t gather(const HostNote& mine, std::vector<HostNote>* all);

  // The note of this rank about a buffer; and another rank's buffer in this process, null without one.
  BufferNote describe(const void* pointer, std::size_t bytes) const;
  char* find(int rank, const BufferNote& note, std::size_t bytes) const;
  // The error when find() gave nothing.
  mcclResult_t cannot_reach(int rank) const;

  // No more waiting, now and later: every wait returns kCancelled.
  void cancel();
  bool cancelled() const { return cancelled_.load(); }
  // Tells the others how this rank ended, once.
  void end(RankState state);
  // Does nothing for a while, unless cancelled.
  void pause(std::chrono::milliseconds time);
  // This rank is cut off (a fault on demand): shows no life any more. Returns as the others notice.
  mcclResult_t drop_out();

 private:
  friend class TouchScope;
  struct Peer {
    bool local = false;
    std::shared_ptr<processes::ProcessWatch> process;  // of ranks in other processes
    std::shared_ptr<RemoteMemory> memory;
  };
  // The time that a wait has gone on, and when each rank last showed life.
  struct Watch {
    bool joining = false;
    Clock::time_point begin = Clock::now();
    Clock::time_point last_look = begin;
    std::vector<std::pair<std::uint64_t, Clock::time_point>> beats;
  };

  mcclResult_t claim_slot();
  void fall_silent();  // no more signs of life
  mcclResult_t meet_peers();
  mcclResult_t check_slots() const;
  mcclResult_t know_peers();
  bool rivals() const;  // two have come as the same rank
  mcclResult_t joined_twice() const;
  void sleep(std::uint32_t bell);
  mcclResult_t look_at(int rank, Watch& watch) const;
  bool alive(int rank) const;
  template <class Done, class Pending>
  mcclResult_t wait(Done done, Pending pending, Watch watch);
  std::string name_of(int rank) const;
  mcclResult_t no_answer(int rank, const char* why) const;

  int ranks_;
  int rank_;
  const int physical_device_;
  int spins_;
  std::shared_ptr<Segment> segment_;
  std::vector<Peer> peers_;
  bool all_local_ = false;
  Limits limits_;
  std::shared_ptr<void> beating_;
  std::mutex beating_mutex_;
  std::atomic<bool> cancelled_{false};
  std::atomic<bool> joined_{false};
  std::uint64_t operations_ = 0;
};

// While it lives, this rank reads and writes memory of others. A rank that stops because of an error
// first waits until nobody does so any more.
class TouchScope {
 public:
  explicit TouchScope(Clique& clique);
  ~TouchScope();
  TouchScope(const TouchScope&) = delete;
  TouchScope& operator=(const TouchScope&) = delete;
  // Nobody has stopped: going on is safe. Asked between pieces of the work.
  bool may_go_on() const;

 private:
  Clique& clique_;
};

template <class Done, class Pending>
mcclResult_t Clique::wait(Done done, Pending pending) {
  for (int i = 0; i < spins_; ++i) {
    if (done()) {
      return mcclSuccess;
    }
  }
  return wait(done, pending, Watch());
}

template <class Done, class Pending>
mcclResult_t Clique::wait(Done done, Pending pending, Watch watch) {
  for (;;) {
    const std::uint32_t bell = mine().doorbell.load();
    bool lost = false;
    for (int i = 0; i < ranks_ && !lost; ++i) {
      const RankState state = slot(i).state.load();
      lost = i != rank_ && state > RankState::kJoined && pending(i);
    }
    // A rank that has gone may have done its part before.
    if (done()) {
      return mcclSuccess;
    }
    if (cancelled()) {
      return kCancelled;
    }
    if (watch.joining && rivals()) {
      return joined_twice();
    }
    const bool look = lost || Clock::now() - watch.last_look > std::chrono::milliseconds(50);
    for (int i = 0; i < ranks_ && look; ++i) {
      if (i != rank_ && pending(i)) {
        const mcclResult_t result = look_at(i, watch);
        if (result != mcclSuccess) {
          return result;
        }
      }
    }
    watch.last_look = look ? Clock::now() : watch.last_look;
    sleep(bell);
  }
}

}  // namespace musasim::collective
