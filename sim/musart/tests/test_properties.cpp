// Properties and attributes, and that they agree.
#include <cstring>
#include <string>

#include "check.h"
#include "environment.h"
#include "musa_runtime_api.h"

namespace {

const Environment environment({{"MUSASIM_DEVICES", "4"},
                               {"MUSASIM_MODEL", "S5000"},
                               {"MUSASIM_MEMORY", "3G"},
                               {"MUSA_VISIBLE_DEVICES", "3,1"}});

musaDeviceProp properties(int device) {
  musaDeviceProp p{};
  EQUAL(musaGetDeviceProperties(&p, device), musaSuccess);
  return p;
}

int attribute(musaDeviceAttr which) {
  int value = -1;
  EQUAL(musaDeviceGetAttribute(&value, which, 0), musaSuccess);
  return value;
}

}  // namespace

TEST(properties_are_those_of_the_model) {
  const musaDeviceProp p = properties(0);
  EQUAL(std::string(p.name), "MTT S5000");
  EQUAL(p.major, 3);
  EQUAL(p.minor, 1);
  EQUAL(p.totalGlobalMem, std::size_t{3} << 30);
  EQUAL(p.warpSize, 32);
  EQUAL(p.multiProcessorCount, 64);
  EQUAL(p.sharedMemPerBlockOptin, std::size_t{192} << 10);
  EQUAL(p.maxThreadsPerBlock, 1024);
  EQUAL(p.maxGridSize[1], 65535);
  EQUAL(p.memoryPoolsSupported, 1);
  EQUAL(p.clusterLaunch, 0);
}

TEST(both_versions_give_the_same) {
  const musaDeviceProp one = properties(1);
  musaDeviceProp two;
  std::memset(&two, 0xff, sizeof two);
  EQUAL(musaGetDeviceProperties_v2(&two, 1), musaSuccess);
  EQUAL(std::memcmp(&one, &two, sizeof one), 0);
}

TEST(properties_say_what_is_wrong) {
  musaDeviceProp p{};
  EQUAL(musaGetDeviceProperties(nullptr, 0), musaErrorInvalidValue);
  EQUAL(musaGetDeviceProperties(&p, 2), musaErrorInvalidDevice);
  EQUAL(musaGetDeviceProperties(&p, -1), musaErrorInvalidDevice);
}

TEST(devices_differ_by_uuid_and_address) {
  const musaDeviceProp one = properties(0);
  const musaDeviceProp two = properties(1);
  CHECK(std::memcmp(&one.uuid, &two.uuid, sizeof one.uuid) != 0);
  EQUAL(one.pciBusID, 4);  // that of the physical device, whatever is visible
  EQUAL(two.pciBusID, 2);
}

TEST(attributes_agree_with_the_properties) {
  const musaDeviceProp p = properties(0);
#define MUSASIM_ATTRIBUTE(name, field) \
  EQUAL(attribute(musaDevAttr##name), static_cast<int>(p.field));
#include "machine/device/attributes.def"
#undef MUSASIM_ATTRIBUTE
}

TEST(every_attribute_of_the_header_is_known) {
  for (int which = 1; which < musaDevAttrMax; ++which) {
    int value = -1;
    EQUAL(musaDeviceGetAttribute(&value, static_cast<musaDeviceAttr>(which), 0), musaSuccess);
    CHECK(value >= 0);
  }
  EQUAL(attribute(musaDevAttrComputeCapabilityMajor), 3);
  EQUAL(attribute(musaDevAttrMemSyncDomainCount), 1);
}

TEST(attributes_say_what_is_wrong) {
  int value = 0;
  EQUAL(musaDeviceGetAttribute(nullptr, musaDevAttrWarpSize, 0), musaErrorInvalidValue);
  EQUAL(musaDeviceGetAttribute(&value, static_cast<musaDeviceAttr>(0), 0), musaErrorInvalidValue);
  EQUAL(musaDeviceGetAttribute(&value, static_cast<musaDeviceAttr>(200), 0), musaErrorInvalidValue);
  EQUAL(musaDeviceGetAttribute(&value, musaDevAttrWarpSize, 9), musaErrorInvalidDevice);
}

TEST(total_memory_is_what_the_properties_say) {
  std::size_t available = 0;
  std::size_t total = 0;
  EQUAL(musaMemGetInfo(&available, &total), musaSuccess);
  EQUAL(total, properties(0).totalGlobalMem);
}

TEST(texture_widths_are_known) {
  const musaChannelFormatDesc format =
      musaCreateChannelDesc(32, 0, 0, 0, musaChannelFormatKindFloat);
  EQUAL(format.x, 32);
  EQUAL(format.f, musaChannelFormatKindFloat);
  std::size_t width = 0;
  EQUAL(musaDeviceGetTexture1DLinearMaxWidth(&width, &format, 0), musaSuccess);
  EQUAL(width, static_cast<std::size_t>(properties(0).maxTexture1DLinear));
  EQUAL(musaDeviceGetTexture1DLinearMaxWidth(&width, nullptr, 0), musaErrorInvalidValue);
  EQUAL(musaDeviceGetTexture1DLinearMaxWidth(&width, &format, 2), musaErrorInvalidDevice);
}

TEST_MAIN()
