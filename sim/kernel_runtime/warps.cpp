// Operations of the lanes of a warp: meetings, which end when the last lane comes.
#include "kernel_runtime/warps.h"

#include <algorithm>

#include "kernel_runtime/block.h"
#include "kernel_runtime/check/watch.h"

namespace musasim::device {

namespace {

constexpr unsigned kSegments = 4;

// One by one: they were just written that way, and wider loads would have to wait for it.
bool same(const Lanes& a, const Lanes& b) {
  return a.segment[0] == b.segment[0] && a.segment[1] == b.segment[1] &&
         a.segment[2] == b.segment[2] && a.segment[3] == b.segment[3];
}

Lanes without(const Lanes& lanes, const Lanes& others) {
  Lanes rest{};
  for (unsigned i = 0; i < kSegments; ++i) {
    rest.segment[i] = lanes.segment[i] & ~others.segment[i];
  }
  return rest;
}

// The lanes first, first + 1, ... of a warp of `size`.
Lanes lanes_from(unsigned first, unsigned size) {
  Lanes lanes{};
  for (unsigned lane = first; lane < size; ++lane) {
    lanes.add(lane);
  }
  return lanes;
}

}  // namespace

void Warps::begin_block(unsigned threads, unsigned warp_size) {
  if (warp_size != size_ || all_.none()) {
    size_ = warp_size;
    shift_ = static_cast<unsigned>(__builtin_ctz(warp_size));
    all_ = lanes_from(0, warp_size);
  }
  const unsigned count = (threads + size_ - 1) >> shift_;
  if (warps_.size() < count) {
    warps_.resize(count);
  }
  if (records_.size() < std::size_t{count} << shift_) {
    records_.resize(std::size_t{count} << shift_);
    fibers_.resize(std::size_t{count} << shift_);
  }
  for (unsigned i = 0; i < count; ++i) {
    warps_[i].ended = warps_[i].absent = {};
  }
  if ((threads & (size_ - 1)) != 0) {
    warps_[count - 1].ended = warps_[count - 1].absent = lanes_from(threads & (size_ - 1), size_);
  }
}

void Warps::clear() {
  for (Warp& warp : warps_) {
    warp.meetings.clear();
  }
  meetings_ = 0;
}

Lanes Warps::lanes_of(unsigned mask, unsigned rank) const noexcept {
  if (mask == ~0U) {
    return all_;
  }
  Lanes lanes{};
  lanes.segment[(rank & (size_ - 1)) / 32] = mask;
  return lanes;
}

Warps::Meeting& Warps::meeting_for(Warp& warp, const Lanes& who, WarpFunction function,
                                   const void* place) {
  for (Meeting& meeting : warp.meetings) {
    if (meeting.function == function && meeting.place == place && same(meeting.who, who)) {
      return meeting;
    }
  }
  ++meetings_;
  return warp.meetings.emplace_back(
      Meeting{who, Lanes{}, without(who, warp.ended).count(), function, place});
}

void Warps::meet(const Lanes& who, WarpFunction function, void* record, const void* place) {
  const Block::InLibrary here(block_);
  block_.go_on();
  Fiber& self = block_.current();
  const unsigned number = self.rank >> shift_;
  Warp& warp = warps_[number];
  records_[self.rank] = record;
  fibers_[self.rank] = &self;
  if (check::Watch* const watch = check::watching();
      watch != nullptr && !who.has(self.rank & (size_ - 1))) {
    watch->barriers().not_in_mask(self);
  }
  Meeting& meeting = meeting_for(warp, who, function, place);
  meeting.here.add(self.rank & (size_ - 1));
  if (--meeting.missing == 0) {
    finish(number, static_cast<std::size_t>(&meeting - warp.meetings.data()));
  }
  block_.suspend();  // the last one too: lanes go on in their order
}

void Warps::finish(unsigned warp, std::size_t meeting) {
  std::vector<Meeting>& meetings = warps_[warp].meetings;
  const Meeting ended = meetings[meeting];
  meetings[meeting] = meetings.back();
  meetings.pop_back();
  --meetings_;
  const std::size_t first = std::size_t{warp} << shift_;
  if (check::Watch* const watch = check::watching()) {
    watch->races().lanes_met(static_cast<unsigned>(first), ended.here);
    if (ended.place == nullptr) {
      watch->barriers().lanes_met(static_cast<unsigned>(first), &fibers_[first], ended.here,
                                  without(ended.who, warps_[warp].absent));
    }
  }
  if (ended.function != nullptr) {
    const check::Pause pause;  // it uses what lies on the lanes' stacks
    ended.function(ended.here, &records_[first]);
  }
  for (unsigned i = 0; i < kSegments; ++i) {
    for (unsigned left = ended.here.segment[i]; left != 0; left &= left - 1) {
      const std::size_t rank = first + i * 32 + static_cast<unsigned>(__builtin_ctz(left));
      fibers_[rank]->met = ended.here;
      block_.ready(fibers_[rank]);
    }
  }
}

void Warps::thread_ended(unsigned rank) {
  const unsigned number = rank >> shift_;
  const unsigned lane = rank & (size_ - 1);
  Warp& warp = warps_[number];
  warp.ended.add(lane);
  for (std::size_t i = 0; i < warp.meetings.size();) {
    Meeting& meeting = warp.meetings[i];
    if (meeting.who.has(lane) && --meeting.missing == 0) {
      finish(number, i);
    } else {
      ++i;
    }
  }
}

bool Warps::end_incomplete(Which which) {
  if (meetings_ == 0) {
    return false;
  }
  bool any = false;
  for (unsigned number = 0; number < warps_.size(); ++number) {
    std::vector<Meeting>& meetings = warps_[number].meetings;
    for (std::size_t i = meetings.size(); i-- > 0;) {
      if (which == Which::kAll || meetings[i].place != nullptr) {
        finish(number, i);
        any = true;
      }
    }
  }
  return any;
}

}  // namespace musasim::device
