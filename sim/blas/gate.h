// When OpenBLAS may be called: not any more once the process has begun to take its libraries down.
#pragma once

namespace musasim::blas {

// Held around calls of OpenBLAS by threads that nobody joins. At exit OpenBLAS frees what it works
// in; this library, which is taken down before it, waits for the holders and lets no others in.
class Use {
 public:
  Use() noexcept;
  ~Use();
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;
  explicit operator bool() const noexcept { return open_; }

 private:
  bool open_;
};

}  // namespace musasim::blas
