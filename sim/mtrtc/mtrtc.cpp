// The run-time compiler's functions: programs by handle, versions and status texts.
#include "mtrtc.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <iterator>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

#include "machine/library_handles.h"
#include "mtrtc/program.h"

// Its address is the handle.
struct _mtrtcProgram {
  std::mutex mutex;
  musasim::mtrtc::Source source;
  musasim::mtrtc::Built built;
  bool tried = false;     // it was compiled, with success or without
  bool is_built = false;  // with success
};

namespace {

using musasim::mtrtc::Built;
using Program = _mtrtcProgram;

constexpr int kMajor = 4;
constexpr int kMinor = 3;
constexpr int kArchs[] = {21, 22, 31};
constexpr const char* kKind = "mtrtcProgram";
constexpr const char* kDefaultName = "default_program";

constexpr const char* kNames[] = {"MTRTC_SUCCESS",
                                  "MTRTC_ERROR_OUT_OF_MEMORY",
                                  "MTRTC_ERROR_PROGRAM_CREATION_FAILURE",
                                  "MTRTC_ERROR_INVALID_INPUT",
                                  "MTRTC_ERROR_INVALID_PROGRAM",
                                  "MTRTC_ERROR_INVALID_OPTION",
                                  "MTRTC_ERROR_COMPILATION",
                                  "MTRTC_ERROR_BUILTIN_OPERATION_FAILURE",
                                  "MTRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
                                  "MTRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
                                  "MTRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
                                  "MTRTC_ERROR_INTERNAL_ERROR",
                                  "MTRTC_ERROR_TIME_FILE_WRITE_FAILED"};

// Calls `work(program)` with the lock of the program.
template <class Work>
mtrtcResult with_program(mtrtcProgram handle, Work work) noexcept {
  try {
    const auto program =
        std::static_pointer_cast<Program>(musasim::find_library_handle(kKind, handle));
    if (!program) {
      return MTRTC_ERROR_INVALID_PROGRAM;
    }
    const std::lock_guard<std::mutex> lock(program->mutex);
    return work(*program);
  } catch (const std::bad_alloc&) {
    return MTRTC_ERROR_OUT_OF_MEMORY;
  } catch (...) {
    return MTRTC_ERROR_INTERNAL_ERROR;
  }
}

// What stands in `result` as bytes is asked for in two steps: how long it is, and a copy.
mtrtcResult size_of(mtrtcProgram handle, size_t* size, std::string Built::* result, size_t more,
                    bool Program::* is_there) {
  return with_program(handle, [&](const Program& program) {
    if (size == nullptr) {
      return MTRTC_ERROR_INVALID_INPUT;
    }
    if (is_there != nullptr && !(program.*is_there)) {
      return MTRTC_ERROR_INVALID_PROGRAM;
    }
    *size = (program.built.*result).size() + more;
    return MTRTC_SUCCESS;
  });
}

mtrtcResult copy_of(mtrtcProgram handle, char* to, std::string Built::* result, size_t more,
                    bool Program::* is_there) {
  return with_program(handle, [&](const Program& program) {
    if (to == nullptr) {
      return MTRTC_ERROR_INVALID_INPUT;
    }
    if (is_there != nullptr && !(program.*is_there)) {
      return MTRTC_ERROR_INVALID_PROGRAM;
    }
    const std::string& bytes = program.built.*result;
    std::memcpy(to, bytes.c_str(), bytes.size() + more);
    return MTRTC_SUCCESS;
  });
}

// mtrtcCompileProgram. The log says why, whatever goes wrong.
mtrtcResult compile(Program* program, const std::vector<std::string>& options) {
  program->built = {};
  program->tried = true;
  program->is_built = false;
  try {
    const mtrtcResult result = compile(program->source, options, &program->built);
    program->is_built = result == MTRTC_SUCCESS;
    return result;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    program->built = {};
    program->built.log = std::string("mtrtc: error: ") + error.what() + "\n";
    return MTRTC_ERROR_INTERNAL_ERROR;
  }
}

bool fill(musasim::mtrtc::Source* source, const char* src, const char* name, int numHeaders,
          const char* const* headers, const char* const* includeNames) {
  source->text = src;
  source->name = name == nullptr || *name == '\0' ? kDefaultName : name;
  for (int i = 0; i < numHeaders; ++i) {
    if (headers[i] == nullptr || includeNames[i] == nullptr) {
      return false;
    }
    source->headers.push_back({includeNames[i], headers[i]});
  }
  return true;
}

}  // namespace

const char* mtrtcGetErrorString(mtrtcResult result) {
  const auto index = static_cast<unsigned>(result);
  return index < std::size(kNames) ? kNames[index] : "MTRTC_ERROR unknown";
}

mtrtcResult mtrtcVersion(int* major, int* minor) {
  if (major == nullptr || minor == nullptr) {
    return MTRTC_ERROR_INVALID_INPUT;
  }
  *major = kMajor;
  *minor = kMinor;
  return MTRTC_SUCCESS;
}

