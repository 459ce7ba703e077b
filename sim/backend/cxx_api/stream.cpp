// Streams for C++ extensions: those that PyTorch's operators run on.
#include <ostream>

#include "musa_runtime_api.h"
#include "torch_glue/stream.h"
#include "torch_musa/csrc/core/MUSAStream.h"

namespace c10::musa {

musaStream_t MUSAStream::stream() const { return musasim::handle_of(stream_); }

bool MUSAStream::query() const {
  return musasim::is_done(musasim::with_stream(stream_, musaStreamQuery));
}

void MUSAStream::synchronize() const {
  musasim::check(musasim::with_stream(stream_, musaStreamSynchronize));
}

int MUSAStream::priority() const {
  int priority = 0;
  musasim::check(musasim::stream_priority(device_index(), id(), &priority));
  return priority;
}

std::tuple<int, int> MUSAStream::priority_range() {
  int least = 0;
  int greatest = 0;
  musasim::check(musaDeviceGetStreamPriorityRange(&least, &greatest));
  return {least, greatest};
}

MUSAStream getStreamFromPool(bool isHighPriority, DeviceIndex device_index) {
  return getStreamFromPool(isHighPriority ? musasim::kHighestPriority : musasim::kLowestPriority,
                           device_index);
}

MUSAStream getStreamFromPool(int priority, DeviceIndex device_index) {
  const int device = musasim::checked_device_index(device_index);
  return MUSAStream(musasim::torch_stream(device, musasim::next_pool_stream(device, priority)));
}

MUSAStream getStreamFromExternal(musaStream_t ext_stream, DeviceIndex device_index) {
  return MUSAStream(musasim::torch_stream(device_index, musasim::external_stream(ext_stream)));
}

MUSAStream getDefaultMUSAStream(DeviceIndex device_index) {
  return MUSAStream(musasim::torch_stream(device_index, musasim::kDefaultStream));
}

MUSAStream getCurrentMUSAStream(DeviceIndex device_index) {
  return MUSAStream(musasim::current_torch_stream(device_index));
}

void setCurrentMUSAStream(MUSAStream stream) {
  musasim::exchange_stream(musasim::checked_device_index(stream.device_index()), stream.id());
}

std::ostream& operator<<(std::ostream& out, const MUSAStream& stream) {
  return out << stream.unwrap();
}

}  // namespace c10::musa
