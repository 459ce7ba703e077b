// Unique ids and the segments they name.
#include "machine/collective/rendezvous.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <mutex>

#include "machine/collective/report.h"
#include "machine/collective/service.h"

namespace musasim::collective {

namespace {

constexpr std::uint64_t kIdMagic = 0x64696c63636d6d73ull;

struct IdContents {
  std::uint64_t magic;
  Token token;
  processes::ProcessId creator;
  char service[64];
};
static_assert(sizeof(IdContents) <= sizeof(mcclUniqueId));

std::string creator_of(const IdContents& id) {
  return "process " + std::to_string(id.creator.pid) + ", which made the unique id";
}

mcclResult_t explain(const IdContents& id, Reply reply, int ranks) {
  switch (reply) {
    case Reply::kUnknown:
      return fail(mcclInvalidUsage, "The unique id has already been used: all ranks of its " +
                                        std::string("communicator have joined"));
    case Reply::kOtherRankCount:
      return fail(mcclInvalidUsage, "This rank joins " + std::to_string(ranks) +
                                        " ranks, but another rank with the same unique id joins "
                                        "another number of ranks");
    default: break;
  }
  if (id.creator.pid_namespace != processes::this_process().pid_namespace) {
    return fail(mcclSystemError,
                "The unique id comes from another machine or PID namespace; "
                "all ranks must run on one machine and in one PID namespace");
  }
  const bool alive = processes::watch_process(id.creator)->alive();
  return fail(mcclSystemError,
              "No answer from " + creator_of(id) +
                  (alive ? ": it is alive, but runs in another network namespace or machine"
                         : ": it has ended"));
}

}  // namespace

mcclResult_t get_unique_id(mcclUniqueId* id) {
  const std::string service = service_name();
  if (service.empty()) {
    return fail(mcclSystemError, std::string("Cannot open a Unix socket: ") + strerror(errno));
  }
  IdContents contents{};
  contents.magic = kIdMagic;
  contents.token = random_token();
  contents.creator = processes::this_process();
  service.copy(contents.service, sizeof contents.service - 1);
  Service::instance().announce(contents.token);
  std::memset(id, 0, sizeof *id);
  std::memcpy(id, &contents, sizeof contents);
  return mcclSuccess;
}

mcclResult_t open_segment(const mcclUniqueId& id, int ranks, std::shared_ptr<Segment>* segment) {
  IdContents contents{};
  std::memcpy(static_cast<void*>(&contents), &id, sizeof contents);
  contents.service[sizeof contents.service - 1] = '\0';
  if (contents.magic != kIdMagic) {
    return fail(mcclInvalidArgument, "The unique id does not come from mcclGetUniqueId");
  }
  Reply reply{};
  const int fd = ask(contents.service, {RequestKind::kSegment, ranks, contents.token}, &reply);
  if (fd < 0) {
    return explain(contents, reply, ranks);
  }
  // One mapping for all ranks of the process, so that they meet at the same addresses.
  static auto* mutex = new std::mutex;
  static auto* mapped = new std::map<Token, std::weak_ptr<Segment>>;
  const std::lock_guard<std::mutex> lock(*mutex);
  for (auto entry = mapped->begin(); entry != mapped->end();) {
    entry = entry->second.expired() ? mapped->erase(entry) : std::next(entry);
  }
  *segment = (*mapped)[contents.token].lock();
  if (*segment != nullptr) {
    close(fd);
    return mcclSuccess;
  }
  *segment = Segment::map(fd);
  (*mapped)[contents.token] = *segment;
  return *segment != nullptr
             ? mcclSuccess
             : fail(mcclSystemError, "Cannot map the shared memory of the communicator");
}

std::string service_name() { return Service::instance().start(); }

int open_remote_memory(const std::string& service, int memory) {
  Reply reply{};
  return ask(service, {RequestKind::kMemory, memory, {}}, &reply);
}

std::shared_ptr<void> keep_beating(std::function<void()> beat) {
  return Service::instance().keep_beating(std::move(beat));
}

}  // namespace musasim::collective
