// Thrust's version and macros. This folder is the part of Thrust that extensions use, written for the
// simulator.
#pragma once

#define THRUST_VERSION 101700
#define THRUST_MAJOR_VERSION 1
#define THRUST_MINOR_VERSION 17
#define THRUST_SUBMINOR_VERSION 0
#define THRUST_NS_QUALIFIER ::thrust
#define THRUST_NAMESPACE_BEGIN namespace thrust {
#define THRUST_NAMESPACE_END }
