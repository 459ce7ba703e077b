# The lexer of CUDA and C++, which torchada has too. In the repository it stands beside sim/; a source
# distribution of musasim has it in sim/lexer, where `sdist.cmake` puts it (see the top CMakeLists.txt).
set(lexer_folder "${PROJECT_SOURCE_DIR}/lexer")
if(EXISTS "${PROJECT_SOURCE_DIR}/../lexer/src/lexer.cpp")
  set(lexer_folder "${PROJECT_SOURCE_DIR}/../lexer")
endif()
file(GLOB lexer_sources CONFIGURE_DEPENDS "${lexer_folder}/src/*.cpp")
add_library(musasim_lexer STATIC ${lexer_sources})
target_include_directories(musasim_lexer PUBLIC "${lexer_folder}/include")
target_link_libraries(musasim_lexer PRIVATE musasim_warnings)
