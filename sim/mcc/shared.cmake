# Libraries that torchada has too: the lexer of CUDA and C++, and PTX with the headers that its calls need. In the
# repository they stand beside sim/; a source distribution of musasim has them in sim/, where `sdist.cmake` puts them
# (see the top CMakeLists.txt).
function(musasim_shared_library name)
  set(folder "${PROJECT_SOURCE_DIR}/${name}")
  if(EXISTS "${PROJECT_SOURCE_DIR}/../${name}/src")
    set(folder "${PROJECT_SOURCE_DIR}/../${name}")
  endif()
  file(GLOB sources CONFIGURE_DEPENDS "${folder}/src/*.cpp")
  add_library(musasim_${name} STATIC ${sources})
  target_include_directories(musasim_${name} PUBLIC "${folder}/include" PRIVATE "${folder}/src")
  target_link_libraries(musasim_${name} PRIVATE musasim_warnings)
  set(musasim_${name}_folder "${folder}" PARENT_SCOPE)
endfunction()

musasim_shared_library(lexer)
musasim_shared_library(ptx)
# In a folder of its own, which only mcc names.
install(DIRECTORY "${musasim_ptx_folder}/kernel_headers/" DESTINATION musasim/home/ptx)
