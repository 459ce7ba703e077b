"""torchada.port.translate(): one text, its report, and the rules of the user."""

import concurrent.futures

import pytest

from torchada import port


def test_translate_gives_text_and_report():
    text, report = port.translate("cudaFree(p);  // cudaFree\n", "a.cu")

    assert text == "musaFree(p);  // cudaFree\n"
    assert report["replaced"] == {"cudart": 1}
    assert report["findings"] == []


def test_bytes_and_lone_surrogates_come_through():
    assert port.translate(b"\xff cudaFree \x00")[0] == b"\xff musaFree \x00"
    assert port.translate("\udcff cudaFree \u00e9")[0] == "\udcff musaFree \u00e9"


def test_findings_have_place_and_help():
    (finding,) = port.translate('  asm("membar.gl;");\n', asm="keep")[1]["findings"]

    assert (finding["code"], finding["severity"]) == ("inline-asm", "warning")
    assert (finding["line"], finding["column"], finding["length"]) == (1, 3, 16)
    assert "memory fence" in finding["message"]
    assert finding["source"] == '  asm("membar.gl;");'


def test_reverse_gives_the_input_back():
    text = "#include <cuda_runtime.h>\ncudaStream_t s; at::cuda::getCurrentCUDAStream();\n"

    assert port.translate(port.translate(text)[0], reverse=True)[0] == text


def test_texts_with_other_options_and_threads_do_not_mix():
    calls = [
        ("cudaFree", {}, "musaFree"),
        ("musaFree", {"reverse": True}, "cudaFree"),
        ("cudaFree", {"rules": {"map": {"cudaFree": "mine"}}}, "mine"),
        ("cudaFree", {"rules": {"keep": ["cudaF*"]}}, "cudaFree"),
        ("cudaFree", {"rules": {"keep": ["cudaM*"]}}, "musaFree"),
        ('"libcudart.so"', {"strings": True}, '"libmusart.so"'),
        ('"libcudart.so"', {}, '"libcudart.so"'),
    ]

    def one(number):
        text, options, wanted = calls[number % len(calls)]
        own = f" my_name_{number};\n" * 50
        return port.translate(text + own, **options)[0] == wanted + own

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert all(pool.map(one, range(700)))


def test_reverse_leaves_headers_that_pytorch_has_for_both():
    header = "#include <torch/headeronly/util/Half.h>\n"
    ported = "#include <c10/util/Half.h>\n"

    assert port.translate(header)[0] == ported
    assert port.translate(ported, reverse=True)[0] == ported


def test_rules_of_the_user(tmp_path):
    rules = {"map": {"cudaFree": "my_free"}, "keep": ["cudaMalloc*"]}
    file = tmp_path / "rules.toml"
    file.write_text('# mine\n[map]\ncudaFree = "my_free"\n[keep]\nnames = [\n  "cudaMalloc*",\n]\n')

    for given in (rules, file):
        text, _ = port.translate("cudaFree cudaMallocHost cudaMemcpy", rules=given)
        assert text == "my_free cudaMallocHost musaMemcpy"


@pytest.mark.parametrize(
    "text, error",
    [
        ("[map]\na = 1", "line 2: expected a string in quotes"),
        ("[names]", "unknown table [names]"),
        ("[map]\na = 'b", "line 2: the string has no closing quote"),
        ("[keep]\npaths = []", "unknown key paths in [keep]"),
        ("a = 'b'", "a is in no table"),
    ],
)
def test_error_in_rules_names_the_line(tmp_path, text, error):
    file = tmp_path / "rules.toml"
    file.write_text(text)

    with pytest.raises(ValueError) as caught:
        port.translate("", rules=file)
    assert error in str(caught.value)


def test_the_function_of_extension_builders_that_gives_the_text_alone():
    from torchada.utils.cpp_extension import _port_cuda_source

    source = "#include <cuda_runtime.h>\nvoid f(void* p) { cudaFree(p); my_free(p); }\n"
    ported = "#include <musa_runtime.h>\nvoid f(void* p) { musaFree(p); my_free(p); }\n"
    assert _port_cuda_source(source) == ported
    assert _port_cuda_source(source, {"my_free": "g"}) == ported.replace("my_free", "g")


def test_only_a_macro_joins_names():
    text = "cudaStream_t ## stream;\n"
    ported, report = port.translate(text)
    assert ported == "musaStream_t ## stream;\n" and report["findings"] == []
    assert port.translate(ported, reverse=True)[0] == text
    _, report = port.translate("#define NAME(x) cudaStream_t ## x\n")
    assert [finding["code"] for finding in report["findings"]] == ["token-paste"]
