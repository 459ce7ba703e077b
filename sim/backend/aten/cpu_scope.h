// The state of a thread while a CPU kernel works for a device.
#pragma once

#include <c10/core/impl/LocalDispatchKeySet.h>

#include "torch_glue/allocator.h"

namespace musasim {

class CpuScope {
 public:
  // The kernel's allocations come from that device; -1: from the host.
  explicit CpuScope(int allocate_on)
      : excluded_(c10::autograd_dispatch_keyset_with_ADInplaceOrView |
                  c10::autocast_dispatch_keyset),
        allocate_(allocate_on) {}

 private:
  // Nothing above the backend may act a second time on the aliases, and no autocast of the CPU's.
  c10::impl::ExcludeDispatchKeyGuard excluded_;
  AllocateOnDevice allocate_;
};

}  // namespace musasim
