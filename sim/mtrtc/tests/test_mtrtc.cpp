// The run-time compiler by its functions: programs, logs, names, and what is refused. What is compiled runs in
// sim/tests/libraries/test_mtrtc.py.
#include "mtrtc.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "check.h"

#define IS(call, result) EQUAL(static_cast<int>(call), static_cast<int>(result))

namespace {

// A folder for what is kept, in place of the user's.
struct CacheFolder {
  CacheFolder() {
    char path[] = "/tmp/mtrtc-test-XXXXXX";
    folder = mkdtemp(path);
    setenv("MUSASIM_RTC_CACHE", folder.c_str(), 1);
  }
  ~CacheFolder() { std::filesystem::remove_all(folder); }
  std::size_t entries() const {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      count += entry.is_regular_file() ? 1 : 0;
    }
    return count;
  }

  std::string folder;
};
CacheFolder cache;

struct Program {
  explicit Program(const char* text, const char* name = "a.mu") {
    IS(mtrtcCreateProgram(&handle, text, name, 0, nullptr, nullptr), MTRTC_SUCCESS);
  }
  ~Program() {
    IS(mtrtcDestroyProgram(&handle), MTRTC_SUCCESS);
    CHECK(handle == nullptr);
  }
  mtrtcResult compile(const std::vector<const char*>& options = {}) {
    return mtrtcCompileProgram(handle, static_cast<int>(options.size()), options.data());
  }
  std::string log() const {
    size_t size = 0;
    IS(mtrtcGetProgramLogSize(handle, &size), MTRTC_SUCCESS);
    std::string text(size, '?');
    IS(mtrtcGetProgramLog(handle, text.data()), MTRTC_SUCCESS);
    EQUAL(text.back(), '\0');
    return text.substr(0, size - 1);
  }
  std::string image() const {
    size_t size = 0;
    IS(mtrtcGetMUSASize(handle, &size), MTRTC_SUCCESS);
    std::string bytes(size, '\0');
    IS(mtrtcGetMUSA(handle, bytes.data()), MTRTC_SUCCESS);
    return bytes;
  }
  std::string lowered(const char* expression) const {
    const char* name = nullptr;
    IS(mtrtcGetLoweredName(handle, expression, &name), MTRTC_SUCCESS);
    return name == nullptr ? "" : name;
  }

  mtrtcProgram handle = nullptr;
};

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST(the_version_is_told) {
  int major = 0;
  int minor = 0;
  IS(mtrtcVersion(&major, &minor), MTRTC_SUCCESS);
  EQUAL(major, 4);
  EQUAL(minor, 3);
  IS(mtrtcVersion(nullptr, &minor), MTRTC_ERROR_INVALID_INPUT);
}

TEST(the_architectures_are_told) {
  int count = 0;
  IS(mtrtcGetNumSupportedArchs(&count), MTRTC_SUCCESS);
  EQUAL(count, 3);
  int archs[3] = {};
  IS(mtrtcGetSupportedArchs(archs), MTRTC_SUCCESS);
  EQUAL(archs[0], 21);
  EQUAL(archs[2], 31);
}

TEST(status_codes_have_names) {
  EQUAL(std::string(mtrtcGetErrorString(MTRTC_ERROR_COMPILATION)), "MTRTC_ERROR_COMPILATION");
  EQUAL(std::string(mtrtcGetErrorString(static_cast<mtrtcResult>(999))), "MTRTC_ERROR unknown");
}

TEST(a_program_is_made_and_destroyed) {
  mtrtcProgram program = nullptr;
  const char* const text = "x";
  IS(mtrtcCreateProgram(nullptr, text, nullptr, 0, nullptr, nullptr), MTRTC_ERROR_INVALID_PROGRAM);
  IS(mtrtcCreateProgram(&program, nullptr, nullptr, 0, nullptr, nullptr),
     MTRTC_ERROR_INVALID_INPUT);
  IS(mtrtcCreateProgram(&program, text, nullptr, 1, nullptr, nullptr), MTRTC_ERROR_INVALID_INPUT);
  IS(mtrtcCreateProgram(&program, text, nullptr, -1, nullptr, nullptr), MTRTC_ERROR_INVALID_INPUT);
  IS(mtrtcCreateProgram(&program, text, nullptr, 0, nullptr, nullptr), MTRTC_SUCCESS);
  mtrtcProgram same = program;
  IS(mtrtcDestroyProgram(&program), MTRTC_SUCCESS);
  CHECK(program == nullptr);
  IS(mtrtcDestroyProgram(&same), MTRTC_ERROR_INVALID_PROGRAM);
  IS(mtrtcDestroyProgram(nullptr), MTRTC_ERROR_INVALID_PROGRAM);
  IS(mtrtcCompileProgram(same, 0, nullptr), MTRTC_ERROR_INVALID_PROGRAM);
}

