"""TORCHADA_MOE_CONFIG_DIR: one folder of tuned tables, found by SGLang and by vLLM."""

import json
import textwrap

import pytest

from torchada._environment import moe_tables

pytestmark = [pytest.mark.musa, pytest.mark.usefixtures("needs_simulator")]

PLAIN = "E=32,N=768,device_name=MTT_S5000.json"
WITH_BLANK = "E=16,N=512,device_name=MTT_S5000,dtype=fp8_w8a8,block_shape=[128, 128].json"
TABLE = {"1": {"BLOCK_SIZE_M": 16}, "512": {"BLOCK_SIZE_M": 64}}

SHOW = """
    import os, torch
    print([os.environ.get(name) for name in ("SGLANG_MOE_CONFIG_DIR", "VLLM_TUNED_CONFIG_FOLDER")])
"""

# The parts of vLLM's module that look for a table.
VLLM = """
    import json, os

    def get_config_file_name(E, N, dtype, block_shape=None):
        parts = [f"E={E},N={N},device_name=MTT_S5000"]
        if dtype:
            parts.append(f",dtype={dtype}")
        if block_shape:
            parts.append(f",block_shape={block_shape}".replace(" ", ""))
        return "".join(parts) + ".json"

    def get_moe_configs(*shape):
        path = os.path.join(os.environ["VLLM_TUNED_CONFIG_FOLDER"], get_config_file_name(*shape))
        if not os.path.exists(path):
            return None
        with open(path) as file:
            return {int(tokens): sizes for tokens, sizes in json.load(file).items()}
"""


@pytest.fixture
def tables(tmp_path):
    for version in ("3_1_0", "3_2_0", "3_10_0"):
        folder = tmp_path / "tables" / "configs" / f"triton_{version}"
        folder.mkdir(parents=True)
        for name in (PLAIN, WITH_BLANK):
            (folder / name).write_text(json.dumps(TABLE))
    (tmp_path / "tables" / "configs" / "triton_notes").touch()
    return tmp_path / "tables"


@pytest.fixture
def triton(monkeypatch):
    def install(version):
        def answer(name):
            if version is None:
                raise moe_tables.metadata.PackageNotFoundError(name)
            return version

        monkeypatch.setattr(moe_tables.metadata, "version", answer)

    return install


@pytest.mark.parametrize(
    "installed, chosen",
    [
        ("3.2.0", "3_2_0"),
        ("3.2.0.post1", "3_2_0"),
        ("3.2.0rc1", "3_2_0"),
        ("3.2.0+git9d8d5e91", "3_2_0"),
        ("3.1.0", "3_1_0"),
        ("9.9.9", "3_10_0"),
        (None, "3_10_0"),
    ],
)
def test_vllm_gets_the_folder_of_the_installed_triton(tables, triton, installed, chosen):
    triton(installed)
    expected = str(tables / "configs" / f"triton_{chosen}")
    assert moe_tables.for_vllm(str(tables)) == (expected, "")
    assert moe_tables.for_sglang(str(tables)) == (str(tables), "")


def test_both_variables_are_set_and_taken_back(run_python, tables):
    code = textwrap.dedent(SHOW) + textwrap.dedent("""
        import torchada
        torchada.unpatch()
        print([name for name in os.environ if name.startswith(("SGLANG", "VLLM"))])
    """)
    first, second = run_python(code, env={"TORCHADA_MOE_CONFIG_DIR": str(tables)}).stdout.split(
        "\n"
    )[:2]
    assert str(tables / "configs" / "triton_") in first and f"'{tables}'" in first
    assert second == "[]"


def test_the_user_s_own_values_stay(run_python, tables):
    env = {"TORCHADA_MOE_CONFIG_DIR": str(tables), "SGLANG_MOE_CONFIG_DIR": "/own"}
    assert run_python(SHOW, env={**env, "VLLM_TUNED_CONFIG_FOLDER": ""}).stdout == "['/own', '']\n"
    assert run_python(SHOW).stdout == "[None, None]\n"


@pytest.mark.parametrize("make", [[], ["configs"], ["configs", "configs/triton_x"]])
def test_a_folder_without_tables_is_reported_once(run_python, tmp_path, make):
    for name in make:
        (tmp_path / name).mkdir()
    done = run_python(SHOW, env={"TORCHADA_MOE_CONFIG_DIR": str(tmp_path)})
    assert done.stdout == "[None, None]\n"
    assert done.stderr.count(f"TORCHADA_MOE_CONFIG_DIR={tmp_path} has no effect") == 1


def test_doctor_tells_both(run_python, tables):
    code = "import torch, torchada._environment as e; print(dict(e.effects()))"
    text = run_python(code, env={"TORCHADA_MOE_CONFIG_DIR": str(tables)}).stdout
    assert f"SGLANG_MOE_CONFIG_DIR={tables}; VLLM_TUNED_CONFIG_FOLDER={tables}" in text


@pytest.mark.parametrize("first", ["torch", "vllm.model_executor.layers.fused_moe.fused_moe"])
def test_vllm_finds_sglang_s_names(run_python, tables, tmp_path, first):
    package = tmp_path / "vllm" / "model_executor" / "layers" / "fused_moe"
    package.mkdir(parents=True)
    (package / "fused_moe.py").write_text(textwrap.dedent(VLLM))
    before = sorted(tables.rglob("*"))
    code = f"""
        import {first}
        import torch, torchada
        from vllm.model_executor.layers.fused_moe import fused_moe

        assert fused_moe.get_moe_configs(32, 768, None)[512] == {{"BLOCK_SIZE_M": 64}}
        assert fused_moe.get_moe_configs(16, 512, "fp8_w8a8", [128, 128])[1] == {{"BLOCK_SIZE_M": 16}}
        assert fused_moe.get_moe_configs(16, 512, "fp8_w8a8", [64, 128]) is None
        torchada.unpatch()
        assert "[128,128]" in fused_moe.get_config_file_name(16, 512, None, [128, 128])
    """
    env = {"TORCHADA_MOE_CONFIG_DIR": str(tables), "PYTHONPATH": str(tmp_path)}
    run_python(code, env=env)
    assert sorted(tables.rglob("*")) == before
