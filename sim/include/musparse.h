// muSPARSE: sparse linear algebra.
#pragma once

#include "musparse-auxiliary.h"
#include "musparse-descriptors.h"
#include "musparse-functions.h"
#include "musparse-generic.h"
#include "musparse-types.h"
