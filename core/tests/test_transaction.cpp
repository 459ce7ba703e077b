// A transaction applies everything or nothing.
#include "patch/transaction.h"

#include "check.h"

namespace {

using torchada::patch::Step;
using torchada::patch::Transaction;

Step recording_step(std::string* log, const std::string& name, const std::string& failure = "") {
  return {"lib" + name, name,
          [=] {
            if (failure.empty()) *log += "+" + name;
            return failure;
          },
          [=] { *log += "-" + name; }};
}

TEST(commit_applies_in_order_and_roll_back_undoes_in_reverse) {
  std::string log;
  Transaction transaction;
  for (const char* name : {"a", "b", "c"}) transaction.add(recording_step(&log, name));
  CHECK(!transaction.commit());
  CHECK(log == "+a+b+c");
  transaction.roll_back();
  CHECK(log == "+a+b+c-c-b-a");
  transaction.roll_back();
  CHECK(log == "+a+b+c-c-b-a");
}

TEST(a_failing_step_undoes_the_earlier_ones_and_names_itself) {
  std::string log;
  Transaction transaction;
  transaction.add(recording_step(&log, "a"));
  transaction.add(recording_step(&log, "b", "no such slot"));
  transaction.add(recording_step(&log, "c"));
  const auto error = transaction.commit();
  CHECK(error && error->library == "libb" && error->symbol == "b");
  CHECK(error && error->reason == "no such slot");
  CHECK(log == "+a-a");
}

TEST(a_step_can_be_told_to_fail) {
  for (const char* target : {"libb", "b"}) {
    std::string log;
    Transaction transaction;
    transaction.fail_at(target);
    transaction.add(recording_step(&log, "x"));
    transaction.add(recording_step(&log, "b"));
    const auto error = transaction.commit();
    CHECK(error && error->symbol == (std::string(target) == "b" ? "x" : "b"));
  }
}

TEST(symbols_are_listed_by_library_prefix) {
  std::string log;
  Transaction transaction;
  transaction.add(recording_step(&log, "a"));
  transaction.add({"torch.device", "type", nullptr, nullptr});
  CHECK(transaction.symbols_of("torch.").size() == 1);
  CHECK(transaction.symbols_of("torch.").front() == "torch.device.type");
}

}  // namespace

TEST_MAIN()
