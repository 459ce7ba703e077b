// Callbacks that load and store the elements of a transform.
#include <memory>

#include "mufft/tests/descriptors.h"
#include "testing/device_array.h"

using musasim::testing::DeviceArray;
using plain::Signal;

namespace {

// The data behind a callback's info: memory of the device, as a kernel would find it.
struct Info {
  double factor;
  std::size_t calls;
  std::size_t offsets;  // their sum
};

double noted(void* info) { return static_cast<Info*>(info)->factor; }

void note(void* info, std::size_t offset) {
  static_cast<Info*>(info)->calls += 1;
  static_cast<Info*>(info)->offsets += offset;
}

// One for each element type, which the pointer's type tells.
template <class T>
T load_complex(void* data, std::size_t offset, void* info, void*) {
  note(info, offset);
  T value = static_cast<T*>(data)[offset];
  value.x = static_cast<decltype(T::x)>(noted(info) * value.x);
  value.y = static_cast<decltype(T::y)>(noted(info) * value.y);
  return value;
}

template <class T>
T load_real(void* data, std::size_t offset, void* info, void*) {
  note(info, offset);
  return static_cast<T>(noted(info) * static_cast<T*>(data)[offset]);
}

template <class T>
void store_complex(void* data, std::size_t offset, T value, void* info, void*) {
  note(info, offset);
  value.x = static_cast<decltype(T::x)>(noted(info) * value.x);
  value.y = static_cast<decltype(T::y)>(noted(info) * value.y);
  static_cast<T*>(data)[offset] = value;
}

template <class T>
void store_real(void* data, std::size_t offset, T value, void* info, void*) {
  note(info, offset);
  static_cast<T*>(data)[offset] = static_cast<T>(noted(info) * value);
}

template <class F>
void* pointer(F* function) {
  return reinterpret_cast<void*>(function);
}

mufftResult set(mufftHandle plan, mufftXtCallbackType type, void* function, void* info) {
  return mufftXtSetCallback(plan, &function, type, &info);
}

mufftHandle line(int n, mufftType type, int batch = 1) {
  mufftHandle plan = nullptr;
  EQUAL(mufftPlan1d(&plan, n, type, batch), MUFFT_SUCCESS);
  return plan;
}

void check_info(const DeviceArray<Info>& info, std::size_t calls) {
  const Info found = info.get()[0];
  EQUAL(found.calls, calls);
  EQUAL(found.offsets, calls * (calls - 1) / 2);  // 0, 1, ... once each
}

Signal scaled(Signal signal, double factor) {
  for (plain::Complex& value : signal) value *= factor;
  return signal;
}

template <class C>
void check_complex(mufftType type, mufftXtCallbackType load, mufftXtCallbackType store,
                   double worst) {
  mufftHandle plan = line(12, type, 3);
  const DeviceArray<Info> loads({Info{2.0, 0, 0}});
  const DeviceArray<Info> stores({Info{0.25, 0, 0}});
  const DeviceArray<C> data(plain::packed<C>(plain::random_signal(36)));
  const Signal in = plain::unpacked(data.get());
  EQUAL(set(plan, load, pointer(load_complex<C>), loads.data()), MUFFT_SUCCESS);
  EQUAL(set(plan, store, pointer(store_complex<C>), stores.data()), MUFFT_SUCCESS);
  EQUAL(mufftXtExec(plan, data.data(), data.data(), MUFFT_INVERSE), MUFFT_SUCCESS);
  const Signal expected = scaled(plain::dft_axis(in, {3, 12}, 1, 1), 0.5);
  CHECK(plain::error(plain::unpacked(data.get()), expected) < worst);
  check_info(loads, 36);
  check_info(stores, 36);
  mufftDestroy(plan);
}

template <class Real, class C>
void check_real(mufftType there, mufftType back, const mufftXtCallbackType (&types)[4],
                double worst) {
  mufftHandle forward = line(15, there);
  mufftHandle inverse = line(15, back);
  std::vector<DeviceArray<Info>*> infos;
  for (int i = 0; i < 4; ++i) infos.push_back(new DeviceArray<Info>({Info{i + 2.0, 0, 0}}));
  EQUAL(set(forward, types[0], pointer(load_real<Real>), infos[0]->data()), MUFFT_SUCCESS);
  EQUAL(set(forward, types[1], pointer(store_complex<C>), infos[1]->data()), MUFFT_SUCCESS);
  EQUAL(set(inverse, types[2], pointer(load_complex<C>), infos[2]->data()), MUFFT_SUCCESS);
  EQUAL(set(inverse, types[3], pointer(store_real<Real>), infos[3]->data()), MUFFT_SUCCESS);
  const DeviceArray<Real> real(plain::real_parts<Real>(plain::random_signal(15)));
  const DeviceArray<C> spectrum(8);
  const Signal in = plain::from_real(real.get());
  EQUAL(mufftXtExec(forward, real.data(), spectrum.data(), MUFFT_FORWARD), MUFFT_SUCCESS);
  const Signal expected = scaled(plain::half_rows(plain::dft(in, {15}, -1), 15), 6.0);
  CHECK(plain::error(plain::unpacked(spectrum.get()), expected) < worst);
  EQUAL(mufftXtExec(inverse, spectrum.data(), real.data(), MUFFT_INVERSE), MUFFT_SUCCESS);
  CHECK(plain::error(plain::from_real(real.get()), scaled(in, 15 * 2.0 * 3 * 4 * 5)) < worst);
  check_info(*infos[0], 15);
  check_info(*infos[1], 8);
  check_info(*infos[2], 8);
  check_info(*infos[3], 15);
  for (DeviceArray<Info>* info : infos) delete info;
  mufftDestroy(forward);
  mufftDestroy(inverse);
}

// Each element is the number of its position; nothing is read.
mufftComplex load_offset(void*, std::size_t offset, void*, void*) {
  return {static_cast<float>(offset), 0.0F};
}

// Writes on all of its shared memory, and tells whether it was there.
mufftComplex load_shared(void* data, std::size_t offset, void* info, void* shared) {
  auto* const bytes = static_cast<unsigned char*>(shared);
  for (std::size_t i = 0; shared != nullptr && i < 4096; ++i) bytes[i] = 7;
  *static_cast<int*>(info) = shared != nullptr ? 1 : -1;
  return static_cast<mufftComplex*>(data)[offset];
}

// Rows are loaded with their device's first factor, 1, 2 ..., and columns stored with its second, 5,
// 6 ...
Signal scaled_by_devices(Signal signal, int devices) {
  for (std::size_t k = 0; k < signal.size(); ++k) {
    int owner = 0;
    while (k / 32 >= spread::start(33, devices, owner + 1)) ++owner;
    signal[k] *= owner + 1.0;
  }
  signal = plain::dft(signal, {33, 32}, -1);
  for (std::size_t k = 0; k < signal.size(); ++k) {
    int owner = 0;
    while (k % 32 >= spread::start(32, devices, owner + 1)) ++owner;
    signal[k] *= owner + 5.0;
  }
  return signal;
}

void check_devices(int devices) {
  mufftHandle plan = spread::made(devices, {33, 32}, MUFFT_C2C);
  musaLibXtDesc* data = spread::allocated(plan, MUFFT_XT_FORMAT_INPLACE);
  const Signal in = plain::random_signal(33 * 32);
  std::vector<std::unique_ptr<DeviceArray<Info>>> infos;
  std::vector<void*> loads(3, pointer(load_complex<mufftComplex>));
  std::vector<void*> stores(3, pointer(store_complex<mufftComplex>));
  std::vector<void*> load_infos;
  std::vector<void*> store_infos;
  for (int i = 0; i < devices; ++i) {
    const std::vector<Info> both{{i + 1.0, 0, 0}, {i + 5.0, 0, 0}};
    infos.push_back(std::make_unique<DeviceArray<Info>>(both));
    load_infos.push_back(infos.back()->data());
    store_infos.push_back(infos.back()->data() + 1);
  }
  spread::put(plan, data, plain::packed<mufftComplex>(in));
  EQUAL(mufftXtSetCallback(plan, loads.data(), MUFFT_CB_LD_COMPLEX, load_infos.data()),
        MUFFT_SUCCESS);
  EQUAL(mufftXtSetCallback(plan, stores.data(), MUFFT_CB_ST_COMPLEX, store_infos.data()),
        MUFFT_SUCCESS);
  EQUAL(mufftXtExecDescriptorC2C(plan, data, data, MUFFT_FORWARD), MUFFT_SUCCESS);
  const Signal found = plain::unpacked(spread::get<mufftComplex>(plan, data, 33 * 32));
  CHECK(plain::error(found, scaled_by_devices(in, devices)) < 1e-5);
  for (int i = 0; i < devices; ++i) {
    const std::vector<Info> info = infos[static_cast<std::size_t>(i)]->get();
    EQUAL(info[0].calls, spread::share(33, devices, i) * 32);
    EQUAL(info[1].calls, spread::share(32, devices, i) * 33);
  }
  EQUAL(mufftXtFree(data), MUFFT_SUCCESS);
  mufftDestroy(plan);
}

}  // namespace

