// Decisions about modules, kept by the identity of the `__name__` string of each.
#pragma once

#include <Python.h>

#include <cstdint>

#include "perspective/module_table.h"

namespace torchada::perspective {

// Such a string lives as long as its module. A strong reference keeps a cached string's address from
// being reused.
class DecisionCache {
 public:
  // On hot paths: inlined, but for names that are new.
  View view_of(PyObject* name, const ModuleTable& table) {
    Entry& entry = entries_[index_of(name)];
    return entry.name == name ? entry.view : decide(name, table, &entry);
  }

  void clear() {
    for (Entry& entry : entries_) Py_CLEAR(entry.name);
  }

 private:
  struct Entry {
    PyObject* name = nullptr;
    View view = View::kTruth;
  };
  static constexpr std::size_t kSize = 1024;

  __attribute__((noinline)) static View decide(PyObject* name, const ModuleTable& table,
                                               Entry* entry) {
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(name, &size);
    if (text == nullptr) {  // lone surrogates: no module of the table has such a name
      PyErr_Clear();
      return View::kCuda;
    }
    Py_INCREF(name);
    Py_XDECREF(entry->name);
    entry->name = name;
    entry->view = table.view_of({text, static_cast<std::size_t>(size)});
    return entry->view;
  }

  static std::size_t index_of(PyObject* name) {
    return (reinterpret_cast<std::uintptr_t>(name) >> 4) % kSize;
  }

  Entry entries_[kSize];
};

}  // namespace torchada::perspective
