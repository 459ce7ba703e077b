// Guards: a device or a stream is current while one lives.
#pragma once

#include <c10/core/impl/InlineDeviceGuard.h>
#include <c10/core/impl/InlineStreamGuard.h>

#include <optional>
#include <vector>

#include "torch_musa/csrc/core/GuardImpl.h"
#include "torch_musa/csrc/core/MUSAStream.h"

namespace c10::musa {

// The device is current; the one before is again at the end.
struct MUSAGuard {
  explicit MUSAGuard(DeviceIndex index) : guard_(index) {}
  explicit MUSAGuard(Device device) : guard_(device) {}
  MUSAGuard(const MUSAGuard&) = delete;
  MUSAGuard& operator=(const MUSAGuard&) = delete;

  void set_device(Device device) { guard_.set_device(device); }
  void reset_device(Device device) { guard_.reset_device(device); }
  void set_index(DeviceIndex index) { guard_.set_index(index); }
  Device original_device() const { return guard_.original_device(); }
  Device current_device() const { return guard_.current_device(); }

 private:
  c10::impl::InlineDeviceGuard<impl::MUSAGuardImpl> guard_;
};

// The same for a device that may be told later, or not at all.
struct OptionalMUSAGuard {
  explicit OptionalMUSAGuard() = default;
  explicit OptionalMUSAGuard(std::optional<Device> device) : guard_(device) {}
  explicit OptionalMUSAGuard(std::optional<DeviceIndex> index) : guard_(index) {}
  OptionalMUSAGuard(const OptionalMUSAGuard&) = delete;
  OptionalMUSAGuard& operator=(const OptionalMUSAGuard&) = delete;

  void set_device(Device device) { guard_.set_device(device); }
  void reset_device(Device device) { guard_.reset_device(device); }
  void set_index(DeviceIndex index) { guard_.set_index(index); }
  std::optional<Device> original_device() const { return guard_.original_device(); }
  std::optional<Device> current_device() const { return guard_.current_device(); }
  void reset() { guard_.reset(); }

 private:
  c10::impl::InlineOptionalDeviceGuard<impl::MUSAGuardImpl> guard_;
};

// The stream and its device are current.
struct MUSAStreamGuard {
  explicit MUSAStreamGuard(Stream stream) : guard_(stream) {}
  MUSAStreamGuard(const MUSAStreamGuard&) = delete;
  MUSAStreamGuard& operator=(const MUSAStreamGuard&) = delete;

  void reset_stream(Stream stream) { guard_.reset_stream(stream); }
  MUSAStream original_stream() const { return MUSAStream(guard_.original_stream()); }
  MUSAStream current_stream() const { return MUSAStream(guard_.current_stream()); }
  Device original_device() const { return guard_.original_device(); }
  Device current_device() const { return guard_.current_device(); }

 private:
  c10::impl::InlineStreamGuard<impl::MUSAGuardImpl> guard_;
};

struct OptionalMUSAStreamGuard {
  explicit OptionalMUSAStreamGuard() = default;
  explicit OptionalMUSAStreamGuard(Stream stream) : guard_(stream) {}
  explicit OptionalMUSAStreamGuard(std::optional<Stream> stream) : guard_(stream) {}
  OptionalMUSAStreamGuard(const OptionalMUSAStreamGuard&) = delete;
  OptionalMUSAStreamGuard& operator=(const OptionalMUSAStreamGuard&) = delete;

  void reset_stream(Stream stream) { guard_.reset_stream(stream); }
  std::optional<MUSAStream> original_stream() const { return as_musa(guard_.original_stream()); }
  std::optional<MUSAStream> current_stream() const { return as_musa(guard_.current_stream()); }
  void reset() { guard_.reset(); }

 private:
  static std::optional<MUSAStream> as_musa(const std::optional<Stream>& stream) {
    return stream ? std::make_optional(MUSAStream(*stream)) : std::nullopt;
  }

  c10::impl::InlineOptionalStreamGuard<impl::MUSAGuardImpl> guard_;
};

// Streams of several devices are their current ones; the current device stays.
struct MUSAMultiStreamGuard {
  explicit MUSAMultiStreamGuard(ArrayRef<MUSAStream> streams)
      : guard_(std::vector<Stream>(streams.begin(), streams.end())) {}
  MUSAMultiStreamGuard(const MUSAMultiStreamGuard&) = delete;
  MUSAMultiStreamGuard& operator=(const MUSAMultiStreamGuard&) = delete;

 private:
  c10::impl::InlineMultiStreamGuard<impl::MUSAGuardImpl> guard_;
};

}  // namespace c10::musa
