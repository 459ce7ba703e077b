// Reads the dynamic sections of the libraries that are loaded in this process.
#include "elf/loaded_object.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace torchada::elf {
namespace {

#if defined(__x86_64__)
constexpr auto kJumpSlot = R_X86_64_JUMP_SLOT;
constexpr auto kGlobDat = R_X86_64_GLOB_DAT;
#elif defined(__aarch64__)
constexpr auto kJumpSlot = R_AARCH64_JUMP_SLOT;
constexpr auto kGlobDat = R_AARCH64_GLOB_DAT;
#else
#error "torchada supports x86-64 and aarch64"
#endif

int append_object(dl_phdr_info* info, std::size_t, void* objects) {
  static_cast<std::vector<LoadedObject>*>(objects)->emplace_back(*info);
  return 0;
}

}  // namespace

const char* slot_kind_name(SlotKind kind) {
  return kind == SlotKind::jump_slot ? "JUMP_SLOT" : "GLOB_DAT";
}

LoadedObject::LoadedObject(const dl_phdr_info& info)
    : path_(info.dlpi_name == nullptr ? "" : info.dlpi_name), base_(info.dlpi_addr) {
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info.dlpi_phdr[i];
    if (segment.p_type == PT_GNU_RELRO) {
      const auto pages = ~(static_cast<ElfW(Addr)>(sysconf(_SC_PAGESIZE)) - 1);
      relro_begin_ = base_ + segment.p_vaddr;
      // glibc protects whole pages (_dl_protect_relro in elf/dl-reloc.c): a last part stays writable.
      relro_end_ = (relro_begin_ + segment.p_memsz) & pages;
    } else if (segment.p_type == PT_DYNAMIC) {
      read_dynamic(reinterpret_cast<const ElfW(Dyn)*>(base_ + segment.p_vaddr));
    }
  }
}

// glibc relocates these pointers in place, the kernel's vDSO keeps them relative.
ElfW(Addr) LoadedObject::absolute(ElfW(Addr) pointer) const {
  return pointer < base_ ? base_ + pointer : pointer;
}

void LoadedObject::read_dynamic(const ElfW(Dyn)* dynamic) {
  std::size_t data_bytes = 0;
  std::size_t plt_bytes = 0;
  std::size_t relative_count = 0;
  bool plt_has_addends = true;
  const auto relocations_at = [this](ElfW(Addr) pointer) {
    return reinterpret_cast<const ElfW(Rela)*>(absolute(pointer));
  };
  const auto gnu_hash_at = [this](ElfW(Addr) pointer) {
    return reinterpret_cast<const std::uint32_t*>(absolute(pointer));
  };
  for (; dynamic->d_tag != DT_NULL; ++dynamic) {
    const auto value = dynamic->d_un.d_val;
    switch (dynamic->d_tag) {
      case DT_SYMTAB: symbols_ = reinterpret_cast<const ElfW(Sym)*>(absolute(value)); break;
      case DT_STRTAB: strings_ = reinterpret_cast<const char*>(absolute(value)); break;
      case DT_GNU_HASH: gnu_hash_ = gnu_hash_at(value); break;
      case DT_RELA: data_.first = relocations_at(value); break;
      case DT_RELASZ: data_bytes = value; break;
      case DT_RELACOUNT: relative_count = value; break;
      case DT_JMPREL: plt_.first = relocations_at(value); break;
      case DT_PLTRELSZ: plt_bytes = value; break;
      case DT_PLTREL: plt_has_addends = value == DT_RELA; break;
      default: break;
    }
  }
  // DT_GNU_HASH (binutils, elflink.c): its second word, symoffset, is the index of the first symbol
  // that the library defines for others.
  if (gnu_hash_ != nullptr) undefined_end_ = gnu_hash_[1];
  if (data_.first != nullptr) {
    // The linker sorts relative relocations, nearly all of a big library's, to the front.
    const std::size_t count = data_bytes / sizeof(ElfW(Rela));
    const std::size_t skipped = std::min(relative_count, count);
    data_.first += skipped;
    data_.count = count - skipped;
  }
  if (plt_.first != nullptr && plt_has_addends) plt_.count = plt_bytes / sizeof(ElfW(Rela));
}

// Compares without measuring the string first: nearly all names differ within a few characters.
bool LoadedObject::is_named(std::size_t symbol, std::string_view name) const {
  const char* text = strings_ + symbols_[symbol].st_name;
  return std::strncmp(text, name.data(), name.size()) == 0 && text[name.size()] == 0;
}

