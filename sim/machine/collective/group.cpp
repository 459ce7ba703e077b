// Groups: calls are kept until the outermost group ends. State of the calling thread; it is here,
// and not in libmccl, because a process may load libmccl under two names.
#include "machine/collective/group.h"

#include <algorithm>
#include <thread>

#include "machine/collective/api.h"
#include "machine/collective/check.h"
#include "machine/collective/report.h"
#include "machine/library.h"

namespace musasim::collective {

namespace {

struct Entry {
  CommunicatorPtr communicator;
  Task task;
  musaStream_t stream;
};

struct Group {
  int depth = 0;
  mcclResult_t error = mcclSuccess;
  std::vector<Job> jobs;
  std::vector<Entry> entries;
};

Group& group() {
  thread_local Group instance;
  return instance;
}

// All that a group does on one communicator.
struct Part {
  CommunicatorPtr communicator;
  std::vector<const Entry*> entries;
  std::vector<musaStream_t> streams;
};

void add(Batch& batch, const Task& task) {
  if (task.count != 0) {
    (task.point_to_point() ? batch.messages : batch.collectives).push_back(task);
  }
}

std::vector<Part> parts_of(const std::vector<Entry>& entries) {
  std::vector<Part> parts;
  for (const Entry& entry : entries) {
    auto part = std::find_if(parts.begin(), parts.end(), [&entry](const Part& candidate) {
      return candidate.communicator == entry.communicator;
    });
    if (part == parts.end()) {
      part = parts.insert(parts.end(), Part{entry.communicator, {}, {}});
    }
    part->entries.push_back(&entry);
    if (std::find(part->streams.begin(), part->streams.end(), entry.stream) ==
        part->streams.end()) {
      part->streams.push_back(entry.stream);
    }
  }
  return parts;
}

// A message to itself needs both ends in one group; alone it would wait for ever.
mcclResult_t check_self_messages(const Part& part) {
  std::ptrdiff_t open = 0;
  for (const Entry* entry : part.entries) {
    const bool to_itself = entry->task.point_to_point() && entry->task.count != 0 &&
                           entry->task.peer == part.communicator->rank();
    open += !to_itself ? 0 : entry->task.kind == TaskKind::kSend ? 1 : -1;
  }
  return open == 0 ? mcclSuccess
                   : fail(mcclInvalidUsage,
                          "A rank that sends to itself must also receive from itself in the same "
                          "group");
}

mcclResult_t launch_entries(const Part& part, const musaStream_t* only) {
  auto batch = std::make_shared<Batch>();
  for (const Entry* entry : part.entries) {
    if (only == nullptr || entry->stream == *only) {
      add(*batch, entry->task);
    }
  }
  if (batch->collectives.empty() && batch->messages.empty()) {
    return mcclSuccess;
  }
  return only != nullptr ? part.communicator->launch(batch, *only)
                         : part.communicator->launch_joined(batch, part.streams);
}

mcclResult_t launch_part(const Part& part) {
  const bool capturing = std::any_of(part.streams.begin(), part.streams.end(), is_capturing);
  if (part.streams.size() > 1 && !capturing) {
    return launch_entries(part, nullptr);
  }
  mcclResult_t result = mcclSuccess;
  for (const musaStream_t& stream : part.streams) {
    result = result == mcclSuccess ? launch_entries(part, &stream) : result;
  }
  return result;
}

mcclResult_t launch_all(const std::vector<Entry>& entries) {
  const std::vector<Part> parts = parts_of(entries);
  mcclResult_t result = mcclSuccess;
  for (const Part& part : parts) {
    result = result == mcclSuccess ? check_self_messages(part) : result;
  }
  for (const Part& part : parts) {
    result = result == mcclSuccess ? launch_part(part) : result;
  }
  return result;
}

void forget(const Job& job) {
  remove_communicator(job.communicator->handle());
  *job.handle = nullptr;
}

mcclResult_t finish(const Job& job) {
  const mcclResult_t result = job.work();
  job.communicator->settle(result);
  return result;
}

// Jobs run at the same time, as each waits for the others; but the splits of one parent must come in
// the same order at all its ranks.
std::vector<std::vector<std::size_t>> chains_of(const std::vector<Job>& jobs) {
  std::vector<std::vector<std::size_t>> chains;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const auto same = std::find_if(chains.begin(), chains.end(), [&](const auto& chain) {
      return jobs[i].parent != nullptr && jobs[chain.front()].parent == jobs[i].parent;
    });
    (same == chains.end() ? *chains.insert(chains.end(), std::vector<std::size_t>()) : *same)
        .push_back(i);
  }
  return chains;
}

mcclResult_t run_jobs(std::vector<Job> jobs) {
  if (jobs.empty()) {
    return mcclSuccess;
  }
  const bool blocking = jobs.front().communicator->settings().blocking;
  for (const Job& job : jobs) {
    if (job.communicator->settings().blocking != blocking) {
      std::for_each(jobs.begin(), jobs.end(), forget);
      return fail(mcclInvalidArgument,
                  "Blocking and non-blocking communicators cannot be initialized in one group");
    }
  }
  std::vector<mcclResult_t> results(jobs.size(), mcclInProgress);
  std::vector<std::thread> threads;
  const std::vector<std::vector<std::size_t>> chains = chains_of(jobs);
  for (const std::vector<std::size_t>& chain : chains) {
    if (blocking) {
      threads.emplace_back([&jobs, &results, &chain] {
        for (const std::size_t i : chain) {
          results[i] = finish(jobs[i]);
        }
      });
    } else {
      std::vector<Job> own;
      for (const std::size_t i : chain) {
        own.push_back(jobs[i]);
      }
      std::thread([own] { std::for_each(own.begin(), own.end(), finish); }).detach();
    }
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  const auto failed = std::find_if(results.begin(), results.end(),
                                   [](mcclResult_t result) { return result != mcclSuccess; });
  if (failed == results.end()) {
    return mcclSuccess;
  }
  if (blocking) {
    std::for_each(jobs.begin(), jobs.end(), forget);
  }
  return *failed;
}

// Takes what the group holds when its last level ends; false on an inner one.
bool take(Group* whole) {
  Group& current = group();
  if (--current.depth > 0) {
    return false;
  }
  std::swap(*whole, current);
  return true;
}

float estimate(const Part& part) {
  constexpr float kStart = 10;               // microseconds of a launch
  constexpr float kBytesAMicrosecond = 5e3;  // of memory that is written
  float time = kStart;
  for (const Entry* entry : part.entries) {
    time += static_cast<float>(entry->task.bytes()) / kBytesAMicrosecond;
  }
  return time;
}

}  // namespace

mcclResult_t note_error(mcclResult_t result) {
  Group& current = group();
  if (current.depth > 0 && current.error == mcclSuccess && result != mcclSuccess &&
      result != mcclInProgress) {
    current.error = result;
  }
  return result;
}

mcclResult_t run_job(Job job) {
  if (group().depth > 0) {
    group().jobs.push_back(std::move(job));
    return mcclSuccess;
  }
  if (!job.communicator->settings().blocking) {
    return run_jobs({std::move(job)});
  }
  const mcclResult_t result = finish(job);
  if (result != mcclSuccess) {
    forget(job);
  }
  return result;
}

mcclResult_t submit(mcclComm_t handle, Task task, musaStream_t stream) {
  CommunicatorPtr communicator;
  mcclResult_t result = find_ready(handle, &communicator);
  if (result == mcclSuccess) {
    result = check_task(*communicator, &task);
  }
  if (result != mcclSuccess) {
    return note_error(result);
  }
  Entry entry{communicator, task, stream};
  if (group().depth > 0) {
    group().entries.push_back(std::move(entry));
    return mcclSuccess;
  }
  return launch_all({std::move(entry)});
}

mcclResult_t group_start() {
  ++group().depth;
  return mcclSuccess;
}

mcclResult_t group_end() {
  if (group().depth == 0) {
    return fail(mcclInvalidUsage, "mcclGroupEnd was called without mcclGroupStart");
  }
  Group whole;
  if (!take(&whole)) {
    return mcclSuccess;
  }
  if (whole.error != mcclSuccess) {
    std::for_each(whole.jobs.begin(), whole.jobs.end(), forget);
    return whole.error;
  }
  const mcclResult_t joined = run_jobs(std::move(whole.jobs));
  if (joined != mcclSuccess && joined != mcclInProgress) {
    return joined;
  }
  const mcclResult_t launched = launch_all(whole.entries);
  return launched != mcclSuccess ? launched : joined;
}

mcclResult_t group_simulate(float* time) {
  if (group().depth == 0) {
    return fail(mcclInvalidUsage, "mcclGroupSimulateEnd was called without mcclGroupStart");
  }
  Group whole;
  if (!take(&whole)) {
    return mcclSuccess;
  }
  std::for_each(whole.jobs.begin(), whole.jobs.end(), forget);
  *time = 0;
  for (const Part& part : parts_of(whole.entries)) {
    *time = std::max(*time, estimate(part));
  }
  return whole.error;
}

}  // namespace musasim::collective
