// Starts programs and waits for them.
#include "mcc/driver/process.h"

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

extern char** environ;

namespace musasim::mcc {

namespace {

// Of the program that runs, and the signal that came while mcc worked.
volatile sig_atomic_t running = 0;
volatile sig_atomic_t caught = 0;

void pass_on(int signal) {
  caught = signal;
  if (running != 0) kill(running, signal);
}

}  // namespace

void end_in_order() {
  struct sigaction action = {};
  action.sa_handler = pass_on;
  for (const int signal : {SIGHUP, SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
}

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

std::string quoted_words(const std::vector<std::string>& command) {
  std::string line;
  for (const std::string& word : command) {
    line += " \"";
    for (const char c : word) {
      if (c == '"' || c == '\\' || c == '$') line += '\\';
      line += c;
    }
    line += '"';
  }
  return line;
}

int run(const std::vector<std::string>& command, std::string* error) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  pid_t process = -1;
  const int failure =
      caught != 0 ? 0 : posix_spawnp(&process, words[0], nullptr, nullptr, words.data(), environ);
  if (failure != 0) {
    *error = "cannot run " + command[0] + ": " + std::strerror(failure) +
             " (MUSASIM_CXX, CXX and -ccbin name the host compiler)";
    return 127;
  }
  int status = 0;
  running = process;
  if (process > 0 && caught != 0) kill(process, caught);
  while (process > 0 && waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
  running = 0;
  if (caught != 0) return 128 + caught;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string errors_of(const std::vector<std::string>& command) {
  const std::string line = "LC_ALL=C " + shell_words(command) + " 2>&1 >/dev/null";
  FILE* const pipe = popen(line.c_str(), "r");
  std::string text;
  char part[4096];
  for (std::size_t size; pipe != nullptr && (size = fread(part, 1, sizeof part, pipe)) != 0;) {
    text.append(part, size);
  }
  if (pipe != nullptr) pclose(pipe);
  return text;
}

}  // namespace musasim::mcc
