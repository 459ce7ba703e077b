// Module tables out of fat binaries, files and images in memory.
#include "machine/kernels/module_file.h"

#include <dlfcn.h>
#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <string>

namespace musasim {

namespace {

// A length from the image's own headers: images come as a bare pointer. 0 when it is no ELF shared
// object.
std::size_t image_size(const void* image) noexcept {
  Elf64_Ehdr header;
  std::memcpy(header.e_ident, image, SELFMAG);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) {
    return 0;
  }
  std::memcpy(&header, image, sizeof(header));
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_type != ET_DYN) {
    return 0;
  }
  std::size_t size = header.e_shoff + std::size_t{header.e_shnum} * header.e_shentsize;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    std::memcpy(&segment, static_cast<const char*>(image) + header.e_phoff + i * sizeof(segment),
                sizeof(segment));
    size = std::max<std::size_t>(size, segment.p_offset + segment.p_filesz);
  }
  return size;
}

bool write_all(int file, const char* bytes, std::size_t size) noexcept {
  while (size > 0) {
    const ssize_t written = write(file, bytes, size);
    if (written <= 0) {
      return false;
    }
    bytes += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

musaError_t open_library(const char* path, int file, int device, std::shared_ptr<Module>* module) {
  void* const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return musaErrorInvalidKernelImage;
  }
  const auto* const table =
      static_cast<const musasimModule*>(dlsym(library, MUSASIM_MODULE_SYMBOL));
  if (table == nullptr || table->abi != MUSASIM_KERNEL_ABI) {
    dlclose(library);
    return table == nullptr ? musaErrorInvalidKernelImage : musaErrorNoKernelImageForDevice;
  }
  *module = std::make_shared<Module>(*table, device, library, file);
  return musaSuccess;
}

}  // namespace

const musasimModule* fat_binary_table(const void* fat_binary) noexcept {
  if (fat_binary == nullptr) {
    return nullptr;
  }
  const auto* const wrapper = static_cast<const musasimFatBinary*>(fat_binary);
  const bool ours = wrapper->magic == MUSASIM_FATBIN_MAGIC && wrapper->version == 1 &&
                    wrapper->module != nullptr && wrapper->module->abi == MUSASIM_KERNEL_ABI;
  return ours ? wrapper->module : nullptr;
}

musaError_t open_module_file(const char* path, int device, std::shared_ptr<Module>* module) {
  if (access(path, R_OK) != 0) {
    return musaErrorFileNotFound;
  }
  // A name without a slash would be looked for in the library path.
  const std::string found = std::strchr(path, '/') == nullptr ? std::string("./") + path : path;
  return open_library(found.c_str(), -1, device, module);
}

musaError_t open_module_image(const void* image, int device, std::shared_ptr<Module>* module) {
  const std::size_t size = image_size(image);
  if (size == 0) {
    const musasimModule* const table = fat_binary_table(image);
    if (table == nullptr) {
      return musaErrorInvalidKernelImage;
    }
    *module = std::make_shared<Module>(*table, device, nullptr, -1);
    return musaSuccess;
  }
  const int file = memfd_create("musasim-module", MFD_CLOEXEC);
  if (file < 0) {
    return musaErrorOperatingSystem;
  }
  musaError_t error = musaErrorOperatingSystem;
  if (write_all(file, static_cast<const char*>(image), size)) {
    error = open_library(("/proc/self/fd/" + std::to_string(file)).c_str(), file, device, module);
  }
  if (error != musaSuccess) {
    close(file);
  }
  return error;
}

}  // namespace musasim
