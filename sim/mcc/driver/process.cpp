// Starts programs and waits for them.
#include "mcc/driver/process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>

extern char** environ;

namespace musasim::mcc {

namespace {

// The program that runs, of one thread or another, and the signal that came while mcc worked.
std::atomic<pid_t> running = 0;
static_assert(std::atomic<pid_t>::is_always_lock_free, "a signal's handler reads it");
volatile sig_atomic_t caught = 0;

void pass_on(int signal) {
  caught = signal;
  if (running != 0) kill(running, signal);
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

// Starts the command; the number of the error.
int start(const std::vector<std::string>& command, const std::string& output, pid_t* process) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  if (output.empty()) {
    return posix_spawnp(process, words[0], nullptr, nullptr, words.data(), environ);
  }
  const std::vector<char*> variables = english_environment();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  const int failure =
      posix_spawnp(process, words[0], &actions, nullptr, words.data(), variables.data());
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

int wait_for(pid_t process, const std::string& program, std::string* error) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0) {
    if (errno == EINTR) continue;
    // Where this program ignores SIGCHLD, nobody can know how the other ended.
    *error = "cannot tell how " + program + " ended: " + std::strerror(errno);
    return 1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

void end_in_order() {
  struct sigaction action = {};
  action.sa_handler = pass_on;
  for (const int signal : {SIGHUP, SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
  // The program that starts mcc may ignore the signal, and then nothing says how programs end.
  action.sa_handler = SIG_DFL;
  sigaction(SIGCHLD, &action, nullptr);
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

int run(const std::vector<std::string>& command, std::string* error, const std::string& output) {
  pid_t process = -1;
  const int failure = caught != 0 ? 0 : start(command, output, &process);
  if (failure != 0) {
    *error = "cannot run " + command[0] + ": " + std::strerror(failure);
    return 127;
  }
  running = process;
  if (process > 0 && caught != 0) kill(process, caught);
  const int status = process > 0 ? wait_for(process, command[0], error) : 0;
  running = 0;
  return caught != 0 ? 128 + caught : status;
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
