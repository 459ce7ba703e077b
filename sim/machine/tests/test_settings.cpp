// Reading of the environment.
#include "machine/settings/settings.h"

#include <cstdlib>

#include "check.h"

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
  const auto visible = [](const std::string& text) {
    return parse_visible_devices(text, *find_model("S4000"), 4);
  };
  CHECK((visible("2,0") == Indices{2, 0}));
  CHECK((visible("0, 1 ,9,2") == Indices{0, 1}));
  CHECK(visible("").empty());
  CHECK(visible("-1").empty());
  CHECK(visible("1,1").empty());
}

void visible_devices_by_uuid() {
  using Indices = std::vector<int>;
  const Model& model = *find_model("S4000");
  const auto visible = [&](const std::string& text) {
    return parse_visible_devices(text, model, 20);
  };
  const std::string two = uuid_text(device_uuid(model, 2));
  const std::string three = uuid_text(device_uuid(model, 3));
  CHECK((visible("GPU-" + three + ", " + two + ",0") == Indices{3, 2, 0}));
  // 19 is 13 in hexadecimal: without the last digit, its UUID begins those of 16 to 19.
  CHECK((visible("GPU-" + uuid_text(device_uuid(model, 19))) == Indices{19}));
  CHECK(visible("GPU-" + uuid_text(device_uuid(model, 19)).substr(0, 35)).empty());
  CHECK((parse_visible_devices("GPU-" + two.substr(0, 8), model, 1) == Indices{0}));
  CHECK(visible(two + ",2").empty());
  CHECK(visible("GPU-").empty());
  CHECK(visible(two.substr(0, 35)).empty());
  CHECK((visible("1,GPU-ffffffff,2") == Indices{1}));
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

void memory_that_fits_the_host() {
  CHECK(!read_settings().memory_is_chosen);
  setenv("MUSASIM_MEMORY", "Auto", 1);
  setenv("MUSASIM_DEVICES", "64", 1);
  const Settings settings = read_settings();
  CHECK(settings.memory_is_chosen && settings.memory > 0);
  CHECK(settings.memory <= find_model("S4000")->memory);
  CHECK(settings.memory % (std::size_t{256} << 20) == 0);
  unsetenv("MUSASIM_MEMORY");
  unsetenv("MUSASIM_DEVICES");
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
  visible_devices_by_uuid();
  defaults_and_overrides();
  blanks_around_a_value_do_not_count();
  memory_that_fits_the_host();
  bad_values_are_named();
}

TEST_MAIN()
