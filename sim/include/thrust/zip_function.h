// thrust::make_zip_function().
#pragma once

#include "thrust/iterator/zip_iterator.h"
