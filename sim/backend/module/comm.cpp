// _MUSAC: copies between the devices of one process, under torch.nn.parallel; MCCL's version.
#include <ATen/core/Tensor.h>
#include <c10/core/DeviceGuard.h>
#include <c10/core/StreamGuard.h>
#include <c10/core/WrapDimMinimal.h>
#include <pybind11/stl.h>
#include <torch/csrc/utils/pybind.h>

#include <numeric>
#include <optional>
#include <vector>

#include "mccl.h"
#include "module/module.h"
#include "torch_glue/device_type.h"
#include "torch_glue/python.h"

#ifndef AT_PER_OPERATOR_HEADERS
#include <ATen/Functions.h>
#else
#include <ATen/ops/empty.h>

#endif

namespace musasim {

namespace {

using Tensors = std::vector<at::Tensor>;
using Indices = std::vector<std::int64_t>;

c10::Device device_at(std::int64_t index) {
  return musa_device(checked_device_index(static_cast<int>(index)));
}

void check_on_musa(const at::Tensor& tensor, const char* function) {
  TORCH_CHECK(tensor.device().type() == kMusa, function,
              ": expected a tensor on a MUSA device, but got one on ", tensor.device());
}

// --- broadcast ---

// The tensor itself for its own device, copies for the others.
Tensors broadcast(const at::Tensor& tensor, const Indices& devices) {
  TORCH_CHECK(!devices.empty(), "broadcast: expected at least one device");
  Tensors copies;
  for (const std::int64_t index : devices) {
    const c10::Device device = device_at(index);
    copies.push_back(device == tensor.device() ? tensor : tensor.to(device, true, /*copy=*/false));
  }
  return copies;
}

Tensors broadcast_out(const at::Tensor& tensor, Tensors outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    check_on_musa(outputs[i], "broadcast_out");
    TORCH_CHECK(outputs[i].sizes() == tensor.sizes(), "broadcast_out: output tensor ", i,
                " has size ", outputs[i].sizes(), ", but the input has size ", tensor.sizes());
    outputs[i].copy_(tensor, true);
  }
  return outputs;
}

std::vector<Tensors> broadcast_coalesced(const Tensors& tensors, const Indices& devices,
                                         std::size_t /*buffer_size*/) {
  TORCH_CHECK(!devices.empty(), "broadcast_coalesced: expected at least one device");
  std::vector<Tensors> copies(devices.size());
  copies.front() = tensors;
  for (const at::Tensor& tensor : tensors) {
    TORCH_CHECK(tensor.device() == device_at(devices.front()),
                "All tensors must be on devices[0]: ", devices.front());
  }
  for (std::size_t i = 1; i < devices.size(); ++i) {
    for (const at::Tensor& tensor : tensors) {
      copies[i].push_back(tensor.to(device_at(devices[i]), true, /*copy=*/true));
    }
  }
  return copies;
}

// --- scatter ---

std::optional<c10::Stream> stream_of(const py::handle& object) {
  if (object.is_none()) {
    return std::nullopt;
  }
  return c10::Stream::unpack3(
      object.attr("stream_id").cast<c10::StreamId>(),
      static_cast<c10::DeviceIndex>(object.attr("device_index").cast<int>()),
      static_cast<c10::DeviceType>(object.attr("device_type").cast<int>()));
}

std::vector<std::optional<c10::Stream>> streams_of(const py::object& list, std::size_t count) {
  std::vector<std::optional<c10::Stream>> streams(count);
  if (list.is_none()) {
    return streams;
  }
  const py::sequence sequence(list);
  TORCH_CHECK(sequence.size() == count, "scatter: expected ", count, " streams, got ",
              sequence.size());
  for (std::size_t i = 0; i < count; ++i) {
    streams[i] = stream_of(sequence[i]);
  }
  return streams;
}

Tensors split(const at::Tensor& tensor, std::size_t parts, const std::optional<Indices>& sizes,
              std::int64_t dim) {
  if (!sizes.has_value()) {
    return tensor.chunk(static_cast<std::int64_t>(parts), dim);
  }
  const std::int64_t sum = std::accumulate(sizes->begin(), sizes->end(), std::int64_t{0});
  TORCH_CHECK(sum == tensor.size(dim), "given chunk sizes don't sum up to the tensor's size (sum(",
              "chunk_sizes) == ", sum, ", but expected ", tensor.size(dim), ")");
  TORCH_CHECK(sizes->size() == parts, "scatter: expected ", parts, " chunk sizes, got ",
              sizes->size());
  return tensor.split_with_sizes(*sizes, dim);
}

Tensors scatter(const at::Tensor& tensor, const Indices& devices,
                const std::optional<Indices>& chunk_sizes, std::int64_t dim,
                const py::object& py_streams) {
  TORCH_CHECK(!devices.empty(), "scatter: expected at least one device");
  const auto streams = streams_of(py_streams, devices.size());
  const py::gil_scoped_release released;
  Tensors chunks = split(tensor, devices.size(), chunk_sizes, dim);
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    const c10::OptionalStreamGuard current(streams[i]);
    chunks[i] = chunks[i].contiguous().to(device_at(devices[i]), true, /*copy=*/false);
  }
  return chunks;
}

