// The run-time compiler by its functions: programs, logs, names, and what is refused. What is compiled runs in
// sim/tests/libraries/test_mtrtc.py.
#include "mtrtc.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
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
  IS(mtrtcCreateProgram(nullptr, text, nullptr, 0, nullptr, nullptr), MTRTC_ERROR_INVALID_INPUT);
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
  IS(mtrtcGetProgramLogSize(program.handle, &size), MTRTC_ERROR_INVALID_PROGRAM);
  IS(mtrtcGetProgramLog(program.handle, &byte), MTRTC_ERROR_INVALID_PROGRAM);
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
  Program unnamed("int x = ;", nullptr);
  IS(unnamed.compile(), MTRTC_ERROR_COMPILATION);
  CHECK(has(unnamed.log(), "default_program:1:"));
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

TEST(headers_stay_in_their_folder) {
  const char* const texts[] = {""};
  for (const char* name : {"../up.h", "/tmp/root.h", ""}) {
    mtrtcProgram program = nullptr;
    const char* const names[] = {name};
    IS(mtrtcCreateProgram(&program, "", "k.mu", 1, texts, names), MTRTC_SUCCESS);
    IS(mtrtcCompileProgram(program, 0, nullptr), MTRTC_ERROR_INVALID_INPUT);
    IS(mtrtcDestroyProgram(&program), MTRTC_SUCCESS);
  }
}

TEST(options_are_mccs) {
  Program program("");
  for (const char* option : {"--no-such-option", "-c", "-E", "other.mu", "--version", "-ofile"}) {
    IS(program.compile({option}), MTRTC_ERROR_INVALID_OPTION);
    CHECK(has(program.log(), std::string(option).substr(0, 2)));
  }
  const char* const nothing[] = {nullptr};
  IS(mtrtcCompileProgram(program.handle, 1, nothing), MTRTC_ERROR_INVALID_INPUT);
  IS(mtrtcCompileProgram(program.handle, 1, nullptr), MTRTC_ERROR_INVALID_INPUT);
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
}

TEST_MAIN()