TEST(complex_elements_are_loaded_and_stored_by_callbacks_once_each) {
  check_complex<mufftComplex>(MUFFT_C2C, MUFFT_CB_LD_COMPLEX, MUFFT_CB_ST_COMPLEX, 1e-6);
  check_complex<mufftDoubleComplex>(MUFFT_Z2Z, MUFFT_CB_LD_COMPLEX_DOUBLE,
                                    MUFFT_CB_ST_COMPLEX_DOUBLE, 1e-14);
}

TEST(real_elements_are_loaded_and_stored_by_callbacks_once_each) {
  check_real<float, mufftComplex>(
      MUFFT_R2C, MUFFT_C2R,
      {MUFFT_CB_LD_REAL, MUFFT_CB_ST_COMPLEX, MUFFT_CB_LD_COMPLEX, MUFFT_CB_ST_REAL}, 1e-6);
  check_real<double, mufftDoubleComplex>(MUFFT_D2Z, MUFFT_Z2D,
                                         {MUFFT_CB_LD_REAL_DOUBLE, MUFFT_CB_ST_COMPLEX_DOUBLE,
                                          MUFFT_CB_LD_COMPLEX_DOUBLE, MUFFT_CB_ST_REAL_DOUBLE},
                                         1e-14);
}

TEST(offsets_follow_the_layout) {
  mufftHandle plan = nullptr;
  int n = 4;
  int embed = 4;
  EQUAL(mufftPlanMany(&plan, 1, &n, &embed, 2, 1, &embed, 1, 4, MUFFT_C2C, 2), MUFFT_SUCCESS);
  EQUAL(set(plan, MUFFT_CB_LD_COMPLEX, pointer(load_offset), nullptr), MUFFT_SUCCESS);
  const DeviceArray<mufftComplex> out(8);
  EQUAL(mufftExecC2C(plan, out.data(), out.data(), MUFFT_FORWARD), MUFFT_SUCCESS);
  const std::vector<mufftComplex> found = out.get();
  EQUAL(found[0].x, 12.0F);  // 0 + 2 + 4 + 6
  EQUAL(found[4].x, 16.0F);  // 1 + 3 + 5 + 7
  mufftDestroy(plan);
}

