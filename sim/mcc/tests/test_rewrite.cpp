// The golden cases: cases/<case>.mu with .expected beside it, and what every case must keep.
// MUSASIM_ACCEPT=1 writes what came out; read the difference before it is committed.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "check.h"
#include "mcc/rewrite/rewrite.h"

namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// Each line holds what its fellow in the source became, so there are as many.
long lines_of(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

std::string outcome(const std::string& text, bool checked = false) {
  musasim::mcc::RewriteOptions options;
  options.checked = checked;
  options.ptx = true;
  const musasim::mcc::Rewritten result = musasim::mcc::rewrite(text, options);
  std::string all = result.text;
  for (const std::string& error : result.errors) all += error + "\n";
  return all;
}

void check_case(const fs::path& path) {
  const std::string text = read(path);
  const bool checked = path.filename().string().rfind("checked", 0) == 0;
  const std::string found = outcome(text, checked);
  const fs::path beside = fs::path(path).replace_extension(".expected");
  if (std::getenv("MUSASIM_ACCEPT") != nullptr) std::ofstream(beside, std::ios::binary) << found;
  const std::string expected = read(beside);
  if (expected != found) {
    std::printf("%s: another output; MUSASIM_ACCEPT=1 accepts it:\n%s", path.c_str(),
                found.c_str());
  }
  CHECK(expected == found);
  if (path.filename().string().rfind("error", 0) != 0) EQUAL(lines_of(found), lines_of(text));
}

}  // namespace

TEST(every_case) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(MUSASIM_CASES)) {
    if (entry.path().extension() == ".mu") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  for (const fs::path& path : paths) check_case(path);
  CHECK(!paths.empty());
}

TEST(text_without_the_language_stays) {
  const std::string text =
      "# 1 \"a.cpp\"\nint f(int a) { return a << 3 >> 1; }\n#pragma once\n"
      "[[gnu::__noinline__]] int g();\n"
      "__attribute__((__noinline__)) int h(); // <<<\nauto x = \"__global__ k<<<1, 1>>>()\";\n";
  EQUAL(outcome(text), text);
}

// Only PTX that becomes calls needs their header, and none does where it is there.
TEST(who_needs_the_header) {
  const auto needs = [](const std::string& statement, bool has_header) {
    musasim::mcc::RewriteOptions options;
    options.ptx = has_header;
    return musasim::mcc::rewrite("__device__ void f() { " + statement + " }\n", options).needs_ptx;
  };
  CHECK(needs("asm(\"membar.gl;\");", false));
  CHECK(!needs("asm(\"membar.gl;\");", true));
  for (const char* statement :
       {"asm volatile(\"\" ::: \"memory\");", "asm(\"tcgen05.fence::before_thread_sync;\");",
        "asm(\".mtx\\nmbar.acq_rel.gpu;\");"}) {
    CHECK(!needs(statement, false));
  }
}

TEST_MAIN()
