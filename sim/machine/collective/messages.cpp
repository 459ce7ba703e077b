// Sends and receives. A message goes through the ring of its pair of ranks in pieces, so that small
// ones leave at once; of a large one in device memory only the place goes through the ring, and the
// receiver copies from there.
#include <algorithm>
#include <cstring>
#include <deque>

#include "machine/collective/collectives.h"
#include "machine/collective/report.h"
#include "machine/library.h"

namespace musasim::collective {

namespace {

constexpr std::size_t kCopyPiece = 1 << 20;

// The messages of this rank to one other, or from it, that are not through yet.
struct Lane {
  int peer = 0;
  std::deque<const Task*> tasks;
  std::size_t done = 0;    // bytes of the first task
  bool announced = false;  // sending: the place of the first task is in the ring
};

class Messages {
 public:
  Messages(Clique& clique, const std::vector<Task>& tasks);
  mcclResult_t run();

 private:
  Ring& outgoing(const Lane& lane) const {
    return clique_.segment().ring(clique_.rank(), lane.peer);
  }
  Ring& incoming(const Lane& lane) const {
    return clique_.segment().ring(lane.peer, clique_.rank());
  }
  bool can_send(const Lane& lane) const;
  bool can_receive(const Lane& lane) const;
  mcclResult_t send(Lane& lane);
  void send_piece(Lane& lane, const BufferNote& direct);
  mcclResult_t receive(Lane& lane);
  mcclResult_t receive_direct(const Lane& lane, const RingSlot& slot);
  bool finished() const;
  bool ready() const;
  bool waits_for(int rank) const;
  static void next(Lane& lane);

