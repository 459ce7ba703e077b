// Quantized tensors: bytes and a quantizer, which has tensors of its own when it is by channel.
#pragma once

#include <ATen/core/Tensor.h>

#include "aten/member_map.h"

namespace musasim {

// A quantized tensor on `device` over `storage`, with the shape of `source`; the tensors of its
// quantizer are mapped.
at::Tensor remake_quantized(const at::Tensor& source, c10::Storage storage, c10::Device device,
                            const MemberMap& map);

// Gives `target` the quantizer of `source`, mapped.
void assign_quantizer(const at::Tensor& target, const at::Tensor& source, const MemberMap& map);

// copy_ where one of the two is quantized and one is on a device.
at::Tensor& copy_quantized(at::Tensor& self, const at::Tensor& source, bool non_blocking);

}  // namespace musasim
