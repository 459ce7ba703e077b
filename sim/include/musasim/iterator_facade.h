// Random access iterators that are more than a pointer: all operators from three functions of the
// iterator itself, dereference(), advance(count) and distance_to(other).
#pragma once

#include <cstddef>
#include <iterator>

namespace musasim {

template <class Iterator, class Value, class Reference = Value, class Difference = std::ptrdiff_t>
class IteratorFacade {
 public:
  using value_type = Value;
  using reference = Reference;
  using difference_type = Difference;
  using pointer = void;
  using iterator_category = std::random_access_iterator_tag;

  Reference operator*() const { return self().dereference(); }
  template <class Distance>
  Reference operator[](Distance distance) const {
    return *(self() + static_cast<Difference>(distance));
  }
  Iterator& operator++() { return self() += 1; }
  Iterator& operator--() { return self() += -1; }
  Iterator operator++(int) {
    const Iterator before = self();
    self() += 1;
    return before;
  }
  Iterator operator--(int) {
    const Iterator before = self();
    self() += -1;
    return before;
  }
  Iterator& operator+=(Difference distance) {
    self().advance(distance);
    return self();
  }
  Iterator& operator-=(Difference distance) { return self() += -distance; }

  friend Iterator operator+(Iterator iterator, Difference distance) { return iterator += distance; }
  friend Iterator operator+(Difference distance, Iterator iterator) { return iterator += distance; }
  friend Iterator operator-(Iterator iterator, Difference distance) { return iterator -= distance; }
  friend Difference operator-(const Iterator& a, const Iterator& b) { return b.distance_to(a); }
  friend bool operator==(const Iterator& a, const Iterator& b) { return a.distance_to(b) == 0; }
  friend bool operator!=(const Iterator& a, const Iterator& b) { return a.distance_to(b) != 0; }
  friend bool operator<(const Iterator& a, const Iterator& b) { return a.distance_to(b) > 0; }
  friend bool operator>(const Iterator& a, const Iterator& b) { return a.distance_to(b) < 0; }
  friend bool operator<=(const Iterator& a, const Iterator& b) { return a.distance_to(b) >= 0; }
  friend bool operator>=(const Iterator& a, const Iterator& b) { return a.distance_to(b) <= 0; }

 private:
  Iterator& self() { return static_cast<Iterator&>(*this); }
  const Iterator& self() const { return static_cast<const Iterator&>(*this); }
};

// One that stands on another, and moves with it.
template <class Iterator, class Base, class Value, class Reference = Value>
class IteratorOver : public IteratorFacade<Iterator, Value, Reference> {
 public:
  IteratorOver() = default;
  explicit IteratorOver(Base base) : base_(base) {}
  const Base& base() const { return base_; }
  void advance(std::ptrdiff_t distance) { base_ += distance; }
  std::ptrdiff_t distance_to(const Iterator& other) const { return other.base() - base_; }

 private:
  Base base_{};
};

// An output iterator whose assignments call sink(value).
template <class Sink>
class Assigned {
 public:
  explicit Assigned(Sink sink) : sink_(sink) {}
  template <class T>
  const Assigned& operator=(const T& value) const {
    sink_(value);
    return *this;
  }

 private:
  Sink sink_;
};

}  // namespace musasim
