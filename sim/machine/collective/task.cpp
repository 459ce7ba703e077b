// Operations in words.
#include "machine/collective/task.h"

namespace musasim::collective {

const char* kind_name(TaskKind kind) noexcept {
  switch (kind) {
    case TaskKind::kReduce: return "Reduce";
    case TaskKind::kBroadcast: return "Broadcast";
    case TaskKind::kAllReduce: return "AllReduce";
    case TaskKind::kReduceScatter: return "ReduceScatter";
    case TaskKind::kAllGather: return "AllGather";
    case TaskKind::kSend: return "Send";
    case TaskKind::kReceive: return "Recv";
  }
  return "?";
}

std::string describe(const Task& task) {
  return std::string(kind_name(task.kind)) + " of " + std::to_string(task.count) + " " +
         type_name(task.type);
}

}  // namespace musasim::collective
