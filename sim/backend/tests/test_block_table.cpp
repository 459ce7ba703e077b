// The table of blocks beside std::map, through growth and removals.
#include "memory/block_table.h"

#include <map>
#include <memory>
#include <random>

#include "check.h"

using namespace musasim::caching;

TEST(random_operations_agree_with_a_map) {
  std::mt19937 random(1);
  BlockTable table;
  std::map<const void*, std::unique_ptr<Block>> model;
  for (int step = 0; step < 100000; ++step) {
    char* address = reinterpret_cast<char*>(std::uintptr_t{512} * (1 + random() % 3000));
    const auto known = model.find(address);
    if (known == model.end()) {
      CHECK(table.find(address) == nullptr && table.take(address) == nullptr);
      auto block = std::make_unique<Block>();
      block->start = address;
      table.insert(block.get());
      model[address] = std::move(block);
    } else if (random() % 2 == 0) {
      CHECK(table.find(address) == known->second.get());
    } else {
      CHECK(table.take(address) == known->second.get());
      model.erase(known);
    }
  }
  std::size_t count = 0;
  table.for_each([&](Block* block) {
    ++count;
    CHECK(model.at(block->start).get() == block);
  });
  EQUAL(count, model.size());
  table.clear();
  CHECK(table.find(model.begin()->first) == nullptr);
}

TEST_MAIN()
