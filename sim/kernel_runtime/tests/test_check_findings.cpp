// What findings become in the file of MUSASIM_CHECK_KERNELS_REPORT.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "check.h"
#include "kernel_runtime/check/findings.h"
#include "kernel_runtime/check/report_file.h"

using namespace musasim::device::check;

namespace {

// The file is asked for once in a process.
struct File {
  std::string name = "/tmp/musasim_test_findings_" + std::to_string(getpid());
  File() { setenv("MUSASIM_CHECK_KERNELS_REPORT", name.c_str(), 1); }
  ~File() { std::remove(name.c_str()); }

  std::string take() const {
    std::ifstream stream(name);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    std::remove(name.c_str());
    return text;
  }
};
const File file;

const void* here() { return reinterpret_cast<const void*>(&here); }

Finding finding(const char* kind = "race-global") {
  return {"racecheck", kind, "race: \"both\"\n", {"write", here(), {1, 2, 3}, {4, 5, 6}}};
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST(a_finding_is_a_line_with_its_count) {
  {
    Findings findings("k(int*)");
    CHECK(findings.is_new("race-global", here()));
    findings.report(finding());
    CHECK(!findings.is_new("race-global", here()));
    CHECK(findings.is_new("race-shared", here()));
  }
  const std::string text = file.take();
  CHECK(holds(text, R"({"tool":"racecheck","kind":"race-global","what":"race: \"both\"\u000a",)"));
  CHECK(holds(text, R"x("kernel":"k(int*)",)x"));
  CHECK(holds(text, R"("use":"write","thread":[1,2,3],"block":[4,5,6],"address":"0x0","size":0,)"));
  CHECK(holds(text, R"("allocation":null,"other":null,)"));
  CHECK(holds(text, ",\"count\":2}\n") && text.find("\n") == text.size() - 1);
}

TEST(the_other_thread_of_a_race_is_an_object) {
  Finding race = finding();
  race.other = Actor{"read", here(), {7, 0, 0}, {8, 0, 0}};
  const std::string record = record_of(race, "k", "a.mu:12", "b.mu:3");
  CHECK(holds(record, R"("file":"a.mu","line":12,"use":"write")"));
  CHECK(holds(record,
              R"("other":{"file":"b.mu","line":3,"use":"read","thread":[7,0,0],"block":[8,0,0]})"));
}

TEST(a_place_without_a_line_is_told_as_it_is) {
  const std::string record = record_of(finding(), "k", "prog+0x12 (k)", "");
  CHECK(holds(record, R"x("file":"prog+0x12 (k)","line":null,)x"));
}

TEST(what_ends_the_kernel_is_told_once) {
  {
    Findings findings("k");
    Finding first = finding("invalid-global-read");
    first.ends_kernel = true;
    CHECK(findings.is_new(first.kind, nullptr));
    findings.report(first);
    CHECK(!findings.is_new(first.kind, nullptr));
  }
  CHECK(holds(file.take(), R"("count":2})"));
}

TEST(processes_share_the_file) {
  for (int i = 0; i < 4; ++i) {
    if (fork() == 0) {
      for (int k = 0; k < 50; ++k) append_record("{\"own\":" + std::to_string(i), 1);
      _exit(0);
    }
  }
  while (wait(nullptr) > 0) {
  }
  std::size_t lines = 0;
  const std::string text = file.take();
  for (std::size_t at = 0; at < text.size();
       at += sizeof "{\"own\":0,\"count\":1}\n" - 1, ++lines) {
    CHECK(text.substr(at, 7) == "{\"own\":");
  }
  CHECK(lines == 200);
}

TEST_MAIN()
