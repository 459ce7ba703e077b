// The recorder counts calls for each name at each call instruction.
#include "trace/recorder.h"

#include "check.h"

namespace {

using torchada::trace::Name;
using torchada::trace::Recorder;
using torchada::trace::Site;

constexpr char kCode[] = "two code objects";

TEST(a_text_has_one_number) {
  Recorder recorder;
  const Name one = recorder.name("torch.cuda.Stream");
  const Name other = recorder.name("torch.cuda.Event");
  CHECK(one != other);
  CHECK(recorder.name("torch.cuda.Stream") == one);
  CHECK(recorder.text(other) == "torch.cuda.Event");
}

TEST(a_site_is_a_name_at_an_instruction) {
  Recorder recorder;
  const Name name = recorder.name("a"), other = recorder.name("b");
  Site* site = recorder.site(kCode, 2, name);
  CHECK(recorder.site(kCode, 2, name) == site);
  CHECK(recorder.site(kCode, 4, name) != site);
  CHECK(recorder.site(kCode + 1, 2, name) != site);
  CHECK(recorder.site(kCode, 2, other) != site);
  CHECK(recorder.site(nullptr, 2, name) != site);
  CHECK(recorder.sites().size() == 5);
  CHECK(&recorder.sites().front() == site);
}

TEST(addresses_of_sites_stay) {
  Recorder recorder;
  const Name name = recorder.name("a");
  Site* first = recorder.site(kCode, 0, name);
  for (int i = 1; i < 10'000; ++i) recorder.site(kCode, i, name);
  CHECK(recorder.site(kCode, 0, name) == first);
  CHECK(&recorder.sites().front() == first);
}

TEST(calls_beyond_the_most_sites_are_counted) {
  Recorder recorder;
  const Name name = recorder.name("a");
  for (std::size_t i = 0; i < Recorder::kMostSites; ++i) {
    CHECK(recorder.site(kCode, static_cast<int>(i), name) != nullptr);
  }
  CHECK(recorder.left_out() == 0);
  CHECK(recorder.site(kCode, -1, name) == nullptr);
  CHECK(recorder.site(kCode, -2, name) == nullptr);
  CHECK(recorder.site(kCode, 0, name) != nullptr);
  CHECK(recorder.left_out() == 2);
  recorder.forget();
  CHECK(recorder.left_out() == 0);
}

TEST(forgetting_keeps_sites_of_calls_under_way) {
  Recorder recorder;
  Site* site = recorder.site(kCode, 0, recorder.name("a"));
  site->calls = 3;
  site->raised = 2;
  site->nanoseconds = 7;
  recorder.forget();
  CHECK(recorder.site(kCode, 0, recorder.name("a")) == site);
  CHECK(site->calls == 0 && site->raised == 0 && site->nanoseconds == 0);
}

}  // namespace

TEST_MAIN()
