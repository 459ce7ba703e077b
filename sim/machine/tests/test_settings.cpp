// Reading of the environment.
#include "machine/settings/settings.h"

#include <cstdlib>

#include "testing/check.h"

using namespace musasim;

namespace {

bool refuses(const char* name, const char* value) {
  setenv(name, value, 1);
  bool refused = false;
  try {
    read_settings();
  } catch (const SettingsError& error) {
    refused = std::string(error.what()).rfind(std::string(name) + "=" + value, 0) == 0;
  }
  unsetenv(name);
  return refused;
}

void sizes() {
  CHECK(parse_memory_size("4096") == 4096);
  CHECK(parse_memory_size("16G") == std::size_t{16} << 30);
  CHECK(parse_memory_size("1.5GiB") == std::size_t{3} << 29);
  CHECK(parse_memory_size("512mb") == std::size_t{512} << 20);
}

void visible_devices() {
  using Indices = std::vector<int>;
  CHECK((parse_visible_devices("2,0", 4) == Indices{2, 0}));
  CHECK((parse_visible_devices("0, 1 ,9,2", 4) == Indices{0, 1}));
  CHECK(parse_visible_devices("", 4).empty());
  CHECK(parse_visible_devices("-1", 4).empty());
  CHECK(parse_visible_devices("1,1", 4).empty());
}

void defaults_and_overrides() {
  CHECK(read_settings().visible.size() == 1 && read_settings().memory == std::size_t{48} << 30);
  setenv("MUSASIM_MODEL", "s80", 1);
  setenv("MUSASIM_DEVICES", "3", 1);
  setenv("MUSA_VISIBLE_DEVICES", "2", 1);
  const Settings settings = read_settings();
  CHECK(settings.memory == std::size_t{16} << 30 && settings.visible == std::vector<int>{2});
  unsetenv("MUSASIM_MODEL");
  unsetenv("MUSASIM_DEVICES");
  unsetenv("MUSA_VISIBLE_DEVICES");
}

void blanks_around_a_value_do_not_count() {
  setenv("MUSASIM_MODEL", " s80\n", 1);
  setenv("MUSASIM_DEVICES", " 2 ", 1);
  setenv("MUSASIM_MEMORY", "\t1G ", 1);
  const Settings settings = read_settings();
  CHECK(settings.model == find_model("S80") && settings.visible.size() == 2);
  CHECK(settings.memory == std::size_t{1} << 30);
  setenv("MUSASIM_DEVICES", "  ", 1);
  CHECK(read_settings().visible.size() == 1);
  unsetenv("MUSASIM_MODEL");
  unsetenv("MUSASIM_DEVICES");
  unsetenv("MUSASIM_MEMORY");
}

void bad_values_are_named() {
  CHECK(refuses("MUSASIM_MODEL", "S9"));
  CHECK(refuses("MUSASIM_DEVICES", "-1"));
  for (const char* count : {"65", "+2", "2.0", "two", "2 3", "99999999999999999999"}) {
    CHECK(refuses("MUSASIM_DEVICES", count));
  }
  for (const char* size :
       {"x", "1X", "-1G", "0", "1Gx", "9999T", "0.5", "nan", "inf", "+1G", "G"}) {
    CHECK(refuses("MUSASIM_MEMORY", size));
  }
}

}  // namespace

TEST(settings) {
  for (const char* name :
       {"MUSASIM_MODEL", "MUSASIM_DEVICES", "MUSASIM_MEMORY", "MUSA_VISIBLE_DEVICES"}) {
    unsetenv(name);
  }
  sizes();
  visible_devices();
  defaults_and_overrides();
  blanks_around_a_value_do_not_count();
  bad_values_are_named();
}

TEST_MAIN()
