// Callbacks that load and store a plan's elements: setting and calling them.
#include "mufft/callback.h"

#include "mufft/plan.h"
#include "mufftXt.h"

namespace musasim::fft {

Complex call_load(Element element, const CallbackCall& call) {
  const auto run = [&](auto function) {
    return function(call.data, call.offset, call.info, call.shared);
  };
  if (element.precision == Precision::kDouble) {
    if (!element.complex) {
      return {run(reinterpret_cast<mufftCallbackLoadD>(call.function)), 0.0};
    }
    const mufftDoubleComplex value = run(reinterpret_cast<mufftCallbackLoadZ>(call.function));
    return {value.x, value.y};
  }
  if (!element.complex) {
    return {run(reinterpret_cast<mufftCallbackLoadR>(call.function)), 0.0};
  }
  const mufftComplex value = run(reinterpret_cast<mufftCallbackLoadC>(call.function));
  return {value.x, value.y};
}

void call_store(Element element, const CallbackCall& call, Complex value) {
  const auto run = [&](auto function, auto stored) {
    function(call.data, call.offset, stored, call.info, call.shared);
  };
  const auto re = static_cast<float>(value.re);
  const auto im = static_cast<float>(value.im);
  if (element.precision == Precision::kDouble) {
    if (element.complex) {
      run(reinterpret_cast<mufftCallbackStoreZ>(call.function),
          mufftDoubleComplex{value.re, value.im});
    } else {
      run(reinterpret_cast<mufftCallbackStoreD>(call.function), value.re);
    }
  } else if (element.complex) {
    run(reinterpret_cast<mufftCallbackStoreC>(call.function), mufftComplex{re, im});
  } else {
    run(reinterpret_cast<mufftCallbackStoreR>(call.function), re);
  }
}

namespace {

// The use of a callback type.
struct CallbackUse {
  bool stores;
  Element element;
};

bool use_of(mufftXtCallbackType type, CallbackUse* use) {
  constexpr Precision kF = Precision::kFloat;
  constexpr Precision kD = Precision::kDouble;
  switch (type) {
    case MUFFT_CB_LD_COMPLEX: *use = {false, {kF, true}}; return true;
    case MUFFT_CB_LD_COMPLEX_DOUBLE: *use = {false, {kD, true}}; return true;
    case MUFFT_CB_LD_REAL: *use = {false, {kF, false}}; return true;
    case MUFFT_CB_LD_REAL_DOUBLE: *use = {false, {kD, false}}; return true;
    case MUFFT_CB_ST_COMPLEX: *use = {true, {kF, true}}; return true;
    case MUFFT_CB_ST_COMPLEX_DOUBLE: *use = {true, {kD, true}}; return true;
    case MUFFT_CB_ST_REAL: *use = {true, {kF, false}}; return true;
    case MUFFT_CB_ST_REAL_DOUBLE: *use = {true, {kD, false}}; return true;
    default: return false;
  }
}

// Finds where the made plan keeps the callback of that type: f(slot).
template <class F>
mufftResult with_slot(const char* name, mufftHandle handle, mufftXtCallbackType type, F f) {
  return with_plan(name, handle, [&](mufftHandle_t& plan, const ApiCall&) -> mufftResult {
    if (plan.kernel == nullptr) return MUFFT_INVALID_PLAN;
    CallbackUse use;
    if (!use_of(type, &use)) return MUFFT_INVALID_TYPE;
    const Element element = use.stores ? plan.kernel->out.element : plan.kernel->in.element;
    const bool fits =
        element.precision == use.element.precision && element.complex == use.element.complex;
    if (!fits) return MUFFT_INVALID_TYPE;
    return f(plan, use.stores ? plan.store_callback : plan.load_callback);
  });
}

}  // namespace
}  // namespace musasim::fft

using namespace musasim::fft;

// A new function does not keep the old one's shared memory.
mufftResult mufftXtSetCallback(mufftHandle plan, void** callback_routine,
                               mufftXtCallbackType cbType, void** caller_info) {
  return with_slot(__func__, plan, cbType, [=](const mufftHandle_t& live, auto& slot) {
    if (callback_routine == nullptr) return MUFFT_INVALID_VALUE;
    auto made = std::make_shared<Callback>();
    for (std::size_t i = 0; i < live.part_count(); ++i) {
      if (callback_routine[i] == nullptr) return MUFFT_INVALID_VALUE;
      made->functions.push_back(callback_routine[i]);
      made->infos.push_back(caller_info == nullptr ? nullptr : caller_info[i]);
    }
    slot = std::move(made);
    return MUFFT_SUCCESS;
  });
}

mufftResult mufftXtClearCallback(mufftHandle plan, mufftXtCallbackType cbType) {
  return with_slot(__func__, plan, cbType, [](const mufftHandle_t&, auto& slot) {
    slot = nullptr;
    return MUFFT_SUCCESS;
  });
}

mufftResult mufftXtSetCallbackSharedSize(mufftHandle plan, mufftXtCallbackType cbType,
                                         size_t sharedSize) {
  return with_slot(__func__, plan, cbType, [=](const mufftHandle_t&, auto& slot) {
    if (slot == nullptr) return MUFFT_INVALID_PLAN;
    if (sharedSize > kMostShared) return MUFFT_ALLOC_FAILED;
    auto changed = std::make_shared<Callback>(*slot);  // launched work keeps the old one
    changed->shared_size = sharedSize;
    slot = std::move(changed);
    return MUFFT_SUCCESS;
  });
}
