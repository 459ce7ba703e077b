// SIGSEGV on the closed pages of stacks; anything else goes on to whoever had the signal before.
#include "kernel_runtime/overflow.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdio>

#include "kernel_runtime/block.h"
#include "kernel_runtime/carrier.h"

namespace musasim::device {

namespace {

constexpr std::size_t kSignalStack = std::size_t{64} << 10;

struct sigaction g_previous_handler;

void say(const char* kernel) {
  char text[1024];
  const int length = std::snprintf(text, sizeof text,
                                   "musasim: a thread of kernel %s needs more stack than the %zu "
                                   "KiB that it has for local variables and calls; put large "
                                   "arrays into device memory\n",
                                   kernel, own_block().stack_bytes() >> 10);
  const auto bytes = length < 0 ? 0 : static_cast<std::size_t>(length);
  if (write(STDERR_FILENO, text, bytes < sizeof text ? bytes : sizeof text - 1) < 0) {
    return;  // nobody reads it
  }
}

void pass_on(int signal, siginfo_t* info, void* context) {
  if ((g_previous_handler.sa_flags & SA_SIGINFO) != 0) {
    g_previous_handler.sa_sigaction(signal, info, context);
  } else if (g_previous_handler.sa_handler != SIG_DFL && g_previous_handler.sa_handler != SIG_IGN) {
    g_previous_handler.sa_handler(signal);
  } else {
    // Back at the same instruction, it strikes again, as it would have without us.
    sigaction(signal, &g_previous_handler, nullptr);
  }
}

void on_fault(int signal, siginfo_t* info, void* context) {
  if (info->si_code > 0 && is_beyond_stack(info->si_addr)) {
    say(carrier.launch->kernel->name);
  }
  pass_on(signal, info, context);
}

}  // namespace

SignalStack::SignalStack() {
  stack_t present{};
  if (sigaltstack(nullptr, &present) == 0 && (present.ss_flags & SS_DISABLE) != 0) {
    memory_ = std::make_unique<char[]>(kSignalStack);
    stack_t mine{};
    mine.ss_sp = memory_.get();
    mine.ss_size = kSignalStack;
    sigaltstack(&mine, nullptr);
  }
}

SignalStack::~SignalStack() {
  if (memory_) {
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
  }
}

void watch_for_overflow() {
  static std::atomic<bool> watching{false};
  if (!watching.exchange(true)) {
    struct sigaction action{};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    sigaction(SIGSEGV, &action, &g_previous_handler);
  }
}

}  // namespace musasim::device
