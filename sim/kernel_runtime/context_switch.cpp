// The context switch, for x86-64 and AArch64. The floating-point modes are the same on all stacks and are
// not switched. The last jump is no `ret`: a return that does not go back to its call is mispredicted
// each time, while the target of an indirect jump is learnt.
#include "kernel_runtime/context_switch.h"

#include <cstdint>

#if defined(__x86_64__)

asm(R"(
  .text
  .p2align 4
  .hidden musasim_switch_context
  .globl musasim_switch_context
  .type musasim_switch_context, @function
musasim_switch_context:
  .cfi_startproc
  endbr64
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  popq %rcx
  notrack jmpq *%rcx
  .cfi_endproc
  .size musasim_switch_context, . - musasim_switch_context

  .p2align 4
  .hidden musasim_first_context
  .globl musasim_first_context
  .type musasim_first_context, @function
musasim_first_context:
  .cfi_startproc
  .cfi_undefined rip
  endbr64
  movq %r12, %rdi
  callq *%rbx
  ud2
  .cfi_endproc
  .size musasim_first_context, . - musasim_first_context
)");

namespace {

// The registers as the switch pops them.
struct Frame {
  std::uint64_t r15, r14, r13, r12, rbx, rbp, next;
};

}  // namespace

#elif defined(__aarch64__)

asm(R"(
  .text
  .p2align 4
  .hidden musasim_switch_context
  .globl musasim_switch_context
  .type musasim_switch_context, %function
musasim_switch_context:
  .cfi_startproc
  hint #36
  sub sp, sp, #160
  stp x19, x20, [sp]
  stp x21, x22, [sp, #16]
  stp x23, x24, [sp, #32]
  stp x25, x26, [sp, #48]
  stp x27, x28, [sp, #64]
  stp x29, x30, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  mov x9, sp
  str x9, [x0]
  mov sp, x1
  ldp x19, x20, [sp]
  ldp x21, x22, [sp, #16]
  ldp x23, x24, [sp, #32]
  ldp x25, x26, [sp, #48]
  ldp x27, x28, [sp, #64]
  ldp x29, x16, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  add sp, sp, #160
  mov x30, x16
  br x16
  .cfi_endproc
  .size musasim_switch_context, . - musasim_switch_context

  .p2align 4
  .hidden musasim_first_context
  .globl musasim_first_context
  .type musasim_first_context, %function
musasim_first_context:
  .cfi_startproc
  .cfi_undefined x30
  hint #36
  mov x0, x20
  blr x19
  brk #1
  .cfi_endproc
  .size musasim_first_context, . - musasim_first_context
)");

namespace {

// The registers as the switch loads them.
struct Frame {
  std::uint64_t x19, x20, other[9], next, d[8];
};

}  // namespace

#else
#error "the simulator's kernels run on x86-64 and AArch64 only"
#endif

extern "C" void musasim_first_context();

namespace musasim::device {

namespace {

std::uint64_t bits(void (*function)(void*)) { return reinterpret_cast<std::uint64_t>(function); }

void set_start(Frame& frame, void (*entry)(void*), void* argument) {
#if defined(__x86_64__)
  frame.rbx = bits(entry);
  frame.r12 = reinterpret_cast<std::uint64_t>(argument);
#else
  frame.x19 = bits(entry);
  frame.x20 = reinterpret_cast<std::uint64_t>(argument);
#endif
  frame.next = reinterpret_cast<std::uint64_t>(&musasim_first_context);
}

}  // namespace

StackPointer new_context(void* top, void (*entry)(void*), void* argument) {
  Frame* const frame = reinterpret_cast<Frame*>(static_cast<char*>(top) - sizeof(Frame));
  *frame = Frame{};
  set_start(*frame, entry, argument);
  return frame;
}

}  // namespace musasim::device
