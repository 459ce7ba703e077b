/* muRAND: generators of random numbers that fill memory of the device or the host.
 *
 * The simulator's sequences: Philox, XORWOW, MRG32k3a and MT19937 produce one sequence from the
 * seed, in order: the number at place i of the first call is the number at offset + i, and the next
 * call goes on behind the last. A normal double takes two numbers, a uniform double two (MRG32k3a:
 * one), all else one a value, Poisson and binomial as a uniform double. The place moves when a call
 * is made, not when its work runs: a captured call writes the same numbers at each replay. The host
 * generator, the device generator and the device functions in murand_kernel.h agree. MTGP32 is
 * not implemented. */
#ifndef MURAND_H_
#define MURAND_H_

#include <stddef.h>

#include "library_types.h"
#include "musa_runtime.h"

#define MURAND_VER_MAJOR 1
#define MURAND_VER_MINOR 0
#define MURAND_VER_PATCH 0
#define MURAND_VERSION (MURAND_VER_MAJOR * 1000 + MURAND_VER_MINOR * 100 + MURAND_VER_PATCH)

#ifdef __cplusplus
extern "C" {
#endif

typedef enum murandStatus {
  MURAND_STATUS_SUCCESS = 0,
  MURAND_STATUS_VERSION_MISMATCH = 100,
  MURAND_STATUS_NOT_INITIALIZED = 101,
  MURAND_STATUS_ALLOCATION_FAILED = 102,
  MURAND_STATUS_TYPE_ERROR = 103,
  MURAND_STATUS_OUT_OF_RANGE = 104,
  MURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
  MURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  MURAND_STATUS_LAUNCH_FAILURE = 201,
  MURAND_STATUS_PREEXISTING_FAILURE = 202,
  MURAND_STATUS_INITIALIZATION_FAILED = 203,
  MURAND_STATUS_ARCH_MISMATCH = 204,
  MURAND_STATUS_INTERNAL_ERROR = 999,
  MURAND_STATUS_NOT_IMPLEMENTED = 1000
} murandStatus_t;

/* Numbered as seen in use of the platform, which is not CUDA's way. */
typedef enum murandRngType {
  MURAND_RNG_TEST = 0,
  MURAND_RNG_PSEUDO_DEFAULT = 400, /* XORWOW */
  MURAND_RNG_PSEUDO_XORWOW = 401,
  MURAND_RNG_PSEUDO_MRG32K3A = 402,
  MURAND_RNG_PSEUDO_MTGP32 = 403,
  MURAND_RNG_PSEUDO_PHILOX4_32_10 = 404,
  MURAND_RNG_PSEUDO_MT19937 = 407,
  MURAND_RNG_QUASI_DEFAULT = 500, /* SOBOL32 */
  MURAND_RNG_QUASI_SOBOL32 = 501,
  MURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 502,
  MURAND_RNG_QUASI_SOBOL64 = 504,
  MURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 505
} murandRngType_t;

typedef enum murandOrdering {
  MURAND_ORDERING_PSEUDO_BEST = 100,
  MURAND_ORDERING_PSEUDO_DEFAULT = 101,
  MURAND_ORDERING_PSEUDO_SEEDED = 102,
  MURAND_ORDERING_PSEUDO_LEGACY = 103,
  MURAND_ORDERING_PSEUDO_DYNAMIC = 104,
  MURAND_ORDERING_QUASI_DEFAULT = 201
} murandOrdering_t;

typedef enum murandDirectionVectorSet {
  MURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101,
  MURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6 = 102,
  MURAND_DIRECTION_VECTORS_64_JOEKUO6 = 103,
  MURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 = 104
} murandDirectionVectorSet_t;

typedef enum murandMethod {
  MURAND_CHOOSE_BEST = 0,
  MURAND_ITR = 1,
  MURAND_KNUTH = 2,
  MURAND_HITR = 3,
  MURAND_M1 = 4,
  MURAND_M2 = 5,
  MURAND_BINARY_SEARCH = 6,
  MURAND_DISCRETE_GAUSS = 7,
  MURAND_REJECTION = 8,
  MURAND_DEVICE_API = 9,
  MURAND_FAST_REJECTION = 10,
  MURAND_3RD = 11,
  MURAND_DEFINITION = 12,
  MURAND_POISSON = 13
} murandMethod_t;

typedef unsigned int murandDirectionVectors32_t[32];
typedef unsigned long long murandDirectionVectors64_t[64];

typedef struct murandGenerator_st* murandGenerator_t;
typedef struct murandDiscreteDistribution_st* murandDiscreteDistribution_t;

#pragma GCC visibility push(default)

murandStatus_t murandCreateGenerator(murandGenerator_t* generator, murandRngType_t rng_type);
/* Fills host memory, in the call itself. */
murandStatus_t murandCreateGeneratorHost(murandGenerator_t* generator, murandRngType_t rng_type);
murandStatus_t murandDestroyGenerator(murandGenerator_t generator);

murandStatus_t murandGetVersion(int* version);
murandStatus_t murandGetProperty(libraryPropertyType type, int* value);

murandStatus_t murandSetStream(murandGenerator_t generator, musaStream_t stream);
murandStatus_t murandSetPseudoRandomGeneratorSeed(murandGenerator_t generator,
                                                  unsigned long long seed);
murandStatus_t murandSetGeneratorOffset(murandGenerator_t generator, unsigned long long offset);
murandStatus_t murandSetGeneratorOrdering(murandGenerator_t generator, murandOrdering_t order);
murandStatus_t murandSetQuasiRandomGeneratorDimensions(murandGenerator_t generator,
                                                       unsigned int num_dimensions);
murandStatus_t murandGenerateSeeds(murandGenerator_t generator);

murandStatus_t murandGenerate(murandGenerator_t generator, unsigned int* outputPtr, size_t num);
/* 64 bits: SOBOL64 only. */
murandStatus_t murandGenerateLongLong(murandGenerator_t generator, unsigned long long* outputPtr,
                                      size_t num);
/* Uniform in (0, 1]. */
murandStatus_t murandGenerateUniform(murandGenerator_t generator, float* outputPtr, size_t num);
murandStatus_t murandGenerateUniformDouble(murandGenerator_t generator, double* outputPtr,
                                           size_t num);
/* Normal ones come in pairs: n must be even, unless the generator is a quasirandom one. */
murandStatus_t murandGenerateNormal(murandGenerator_t generator, float* outputPtr, size_t n,
                                    float mean, float stddev);
murandStatus_t murandGenerateNormalDouble(murandGenerator_t generator, double* outputPtr, size_t n,
                                          double mean, double stddev);
murandStatus_t murandGenerateLogNormal(murandGenerator_t generator, float* outputPtr, size_t n,
                                       float mean, float stddev);
murandStatus_t murandGenerateLogNormalDouble(murandGenerator_t generator, double* outputPtr,
                                             size_t n, double mean, double stddev);
murandStatus_t murandGeneratePoisson(murandGenerator_t generator, unsigned int* outputPtr, size_t n,
                                     double lambda);
murandStatus_t murandGeneratePoissonMethod(murandGenerator_t generator, unsigned int* outputPtr,
                                           size_t n, double lambda, murandMethod_t method);
murandStatus_t murandGenerateBinomial(murandGenerator_t generator, unsigned int* outputPtr,
                                      size_t num, unsigned int n, double p);
murandStatus_t murandGenerateBinomialMethod(murandGenerator_t generator, unsigned int* outputPtr,
                                            size_t num, unsigned int n, double p,
                                            murandMethod_t method);

/* For murand_discrete() of murand_kernel.h. */
murandStatus_t murandCreatePoissonDistribution(double lambda,
                                               murandDiscreteDistribution_t* discrete_distribution);
murandStatus_t murandDestroyDistribution(murandDiscreteDistribution_t discrete_distribution);

/* Of 20,000 dimensions. */
murandStatus_t murandGetDirectionVectors32(murandDirectionVectors32_t* vectors[],
                                           murandDirectionVectorSet_t set);
murandStatus_t murandGetScrambleConstants32(unsigned int** constants);
murandStatus_t murandGetDirectionVectors64(murandDirectionVectors64_t* vectors[],
                                           murandDirectionVectorSet_t set);
murandStatus_t murandGetScrambleConstants64(unsigned long long** constants);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
