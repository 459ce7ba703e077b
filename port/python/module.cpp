// torchada._port: the Python face of the porting engine. Nothing here knows torch.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "cli/program.h"
#include "kept_translators.h"
#include "torchada/port/tree.h"

namespace {

using namespace torchada::port;

// Lets other threads run.
class Unlocked {
 public:
  Unlocked() : state_(PyEval_SaveThread()) {}
  ~Unlocked() { PyEval_RestoreThread(state_); }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

  // True, and a Python exception, where a signal's handler has raised one.
  bool interrupted() {
    PyEval_RestoreThread(state_);
    const bool raised = PyErr_CheckSignals() != 0;
    state_ = PyEval_SaveThread();
    return raised;
  }

 private:
  PyThreadState* state_;
};

// False, and a Python exception, when the engine throws.
template <class Function>
bool run_unlocked(const Function& function) {
  try {
    Unlocked unlocked;
    function(&unlocked);
    return true;
  } catch (const Interrupted&) {
    // By the exception that is set.
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& exception) {
    PyErr_SetString(PyExc_RuntimeError, exception.what());
  }
  return false;
}

// Reports quote sources, whose bytes may be anything.
PyObject* text_object(const std::string& text) {
  return PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape");
}

// Sets a ValueError where there is something wrong.
bool is_right(const std::string& error) {
  if (error.empty()) return true;
  PyObject* const message = text_object(error);
  if (message != nullptr) PyErr_SetObject(PyExc_ValueError, message);
  Py_XDECREF(message);
  return false;
}

// A converter of PyArg_ParseTuple(): words of a command line, as a tuple of bytes.
int read_word_tuple(PyObject* tuple, void* words) {
  if (!PyTuple_Check(tuple)) {
    PyErr_SetString(PyExc_TypeError, "the words must be a tuple of bytes");
    return 0;
  }
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(tuple); ++i) {
    char* text = nullptr;
    Py_ssize_t size = 0;
    if (PyBytes_AsStringAndSize(PyTuple_GET_ITEM(tuple, i), &text, &size) != 0) return 0;
    static_cast<Words*>(words)->emplace_back(text, static_cast<std::size_t>(size));
  }
  return 1;
}

// The arguments that all functions share: options, in the words of the command line, and rules.
struct Common {
  Words words;
  const char* rules = "";
  Py_ssize_t rules_size = 0;

  // False, and a Python exception.
  bool read(TreeOptions* options) const {
    Arguments arguments;
    if (!is_right(read_words(words, &arguments))) return false;
    *options = std::move(arguments.tree);
    std::string error;
    const std::string_view toml(rules, static_cast<std::size_t>(rules_size));
    return parse_rules(toml, &options->translation.rules, &error) || is_right("rules: " + error);
  }

  // Equal for equal options.
  std::string key() const {
    std::string key;
    for (const std::string& word : words) key.append(word).append(1, '\n');
    return key.append(rules, static_cast<std::size_t>(rules_size));
  }

  bool make(KeptTranslator* kept) const {
    TreeOptions options;
    if (!read(&options)) return false;
    kept->translator = std::make_unique<Translator>(std::move(options.translation));
    return true;
  }
};

PyObject* translate(PyObject*, PyObject* arguments) {
  Py_buffer source{};
  const char* path = "";
  Common common;
  if (PyArg_ParseTuple(arguments, "y*yO&y#", &source, &path, read_word_tuple, &common.words,
                       &common.rules, &common.rules_size) == 0) {
    return nullptr;
  }
  KeptTranslator kept = take_translator(common.key());
  PyObject* result = nullptr;
  if (kept.translator != nullptr || common.make(&kept)) {
    Report report;
    std::string report_text;
    const auto run = [&](Unlocked*) {
      const std::string_view text(static_cast<const char*>(source.buf),
                                  static_cast<std::size_t>(source.len));
      report.files.push_back(port_one(text, path, kept.translator.get()));
      report_text = json(report);
    };
    if (run_unlocked(run)) {
      // Under Python's lock, so that no process is forked while the list is locked.
      keep_translator(std::move(kept), static_cast<std::size_t>(source.len));
      const std::string& text = report.files.front().text;
      result = Py_BuildValue("(y#N)", text.data(), static_cast<Py_ssize_t>(text.size()),
                             text_object(report_text));
    }
  }
  PyBuffer_Release(&source);
  return result;
}

// ((path, text), ...), both bytes; false, and a Python exception, where it is something else.
bool read_texts(PyObject* tuple, Texts* texts) {
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(tuple); ++i) {
    Py_buffer path{};
    Py_buffer text{};
    if (PyArg_ParseTuple(PyTuple_GET_ITEM(tuple, i), "y*y*", &path, &text) == 0) return false;
    texts->emplace_back(
        std::string(static_cast<const char*>(path.buf), static_cast<std::size_t>(path.len)),
        std::string(static_cast<const char*>(text.buf), static_cast<std::size_t>(text.len)));
    PyBuffer_Release(&path);
    PyBuffer_Release(&text);
  }
  return true;
}

