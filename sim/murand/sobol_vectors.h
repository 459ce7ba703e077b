// Direction vectors of Sobol sequences, of any of 20,000 dimensions.
#pragma once

#include <array>
#include <cstdint>

namespace musasim::rand {

constexpr unsigned kDimensions = 20000;

// `dimension` counts from 0. Word is unsigned int or unsigned long long.
template <class Word>
using Vectors = std::array<Word, 8 * sizeof(Word)>;
template <class Word>
Vectors<Word> direction_vectors(unsigned dimension);

// The same with their bits mixed by a random triangular matrix, and the constant that shifts the
// sequence of them: a sequence as even as before, and without the regular patterns of the first
// dimensions.
template <class Word>
Vectors<Word> scrambled_vectors(unsigned dimension);
template <class Word>
Word scramble_constant(unsigned dimension);

// All dimensions in one table, built at the first call and kept.
template <class Word>
const Vectors<Word>* direction_table(bool scrambled);
template <class Word>
const Word* scramble_table();

}  // namespace musasim::rand
