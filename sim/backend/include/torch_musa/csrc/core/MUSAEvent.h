// Events: marks in streams.
#pragma once

#include <musa_runtime_api.h>

#include <optional>
#include <utility>

#include "torch_musa/csrc/core/MUSAGuard.h"

namespace at::musa {

// Made when it is first recorded, on that stream's device; moves, and is no copy of another.
struct MUSAEvent {
  MUSAEvent() noexcept = default;
  MUSAEvent(unsigned flags) noexcept : flags_(flags) {}
  // An event of another process.
  MUSAEvent(c10::DeviceIndex device, const musaIpcEventHandle_t* handle) : device_(device) {
    const c10::musa::MUSAGuard guard(device);
    C10_MUSA_CHECK(musaIpcOpenEventHandle(&event_, *handle));
  }
  ~MUSAEvent() {
    if (isCreated()) {
      C10_MUSA_CHECK_WARN(musaEventDestroy(event_));
    }
  }
  MUSAEvent(MUSAEvent&& other) noexcept { swap(other); }
  MUSAEvent& operator=(MUSAEvent&& other) noexcept {
    swap(other);
    return *this;
  }
  MUSAEvent(const MUSAEvent&) = delete;
  MUSAEvent& operator=(const MUSAEvent&) = delete;

  // The runtime's; null before the first recording.
  musaEvent_t event() const { return event_; }
  operator musaEvent_t() const { return event_; }
  bool isCreated() const { return event_ != nullptr; }
  c10::DeviceIndex device_index() const { return device_; }
  std::optional<c10::Device> device() const {
    return isCreated() ? std::make_optional(c10::Device(kMUSA, device_)) : std::nullopt;
  }
  friend bool operator<(const MUSAEvent& left, const MUSAEvent& right) {
    return left.event_ < right.event_;
  }

  // Whether the recorded work is done; true also when nothing was recorded.
  bool query() const {
    const musaError_t error = isCreated() ? musaEventQuery(event_) : musaSuccess;
    if (error == musaErrorNotReady) {
      C10_MUSA_CLEAR_ERROR();
      return false;
    }
    C10_MUSA_CHECK(error);
    return true;
  }
  void synchronize() const {
    if (isCreated()) {
      C10_MUSA_CHECK(musaEventSynchronize(event_));
    }
  }

  void record() { record(c10::musa::getCurrentMUSAStream()); }
  void recordOnce(const c10::musa::MUSAStream& stream) {
    if (!was_recorded_) {
      record(stream);
    }
  }
  void record(const c10::musa::MUSAStream& stream) {
    create(stream.device_index());
    TORCH_CHECK(device_ == stream.device_index(), "Event device ", static_cast<int>(device_),
                " does not match recording stream's device ",
                static_cast<int>(stream.device_index()), ".");
    const c10::musa::MUSAGuard guard(device_);
    C10_MUSA_CHECK(musaEventRecord(event_, stream));
    was_recorded_ = true;
  }
  // Later work of the stream waits for the event.
  void block(const c10::musa::MUSAStream& stream) {
    if (isCreated()) {
      const c10::musa::MUSAGuard guard(stream.device_index());
      C10_MUSA_CHECK(musaStreamWaitEvent(stream, event_, 0));
    }
  }

  // Milliseconds; both were made with timing, and are done.
  float elapsed_time(const MUSAEvent& other) const {
    TORCH_CHECK(isCreated() && other.isCreated(),
                "Both events must be recorded before calculating elapsed time.");
    float milliseconds = 0;
    C10_MUSA_CHECK(musaEventElapsedTime(&milliseconds, event_, other.event_));
    return milliseconds;
  }
  void ipc_handle(musaIpcEventHandle_t* handle) {
    create(c10::musa::current_device());
    const c10::musa::MUSAGuard guard(device_);
    C10_MUSA_CHECK(musaIpcGetEventHandle(handle, event_));
  }

 private:
  void create(c10::DeviceIndex device) {
    if (!isCreated()) {
      const c10::musa::MUSAGuard guard(device);
      C10_MUSA_CHECK(musaEventCreateWithFlags(&event_, flags_));
      device_ = device;
    }
  }
  void swap(MUSAEvent& other) noexcept {
    std::swap(flags_, other.flags_);
    std::swap(was_recorded_, other.was_recorded_);
    std::swap(device_, other.device_);
    std::swap(event_, other.event_);
  }

  unsigned flags_ = musaEventDisableTiming;
  bool was_recorded_ = false;
  c10::DeviceIndex device_ = -1;
  musaEvent_t event_ = nullptr;
};

}  // namespace at::musa
