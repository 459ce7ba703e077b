#include "mcc/rewrite/moved.h"

#include <map>
#include <string>

namespace musasim::mcc {

namespace {

struct Place {
  std::size_t gap;
  std::size_t item;
};

class Finder {
 public:
  Finder(const std::vector<Gap>& gaps, const Side& device, const Side& host)
      : gaps_(gaps), device_(device), host_(host) {
    moved_.device.resize(device.items.size());
    moved_.host.resize(host.items.size());
  }

  Moved run() {
    find_equal();
    find_definitions();
    return std::move(moved_);
  }

 private:
  void find_equal() {
    std::multimap<std::uint64_t, Place> places;
    each_of_device([&](const Place& place) { places.insert({device_.hashes[place.item], place}); });
    each_of_host([&](const Place& place) {
      const auto found = places.find(host_.hashes[place.item]);
      if (found == places.end() || found->second.gap == place.gap) return;
      if (found->second.gap < place.gap) {
        moved_.host[place.item] = true;
      } else {
        moved_.device[found->second.item] = true;
      }
      places.erase(found);
    });
  }

  // Finds what may be defined once, and is: by a key that each text has once among what differs.
  void find_definitions() {
    std::map<std::string, std::vector<Place>> places[2];
    each_of_device([&](const Place& place) {
      if (!moved_.device[place.item]) note(device_, place, &places[0]);
    });
    each_of_host([&](const Place& place) {
      if (!moved_.host[place.item]) note(host_, place, &places[1]);
    });
    for (const auto& [key, there] : places[1]) {
      const auto here = places[0].find(key);
      if (here == places[0].end() || here->second.size() != 1 || there.size() != 1) continue;
      const Place device = here->second[0];
      if (device.gap == there[0].gap) continue;
      const bool device_first = device.gap < there[0].gap;
      (device_first ? moved_.device_first : moved_.host_first)
          .push_back({device.item, there[0].item});
    }
  }

  static void note(const Side& side, const Place& place,
                   std::map<std::string, std::vector<Place>>* places) {
    const Item& item = side.items[place.item];
    if (item.kind == ItemKind::kOther) return;
    const std::string key = keys_of(*side.source, item).keys[0];
    if (!key.empty()) (*places)[key].push_back(place);
  }

  template <class Function>
  void each_of_device(const Function& function) const {
    for (std::size_t gap = 0; gap < gaps_.size(); ++gap) {
      for (std::size_t i = gaps_[gap].first_begin; i < gaps_[gap].first_end; ++i)
        function({gap, i});
    }
  }

  template <class Function>
  void each_of_host(const Function& function) const {
    for (std::size_t gap = 0; gap < gaps_.size(); ++gap) {
      for (std::size_t i = gaps_[gap].second_begin; i < gaps_[gap].second_end; ++i) {
        function({gap, i});
      }
    }
  }

  const std::vector<Gap>& gaps_;
  const Side& device_;
  const Side& host_;
  Moved moved_;
};

}  // namespace

Moved moved_between(const std::vector<Gap>& gaps, const Side& device, const Side& host) {
  return Finder(gaps, device, host).run();
}

}  // namespace musasim::mcc
