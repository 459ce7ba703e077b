// thrust::tabulate.
#pragma once

#include "thrust/transform.h"
