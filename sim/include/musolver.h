// muSOLVER: dense linear systems, eigenvalues and singular values.
#pragma once

#include "musolverDn.h"
#include "musolver_common.h"
#include "musolver_functions.h"