// The new paths and texts, in a tuple of pairs.
PyObject* result_texts(const Report& report) {
  PyObject* const tuple = PyTuple_New(static_cast<Py_ssize_t>(report.files.size()));
  for (std::size_t i = 0; tuple != nullptr && i < report.files.size(); ++i) {
    const FileReport& file = report.files[i];
    PyObject* const pair =
        Py_BuildValue("(y#y#)", file.output.data(), static_cast<Py_ssize_t>(file.output.size()),
                      file.text.data(), static_cast<Py_ssize_t>(file.text.size()));
    if (pair == nullptr) {
      Py_DECREF(tuple);
      return nullptr;
    }
    PyTuple_SET_ITEM(tuple, static_cast<Py_ssize_t>(i), pair);
  }
  return tuple;
}

PyObject* translate_files(PyObject*, PyObject* arguments) {
  PyObject* tuple = nullptr;
  Common common;
  Texts texts;
  TreeOptions options;
  if (PyArg_ParseTuple(arguments, "O!O&y#", &PyTuple_Type, &tuple, read_word_tuple, &common.words,
                       &common.rules, &common.rules_size) == 0 ||
      !read_texts(tuple, &texts) || !common.read(&options)) {
    return nullptr;
  }
  Report report;
  std::string report_text;
  const auto run = [&](Unlocked*) {
    report = port_texts(texts, options.translation);
    report_text = json(report);
  };
  if (!run_unlocked(run)) return nullptr;
  return Py_BuildValue("(NN)", result_texts(report), text_object(report_text));
}

PyObject* port_tree_function(PyObject*, PyObject* arguments) {
  PyObject* input = nullptr;
  PyObject* output = nullptr;
  Common common;
  if (PyArg_ParseTuple(arguments, "O&O&O&y#", PyUnicode_FSConverter, &input, PyUnicode_FSConverter,
                       &output, read_word_tuple, &common.words, &common.rules,
                       &common.rules_size) == 0) {
    return nullptr;
  }
  const std::string input_path = PyBytes_AS_STRING(input);
  const std::string output_path = PyBytes_AS_STRING(output);
  Py_DECREF(input);
  Py_DECREF(output);
  TreeOptions options;
  if (!common.read(&options)) return nullptr;
  options.input = input_path;
  options.output = output_path;
  std::string report_text;
  std::string error;
  const auto run = [&](Unlocked* unlocked) {
    options.interrupted = [unlocked] { return unlocked->interrupted(); };
    const Report report = port_tree(options);
    report_text = json(report);
    error = report.error;
  };
  if (!run_unlocked(run)) return nullptr;
  return Py_BuildValue("(NN)", text_object(report_text), text_object(error));
}

PyObject* run_program_function(PyObject*, PyObject* arguments) {
  const char* name = "";
  Words words;
  if (PyArg_ParseTuple(arguments, "sO&", &name, read_word_tuple, &words) == 0) return nullptr;
  Program program;
  program.name = name;
  int status = 0;
  const auto run = [&](Unlocked* unlocked) {
    program.interrupted = [unlocked] { return unlocked->interrupted(); };
    status = run_program(program, words);
  };
  return run_unlocked(run) ? PyLong_FromLong(status) : nullptr;
}

PyObject* codes(PyObject*, PyObject*) { return text_object(codes_page()); }

PyObject* help(PyObject*, PyObject* arguments) {
  const char* name = "";
  return PyArg_ParseTuple(arguments, "s", &name) == 0 ? nullptr : text_object(help_text(name));
}

PyMethodDef methods[] = {
    {"translate", translate, METH_VARARGS,
     "translate(text, path, words, rules) -> (text, report as JSON)"},
    {"translate_files", translate_files, METH_VARARGS,
     "translate_files(((path, text), ...), words, rules) -> (the same, report as JSON)"},
    {"port_tree", port_tree_function, METH_VARARGS,
     "port_tree(input, output, words, rules) -> (report as JSON, error)"},
    {"run_program", run_program_function, METH_VARARGS,
     "run_program(name, words) -> exit status, as torchada-port does."},
    {"codes_page", codes, METH_NOARGS, "The page that explains all codes, in Markdown."},
    {"help_text", help, METH_VARARGS, "help_text(name) -> the help text of the program."},
    {},
};

// The module has no state, and the engine none that threads share: any interpreter may have it.
PyModuleDef_Slot slots[] = {
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#if PY_VERSION_HEX >= 0x030D0000
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, nullptr},
};

PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                          "torchada._port",
                          "The porting engine; torchada.port is its public API.",
                          0,
                          methods,
                          slots};

}  // namespace

PyMODINIT_FUNC PyInit__port() { return PyModuleDef_Init(&definition); }