mtrtcResult mtrtcGetNumSupportedArchs(int* numArchs) {
  if (numArchs == nullptr) {
    return MTRTC_ERROR_INVALID_INPUT;
  }
  *numArchs = static_cast<int>(std::size(kArchs));
  return MTRTC_SUCCESS;
}

mtrtcResult mtrtcGetSupportedArchs(int* supportedArchs) {
  if (supportedArchs == nullptr) {
    return MTRTC_ERROR_INVALID_INPUT;
  }
  std::copy(std::begin(kArchs), std::end(kArchs), supportedArchs);
  return MTRTC_SUCCESS;
}

mtrtcResult mtrtcCreateProgram(mtrtcProgram* prog, const char* src, const char* name,
                               int numHeaders, const char* const* headers,
                               const char* const* includeNames) {
  const bool no_headers = headers == nullptr || includeNames == nullptr;
  if (prog == nullptr) {
    return MTRTC_ERROR_INVALID_PROGRAM;
  }
  if (src == nullptr || numHeaders < 0 || (numHeaders > 0 && no_headers)) {
    return MTRTC_ERROR_INVALID_INPUT;
  }
  try {
    auto program = std::make_shared<Program>();
    if (!fill(&program->source, src, name, numHeaders, headers, includeNames)) {
      return MTRTC_ERROR_INVALID_INPUT;
    }
    *prog = program.get();
    musasim::add_library_handle(kKind, std::move(program));
    return MTRTC_SUCCESS;
  } catch (const std::bad_alloc&) {
    return MTRTC_ERROR_OUT_OF_MEMORY;
  }
}

mtrtcResult mtrtcDestroyProgram(mtrtcProgram* prog) {
  if (prog == nullptr || !musasim::remove_library_handle(kKind, *prog)) {
    return MTRTC_ERROR_INVALID_PROGRAM;
  }
  *prog = nullptr;
  return MTRTC_SUCCESS;
}

mtrtcResult mtrtcCompileProgram(mtrtcProgram prog, int numOptions, const char* const* options) {
  return with_program(prog, [&](Program& program) {
    if (numOptions < 0) {
      return MTRTC_ERROR_INVALID_INPUT;
    }
    if (numOptions > 0 && options == nullptr) {
      return MTRTC_ERROR_INVALID_OPTION;
    }
    std::vector<std::string> words;
    for (int i = 0; i < numOptions; ++i) {
      if (options[i] == nullptr) {
        return MTRTC_ERROR_INVALID_OPTION;
      }
      words.emplace_back(options[i]);
    }
    return compile(&program, words);
  });
}

mtrtcResult mtrtcGetMUSASize(mtrtcProgram prog, size_t* musaSizeRet) {
  return size_of(prog, musaSizeRet, &Built::image, 0, &Program::is_built);
}

mtrtcResult mtrtcGetMUSA(mtrtcProgram prog, char* musa) {
  return copy_of(prog, musa, &Built::image, 0, &Program::is_built);
}

mtrtcResult mtrtcGetFatBinSize(mtrtcProgram prog, size_t* fatBinSizeRet) {
  return mtrtcGetMUSASize(prog, fatBinSizeRet);
}

mtrtcResult mtrtcGetFatBin(mtrtcProgram prog, char* fatBin) { return mtrtcGetMUSA(prog, fatBin); }

// Texts end with a zero, which is counted.
mtrtcResult mtrtcGetProgramLogSize(mtrtcProgram prog, size_t* logSizeRet) {
  return size_of(prog, logSizeRet, &Built::log, 1, nullptr);
}

mtrtcResult mtrtcGetProgramLog(mtrtcProgram prog, char* log) {
  return copy_of(prog, log, &Built::log, 1, nullptr);
}

mtrtcResult mtrtcAddNameExpression(mtrtcProgram prog, const char* name_expression) {
  return with_program(prog, [&](Program& program) {
    if (name_expression == nullptr) {
      return MTRTC_ERROR_INVALID_INPUT;
    }
    if (program.tried) {
      return MTRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
    }
    std::vector<std::string>& all = program.source.expressions;
    if (std::find(all.begin(), all.end(), name_expression) == all.end()) {
      all.emplace_back(name_expression);
    }
    return MTRTC_SUCCESS;
  });
}

mtrtcResult mtrtcGetLoweredName(mtrtcProgram prog, const char* name_expression,
                                const char** lowered_name) {
  return with_program(prog, [&](const Program& program) {
    if (name_expression == nullptr || lowered_name == nullptr) {
      return MTRTC_ERROR_INVALID_INPUT;
    }
    if (!program.is_built) {
      return MTRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
    }
    const auto found = program.built.names.find(name_expression);
    if (found == program.built.names.end()) {
      return MTRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
    }
    *lowered_name = found->second.c_str();
    return MTRTC_SUCCESS;
  });
}
