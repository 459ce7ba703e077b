// Puts the rotation of executable graphs between libmusart and the libraries that launch graphs.
#include "graphs/hooks.h"

#include <dlfcn.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "patch/slot_patch.h"

namespace torchada::graphs {
namespace {

template <class Signature>
using Function = Signature;

#define TORCHADA_GRAPH_HOOK(name, symbol, signature) Function<signature> name;
#include "hooks.def"

// libmusart's functions, from a look-up: a slot that was never called holds the PLT stub.
struct Originals {
#define TORCHADA_GRAPH_HOOK(name, symbol, signature) Function<signature>* name = nullptr;
#include "hooks.def"
} original;

namespace symbol_of {
#define TORCHADA_GRAPH_HOOK(name, symbol, signature) constexpr char name[] = #symbol;
#include "hooks.def"
}  // namespace symbol_of

// Never destroyed: libraries call through it until the process ends.
Rotation* rotation = nullptr;
std::vector<patch::Transaction>& transactions() {
  static auto& all = *new std::vector<patch::Transaction>;
  return all;
}

// Makes the executable as the caller asked, and later again. Its pointers (error node, log) may lead
// nowhere once the call has returned, so that later calls pass flags only.
Rotation::Make maker(Graph graph, std::uintptr_t first, std::uintptr_t second,
                     std::uintptr_t third) {
  constexpr std::uintptr_t kFlagsEnd = 4096;
  return [=, is_callers = true](Exec* exec) mutable {
    if (!is_callers) return original.instantiate(exec, graph, first < kFlagsEnd ? first : 0, 0, 0);
    is_callers = false;
    return original.instantiate(exec, graph, first, second, third);
  };
}

int instantiate(Exec* exec, Graph graph, std::uintptr_t first, std::uintptr_t second,
                std::uintptr_t third) {
  if (exec == nullptr) return original.instantiate(exec, graph, first, second, third);
  return rotation->instantiate(exec, graph, maker(graph, first, second, third));
}

int instantiate_with_flags(Exec* exec, Graph graph, std::uintptr_t flags) {
  if (exec == nullptr) return original.instantiate_with_flags(exec, graph, flags);
  return rotation->instantiate(
      exec, graph, [=](Exec* made) { return original.instantiate_with_flags(made, graph, flags); });
}

int launch(Exec exec, Stream stream) { return rotation->launch(exec, stream); }
int destroy_exec(Exec exec) { return rotation->destroy_exec(exec); }
int destroy_graph(Graph graph) { return rotation->destroy_graph(graph); }

// True for a library that makes and launches executables and does nothing else with them: a change in
// place would be lost when an executable is made again.
bool is_to_rotate(const elf::LoadedObject& object) {
  const auto calls = [&](const char* symbol) { return !object.find_slots(symbol).empty(); };
  return calls(symbol_of::launch) && calls(symbol_of::destroy_exec) &&
         (calls(symbol_of::instantiate) || calls(symbol_of::instantiate_with_flags)) &&
         !calls("musaGraphExecUpdate") && !calls("musaGraphExecKernelNodeSetParams");
}

bool find_originals(const std::string& library) {
  void* handle = dlopen(library.c_str(), RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) return false;
#define TORCHADA_GRAPH_HOOK(name, symbol, signature) \
  original.name = reinterpret_cast<Function<signature>*>(dlsym(handle, #symbol));
#include "hooks.def"
  return original.instantiate != nullptr;
}

void add_slots_of(const elf::LoadedObject& object, patch::Transaction* transaction) {
  const auto is_this = [&](const elf::LoadedObject& other) {
    return other.base() == object.base() && other.path() == object.path();
  };
  const auto add = [&](const char* symbol, void* replacement) {
    for (const auto& slot : patch::plan_slot_patches(symbol, replacement, is_this)) {
      patch::add_slot_patch(slot, transaction);
    }
  };
#define TORCHADA_GRAPH_HOOK(name, symbol, signature) add(#symbol, reinterpret_cast<void*>(name));
#include "hooks.def"
}

}  // namespace

std::optional<patch::HookError> start(std::size_t cap) {
  patch::Transaction transaction;
  if (const char* fail_at = std::getenv("TORCHADA_TEST_FAIL_HOOK")) transaction.fail_at(fail_at);
  for (const elf::LoadedObject& object : elf::loaded_objects()) {
    if (!is_to_rotate(object)) continue;
    if (rotation == nullptr) {
      if (!find_originals(object.path())) continue;
      rotation =
          new Rotation({original.launch, original.destroy_exec, original.destroy_graph}, cap);
    }
    add_slots_of(object, &transaction);
  }
  if (auto error = transaction.commit()) return error;
  transactions().push_back(std::move(transaction));
  return std::nullopt;
}

void stop() {
  if (rotation == nullptr || !rotation->is_idle()) return;
  for (patch::Transaction& transaction : transactions()) transaction.roll_back();
  transactions().clear();
  rotation->clear();
}

std::optional<Counts> counts() {
  if (rotation == nullptr) return std::nullopt;
  return rotation->counts();
}

}  // namespace torchada::graphs
