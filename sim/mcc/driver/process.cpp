// Starts programs and waits for them.
#include "mcc/driver/process.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

extern char** environ;

namespace musasim::mcc {

std::string shell_words(const std::vector<std::string>& command) {
  std::string line;
  for (const std::string& word : command) {
    const bool plain =
        !word.empty() && word.find_first_of(" \t\n\"'\\$`*?[](){}<>|&;!#~") == std::string::npos;
    if (!line.empty()) line += ' ';
    if (plain) {
      line += word;
      continue;
    }
    line += '\'';
    for (const char c : word) line += c == '\'' ? std::string("'\\''") : std::string(1, c);
    line += '\'';
  }
  return line;
}

int start(const std::vector<std::string>& command, std::string* error) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  pid_t process = -1;
  const int failure = posix_spawnp(&process, words[0], nullptr, nullptr, words.data(), environ);
  if (failure == 0) return process;
  *error = "cannot run " + command[0] + ": " + std::strerror(failure);
  return -1;
}

int wait_for(int process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return 127;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int run(const std::vector<std::string>& command, std::string* error) {
  const int process = start(command, error);
  return process < 0 ? 127 : wait_for(process);
}

}  // namespace musasim::mcc
