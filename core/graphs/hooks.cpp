// Puts the rotation of executable graphs between libmusart and the libraries that launch graphs.
#include "graphs/hooks.h"

#include <dlfcn.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "patch/slot_patch.h"

namespace torchada::graphs {
namespace {

using InstantiateFunction = int(Exec*, Graph, std::uintptr_t, std::uintptr_t, std::uintptr_t);

// Never destroyed: libraries call through it until the process ends.
Rotation* rotation = nullptr;
InstantiateFunction* instantiate_function = nullptr;
InstantiateFunction* instantiate_with_flags_function = nullptr;
std::vector<patch::Transaction>& transactions() {
  static auto& all = *new std::vector<patch::Transaction>;
  return all;
}

// The number of parameters depends on the toolkit: (flags), or (error node, log, size of the log).
// Once the call has returned, the second form's pointers may lead nowhere.
Rotation::Make maker(InstantiateFunction* function, Graph graph, std::uintptr_t first,
                     std::uintptr_t second, std::uintptr_t third) {
  constexpr std::uintptr_t kFlagsEnd = 4096;
  return [=, is_callers = true](Exec* exec) mutable {
    if (!is_callers) return function(exec, graph, first < kFlagsEnd ? first : 0, 0, 0);
    is_callers = false;
    return function(exec, graph, first, second, third);
  };
}

int instantiate(Exec* exec, Graph graph, std::uintptr_t first, std::uintptr_t second,
                std::uintptr_t third) {
  if (exec == nullptr) return instantiate_function(exec, graph, first, second, third);
  return rotation->instantiate(exec, graph,
                               maker(instantiate_function, graph, first, second, third));
}

int instantiate_with_flags(Exec* exec, Graph graph, std::uintptr_t flags) {
  InstantiateFunction* const function = instantiate_with_flags_function;
  if (exec == nullptr) return function(exec, graph, flags, 0, 0);
  return rotation->instantiate(exec, graph,
                               [=](Exec* made) { return function(made, graph, flags, 0, 0); });
}

int launch(Exec exec, Stream stream) { return rotation->launch(exec, stream); }
int destroy_exec(Exec exec) { return rotation->destroy_exec(exec); }
int destroy_graph(Graph graph) { return rotation->destroy_graph(graph); }

struct Hook {
  const char* symbol;
  void* replacement;
};

const std::array<Hook, 5>& hooks() {
  static const std::array<Hook, 5> all = {{
      {"musaGraphInstantiate", reinterpret_cast<void*>(instantiate)},
      {"musaGraphInstantiateWithFlags", reinterpret_cast<void*>(instantiate_with_flags)},
      {"musaGraphLaunch", reinterpret_cast<void*>(launch)},
      {"musaGraphExecDestroy", reinterpret_cast<void*>(destroy_exec)},
      {"musaGraphDestroy", reinterpret_cast<void*>(destroy_graph)},
  }};
  return all;
}

// Executables are made and launched there, and nothing else is done with them: what changes one in
// place would be lost when it is made again.
bool is_to_rotate(const elf::LoadedObject& object) {
  const auto calls = [&](const char* symbol) { return !object.find_slots(symbol).empty(); };
  return calls("musaGraphLaunch") && calls("musaGraphExecDestroy") &&
         (calls("musaGraphInstantiate") || calls("musaGraphInstantiateWithFlags")) &&
         !calls("musaGraphExecUpdate") && !calls("musaGraphExecKernelNodeSetParams");
}

// A slot that was never called holds the PLT stub, so the functions come from a look-up.
std::optional<Driver> find_driver(const std::string& library) {
  void* handle = dlopen(library.c_str(), RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) return std::nullopt;
  const auto find = [&](const char* symbol) { return dlsym(handle, symbol); };
  instantiate_function = reinterpret_cast<InstantiateFunction*>(find("musaGraphInstantiate"));
  instantiate_with_flags_function =
      reinterpret_cast<InstantiateFunction*>(find("musaGraphInstantiateWithFlags"));
  if (instantiate_function == nullptr) return std::nullopt;
  return Driver{reinterpret_cast<int (*)(Exec, Stream)>(find("musaGraphLaunch")),
                reinterpret_cast<int (*)(Exec)>(find("musaGraphExecDestroy")),
                reinterpret_cast<int (*)(Graph)>(find("musaGraphDestroy"))};
}

void add_slots_of(const elf::LoadedObject& object, patch::Transaction* transaction) {
  const auto is_this = [&](const elf::LoadedObject& other) {
    return other.base() == object.base() && other.path() == object.path();
  };
  for (const Hook& hook : hooks()) {
    for (const auto& slot : patch::plan_slot_patches(hook.symbol, hook.replacement, is_this)) {
      patch::add_slot_patch(slot, transaction);
    }
  }
}

}  // namespace

std::optional<patch::HookError> start(std::size_t cap) {
  patch::Transaction transaction;
  if (const char* fail_at = std::getenv("TORCHADA_TEST_FAIL_HOOK")) transaction.fail_at(fail_at);
  for (const elf::LoadedObject& object : elf::loaded_objects()) {
    if (!is_to_rotate(object)) continue;
    if (rotation == nullptr) {
      const std::optional<Driver> driver = find_driver(object.path());
      if (!driver) continue;
      rotation = new Rotation(*driver, cap);
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
