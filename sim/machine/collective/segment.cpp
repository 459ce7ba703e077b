// Layout and mapping of a communicator's shared memory.
#include "machine/collective/segment.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

namespace musasim::collective {

namespace {

constexpr std::size_t kPage = 4096;

std::size_t page_aligned(std::size_t bytes) { return (bytes + kPage - 1) / kPage * kPage; }

}  // namespace

Segment::Segment(int ranks) : ranks_(ranks) {
  const auto count = static_cast<std::size_t>(ranks);
  // Only touched pages cost memory, but the address space of many ranks adds up.
  staging_bytes_ = std::max<std::size_t>(64 << 10, (4 << 20) / count);
  ring_slot_bytes_ = count <= 8 ? 64 << 10 : 16 << 10;
  slots_offset_ = kPage;
  rings_offset_ = slots_offset_ + page_aligned(count * sizeof(RankSlot));
  staging_offset_ = rings_offset_ + page_aligned(count * count * sizeof(Ring));
  data_offset_ = staging_offset_ + 2 * count * staging_bytes_;
}

std::size_t Segment::size() const {
  const auto count = static_cast<std::size_t>(ranks_);
  return data_offset_ + count * count * kRingSlots * ring_slot_bytes_;
}

int Segment::create_file(int ranks) {
  const int fd = memfd_create("musasim-mccl", MFD_CLOEXEC);
  if (fd < 0) {
    return -1;
  }
  SegmentHeader header{kSegmentMagic, ranks};
  if (ftruncate(fd, static_cast<off_t>(Segment(ranks).size())) != 0 ||
      pwrite(fd, &header, sizeof header, 0) != static_cast<ssize_t>(sizeof header)) {
    close(fd);
    return -1;
  }
  return fd;
}

std::shared_ptr<Segment> Segment::map(int fd) {
  SegmentHeader header{};
  struct stat info{};
  const bool ours = fstat(fd, &info) == 0 &&
                    pread(fd, &header, sizeof header, 0) == static_cast<ssize_t>(sizeof header) &&
                    header.magic == kSegmentMagic && header.ranks >= 1 && header.ranks <= kMaxRanks;
  std::shared_ptr<Segment> segment(ours ? new Segment(header.ranks) : nullptr);
  if (segment != nullptr && static_cast<off_t>(segment->size()) == info.st_size) {
    void* base = mmap(nullptr, segment->size(), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    segment->base_ = base == MAP_FAILED ? nullptr : static_cast<char*>(base);
  }
  close(fd);
  return segment != nullptr && segment->base_ != nullptr ? segment : nullptr;
}

Segment::~Segment() {
  if (base_ != nullptr) {
    munmap(base_, size());
  }
}

RankSlot& Segment::slot(int rank) const {
  return reinterpret_cast<RankSlot*>(base_ + slots_offset_)[rank];
}

char* Segment::send_staging(int rank) const {
  return base_ + staging_offset_ + 2 * static_cast<std::size_t>(rank) * staging_bytes_;
}

char* Segment::receive_staging(int rank) const { return send_staging(rank) + staging_bytes_; }

Ring& Segment::ring(int source, int target) const {
  return reinterpret_cast<Ring*>(base_ + rings_offset_)[source * ranks_ + target];
}

char* Segment::ring_data(int source, int target, std::uint64_t piece) const {
  const auto pair = static_cast<std::size_t>(source * ranks_ + target);
  return base_ + data_offset_ + (pair * kRingSlots + piece % kRingSlots) * ring_slot_bytes_;
}

}  // namespace musasim::collective
