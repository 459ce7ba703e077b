// The signal that interrupts kernels.
#include "kernel_runtime/interrupt.h"

#include <link.h>
#include <signal.h>
#include <ucontext.h>

#include <cerrno>

#include "kernel_runtime/block.h"
#include "kernel_runtime/carrier.h"

namespace musasim::device {

namespace {

// Ignored by default, and debuggers do not stop at it.
constexpr int kSignal = SIGURG;

struct sigaction g_previous;

std::uintptr_t place_of(const void* context) {
  const auto* const where = static_cast<const ucontext_t*>(context);
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(where->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return static_cast<std::uintptr_t>(where->uc_mcontext.pc);
#else
  return 0;
#endif
}

// A sum of the general registers: a loop that computes changes one of them, one that waits for memory does not.
std::uint64_t state_of(const void* context) {
  const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
  std::uint64_t state = 14695981039346656037U;  // FNV-1a's numbers
  const auto add = [&state](auto value) {
    state = (state ^ static_cast<std::uint64_t>(value)) * 1099511628211U;
  };
#if defined(__x86_64__)
  for (int i = REG_R8; i <= REG_RIP; ++i) add(machine.gregs[i]);
#elif defined(__aarch64__)
  for (const auto value : machine.regs) add(value);
  add(machine.sp);
  add(machine.pc);
#endif
  return state;
}

void on_signal(int signal, siginfo_t* info, void* context) {
  const int error = errno;
  if (Block* const block = any_running_block()) {
    block->interrupt(place_of(context), state_of(context));
  } else if ((g_previous.sa_flags & SA_SIGINFO) != 0) {
    g_previous.sa_sigaction(signal, info, context);
  } else if (g_previous.sa_handler != SIG_DFL && g_previous.sa_handler != SIG_IGN) {
    g_previous.sa_handler(signal);
  }
  errno = error;
}

struct Search {
  std::uintptr_t place;
  Code found;
};

int look_at(dl_phdr_info* info, std::size_t, void* data) {
  auto* const search = static_cast<Search*>(data);
  for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
    const auto& part = info->dlpi_phdr[i];
    const Code code{info->dlpi_addr + part.p_vaddr, info->dlpi_addr + part.p_vaddr + part.p_memsz};
    if (part.p_type == PT_LOAD && (part.p_flags & PF_X) != 0 && code.has(search->place)) {
      search->found = code;
      return 1;
    }
  }
  return 0;
}

}  // namespace

Code code_around(const void* function) {
  Search search{reinterpret_cast<std::uintptr_t>(function), {}};
  dl_iterate_phdr(look_at, &search);
  return search.found;
}

void interrupt(pthread_t thread) {
  static const bool listening = [] {
    struct sigaction action{};
    action.sa_sigaction = on_signal;
    // The handler may switch stacks, so the signal stays open.
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    return sigaction(kSignal, &action, &g_previous) == 0;
  }();
  if (listening) {
    pthread_kill(thread, kSignal);
  }
}

}  // namespace musasim::device
