// thrust::tuple, which is the standard library's.
#pragma once

#include <tuple>
#include <utility>

#include "thrust/detail/config.h"

namespace thrust {

template <class... T>
using tuple = std::tuple<T...>;
template <std::size_t i, class T>
using tuple_element = std::tuple_element<i, T>;
template <class T>
using tuple_size = std::tuple_size<T>;
using std::get;
using std::ignore;
using std::make_tuple;
using std::tie;

template <class First, class Second>
using pair = std::pair<First, Second>;
using std::make_pair;

}  // namespace thrust