  Clique& clique_;
  std::vector<Lane> sends_, receives_;
};

Messages::Messages(Clique& clique, const std::vector<Task>& tasks)
    : clique_(clique),
      sends_(static_cast<std::size_t>(clique.ranks())),
      receives_(static_cast<std::size_t>(clique.ranks())) {
  for (int i = 0; i < clique.ranks(); ++i) {
    sends_[static_cast<std::size_t>(i)].peer = i;
    receives_[static_cast<std::size_t>(i)].peer = i;
  }
  for (const Task& task : tasks) {
    const auto peer = static_cast<std::size_t>(task.peer);
    (task.kind == TaskKind::kSend ? sends_ : receives_)[peer].tasks.push_back(&task);
  }
}

// A lane whose first message is announced waits until the receiver has copied it.
bool Messages::can_send(const Lane& lane) const {
  if (lane.tasks.empty()) {
    return false;
  }
  const Ring& ring = outgoing(lane);
  const std::uint64_t waiting = ring.head.load() - ring.tail.load();
  return lane.announced ? waiting == 0 : waiting < kRingSlots;
}

bool Messages::can_receive(const Lane& lane) const {
  return !lane.tasks.empty() && incoming(lane).head.load() != incoming(lane).tail.load();
}

void Messages::next(Lane& lane) {
  lane.tasks.pop_front();
  lane.done = 0;
  lane.announced = false;
}

void Messages::send_piece(Lane& lane, const BufferNote& direct) {
  const Task& task = *lane.tasks.front();
  Ring& ring = outgoing(lane);
  const std::uint64_t piece = ring.head.load();
  RingSlot& slot = ring.slots[piece % kRingSlots];
  slot.total = task.bytes();
  slot.direct = direct;
  slot.bytes = direct.where != BufferNote::kNone
                   ? 0
                   : std::min(clique_.segment().ring_slot_bytes(), task.bytes() - lane.done);
  std::memcpy(clique_.segment().ring_data(clique_.rank(), lane.peer, piece),
              static_cast<const char*>(backing(task.send)) + lane.done, slot.bytes);
  lane.done += slot.bytes;
  ring.head.store(piece + 1);
  clique_.ring(lane.peer);
}

mcclResult_t Messages::send(Lane& lane) {
  if (lane.announced) {
    next(lane);
    return mcclSuccess;
  }
  const Task& task = *lane.tasks.front();
  const std::size_t room = kRingSlots * clique_.segment().ring_slot_bytes();
  if (lane.done == 0 && task.bytes() > room) {
    const BufferNote place = clique_.describe(task.send, task.bytes());
    if (place.where != BufferNote::kStaging) {
      send_piece(lane, place);
      lane.announced = true;
      return mcclSuccess;
    }
  }
  send_piece(lane, {});
  if (lane.done == task.bytes()) {
    next(lane);
  }
  return mcclSuccess;
}

mcclResult_t Messages::receive_direct(const Lane& lane, const RingSlot& slot) {
  const Task& task = *lane.tasks.front();
  const char* from = clique_.find(lane.peer, slot.direct, task.bytes());
  if (from == nullptr) {
    return clique_.cannot_reach(lane.peer);
  }
  const TouchScope touching(clique_);
  char* to = static_cast<char*>(backing(task.receive));
  for (std::size_t done = 0; done < task.bytes(); done += kCopyPiece) {
    if (!touching.may_go_on()) {
      return clique_.cancelled()
                 ? kCancelled
                 : fail(mcclRemoteError, "Another rank stopped in the middle of " + describe(task));
    }
    std::memmove(to + done, from + done, std::min(kCopyPiece, task.bytes() - done));
  }
  return mcclSuccess;
}

mcclResult_t Messages::receive(Lane& lane) {
  const Task& task = *lane.tasks.front();
  Ring& ring = incoming(lane);
  const std::uint64_t piece = ring.tail.load();
  const RingSlot& slot = ring.slots[piece % kRingSlots];
  if (slot.total != task.bytes()) {
    return fail(mcclInvalidUsage, "Rank " + std::to_string(lane.peer) + " sends " +
                                      std::to_string(slot.total) + " bytes, but rank " +
                                      std::to_string(clique_.rank()) + " expects " +
                                      std::to_string(task.bytes()));
  }
  if (slot.direct.where != BufferNote::kNone) {
    const mcclResult_t result = receive_direct(lane, slot);
    if (result != mcclSuccess) {
      return result;
    }
    lane.done = task.bytes();
  } else {
    std::memcpy(static_cast<char*>(backing(task.receive)) + lane.done,
                clique_.segment().ring_data(lane.peer, clique_.rank(), piece), slot.bytes);
    lane.done += slot.bytes;
  }
  ring.tail.store(piece + 1);
  clique_.ring(lane.peer);
  if (lane.done == task.bytes()) {
    next(lane);
  }
  return mcclSuccess;
}

bool Messages::finished() const {
  const auto idle = [](const Lane& lane) { return lane.tasks.empty(); };
  return std::all_of(sends_.begin(), sends_.end(), idle) &&
         std::all_of(receives_.begin(), receives_.end(), idle);
}

bool Messages::ready() const {
  return std::any_of(sends_.begin(), sends_.end(), [this](const Lane& l) { return can_send(l); }) ||
         std::any_of(receives_.begin(), receives_.end(),
                     [this](const Lane& l) { return can_receive(l); });
}

bool Messages::waits_for(int rank) const {
  const auto index = static_cast<std::size_t>(rank);
  return !sends_[index].tasks.empty() || !receives_[index].tasks.empty();
}

mcclResult_t Messages::run() {
  while (!finished()) {
    for (Lane& lane : sends_) {
      while (can_send(lane)) {
        const mcclResult_t result = send(lane);
        if (result != mcclSuccess) {
          return result;
        }
      }
    }
    for (Lane& lane : receives_) {
      while (can_receive(lane)) {
        const mcclResult_t result = receive(lane);
        if (result != mcclSuccess) {
          return result;
        }
      }
    }
    const mcclResult_t result = clique_.wait([this] { return finished() || ready(); },
                                             [this](int rank) { return waits_for(rank); });
    if (result != mcclSuccess) {
      return result;
    }
  }
  return mcclSuccess;
}

}  // namespace

mcclResult_t run_messages(Clique& clique, const std::vector<Task>& messages) {
  return Messages(clique, messages).run();
}

}  // namespace musasim::collective
