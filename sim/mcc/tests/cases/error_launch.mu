# 7 "user.mu"
void f() {
  k<<<1>>>;
}
