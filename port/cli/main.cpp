// torchada-port: the porting engine as a program that needs neither Python nor torch.
#include <csignal>
#include <exception>

#include "program.h"

int main(int count, char** values) {
  // A file that becomes too large is an error with a path, not the end of the process.
  std::signal(SIGXFSZ, SIG_IGN);
  return torchada::port::run_program({"torchada-port", true, nullptr},
                                     torchada::port::Words(values + 1, values + count));
}
