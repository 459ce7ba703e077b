// Finds mcc, and runs it.
#include "mtrtc/toolkit.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "mtrtc.h"

extern char** environ;

namespace musasim::mtrtc {

namespace {

std::string find_compiler() {
  Dl_info here{};
  if (dladdr(reinterpret_cast<const void*>(&mtrtcVersion), &here) == 0) return "mcc";
  const std::filesystem::path library = std::filesystem::absolute(here.dli_fname);
  return (library.parent_path().parent_path() / "bin" / "mcc").string();
}

// Texts in English, whose quotes every terminal shows.
std::vector<char*> english_environment() {
  static char english[] = "LC_ALL=C";
  std::vector<char*> variables = {english};
  for (char** each = environ; each != nullptr && *each != nullptr; ++each) {
    if (std::strncmp(*each, "LC_ALL=", 7) != 0) variables.push_back(*each);
  }
  variables.push_back(nullptr);
  return variables;
}

int wait_for(pid_t process, const std::string& program, std::string* error) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0) {
    if (errno == EINTR) continue;
    // As where the program ignores SIGCHLD: nobody can know how it ended.
    *error = "cannot tell how " + program + " ended: " + std::strerror(errno);
    return 1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

const std::string& compiler() {
  static const std::string* const path = new std::string(find_compiler());
  return *path;
}

int run(const std::vector<std::string>& command, const std::string& output, std::string* error) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const std::vector<char*> variables = english_environment();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  pid_t process = -1;
  const int failure =
      posix_spawn(&process, words[0], &actions, nullptr, words.data(), variables.data());
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) {
    *error = "cannot run " + command[0] + ": " + std::strerror(failure) +
             " (the toolkit's compiler belongs beside the folder of libmtrtc.so)";
    return 127;
  }
  return wait_for(process, command[0], error);
}

}  // namespace musasim::mtrtc
