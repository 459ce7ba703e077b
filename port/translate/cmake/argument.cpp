// The words of one argument.
#include <algorithm>

#include "context.h"
#include "torchada/names/names.h"

namespace torchada::port::cmake {

namespace {

bool is_name_character(char c) {
  return c == '_' || (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

bool is_between(char c) {
  return std::string_view(" \t\r\n;:,<>=\"'@|!").find(c) != std::string_view::npos;
}

class ArgumentReader {
 public:
  ArgumentReader(Context* context, const Argument& argument, const Reading& reading)
      : context_(*context),
        argument_(argument),
        reading_(reading),
        text_(context->text),
        is_text_(argument.in(text_).find_first_of(" \t\n") != std::string_view::npos) {}

  void read() {
    if (reading_.environment) {
      environment(argument_.begin, argument_.begin);
      return;
    }
    for (std::size_t at = argument_.begin; at < argument_.end;) at = step(at);
  }

 private:
  std::size_t step(std::size_t at) {
    const std::string_view rest = text_.substr(at, argument_.end - at);
    if (rest[0] == '\\') return at + 2;
    if (begins(rest, "$ENV{")) return environment(at, at + 5);
    if (begins(rest, "ENV{") && at == argument_.begin) return environment(at, at + 4);
    if (begins(rest, "${")) {
      ++references_;
      return at + 2;
    }
    if (begins(rest, "$<")) return expression(at);
    if (rest[0] == '}' && references_ > 0) --references_;
    const bool starts = at == argument_.begin || is_between(text_[at - 1]);
    if (rest[0] == '-' && starts && !reading_.prose)
      return translate_flag(&context_, argument_, at);
    if (is_name_character(rest[0])) return word(at);
    return at + 1;
  }

  std::size_t environment(std::size_t at, std::size_t begin) {
    std::size_t end = begin;
    while (end < argument_.end && is_name_character(text_[end])) ++end;
    const std::string_view name = context_.in(begin, end);
    if (context_.name(find_environment(name), begin, end)) return end;
    const auto found = names::translate_environment(name);
    if (found && found->status == names::Status::renamed) {
      context_.edit(begin, end, found->musa, names::text(found->library));
    } else if (found && found->status == names::Status::unsupported && begins(name, "CUDA")) {
      // Variables of other libraries are mostly folders that a user names.
      context_.report(Code::cmake_left, begin, end,
                      in_backticks(name) + " has no counterpart: " + std::string(found->why));
    }
    return std::max(end, at + 1);
  }

  // $<...> that ask for a language: CMake knows no expressions about a compiler of MUSA's.
  std::size_t expression(std::size_t at) {
    const std::size_t end = std::min(text_.find('>', at), argument_.end);
    const std::string_view body = context_.in(at + 2, end);
    const std::size_t colon = body.find(':');
    const std::string_view head = body.substr(0, colon);
    if (colon == std::string_view::npos) return at + 2;
    if (head == "COMPILE_LANGUAGE" || head == "LINK_LANGUAGE") {
      languages(at + 2 + colon + 1, end);
      return end;
    }
    if (head == "COMPILE_LANG_AND_ID" || head == "LINK_LANG_AND_ID") {
      return language_and_compiler(at + 2, body, colon);
    }
    if (head == "CUDA_COMPILER_ID" && end < argument_.end) {
      const bool nvcc = body.find("NVIDIA", colon) != std::string_view::npos;
      context_.edit(at, end + 1, nvcc ? "1" : "0");
      return end + 1;
    }
    if (head == "CUDA_COMPILER_VERSION") {
      context_.report(Code::cmake_left, at, end,
                      "`CUDA_COMPILER_VERSION` is an expression of CMake's for CUDA; use "
                      "CMAKE_MUSA_COMPILER_VERSION");
      return end;
    }
    return at + 2;
  }

  void languages(std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end;) {
      const std::size_t next = std::min(text_.find(',', at), end);
      if (context_.in(at, next) == "CUDA") context_.edit(at, next, "MUSA");
      at = next + 1;
    }
  }

  std::size_t language_and_compiler(std::size_t begin, std::string_view body, std::size_t colon) {
    if (!begins(body.substr(colon + 1), "CUDA,")) return begin;
    const std::size_t end = begin + body.size();
    const bool link = body[0] == 'L';
    if (body.find("NVIDIA", colon) == std::string_view::npos) {
      context_.edit(begin + colon + 1, begin + colon + 5, "MUSA");
    } else {
      context_.edit(begin, end, link ? "LINK_LANGUAGE:MUSA" : "COMPILE_LANGUAGE:MUSA");
    }
    return end;
  }

  // The end of a name with its `::`.
  std::size_t end_of_word(std::size_t at) const {
    while (at < argument_.end) {
      const bool scope = text_[at] == ':' && at + 2 < argument_.end && text_[at + 1] == ':' &&
                         is_name_character(text_[at + 2]);
      if (!scope && !is_name_character(text_[at])) break;
      at += scope ? 2 : 1;
    }
    return at;
  }

  std::size_t word(std::size_t begin) {
    const std::size_t end = end_of_word(begin);
    const std::string_view word = context_.in(begin, end);
    if (begins(word, "CUDA::") && !reading_.prose) {
      target(word, begin, end);
    } else if (reading_.definitions && begins(word, "__CUDA_")) {
      macro(word, begin, end);
    } else if (references_ > 0 || is_free(begin, end)) {
      variable(word, begin, end);
    }
    return end;
  }

  // A name of its own, and not a part of a text or a path.
  bool is_free(std::size_t begin, std::size_t end) const {
    if (reading_.prose || reading_.definitions || is_text_) return false;
    const bool before = begin == argument_.begin || is_between(text_[begin - 1]);
    const bool behind = end == argument_.end || is_between(text_[end]) || text_[end] == '$';
    return before && behind;
  }

  // A switch of CUDA's headers, as __CUDA_NO_HALF_OPERATORS__; other macros are the project's.
  void macro(std::string_view word, std::size_t begin, std::size_t end) {
    const auto found = names::translate_flag("-D" + std::string(word));
    if (!found || found->status != names::Status::renamed) return;
    context_.edit(begin, end, found->musa.substr(2), names::text(found->library));
  }

  void target(std::string_view word, std::size_t begin, std::size_t end) {
    if (context_.by_user(begin, end)) return;
    const Name* const row = find_target(word.substr(6));
    if (row == nullptr) {
      context_.report(
          Code::cmake_left, begin, end,
          in_backticks(word) + " has no counterpart: FindMUSAToolkit makes no such target");
    } else if (row->musa.empty()) {
      context_.report(Code::cmake_left, begin, end,
                      in_backticks(word) + " has no counterpart: " + std::string(row->remark));
    } else {
      context_.edit(begin, end, "MUSA::" + std::string(row->musa));
    }
  }

  void variable(std::string_view word, std::size_t begin, std::size_t end) {
    if (context_.name(find_variable(word), begin, end)) return;
    if (is_reserved(word)) {
      context_.report(Code::cmake_left, begin, end,
                      in_backticks(word) + " has no counterpart in the modules of a MUSA SDK");
    }
  }

  Context& context_;
  const Argument& argument_;
  const Reading& reading_;
  const std::string_view text_;
  const bool is_text_;  // words with blanks between them
  int references_ = 0;  // ${ that are open
};

}  // namespace

void translate_argument(Context* context, const Argument& argument, const Reading& reading) {
  if (argument.kind == TokenKind::bracket) return;  // CMake reads nothing in it either
  if (argument.kind == TokenKind::open || argument.kind == TokenKind::close) return;
  ArgumentReader(context, argument, reading).read();
  if (!reading.prose) translate_files(context, argument, reading);
}

}  // namespace torchada::port::cmake
