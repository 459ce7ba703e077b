// Whether an access is allowed: by what was found out lately, then by the machine's registry, then by the
// process's mappings.
#include "kernel_runtime/check/watch.h"

#include <cstdio>
#include <cstring>

#include "kernel_runtime/block.h"
#include "kernel_runtime/carrier.h"
#include "kernel_runtime/check/heap.h"
#include "kernel_runtime/check/host_memory.h"
#include "kernel_runtime/job.h"
#include "machine/memory/check/tools.h"
#include "machine/memory/unwritten.h"
#include "musasim/device/state.h"

namespace musasim::device::check {

using musasim::check::kInitcheck;
using musasim::check::kMemcheck;
using musasim::check::kRacecheck;

__thread Watch* t_watch;

namespace {

const char* verb(Use use) {
  switch (use) {
    case Use::kRead: return "read";
    case Use::kWrite: return "write";
    default: return "atomic operation";
  }
}

bool is_misaligned(const Access& access) {
  return access.aligned &&
         (reinterpret_cast<std::uintptr_t>(access.address) & (access.size - 1)) != 0;
}

}  // namespace

void Watch::begin(Block& block, const Job& job) {
  const unsigned chosen = musasim::check::tools();
  tools_ = chosen == 0 ? unsigned{musasim::check::kUsualTools} : chosen;
  block_ = &block;
  findings_ = job.findings();
  moment_ = job.moment();
  variables_.clear();
  // The frames that hold what the kernel is given, which each thread copies.
  given_ = {static_cast<const char*>(job.grid().body), kFrame};
  code_ = reinterpret_cast<const void*>(job.grid().thread);
  shared_ = thread_local_of(code_);
  races_.begin(*findings_);
  global_races_.begin(*findings_, races_.order(), has(kRacecheck) ? job.grid_order() : nullptr);
  barriers_.begin(has(musasim::check::kSynccheck) ? findings_ : nullptr);
  spans_ = {};
  pages_ = {};
}

void Watch::begin_block(unsigned threads, unsigned warp_size) {
  variables_.begin_block();
  barriers_.begin_block();
  if (has(kInitcheck)) {
    init_.clear();
    init_.hand_out(
        {static_cast<const char*>(carrier.dynamic_shared), carrier.launch->dynamic_shared_bytes});
  }
  races_.begin_block(threads, warp_size);
  global_races_.begin_block(block_rank(), warp_size);
}

void Watch::settle() {
  races_.settle();
  global_races_.settle();
}

void Watch::barrier() {
  races_.barrier();
  global_races_.barrier();
}

void Watch::release() { fence(block_->current().rank); }

void Watch::fence(unsigned rank) {
  races_.fence(rank);
  global_races_.fence(rank);
}

void Watch::access(const Access& access) {
  Fiber& thread = block_->current();
  if (thread.stack().holds(access.address) || access.size == 0) {
    return;
  }
  thread.last_access = access.caller;
  if (is_misaligned(access)) {
    fail(access, "misaligned address", "misaligned", "the address is not a multiple of the size",
         true, musaErrorMisalignedAddress);
  }
  if (is_dynamic_shared(access.address)) {
    use_dynamic_shared(access);
  } else if (shared_.has(access.address)) {
    use_static_shared(access);
  } else {
    switch (what_is_known(access)) {
      case Known::kHost: break;
      case Known::kDevice: use_global(access); break;
      default: look_up(access);
    }
  }
}

Watch::Known Watch::what_is_known(const Access& access) noexcept {
  if (given_.has(access.address)) {
    return Known::kHost;
  }
  for (const Range& span : spans_) {
    const auto offset = static_cast<std::size_t>(access.address - span.begin);
    if (offset < span.size) {
      return access.size <= span.size - offset ? Known::kDevice : Known::kNothing;
    }
  }
  return page_of(access.address) == page_number(access.address) ? Known::kHost : Known::kNothing;
}

void Watch::use_global(const Access& access) {
  if (has(kInitcheck)) {
    if (access.use != Use::kWrite && unwritten::any(access.address, access.size)) {
      tell_unwritten(access, "global");
    }
    if (access.use != Use::kRead) {
      unwritten::write(access.address, access.size);
    }
  }
  if (has(kRacecheck)) {
    if (access.use == Use::kAtomic || access.is_volatile) {
      races_.look(block_->current().rank);
    }
    global_races_.use(access, block_->current().rank);
  }
}

void Watch::tell_unwritten(const Access& access, const char* memory) {
  const std::string kind = std::string("uninitialized-") + memory + "-read";
  if (findings_->is_new(kind, access.caller)) {
    Finding finding{"initcheck",
                    kind,
                    "uninitialized " + std::string(memory) + " read of " +
                        std::to_string(access.size) + " bytes",
                    {name_of(access.use), access.caller, threadIdx, blockIdx}};
    finding.lines = {"nobody has written this since the memory was handed out"};
    finding.address = access.address;
    finding.size = access.size;
    finding.near_allocation = std::strcmp(memory, "global") == 0;
    findings_->report(finding);
  }
}

void Watch::note_shared(const SharedVariable& variable) {
  if (variables_.note(variable) && has(kInitcheck)) {
    init_.hand_out(variable.place);
  }
}

void Watch::use_dynamic_shared(const Access& access) {
  const auto offset =
      static_cast<std::size_t>(access.address - static_cast<const char*>(carrier.dynamic_shared));
  const std::size_t size = carrier.launch->dynamic_shared_bytes;
  if (offset + access.size > size) {
    char text[160];
    std::snprintf(text, sizeof text,
                  "the address is byte %zu of the dynamic shared memory, which has %zu bytes",
                  offset, size);
    fail(access, "invalid shared", "invalid-shared", text, false, musaErrorIllegalAddress);
  }
  if (has(kInitcheck) && init_.use(access)) {
    tell_unwritten(access, "shared");
  }
  if (has(kRacecheck)) {
    races_.use(Races::Kind::kDynamic, offset, access, block_->current().rank);
  }
}

void Watch::use_static_shared(const Access& access) {
  const std::string problem = variables_.problem(access.address, access.size);
  if (!problem.empty()) {
    fail(access, "invalid shared", "invalid-shared", problem, false, musaErrorIllegalAddress);
  }
  if (has(kInitcheck) && init_.use(access)) {
    tell_unwritten(access, "shared");
  }
  if (has(kRacecheck)) {
    races_.use(Races::Kind::kStatic, static_cast<std::size_t>(access.address - shared_.begin),
               access, block_->current().rank);
  }
}

void Watch::look_up(const Access& access) {
  Allocation found;
  switch (reach_of(access.address, access.size, moment_, &found)) {
    case Reach::kInside:
      spans_[next_span_++ % kSpans] = {found.base, found.size};
      use_global(access);
      break;
    case Reach::kForeign: look_up_foreign(access); break;
    case Reach::kOutside:
      fail(access, "invalid global", "invalid-global", "", true, musaErrorIllegalAddress);
  }
}

void Watch::look_up_foreign(const Access& access) {
  if (is_in_device_heap(access.address, access.size)) {
    return;
  }
  const HostMemory whose = block_->is_on_a_stack(access.address)
                               ? HostMemory::kProgram
                               : host_memory_at(access.address, given_.begin);
  if (whose == HostMemory::kProgram) {
    shared_ = thread_local_of(code_);  // they are made when they are first used
    if (shared_.has(access.address)) {
      return use_static_shared(access);
    }
    page_of(access.address) = page_number(access.address);
    return;
  }
  if (whose == HostMemory::kNone) {
    return fail(access, "invalid global", "invalid-global", "", true, musaErrorIllegalAddress);
  }
  char text[128];
  std::snprintf(text, sizeof text, "%p is host memory that no device can reach",
                static_cast<const void*>(access.address));
  fail(access, "invalid global (host pointer)", "invalid-global", text, false,
       musaErrorIllegalAddress);
}

void Watch::misaligned(const Access& access, const char* type) {
  const std::string detail = std::string("the address is not aligned for ") + type;
  fail(access, "misaligned address", "misaligned", detail, true, musaErrorMisalignedAddress);
}

void Watch::bad_index(const std::string& what, const void* caller) {
  if (has(kMemcheck)) {
    if (findings_->is_new("invalid-index", nullptr)) {
      Finding finding{
          "memcheck", "invalid-index", "invalid index", {"index", caller, threadIdx, blockIdx}};
      finding.lines = {what};
      finding.ends_kernel = true;
      findings_->report(finding);
    }
    fail_kernel(musaErrorIllegalAddress);
  }
}

void Watch::fail(const Access& access, const char* problem, const char* kind,
                 const std::string& detail, bool with_address, musaError_t error) {
  if (!has(kMemcheck)) {
    return;
  }
  const std::string full_kind = std::string(kind) + "-" + name_of(access.use);
  if (findings_->is_new(full_kind, nullptr)) {
    Finding finding{"memcheck",
                    full_kind,
                    std::string(problem) + " " + verb(access.use) + " of " +
                        std::to_string(access.size) + " bytes",
                    {name_of(access.use), access.caller, threadIdx, blockIdx}};
    if (!detail.empty()) {
      finding.lines.push_back(detail);
    }
    finding.address = access.address;
    finding.size = access.size;
    finding.near_allocation = with_address;
    finding.ends_kernel = true;
    findings_->report(finding);
  }
  fail_kernel(error);
}

}  // namespace musasim::device::check
