// Copies to and from variables of modules.
#include <vector>

#include "check.h"
#include "musa_runtime.h"
#include "musasim/hand_kernel.h"

using namespace musasim::builtin;

namespace {

int g_shadow[4];  // the host's shadow of the variable
int g_unknown;
const int kInitial[4] = {1, 2, 3, 4};

void sum(int* out) {
  const int* values = variable<int>(0);
  *out = values[0] + values[1] + values[2] + values[3];
}

musasimKernel kernels[] = {MUSASIM_KERNEL_ROW(sum)};
musasimVariable variables[] = {
    {"values", g_shadow, sizeof g_shadow, kInitial, MUSASIM_VARIABLE_DEVICE}};
musasimModule table = {MUSASIM_KERNEL_ABI, 1, kernels, 1, variables, "test"};
musasimFatBinary binary = {MUSASIM_FATBIN_MAGIC, 1, &table, nullptr};
void** const handle = __musaRegisterFatBinary(&binary);

int sum_on_device() {
  int* out = nullptr;
  int result = 0;
  EQUAL(musaMalloc(reinterpret_cast<void**>(&out), sizeof(int)), musaSuccess);
  void* arguments[] = {&out};
  EQUAL(
      musaLaunchKernel(reinterpret_cast<const void*>(sum), dim3(1), dim3(1), arguments, 0, nullptr),
      musaSuccess);
  EQUAL(musaMemcpy(&result, out, sizeof result, musaMemcpyDeviceToHost), musaSuccess);
  EQUAL(musaFree(out), musaSuccess);
  return result;
}

}  // namespace

TEST(variables_are_written_and_read) {
  EQUAL(sum_on_device(), 10);
  const int values[] = {10, 20};
  EQUAL(musaMemcpyToSymbol(g_shadow, values, sizeof values, sizeof(int), musaMemcpyHostToDevice),
        musaSuccess);
  EQUAL(sum_on_device(), 1 + 10 + 20 + 4);
  int back[4] = {};
  EQUAL(musaMemcpyFromSymbol(back, g_shadow, sizeof back, 0, musaMemcpyDeviceToHost), musaSuccess);
  EQUAL(back[2], 20);
  EQUAL(back[3], 4);
}

TEST(variables_are_copied_in_stream_order) {
  musaStream_t stream = nullptr;
  EQUAL(musaStreamCreate(&stream), musaSuccess);
  const int value = 100;
  int back = 0;
  EQUAL(musaMemcpyToSymbolAsync(g_shadow, &value, sizeof value, 0, musaMemcpyDefault, stream),
        musaSuccess);
  EQUAL(musaMemcpyFromSymbolAsync(&back, g_shadow, sizeof back, 0, musaMemcpyDefault, stream),
        musaSuccess);
  EQUAL(musaStreamSynchronize(stream), musaSuccess);
  EQUAL(back, 100);
  EQUAL(musaStreamDestroy(stream), musaSuccess);
}

TEST(variables_tell_where_they_are) {
  char* address = nullptr;
  std::size_t size = 0;
  EQUAL(
      musaGetSymbolAddress(reinterpret_cast<void**>(&address), static_cast<const void*>(g_shadow)),
      musaSuccess);
  EQUAL(musaGetSymbolSize(&size, static_cast<const void*>(g_shadow)), musaSuccess);
  EQUAL(size, sizeof g_shadow);
  EQUAL(musaMemset(address, 0, size), musaSuccess);
  EQUAL(sum_on_device(), 0);
  musaPointerAttributes found{};
  EQUAL(musaPointerGetAttributes(&found, address), musaSuccess);
  EQUAL(found.type, musaMemoryTypeDevice);
  EQUAL(musaGetSymbolSize(&size, static_cast<const void*>(&g_unknown)), musaErrorInvalidSymbol);
  EQUAL(musaGetSymbolAddress(nullptr, static_cast<const void*>(g_shadow)), musaErrorInvalidValue);
  musaGetLastError();
}

TEST(wrong_copies_of_variables_are_refused) {
  int value = 0;
  EQUAL(musaMemcpyToSymbol(&g_unknown, &value, sizeof value, 0, musaMemcpyHostToDevice),
        musaErrorInvalidSymbol);
  EQUAL(musaMemcpyToSymbol(g_shadow, &value, sizeof value, 13, musaMemcpyHostToDevice),
        musaErrorInvalidValue);
  EQUAL(musaMemcpyToSymbol(g_shadow, &value, sizeof value, 0, musaMemcpyDeviceToHost),
        musaErrorInvalidMemcpyDirection);
  EQUAL(musaMemcpyFromSymbol(&value, g_shadow, sizeof value, 0, musaMemcpyHostToDevice),
        musaErrorInvalidMemcpyDirection);
  musaGetLastError();
}

TEST_MAIN()
