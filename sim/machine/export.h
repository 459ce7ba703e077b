// Marks what libmusasim.so exports to the libraries above it.
#pragma once

#define MUSASIM_API __attribute__((visibility("default")))
