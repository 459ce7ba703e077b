// Descriptions of tensors: what they need to be.
#include "driver.h"

namespace {

struct Wanted {
  MUtensorDescriptorDataType type = MU_TENSOR_DESCRIPTOR_DATA_TYPE_FLOAT16;
  muuint32_t rank = 2;
  muuint64_t address = 4096;
  muuint64_t sizes[5] = {64, 32, 1, 1, 1};
  muuint64_t strides[4] = {128, 4096, 4096, 4096};
  MUtensorDescriptorInterleave interleave = MU_TENSOR_DESCRIPTOR_INTERLEAVE_NONE;
};

MUresult encode(const Wanted& wanted) {
  MUtensorDescriptor tensor;
  return muTensorDescriptorEncode(&tensor, wanted.type, wanted.rank,
                                  reinterpret_cast<void*>(wanted.address), wanted.sizes,
                                  wanted.strides, wanted.interleave, 0);
}

template <class Change>
Wanted changed(Change change) {
  Wanted wanted;
  change(wanted);
  return wanted;
}

}  // namespace

TEST(a_tensor_is_described_if_the_engine_can_copy_it) {
  OK(encode({}));
  OK(encode(changed([](Wanted& w) { w.rank = 5; })));
  OK(encode(changed([](Wanted& w) {
    w.rank = 1;
    w.strides[0] = 1;
  })));
  IS(encode(changed([](Wanted& w) { w.rank = 0; })), INVALID_VALUE);
  IS(encode(changed([](Wanted& w) { w.rank = 6; })), INVALID_VALUE);
  IS(encode(changed([](Wanted& w) { w.address = 8; })), INVALID_VALUE);
  IS(encode(changed([](Wanted& w) { w.sizes[1] = 0; })), INVALID_VALUE);
  IS(encode(changed([](Wanted& w) { w.strides[0] = 136; })), INVALID_VALUE);
  IS(encode(changed([](Wanted& w) { w.type = MU_TENSOR_DESCRIPTOR_DATA_TYPE_16b4; })),
     NOT_SUPPORTED);
  IS(encode(changed([](Wanted& w) { w.interleave = MU_TENSOR_DESCRIPTOR_INTERLEAVE_16B; })),
     NOT_SUPPORTED);
  IS(muTensorDescriptorEncode(nullptr, MU_TENSOR_DESCRIPTOR_DATA_TYPE_INT8, 1, nullptr, nullptr,
                              nullptr, MU_TENSOR_DESCRIPTOR_INTERLEAVE_NONE, 0),
     INVALID_VALUE);
}

TEST_MAIN()
