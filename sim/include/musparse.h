// muSPARSE: sparse linear algebra.
#pragma once

// Headers of programs ask for it.
#define MUSPARSEAPI

#include "musparse-auxiliary.h"
#include "musparse-descriptors.h"
#include "musparse-functions.h"
#include "musparse-generic.h"
#include "musparse-types.h"
