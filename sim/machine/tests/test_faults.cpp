// The rules of MUSASIM_FAULTS: what is accepted, what is refused and how, and when a rule strikes.
#include <string>

#include "check.h"
#include "machine/device/simulated_gpus.h"
#include "machine/faults/faults.h"
#include "musasim/faults.h"

using namespace musasim;

namespace {

bool refused_with(const std::string& rules, const std::string& words) {
  const std::string message = faults::set_rules(rules);
  return message.find(words) != std::string::npos;
}

}  // namespace

TEST(counts_after_and_times) {
  EQUAL(faults::set_rules("alloc:after=2,times=1"), "");
  EQUAL(faults::on_allocation(0, 10), musaSuccess);
  EQUAL(faults::on_allocation(0, 10), musaSuccess);
  EQUAL(faults::on_allocation(0, 10), musaErrorMemoryAllocation);
  EQUAL(faults::on_allocation(0, 10), musaSuccess);
  EQUAL(faults::set_rules(""), "");
}

TEST(only_what_fits_is_counted) {
  EQUAL(faults::set_rules(" alloc : device=1 , above=1K , after=1 "), "");
  EQUAL(faults::on_allocation(0, 4096), musaSuccess);
  EQUAL(faults::on_allocation(1, 1024), musaSuccess);
  EQUAL(faults::on_allocation(1, 4096), musaSuccess);
  EQUAL(faults::on_allocation(1, 4096), musaErrorMemoryAllocation);
  EQUAL(faults::on_allocation(1, 4096), musaErrorMemoryAllocation);
}

TEST(kernels_fail_once_by_name) {
  EQUAL(faults::set_rules("kernel:name=soft*,error=misaligned"), "");
  EQUAL(faults::on_kernel(0, "relu"), musaSuccess);
  EQUAL(faults::on_kernel(0, "softmax"), musaErrorMisalignedAddress);
  EQUAL(faults::on_kernel(0, "softmax"), musaSuccess);
}

TEST(copies_fail_or_are_slow) {
  EQUAL(faults::set_rules("copy:direction=d2h; copy:direction=h2d,delay_ms=7"), "");
  EQUAL(faults::on_copy(0, musaMemcpyDeviceToDevice, 1).error, musaSuccess);
  EQUAL(faults::on_copy(0, musaMemcpyDeviceToHost, 1).error, musaErrorECCUncorrectable);
  for (int i = 0; i < 3; ++i) {
    const faults::CopyFault slow = faults::on_copy(0, musaMemcpyHostToDevice, 1);
    EQUAL(slow.error, musaSuccess);
    EQUAL(slow.delay.count(), 7);
  }
}

TEST(a_slow_copy_does_not_fail_whatever_the_order_of_its_keys) {
  for (const char* rule : {"copy:error=ecc,delay_ms=7", "copy:delay_ms=7,error=ecc"}) {
    EQUAL(faults::set_rules(rule), "");
    for (int i = 0; i < 2; ++i) {
      const faults::CopyFault slow = faults::on_copy(0, musaMemcpyHostToDevice, 1);
      EQUAL(slow.error, musaSuccess);
      EQUAL(slow.delay.count(), 7);
    }
  }
}

TEST(ranks_are_dropped_or_late) {
  EQUAL(faults::set_rules("mccl:rank=1,after=1; mccl:rank=2,delay_ms=5"), "");
  CHECK(!faults::on_collective(0).dropped);
  CHECK(!faults::on_collective(1).dropped);
  CHECK(faults::on_collective(1).dropped);
  CHECK(!faults::on_collective(2).dropped);
  EQUAL(faults::on_collective(2).delay.count(), 5);
}

TEST(graphs_have_room_for_some) {
  EQUAL(faults::set_rules("graph:live=2"), "");
  EQUAL(faults::on_instantiation(1), musaSuccess);
  EQUAL(faults::on_instantiation(2), musaErrorMemoryAllocation);
  EQUAL(faults::on_instantiation(1), musaSuccess);
  CHECK(refused_with("graph:device=0", "the keys of graph are after times live"));
}

TEST(wrong_rules_are_named_and_change_nothing) {
  EQUAL(faults::set_rules("alloc"), "");
  CHECK(refused_with("memory", "`memory`: expected one of alloc, kernel"));
  CHECK(refused_with("alloc:name=x", "the keys of alloc are after times device above"));
  CHECK(refused_with("alloc:after", "`after`"));
  CHECK(refused_with("alloc:after=1,after=2", "the key after is given twice"));
  CHECK(refused_with("mccl:device=0", "the keys of mccl are after times rank delay_ms"));
  CHECK(refused_with("kernel:name=", "name=: expected a value"));
  CHECK(refused_with("device_lost:after=1,after_ms=2", "give either after_ms, or after and times"));
  CHECK(refused_with("alloc:after=-1", "after=-1: expected a number"));
  CHECK(refused_with("alloc:above=big", "above=big: expected a size in bytes"));
  CHECK(refused_with("kernel:error=bad", "error=bad: expected one of illegal_access"));
  CHECK(refused_with("copy:direction=up", "direction=up: expected one of h2h"));
  EQUAL(faults::on_allocation(0, 1), musaErrorMemoryAllocation);
  char message[128];
  EQUAL(musasimSetFaults("nothing", message, sizeof message), -1);
  CHECK(std::string(message).find("`nothing`") != std::string::npos);
  EQUAL(musasimSetFaults(nullptr, nullptr, 0), 0);
  EQUAL(faults::on_allocation(0, 1), musaSuccess);
}

TEST(struck_faults_are_counted) {
  const unsigned long long before = musasimFaultCount();
  EQUAL(faults::set_rules("alloc:times=2"), "");
  for (int i = 0; i < 5; ++i) {
    faults::on_allocation(0, 1);
  }
  EQUAL(musasimFaultCount() - before, 2u);
}

TEST(events_and_strikes_of_each_rule_are_counted) {
  EQUAL(faults::set_rules("alloc:after=1,times=2; kernel:name=relu"), "");
  for (int i = 0; i < 5; ++i) {
    faults::on_allocation(0, 1);
  }
  faults::on_kernel(0, "softmax");
  unsigned long long events = 0;
  unsigned long long strikes = 0;
  EQUAL(musasimFaultRule(0, &events, &strikes), 0);
  EQUAL(events, 5u);
  EQUAL(strikes, 2u);
  EQUAL(musasimFaultRule(1, &events, &strikes), 0);
  EQUAL(events, 0u);
  EQUAL(strikes, 0u);
  EQUAL(musasimFaultRule(2, &events, &strikes), -1);
  EQUAL(faults::set_rules(""), "");
  EQUAL(musasimFaultRule(0, &events, &strikes), -1);
}

TEST_MAIN()