TEST(every_device_has_its_own_callback_data) {
  for (int devices = 1; devices <= 3; ++devices) check_devices(devices);
}

TEST(cleared_callbacks_are_not_called_any_more) {
  mufftHandle plan = line(8, MUFFT_C2C);
  const Signal in = plain::random_signal(8);
  const DeviceArray<mufftComplex> data(plain::packed<mufftComplex>(in));
  const DeviceArray<mufftComplex> out(8);
  EQUAL(set(plan, MUFFT_CB_LD_COMPLEX, pointer(load_offset), nullptr), MUFFT_SUCCESS);
  EQUAL(mufftExecC2C(plan, data.data(), out.data(), MUFFT_FORWARD), MUFFT_SUCCESS);
  EQUAL(mufftXtClearCallback(plan, MUFFT_CB_LD_COMPLEX), MUFFT_SUCCESS);
  EQUAL(out.get()[0].x, 28.0F);
  EQUAL(mufftExecC2C(plan, data.data(), out.data(), MUFFT_FORWARD), MUFFT_SUCCESS);
  CHECK(plain::error(plain::unpacked(out.get()), plain::dft(in, {8}, -1)) < 1e-6);
  EQUAL(mufftXtClearCallback(plan, MUFFT_CB_LD_COMPLEX), MUFFT_SUCCESS);
  mufftDestroy(plan);
}

