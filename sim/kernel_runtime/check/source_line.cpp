// Asks addr2line, which is there where a compiler is.
#include "kernel_runtime/check/source_line.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <utility>
#include <vector>

#include "machine/memory/check/check.h"

extern char** environ;

namespace musasim::device::check {

namespace {

// The output of a program; empty where it cannot be run.
std::string output_of(const std::vector<std::string>& words) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    return {};
  }
  std::vector<char*> arguments;
  for (const std::string& word : words) {
    arguments.push_back(const_cast<char*>(word.c_str()));
  }
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int error =
      posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string text;
  char part[512];
  for (ssize_t count = 0; error == 0 && (count = read(ends[0], part, sizeof part)) > 0;) {
    text.append(part, static_cast<std::size_t>(count));
  }
  close(ends[0]);
  if (error == 0) {
    int status = 0;
    waitpid(child, &status, 0);
  }
  return text;
}

// A module loaded from memory is /proc/self/fd/N, which addr2line would take for a file of its own.
std::string name_for_others(const std::string& file) {
  const std::string own = "/proc/self/";
  return file.rfind(own, 0) == 0
             ? "/proc/" + std::to_string(getpid()) + "/" + file.substr(own.size())
             : file;
}

// Whether the place is in a library of mcc or of Triton.
bool is_of_library(const std::string& place) {
  return place.find("/musasim/home/include/") != std::string::npos ||
         place.find("/triton/language/") != std::string::npos;
}

// The innermost of the functions inlined there that is the user's. Each is a line with its name and one with the place.
SourcePlace first_of_users(const std::string& places) {
  std::istringstream lines(places);
  SourcePlace place;
  while (std::getline(lines, place.function) && std::getline(lines, place.line)) {
    std::string& line = place.line;
    line.resize(std::min(line.size(), line.find(" (")));  // (discriminator 3)
    const bool known = line.rfind("??", 0) != 0 && line.find(":?") == std::string::npos;
    if (known && !is_of_library(line)) {
      // What is inlined into the kernel is told apart by the place that it was called from.
      std::string outer;
      std::getline(lines, outer);
      std::getline(lines, outer);
      outer.resize(std::min(outer.size(), outer.find(" (")));
      place.function = outer.empty() ? place.function : outer;
      return place;
    }
  }
  return {};
}

// "file.mu:" and 12
std::pair<std::string, int> parts_of(const std::string& line) {
  const std::size_t number = line.rfind(':') + 1;
  return {line.substr(0, number), std::atoi(line.c_str() + number)};
}

}  // namespace

SourcePlace source_place(const void* return_address) {
  Dl_info info{};
  // A return address is behind its call.
  const char* const at = static_cast<const char*>(return_address) - 1;
  if (dladdr(at, &info) != 0 && info.dli_fname != nullptr) {
    char offset[32];
    // Programs that are not position-independent are asked by the address itself.
    const auto* const header = static_cast<const ElfW(Ehdr)*>(info.dli_fbase);
    const bool moves = header->e_type == ET_DYN;
    const auto base = moves ? reinterpret_cast<std::uintptr_t>(info.dli_fbase) : 0;
    std::snprintf(offset, sizeof offset, "0x%zx", reinterpret_cast<std::uintptr_t>(at) - base);
    return first_of_users(
        output_of({"addr2line", "-f", "-i", "-e", name_for_others(info.dli_fname), offset}));
  }
  return {};
}

bool is_behind(const SourcePlace& place, const SourcePlace& other) {
  const auto [file, line] = parts_of(place.line);
  const auto [other_file, other_line] = parts_of(other.line);
  return place.function == other.function && file == other_file && line > other_line;
}

std::string known_source_line(const void* return_address) {
  return source_place(return_address).line;
}

std::string source_line(const void* return_address) {
  const std::string line = known_source_line(return_address);
  return line.empty() ? musasim::check::place_in_program(return_address) : line;
}

}  // namespace musasim::device::check
