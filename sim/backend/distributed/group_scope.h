// mcclGroupStart and mcclGroupEnd.
#pragma once

#include "distributed/wire.h"

namespace musasim::distributed {

// The calls while it lives become one. end() runs them; without it they are dropped by an exception.
class GroupScope {
 public:
  GroupScope() { check_mccl(mcclGroupStart(), "mcclGroupStart"); }
  ~GroupScope() {
    if (open_) {
      mcclSimInfo_t unused = MCCL_SIM_INFO_INITIALIZER;
      mcclGroupSimulateEnd(&unused);
    }
  }
  GroupScope(const GroupScope&) = delete;
  GroupScope& operator=(const GroupScope&) = delete;

  void end() {
    open_ = false;
    check_mccl(mcclGroupEnd(), "mcclGroupEnd");
  }

 private:
  bool open_ = true;
};

}  // namespace musasim::distributed
