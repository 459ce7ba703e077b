// The shared memory of one communicator: a slot a rank, staging memory, and a ring for each ordered
// pair of ranks. It is an anonymous file that all ranks map; nothing of it stays when they are gone.
// All of it starts as zeros.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "machine/process/process.h"
#include "mccl.h"

namespace musasim::collective {

constexpr std::uint64_t kSegmentMagic = 0x3167657378636d6dull;
constexpr int kMaxRanks = 256;

enum class RankState : std::uint32_t {
  kAbsent,
  kJoined,
  kLeft,     // destroyed its communicator
  kAborted,  // aborted it
  kFailed,   // met an error
};

// The place where other ranks find a buffer.
struct BufferNote {
  enum Where : std::uint32_t {
    kNone,     // not part of the operation
    kPointer,  // all ranks are in one process: an address
    kDevice,   // in device memory: offset in the file of that memory
    kStaging,  // in the rank's staging memory, piece by piece
  };
  std::uint32_t where = kNone;
  std::int32_t memory = -1;   // kDevice: number of the memory in its process
  std::uint64_t address = 0;  // kPointer, kDevice
};

// The operation that a rank is about to do; ranks compare theirs.
struct OperationNote {
  std::int32_t kind = 0;
  std::int32_t type = 0;
  std::int32_t reduction = 0;  // created operators: mcclNumOps
  std::int32_t root = 0;
  std::uint64_t count = 0;
  double scalar = 1;         // of a pre-multiplied sum, for floating point types
  std::int64_t integer = 1;  // and for integers
  BufferNote send;
  BufferNote receive;
};

// One contribution to a gathering on the host (CommSplit).
struct HostNote {
  char bytes[256];
};

struct alignas(128) RankSlot {
  std::atomic<std::uint32_t> claimed;  // how many have come as this rank
  std::atomic<RankState> state;
  processes::ProcessId process;
  std::int32_t physical_device;
  char service[64];  // the socket that gives out the process' memory

  alignas(64) std::atomic<std::uint32_t> doorbell;  // rung when something changed for this rank
  std::atomic<std::uint32_t> sleepers;              // who sleeps on the doorbell
  alignas(64) std::atomic<std::uint64_t> progress;  // steps done in collective operations
  std::atomic<std::uint64_t> gathered;              // steps done in gatherings on the host
  std::atomic<std::uint64_t> heartbeat;
  std::atomic<std::uint32_t> touching;  // reads or writes memory of other ranks just now
  OperationNote notes[2];
  HostNote host_notes[2];
};

constexpr std::uint32_t kRingSlots = 4;

struct RingSlot {
  std::uint64_t total;  // bytes of the whole message
  std::uint64_t bytes;  // of it in this slot; 0 when `direct` tells where all of it is
  BufferNote direct;
};

// Messages from one rank to another, in pieces.
struct alignas(128) Ring {
  alignas(64) std::atomic<std::uint64_t> head;  // pieces written
  alignas(64) std::atomic<std::uint64_t> tail;  // pieces read
  RingSlot slots[kRingSlots];
};

struct SegmentHeader {
  std::uint64_t magic;
  std::int32_t ranks;
};

class Segment {
 public:
  // An anonymous file with room for so many ranks; -1 and errno on failure.
  static int create_file(int ranks);
  // Maps the file and closes it. Null when it is not one of ours.
  static std::shared_ptr<Segment> map(int fd);
  ~Segment();
  Segment(const Segment&) = delete;
  Segment& operator=(const Segment&) = delete;

  int ranks() const { return ranks_; }
  RankSlot& slot(int rank) const;
  std::size_t staging_bytes() const { return staging_bytes_; }
  char* send_staging(int rank) const;
  char* receive_staging(int rank) const;
  Ring& ring(int source, int target) const;
  std::size_t ring_slot_bytes() const { return ring_slot_bytes_; }
  char* ring_data(int source, int target, std::uint64_t piece) const;

 private:
  explicit Segment(int ranks);
  std::size_t size() const;

  char* base_ = nullptr;
  int ranks_;
  std::size_t staging_bytes_;    // of one rank, for sending and again for receiving
  std::size_t ring_slot_bytes_;  // of one piece of a message
  std::size_t slots_offset_, rings_offset_, staging_offset_, data_offset_;
};

}  // namespace musasim::collective
