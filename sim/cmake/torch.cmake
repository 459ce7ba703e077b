# Imported target musasim_torch: headers and libraries of the torch that `Python_EXECUTABLE` imports.
# In an isolated build (pip install ./sim) the environment's own torch is found by its folder.
# find_package(Torch) is not used: on a CUDA build of torch it insists on a CUDA toolkit.
execute_process(
  COMMAND
    "${Python_EXECUTABLE}" -c
    "import importlib.util as u, os, sysconfig; s = u.find_spec('torch'); \
d = os.path.dirname(s.origin) if s else os.path.join(sysconfig.get_path('platlib'), 'torch'); \
assert os.path.isdir(d); print(d)"
  OUTPUT_VARIABLE musasim_torch_dir
  RESULT_VARIABLE musasim_torch_status
  OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT musasim_torch_status EQUAL 0)
  message(FATAL_ERROR "musasim needs PyTorch, but ${Python_EXECUTABLE} does not have torch; install "
                      "torch 2.7.1 or newer for this Python first")
endif()
message(STATUS "Building against torch in ${musasim_torch_dir}")

add_library(musasim_torch INTERFACE)
target_include_directories(musasim_torch SYSTEM INTERFACE "${musasim_torch_dir}/include"
                                                          "${musasim_torch_dir}/include/torch/csrc/api/include")
foreach(library torch_python torch torch_cpu c10)
  target_link_libraries(musasim_torch INTERFACE "${musasim_torch_dir}/lib/lib${library}.so")
endforeach()

# Classes of torch are known to ours only when both were compiled for the same set of pybind11's
# internals. Up to pybind11 2 (torch 2.8) their name has the ABI of the compiler that built torch, which
# need not be this one's.
execute_process(
  COMMAND
    "${Python_EXECUTABLE}" -c
    "import re, sys; t = open(sys.argv[1], 'rb').read(); \
m = re.search(rb'__pybind11_internals_v[0-9]+(_gcc|_clang)(_libstdcpp|_libcpp)(_cxxabi[0-9]+)', t); \
print(';'.join(g.decode() for g in m.groups()) if m else '')"
    "${musasim_torch_dir}/lib/libtorch_python.so"
  OUTPUT_VARIABLE musasim_pybind_abi
  COMMAND_ERROR_IS_FATAL ANY
  OUTPUT_STRIP_TRAILING_WHITESPACE)
if(musasim_pybind_abi)
  foreach(name COMPILER_TYPE STDLIB BUILD_ABI)
    list(POP_FRONT musasim_pybind_abi value)
    target_compile_definitions(musasim_torch INTERFACE "PYBIND11_${name}=\"${value}\"")
  endforeach()
endif()
