// Texts and their tokens.
#include "check.h"
#include "dump.h"

namespace {

using torchada::lexer::testing::dump;

TEST(words_numbers_and_operators) {
  CHECK(dump("int a_1 = x->y::z;") == "id:int id:a_1 op:= id:x op:-> id:y op::: id:z op:;");
  CHECK(dump("1'000'000u 0x1p-3f .5e+7 1.0_km 0b01") ==
        "number:1'000'000u number:0x1p-3f number:.5e+7 number:1.0_km number:0b01");
  CHECK(dump("a.b ...") == "id:a op:. id:b op:. op:. op:.");
  CHECK(dump("a<=b>=c==d!=e&&f||g##h") ==
        "id:a op:<= id:b op:>= id:c op:== id:d op:!= id:e op:&& id:f op:|| id:g op:## id:h");
}

TEST(bytes_beyond_ascii_belong_to_words) {
  CHECK(dump("na\xC3\xAFve cuda\xE9x") == "id:na\xC3\xAFve id:cuda\xE9x");
  CHECK(dump("caf\\u00e9 x\\U0001F600y") == "id:caf\\u00e9 id:x\\U0001F600y");
  CHECK(dump("\\u00e9t\\u00e9") == "id:\\u00e9t\\u00e9");
  CHECK(dump("$a$b") == "id:$a$b");
}

TEST(strings_with_prefixes_and_escapes) {
  CHECK(dump("L\"a\" u8\"b\" \"c\\\"d\" 'e' u'\\''") ==
        "string:L\"a\" string:u8\"b\" string:\"c\\\"d\" char:'e' char:u'\\''");
  CHECK(dump("cuda\"x\"") == "id:cuda string:\"x\"");
  CHECK(dump("\"a\"_suffix") == "string:\"a\" id:_suffix");
}

TEST(raw_strings_end_at_their_delimiter_only) {
  CHECK(dump("R\"(a\"b\\)\" x") == "raw:R\"(a\"b\\)\" id:x");
  CHECK(dump("u8R\"ab(x)\" )a\" )ab\" y") == "raw:u8R\"ab(x)\" )a\" )ab\" id:y");
  CHECK(dump("R\"(a\nb)\" c") == "raw:R\"(a\nb)\" id:c");
  CHECK(dump("R\"seventeen_letters_(\"") == "string:R\"seventeen_letters_(\"");
}

TEST(what_is_not_terminated_ends_with_its_line_or_the_text) {
  CHECK(dump("\"abc\nx") == "string:\"abc(open) id:x");
  CHECK(dump("'abc\r\nx") == "char:'abc(open) id:x");
  CHECK(dump("/* abc\nx") == "comment:/* abc\nx(open)");
  CHECK(dump("R\"(abc\nx") == "raw:R\"(abc\nx(open)");
  CHECK(dump("\"abc\\") == "string:\"abc\\(open)");
  CHECK(dump("#include <a\nb") == "hash:# directive:include header:<a(open) newline id:b");
}

TEST(comments) {
  CHECK(dump("a // b \"c\nd") == "id:a comment:// b \"c id:d");
  CHECK(dump("a /* b // */ c /**/ d /***/ e") ==
        "id:a comment:/* b // */ id:c comment:/**/ id:d comment:/***/ id:e");
  CHECK(dump("a // b\rc") == "id:a comment:// b id:c");
  CHECK(dump("a /= b / c") == "id:a op:/= id:b op:/ id:c");
  CHECK(dump("* a\n*/ b") == "op:* id:a op:* op:/ id:b");
}

TEST(splices_are_allowed_inside_any_token) {
  CHECK(dump("cuda\\\nMalloc") == "id:cudaMalloc");
  CHECK(dump("cuda\\  \r\nMalloc x") == "id:cudaMalloc id:x");
  CHECK(dump("// a\\\nb\nc") == "comment:// ab id:c");
  CHECK(dump("/\\\n/ a\nb") == "comment:// a id:b");
  CHECK(dump("/\\\n* a *\\\n/ b") == "comment:/* a */ id:b");
  CHECK(dump("\"a\\\nb\" c") == "string:\"ab\" id:c");
  CHECK(dump("\"a\\\\\n\"b\" c") == "string:\"a\\\"b\" id:c");
  CHECK(dump("R\\\n\"(a)\" b") == "raw:R\"(a)\" id:b");
  CHECK(dump("a-\\\n>b:\\\n\\\n:c") == "id:a op:-> id:b op::: id:c");
  CHECK(dump("k<\\\n<<1>>\\\n>()") == "id:k open:<<< number:1 close:>>> op:( op:)");
  CHECK(dump("1\\\n2") == "number:12");
  CHECK(dump("a \\\n b") == "id:a id:b");
}

TEST(directives) {
  CHECK(dump("#define A(x) \\\n  x\nb") ==
        "hash:# directive:define id:A op:( id:x op:) id:x newline id:b");
  CHECK(dump(" /* c */ # /* d */ ifdef X // e\n") ==
        "comment:/* c */ hash:# comment:/* d */ directive:ifdef id:X comment:// e newline");
  CHECK(dump("a # b") == "id:a op:# id:b");
  CHECK(dump("#\n#12 \"f\"\n#de\\\nfine A") ==
        "hash:# newline hash:# number:12 string:\"f\" newline hash:# directive:define id:A");
}

TEST(every_token_knows_its_directive) {
  using torchada::lexer::Directive;
  torchada::lexer::Lexer lexer("#if a\nb\n#else\n");
  torchada::lexer::Token token;
  std::vector<Directive> seen;
  while (lexer.next_visible(&token)) seen.push_back(token.directive);
  CHECK((seen == std::vector<Directive>{Directive::kUnnamed, Directive::kIf, Directive::kIf,
                                        Directive::kNone, Directive::kNone, Directive::kUnnamed,
                                        Directive::kElse, Directive::kNone}));
}

TEST(header_names) {
  CHECK(dump("#include <a/b.h> // c\n") ==
        "hash:# directive:include header:<a/b.h> comment:// c newline");
  CHECK(dump("#include \"a\\b.h\"\n") == "hash:# directive:include header:\"a\\b.h\" newline");
  CHECK(dump("#include NAME\na < b > c") ==
        "hash:# directive:include id:NAME newline id:a op:< id:b op:> id:c");
  CHECK(dump("#if __has_include(<cuda.h>) && 1 < 2\n") ==
        "hash:# directive:if id:__has_include op:( header:<cuda.h> op:) op:&& number:1 op:< "
        "number:2 newline");
}

TEST(launches) {
  CHECK(dump("k<<<g, b>>>(x);") == "id:k open:<<< id:g op:, id:b close:>>> op:( id:x op:) op:;");
  CHECK(dump("k<T, f(2)> <<<f(1), h<A<B<int>>>(3) >>> ()").find("close:>>>") != std::string::npos);
  CHECK(dump("A<B<C<int>>> x;") == "id:A op:< id:B op:< id:C op:< id:int op:>> op:> id:x op:;");
  CHECK(dump("k<<<[] { f(); return 2; }(), 1>>>(x)").find("close:>>>") != std::string::npos);
  CHECK(dump("a <<< b; c >>> d").find("close") == std::string::npos);
  CHECK(dump("operator<<<int>(x)") == "id:operator op:<< op:< id:int op:> op:( id:x op:)");
  CHECK(dump("<<<<<<< HEAD") == "op:<< op:<< op:<< op:< id:HEAD");
  CHECK(dump("a <<<<<<< b") == "id:a op:<< op:<< op:<< op:< id:b");
  CHECK(dump("#define L k<<<1, 2\nA<B<C<int>>> x;").find("close") == std::string::npos);
}

TEST(odd_bytes) {
  using namespace std::string_literals;
  CHECK(dump("a\0b"s) == "id:a other:\0 id:b"s);
  CHECK(dump("\xEF\xBB\xBF#define A\n") == "hash:# directive:define id:A newline");
  CHECK(dump("a\\b") == "id:a other:\\ id:b");
  CHECK(dump("a\r\nb\rc") == "id:a id:b id:c");
  CHECK(dump("").empty());
}

}  // namespace

TEST_MAIN()
