// Reads the dynamic sections of the libraries that are loaded in this process.
#pragma once

#include <link.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace torchada::elf {

// The binding of the slot: lazily through the PLT, or at load time.
enum class SlotKind { jump_slot, glob_dat };

const char* slot_kind_name(SlotKind kind);

// Whose function a library calls through a slot: another library's, or one of its own that it lets
// others replace.
enum class Callee { another, own };

// A pointer in a loaded library through which it calls a function symbol.
struct Slot {
  void** address;
  SlotKind kind;
  bool in_relro;
  bool operator==(const Slot& other) const {
    return address == other.address && kind == other.kind && in_relro == other.in_relro;
  }
};

// A loaded library as dl_iterate_phdr shows it; valid as long as that library stays loaded.
class LoadedObject {
 public:
  explicit LoadedObject(const dl_phdr_info& info);

  const std::string& path() const { return path_; }
  ElfW(Addr) base() const { return base_; }

  // Slots that refer to the symbol `name`.
  std::vector<Slot> find_slots(std::string_view name, Callee callee = Callee::another) const;
  // True when the library's file name (path after the last slash) equals `name`.
  bool has_file_name(std::string_view name) const;

 private:
  struct Relocations {
    const ElfW(Rela)* first = nullptr;
    std::size_t count = 0;
  };

  void read_dynamic(const ElfW(Dyn)* dynamic);
  ElfW(Addr) absolute(ElfW(Addr) pointer) const;
  bool is_named(std::size_t symbol, std::string_view name) const;
  // False without a GNU hash table, and with the empty one that linkers write into a library that
  // defines nothing for others: its first index is 1 whatever there is.
  bool knows_undefined() const { return undefined_end_ > 1; }
  // Index of the symbol of that name, 0 where there is none. Need knows_undefined().
  std::size_t find_undefined(std::string_view name) const;
  std::size_t find_defined(std::string_view name) const;
  std::vector<Slot> find_slots_by_name(std::string_view name) const;
  Slot slot_of(const ElfW(Rela)& relocation, SlotKind kind) const;
  void collect(const Relocations& relocations, std::size_t symbol, SlotKind kind,
               std::vector<Slot>* slots) const;

  std::string path_;
  ElfW(Addr) base_ = 0;
  ElfW(Addr) relro_begin_ = 0;
  ElfW(Addr) relro_end_ = 0;
  const ElfW(Sym)* symbols_ = nullptr;
  const char* strings_ = nullptr;
  const std::uint32_t* gnu_hash_ = nullptr;
  // Symbols from here on are defined by the library itself; see knows_undefined().
  std::size_t undefined_end_ = 0;
  Relocations data_;
  Relocations plt_;
};

std::vector<LoadedObject> loaded_objects();

}  // namespace torchada::elf
