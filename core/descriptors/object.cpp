// Owning reference to a Python object, and helpers around it.
#include "descriptors/object.h"

#include <string_view>

namespace torchada {

Object attribute_of_module(const char* module, const char* path) {
  Object current(PyImport_ImportModule(module));
  std::string_view rest = path;
  while (current && !rest.empty()) {
    const auto dot = rest.find('.');
    const std::string name(rest.substr(0, dot));
    current = Object(PyObject_GetAttrString(current.get(), name.c_str()));
    if (dot == std::string_view::npos) break;
    rest.remove_prefix(dot + 1);
  }
  return current;
}

std::string take_exception_text() {
  PyObject* type = nullptr;
  PyObject* value = nullptr;
  PyObject* traceback = nullptr;
  PyErr_Fetch(&type, &value, &traceback);
  const Object owned_type(type);
  const Object owned_value(value);
  const Object owned_traceback(traceback);
  const Object text(value == nullptr ? nullptr : PyObject_Str(value));
  const char* utf8 = text ? PyUnicode_AsUTF8(text.get()) : nullptr;
  if (utf8 == nullptr) PyErr_Clear();
  const std::string kind =
      type == nullptr ? "error" : reinterpret_cast<PyTypeObject*>(type)->tp_name;
  return utf8 == nullptr ? kind : kind + ": " + utf8;
}

}  // namespace torchada
