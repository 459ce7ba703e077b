// Operations that are only declared: to run them gives NOT_SUPPORTED.
#pragma once

#include "musasim/dnn/tensor.h"

namespace musa {
namespace dnn {

class RNN {
 public:
  enum class Mode { RELU = 0, TANH, LSTM, GRU };
  enum class Direction { SINGLE = 0, DUAL };
  enum class Format { SEQ_FIRST = 0, BATCH_FIRST };
  enum class BiasMode { NONE = 0, BOTH };
  Status SetMode(Mode mode) { return detail::set(mode_, mode); }
  Status SetDirection(Direction direction) { return detail::set(direction_, direction); }
  Status SetFormat(Format format) { return detail::set(format_, format); }
  Status SetBiasMode(BiasMode mode) { return detail::set(bias_, mode); }
  template <class... Others>
  Status RunUnpacked(Handle&, Others&&...) const {
    return Status::NOT_SUPPORTED;
  }

 private:
  Mode mode_ = Mode::LSTM;
  Direction direction_ = Direction::SINGLE;
  Format format_ = Format::SEQ_FIRST;
  BiasMode bias_ = BiasMode::NONE;
};

}  // namespace dnn
}  // namespace musa
