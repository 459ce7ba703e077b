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
  message(FATAL_ERROR "musasim needs PyTorch: `import torch` was not found by ${Python_EXECUTABLE}; "
                      "install torch 2.7.1 or newer there first")
endif()
message(STATUS "Building against torch in ${musasim_torch_dir}")

add_library(musasim_torch INTERFACE)
target_include_directories(musasim_torch SYSTEM INTERFACE "${musasim_torch_dir}/include"
                                                          "${musasim_torch_dir}/include/torch/csrc/api/include")
foreach(library torch_python torch torch_cpu c10)
  target_link_libraries(musasim_torch INTERFACE "${musasim_torch_dir}/lib/lib${library}.so")
endforeach()