TEST(results_are_there_once_it_is_compiled) {
  const Program program("");
  size_t size = 0;
  const char* name = nullptr;
  char byte = 0;
  IS(mtrtcGetMUSASize(program.handle, &size), MTRTC_ERROR_INVALID_PROGRAM);
  IS(mtrtcGetMUSA(program.handle, &byte), MTRTC_ERROR_INVALID_PROGRAM);
  EQUAL(program.log(), "");
  IS(mtrtcGetLoweredName(program.handle, "k", &name),
     MTRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
  IS(mtrtcGetMUSASize(program.handle, nullptr), MTRTC_ERROR_INVALID_INPUT);
}

TEST(a_source_becomes_an_image) {
  Program program("extern \"C\" __global__ void k(int* p) { p[threadIdx.x] = WHAT; }");
  IS(program.compile({"-DWHAT=1", "--offload-arch=mp_22"}), MTRTC_SUCCESS);
  EQUAL(program.log(), "");
  const std::string image = program.image();
  EQUAL(image.substr(0, 4),
        "\x7f"
        "ELF");
  size_t size = 0;
  IS(mtrtcGetFatBinSize(program.handle, &size), MTRTC_SUCCESS);
  std::string same(size, '\0');
  IS(mtrtcGetFatBin(program.handle, same.data()), MTRTC_SUCCESS);
  CHECK(same == image);
}

TEST(expressions_have_names) {
  Program program(
      "template <class T, int n> __global__ void k(T* p) { *p = n; }\n"
      "namespace inner { __global__ void plain(int* p) { *p = 1; } __constant__ int table[4]; }\n"
      "__device__ float scale;");
  for (const char* expression : {"k<float, 3>", "inner::plain", "&inner::table", "&scale"}) {
    IS(mtrtcAddNameExpression(program.handle, expression), MTRTC_SUCCESS);
  }
  IS(mtrtcAddNameExpression(program.handle, nullptr), MTRTC_ERROR_INVALID_INPUT);
  IS(program.compile(), MTRTC_SUCCESS);
  EQUAL(program.lowered("k<float, 3>"), "_Z1kIfLi3EEvPT_");
  EQUAL(program.lowered("inner::plain"), "_ZN5inner5plainEPi");
  EQUAL(program.lowered("&scale"), "scale");
  CHECK(!program.lowered("&inner::table").empty());
  const char* name = nullptr;
  IS(mtrtcGetLoweredName(program.handle, "k<int, 3>", &name),
     MTRTC_ERROR_NAME_EXPRESSION_NOT_VALID);
  IS(mtrtcAddNameExpression(program.handle, "k<int, 3>"),
     MTRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION);
}

TEST(an_expression_that_names_nothing_is_an_error) {
  Program program("__global__ void k(int* p) { *p = 1; }");
  IS(mtrtcAddNameExpression(program.handle, "missing<int>"), MTRTC_SUCCESS);
  IS(program.compile(), MTRTC_ERROR_COMPILATION);
  CHECK(has(program.log(), "mtrtcAddNameExpression(\"missing<int>\"):1:"));
  CHECK(has(program.log(), "missing"));
}

TEST(errors_name_the_users_file_and_line) {
  Program program("__global__ void k(float* p) {\n  missing = 1;\n}", "folder/my kernel.cu");
  IS(program.compile(), MTRTC_ERROR_COMPILATION);
  CHECK(has(program.log(), "folder/my kernel.cu:2:"));
  CHECK(has(program.log(), "'missing' was not declared"));
  size_t size = 0;
  IS(mtrtcGetMUSASize(program.handle, &size), MTRTC_ERROR_INVALID_PROGRAM);
  for (const char* name : {static_cast<const char*>(nullptr), ""}) {
    Program unnamed("int x = ;", name);
    IS(unnamed.compile(), MTRTC_ERROR_COMPILATION);
    CHECK(has(unnamed.log(), "default_program:1:"));
  }
}

TEST(headers_are_found_by_their_names) {
  const char* const texts[] = {"#include \"part.h\"\n",
                               "inline __device__ int three() { return 3; }", "#error this one\n"};
  const char* const names[] = {"folder/first.h", "folder/part.h", "bad.h"};
  const char* const good = "#include <folder/first.h>\n__global__ void k(int* p) { *p = three(); }";
  mtrtcProgram program = nullptr;
  IS(mtrtcCreateProgram(&program, good, "k.mu", 3, texts, names), MTRTC_SUCCESS);
  IS(mtrtcCompileProgram(program, 0, nullptr), MTRTC_SUCCESS);
  IS(mtrtcDestroyProgram(&program), MTRTC_SUCCESS);
  Program bad("");
  IS(mtrtcCreateProgram(&program, "\n#include \"bad.h\"\n", "k.mu", 3, texts, names),
     MTRTC_SUCCESS);
  std::swap(program, bad.handle);
  IS(mtrtcDestroyProgram(&program), MTRTC_SUCCESS);
  IS(bad.compile(), MTRTC_ERROR_COMPILATION);
  CHECK(has(bad.log(), "bad.h:1:"));
  CHECK(has(bad.log(), "from k.mu:2"));
}

TEST(headers_may_have_names_that_lead_up) {
  const char* const texts[] = {"#define UP 1\n", "#define FAR 2\n", "#define ROUND 3\n"};
  const char* const names[] = {"../up.h", "../../far.h", "in/../round.h"};
  const char* const source =
      "#include \"../up.h\"\n#include <../../far.h>\n#include \"in/../round.h\"\n"
      "__global__ void k(int* p) { *p = UP + FAR + ROUND; }";
  mtrtcProgram program = nullptr;
  IS(mtrtcCreateProgram(&program, source, "k.mu", 3, texts, names), MTRTC_SUCCESS);
  IS(mtrtcCompileProgram(program, 0, nullptr), MTRTC_SUCCESS);
  IS(mtrtcDestroyProgram(&program), MTRTC_SUCCESS);
  for (const char* name : {"/tmp/root.h", ""}) {
    IS(mtrtcCreateProgram(&program, "", "k.mu", 1, texts, &name), MTRTC_SUCCESS);
    IS(mtrtcCompileProgram(program, 0, nullptr), MTRTC_ERROR_INVALID_INPUT);
    IS(mtrtcDestroyProgram(&program), MTRTC_SUCCESS);
  }
}

TEST(headers_of_the_standard_library_stay_mccs) {
  const char* const texts[] = {"#error mine\n", "#error mine\n", "typedef int own;\n"};
  const char* const names[] = {"stdint.h", "type_traits", "own_types"};
  const char* const source =
      "#include <stdint.h>\n#include <type_traits>\n#include \"own_types\"\n"
      "__global__ void k(int32_t* p) { *p = std::is_same<int32_t, own>::value; }";
  mtrtcProgram program = nullptr;
  IS(mtrtcCreateProgram(&program, source, "k.mu", 3, texts, names), MTRTC_SUCCESS);
  IS(mtrtcCompileProgram(program, 0, nullptr), MTRTC_SUCCESS);
  IS(mtrtcDestroyProgram(&program), MTRTC_SUCCESS);
}

TEST(headers_beside_the_programs_name) {
  const std::string folder = cache.folder + "/beside";
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/part.h") << "#define PART 1\n";
  const char* const text = "#include \"part.h\"\n__global__ void k(int* p) { *p = PART; }";
  Program program(text, (folder + "/k.mu").c_str());
  IS(program.compile(), MTRTC_SUCCESS);
  IS(program.compile({"--no-source-include"}), MTRTC_ERROR_COMPILATION);
  CHECK(has(program.log(), "part.h"));
}

TEST(what_is_declared_alone_is_an_error) {
  Program program(
      "namespace a { __device__ int f(int); }\n__global__ void k(int* p) { *p = a::f(1); }");
  IS(program.compile(), MTRTC_ERROR_COMPILATION);
  CHECK(has(program.log(), "a.mu: error: 'a::f(int)' is declared, but defined nowhere"));
  CHECK(!has(program.log(), "/tmp"));
  IS(program.compile({"-dc"}), MTRTC_SUCCESS);
}

TEST(options_are_mccs) {
  Program program("");
  for (const char* option : {"--no-such-option", "-c", "-E", "other.mu", "--version", "-ofile"}) {
    IS(program.compile({option}), MTRTC_ERROR_INVALID_OPTION);
    CHECK(has(program.log(), std::string(option).substr(0, 2)));
  }
  const char* const nothing[] = {nullptr};
  IS(mtrtcCompileProgram(program.handle, 1, nothing), MTRTC_ERROR_INVALID_OPTION);
  IS(mtrtcCompileProgram(program.handle, 1, nullptr), MTRTC_ERROR_INVALID_OPTION);
  IS(mtrtcCompileProgram(program.handle, -1, nullptr), MTRTC_ERROR_INVALID_INPUT);
}

TEST(options_of_nvrtc_are_known) {
  Program program(
      "static_assert(A == 1 && T(2) == 4 && __cplusplus > 201703L, \"\");\n"
      "#ifdef C\n#error C\n#endif\n__global__ void k(int* p) { *p = 1; }");
  std::istringstream words(
      "--define-macro=A=1 --define-macro T(x)=x+2 -DC --undefine-macro=C --std=c++20 "
      "-default-device "
      "--gpu-architecture=mp_31 --use_fast_math --fmad=false -rdc true --maxrregcount=32 "
      "--ptxas-options -v -lineinfo -G --dopt=on -dlto --diag-suppress=177 --split-compile=0 --pch "
      "-w --restrict");
  const std::vector<std::string> options{std::istream_iterator<std::string>(words), {}};
  std::vector<const char*> pointers;
  for (const std::string& option : options) pointers.push_back(option.c_str());
  IS(program.compile(pointers), MTRTC_SUCCESS);
  EQUAL(program.log(), "");
}

TEST(a_header_of_the_options_sees_their_macros) {
  const char* const text = "__device__ inline T answer() { return N; }\n";
  const char* const name = "early.h";
  mtrtcProgram program = nullptr;
  const char* const source = "__global__ void k(int* p) { *p = answer(); }";
  IS(mtrtcCreateProgram(&program, source, "k.mu", 1, &text, &name), MTRTC_SUCCESS);
  const char* const options[] = {"-D", "T=int", "-DN=7", "--pre-include=early.h"};
  IS(mtrtcCompileProgram(program, 4, options), MTRTC_SUCCESS);
  IS(mtrtcCompileProgram(program, 1, options + 3), MTRTC_ERROR_COMPILATION);
  IS(mtrtcDestroyProgram(&program), MTRTC_SUCCESS);
}

TEST(wrong_options_are_explained) {
  Program program("");
  const std::vector<std::pair<const char*, const char*>> wrong = {
      {"--maxrregcount=many", "expected a number, not 'many'"},
      {"--fmad=maybe", "expected true or false, not 'maybe'"},
      {"--gpu-architecture=sm_90", "expected an architecture of MUSA: mp_21 (S80)"},
      {"-Werror=reorder", "expected all-warnings"},
      {"-default-device=true", "-default-device takes no value"},
      {"--include-path", "needs a value after it"}};
  for (const auto& [option, text] : wrong) {
    IS(program.compile({option}), MTRTC_ERROR_INVALID_OPTION);
    CHECK(has(program.log(), text));
  }
}

TEST(the_time_is_written) {
  const std::string table = cache.folder + "/beside/times.csv";
  Program program("__global__ void k(int* p) { *p = 1; }", "timed.mu");
  IS(program.compile({"--time=-"}), MTRTC_SUCCESS);
  CHECK(has(program.log(), "File name, phase name, metric, unit\ntimed.mu, mcc, "));
  const std::string option = "--time=" + table;
  for (int i = 0; i < 2; ++i) IS(program.compile({option.c_str()}), MTRTC_SUCCESS);
  std::ifstream file(table);
  EQUAL(std::count(std::istreambuf_iterator<char>(file), {}, '\n'), 3);
  IS(program.compile({"--time=/nowhere/times.csv"}), MTRTC_ERROR_TIME_FILE_WRITE_FAILED);
}

TEST(device_code_knows_who_compiles_it) {
  Program program(
      "#if !defined(__MUSACC_RTC__) || !defined(__MUSACC__)\n#error not said\n#endif\n"
      "__global__ void k(int* p) {\n#if __MUSA_ARCH__ != 310\n  no\n#endif\n}");
  IS(program.compile({"--offload-arch=mp_31"}), MTRTC_SUCCESS);
  IS(program.compile({"--offload-arch=mp_21"}), MTRTC_ERROR_COMPILATION);
}

TEST(a_failure_of_the_host_is_told) {
  Program program("__global__ void k(int* p) { *p = 1; }");
  IS(program.compile(), MTRTC_SUCCESS);
  setenv("TMPDIR", "/proc", 1);  // no folder can be made there
  IS(program.compile({"-DOTHER"}), MTRTC_ERROR_INTERNAL_ERROR);
  unsetenv("TMPDIR");
  CHECK(has(program.log(), "mtrtc: error: cannot make a temporary folder like /proc/"));
  size_t size = 0;
  IS(mtrtcGetMUSASize(program.handle, &size), MTRTC_ERROR_INVALID_PROGRAM);
}

TEST(what_was_compiled_is_kept) {
  const char* const text = "__global__ void kept(int* p) { *p = 1; }\n#warning about it\n";
  const std::size_t before = cache.entries();
  std::string image;
  for (int i = 0; i < 2; ++i) {
    Program program(text);
    IS(mtrtcAddNameExpression(program.handle, "kept"), MTRTC_SUCCESS);
    IS(program.compile(), MTRTC_SUCCESS);
    EQUAL(cache.entries(), before + 1);
    CHECK(image.empty() || image == program.image());
    CHECK(has(program.log(), "about it"));
    EQUAL(program.lowered("kept"), "_Z4keptPi");
    image = program.image();
  }
  Program other(text);
  IS(other.compile(), MTRTC_SUCCESS);  // without the name
  EQUAL(cache.entries(), before + 2);
  IS(other.compile({"-DNEW", "-no-cache"}), MTRTC_SUCCESS);
  EQUAL(cache.entries(), before + 2);
}

TEST_MAIN()
