// SIGSEGV and SIGBUS on our addresses and in kernels: what happened, told before the signal goes on to whoever had
// it before us.
#include <signal.h>
#include <ucontext.h>

#include <atomic>
#include <mutex>

#include "machine/device/access.h"
#include "machine/memory/arena.h"
#include "machine/memory/check/call_site_text.h"
#include "machine/memory/check/check.h"
#include "machine/memory/check/pending_copy.h"
#include "machine/memory/check/view.h"
#include "machine/stream/stream.h"

namespace musasim::check {

namespace {

struct sigaction g_previous_segv;
struct sigaction g_previous_bus;

// "reads", "writes", or what can be said of both.
const char* verb(const void* context) {
#if defined(__x86_64__)
  constexpr unsigned long long kWrite = 2;
  const auto* machine = static_cast<const ucontext_t*>(context);
  const auto error = static_cast<unsigned long long>(machine->uc_mcontext.gregs[REG_ERR]);
  return (error & kWrite) != 0 ? "writes" : "reads";
#else
  static_cast<void>(context);
  return "accesses";
#endif
}

const void* program_counter(const void* context) {
#if defined(__x86_64__)
  const auto* machine = static_cast<const ucontext_t*>(context);
  return reinterpret_cast<const void*>(machine->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  const auto* machine = static_cast<const ucontext_t*>(context);
  return reinterpret_cast<const void*>(machine->uc_mcontext.pc);
#else
  static_cast<void>(context);
  return nullptr;
#endif
}

void add_frames(Text& text, const void* context) {
  CallSite site;
  find_frames(site, program_counter(context));
  for (int i = 0; i < site.count; ++i) {
    add_line(text);
    text.add(i == 0 ? "at " : "   from ");
    add_frame(text, site.frames[i]);
  }
}

void report_access(const void* address, const void* context, const Text* race) {
  const char* kernel = running_kernel();
  const char* other = race == nullptr ? kernel_of_other_thread() : nullptr;
  const bool live = static_cast<bool>(registry::find(address).what);
  const bool freed = !live && registry::find_freed(address).what;
  Text text;
  if (race != nullptr) {
    begin(text, "race: ");
    text.add("the host %s a buffer of a pending copy at %p", verb(context), address);
  } else {
    begin(text, freed ? "use after free: " : live ? "host access: " : "wild access: ");
    text.add("%s%s%s memory at %p", kernel != nullptr ? "kernel " : "the host ",
             kernel != nullptr ? kernel : "", kernel != nullptr ? " uses" : verb(context), address);
    if (other != nullptr) {
      text.add(" (or a thread of kernel %s does so)", other);
    }
  }
  add_frames(text, context);
  if (race != nullptr) {
    text.add("%s", race->data());
  }
  add_address(text, address);
  if (kernel != nullptr) {
    add_hint_at_lines(text);
  }
  finish_fatal(text);
}

// True when the access may simply be tried again.
bool handle(const void* address, const void* context) {
  Arena* arena = arena_of(address);
  if (arena->host_access()) {
    const unsigned ended = ended_copies();
    Text copies;
    const Touch touch = find_pending(address, copies);
    // A stream's own work comes before the copy, or waits for it: the order is the stream's.
    if (touch != Touch::kNone && (running_kernel() != nullptr || in_host_function())) {
      stop_watching(address);
      return true;
    }
    if (touch == Touch::kRace) {
      report_access(address, context, &copies);
      return false;
    }
    if (touch != Touch::kNone) {
      wait_for_next(ended);
      return true;
    }
    if (find_allocation(address)) {
      return true;  // the copy ended just now
    }
  }
  report_access(address, context, nullptr);
  return false;
}

void pass_on(int signal, siginfo_t* info, void* context) {
  const struct sigaction& previous = signal == SIGSEGV ? g_previous_segv : g_previous_bus;
  if ((previous.sa_flags & SA_SIGINFO) != 0) {
    previous.sa_sigaction(signal, info, context);
  } else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
    previous.sa_handler(signal);
  } else {
    // Back at the same instruction, it strikes again, as it would have without us.
    sigaction(signal, &previous, nullptr);
  }
}

void on_fault(int signal, siginfo_t* info, void* context) {
  const bool by_access = info->si_code > 0 && info->si_code != SI_KERNEL;
  if (by_access && arena_of(info->si_addr) != nullptr) {
    if (handle(info->si_addr, context)) {
      return;
    }
  } else if (by_access && running_kernel() != nullptr) {
    report_access(info->si_addr, context, nullptr);  // null pointers and their like
  }
  pass_on(signal, info, context);
}

void install() {
  CallSite first;  // loads what backtrace() needs, outside of any handler
  find_frames(first, nullptr);
  struct sigaction action{};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  sigaction(SIGSEGV, &action, &g_previous_segv);
  sigaction(SIGBUS, &action, &g_previous_bus);
}

}  // namespace

void on_new_arena() {
  if (check_mode()) {
    static std::once_flag once;
    std::call_once(once, install);
    open_new_views();
  }
}

}  // namespace musasim::check
