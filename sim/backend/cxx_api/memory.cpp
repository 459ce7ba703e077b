// Memory and random generators for C++ extensions: those of tensors.
#include "torch_glue/allocator.h"
#include "torch_glue/generator.h"

c10::musa::MUSACachingAllocator::MUSAAllocator* c10::musa::MUSACachingAllocator::get() {
  return musasim::device_allocator();
}

const at::Generator& at::musa::detail::getDefaultMUSAGenerator(DeviceIndex device_index) {
  return musasim::default_generator(device_index);
}

at::Generator at::musa::detail::createMUSAGenerator(DeviceIndex device_index) {
  return musasim::new_generator(musasim::checked_device_index(device_index));
}
