// Joining, meeting and watching of peers.
#include "machine/collective/clique.h"

#include <algorithm>
#include <cstring>
#include <thread>

#include "machine/collective/rendezvous.h"
#include "machine/collective/report.h"
#include "machine/process/futex.h"

namespace musasim::collective {

namespace {

// Spinning only pays when all ranks can run at the same time.
int useful_spins(int ranks) {
  const unsigned cores = std::thread::hardware_concurrency();
  return ranks <= static_cast<int>(cores) ? 2000 : 1;
}

}  // namespace

Clique::Clique(int ranks, int rank, int physical_device)
    : physical_device_(physical_device), limits_(wait_limits()) {
  place(ranks, rank);
}

void Clique::place(int ranks, int rank) {
  ranks_ = ranks;
  rank_ = rank;
  spins_ = useful_spins(ranks);
  peers_.resize(static_cast<std::size_t>(ranks));
}

Clique::~Clique() { end(RankState::kLeft); }

void Clique::ring(int rank) const {
  RankSlot& other = slot(rank);
  other.doorbell.fetch_add(1);
  if (other.sleepers.load() != 0) {
    processes::futex_wake_all(other.doorbell);
  }
}

void Clique::ring_all() const {
  for (int i = 0; i < ranks_; ++i) {
    if (i != rank_) {
      ring(i);
    }
  }
}

void Clique::sleep(std::uint32_t bell) {
  mine().sleepers.fetch_add(1);
  processes::futex_wait(mine().doorbell, bell, std::chrono::milliseconds(60));
  mine().sleepers.fetch_sub(1);
}

mcclResult_t Clique::join(const mcclUniqueId& id) {
  mcclResult_t result = open_segment(id, ranks_, &segment_);
  if (result == mcclSuccess) {
    result = claim_slot();
  }
  if (result == mcclSuccess) {
    joined_ = true;
    result = meet_peers();
  }
  if (result == mcclSuccess) {
    result = check_slots();
  }
  return result == mcclSuccess ? know_peers() : result;
}

mcclResult_t Clique::claim_slot() {
  RankSlot& slot = mine();
  if (slot.claimed.fetch_add(1) != 0) {
    for (int i = 0; i < ranks_; ++i) {
      ring(i);  // no use for anybody to wait for the rank that this one should have been
    }
    return joined_twice();
  }
  slot.process = processes::this_process();
  slot.physical_device = physical_device_;
  const std::string service = service_name();
  service.copy(slot.service, sizeof slot.service - 1);
  std::atomic<std::uint64_t>& heartbeat = slot.heartbeat;
  const std::shared_ptr<Segment> segment = segment_;
  beating_ = keep_beating([segment, &heartbeat] { heartbeat.fetch_add(1); });
  slot.state.store(RankState::kJoined);
  ring_all();
  return mcclSuccess;
}

mcclResult_t Clique::meet_peers() {
  const auto absent = [this](int rank) { return slot(rank).state.load() == RankState::kAbsent; };
  const auto complete = [this, absent] {
    for (int i = 0; i < ranks_; ++i) {
      if (absent(i)) {
        return false;
      }
    }
    return true;
  };
  Watch watch;
  watch.joining = true;
  return wait(complete, [](int) { return true; }, watch);
}

// Whether the ranks fit together. All see the same slots, so all come to the same result.
mcclResult_t Clique::check_slots() const {
  for (int i = 0; i < ranks_; ++i) {
    if (slot(i).process.pid_namespace != mine().process.pid_namespace) {
      return fail(mcclSystemError, "Rank " + std::to_string(i) +
                                       " runs in another PID namespace than rank " +
                                       std::to_string(rank_));
    }
    for (int k = 0; k < i; ++k) {
      if (slot(k).physical_device == slot(i).physical_device) {
        return fail(mcclInvalidUsage, "Ranks " + std::to_string(k) + " and " + std::to_string(i) +
                                          " both use device " +
                                          std::to_string(slot(i).physical_device));
      }
    }
  }
  return mcclSuccess;
}

mcclResult_t Clique::know_peers() {
  all_local_ = true;
  for (int i = 0; i < ranks_; ++i) {
    const RankSlot& other = slot(i);
    if (other.state.load() == RankState::kFailed) {
      return no_answer(i, "could not join");
    }
    Peer& peer = peers_[static_cast<std::size_t>(i)];
    peer.local = other.process == mine().process;
    all_local_ = all_local_ && peer.local;
    if (!peer.local) {
      peer.process = processes::watch_process(other.process);
      peer.memory = remote_memory(other.service);
    }
  }
  return mcclSuccess;
}

bool Clique::rivals() const {
  for (int i = 0; i < ranks_; ++i) {
    if (slot(i).claimed.load() > 1) {
      return true;
    }
  }
  return false;
}

mcclResult_t Clique::joined_twice() const {
  return fail(mcclInvalidUsage,
              "Rank " + std::to_string(rank_) + " has joined twice; each rank must join once");
}

bool Clique::alive(int rank) const {
  const RankSlot& other = slot(rank);
  if (other.process == mine().process) {
    return true;
  }
  const std::shared_ptr<processes::ProcessWatch>& known =
      peers_[static_cast<std::size_t>(rank)].process;
  return (known != nullptr ? known : processes::watch_process(other.process))->alive();
}

std::string Clique::name_of(int rank) const {
  return "Rank " + std::to_string(rank) + " (process " + std::to_string(slot(rank).process.pid) +
         ")";
}

mcclResult_t Clique::no_answer(int rank, const char* why) const {
  return fail(mcclRemoteError, name_of(rank) + " " + why + "; rank " + std::to_string(rank_) +
                                   " gives up waiting for it");
}

mcclResult_t Clique::look_at(int rank, Watch& watch) const {
  const RankState state = slot(rank).state.load();
  const Clock::time_point now = Clock::now();
  switch (state) {
    case RankState::kAbsent:
      return now - watch.begin < limits_.joining
                 ? mcclSuccess
                 : fail(mcclRemoteError, "Rank " + std::to_string(rank) + " has not joined the " +
                                             std::to_string(ranks_) +
                                             " ranks in time (MUSASIM_MCCL_TIMEOUT)");
    case RankState::kLeft: return no_answer(rank, "has destroyed its communicator");
    case RankState::kAborted: return no_answer(rank, "has aborted its communicator");
    case RankState::kFailed: return no_answer(rank, "had an error");
    case RankState::kJoined: break;
  }
  if (!alive(rank)) {
    return no_answer(rank, "has died");
  }
  if (watch.beats.empty()) {
    watch.beats.resize(static_cast<std::size_t>(ranks_), {0, watch.begin});
  }
  auto& [beat, since] = watch.beats[static_cast<std::size_t>(rank)];
  if (slot(rank).heartbeat.load() != beat) {
    beat = slot(rank).heartbeat.load();
    since = now;
  }
  if (now - since > limits_.silence) {
    return no_answer(rank, "shows no sign of life");
  }
  if (!watch.joining && limits_.working.count() > 0 && now - watch.begin > limits_.working) {
    return no_answer(rank, "is alive but does not take part (MUSASIM_MCCL_TIMEOUT)");
  }
  return mcclSuccess;
}

mcclResult_t Clique::cannot_reach(int rank) const {
  Watch watch;
  const mcclResult_t gone = look_at(rank, watch);
  return gone != mcclSuccess
             ? gone
             : fail(mcclSystemError, "Cannot map the device memory of " + name_of(rank));
}

mcclResult_t Clique::meet() {
  const std::uint64_t step = mine().progress.fetch_add(1) + 1;
  ring_all();
  int first = 0;  // ranks before it have come
  const auto come = [this, step](int rank) { return slot(rank).progress.load() >= step; };
  return wait(
      [this, &first, come] {
        while (first < ranks_ && come(first)) {
          ++first;
        }
        return first == ranks_;
      },
      [come](int rank) { return !come(rank); });
}

mcclResult_t Clique::gather(const HostNote& note, std::vector<HostNote>* all) {
  // A rank can be one step ahead of another at most: it needs all of them for the next one.
  const std::uint64_t step = mine().gathered.load() + 1;
  mine().host_notes[step % 2] = note;
  mine().gathered.store(step);
  ring_all();
  const auto come = [this, step](int rank) { return slot(rank).gathered.load() >= step; };
  const mcclResult_t result = wait(
      [this, come] {
        for (int i = 0; i < ranks_; ++i) {
          if (!come(i)) {
            return false;
          }
        }
        return true;
      },
      [come](int rank) { return !come(rank); });
  for (int i = 0; i < ranks_ && result == mcclSuccess; ++i) {
    all->push_back(slot(i).host_notes[step % 2]);
  }
  return result;
}

void Clique::cancel() {
  cancelled_.store(true);
  if (joined_.load()) {
    ring(rank_);
  }
}

void Clique::end(RankState state) {
  if (!joined_) {
    return;
  }
  RankState joined = RankState::kJoined;
  mine().state.compare_exchange_strong(joined, state);
  ring_all();
  if (state != RankState::kLeft) {
    // Memory of this rank must not be touched once its owner knows of the end. Whoever touches it
    // finishes a piece and then sees the state.
    for (int i = 0; i < ranks_; ++i) {
      for (int round = 0; i != rank_ && slot(i).touching.load() != 0 && alive(i); ++round) {
        if (round == 2000) break;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
    }
  }
  fall_silent();
}

void Clique::fall_silent() {
  std::shared_ptr<void> beating;
  const std::lock_guard<std::mutex> lock(beating_mutex_);
  beating.swap(beating_);
}

void Clique::pause(std::chrono::milliseconds time) {
  const Clock::time_point end = Clock::now() + time;
  while (Clock::now() < end && !cancelled()) {
    std::this_thread::sleep_for(
        std::min<Clock::duration>(end - Clock::now(), std::chrono::milliseconds(20)));
  }
}

mcclResult_t Clique::drop_out() {
  fall_silent();
  pause(limits_.silence);
  if (cancelled()) {
    return kCancelled;
  }
  return fail(mcclRemoteError, "Rank " + std::to_string(rank_) +
                                   " was cut off from the other ranks (a fault of MUSASIM_FAULTS)");
}

TouchScope::TouchScope(Clique& clique) : clique_(clique) { clique_.mine().touching.fetch_add(1); }
TouchScope::~TouchScope() { clique_.mine().touching.fetch_sub(1); }

bool TouchScope::may_go_on() const {
  if (clique_.cancelled()) {
    return false;
  }
  for (int i = 0; i < clique_.ranks(); ++i) {
    if (clique_.slot(i).state.load() > RankState::kLeft) {
      return false;
    }
  }
  return true;
}

}  // namespace musasim::collective