// The few undefined symbols come first in the table.
std::size_t LoadedObject::find_undefined(std::string_view name) const {
  for (std::size_t symbol = 1; symbol < undefined_end_; ++symbol) {
    if (is_named(symbol, name)) return symbol;
  }
  return 0;
}

// The look-up of DT_GNU_HASH, its Bloom filter aside: number of buckets, symoffset, words of the
// filter, its shift; then the filter, the buckets, and a hash for each defined symbol, whose lowest
// bit ends a bucket.
std::size_t LoadedObject::find_defined(std::string_view name) const {
  std::uint32_t hash = 5381;
  for (const char c : name) hash = hash * 33 + static_cast<unsigned char>(c);
  const std::uint32_t bucket_count = gnu_hash_[0];
  const std::uint32_t filter_words = gnu_hash_[2];
  const std::uint32_t* buckets = gnu_hash_ + 4 + filter_words * (sizeof(ElfW(Addr)) / 4);
  const std::uint32_t* hashes = buckets + bucket_count;
  if (bucket_count == 0) return 0;
  for (std::size_t symbol = buckets[hash % bucket_count]; symbol >= undefined_end_; ++symbol) {
    const std::uint32_t other = hashes[symbol - undefined_end_];
    if ((other | 1U) == (hash | 1U) && is_named(symbol, name)) return symbol;
    if ((other & 1U) != 0) return 0;
  }
  return 0;
}

Slot LoadedObject::slot_of(const ElfW(Rela)& relocation, SlotKind kind) const {
  const ElfW(Addr) address = base_ + relocation.r_offset;
  const bool in_relro = address >= relro_begin_ && address < relro_end_;
  return {reinterpret_cast<void**>(address), kind, in_relro};
}

// The slots of a library whose symbols have to be compared by name at each relocation.
std::vector<Slot> LoadedObject::find_slots_by_name(std::string_view name) const {
  std::vector<Slot> slots;
  for (const Relocations& relocations : {data_, plt_}) {
    for (std::size_t i = 0; i < relocations.count; ++i) {
      const ElfW(Rela)& relocation = relocations.first[i];
      const auto type = ELF64_R_TYPE(relocation.r_info);
      if (type != kJumpSlot && type != kGlobDat) continue;
      if (!is_named(ELF64_R_SYM(relocation.r_info), name)) continue;
      const SlotKind kind = type == kJumpSlot ? SlotKind::jump_slot : SlotKind::glob_dat;
      slots.push_back(slot_of(relocation, kind));
    }
  }
  return slots;
}

// Big libraries have tens of thousands of relocations: one comparison for each.
void LoadedObject::collect(const Relocations& relocations, std::size_t symbol, SlotKind kind,
                           std::vector<Slot>* slots) const {
  const auto type = kind == SlotKind::jump_slot ? kJumpSlot : kGlobDat;
  const auto wanted = ELF64_R_INFO(static_cast<ElfW(Xword)>(symbol), type);
  const auto is_wanted = [wanted](const ElfW(Rela)& relocation) {
    return relocation.r_info == wanted;
  };
  const ElfW(Rela)* end = relocations.first + relocations.count;
  for (const ElfW(Rela)* found = std::find_if(relocations.first, end, is_wanted); found != end;
       found = std::find_if(found + 1, end, is_wanted)) {
    slots->push_back(slot_of(*found, kind));
  }
}

std::vector<Slot> LoadedObject::find_slots(std::string_view name, Callee callee) const {
  std::vector<Slot> slots;
  if (symbols_ == nullptr || strings_ == nullptr) return slots;
  if (!knows_undefined()) return find_slots_by_name(name);
  const std::size_t wanted = callee == Callee::own ? find_defined(name) : find_undefined(name);
  if (wanted == 0) return slots;
  // The table of the PLT is for what can be bound lazily: all JUMP_SLOT are there, and no GLOB_DAT.
  collect(data_, wanted, SlotKind::glob_dat, &slots);
  collect(plt_, wanted, SlotKind::jump_slot, &slots);
  return slots;
}

bool LoadedObject::has_file_name(std::string_view name) const {
  const std::string_view path = path_;
  const auto slash = path.rfind('/');
  return path.substr(slash == std::string_view::npos ? 0 : slash + 1) == name;
}

std::vector<LoadedObject> loaded_objects() {
  std::vector<LoadedObject> objects;
  dl_iterate_phdr(append_object, &objects);
  return objects;
}

}  // namespace torchada::elf