TEST(shared_memory_belongs_to_the_callback_that_asked) {
  mufftHandle plan = line(8, MUFFT_C2C);
  const DeviceArray<int> told(std::vector<int>{0});
  const DeviceArray<mufftComplex> data(std::vector<mufftComplex>(8));
  EQUAL(mufftXtSetCallbackSharedSize(plan, MUFFT_CB_LD_COMPLEX, 4096), MUFFT_INVALID_PLAN);
  EQUAL(set(plan, MUFFT_CB_LD_COMPLEX, pointer(load_shared), told.data()), MUFFT_SUCCESS);
  EQUAL(mufftXtSetCallbackSharedSize(plan, MUFFT_CB_LD_COMPLEX, 16385), MUFFT_ALLOC_FAILED);
  EQUAL(mufftXtSetCallbackSharedSize(plan, MUFFT_CB_LD_COMPLEX, 4096), MUFFT_SUCCESS);
  EQUAL(mufftExecC2C(plan, data.data(), data.data(), MUFFT_FORWARD), MUFFT_SUCCESS);
  EQUAL(told.get()[0], 1);
  // A new function has to ask again.
  EQUAL(set(plan, MUFFT_CB_LD_COMPLEX, pointer(load_shared), told.data()), MUFFT_SUCCESS);
  EQUAL(mufftExecC2C(plan, data.data(), data.data(), MUFFT_FORWARD), MUFFT_SUCCESS);
  EQUAL(told.get()[0], -1);
  mufftDestroy(plan);
}

TEST(wrong_callbacks_are_diagnosed) {
  mufftHandle plan = nullptr;
  void* const function = pointer(load_offset);
  EQUAL(mufftCreate(&plan), MUFFT_SUCCESS);
  EQUAL(set(plan, MUFFT_CB_LD_COMPLEX, function, nullptr), MUFFT_INVALID_PLAN);  // not made
  EQUAL(mufftXtClearCallback(plan, MUFFT_CB_LD_COMPLEX), MUFFT_INVALID_PLAN);
  std::size_t bytes = 0;
  EQUAL(mufftMakePlan1d(plan, 8, MUFFT_R2C, 1, &bytes), MUFFT_SUCCESS);
  EQUAL(set(plan, MUFFT_CB_LD_COMPLEX, function, nullptr), MUFFT_INVALID_TYPE);
  EQUAL(set(plan, MUFFT_CB_LD_REAL_DOUBLE, function, nullptr), MUFFT_INVALID_TYPE);
  EQUAL(set(plan, MUFFT_CB_ST_REAL, function, nullptr), MUFFT_INVALID_TYPE);
  EQUAL(set(plan, MUFFT_CB_UNDEFINED, function, nullptr), MUFFT_INVALID_TYPE);
  EQUAL(mufftXtClearCallback(plan, MUFFT_CB_UNDEFINED), MUFFT_INVALID_TYPE);
  EQUAL(set(plan, MUFFT_CB_LD_REAL, nullptr, nullptr), MUFFT_INVALID_VALUE);
  EQUAL(mufftXtSetCallback(plan, nullptr, MUFFT_CB_LD_REAL, nullptr), MUFFT_INVALID_VALUE);
  mufftDestroy(plan);
  EQUAL(set(nullptr, MUFFT_CB_LD_REAL, function, nullptr), MUFFT_INVALID_PLAN);
}

TEST_MAIN()
