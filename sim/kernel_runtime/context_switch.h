// Switching between stacks: what a call keeps (registers, stack pointer) is stored on the old stack.
#pragma once

namespace musasim::device {

// The place at which a stack was left; nothing else has to be kept.
using StackPointer = void*;

// A stack that begins with entry(argument) at the first switch to it; entry must not return.
// `top` is aligned to 16.
StackPointer new_context(void* top, void (*entry)(void*), void* argument);

// Leaves the current stack, noted in *from, and goes on where `to` was left.
extern "C" void musasim_switch_context(StackPointer* from, StackPointer to);

}  // namespace musasim::device
