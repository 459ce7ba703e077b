// Translators between calls: one knows the words that it has met, and a new one costs more than a
// short text does.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "torchada/port/translate.h"

struct KeptTranslator {
  std::string key;        // of its options
  std::size_t bytes = 0;  // of all texts it has read
  std::unique_ptr<torchada::port::Translator> translator;
};

// A translator with such options that nobody else uses; null where there is none.
KeptTranslator take_translator(std::string key);

// Gives it back, after a text of so many bytes.
void keep_translator(KeptTranslator kept, std::size_t bytes);