Tensors scatter_out(const at::Tensor& tensor, Tensors outputs, std::int64_t dim,
                    const py::object& py_streams) {
  TORCH_CHECK(!outputs.empty(), "scatter_out: expected at least one output tensor");
  const auto streams = streams_of(py_streams, outputs.size());
  const py::gil_scoped_release released;
  Indices sizes;
  for (const at::Tensor& output : outputs) {
    check_on_musa(output, "scatter_out");
    sizes.push_back(output.size(dim));
  }
  const Tensors chunks = split(tensor, outputs.size(), sizes, dim);
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    const c10::OptionalStreamGuard current(streams[i]);
    outputs[i].copy_(chunks[i], true);
  }
  return outputs;
}

// --- gather ---

Indices gathered_sizes(const Tensors& tensors, std::int64_t dim) {
  TORCH_CHECK(!tensors.empty(), "gather: expected at least one tensor");
  Indices sizes = tensors.front().sizes().vec();
  std::int64_t total = 0;
  for (const at::Tensor& tensor : tensors) {
    check_on_musa(tensor, "gather");
    Indices expected = sizes;
    expected[static_cast<std::size_t>(dim)] = tensor.size(dim);
    TORCH_CHECK(tensor.sizes() == c10::IntArrayRef(expected), "gather: got a tensor of shape ",
                tensor.sizes(), ", but expected ", c10::IntArrayRef(expected));
    total += tensor.size(dim);
  }
  sizes[static_cast<std::size_t>(dim)] = total;
  return sizes;
}

at::Tensor gather_into(const Tensors& tensors, const at::Tensor& output, std::int64_t dim) {
  std::int64_t begin = 0;
  for (const at::Tensor& tensor : tensors) {
    output.narrow(dim, begin, tensor.size(dim)).copy_(tensor, true);
    begin += tensor.size(dim);
  }
  return output;
}

std::int64_t wrapped(const Tensors& tensors, std::int64_t dim) {
  TORCH_CHECK(!tensors.empty(), "gather: expected at least one tensor");
  return c10::maybe_wrap_dim(dim, tensors.front().dim());
}

// No destination is the current device, -1 the host.
at::Tensor gather(const Tensors& tensors, std::int64_t dim,
                  std::optional<std::int32_t> destination_index) {
  const std::int64_t axis = wrapped(tensors, dim);
  const Indices sizes = gathered_sizes(tensors, axis);
  const c10::Device device =
      destination_index == -1 ? c10::Device(c10::kCPU) : device_at(destination_index.value_or(-1));
  return gather_into(tensors, at::empty(sizes, tensors.front().options().device(device)), axis);
}

at::Tensor gather_out(const Tensors& tensors, const at::Tensor& output, std::int64_t dim) {
  const std::int64_t axis = wrapped(tensors, dim);
  const Indices sizes = gathered_sizes(tensors, axis);
  TORCH_CHECK(output.sizes() == c10::IntArrayRef(sizes), "gather_out: the output has shape ",
              output.sizes(), ", but expected ", c10::IntArrayRef(sizes));
  return gather_into(tensors, output, axis);
}

// --- MCCL's version ---

// major << 32 | minor << 16 | patch.
PyObject* mccl_version(PyObject*, PyObject*) {
  HANDLE_TH_ERRORS
  int code = 0;
  TORCH_CHECK(mcclGetVersion(&code) == mcclSuccess, "mcclGetVersion failed");
  const std::uint64_t major = static_cast<std::uint64_t>(code) / 10000;
  const std::uint64_t minor = static_cast<std::uint64_t>(code) % 10000 / 100;
  return PyLong_FromUnsignedLongLong(major << 32 | minor << 16 |
                                     static_cast<std::uint64_t>(code) % 100);
  END_HANDLE_TH_ERRORS
}

PyObject* mccl_version_suffix(PyObject*, PyObject*) {
  HANDLE_TH_ERRORS
  return PyBytes_FromString(MCCL_SUFFIX);
  END_HANDLE_TH_ERRORS
}

PyMethodDef g_comm_functions[] = {
    {"_mccl_version", mccl_version, METH_NOARGS, nullptr},
    {"_mccl_version_suffix", mccl_version_suffix, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr}};

}  // namespace

void add_comm(PyObject* module) {
  add_functions(module, g_comm_functions);
  using Released = py::call_guard<py::gil_scoped_release>;
  py::handle(module)
      .cast<py::module_>()
      .def("_broadcast", &broadcast, py::arg("tensor"), py::arg("devices"), Released())
      .def("_broadcast_out", &broadcast_out, py::arg("tensor"), py::arg("out_tensors"), Released())
      .def("_broadcast_coalesced", &broadcast_coalesced, py::arg("tensors"), py::arg("devices"),
           py::arg("buffer_size"), Released())
      .def("_scatter", &scatter, py::arg("tensor"), py::arg("devices"), py::arg("chunk_sizes"),
           py::arg("dim"), py::arg("streams"))
      .def("_scatter_out", &scatter_out, py::arg("tensor"), py::arg("out_tensors"), py::arg("dim"),
           py::arg("streams"))
      .def("_gather", &gather, py::arg("tensors"), py::arg("dim"), py::arg("destination_index"),
           Released())
      .def("_gather_out", &gather_out, py::arg("tensors"), py::arg("out_tensor"), py::arg("dim"),
           Released());
}

}  // namespace musasim
