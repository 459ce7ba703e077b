# cmake -DHEADER=<torchada/ptx.h> -DOUTPUT=<file.cpp> -P one_header.cmake
#
# Writes torchada/ptx.h with all that it includes, in the order in which a compiler reads it, as a text of C++: what a
# port writes beside its output is one file.
cmake_minimum_required(VERSION 3.18)

# Texts are never lists here: they hold semicolons and brackets.
function(expand path result)
  file(READ "${path}" text)
  get_filename_component(folder "${path}" DIRECTORY)
  set(done "")
  while(text MATCHES "#include \"([^\"\n]+)\"\n")
    set(line "${CMAKE_MATCH_0}")
    set(included "${folder}/${CMAKE_MATCH_1}")
    string(FIND "${text}" "${line}" at)
    string(SUBSTRING "${text}" 0 ${at} before)
    string(LENGTH "${line}" length)
    math(EXPR behind "${at} + ${length}")
    string(SUBSTRING "${text}" ${behind} -1 text)
    string(APPEND done "${before}")
    get_property(seen GLOBAL PROPERTY "seen ${included}")
    if(NOT seen)
      set_property(GLOBAL PROPERTY "seen ${included}" TRUE)
      expand("${included}" inner)
      string(APPEND done "${inner}")
    endif()
  endwhile()
  set(${result} "${done}${text}" PARENT_SCOPE)
endfunction()

expand("${HEADER}" whole)
# Compilers limit the length of one literal.
set(literals "")
string(LENGTH "${whole}" left)
set(at 0)
while(left GREATER 0)
  string(SUBSTRING "${whole}" ${at} 30000 piece)
  string(APPEND literals "R\"ptx_header(${piece})ptx_header\"\n")
  math(EXPR at "${at} + 30000")
  math(EXPR left "${left} - 30000")
endwhile()
file(WRITE "${OUTPUT}" "#include \"torchada/ptx/header.h\"\n\n"
     "namespace torchada::ptx {\n\n"
     "std::string_view header() {\n  return\n${literals};\n}\n\n"
     "}  // namespace torchada::ptx\n")
