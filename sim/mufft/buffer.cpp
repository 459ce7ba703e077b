// One side of a launched transform: its elements, part by part.
#include "mufft/buffer.h"

#include <algorithm>
#include <cstring>

#include "machine/library.h"

namespace musasim::fft {

Access::Access(const Buffer& buffer) : buffer_(buffer) {
  for (void* part : buffer.parts) parts_.push_back(backing(part));
  if (buffer.callback != nullptr) {
    shared_.resize((buffer.callback->shared_size + sizeof(std::max_align_t) - 1) /
                   sizeof(std::max_align_t));
  }
}

template <class F>
void Access::each_run(std::size_t first, std::size_t count, F f) const {
  for (std::size_t done = 0; done < count;) {
    const Place place = buffer_.placement.at(first + done * buffer_.layout.stride);
    // Only data in one part has strides.
    const std::size_t run = std::min(count - done, place.run);
    f(parts_[place.part], place.offset, run, done);
    done += run;
  }
}

// Callbacks are the user's code and get the user's addresses.
CallbackCall Access::call_at(std::size_t index) {
  const Place place = buffer_.placement.at(index);
  return {buffer_.callback->functions[place.part], buffer_.parts[place.part], place.offset,
          buffer_.callback->infos[place.part], shared_.empty() ? nullptr : shared_.data()};
}

void Access::load(std::size_t first, std::size_t count, bool conjugated, Complex* row) {
  if (buffer_.callback == nullptr) {
    each_run(first, count, [&](void* part, std::size_t offset, std::size_t run, std::size_t done) {
      load_row(buffer_.element, part, offset, buffer_.layout.stride, run, conjugated, row + done);
    });
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Complex value = call_load(buffer_.element, call_at(first + i * buffer_.layout.stride));
    row[i] = conjugated ? conjugate(value) : value;
  }
}

void Access::store(std::size_t first, std::size_t count, bool conjugated, const Complex* row) {
  if (buffer_.callback == nullptr) {
    each_run(first, count, [&](void* part, std::size_t offset, std::size_t run, std::size_t done) {
      store_row(buffer_.element, part, offset, buffer_.layout.stride, run, conjugated, row + done);
    });
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    call_store(buffer_.element, call_at(first + i * buffer_.layout.stride),
               conjugated ? conjugate(row[i]) : row[i]);
  }
}

void copy_elements(const Buffer& from, const Buffer& to, std::size_t count) {
  const std::size_t size = size_of(from.element);
  for (std::size_t index = 0; index < count;) {
    const Place source = from.placement.at(index);
    const Place target = to.placement.at(index);
    const std::size_t run = std::min({source.run, target.run, count - index});
    std::memcpy(static_cast<char*>(backing(to.parts[target.part])) + target.offset * size,
                static_cast<const char*>(backing(from.parts[source.part])) + source.offset * size,
                run * size);
    index += run;
  }
}

}  // namespace musasim::fft
