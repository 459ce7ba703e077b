// One operation as the user asked for it, checked and ready to run.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "machine/collective/reduce.h"
#include "mccl.h"

namespace musasim::collective {

enum class TaskKind {
  kReduce,
  kBroadcast,
  kAllReduce,
  kReduceScatter,
  kAllGather,
  kSend,
  kReceive
};

const char* kind_name(TaskKind kind) noexcept;

struct Task {
  TaskKind kind = TaskKind::kAllReduce;
  const void* send = nullptr;
  void* receive = nullptr;
  std::size_t count = 0;  // elements, as the call gave it
  mcclDataType_t type = mcclInt8;
  int reduction = mcclSum;  // mcclNumOps: a pre-multiplied sum
  Scalar scalar;
  const void* device_scalar = nullptr;  // read when the operation runs
  int peer = 0;                         // or root

  bool point_to_point() const { return kind >= TaskKind::kSend; }
  std::size_t bytes() const { return count * type_size(type); }
};

std::string describe(const Task& task);

// All that one launch on a stream does.
struct Batch {
  std::vector<Task> collectives;  // in order
  std::vector<Task> messages;     // all at the same time
};

}  // namespace musasim::collective
