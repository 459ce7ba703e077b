// libcudart.so.12 for programs that look for a library of that name in their process: every function
// jumps to libmusart's. Arguments and results pass through untouched, whatever they are.
#include <dlfcn.h>
#include <link.h>

#include <cstdio>
#include <cstring>

namespace {

struct Function {
  const char* cuda;
  const char* musa;
};

constexpr Function kFunctions[] = {
#define FORWARD(index, cuda, musa) {#cuda, #musa},
#include "cudart_functions.inc"
#undef FORWARD
};
constexpr std::size_t kCount = sizeof kFunctions / sizeof *kFunctions;

// cudaErrorNotSupported, and musaErrorNotSupported.
constexpr int kNotSupported = 801;

}  // namespace

extern "C" {
[[gnu::visibility("hidden")]] extern void* torchada_targets[kCount];
void* torchada_targets[kCount];

[[gnu::visibility("hidden")]] void torchada_missing();

// What a function does that libmusart lacks.
[[gnu::visibility("hidden"), gnu::used]] int torchada_report_missing(unsigned index) {
  std::fprintf(stderr, "torchada: %s is not supported on MUSA: libmusart has no %s\n",
               kFunctions[index].cuda, kFunctions[index].musa);
  return kNotSupported;
}
}

// The index is for torchada_missing(), in a register that calls may change.
#if defined(__x86_64__)
#define FORWARD(index, cuda, musa)                                              \
  asm(".text\n.globl " #cuda "\n.type " #cuda ", @function\n" #cuda             \
      ":\n"                                                                     \
      "  endbr64\n  movl $" #index ", %r11d\n  jmp *torchada_targets+8*" #index \
      "(%rip)\n"                                                                \
      ".size " #cuda ", .-" #cuda "\n");
asm(".text\n.hidden torchada_missing\n.globl torchada_missing\n"
    ".type torchada_missing, @function\ntorchada_missing:\n"
    "  endbr64\n  movl %r11d, %edi\n  jmp torchada_report_missing\n");
#elif defined(__aarch64__)
#define FORWARD(index, cuda, musa)                                                 \
  asm(".text\n.globl " #cuda "\n.type " #cuda ", %function\n" #cuda                \
      ":\n"                                                                        \
      "  hint #34\n  mov w17, #" #index "\n  adrp x16, torchada_targets+8*" #index \
      "\n"                                                                         \
      "  ldr x16, [x16, #:lo12:torchada_targets+8*" #index                         \
      "]\n  br x16\n"                                                              \
      ".size " #cuda ", .-" #cuda "\n");
asm(".text\n.hidden torchada_missing\n.globl torchada_missing\n"
    ".type torchada_missing, %function\ntorchada_missing:\n"
    "  hint #36\n  mov w0, w17\n  b torchada_report_missing\n");
#else
#error "forwarders are written for x86-64 and aarch64"
#endif
#include "cudart_functions.inc"

namespace {

int find_runtime(dl_phdr_info* object, std::size_t, void* found) {
  const char* const slash = std::strrchr(object->dlpi_name, '/');
  const char* const name = slash == nullptr ? object->dlpi_name : slash + 1;
  if (std::strncmp(name, "libmusart.so", 12) != 0) return 0;
  *static_cast<const char**>(found) = object->dlpi_name;
  return 1;
}

// The one that is in this process; else the one that the system finds.
void* open_runtime() {
  const char* path = "libmusart.so";
  ::dl_iterate_phdr(find_runtime, &path);
  return ::dlopen(path, RTLD_LAZY | RTLD_LOCAL);
}

[[gnu::constructor]] void resolve() {
  void* const runtime = open_runtime();
  for (std::size_t i = 0; i < kCount; ++i) {
    void* const target = runtime == nullptr ? nullptr : ::dlsym(runtime, kFunctions[i].musa);
    torchada_targets[i] = target != nullptr ? target : reinterpret_cast<void*>(torchada_missing);
  }
}

}  // namespace
